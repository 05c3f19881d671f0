package school

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // a container may have no time zone data

	"unbox/classroom/journal"
	"unbox/classroom/line"
)

// Limits of a class.
const (
	// maxSeats is the maximum number of seats, maxNick the maximum length of a nickname in
	// characters.
	maxSeats = 500
	maxNick  = 24
	// maxNotes is the maximum number of notes kept for each seat, and also for those to all; the
	// oldest are dropped first.
	maxNotes = 100
	// maxWords is the maximum length of a note in characters.
	maxWords = 2000
	// maxDone is the number of request names that a class remembers, maxRuns the number of run names that a seat remembers: a page
	// sends one at a time, so only about as many as there are pages may be repeated.
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
	// Steps are the steps that the class does, in its order; none stand for the
	// whole course.
	Steps []string `json:"steps,omitempty"`
	// Hints are "open" or "locked"; Solutions "open", "locked", or "deadline": open after it.
	Hints     string `json:"hints"`
	Solutions string `json:"solutions"`
	// Deadline has the form "2026-12-24T18:00" and is in the class's time zone; ""
	// for none.
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

// Cell is a learner's state in a step. Times are in seconds since 1970, 0 for never.
type Cell struct {
	// Tries counts runs of changed programs in the learner's browser.
	Tries int `json:"tries,omitempty"`
	// Status is the result of the last of them: "pass", "fail" or "error"; At is its
	// time.
	Status string `json:"status,omitempty"`
	At     int64  `json:"at,omitempty"`
	// Test is the first test that failed, Words its message; Same counts the consecutive tries in which
	// it was the first one.
	Test  string `json:"test,omitempty"`
	Words string `json:"words,omitempty"`
	Same  int    `json:"same,omitempty"`
	// Passed and Total count the tests.
	Passed int `json:"passed,omitempty"`
	Total  int `json:"total,omitempty"`
	// Begun is the time of the first try.
	Begun int64 `json:"begun,omitempty"`
	// Hints is the number of hints shown, as reported by the browser.
	Hints int `json:"hints,omitempty"`
	// Green is the time when a program first passed all tests on this server. Only this counts.
	Green int64 `json:"green,omitempty"`
	// Course is the version of the class's own course whose tests it passed; 0 for the server's
	// course.
	Course int `json:"course,omitempty"`
	// Opened tells that a page of the learner had the step open, so that there may be a draft; Draft that something was typed, Waiting how many
	// suggestions wait in the draft.
	Opened  bool `json:"opened,omitempty"`
	Draft   bool `json:"draft,omitempty"`
	Waiting int  `json:"waiting,omitempty"`
}

// Note is a message of a teacher to one learner or all.
type Note struct {
	ID int   `json:"id"`
	At int64 `json:"at"`
	// Step is the step that it is about, Line the line of the program; "" and 0 for none.
	Step string `json:"step,omitempty"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
	// By is the name of who wrote it; "" in what earlier versions kept.
	By string `json:"by,omitempty"`
}

// seat is a learner's place in a class.
type seat struct {
	ID   string `json:"id"`
	Nick string `json:"nick"`
	// Rejoin is the code for another device.
	Rejoin  string           `json:"rejoin"`
	Joined  int64            `json:"joined"`
	Blocked bool             `json:"blocked,omitempty"`
	Epoch   int              `json:"epoch,omitempty"`
	Step    string           `json:"step,omitempty"` // where the learner was last
	Cells   map[string]*Cell `json:"cells"`
	Notes   []Note           `json:"notes,omitempty"`
	// Answers are those to the questions that the course asks twice, by question.
	Answers map[string]*Answers `json:"answers,omitempty"`
	// Asked is the name of the request to join, which only the learner's browser knows; Renamed means that the nickname is another one than that
	// of the request.
	Asked   string `json:"asked,omitempty"`
	Renamed bool   `json:"renamed,omitempty"`
	// Runs are the names that pages gave the newest runs, the oldest first.
	Runs []string `json:"runs,omitempty"`
}

// state is the stored state of a class, except drafts and programs.
type state struct {
	Settings Settings `json:"settings"`
	// Course is the class's own course, nil for the server's; Courses counts the courses that it
	// has had.
	Course  *Course `json:"course,omitempty"`
	Courses int     `json:"courses,omitempty"`
	// Staff are those who teach here: account to role.
	Staff map[string]string `json:"staff"`
	// Code is the code for joining the class, Until its expiry; "" while the class
	// is closed.
	Code  string           `json:"code,omitempty"`
	Until int64            `json:"until,omitempty"`
	Seats map[string]*seat `json:"seats"`
	// Roster lists who is in the class according to the school, in the order in
	// which they were added.
	Roster []*Person `json:"roster,omitempty"`
	// Into maps the words of merged seats, by seat and epoch, to the seats into which they were
	// merged.
	Into  map[string]string `json:"into,omitempty"`
	Notes []Note            `json:"notes,omitempty"`
	// Look is the step that everyone should look at; "" for none.
	Look string `json:"look,omitempty"`
	// Asked is the name of the request that created the class; Done are the names of the last requests in it, the oldest
	// first.
	Asked string   `json:"asked,omitempty"`
	Done  []string `json:"done,omitempty"`
	// Saved is the digest of the drafts when the class was saved in a file; "" if it was not, or if something has happened since.
	Saved string `json:"saved,omitempty"`
	// Erase are documents of seats that have left, until they are deleted.
	Erase []string `json:"erase,omitempty"`
	// Carry says into which seats others were merged, by those: what the documents in Erase have of them is brought there first.
	Carry map[string]string `json:"carry,omitempty"`
	// Ends is when the class will be deleted, in seconds since 1970, if nothing happens before; 0 for not soon.
	Ends int64 `json:"ends,omitempty"`
	// Count numbers notes; Last is when something happened.
	Count int   `json:"count"`
	Last  int64 `json:"last"`
}

// Class is a class. It is safe for concurrent use.
type Class struct {
	school *School
	id     string
	// bringing is held while the class gets a new course.
	bringing sync.Mutex

	mu sync.Mutex
	// state is what the class is after all events, stored what it is after those that are safe. What is done is checked by state; what
	// somebody is told rests on stored, which is what a server would find that reads the journal now.
	state, stored state
	queue         *writeQueue
	drafts        map[string]*draft
	// feeds are the open connections: those of seats by their IDs, those of teachers
	// under "".
	feeds map[string]map[*Feed]bool
	// rates are the remaining message allowances of each seat and each teacher.
	rates map[string]*line.Rate
	// ended means that the deletion of the class has begun, decided is closed when it is known what became of that. deleted means that nothing
	// is stored any more.
	ended, deleted bool
	decided        chan struct{}
	// left means that another server has the class, or that it was read again.
	left bool
	// changes counts the events that are safe, except typing, typed the changes of drafts.
	changes, typed uint64
}

func newClass(s *School, id string) *Class {
	c := &Class{school: s, id: id, drafts: map[string]*draft{}, feeds: map[string]map[*Feed]bool{}, rates: map[string]*line.Rate{}}
	for _, s := range []*state{&c.state, &c.stored} {
		*s = state{Staff: map[string]string{}, Seats: map[string]*seat{}, Into: map[string]string{}}
	}
	c.queue = c.newQueue(stateName, func() []byte { return marshal(c.state) })
	return c
}

func (c *Class) newQueue(name string, state func() []byte) *writeQueue {
	o := c.school.options
	return &writeQueue{journal: o.Journal, log: o.Log, document: c.document(name), guard: &c.mu, state: state}
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

// openClass reads a class; it returns nil if nothing is stored of it.
func openClass(ctx context.Context, s *School, id string) (*Class, error) {
	c := newClass(s, id)
	h, err := s.options.Journal.Read(ctx, c.document(stateName), 0)
	if err != nil || h.Version() == 0 {
		return nil, err
	}
	if err := errors.Join(c.state.load(h), c.stored.load(h)); err != nil {
		return nil, err
	}
	c.queue.written = h.Version()
	c.queue.grown = len(h.Updates)
	return c, nil
}

// load makes a state of what is stored of it.
func (s *state) load(h journal.History) error {
	if h.Snapshot.Version > 0 {
		if err := json.Unmarshal(h.Snapshot.Data, s); err != nil {
			return fmt.Errorf("expected a class, found something else: %w", err)
		}
		if err := s.check(); err != nil {
			return err
		}
	}
	for _, u := range h.Updates {
		if err := s.read(u.Data); err != nil {
			return err
		}
	}
	return nil
}

// read makes an event part of a state as it is stored.
func (s *state) read(data []byte) error {
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		return fmt.Errorf("expected an event of a class, found something else: %w", err)
	}
	s.apply(e)
	return nil
}

// check looks at what was read, which may come from a backup that somebody has changed.
//
// Errors: something is missing that is always there.
func (s *state) check() error {
	missing := func(what string) error {
		return fmt.Errorf("expected a class, found one in which %s is missing", what)
	}
	if s.Seats == nil || s.Staff == nil || s.Into == nil {
		return missing("a list")
	}
	for _, p := range s.Roster {
		if p == nil {
			return missing("a person of the roster")
		}
	}
	for _, seat := range s.Seats {
		if seat == nil || seat.Cells == nil {
			return missing("a seat")
		}
		for _, c := range seat.Cells {
			if c == nil {
				return missing("a step of a seat")
			}
		}
		for _, a := range seat.Answers {
			if a == nil {
				return missing("an answer of a seat")
			}
		}
	}
	return nil
}

// ID returns the class's ID, which teachers use.
func (c *Class) ID() string { return c.id }

// take makes something happen and has it written. When it is safe, those whom it concerns are told, and done is. The caller has the lock.
func (c *Class) take(e event, done func(error)) {
	if e.At == 0 {
		e.At = time.Now().Unix()
	}
	c.state.apply(e)
	data := marshal(e)
	c.queue.write(journal.Update{Data: data}, func(err error) {
		if err == nil {
			c.happened(e, data)
		}
		if done != nil {
			done(err)
		}
	})
}

// happened tells of an event that is safe. The caller has the lock.
func (c *Class) happened(e event, data []byte) {
	ended := c.stored.Ends
	if err := c.stored.read(data); err != nil {
		panic("BUG: events that were written can be read: " + err.Error())
	}
	c.changes++
	if ended != c.stored.Ends {
		c.news("")
	}
	c.tell(e)
}

// written waits until all so far in one of the class's queues is safe.
//
// Errors: what became of what is not, or that of the context.
func (c *Class) written(ctx context.Context, q *writeQueue) error {
	answer := make(chan error, 1)
	c.mu.Lock()
	q.settle(func(err error) { answer <- err })
	c.mu.Unlock()
	select {
	case err := <-answer:
		return c.outcome(ctx, err)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// outcome returns an error, once it is known whether that is so: while a class is being deleted, nobody hears that it is gone.
//
// Errors: that one, ErrNotSaved if it is not known after saveTimeout, or that of the context.
func (c *Class) outcome(ctx context.Context, err error) error {
	if !errors.Is(err, ErrNoClass) {
		return err
	}
	c.mu.Lock()
	decided := c.decided
	c.mu.Unlock()
	if decided != nil {
		late := time.NewTimer(saveTimeout)
		defer late.Stop()
		select {
		case <-decided:
		case <-late.C:
			return ErrNotSaved
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over()
}

// over returns the reason why the class accepts no more events; nil while it does. The caller holds
// the lock.
func (c *Class) over() error {
	switch {
	case c.left:
		return ErrMoved
	case c.ended:
		return ErrNoClass
	}
	if c.queue.stopped != nil {
		return ErrMoved // the state may have changes that are not stored
	}
	return nil
}

// act applies an event after a check, and waits until it is safe. An objection of the check may rest on what is still being written: it counts
// when that is safe.
func (c *Class) act(make func(s *state) (event, error)) error {
	done, waited := wait()
	c.mu.Lock()
	if err := c.over(); err != nil {
		c.mu.Unlock()
		return c.outcome(context.Background(), err)
	}
	e, objection := make(&c.state)
	if objection == nil {
		c.take(e, done)
	} else {
		c.queue.settle(done)
	}
	c.mu.Unlock()
	if err := waited(); err != nil {
		return c.outcome(context.Background(), err)
	}
	return objection
}

// helps adds an account to the staff of the class.
func (c *Class) helps(account string) error {
	return c.act(func(s *state) (event, error) {
		role := Assistant
		if s.Staff[account] == Teacher {
			role = Teacher
		}
		return event{Staff: &staff{account, role}}, nil
	})
}

// leave discards the class here, since another server has it.
func (c *Class) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = true
	c.queue.stop(ErrMoved)
	for _, d := range c.drafts {
		d.queue.stop(ErrMoved)
	}
	for _, feeds := range c.feeds {
		for f := range feeds {
			f.poke()
		}
	}
}
