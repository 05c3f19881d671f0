//go:build !core

package api

import (
	"fmt"
	"slices"
)

// maxIllustrated is the maximum number of moments of an illustration: each is sent with everything that
// is known then.
const maxIllustrated = 60

// Illustrate makes an illustration of a kind. It ignores q.To and the chosen rows: the whole result is drawn. The row, 0 for none, is the
// one whose reason is open, before which objects are drawn, or at which steps begin.
//
// Errors: those of Prepared; there is no row with that number; a loop is not peeled; there are more moments than an illustration may have (60).
func Illustrate(kind string, q *PreparedRequest, row int) (*Illustration, error) {
	e := New()
	q.To = -1
	prepared, err := e.Prepared(q)
	if err != nil {
		return nil, err
	}
	out := &Illustration{Kind: kind, Row: row, Moments: []MomentResponse{}, Rows: []MomentRow{}, Operations: []PreparedOperation{}}
	rows := prepared.Picture.Rows
	if prepared.Unfolded != nil {
		rows = prepared.Unfolded.Rows
	}
	if row != 0 && !slices.ContainsFunc(rows, func(r PictureItem) bool { return r.Number == row }) {
		return nil, fmt.Errorf("expected the number of a row of the trace, found %d", row)
	}
	switch kind {
	case IllustrationLoop:
		if !prepared.Whole.Peeled {
			return nil, fmt.Errorf("expected a loop that the pass `peel` has peeled, found none: name the passes with `passes=\"peel,…\"`, and end the trace with a jump to its own beginning")
		}
		p := e.session.pictureOf(e.session.results.list[0])
		p.layOutLoop(nil)
		p.layOutLoop(p.loopFolds())
		out.Loop = p.loopWindow(Window{To: maxWindow})
	case IllustrationSteps, IllustrationObjects:
		out.Operations = prepared.Operations
		return out, e.illustrateMoments(out)
	}
	out.Picture = prepared
	return out, nil
}

// loopFolds are the keys of everything that is folded in both iterations.
func (p *picture) loopFolds() []int {
	keys := []int{}
	for i := range p.loop.items {
		if p.loop.items[i].kind == PictureFold {
			keys = append(keys, p.loop.items[i].key())
		}
	}
	return keys
}

// illustrateMoments adds the moments that an illustration shows.
func (e *Engine) illustrateMoments(out *Illustration) error {
	m := e.momentsOf(e.session.results.list[0])
	at := []int{}
	for k := range m.places {
		if out.Kind == IllustrationSteps || (out.Row != 0 && int(m.p.numbers[m.places[k].In]) == out.Row) {
			at = append(at, k)
		}
	}
	if out.Kind == IllustrationObjects {
		if out.Row == 0 {
			at = []int{len(m.places) - 1}
		}
		at = at[:min(len(at), 1)]
	}
	if len(at) > maxIllustrated {
		return fmt.Errorf("expected at most %d rows to step through, both iterations of a loop counted, found %d", maxIllustrated, len(at))
	}
	for _, k := range at {
		out.Moments = append(out.Moments, *m.show(&e.session.optimizer, k, true, false))
		out.Rows = append(out.Rows, m.row(k))
	}
	return nil
}
