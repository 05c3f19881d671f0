package school

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"unbox/classroom/edit"
	"unbox/classroom/journal"
)

// maxDraft is the maximum length of a draft in UTF-16 code units: that of a program that the server
// runs.
const maxDraft = 64 << 10

// draftsAtHand is the maximum number of drafts of one seat in memory; others are read when they are
// needed.
const draftsAtHand = 3

// draft is the text that a learner has typed in a step. Its versions are those of its
// document.
type draft struct {
	seat, step string
	text       edit.Text
	version    uint64
	// changed is the version of the last change of the text: what came after it are suggestions, and what became of them.
	changed uint64
	past    past
	// suggestions are the newest ones, the oldest first; suggested counts all there were.
	suggestions []*keptSuggestion
	suggested   int
	// stored is the draft as far as it is safe: what is told of it.
	stored storedDraft
	queue  *writeQueue
	used   time.Time
	// noted means that the class knows for good that there may be a draft, noting that this is on its way. Before that nothing is called safe: a
	// draft that no class knows of would not be found, and not be deleted with its seat. safe is what will be, maker whose change it was. It is
	// noted when a page opens the step, so that the first key does not wait for it.
	noted, noting bool
	safe          uint64
	maker         string
}

// storedDraft is what is told of a draft.
type storedDraft struct {
	text             edit.Text
	version, changed uint64
	past             past
	suggestions      []keptSuggestion
}

// now returns what is told of a draft when all of it is safe.
func (d *draft) now() storedDraft {
	s := storedDraft{text: d.text, version: d.version, changed: d.changed, past: d.past}
	for _, k := range d.suggestions {
		s.suggestions = append(s.suggestions, *k)
	}
	return s
}

// frame is what those who teach are told of it.
func (d *draft) frame() draftFrame {
	return draftFrame{"draft", d.seat, d.step, d.stored.version, d.stored.text.String(), len(d.stored.past.moments), 0}
}

// keptDraft is a snapshot of one.
type keptDraft struct {
	Text string `json:"text"`
	// Past has its earlier texts.
	Past *keptPast `json:"past,omitempty"`
	// Changed is the version of the last change of the text; 0 for what earlier versions kept: that of the snapshot.
	Changed uint64 `json:"changed,omitempty"`
	// Suggestions are the newest ones, Suggested counts all there were.
	Suggestions []*keptSuggestion `json:"suggestions,omitempty"`
	Suggested   int               `json:"suggested,omitempty"`
}

func draftName(seat, step string) string { return "draft/" + seat + "/" + step }
func greenName(seat, step string) string { return "green/" + seat + "/" + step }

// draft returns a draft, which it may have to read from the disk.
//
// Errors: ErrSeat, ErrNoClass, ErrMoved, or it cannot be read.
func (c *Class) draft(ctx context.Context, id, step string) (*draft, error) {
	name := draftName(id, step)
	c.mu.Lock()
	d := c.drafts[name]
	err := c.over()
	if err == nil && d != nil && d.queue.stopped != nil {
		err = ErrMoved // it may have changes that are not stored
	}
	c.mu.Unlock()
	if err != nil || d != nil {
		return d, err
	}
	h, err := c.school.options.Journal.Read(ctx, c.document(name), 0)
	if err != nil {
		return nil, err
	}
	fresh, err := c.loadDraft(id, step, h)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.over(); err != nil {
		return nil, err
	}
	if c.stored.Seats[id] == nil {
		return nil, ErrSeat
	}
	if d := c.drafts[name]; d != nil {
		return d, nil // another call was faster
	}
	c.makeRoom(id)
	fresh.used = time.Now()
	c.drafts[name] = fresh
	return fresh, nil
}

// loadDraft makes a draft of what is kept of it.
func (c *Class) loadDraft(id, step string, h journal.History) (*draft, error) {
	d := &draft{seat: id, step: step}
	d.queue = c.newQueue(draftName(id, step), func() []byte { return marshal(d.kept()) })
	d.queue.reached = func() (safe func()) {
		now := d.now()
		return func() { d.stored = now }
	}
	return d, d.load(h)
}

// kept is the draft as it is written.
func (d *draft) kept() keptDraft {
	return keptDraft{d.text.String(), d.past.kept(), d.changed, d.suggestions, d.suggested}
}

// load makes a draft of what is kept of it.
func (d *draft) load(h journal.History) error {
	if h.Snapshot.Version > 0 {
		var k keptDraft
		if err := json.Unmarshal(h.Snapshot.Data, &k); err != nil {
			return fmt.Errorf("expected a draft, found something else: %w", err)
		}
		d.text = edit.New(k.Text)
		d.changed, d.suggestions, d.suggested = k.Changed, k.Suggestions, k.Suggested
		if d.changed == 0 {
			d.changed = h.Snapshot.Version
		}
		var err error
		if d.past, err = readPast(k.Past); err != nil {
			return err
		}
	}
	for i, u := range h.Updates {
		if bytes.HasPrefix(u.Data, []byte("{")) { // changes are lists
			var e draftEvent
			if err := json.Unmarshal(u.Data, &e); err != nil {
				return fmt.Errorf("expected an event of a draft, found something else: %w", err)
			}
			d.apply(e, h.First+uint64(i))
			continue
		}
		next, err := d.text.Changed(u.Data, maxDraft)
		if err != nil {
			return err
		}
		d.past.change(d.text, int64(u.Counter))
		d.text, d.changed = next, h.First+uint64(i)
	}
	d.version, d.queue.written, d.queue.grown = h.Version(), h.Version(), len(h.Updates)
	d.stored = d.now()
	return nil
}

// makeRoom drops the least recently used draft of a seat from memory if there are enough and it is
// completely safe. The caller holds the lock.
func (c *Class) makeRoom(id string) {
	var oldest *draft
	count := 0
	for _, d := range c.drafts {
		if d.seat != id {
			continue
		}
		count++
		if !d.queue.busy && !d.noting && (oldest == nil || d.used.Before(oldest.used)) {
			oldest = d
		}
	}
	if count >= draftsAtHand && oldest != nil {
		delete(c.drafts, draftName(oldest.seat, oldest.step))
	}
}

// errStale means that a change is of an outdated version of a draft.
var errStale = errors.New("expected a change of the newest draft, found one of another")

// hold checks that a draft is the one of its step. The caller has the lock.
//
// Errors: ErrMoved, ErrNoClass, ErrSeat, or errStale if it made room and was read again.
func (c *Class) hold(d *draft) error {
	name := draftName(d.seat, d.step)
	if err := c.over(); err != nil {
		return err
	}
	switch {
	case c.state.Seats[d.seat] == nil:
		return ErrSeat
	case c.drafts[name] == nil && !d.queue.busy:
		c.drafts[name] = d // it was dropped from memory a moment ago
	case c.drafts[name] != d:
		return errStale
	case d.queue.stopped != nil:
		return ErrMoved
	}
	return nil
}

// edit changes a draft; what is kept of it is told to the seat's pages when it is safe. The change is of any version since the last one of
// the text.
//
// Errors: errStale, what is wrong with the change, or ErrSeat.
func (c *Class) edit(d *draft, version uint64, change json.RawMessage, client string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.hold(d); err != nil {
		return err
	}
	if version < d.changed || version > d.version {
		return errStale
	}
	next, err := d.text.Changed(change, maxDraft)
	if err != nil {
		return err
	}
	at := c.school.now()
	d.past.change(d.text, at)
	d.text, d.used = next, time.Now()
	d.version++
	d.changed = d.version
	safe := d.version
	// A draft recognizes repeats by their versions, so the update's counter is its time.
	d.queue.write(journal.Update{Client: client, Counter: uint64(at), Data: change}, func(err error) {
		if err != nil {
			return
		}
		c.typed++
		c.typedIn(d)
		if d.safe, d.maker = safe, client; d.noted {
			c.kept(d, client, safe)
		}
	})
	c.at(d, true)
	return nil
}

// typedIn has those who look at a draft hear that its text or its history has changed. The caller has the lock.
func (c *Class) typedIn(d *draft) {
	for f := range c.feeds[""] {
		if f.watchSeat == d.seat && f.watchStep == d.step {
			f.draftDirty = true
			f.poke()
		}
	}
}

// at notes that a seat has the step of a draft open, and whether something was typed there. The caller has the lock.
func (c *Class) at(d *draft, typed bool) {
	s := c.state.Seats[d.seat]
	if s == nil {
		return
	}
	cell := s.Cells[d.step]
	known := cell != nil && cell.mayHaveDraft()
	var done func(error)
	switch {
	case known && !d.noting:
		d.noted = true
	case !known:
		d.noting = true
		done = func(err error) {
			if d.noting = false; err == nil {
				d.noted = true
				if d.safe > 0 {
					c.kept(d, d.maker, d.safe)
				}
			}
		}
	}
	if !known || s.Step != d.step || typed && !cell.Draft || c.drowsy() {
		c.take(event{Draft: &touched{d.seat, d.step, typed}}, done)
	}
}

// awake is for how many seconds after an event typing needs no event of its own.
const awake = 3600

// drowsy reports whether typing has to become an event, so that a class in which somebody types is not deleted. It is also
// true after the clock went back. The caller has the lock.
func (c *Class) drowsy() bool {
	since := time.Now().Unix() - c.state.Last
	return c.state.Ends != 0 || since < 0 || since >= awake
}

// mayHaveDraft reports whether there can be a draft in a step.
func (c *Cell) mayHaveDraft() bool { return c.Opened || c.Draft }

// kept tells a seat's pages what is safe. The caller holds the lock.
func (c *Class) kept(d *draft, client string, version uint64) {
	for f := range c.feeds[d.seat] {
		if f.client == client {
			f.kept[d.step] = version
			f.poke()
		}
	}
}

// ── What passed ───────────────────────────────────────────────────────────

// keptGreen is the newest program that passed.
type keptGreen struct {
	At      int64           `json:"at"`
	Code    string          `json:"code"`
	Receipt json.RawMessage `json:"receipt"`
}

// Run is a program that has passed all tests of a step on a server.
type Run struct {
	Step, Code string
	// Course is the version of the class's own course that has these tests, 0 for the server's; Tests is their hash.
	Course int
	Tests  string
	// Total is the number of tests.
	Total   int
	Receipt []byte
}

// counts reports whether a run is of the class's course, as it is now or with the same tests as before. The caller holds the lock.
func (c *Class) counts(r Run) bool {
	own := c.state.Course
	if !c.school.outline(&c.state).step(r.Step) || (own == nil) != (r.Course == 0) {
		return false
	}
	return own == nil || own.Tests[r.Step] == r.Tests
}

// Passed records that a program of a seat has passed all tests of a step on a server. A run of a different course than the
// class's does not count.
//
// Errors: ErrSeat, or it cannot be written.
func (s Seat) Passed(ctx context.Context, r Run) error {
	c := s.class
	c.mu.Lock()
	counts := c.counts(r)
	c.mu.Unlock()
	if !counts {
		return c.written(ctx, c.queue) // the course may be one that is being written
	}
	if err := c.keepGreen(ctx, greenName(s.id, r.Step), keptGreen{time.Now().Unix(), r.Code, r.Receipt}); err != nil {
		return err
	}
	err := c.act(func(st *state) (event, error) {
		if st.Seats[s.id] == nil {
			return event{}, ErrSeat
		}
		if !c.counts(r) {
			return event{}, nil // the course was replaced a moment ago
		}
		return event{Green: &green{s.id, r.Step, r.Total, r.Course}}, nil
	})
	if errors.Is(err, ErrSeat) || errors.Is(err, ErrNoClass) { // it was removed while the program was written
		err = errors.Join(err, c.forget(ctx, []string{greenName(s.id, r.Step)}))
	}
	return err
}

// keepGreen stores a program, which replaces the one before.
func (c *Class) keepGreen(ctx context.Context, name string, k keptGreen) error {
	j, d := c.school.options.Journal, c.document(name)
	for {
		h, err := j.Read(ctx, d, 0)
		if err != nil {
			return err
		}
		err = j.Append(ctx, d, h.Version(), []journal.Update{{Data: []byte("{}")}})
		var moved *journal.VersionError
		if errors.As(err, &moved) {
			continue // two concurrent runs
		}
		if err != nil {
			return err
		}
		return j.Snapshot(ctx, d, journal.Snapshot{Version: h.Version() + 1, Data: marshal(k)})
	}
}

// ── What a learner sees of what is kept ───────────────────────────────────

// Own is everything that is stored of a seat.
type Own struct {
	Class  string            `json:"class"`
	Nick   string            `json:"nick"`
	Joined int64             `json:"joined"`
	Rejoin string            `json:"rejoin"`
	Steps  map[string]*Cell  `json:"steps"`
	Notes  []Note            `json:"notes"`
	Drafts map[string]string `json:"drafts"`
	// Past has earlier texts of drafts.
	Past     map[string][]Moment `json:"past"`
	Programs map[string]string   `json:"programs"`
	// Suggestions are those of somebody who teaches for drafts, and what became of them.
	Suggestions map[string][]Suggestion `json:"suggestions"`
	// Answers are those to questions that the course asks twice.
	Answers map[string]Answers `json:"answers"`
	// Course are the class's steps, in its order; Lessons is the version of its own course, 0 for the server's.
	Course  []Step `json:"course"`
	Lessons int    `json:"lessons"`
}

// Own returns everything that is stored of a seat.
//
// Errors: ErrSeat, or it cannot be read.
func (s Seat) Own(ctx context.Context) (Own, error) {
	c := s.class
	own := Own{Drafts: map[string]string{}, Past: map[string][]Moment{}, Programs: map[string]string{}, Suggestions: map[string][]Suggestion{}, Steps: map[string]*Cell{}, Answers: map[string]Answers{}}
	c.mu.Lock()
	mine := c.stored.Seats[s.id]
	if mine == nil {
		c.mu.Unlock()
		return own, ErrSeat
	}
	own.Class, own.Nick, own.Joined, own.Rejoin, own.Notes = c.stored.Settings.Name, mine.Nick, mine.Joined, mine.Rejoin, mine.Notes
	own.Course, own.Lessons = c.school.outline(&c.stored).chosen(c.stored.Settings.Steps), c.stored.version()
	for question, answers := range mine.Answers {
		own.Answers[question] = *answers
	}
	for step, cell := range mine.Cells {
		copied := *cell
		own.Steps[step] = &copied
	}
	c.mu.Unlock()
	for step, cell := range own.Steps {
		if cell.mayHaveDraft() {
			d, err := c.draft(ctx, s.id, step)
			if err != nil {
				return own, err
			}
			c.mu.Lock()
			if d.stored.version > 0 {
				own.Drafts[step] = d.stored.text.String()
			}
			if len(d.stored.past.moments) > 0 {
				own.Past[step] = d.stored.past.told()
			}
			for _, k := range d.stored.suggestions {
				own.Suggestions[step] = append(own.Suggestions[step], k.told())
			}
			c.mu.Unlock()
		}
		if cell.Green == 0 {
			continue
		}
		k, err := c.readGreen(ctx, greenName(s.id, step))
		if err != nil {
			return own, err
		}
		if k != nil {
			own.Programs[step] = k.Code
		}
	}
	return own, nil
}
