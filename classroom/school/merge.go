package school

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"unbox/classroom/edit"
)

// This file merges two seats of one learner. What the class itself has of them is merged by an event. Drafts and programs that passed are
// documents of their own: they are brought to the seat that stays before those of the other seat are deleted.

// merge merges one seat into another: for each step it keeps the better result.
func (s *state) merge(m *Merged) {
	from, into := s.Seats[m.From], s.Seats[m.Into]
	if from == nil || into == nil {
		return
	}
	into.mergeAnswers(from)
	into.Runs = newest(slices.Concat(from.Runs, into.Runs), maxRuns)
	into.Notes = slices.Concat(from.Notes, into.Notes)
	slices.SortFunc(into.Notes, func(a, b Note) int { return cmp.Compare(a.ID, b.ID) })
	into.Notes = newest(into.Notes, maxNotes)
	for step, c := range from.Cells {
		into.Cells[step] = c.merged(into.Cells[step])
	}
	s.Erase = append(s.Erase, documentsOf(from)...)
	delete(s.Seats, m.From)
	if p := s.personAt(m.From); p != nil {
		p.Seat = ""
		if s.personAt(m.Into) == nil {
			p.Seat = m.Into
		}
	}
	s.Into[wordOf(m.From, strconv.Itoa(from.Epoch))] = m.From
	if from.Blocked { // what was written is merged, and those who were shut out stay so
		maps.DeleteFunc(s.Into, func(_, to string) bool { return to == m.From })
	}
	for _, leads := range []map[string]string{s.Into, s.Carry} {
		for old, to := range leads {
			if to == m.From {
				leads[old] = m.Into
			}
		}
	}
	if s.Carry == nil {
		s.Carry = map[string]string{}
	}
	s.Carry[m.From] = m.Into
}

// merged returns the state in a step of a seat that stays, mine, with that of one that is merged into it; mine is nil for none.
func (c *Cell) merged(mine *Cell) *Cell {
	if mine == nil {
		mine = new(Cell)
	}
	out := *mine
	if mine.Status == "" || c.Green != 0 && mine.Green == 0 { // the other one is the better result
		out = *c
	}
	first := mine
	if isEarlier(c.Green, mine.Green) {
		first = c
	}
	out.Green, out.Course = first.Green, first.Course
	out.Begun = mine.Begun
	if isEarlier(c.Begun, mine.Begun) {
		out.Begun = c.Begun
	}
	out.Tries, out.Hints = mine.Tries+c.Tries, max(mine.Hints, c.Hints)
	out.Opened, out.Draft = mine.Opened || c.Opened, mine.Draft || c.Draft
	out.Waiting = mine.Waiting // until the draft is there
	return &out
}

// isEarlier reports whether the first one of two times came first; 0 means that it did not come.
func isEarlier(at, than int64) bool { return at != 0 && (than == 0 || at < than) }

// carry brings what the documents of merged seats have to the seats that stay; others it leaves alone. To do it again changes nothing.
//
// Errors: it cannot be read or written.
func (c *Class) carry(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := c.carryOne(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// carryOne is carry for one document. If the seat that stays is merged into another one meanwhile, that is where it goes.
func (c *Class) carryOne(ctx context.Context, name string) error {
	kind, of, _ := strings.Cut(name, "/")
	seat, step, _ := strings.Cut(of, "/")
	for gone := ""; ; {
		c.mu.Lock()
		into := c.state.Carry[seat]
		c.mu.Unlock()
		if into == gone { // there is none, or it has left, too
			return nil
		}
		var err error
		switch kind {
		case "draft":
			err = c.carryDraft(ctx, seat, into, step)
		case "green":
			err = c.carryGreen(ctx, name, into, step)
		}
		if !errors.Is(err, ErrSeat) {
			return err
		}
		gone = into
	}
}

// carryGreen brings the program with which a merged seat has passed to the seat that stays; of two the newer one is kept.
//
// Errors: ErrSeat, or it cannot be read or written.
func (c *Class) carryGreen(ctx context.Context, name, into, step string) error {
	newer, err := c.readGreen(ctx, name)
	if err != nil || newer == nil {
		return err
	}
	mine, err := c.readGreen(ctx, greenName(into, step))
	if err != nil || mine != nil && mine.At >= newer.At {
		return err
	}
	if err := c.keepGreen(ctx, greenName(into, step), *newer); err != nil {
		return err
	}
	c.mu.Lock()
	there := c.state.Seats[into] != nil
	c.mu.Unlock()
	if !there { // it was removed while the program was written
		return errors.Join(ErrSeat, c.forget(ctx, []string{greenName(into, step)}))
	}
	return nil
}

// mergedDraft is what a draft gets of the one of a merged seat in the same step.
type mergedDraft struct {
	keptDraft
	// At is when its text was last changed, in seconds since 1970.
	At int64 `json:"at"`
	// Replaces means that nothing was written in the draft before. Otherwise its text stays, and the other one is an earlier text of it.
	Replaces bool `json:"replaces,omitempty"`
}

// carryDraft brings a draft of a merged seat to the seat that stays.
//
// Errors: ErrSeat, or it cannot be read or written.
func (c *Class) carryDraft(ctx context.Context, from, into, step string) error {
	c.silence(draftName(from, step))
	h, err := c.school.options.Journal.Read(ctx, c.document(draftName(from, step)), 0)
	if err != nil {
		return err
	}
	old, err := c.loadDraft(from, step, h)
	if err != nil || old.changed == 0 {
		return err
	}
	done, waited := wait()
	err = c.withDraft(ctx, into, step, func(d *draft) error {
		m := &mergedDraft{keptDraft: old.kept(), At: cmp.Or(old.past.changed, c.state.Last), Replaces: d.changed == 0}
		c.writeDraft(d, draftEvent{Merged: m}, done)
		if m.Replaces {
			for f := range c.feeds[into] {
				f.queue(said{Kind: "stale", Step: step}) // a page that has the step open asks for the draft
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return waited()
}

// inherit makes the draft of a merged seat part of this one, at a version of this one.
func (d *draft) inherit(m *mergedDraft, version uint64) {
	theirs, _ := readPast(m.Past) // in a backup that somebody has changed it may be unreadable
	if m.Replaces {
		d.text, d.changed, d.past = edit.New(m.Text), version, theirs
		d.past.changed, d.past.remembered = m.At, 1 // the next change remembers this text, however soon it comes
	} else {
		for i, at := range theirs.moments {
			d.past.insert(at, theirs.texts[i])
		}
		if m.Text != d.text.String() {
			d.past.insert(m.At, edit.New(m.Text))
		}
	}
	for _, k := range m.Suggestions {
		if k == nil || slices.ContainsFunc(d.suggestions, func(mine *keptSuggestion) bool { return mine.At == k.At && bytes.Equal(mine.Texts, k.Texts) }) {
			continue
		}
		renumbered := *k
		renumbered.ID = d.suggested + 1
		d.addSuggestion(&renumbered)
	}
}

// insert adds a moment, unless it is there. After a clock was set back, moments are in no order.
func (p *past) insert(at int64, text edit.Text) {
	for i := range p.moments {
		if p.moments[i] == at && p.texts[i].String() == text.String() {
			return
		}
	}
	i, _ := slices.BinarySearch(p.moments, at)
	p.moments, p.texts = slices.Insert(slices.Clip(p.moments), i, at), slices.Insert(slices.Clip(p.texts), i, text) // what is told of the draft has the lists before
	p.thin()
}

// erased notes that documents are deleted; a merged seat of which none is left is no longer brought anywhere.
func (s *state) erased(names []string) {
	s.Erase = slices.DeleteFunc(s.Erase, func(name string) bool { return slices.Contains(names, name) })
	maps.DeleteFunc(s.Carry, func(from, _ string) bool {
		return !slices.ContainsFunc(s.Erase, func(name string) bool { return strings.Contains(name, "/"+from+"/") })
	})
}

// readGreen reads a program that passed; it returns nil if there is none.
func (c *Class) readGreen(ctx context.Context, name string) (*keptGreen, error) {
	h, err := c.school.options.Journal.Read(ctx, c.document(name), 0)
	var k keptGreen
	if err != nil || len(h.Snapshot.Data) == 0 || json.Unmarshal(h.Snapshot.Data, &k) != nil {
		return nil, err
	}
	return &k, nil
}
