package api

import (
	"unbox/optimizer"
	"unbox/trace"
)

// keptResults is the number of results that are kept for requests about them. Each costs about 500
// bytes per operation, so fewer are kept for traces longer than keepOps: the one on screen and the
// next.
const (
	keptResults     = 4
	keptLongResults = 2
)

// results are those that requests can be about, the last one first.
type results struct {
	list []*comparedPoints
}

// slot returns memory for a new result with a number: that of the oldest one. An older
// result with the same number is dropped.
func (r *results) slot(number int, t *trace.Trace) *comparedPoints {
	most := keptResults
	if len(t.Ops) > keepOps {
		most = keptLongResults
	}
	if len(r.list) > most {
		clear(r.list[most:])
		r.list = r.list[:most]
	}
	at := len(r.list)
	for i, c := range r.list {
		if c.number == number {
			at = i
		}
	}
	var c *comparedPoints
	switch {
	case at < len(r.list):
		c = r.list[at]
	case at < most:
		c = new(comparedPoints)
		r.list = append(r.list, c)
	default:
		at--
		c = r.list[at]
	}
	copy(r.list[1:at+1], r.list[:at])
	r.list[0] = c
	c.number = number
	return c
}

// get returns a result, nil if it is not kept.
func (r *results) get(number int) *comparedPoints {
	for _, c := range r.list {
		if c.number == number && number != 0 {
			return c
		}
	}
	return nil
}

// point returns the first k of some passes over a trace, nil if no result compares that point.
func (r *results) point(t *trace.Trace, passes optimizer.PassSet, k int) *optimizer.Result {
	for _, c := range r.list {
		switch {
		case c.number == 0 || c.trace != t || c.passes != passes:
		case c.from == k:
			return c.left
		case c.to == k:
			return c.right
		}
	}
	return nil
}

// drop forgets the result with a number, because the new text for that number has
// no result.
func (r *results) drop(number int) {
	if c := r.get(number); c != nil {
		c.number = 0
	}
}

// comparedPoints is two points of a pipeline side by side, with what requests ask of them.
type comparedPoints struct {
	number                int
	recordedText          string
	trace                 *trace.Trace
	warnings              []trace.Diagnostic
	passes                optimizer.PassSet
	from, to              int
	left, right           *optimizer.Result
	leftList, rightList   *trace.Listing
	recorded              *trace.Namer
	leftNames, rightNames *trace.Namer
	differ                optimizer.Differ
	rows                  []optimizer.DiffRow
	// changes are the rows that differ.
	changes []int
	// loop is the line on the left and on the right with the label of the loop, as in
	// Optimized.Loop.
	loop   [2]int
	stages []Stage
	layout rowLayout
	// numbered is how both sides are printed, as in the request.
	numbered string
	// picture is nil until someone asks for it.
	picture *picture
}

// compare fills in everything for two points. It may still contain results of another
// trace.
func (c *comparedPoints) compare(left, right *optimizer.Result, numbered string) {
	c.left, c.right, c.numbered = left, right, numbered
	c.recorded = sourceNames(left.In, numbered)
	c.leftNames = c.namesOf(left, numbered)
	c.leftList = listingOf(left, c.leftNames)
	c.rightNames, c.rightList = c.leftNames, c.leftList
	if right != left {
		c.rightNames = c.namesOf(right, numbered)
		c.rightList = listingOf(right, c.rightNames)
	}
	c.align()
}

// align compares both sides, whose listings exist.
func (c *comparedPoints) align() {
	c.rows = c.differ.Diff(
		optimizer.DiffSide{Result: c.left, Listing: c.leftList},
		optimizer.DiffSide{Result: c.right, Listing: c.rightList})
	c.changes = c.changes[:0]
	for i := range c.rows {
		if isChange(c.rows[i].Kind) {
			c.changes = append(c.changes, i)
		}
	}
	c.loop = [2]int{loopLine(c.left.Out, c.leftList), loopLine(c.right.Out, c.rightList)}
	c.stages, c.layout, c.picture = nil, rowLayout{}, nil
}

// sourceNames names the values of a trace as it was read.
func sourceNames(t *trace.Trace, numbered string) *trace.Namer {
	if numbered == "" {
		return trace.NewSourceNamer(t)
	}
	return trace.NewNamer(t, numbered)
}

func (c *comparedPoints) namesOf(r *optimizer.Result, numbered string) *trace.Namer {
	if r.Out == r.In {
		return c.recorded
	}
	return trace.NewNamer(r.Out, numbered)
}

// listingOf prints a point. What the text of its guards says about rows of the recorded trace is
// kept apart.
func listingOf(r *optimizer.Result, names *trace.Namer) *trace.Listing {
	return trace.PrintWith(names.Of(r.Annotated()), trace.PrintOptions{Comments: true, RowsApart: true})
}

// loopLine is the line of the last label that has an operation before it, -1 if none has.
func loopLine(t *trace.Trace, list *trace.Listing) int {
	loop, operations := -1, false
	for line, op := range list.Ops {
		switch {
		case op == trace.None:
		case t.Ops[op].Code != trace.OpLabel:
			operations = true
		case operations:
			loop = line
		}
	}
	return loop
}

// listing and names are those of a side.
func (c *comparedPoints) listing(left bool) *trace.Listing {
	if left {
		return c.leftList
	}
	return c.rightList
}

func (c *comparedPoints) names(left bool) *trace.Namer {
	if left {
		return c.leftNames
	}
	return c.rightNames
}

func (c *comparedPoints) result(left bool) *optimizer.Result {
	if left {
		return c.left
	}
	return c.right
}

// sideLine is a row's line on a side, -1 if it has none.
func sideLine(row *optimizer.DiffRow, left bool) int {
	if left {
		return int(row.Left)
	}
	return int(row.Right)
}

// lineNumber is what is shown next to a line: the number of its row, wherever that is now.
func (c *comparedPoints) lineNumber(left bool, line int) int {
	list := c.listing(left)
	if v := list.Ops[line]; v != trace.None {
		return c.result(left).Out.Row(v)
	}
	return list.Source(line)
}

// place is where a row is, nil for row -1.
func (c *comparedPoints) place(row int) *Place {
	if row < 0 {
		return nil
	}
	r, place := &c.rows[row], &Place{Row: row}
	if r.Left >= 0 {
		place.Number = c.lineNumber(true, int(r.Left))
	} else if r.Right >= 0 {
		place.Number = c.lineNumber(false, int(r.Right))
	}
	return place
}
