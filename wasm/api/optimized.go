package api

import (
	"unbox/optimizer"
	"unbox/trace"
)

// shortWalk is the total length of all walks, in operations, up to which the stages and the
// suggested inputs are part of the answer: about a millisecond.
const shortWalk = 10_000

// Compare takes a trace through a pipeline, compares two points of it and keeps the
// result for requests about it.
//
// Errors: a pass that does not exist. Errors in the trace are in the response.
func (e *Engine) Compare(q *OptimizeRequest) (*Optimized, error) {
	passes, err := optimizer.ParsePasses(q.Passes)
	if err != nil {
		return nil, err
	}
	t, diagnostics := e.session.parse(q.Text)
	r := &Optimized{
		Result: q.Result, Diagnostics: Diagnostics(q.Text, diagnostics), Inputs: []Input{}, Impossible: []Part{},
		Stages: []Stage{}, FirstChange: -1, Loop: -1, Layout: Layout{Overview: []OverviewPart{}}, Page: Page{Items: []Item{}},
	}
	if t == nil {
		e.session.results.drop(q.Result)
		return r, nil
	}
	r.Dialect = t.Dialect.String()
	c := e.session.comparePoints(q, passes)
	if len(t.Ops)*(len(passes.List())+1) <= shortWalk {
		r.Stages, r.Inputs = e.session.stagesOf(c), e.session.inputs()
	}
	c.summary(r)
	view := RowView{Context: -1}
	if q.View != nil {
		view = *q.View
	}
	c.layOut(view)
	r.Layout = c.overview()
	if q.Window != nil {
		r.Page = c.page(*q.Window)
	}
	return r, nil
}

// Everything is [Engine.Compare] with all rows, stages and inputs, however long the trace is.
func (e *Engine) Everything(q *OptimizeRequest) (*Optimized, error) {
	r, err := e.Compare(q)
	if err != nil || r.Dialect == "" {
		return r, err
	}
	c := e.session.results.list[0]
	r.Stages, r.Inputs = e.session.stagesOf(c), e.session.inputs()
	r.Page = c.items(0, c.layout.len())
	return r, nil
}

// comparePoints makes a result from the two requested points.
func (s *session) comparePoints(q *OptimizeRequest, passes optimizer.PassSet) *comparedPoints {
	points := s.pipeline(passes)
	from, to := pointIn(q.From, points), pointIn(q.To, points)
	left, right := s.point(from), s.point(to)
	c := s.results.slot(q.Result, s.trace)
	c.recordedText, c.trace, c.warnings, c.passes, c.from, c.to = q.Text, s.trace, s.diagnostics, passes, from, to
	c.compare(left, right, q.Numbered)
	return c
}

// stagesOf walks over the trace for each point.
func (s *session) stagesOf(c *comparedPoints) []Stage {
	if c.stages != nil {
		return c.stages
	}
	c.stages = append(c.stages, Stage{Ops: trace.Operations(c.trace)})
	for k, pass := range c.passes.List() {
		var result *optimizer.Result
		switch k + 1 {
		case c.from:
			result = c.left
		case c.to:
			result = c.right
		default:
			result = s.optimizer.Run(c.trace, c.passes.First(k+1))
		}
		stage := Stage{Pass: pass.String(), Ops: trace.Operations(result.Out)}
		stage.count(result, pass)
		c.stages = append(c.stages, stage)
	}
	return c.stages
}

// summary returns what is known of the whole.
func (c *comparedPoints) summary(r *Optimized) {
	r.From, r.To = c.from, c.to
	r.Before, r.After = trace.Operations(c.left.Out), trace.Operations(c.right.Out)
	r.Rows, r.Left, r.Right = len(c.rows), c.leftList.Len(), c.rightList.Len()
	for i := range c.rows {
		r.Changes.add(c.rows[i].Kind)
	}
	if r.Differing = len(c.changes); r.Differing > 0 {
		r.FirstChange = c.changes[0]
	}
	r.Loop = c.differ.RowOfLine(false, c.loop[1])
	r.Width, r.ShortWidth = c.leftList.Width()
	if c.rightList != c.leftList {
		width, short := c.rightList.Width()
		r.Width, r.ShortWidth = max(r.Width, width), max(r.ShortWidth, short)
	}
	if c.right.Impossible != trace.None {
		r.Impossible = c.parts(optimizer.RemarkRef{Index: -1}, c.right.ImpossibleParts(c.recorded))
	}
}

// isChange reports whether a row is a difference.
func isChange(kind optimizer.DiffKind) bool {
	return kind != optimizer.DiffSame && kind != optimizer.DiffComment
}

// add counts a row.
func (n *Changes) add(kind optimizer.DiffKind) {
	switch kind {
	case optimizer.DiffRemoved:
		n.Removed++
	case optimizer.DiffReplaced:
		n.Replaced++
	case optimizer.DiffArgs:
		n.Args++
	case optimizer.DiffAdded:
		n.Added++
	case optimizer.DiffMovedTo:
		n.Moved++
	}
}
