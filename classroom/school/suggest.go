package school

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"unbox/classroom/edit"
	"unbox/classroom/journal"
)

// This file is about suggestions: changes of a learner's draft that somebody who teaches proposes. They are kept with the draft, and go with
// it. A suggestion has the text that it was made of beside the one that it suggests. A page that shows it brings the difference into what the
// draft is by then (static/src/editor/merge.ts), so that nothing is to be done here while somebody types, and what did not fit for a while fits
// again when the learner goes back.

const (
	// maxOpen is how many suggestions of a draft may wait for an answer, maxSuggestions how many are kept of it; the oldest of those that
	// were answered go first.
	maxOpen        = 4
	maxSuggestions = 12
)

// What becomes of a suggestion.
const (
	Accepted  = "accepted"
	Declined  = "declined"
	Withdrawn = "withdrawn"
)

// Suggestion is a change of a draft that somebody who teaches proposes.
type Suggestion struct {
	// ID counts the suggestions of a draft from 1.
	ID int `json:"id"`
	// At is when it was made, in seconds since 1970, By the name of who made it, Words what was said with it.
	At    int64  `json:"at"`
	By    string `json:"by"`
	Words string `json:"words,omitempty"`
	// How is what became of it: "accepted", "declined" or "withdrawn"; "" while it waits. Settled is when.
	How     string `json:"how,omitempty"`
	Settled int64  `json:"settled,omitempty"`
	// Base is the text of which it was made, Text the one that it suggests.
	Base string `json:"base"`
	Text string `json:"text"`
}

// keptSuggestion is how it is written, and held in memory: with both texts compressed.
type keptSuggestion struct {
	ID      int    `json:"id"`
	At      int64  `json:"at"`
	Account string `json:"account"`
	By      string `json:"by"`
	Words   string `json:"words,omitempty"`
	How     string `json:"how,omitempty"`
	Settled int64  `json:"settled,omitempty"`
	Texts   []byte `json:"texts"`
	// Asked is the name of the request that made it.
	Asked string `json:"asked,omitempty"`
}

// settled is what became of a suggestion.
type settled struct {
	ID  int    `json:"id"`
	How string `json:"how"`
	At  int64  `json:"at"`
}

// draftEvent is an update of a draft other than a change of its text; without a field it says again what was said before.
type draftEvent struct {
	Suggest *keptSuggestion `json:"suggest,omitempty"`
	Settle  *settled        `json:"settle,omitempty"`
	// Merged is the draft of a seat that was merged into this one.
	Merged *mergedDraft `json:"merged,omitempty"`
}

// packTexts compresses the texts of a suggestion, which are much alike.
func packTexts(base, text string) []byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(marshal([2]string{base, text}))
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("BUG: memory can always be written: " + err.Error())
	}
	return packed.Bytes()
}

// told is a suggestion with its texts.
func (k *keptSuggestion) told() Suggestion {
	out := Suggestion{ID: k.ID, At: k.At, By: k.By, Words: k.Words, How: k.How, Settled: k.Settled}
	r, err := gzip.NewReader(bytes.NewReader(k.Texts))
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, 32*maxDraft))
	}
	var both [2]string
	if err == nil && json.Unmarshal(text, &both) == nil {
		out.Base, out.Text = both[0], both[1]
	}
	return out
}

// apply makes an event part of the draft, which has this version then.
func (d *draft) apply(e draftEvent, version uint64) {
	if e.Suggest != nil {
		kept := *e.Suggest
		d.addSuggestion(&kept)
	}
	if e.Merged != nil {
		d.inherit(e.Merged, version)
	}
	if e.Settle != nil {
		if k := d.suggestion(e.Settle.ID); k != nil && k.How == "" {
			k.How, k.Settled = e.Settle.How, e.Settle.At
		}
	}
}

func (d *draft) addSuggestion(k *keptSuggestion) {
	d.suggested = max(d.suggested, k.ID)
	d.suggestions = append(d.suggestions, k)
	for len(d.suggestions) > maxSuggestions {
		oldest := max(0, slices.IndexFunc(d.suggestions, func(k *keptSuggestion) bool { return k.How != "" }))
		d.suggestions = slices.Delete(d.suggestions, oldest, oldest+1)
	}
}

// suggestion returns one of the draft; nil if it is not kept.
func (d *draft) suggestion(id int) *keptSuggestion {
	for _, k := range d.suggestions {
		if k.ID == id {
			return k
		}
	}
	return nil
}

// waitingIn counts the suggestions that wait for an answer.
func waitingIn(all []keptSuggestion) (count int) {
	for _, k := range all {
		if k.How == "" {
			count++
		}
	}
	return count
}

// writeDraft makes an event part of a draft and has it written; when it is safe, those whom it concerns are told, and done is. The caller has the
// lock.
func (c *Class) writeDraft(d *draft, e draftEvent, done func(error)) {
	d.version++
	d.apply(e, d.version)
	d.used = time.Now()
	d.queue.write(journal.Update{Data: marshal(e)}, func(err error) {
		if err == nil {
			c.typed++
			c.tellSuggestions(d)
			c.noteWaiting(d)
			if e.Merged != nil {
				c.typedIn(d)
			}
		}
		if done != nil {
			done(err)
		}
	})
}

// tellSuggestions has the pages that look at a draft hear of its suggestions. The caller has the lock.
func (c *Class) tellSuggestions(d *draft) {
	for f := range c.feeds[d.seat] {
		f.suggested[d.step] = true
		f.poke()
	}
	for f := range c.feeds[""] {
		if f.watchSeat == d.seat && f.watchStep == d.step {
			f.suggestDirty = true
			f.poke()
		}
	}
}

// noteWaiting notes with the seat how many suggestions of a draft wait, so that this is known also where the draft is not read. The caller
// has the lock.
func (c *Class) noteWaiting(d *draft) {
	seat := c.state.Seats[d.seat]
	if seat == nil {
		return
	}
	known := 0
	if cell := seat.Cells[d.step]; cell != nil {
		known = cell.Waiting
	}
	if now := waitingIn(d.stored.suggestions); now != known {
		c.take(event{Waiting: &waiting{d.seat, d.step, now}}, nil)
	}
}

// withDraft does something with a draft under the lock. That something cannot be done is said when what it rests on is safe.
//
// Errors: ErrSeat, ErrMoved, the draft cannot be read, that of the context, or that of what is done.
func (c *Class) withDraft(ctx context.Context, seat, step string, do func(*draft) error) error {
	d, err := c.inDraft(ctx, seat, step, do)
	return c.certain(ctx, d, err)
}

// inDraft is withDraft without waiting: that something cannot be done becomes certain later.
func (c *Class) inDraft(ctx context.Context, seat, step string, do func(*draft) error) (d *draft, err error) {
	for {
		d, err = c.draft(ctx, seat, step)
		if err != nil {
			return nil, err
		}
		c.mu.Lock()
		if err = c.hold(d); err == nil {
			err = do(d)
		}
		c.mu.Unlock()
		if !errors.Is(err, errStale) { // else it made room, and somebody has read it again
			return d, err
		}
	}
}

// certain returns an objection of inDraft when what it rests on is safe.
//
// Errors: the objection, or what it turned into meanwhile; that of the context.
func (c *Class) certain(ctx context.Context, d *draft, objection error) error {
	if d == nil || objection == nil {
		return c.outcome(ctx, objection)
	}
	return cmp.Or(c.written(ctx, d.queue), c.written(ctx, c.queue), objection)
}

// Suggesting is a suggestion as it is made.
type Suggesting struct {
	// ID is the page's own name of it: what comes again, since the answer did not arrive, is made once.
	ID   string `json:"id"`
	Seat string `json:"seat"`
	Step string `json:"step"`
	// Base is the text of which it was made, Text the one that it suggests.
	Base string `json:"base"`
	Text string `json:"text"`
	// Words are said with it, if there are any.
	Words string `json:"words"`
}

// check looks at a suggestion, and tidies its words.
func (n *Suggesting) check() error {
	n.Words = strings.TrimSpace(strings.ToValidUTF8(n.Words, "�"))
	for _, text := range []string{n.Base, n.Text} {
		if long := len(edit.New(text)); long > maxDraft {
			return fmt.Errorf("expected a text of at most %d characters, found one of %d", maxDraft, long)
		}
	}
	switch {
	case utf8.RuneCountInString(n.Words) > maxWords:
		return fmt.Errorf("expected a remark of at most %d characters, found %d", maxWords, utf8.RuneCountInString(n.Words))
	case n.Base == n.Text:
		return errors.New("expected another text than the draft's, found the same one; change something first")
	}
	return checkAsked(n.ID)
}

// Suggest proposes a change of a draft to the learner whose it is.
//
// Errors: ErrNoClass, ErrSeat, what is wrong in plain words, ErrNotSaved, or it cannot be written.
func (s *School) Suggest(ctx context.Context, by Account, class string, n Suggesting) error {
	c, err := s.Class(by, class, false)
	if err != nil {
		return err
	}
	if err := n.check(); err != nil {
		return err
	}
	if !c.outline().step(n.Step) {
		return fmt.Errorf("expected a step of the course, found `%.60s`", n.Step)
	}
	return waitFor(func() error {
		done, waited := wait()
		err := c.withDraft(context.WithoutCancel(ctx), n.Seat, n.Step, func(d *draft) error { return c.suggest(d, by, n, done) })
		if err != nil {
			return err
		}
		return waited()
	})
}

// suggest adds a suggestion to a draft. The caller has the lock.
func (c *Class) suggest(d *draft, by Account, n Suggesting, done func(error)) error {
	for _, k := range d.suggestions {
		if n.ID != "" && k.Asked == n.ID {
			c.writeDraft(d, draftEvent{}, done) // when this is safe, the suggestion is
			return nil
		}
	}
	switch {
	case d.version == 0:
		return errors.New("expected a draft, found that nothing was written in this step yet")
	case waitingIn(d.now().suggestions) >= maxOpen:
		return fmt.Errorf("expected at most %d suggestions that wait in a draft, found one more; withdraw one, or let the learner answer first", maxOpen)
	}
	c.writeDraft(d, draftEvent{Suggest: &keptSuggestion{
		ID: d.suggested + 1, At: time.Now().Unix(), Account: by.ID, By: by.Name, Words: n.Words, Texts: packTexts(n.Base, n.Text), Asked: n.ID,
	}}, done)
	return nil
}

// Withdrawing names a suggestion.
type Withdrawing struct {
	Seat string `json:"seat"`
	Step string `json:"step"`
	// Suggestion is its number.
	Suggestion int `json:"suggestion"`
}

// Withdraw takes a suggestion back that waits for an answer. Assistants may do so with their own.
//
// Errors: ErrNoClass, ErrSeat, ErrForbidden, there is none that waits, ErrNotSaved, or it cannot be written.
func (s *School) Withdraw(ctx context.Context, by Account, class string, w Withdrawing) error {
	c, err := s.Class(by, class, false)
	if err != nil {
		return err
	}
	_, forbidden := s.Class(by, class, true)
	return waitFor(func() error {
		done, waited := wait()
		err := c.withDraft(context.WithoutCancel(ctx), w.Seat, w.Step, func(d *draft) error {
			k := d.suggestion(w.Suggestion)
			switch {
			case k == nil || k.How != "" && k.How != Withdrawn:
				return errors.New("expected a suggestion that waits for an answer, found none; it may have been answered a moment ago")
			case forbidden != nil && k.Account != by.ID:
				return ErrForbidden
			}
			c.writeDraft(d, draftEvent{Settle: &settled{w.Suggestion, Withdrawn, time.Now().Unix()}}, done)
			return nil
		})
		if err != nil {
			return err
		}
		return waited()
	})
}

// hearSettled takes a learner's answer to a suggestion. One that is answered already, or not kept any more, stays as it is.
func (f *Feed) hearSettled(m message) any {
	switch {
	case m.How != Accepted && m.How != Declined:
		return said{Kind: "error", Words: "expected a suggestion that is `accepted` or `declined`, found something else"}
	case m.Run != "" && !clientForm.MatchString(m.Run):
		return said{Kind: "error", Words: "expected an answer's name of 1 to 32 letters and digits, found something else"}
	}
	c := f.class
	d, err := c.inDraft(context.Background(), f.seat, m.Step, func(d *draft) error {
		e := draftEvent{Settle: &settled{m.Suggestion, m.How, time.Now().Unix()}}
		if k := d.suggestion(m.Suggestion); k == nil || k.How != "" {
			e.Settle = nil
		}
		c.writeDraft(d, e, f.acknowledge(m.Run))
		return nil
	})
	if err == nil {
		return nil
	}
	return saidLater("", func(ctx context.Context) error { return c.certain(ctx, d, err) })
}

// suggestionsFrame are suggestions of a draft: to the learner those that wait, to those who teach all that are kept.
type suggestionsFrame struct {
	Kind        string       `json:"kind"` // "suggestions"
	Seat        string       `json:"seat,omitempty"`
	Step        string       `json:"step"`
	Suggestions []Suggestion `json:"suggestions"`
}

// suggestionsOf is what is told of a draft's suggestions. The caller has the lock.
func suggestionsOf(d *draft, all bool) suggestionsFrame {
	out := suggestionsFrame{Kind: "suggestions", Step: d.step, Suggestions: []Suggestion{}}
	if all {
		out.Seat = d.seat
	}
	for _, k := range d.stored.suggestions {
		if all || k.How == "" {
			out.Suggestions = append(out.Suggestions, k.told())
		}
	}
	return out
}
