package workshop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"unbox/classroom/journal"
)

// This file reads what a workshop was from its journal, for what is made of it outside of a server.

// Listed is a workshop in the list of all.
type Listed struct {
	Code string
	// Opened is when.
	Opened time.Time
}

// All returns the workshops that a journal keeps, the oldest first.
//
// Errors: why they cannot be read.
func All(ctx context.Context, j journal.Journal) (all []Listed, err error) {
	list, _, err := (&Hall{options: Options{Journal: j}}).list(ctx)
	for _, l := range list {
		all = append(all, Listed{l.Code, time.Unix(l.When, 0)})
	}
	return all, err
}

// Session is what a workshop was. It is kept compressed, and read line by line.
type Session struct {
	whole segment
	// now is the board after all steps, with the texts of all checkpoints.
	now board
	// opened is the oldest moment that is noted.
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

// Opened is when the session began.
func (s *Session) Opened() time.Time { return s.opened }

// Lines calls a function with every moment as JSON, in order: first a board or the step that opened it, then each step.
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

// Moment is what everybody saw at a moment.
type Moment struct {
	// Text is what was presented, Passes and To what the optimizer was asked for.
	Text   string
	Passes []string
	To     int
	// Trace tells that it was presented in the playground, Pair that it was in the lab.
	Trace, Pair bool
	// Named tells that the moment has a name or is the last one, Stood how long nothing changed.
	Named bool
	Stood time.Duration
}

// Moments calls a function with what everybody saw at every moment, in order.
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

// named tells whether the time line has a name for a moment, as static/src/workshop/past.ts has.
func (l then) named(index int) bool {
	if l.Board != nil {
		return index > 0
	}
	return l.Step != nil && (l.Step.Checkpoint != "" || l.Step.Ask != nil || l.Step.Reveal != nil || l.Step.Present != "" || l.Step.Show != nil || l.Step.Back)
}

// look takes from a view, which the server does not look into otherwise, what was drawn, as drawnAt in static/src/workshop/kept.ts does. What somebody sent
// need not make sense; what does is taken.
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
