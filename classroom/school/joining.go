package school

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file is about how somebody gets a seat in a class, and shows later whose it is: codes that are typed, and words that the server signs.

// Codes have letters and digits that are not mistaken for each other.
const (
	codeLetters  = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	codeLength   = 6
	rejoinLength = 8
	// codeLife is the lifetime of a code.
	codeLife = 12 * time.Hour
	// clocksDiffer is by how many seconds the clocks of servers that take classes over from each other may differ.
	clocksDiffer = 60
)

var codeForm = regexp.MustCompile(`^[` + codeLetters + `]+$`)

// readCode reads a typed code of a given length; it returns "" if it is not
// one.
func readCode(typed string, length int) string {
	code := plainSecret(typed)
	if len(code) != length || !codeForm.MatchString(code) {
		return ""
	}
	return code
}

// newCode returns a random code of that many letters, all equally likely.
func newCode(length int) string {
	code := make([]byte, 0, length)
	for len(code) < length {
		var b [32]byte
		_, _ = rand.Read(b[:]) // never fails
		for _, c := range b {
			if int(c) < 256/len(codeLetters)*len(codeLetters) && len(code) < length {
				code = append(code, codeLetters[int(c)%len(codeLetters)])
			}
		}
	}
	return string(code)
}

// freeCode returns a random code that no class has.
func (s *School) freeCode() string {
	for {
		code := newCode(codeLength)
		if !slices.ContainsFunc(s.all(), func(c *Class) bool { return c.hasCode(code) }) {
			return code
		}
	}
}

// hasCode reports whether a class can be joined with a code, or will be when all is written.
func (c *Class) hasCode(code string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state.Code == code || c.stored.Code == code
}

// byCode returns the class that can be joined with a code; nil for "", which is what a closed class has.
func (s *School) byCode(code string) *Class {
	if code == "" {
		return nil
	}
	for _, c := range s.all() {
		c.mu.Lock()
		now := time.Now()
		found := c.stored.Code == code && c.stored.Until > now.Unix()
		if longest := now.Add(codeLife).Unix(); found && c.state.Code == code && c.state.Until > longest+clocksDiffer { // the clock was ahead when the code was made
			c.take(event{At: now.Unix(), Code: &codeSet{code, longest}}, nil)
		}
		c.mu.Unlock()
		if found {
			return c
		}
	}
	return nil
}

// Joined is what a learner gets on joining.
type Joined struct {
	Class string `json:"class"`
	Name  string `json:"name"`
	Nick  string `json:"nick"`
	// Word identifies the seat; it is secret.
	Word string `json:"word"`
	// Rejoin is the code for using the seat on another device.
	Rejoin string `json:"rejoin"`
	// Lessons is the version of the class's own course, 0 for the server's.
	Lessons int `json:"lessons,omitempty"`
}

// joined returns what a seat's owner gets by a state. The caller holds the lock.
func (c *Class) joined(by *state, s *seat) Joined {
	return Joined{Class: c.id, Name: by.Settings.Name, Nick: s.Nick, Word: c.word(s), Rejoin: s.Rejoin, Lessons: by.version()}
}

// Open returns the name of the class that can be joined with a code.
//
// Errors: ErrNoCode.
func (s *School) Open(typed string) (name string, err error) {
	c := s.byCode(readCode(typed, codeLength))
	if c == nil {
		return "", ErrNoCode
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stored.Settings.Name, nil
}

// Join gives someone a seat. A request with the same name, if it has one, and the same nickname gets the
// same seat.
//
// Errors: ErrNoCode, what is wrong with the nickname, the class is full, ErrNotSaved, or it cannot be written.
func (s *School) Join(typed, nick, asked string) (Joined, error) {
	c := s.byCode(readCode(typed, codeLength))
	if c == nil {
		return Joined{}, ErrNoCode
	}
	return waitForResult(func() (Joined, error) { return c.join(nick, asked) })
}

func (c *Class) join(nick, asked string) (Joined, error) {
	nick, err := cleanName(nick, maxNick)
	if err != nil {
		return Joined{}, err
	}
	if err := checkAsked(asked); err != nil {
		return Joined{}, err
	}
	var joined Joined
	err = c.act(func(s *state) (event, error) {
		if mine := s.askedBy(asked); mine != nil && (mine.Renamed || sameName(mine.Nick, nick)) {
			joined = c.joined(s, mine)
			return event{}, nil // when this is safe, the seat is, too
		}
		if len(s.Seats) >= maxSeats {
			return event{}, fmt.Errorf("expected at most %d seats in a class, found one more", maxSeats)
		}
		if s.named(nick) != nil {
			return event{}, fmt.Errorf("expected a nickname that is not taken in this class, found `%s`; if it is yours, use your rejoin code", nick)
		}
		new := &seat{ID: randomWord(9), Nick: nick, Rejoin: newCode(rejoinLength), Joined: time.Now().Unix(), Cells: map[string]*Cell{}, Asked: asked}
		joined = c.joined(s, new)
		return event{Join: new}, nil
	})
	return joined, err
}

// askedForm is the form of a page's name for a request, so that the request is done once. A name is random, and known only to the
// browser that made it.
var askedForm = regexp.MustCompile(`^[A-Za-z0-9_-]{16,40}$`)

// checkAsked checks a request's name; "" stands for none.
func checkAsked(asked string) error {
	if asked != "" && !askedForm.MatchString(asked) {
		return errors.New("expected a request's name of 16 to 40 letters and digits, found something else")
	}
	return nil
}

// askedBy returns the seat that a request made.
func (s *state) askedBy(asked string) *seat {
	for _, seat := range s.Seats {
		if asked != "" && seat.Asked == asked {
			return seat
		}
	}
	return nil
}

// named returns the seat with a nickname, or with one that looks the same.
func (s *state) named(nick string) *seat {
	for _, seat := range s.Seats {
		if sameName(seat.Nick, nick) {
			return seat
		}
	}
	return nil
}

// Rejoin gives a seat to another device of its learner.
//
// Errors: ErrNoCode.
func (s *School) Rejoin(typed string) (Joined, error) {
	code := readCode(typed, rejoinLength)
	if code == "" {
		return Joined{}, ErrNoCode
	}
	for _, c := range s.all() {
		if joined, ok := c.rejoin(code); ok {
			return joined, nil
		}
	}
	return Joined{}, ErrNoCode
}

func (c *Class) rejoin(code string) (Joined, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.stored.Seats {
		if same(s.Rejoin, code) && !c.ended {
			return c.joined(&c.stored, s), true
		}
	}
	return Joined{}, false
}

// Seat is a learner's place in a class, as proved by a request.
type Seat struct {
	class *Class
	id    string
	epoch int
}

// Seat returns the seat that a word is for.
//
// Errors: ErrSeat, ErrBlocked, or ErrMoved.
func (s *School) Seat(word string) (Seat, error) {
	at := strings.LastIndexByte(word, '.')
	if at < 0 || !s.options.Key.For("class").Check([]byte(word[:at]), word[at+1:]) {
		return Seat{}, ErrSeat
	}
	parts := strings.Split(word[:at], ".")
	c := s.class(parts[0])
	if c == nil {
		return Seat{}, ErrSeat
	}
	return c.seatOf(parts[1], parts[2])
}

// seatOf returns a seat by its ID and epoch. A merged seat leads to the one it was
// merged into.
func (c *Class) seatOf(id, epoch string) (Seat, error) {
	seat, err := c.seatNow(id, epoch)
	if err = c.outcome(context.Background(), err); errors.Is(err, ErrNoClass) {
		return Seat{}, ErrSeat // a deleted class has no seats
	}
	return seat, err
}

// seatNow is seatOf for a class that may be being deleted.
func (c *Class) seatNow(id, epoch string) (Seat, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.over(); err != nil {
		return Seat{}, err
	}
	if into := c.stored.Into[wordOf(id, epoch)]; into != "" {
		id, epoch = into, ""
	}
	s := c.stored.Seats[id]
	switch {
	case s == nil || epoch != "" && strconv.Itoa(s.Epoch) != epoch:
		return Seat{}, ErrSeat
	case s.Blocked:
		return Seat{}, ErrBlocked
	}
	return Seat{c, id, s.Epoch}, nil
}

// wordOf is the content of a seat's word: with a new epoch it changes.
func wordOf(id, epoch string) string { return id + "." + epoch }

// word signs a seat's word. A new epoch makes earlier words invalid.
func (c *Class) word(seat *seat) string {
	what := fmt.Sprintf("%s.%s.%d", c.id, seat.ID, seat.Epoch)
	return what + "." + c.school.options.Key.For("class").Sign([]byte(what))
}
