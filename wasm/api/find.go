package api

import (
	"strings"

	"unbox/trace"
)

const (
	// maxMatches is the maximum number of matches that are counted.
	maxMatches = 100_000
	// maxListed is the maximum number of matches or places in one response.
	maxListed = 1000
)

// find searches the lines and the reasons.
func (c *comparedPoints) find(q *FindRequest) *FindResponse {
	c.layOut(q.View)
	f := finder{c: c, q: q, fold: q.Query == strings.ToLower(q.Query), r: FindResponse{First: -1, Matches: []Match{}}}
	if q.Query == "" {
		return &f.r
	}
	for i := 0; i < len(c.rows) && f.r.Total < maxMatches; i++ {
		f.row(i)
	}
	if f.r.First < 0 && f.r.Total > 0 {
		f.r.First = 0
	}
	return &f.r
}

type finder struct {
	c    *comparedPoints
	q    *FindRequest
	fold bool
	r    FindResponse
}

// row searches a row; a line that is the same on both sides is searched once.
func (f *finder) row(i int) {
	r := &f.c.rows[i]
	left, right := "", ""
	if r.Left >= 0 {
		left = f.c.leftList.Line(int(r.Left))
		f.text(i, MatchLeft, left)
	}
	if r.Right >= 0 {
		if right = f.c.rightList.Line(int(r.Right)); r.Left < 0 || right != left {
			f.text(i, MatchRight, right)
		}
	}
	if r.Remark >= 0 {
		f.text(i, MatchReason, f.c.reasonText(r.Reason()))
	}
}

func (f *finder) text(row int, side MatchSide, text string) {
	hay := text
	if f.fold {
		hay = strings.ToLower(text)
	}
	if !strings.Contains(hay, f.q.Query) {
		return
	}
	// Lower case may be longer than upper case; then places refer to the lower-case
	// text.
	offsets := trace.NewOffsets(hay)
	for from := 0; f.r.Total < maxMatches; {
		at := strings.Index(hay[from:], f.q.Query)
		if at < 0 {
			return
		}
		from += at
		to := from + len(f.q.Query)
		f.found(Match{row, f.c.layout.itemOf(row), side, offsets.UTF16(from), offsets.UTF16(to)})
		from = to
	}
}

func (f *finder) found(m Match) {
	if f.r.First < 0 && m.Row >= f.q.Row {
		f.r.First = f.r.Total
	}
	if f.r.Total >= f.q.From && len(f.r.Matches) < min(f.q.Most, maxListed) {
		f.r.Matches = append(f.r.Matches, m)
	}
	f.r.Total++
}

// next returns the row that differs after a row, or before it; -1 if none does.
func (c *comparedPoints) next(row int, back bool) int {
	n, step := len(c.rows), 1
	if back {
		step = n - 1
	}
	if row < 0 || row >= n {
		if row = n - 1; back {
			row = 0
		}
	}
	for range n {
		if row = (row + step) % n; isChange(c.rows[row].Kind) {
			return row
		}
	}
	return -1
}

// where finds the rows that a request asks for.
func (c *comparedPoints) where(q *WhereRequest) *WhereResponse {
	c.layOut(q.View)
	r := &WhereResponse{Places: []Found{}}
	switch {
	case q.Row != nil:
		c.found(r, *q.Row, false)
	case q.Left != nil:
		c.found(r, c.differ.RowOfLine(true, *q.Left), false)
	case q.Right != nil:
		c.found(r, c.differ.RowOfLine(false, *q.Right), false)
	case q.Source != nil:
		for i := range c.rows {
			if c.source(i) == *q.Source {
				c.found(r, i, false)
			}
		}
	case q.Value != nil && *q.Value > 0:
		c.valueRows(r, *q.Value)
	}
	return r
}

// source is the line of the editor's text from which a row comes.
func (c *comparedPoints) source(i int) int {
	r := &c.rows[i]
	if r.Left >= 0 {
		if s := c.leftList.Source(int(r.Left)); s > 0 {
			return s
		}
	}
	if r.Right >= 0 {
		if s := c.rightList.Source(int(r.Right)); s > 0 {
			return s
		}
	}
	if r.Remark < 0 {
		return 0
	}
	if left, _ := c.differ.RemarkLines(r.Reason()); left >= 0 {
		return c.leftList.Source(int(left))
	}
	return 0
}

// valueRows finds the rows that mention a value.
func (c *comparedPoints) valueRows(r *WhereResponse, value int) {
	for i := range c.rows {
		uses, defines := false, false
		for _, left := range []bool{true, false} {
			line := sideLine(&c.rows[i], left)
			if line < 0 || c.listing(left).Ops[line] == trace.None {
				continue
			}
			_, spans := c.listing(left).Spans(line)
			for _, s := range spans {
				if s.Value != trace.None && c.differ.Identity(left, s.Value) == value {
					uses, defines = true, defines || s.Defines
				}
			}
		}
		if uses {
			c.found(r, i, defines)
		}
	}
}

// found adds a row.
func (c *comparedPoints) found(r *WhereResponse, row int, defines bool) {
	if row < 0 || row >= len(c.rows) {
		return
	}
	if r.Total++; len(r.Places) == maxListed {
		return
	}
	item := c.layout.itemOf(row)
	f := Found{Row: row, Item: item, Fold: -1, Left: int(c.rows[row].Left), Right: int(c.rows[row].Right), Source: c.source(row), Defines: defines}
	if shown := c.layout.item(item); shown.part == PartFold {
		f.Fold = int(shown.row)
	}
	r.Places = append(r.Places, f)
}
