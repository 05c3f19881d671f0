//go:build !core

package api

import (
	"unbox/optimizer"
	"unbox/trace"
)

// overviewRow is what an overview counts for an item: the number of its row, the number of rows that it represents, and
// the pass that changed them, -1 for none.
type overviewRow struct {
	number, rows, pass int
}

// overview answers an OverviewRequest.
func (e *Engine) overview(request []byte) ([]byte, error) {
	var q OverviewRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		if q.Picture {
			p := e.session.pictureOf(c)
			p.layOut(q.Opened)
			return overviewOf(c, len(p.items), p.overviewRow), nil
		}
		c.layOut(q.View)
		return overviewOf(c, c.layout.len(), c.overviewRow), nil
	})
}

func overviewOf(c *comparedPoints, items int, row func(i int) overviewRow) *OverviewResponse {
	r := &OverviewResponse{Items: items, Passes: []string{}, Parts: make([][]int, min(items, overviewParts))}
	list := c.passes.List()
	for _, pass := range list {
		r.Passes = append(r.Passes, pass.String())
	}
	for k := range r.Parts {
		var by [64]int
		part := []int{0, 0}
		for i := k * items / len(r.Parts); i < (k+1)*items/len(r.Parts); i++ {
			of := row(i)
			if part[0] == 0 {
				part[0] = of.number
			}
			if of.pass < 0 {
				part[1] += of.rows
			} else {
				by[of.pass] += of.rows
			}
		}
		for at, pass := range list {
			if by[pass] > 0 {
				part = append(part, at, by[pass])
			}
		}
		r.Parts[k] = part
	}
	return r
}

func (c *comparedPoints) overviewRow(i int) overviewRow {
	item := c.layout.item(i)
	if item.part == PartFold {
		return overviewRow{pass: -1, rows: int(item.folded)}
	}
	r := &c.rows[item.row]
	of := overviewRow{pass: -1, rows: 1}
	if r.Left >= 0 {
		of.number = c.lineNumber(true, int(r.Left))
	} else {
		of.number = c.lineNumber(false, int(r.Right))
	}
	switch {
	case item.part == PartLeft: // its other half is counted
		of.rows = 0
	case isChange(r.Kind) && r.Remark >= 0:
		of.pass = int(c.result(r.FromLeft).Remarks[r.Remark].Pass)
	}
	return of
}

func (p *picture) overviewRow(i int) overviewRow {
	item := &p.items[i]
	switch {
	case item.kind == PictureFold:
		return overviewRow{pass: -1, rows: p.rowsIn(item.op, item.op+trace.Value(item.folded))}
	case item.kind == PictureFirst, item.kind == PictureLabel:
		return overviewRow{pass: -1}
	case item.kind == PictureAdded:
		of := overviewRow{pass: -1, rows: 1}
		if ref := p.aboutAdded(item.op); ref.Index >= 0 {
			of.pass = int(p.c.right.Remarks[ref.Index].Pass)
		}
		return of
	}
	of := overviewRow{number: int(p.numbers[item.op]), rows: 1, pass: -1}
	if f := &p.lives.Fates[item.op]; !item.first && f.Kind != optimizer.FateKept && f.Remark >= 0 {
		of.pass = int(p.c.right.Remarks[f.Remark].Pass)
	}
	return of
}
