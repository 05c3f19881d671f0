package school

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"unbox/classroom/edit"
)

// This file is about the earlier texts of a draft, for teachers: the journal drops its updates with each snapshot, so a draft
// remembers a few moments itself. Which ones depends only on the updates and their times, so that a server that reads a draft again
// remembers the same moments.

const (
	// pastPause is the number of seconds without a change after which a draft's text is remembered, pastStretch the maximum number of seconds
	// between remembered texts while someone types.
	pastPause   = 15
	pastStretch = 120
	// maxPast is the maximum number of moments of a draft, maxPastText that of their text together in UTF-16 code units.
	maxPast     = 40
	maxPastText = 4 * maxDraft
)

// Moment is an earlier text of a draft.
type Moment struct {
	// At is the time when the draft got this text, in seconds since 1970.
	At   int64  `json:"at"`
	Text string `json:"text"`
}

// past has the earlier texts of a draft. It is stored with the draft's
// snapshots.
type past struct {
	// moments are in order, and texts are their texts.
	moments []int64
	texts   []edit.Text
	// changed is the time of the last change, and remembered the time of the last remembered text, or of the
	// beginning. 0 for never.
	changed, remembered int64
}

// keptPast is its stored form: the moments are compressed, since their texts are similar.
type keptPast struct {
	Moments    []byte `json:"moments,omitempty"`
	Changed    int64  `json:"changed"`
	Remembered int64  `json:"remembered"`
}

// change records that a text is about to be changed at a moment, and remembers the text if it was unchanged for a while, or if
// none was remembered for long. After the clock was set back nobody knows for how long, so the text is remembered. Changes written by an earlier version have no moment: 0.
func (p *past) change(before edit.Text, at int64) {
	if at == 0 {
		return
	}
	switch {
	case p.remembered == 0:
		p.remembered = at
	case at < p.changed, at-p.changed >= pastPause, at-p.remembered >= pastStretch:
		p.moments, p.texts = append(p.moments, p.changed), append(p.texts, before)
		p.remembered = at
		p.thin()
	}
	p.changed = at
}

// thin drops moments if there are too many: the one closest to the moment after it, but neither the first nor the last.
func (p *past) thin() {
	length := 0
	for _, t := range p.texts {
		length += len(t)
	}
	for len(p.moments) > 1 && (len(p.moments) > maxPast || length > maxPastText) {
		closest := len(p.moments) - 2
		for i := closest - 1; i > 0; i-- {
			if p.moments[i+1]-p.moments[i] < p.moments[closest+1]-p.moments[closest] {
				closest = i
			}
		}
		length -= len(p.texts[closest])
		p.moments = append(p.moments[:closest:closest], p.moments[closest+1:]...)
		p.texts = append(p.texts[:closest:closest], p.texts[closest+1:]...)
	}
}

// told returns the moments, the oldest first.
func (p *past) told() []Moment {
	all := make([]Moment, len(p.moments))
	for i, at := range p.moments {
		all[i] = Moment{at, p.texts[i].String()}
	}
	return all
}

func (p *past) kept() *keptPast {
	if p.changed == 0 {
		return nil
	}
	k := &keptPast{Changed: p.changed, Remembered: p.remembered}
	if len(p.moments) == 0 {
		return k
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(marshal(p.told()))
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("BUG: memory can always be written: " + err.Error())
	}
	k.Moments = packed.Bytes()
	return k
}

// readPast reads the stored form; earlier versions stored nil.
func readPast(k *keptPast) (p past, err error) {
	if k == nil {
		return p, nil
	}
	p.changed, p.remembered = k.Changed, k.Remembered
	if len(k.Moments) == 0 {
		return p, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(k.Moments))
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, 32*maxPastText))
	}
	var all []Moment
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return p, fmt.Errorf("expected the history of a draft, found something else: %w", err)
	}
	for _, m := range all {
		p.moments, p.texts = append(p.moments, m.At), append(p.texts, edit.New(m.Text))
	}
	return p, nil
}

// Past returns the earlier texts of a seat's draft of a step, the oldest first.
//
// Errors: the class has no such step, ErrSeat, or it cannot be read.
func (c *Class) Past(ctx context.Context, seat, step string) ([]Moment, error) {
	if !c.outline().step(step) {
		return nil, fmt.Errorf("expected a step of the course, found `%.60s`", step)
	}
	d, err := c.draft(ctx, seat, step)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return d.stored.past.told(), nil
}
