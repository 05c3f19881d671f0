//go:build !core

package api

import (
	"slices"

	"unbox/optimizer"
	"unbox/trace"
)

// A picture of one thing: the rows and lines that concern a row, and nothing else. It is for
// presentations, where a whole trace cannot be read.

// focus answers a FocusRequest.
func (e *Engine) focus(request []byte) ([]byte, error) {
	var q FocusRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		p := e.session.pictureOf(c)
		r := FocusResponse{Key: q.Key, Moments: p.moments(), Picture: PictureResponse{Opened: []int{}, Rows: []PictureItem{}, Lines: []Lifeline{}}}
		if p.focusOn(r.Key) == nil {
			r.Key = p.lead()
		}
		if f := p.focusOn(r.Key); f != nil {
			r.Picture = *p.focused(f, q.Opened, q.Window)
		}
		return r, nil
	})
}

// maxMoments is the maximum number of moments.
const maxMoments = 200

// moments are the rows that explain the picture one after the other: each object that is allocated, and each
// other row that changed and touches none of those. If nothing changed, it is the leading row.
func (p *picture) moments() []int {
	list, told := []int{}, make([]bool, len(p.c.trace.Ops))
	for i := range p.lives.Objects {
		o := &p.lives.Objects[i]
		if !o.Allocated {
			continue
		}
		list = append(list, int(o.Value))
		for _, m := range o.Marks {
			told[m.At] = true
		}
		if k, known := p.lanes.comingAs[o.Comes]; known && o.Comes != trace.None {
			for _, m := range p.lives.Objects[k].Marks {
				told[m.At] = true
			}
		}
	}
	for v := range told {
		if f := &p.lives.Fates[v]; !told[v] && p.numbers[v] != 0 && f.Kind != optimizer.FateKept {
			list = append(list, v)
		}
	}
	if lead := p.lead(); len(list) == 0 && lead != 0 {
		list = append(list, lead)
	}
	slices.Sort(list)
	return list[:min(len(list), maxMoments)]
}

// focus is what concerns a row.
type focus struct {
	rows  map[trace.Value]bool
	lines map[int]bool
}

// focusOn finds what concerns a row: for an object everything that touches it, and what it comes in again as; for another row what its
// reason rests on, where its arguments come from, and what is around it. It is nil for a key that belongs to no row.
func (p *picture) focusOn(key int) *focus {
	v := trace.Value(key)
	if key <= 0 || key >= len(p.c.trace.Ops) || p.numbers[v] == 0 {
		return nil
	}
	f := &focus{rows: map[trace.Value]bool{v: true}, lines: make(map[int]bool)}
	if i, known := p.objects[v]; known {
		p.addObject(f, i)
		if k, comes := p.lanes.comingAs[p.lives.Objects[i].Comes]; comes && p.lives.Objects[i].Comes != trace.None {
			p.addObject(f, k)
		}
		return f
	}
	for _, arg := range p.c.trace.Args(v) {
		if arg.IsOp() && p.numbers[arg] != 0 {
			f.rows[arg] = true
		}
	}
	if remark := p.lives.Fates[v].Remark; remark >= 0 {
		for _, cause := range p.c.right.Causes(int(remark)) {
			if cause.In != trace.None && p.numbers[cause.In] != 0 {
				f.rows[cause.In] = true
			}
		}
	}
	for i := range p.lives.Objects {
		if slices.ContainsFunc(p.lives.Objects[i].Marks, func(m optimizer.LifeMark) bool { return m.At == v }) {
			p.addLine(f, i)
		}
	}
	p.addNeighbours(f, v)
	return f
}

// fewestRows is the minimum number of rows in a focus, if the trace has as many: a row alone does not show where it is.
const fewestRows = 10

// addNeighbours adds the rows around one, the nearest first, until there are enough.
func (p *picture) addNeighbours(f *focus, v trace.Value) {
	count := trace.Value(len(p.c.trace.Ops))
	for d := trace.Value(1); d < count && len(f.rows) < fewestRows; d++ {
		for _, near := range []trace.Value{v - d, v + d} {
			if near > 0 && near < count && p.numbers[near] != 0 {
				f.rows[near] = true
			}
		}
	}
}

// addObject adds an object with all rows that touch it, and the lines of what it is put into.
func (p *picture) addObject(f *focus, i int) {
	p.addLine(f, i)
	for _, m := range p.lives.Objects[i].Marks {
		f.rows[m.At] = true
		if m.Into >= 0 {
			p.addLine(f, int(m.Into))
		}
	}
}

func (p *picture) addLine(f *focus, i int) {
	if p.lanes.of[i] >= 0 {
		f.lines[i] = true
	}
}

// lanesOf gives the lines of a focus lanes of their own, side by side in the order that they had, and
// returns the number of lanes.
func (p *picture) lanesOf(f *focus) (of map[int]int, count int) {
	var used []int
	for i := range f.lines {
		if !slices.Contains(used, p.lanes.of[i]) {
			used = append(used, p.lanes.of[i])
		}
	}
	slices.Sort(used)
	of = make(map[int]int)
	for k, lane := range used {
		of[lane] = k
	}
	return of, len(used)
}

// focused is the picture of what is in a focus; the rest is folded.
func (p *picture) focused(f *focus, opened []int, w Window) *PictureResponse {
	kept := make([]bool, len(p.c.trace.Ops))
	for v := range kept {
		code := p.c.trace.Ops[v].Code
		kept[v] = f.rows[trace.Value(v)] || code == trace.OpLabel || code == trace.OpParam
	}
	own := *p // the picture itself stays as it is laid out
	own.opened, own.items, own.itemOf = opened, nil, make([]int32, len(kept))
	own.layOutRows(kept, 1)
	r := own.window(w)
	p.inFocus(r, f)
	return r
}

// inFocus limits an answer to the lines of a focus.
func (p *picture) inFocus(r *PictureResponse, f *focus) {
	of, count := p.lanesOf(f)
	r.Lanes = count
	r.Lines = slices.DeleteFunc(r.Lines, func(l Lifeline) bool { return !f.lines[l.ID] })
	for i := range r.Lines {
		l := &r.Lines[i]
		l.Lane = of[l.Lane]
		for k := range l.Marks {
			if into := l.Marks[k].Into; into >= 0 {
				lane, shown := of[into]
				l.Marks[k].Into = lane
				if !shown {
					l.Marks[k].Into = -1
				}
			}
		}
	}
}
