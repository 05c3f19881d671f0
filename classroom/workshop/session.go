package workshop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"unbox/classroom/journal"
)

// This file reads the history of a workshop from its journal, for use outside of a server.

// Listed is a workshop in the list of all.
type Listed struct {
	Code string
	// Opened is the time when it was opened.
	Opened time.Time
}

// All returns the workshops in a journal, the oldest first.
//
// Errors: why they cannot be read.
func All(ctx context.Context, j journal.Journal) (all []Listed, err error) {
	list, _, err := (&Hall{options: Options{Journal: j}}).list(ctx)
	for _, l := range list {
		all = append(all, Listed{l.Code, time.Unix(l.When, 0)})
	}
	return all, err
}

// Session is the history of a workshop. It is kept compressed, and read line by
// line.
type Session struct {
	whole segment
	// now is the board after all steps, with the texts of all checkpoints.
	now board
	// opened is the oldest recorded time.
	opened time.Time
}

// ReadSession reads a session from a journal.
//
// Errors: ErrNone, or why it cannot be read.
func ReadSession(ctx context.Context, j journal.Journal, code string) (*Session, error) {
	parts, err := wholePast(ctx, j, code)
	if err != nil {
		return nil, err
	}
	kept, err := j.Read(ctx, journal.Document{Class: code, Name: boardName}, 0)
	if err != nil {
		return nil, err
	}
	s := &Session{whole: segment{deflated: bytes.Join(parts, nil)}}
	if s.now, err = load(kept); err != nil {
		return nil, err
	}
	s.opened = time.Unix(s.now.when, 0)
	return s, nil
}

// Opened returns the time when the session began.
func (s *Session) Opened() time.Time { return s.opened }

// Lines calls a function with every line as JSON, in order: first a board or the step that opened it, then each step.
//
// Errors: what is kept is damaged, or that of the function.
func (s *Session) Lines(what func(json.RawMessage) error) error {
	return s.whole.each(func(l then) error {
		text, err := json.Marshal(l)
		if err != nil {
			return err
		}
		return what(text)
	})
}

// Moment is what everyone saw at a moment.
type Moment struct {
	// Text is the presented text, Passes and To are the request to the optimizer.
	Text   string
	Passes []string
	To     int
	// Trace means that it was presented in the playground, Pair that it was in the lab.
	Trace, Pair bool
	// Named means that the moment has a name or is the last one; Stood is the time for which
	// nothing changed.
	Named bool
	Stood time.Duration
}

// Moments calls a function with what everyone saw at every moment, in order.
//
// Errors: what is kept is damaged.
func (s *Session) Moments(what func(Moment)) error {
	b := kept{}.board()
	index, last := 0, int64(0)
	var before *Moment // it is complete when the next one is known
	err := s.whole.each(func(l then) error {
		if err := b.then(l); err != nil {
			return fmt.Errorf("expected steps that follow each other, found another one at version %d: %w", l.Version, err)
		}
		if before != nil {
			before.Stood = max(0, time.Duration(l.At-last)*time.Millisecond)
			what(*before)
		}
		before, last = &Moment{Text: b.text.String(), To: -1, Named: l.named(index)}, l.At
		before.look(b.view)
		index++
		return nil
	})
	if err == nil && before != nil {
		before.Named = true
		what(*before)
	}
	return err
}

// named reports whether the time line has a name for a moment, as in
// static/src/workshop/past.ts.
func (l then) named(index int) bool {
	if l.Board != nil {
		return index > 0
	}
	return l.Step != nil && (l.Step.Checkpoint != "" || l.Step.Ask != nil || l.Step.Reveal != nil || l.Step.Present != "" || l.Step.Show != nil || l.Step.Back)
}

// look reads from a view, which the server does not interpret otherwise, what was drawn, as drawnAt in static/src/workshop/kept.ts does. A
// view need not make sense; look takes what does.
func (m *Moment) look(view json.RawMessage) {
	var fields struct{ Page, Passes, To json.RawMessage }
	if json.Unmarshal(view, &fields) != nil {
		fields.Page, fields.Passes, fields.To = nil, nil, nil
	}
	m.Trace, m.Pair = fields.Page == nil || string(fields.Page) == `"/"`, string(fields.Page) == `"/lab"`
	var passes []any
	_ = json.Unmarshal(fields.Passes, &passes) // none, then
	for _, p := range passes {
		if name, ok := p.(string); ok {
			m.Passes = append(m.Passes, name)
		}
	}
	to := -1.0
	if json.Unmarshal(fields.To, &to) == nil && to == float64(int(to)) && to >= 0 && int(to) <= len(m.Passes) {
		m.To = int(to)
	}
}
