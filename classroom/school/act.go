package school

// What teachers do in a class: each action is checked, and becomes an event.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Act is one action of a teacher in a class; besides ID, one field is set.
type Act struct {
	// ID is the page's name for it: an action that is repeated because the response did not arrive is done once. ""
	// for none.
	ID  string    `json:"id,omitempty"`
	Set *Settings `json:"set,omitempty"`
	// Code is "new" for a new join code, "more" to extend the present one, or "close".
	Code string `json:"code,omitempty"`
	// Rename gives a seat a new nickname, Merge merges one seat into another, Remove deletes a seat and everything that is
	// stored of it.
	Rename *Named  `json:"rename,omitempty"`
	Merge  *Merged `json:"merge,omitempty"`
	Remove string  `json:"remove,omitempty"`
	// Block shuts a seat out, Unblock lets it in again.
	Block   string `json:"block,omitempty"`
	Unblock string `json:"unblock,omitempty"`
	// Rejoin gives a seat a new rejoin code, and signs its devices out.
	Rejoin string `json:"rejoin,omitempty"`
	// Say sends a note to one learner or to all.
	Say *Said `json:"say,omitempty"`
	// Look makes everyone look at a step; Stop ends that.
	Look string `json:"look,omitempty"`
	Stop bool   `json:"stop,omitempty"`
	// Link says which people of the roster have which seats.
	Link []Linked `json:"link,omitempty"`
	// Keep has a class that would be deleted soon stay as if something had happened in it.
	Keep bool `json:"keep,omitempty"`
}

// Named is a seat with a new nickname.
type Named struct {
	Seat string `json:"seat"`
	Nick string `json:"nick"`
}

// Merged says which seat goes into which.
type Merged struct {
	From string `json:"from"`
	Into string `json:"into"`
}

// Said is a note for one seat, or for all if there is none.
type Said struct {
	Seat string `json:"seat,omitempty"`
	Step string `json:"step,omitempty"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
	// By is the name of who says it, whatever the request has there.
	By string `json:"by,omitempty"`
}

// helping reports whether an assistant may do it.
func (a Act) helping() bool { return a.Say != nil || a.Look != "" || a.Stop }

// check checks that it is one action. Of several, one that an assistant may do would let in another one.
func (a Act) check() error {
	set := 0
	for _, there := range []bool{
		a.Set != nil, a.Code != "", a.Rename != nil, a.Merge != nil, a.Remove != "", a.Block != "", a.Unblock != "", a.Rejoin != "",
		a.Say != nil, a.Look != "", a.Stop, len(a.Link) > 0, a.Keep,
	} {
		if there {
			set++
		}
	}
	if set != 1 {
		return fmt.Errorf("expected one thing to be done, found %d", set)
	}
	return checkAsked(a.ID)
}

// Do performs an action in a class for an account.
//
// Errors: ErrNoClass, ErrForbidden, a message that says what is wrong, ErrNotSaved, or it cannot be
// written.
func (s *School) Do(ctx context.Context, by Account, class string, a Act) error {
	if err := a.check(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // a removed learner's data is erased, whether or not someone waits for that
	return waitFor(func() error { return s.do(ctx, by, class, a) })
}

func (s *School) do(ctx context.Context, by Account, class string, a Act) error {
	c, err := s.Class(by, class, !a.helping())
	if err != nil {
		return err
	}
	if a.Set != nil {
		if err := c.outline().checkSettings(a.Set); err != nil {
			return err
		}
	}
	code := ""
	if a.Code == "new" {
		code = s.freeCode()
	}
	var gone []string
	err = c.act(func(st *state) (event, error) {
		if a.ID != "" && slices.Contains(st.Done, a.ID) {
			return event{}, nil // when this is safe, the action is, too
		}
		e, err := a.event(s, st, by, code)
		e.ID = a.ID
		if err == nil {
			gone = documentsOf(st.Seats[a.leaves()])
		}
		return e, err
	})
	if err != nil || a.leaves() == "" {
		return err
	}
	return c.erase(ctx, gone)
}

// leaves returns the seat that the act removes.
func (a Act) leaves() string {
	if a.Merge != nil {
		return a.Merge.From
	}
	return a.Remove
}

// event checks an act and returns its event. The caller holds the class's lock.
func (a Act) event(s *School, st *state, by Account, code string) (event, error) {
	until := time.Now().Add(codeLife).Unix()
	for _, id := range []string{a.Remove, a.Block, a.Unblock, a.Rejoin} {
		if id != "" && st.Seats[id] == nil {
			return event{}, ErrSeat
		}
	}
	switch {
	case a.Set != nil:
		return event{Set: a.Set}, nil
	case a.Code == "new":
		return event{Code: &codeSet{code, until}}, nil
	case a.Code == "more" && st.Code == "":
		return event{}, errors.New("expected a class that can be joined, found one whose joining was closed meanwhile; make another code")
	case a.Code == "more":
		return event{Code: &codeSet{st.Code, until}}, nil
	case a.Code == "close":
		return event{Code: &codeSet{}}, nil
	case a.Rename != nil:
		return a.Rename.event(st)
	case a.Merge != nil:
		if st.Seats[a.Merge.From] == nil || st.Seats[a.Merge.Into] == nil || a.Merge.From == a.Merge.Into {
			return event{}, errors.New("expected two seats of this class, found others")
		}
		return event{Merge: a.Merge}, nil
	case a.Remove != "":
		return event{Remove: a.Remove}, nil
	case a.Block != "":
		return event{Block: a.Block}, nil
	case a.Unblock != "":
		return event{Unblock: a.Unblock}, nil
	case a.Rejoin != "":
		return event{Rejoin: &codeOf{a.Rejoin, newCode(rejoinLength)}}, nil
	case a.Say != nil:
		return a.Say.event(s, st, by)
	case a.Look != "":
		if !s.outline(st).step(a.Look) {
			return event{}, fmt.Errorf("expected a step of the course, found `%s`", a.Look)
		}
		return event{Look: &a.Look}, nil
	case len(a.Link) > 0:
		return linking(st, a.Link)
	case a.Keep:
		return event{}, nil
	case a.Stop:
		none := ""
		return event{Look: &none}, nil
	}
	return event{}, fmt.Errorf("expected the code `new`, `more` or `close`, found `%.20s`", a.Code)
}

func (n *Named) event(st *state) (event, error) {
	nick, err := cleanName(n.Nick, maxNick)
	switch other := st.named(nick); {
	case err != nil:
		return event{}, err
	case st.Seats[n.Seat] == nil:
		return event{}, ErrSeat
	case other != nil && other.ID != n.Seat:
		return event{}, fmt.Errorf("expected a nickname that is not taken in this class, found `%s`", nick)
	}
	return event{Name: &Named{n.Seat, nick}}, nil
}

func (n *Said) event(s *School, st *state, by Account) (event, error) {
	text := strings.TrimSpace(strings.ToValidUTF8(n.Text, "�"))
	switch {
	case text == "" || utf8.RuneCountInString(text) > maxWords:
		return event{}, fmt.Errorf("expected 1 to %d characters to say, found %d", maxWords, utf8.RuneCountInString(text))
	case n.Seat != "" && st.Seats[n.Seat] == nil:
		return event{}, ErrSeat
	case n.Step != "" && !s.outline(st).step(n.Step):
		return event{}, fmt.Errorf("expected a step of the course, found `%s`", n.Step)
	case n.Line < 0 || n.Line > 1e6:
		return event{}, fmt.Errorf("expected a line of a program, found %d", n.Line)
	}
	return event{Say: &Said{n.Seat, n.Step, n.Line, text, by.Name}}, nil
}
