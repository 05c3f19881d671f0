package school

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // a container has no time zones of its own
	"unicode/utf8"

	"unbox/classroom/journal"
	"unbox/classroom/line"
)

// Limits of a class.
const (
	// maxSeats is how many may have a seat; maxNick how long a nickname may be, in characters.
	maxSeats = 500
	maxNick  = 24
	// maxNotes is how many notes are kept for one seat, and as many for all; the oldest go first.
	maxNotes = 100
	// maxWords is how long a note may be, in characters.
	maxWords = 2000
	// maxDone is how many names of requests a class remembers, maxRuns how many of runs a seat: a page sends one at a time, so that
	// what may come again is as new as there are pages.
	maxDone = 256
	maxRuns = 32
)

// classPrefix begins the names of classes in the journal; stateName is the class's own document.
const (
	classPrefix = "class:"
	stateName   = "class"
)

// deadlineForm is how a deadline is written, in the class's time zone.
const deadlineForm = "2006-01-02T15:04"

// Settings are what a teacher sets for a class.
type Settings struct {
	Name string `json:"name"`
	// Zone is the class's time zone by its IANA name; "UTC" if it was left out.
	Zone string `json:"zone"`
	// Steps are what the class does, in its order; none stand for the whole course.
	Steps []string `json:"steps,omitempty"`
	// Hints are "open" or "locked"; Solutions "open", "locked", or "deadline": open after it.
	Hints     string `json:"hints"`
	Solutions string `json:"solutions"`
	// Deadline is such as "2026-12-24T18:00" in the class's time zone; "" for none.
	Deadline string `json:"deadline,omitempty"`
}

// deadline returns the moment in seconds since 1970; 0 for none.
func (s Settings) deadline() int64 {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil || s.Deadline == "" {
		return 0
	}
	at, err := time.ParseInLocation(deadlineForm, s.Deadline, zone)
	if err != nil {
		return 0
	}
	return at.Unix()
}

// Cell is how somebody stands with a step. Times are in seconds since 1970, 0 for never.
type Cell struct {
	// Tries counts runs of changed programs in the learner's browser.
	Tries int `json:"tries,omitempty"`
	// Status is what the last of them came to: "pass", "fail" or "error"; At is when.
	Status string `json:"status,omitempty"`
	At     int64  `json:"at,omitempty"`
	// Test is the first test that failed, Words what it said; Same counts the tries in a row in which it
	// was the first one.
	Test  string `json:"test,omitempty"`
	Words string `json:"words,omitempty"`
	Same  int    `json:"same,omitempty"`
	// Passed and Total count the tests.
	Passed int `json:"passed,omitempty"`
	Total  int `json:"total,omitempty"`
	// Begun is when the first try was.
	Begun int64 `json:"begun,omitempty"`
	// Hints is how many hints were shown, as the browser says.
	Hints int `json:"hints,omitempty"`
	// Green is when a program passed all tests on this server for the first time. Only this counts.
	Green int64 `json:"green,omitempty"`
	// Course is the version of the class's own course with whose tests it passed; 0 for the server's.
	Course int `json:"course,omitempty"`
	// Draft tells that there is a draft, Waiting how many suggestions wait in it.
	Draft   bool `json:"draft,omitempty"`
	Waiting int  `json:"waiting,omitempty"`
}

// Note is something that a teacher says to one or all.
type Note struct {
	ID int   `json:"id"`
	At int64 `json:"at"`
	// Step is where it belongs, Line which line of the program; "" and 0 for nothing of that.
	Step string `json:"step,omitempty"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// seat is somebody's place in a class.
type seat struct {
	ID   string `json:"id"`
	Nick string `json:"nick"`
	// Rejoin is the code for another device.
	Rejoin  string           `json:"rejoin"`
	Joined  int64            `json:"joined"`
	Blocked bool             `json:"blocked,omitempty"`
	Epoch   int              `json:"epoch,omitempty"`
	Step    string           `json:"step,omitempty"` // where somebody was last
	Cells   map[string]*Cell `json:"cells"`
	Notes   []Note           `json:"notes,omitempty"`
	// Answers are those to the questions that the course asks twice, by question.
	Answers map[string]*Answers `json:"answers,omitempty"`
	// Asked is the name of the request by which somebody joined, which only that browser knows.
	Asked string `json:"asked,omitempty"`
	// Runs are the pages' own names of the newest runs, the oldest first.
	Runs []string `json:"runs,omitempty"`
}

// state is what is kept of a class, but for drafts and programs.
type state struct {
	Settings Settings `json:"settings"`
	// Course is the class's own course, nil for the server's; Courses counts those that it has had.
	Course  *Course `json:"course,omitempty"`
	Courses int     `json:"courses,omitempty"`
	// Staff are those who teach here: account to role.
	Staff map[string]string `json:"staff"`
	// Code is with what the class can be joined, Until when; "" while it is closed.
	Code  string           `json:"code,omitempty"`
	Until int64            `json:"until,omitempty"`
	Seats map[string]*seat `json:"seats"`
	// Roster is who a school says is in the class, in the order in which they came.
	Roster []*Person `json:"roster,omitempty"`
	// Into leads from the words of seats that were merged, by seat and epoch, to the seats into which.
	Into  map[string]string `json:"into,omitempty"`
	Notes []Note            `json:"notes,omitempty"`
	// Look is the step that everybody shall look at; "" for none.
	Look string `json:"look,omitempty"`
	// Asked is the name of the request that made the class; Done are those of what was done in it last, the oldest first.
	Asked string   `json:"asked,omitempty"`
	Done  []string `json:"done,omitempty"`
	// Saved is the digest of the drafts with which all of the class was saved in a file; "" if it was not, or something happened since.
	Saved string `json:"saved,omitempty"`
	// Ends is when the class will be deleted, in seconds since 1970, if nothing happens before; 0 for not soon.
	Ends int64 `json:"ends,omitempty"`
	// Count numbers notes; Last is when something happened.
	Count int   `json:"count"`
	Last  int64 `json:"last"`
}

// Class is a class. Its methods may be called by several goroutines.
type Class struct {
	school *School
	id     string
	// bringing is held while the class gets another course.
	bringing sync.Mutex

	mu     sync.Mutex
	state  state
	lane   *lane
	drafts map[string]*draft
	// feeds are open connections: of seats by their IDs, of those who teach under "".
	feeds map[string]map[*Feed]bool
	// rates is what each seat, and each who teaches, may still say.
	rates map[string]*line.Rate
	ended bool
	// left means that another server has the class.
	left bool
	// changes counts what has happened, but for what was typed.
	changes uint64
}

func newClass(s *School, id string) *Class {
	c := &Class{school: s, id: id, drafts: map[string]*draft{}, feeds: map[string]map[*Feed]bool{}, rates: map[string]*line.Rate{}}
	c.state = state{Staff: map[string]string{}, Seats: map[string]*seat{}, Into: map[string]string{}}
	c.lane = c.newLane(stateName, func() []byte { return marshal(c.state) })
	return c
}

func (c *Class) newLane(name string, state func() []byte) *lane {
	o := c.school.options
	return &lane{journal: o.Journal, log: o.Log, document: c.document(name), guard: &c.mu, state: state}
}

func (c *Class) document(name string) journal.Document {
	return journal.Document{Class: classPrefix + c.id, Name: name}
}

func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic("BUG: what is kept always marshals: " + err.Error())
	}
	return text
}

// openClass reads a class; nil if nothing is kept of it.
func openClass(ctx context.Context, s *School, id string) (*Class, error) {
	c := newClass(s, id)
	h, err := s.options.Journal.Read(ctx, c.document(stateName), 0)
	if err != nil || h.Version() == 0 {
		return nil, err
	}
	if h.Snapshot.Version > 0 {
		if err := json.Unmarshal(h.Snapshot.Data, &c.state); err != nil {
			return nil, fmt.Errorf("expected a class, found something else: %w", err)
		}
	}
	for _, u := range h.Updates {
		var e event
		if err := json.Unmarshal(u.Data, &e); err != nil {
			return nil, fmt.Errorf("expected an event of a class, found something else: %w", err)
		}
		c.state.apply(e)
	}
	c.lane.written = h.Version()
	c.lane.grown = len(h.Updates)
	return c, nil
}

// ID returns by what the class is known to those who teach.
func (c *Class) ID() string { return c.id }

// take makes something happen, tells those whom it concerns, and has it written; done is told when it
// is safe. The caller has the lock.
func (c *Class) take(e event, done func(error)) {
	if e.At == 0 {
		e.At = time.Now().Unix()
	}
	ended := c.state.Ends
	c.state.apply(e)
	c.changes++
	if ended != c.state.Ends {
		c.news("")
	}
	c.lane.write(journal.Update{Data: marshal(e)}, done)
	c.tell(e)
}

// over tells why nothing happens in the class any more; nil while it does. The caller has the lock.
func (c *Class) over() error {
	switch {
	case c.left:
		return ErrMoved
	case c.ended:
		return ErrNoClass
	}
	return nil
}

// act makes something happen after a check, and waits until it is safe.
func (c *Class) act(make func(s *state) (event, error)) error {
	done, waited := wait()
	c.mu.Lock()
	if err := c.over(); err != nil {
		c.mu.Unlock()
		return err
	}
	e, err := make(&c.state)
	if err != nil {
		c.mu.Unlock()
		return err
	}
	c.take(e, done)
	c.mu.Unlock()
	return waited()
}

// helps has an account help in the class.
func (c *Class) helps(account string) error {
	return c.act(func(s *state) (event, error) {
		role := Assistant
		if s.Staff[account] == Teacher {
			role = Teacher
		}
		return event{Staff: &staff{account, role}}, nil
	})
}

// end closes the class for all: it is deleted. When it returns, nothing more is written.
func (c *Class) end() {
	c.mu.Lock()
	c.ended = true
	lanes := []*lane{c.lane}
	for _, d := range c.drafts {
		lanes = append(lanes, d.lane)
	}
	for _, l := range lanes {
		l.stop(ErrNoClass)
	}
	for _, feeds := range c.feeds {
		for f := range feeds {
			f.poke()
		}
	}
	c.mu.Unlock()
	for _, l := range lanes {
		l.rest() // what is written after the deletion would begin it anew
	}
}

// leave ends what is here of the class, which another server has.
func (c *Class) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = true
	c.lane.stop(ErrMoved)
	for _, d := range c.drafts {
		d.lane.stop(ErrMoved)
	}
	for _, feeds := range c.feeds {
		for f := range feeds {
			f.poke()
		}
	}
}

// ── Joining ───────────────────────────────────────────────────────────────

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
		if mine := s.askedBy(asked); mine != nil && sameName(mine.Nick, nick) {
			joined = c.joined(mine)
			return event{}, nil // when this is safe, the seat is
		}
		if len(s.Seats) >= maxSeats {
			return event{}, fmt.Errorf("expected at most %d seats in a class, found one more", maxSeats)
		}
		if s.named(nick) != nil {
			return event{}, fmt.Errorf("expected a nickname that is not taken in this class, found `%s`; if it is yours, use your rejoin code", nick)
		}
		new := &seat{ID: randomWord(9), Nick: nick, Rejoin: newCode(rejoinLength), Joined: time.Now().Unix(), Cells: map[string]*Cell{}, Asked: asked}
		joined = c.joined(new)
		return event{Join: new}, nil
	})
	return joined, err
}

// joined is what a seat's owner gets. The caller has the lock.
func (c *Class) joined(s *seat) Joined {
	return Joined{Class: c.id, Name: c.state.Settings.Name, Nick: s.Nick, Word: c.word(s), Rejoin: s.Rejoin, Lessons: c.state.version()}
}

// askedForm is how a page names a request, so that it is done once. A name is drawn at random, and a secret of the browser that made it.
var askedForm = regexp.MustCompile(`^[A-Za-z0-9_-]{16,40}$`)

// checkAsked looks at a request's name; "" is none.
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

// named returns the seat of a nickname, or of one that is taken for it.
func (s *state) named(nick string) *seat {
	for _, seat := range s.Seats {
		if sameName(seat.Nick, nick) {
			return seat
		}
	}
	return nil
}

func (c *Class) rejoin(code string) (Joined, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.state.Seats {
		if same(s.Rejoin, code) && !c.ended {
			return c.joined(s), true
		}
	}
	return Joined{}, false
}

// wordOf is what a word says of a seat: another epoch, another word.
func wordOf(id, epoch string) string { return id + "." + epoch }

// seatOf returns a seat by its ID and epoch. One that was merged leads to the other.
func (c *Class) seatOf(id, epoch string) (Seat, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if into := c.state.Into[wordOf(id, epoch)]; into != "" {
		id, epoch = into, ""
	}
	s := c.state.Seats[id]
	switch {
	case c.ended || s == nil || epoch != "" && strconv.Itoa(s.Epoch) != epoch:
		return Seat{}, ErrSeat
	case s.Blocked:
		return Seat{}, ErrBlocked
	}
	return Seat{c, id}, nil
}

// ── What teachers do ──────────────────────────────────────────────────────

// Act is one thing that a teacher does in a class; beside ID, one field is set.
type Act struct {
	// ID is the page's own name of it: what comes again, since the answer did not arrive, is done once. "" for none.
	ID  string    `json:"id,omitempty"`
	Set *Settings `json:"set,omitempty"`
	// Code is "new" for another code to join with, "more" to keep the one that is there open for longer, or "close".
	Code string `json:"code,omitempty"`
	// Rename gives a seat another nickname, Merge puts one seat into another, Remove deletes a seat and all that is kept of it.
	Rename *Named  `json:"rename,omitempty"`
	Merge  *Merged `json:"merge,omitempty"`
	Remove string  `json:"remove,omitempty"`
	// Block shuts a seat out, Unblock lets it in again.
	Block   string `json:"block,omitempty"`
	Unblock string `json:"unblock,omitempty"`
	// Rejoin gives a seat another rejoin code, and signs its devices out.
	Rejoin string `json:"rejoin,omitempty"`
	// Say tells something to one or to all.
	Say *Said `json:"say,omitempty"`
	// Look has everybody look at a step; Stop ends that.
	Look string `json:"look,omitempty"`
	Stop bool   `json:"stop,omitempty"`
	// Link says who of the roster has which seats.
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
}

// helping tells whether an assistant may do it.
func (a Act) helping() bool { return a.Say != nil || a.Look != "" || a.Stop }

// Do does something in a class, as an account.
//
// Errors: ErrNoClass, ErrForbidden, what is wrong in plain words, ErrUnkept, or it cannot be written.
func (s *School) Do(ctx context.Context, by Account, class string, a Act) error {
	ctx = context.WithoutCancel(ctx) // whoever leaves is erased, whether somebody waits for that or not
	return patiently(func() error { return s.do(ctx, by, class, a) })
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
	if err := checkAsked(a.ID); err != nil {
		return err
	}
	var gone []string
	err = c.act(func(st *state) (event, error) {
		if a.ID != "" && slices.Contains(st.Done, a.ID) {
			return event{}, nil // when this is safe, what was done is
		}
		e, err := a.event(s, st, code)
		e.ID = a.ID
		if err == nil {
			gone = c.documentsOf(st.Seats[a.leaves()])
		}
		return e, err
	})
	if err != nil || a.leaves() == "" {
		return err
	}
	return c.erase(ctx, gone)
}

// leaves returns the seat that is no more after the act.
func (a Act) leaves() string {
	if a.Merge != nil {
		return a.Merge.From
	}
	return a.Remove
}

// event checks an act and says what happens. The class's lock is held.
func (a Act) event(s *School, st *state, code string) (event, error) {
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
		return a.Say.event(s, st)
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
	return event{}, errors.New("expected something to be done, found nothing")
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

func (n *Said) event(s *School, st *state) (event, error) {
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
	return event{Say: &Said{n.Seat, n.Step, n.Line, text}}, nil
}

// documentsOf lists what is kept of a seat beside the class. The caller has the lock.
func (c *Class) documentsOf(s *seat) []string {
	var names []string
	if s == nil {
		return nil
	}
	for _, step := range slices.Sorted(maps.Keys(s.Cells)) {
		names = append(names, draftName(s.ID, step), greenName(s.ID, step))
	}
	return names
}

// forget deletes documents of the class.
func (c *Class) forget(ctx context.Context, names []string) error {
	var all []journal.Document
	for _, name := range names {
		c.mu.Lock()
		d := c.drafts[name]
		if d != nil {
			d.lane.stop(ErrSeat)
			delete(c.drafts, name)
		}
		c.mu.Unlock()
		if d != nil {
			d.lane.rest() // what is written after the deletion would begin it anew
		}
		all = append(all, c.document(name))
	}
	if len(all) == 0 {
		return nil
	}
	return c.school.options.Journal.Delete(ctx, all...)
}
