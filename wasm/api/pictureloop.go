//go:build !core

package api

import (
	"slices"

	"unbox/trace"
)

// A peeled loop has two copies of the recorded iteration: the first iteration, which runs once, and the loop.
// Side by side, both are shown at the recorded row that they come from, so what the first iteration found out
// for all others is visible as a row that only one side has.

// loop answers a LoopRequest.
func (e *Engine) loop(request []byte) ([]byte, error) {
	var q LoopRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		p := e.session.pictureOf(c)
		p.layOutLoop(q.Opened)
		return p.loopWindow(p.aroundInLoop(q.Around, q.Window)), nil
	})
}

// loopLayout is the items of both iterations for the folds that are opened.
type loopLayout struct {
	made   bool
	opened []int
	items  []pictureItem
	// itemOf is the item that shows each recorded operation, or in which it is folded.
	itemOf []int32
}

// inNeither reports whether an operation is in no iteration, with nothing added after it.
func (p *picture) inNeither(v trace.Value) bool {
	return p.first[v] == trace.None && p.lives.Fates[v].Out == trace.None && len(p.added[v])+len(p.addedFirst[v]) == 0
}

// layOutLoop makes the items of both iterations; there are none without a peeled loop.
func (p *picture) layOutLoop(opened []int) {
	l := &p.loop
	if l.made && slices.Equal(l.opened, opened) {
		return
	}
	l.made, l.opened = true, append([]int{}, opened...)
	l.items, l.itemOf = l.items[:0], make([]int32, len(p.c.trace.Ops))
	if p.first == nil {
		return
	}
	p.addLoopAdded(0)
	for v := trace.Value(1); int(v) < len(l.itemOf); {
		end := v
		for int(end) < len(l.itemOf) && p.inNeither(end) {
			end++
		}
		if p.numberedIn(v, end) > 0 && !slices.Contains(opened, int(v)) {
			for k := v; k < end; k++ {
				l.itemOf[k] = int32(len(l.items))
			}
			l.items = append(l.items, pictureItem{kind: PictureFold, op: v, folded: int32(end - v)})
			v = end
			continue
		}
		for end = max(end, v+1); v < end; v++ {
			p.addLoopRow(v)
		}
	}
}

// numberedIn returns the number of rows that operations have; labels and
// parameters have none.
func (p *picture) numberedIn(from, to trace.Value) int {
	n := 0
	for _, number := range p.numbers[from:to] {
		if number != 0 {
			n++
		}
	}
	return n
}

// addLoopRow adds the row of an operation, and what passes added after it.
func (p *picture) addLoopRow(v trace.Value) {
	l := &p.loop
	l.itemOf[v] = int32(max(0, len(l.items)-1))
	if p.numbers[v] != 0 {
		l.itemOf[v] = int32(len(l.items))
		l.items = append(l.items, pictureItem{kind: PictureRow, op: v})
	}
	p.addLoopAdded(v)
}

// addLoopAdded adds what passes added after an operation; 0 is the beginning of an iteration.
func (p *picture) addLoopAdded(behind trace.Value) {
	l := &p.loop
	for _, added := range p.addedFirst[behind] {
		l.items = append(l.items, pictureItem{kind: PictureAdded, op: added, first: true})
	}
	for _, added := range p.added[behind] {
		l.items = append(l.items, pictureItem{kind: PictureAdded, op: added})
	}
}

// aroundInLoop moves a window so that a row is in its middle, and opens the fold that it is in.
func (p *picture) aroundInLoop(key int, w Window) Window {
	l := &p.loop
	if key <= 0 || key >= len(l.itemOf) || p.numbers[key] == 0 || len(l.items) == 0 {
		return w
	}
	if at := l.items[l.itemOf[key]]; at.kind == PictureFold {
		p.layOutLoop(append(slices.Clone(l.opened), int(at.op)))
	}
	size := max(w.To-w.From, 0)
	from := max(0, int(l.itemOf[key])-size/2)
	return Window{From: from, To: from + size}
}

// loopWindow is the answer with some items of both iterations.
func (p *picture) loopWindow(w Window) *LoopResponse {
	l := &p.loop
	from := min(max(w.From, 0), len(l.items))
	to := max(from, min(w.To, len(l.items), from+maxWindow))
	r := &LoopResponse{Items: len(l.items), Opened: l.opened, From: from, Rows: []LoopRow{}, Takes: []Span{}, Label: []Span{}}
	if p.first == nil {
		return r
	}
	r.Takes, r.Label = p.spans(true, 1), p.spans(false, p.lives.Label)
	r.First, r.Loop = p.countFirst(), countIteration(p.c.right.Out)
	for i := from; i < to; i++ {
		r.Rows = append(r.Rows, p.loopRow(&l.items[i]))
	}
	return r
}

// loopRow is an item for the response.
func (p *picture) loopRow(i *pictureItem) LoopRow {
	row := LoopRow{Kind: i.kind, Key: i.key(), Recorded: []Span{}, First: []Span{}, Loop: []Span{}, Short: []Part{}, Fate: "kept"}
	switch {
	case i.kind == PictureFold:
		row.Folded = p.numberedIn(i.op, i.op+trace.Value(i.folded))
		row.Short = p.foldWords(i.op, i.op+trace.Value(i.folded))
	case i.kind == PictureAdded && i.first:
		row.Key, row.Fate, row.First = int(i.op)+addedKey, "added", p.spans(false, i.op)
	case i.kind == PictureAdded:
		row.Fate, row.Loop = "added", p.spans(false, i.op)
	default:
		f := &p.lives.Fates[i.op]
		row.Number, row.Fate, row.Once = int(p.numbers[i.op]), fateNames[f.Kind], f.Once && p.first[i.op] != trace.None
		row.Recorded, row.First, row.Loop = p.spans(true, i.op), p.spans(false, p.first[i.op]), p.spans(false, f.Out)
		if f.Remark >= 0 && f.Out == trace.None {
			row.Short = p.shortOfRow(i.op)
		}
	}
	return row
}
