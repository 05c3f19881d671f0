package api

import (
	"slices"
	"unicode/utf8"

	"unbox/optimizer"
	"unbox/trace"
)

// row is a row for the response.
func (c *comparedPoints) row(i int) *DiffRow {
	r := &c.rows[i]
	row := &DiffRow{Kind: r.Kind, Own: r.Remark >= 0, Reasons: []Reason{}}
	if r.Left >= 0 {
		row.Left = c.line(true, int(r.Left))
	}
	if r.Right >= 0 {
		row.Right = c.line(false, int(r.Right))
	}
	if r.Kind == optimizer.DiffArgs || r.Kind == optimizer.DiffReplaced {
		markChanged(row.Left.Spans, row.Right.Spans)
	}
	if at, found := slices.BinarySearch(c.changes, i); found {
		row.Change = at + 1
	}
	for _, ref := range c.differ.Reasons(i) {
		row.Reasons = append(row.Reasons, c.reason(ref))
	}
	row.Related = c.place(c.related(i))
	return row
}

// related is the row of the other half of a move, or of the line that the reason is about
// and that this row does not show; -1 if there is none.
func (c *comparedPoints) related(i int) int {
	r, other := &c.rows[i], -1
	switch {
	case r.Kind == optimizer.DiffMovedFrom:
		other = c.differ.RowOfLine(false, int(r.Partner))
	case r.Kind == optimizer.DiffMovedTo:
		other = c.differ.RowOfLine(true, int(r.Partner))
	case r.Remark >= 0:
		left, right := c.differ.RemarkLines(r.Reason())
		if r.Left < 0 {
			other = c.differ.RowOfLine(true, int(left))
		} else if r.Right < 0 {
			other = c.differ.RowOfLine(false, int(right))
		}
	}
	if other == i {
		return -1
	}
	return other
}

// line is a line of a side for the response.
func (c *comparedPoints) line(left bool, at int) *Line {
	list, out := c.listing(left), c.result(left).Out
	line := &Line{At: at, Number: c.lineNumber(left, at), Source: list.Source(at), Spans: sharedSpans(&c.differ, left, list, at)}
	loop := c.loop[1]
	if left {
		loop = c.loop[0]
	}
	line.InLoop = loop >= 0 && at >= loop
	if v := list.Ops[at]; v != trace.None {
		op := &out.Ops[v]
		line.Operation = op.Code.String()
		if op.Copy != 0 && op.Src != 0 {
			line.CopyOf = c.place(c.differ.RowOfRecorded(trace.Value(op.Src), 0))
		}
	}
	line.Asides = c.asides(left, at)
	return line
}

// spansOf are the spans of a line of one trace: values have the numbers of their operations.
func spansOf(text string, spans []trace.Span) []Span {
	out := make([]Span, 0, len(spans))
	for _, s := range spans {
		piece := Span{Kind: s.Kind, Text: text[s.From:s.To]}
		if s.Value.IsOp() {
			piece.Value = int(s.Value)
		}
		if s.Defines {
			piece.Mark = SpanDefines
		}
		out = append(out, piece)
	}
	return out
}

// sharedSpans are the spans of a line of a comparison: a value has one number on both sides.
func sharedSpans(differ *optimizer.Differ, left bool, list *trace.Listing, at int) []Span {
	text, spans := list.Spans(at)
	out := make([]Span, len(spans))
	for i, s := range spans {
		out[i] = Span{Kind: s.Kind, Text: text[s.From:s.To], Value: differ.Identity(left, s.Value)}
		if s.Defines {
			out[i].Mark = SpanDefines
		}
	}
	return out
}

func (c *comparedPoints) asides(left bool, at int) []Aside {
	var asides []Aside
	text := ""
	for k, a := range c.listing(left).Asides(at) {
		if k == 0 {
			text = c.listing(left).Line(at)
		}
		asides = append(asides, Aside{Line: at, At: trace.NewOffsets(text).UTF16(a.At), Text: a.Text})
	}
	return asides
}

// markChanged marks the spans in which two lines differ: values by their identity, so
// another name for the same value is no change. Lines with different numbers of spans are
// compared from both ends.
func markChanged(left, right []Span) {
	if len(left) == len(right) {
		for i := range left {
			if !left[i].sameAs(&right[i]) {
				left[i].change()
				right[i].change()
			}
		}
		return
	}
	shorter := min(len(left), len(right))
	head := 0
	for head < shorter && left[head].sameAs(&right[head]) {
		head++
	}
	tail := 0
	for tail < shorter-head && left[len(left)-1-tail].sameAs(&right[len(right)-1-tail]) {
		tail++
	}
	for _, side := range [][]Span{left, right} {
		for i := head; i < len(side)-tail; i++ {
			side[i].change()
		}
	}
}

// sameAs reports whether two spans say the same.
func (s *Span) sameAs(other *Span) bool {
	if s.Kind == trace.SpanVariable && other.Kind == trace.SpanVariable && s.Value != 0 && other.Value != 0 {
		return s.Value == other.Value
	}
	return s.Kind == other.Kind && s.Text == other.Text
}

// change marks a span; blanks and brackets are not marked.
func (s *Span) change() {
	switch {
	case s.Kind == trace.SpanText:
	case s.Mark == SpanDefines:
		s.Mark = SpanDefinesChanged
	case s.Mark == SpanPlain:
		s.Mark = SpanChanged
	}
}

// reason is a remark for the response.
func (c *comparedPoints) reason(ref optimizer.RemarkRef) Reason {
	result, names, i := c.result(ref.FromLeft), c.names(ref.FromLeft), int(ref.Index)
	remark := &result.Remarks[ref.Index]
	left, right := c.differ.RemarkLines(ref)
	at := c.differ.RowOfLine(true, int(left))
	if at < 0 {
		at = c.differ.RowOfLine(false, int(right))
	}
	return Reason{
		Kind: remark.Kind.String(), Pass: remark.Pass.String(), Reason: remark.Reason.ID(), Rule: result.RuleName(i),
		Text: c.parts(ref, result.Parts(i, c.recorded, names)), Short: c.parts(ref, result.Short(i, c.recorded, names)),
		At: c.place(at), Because: c.causes(ref),
	}
}

// parts are the parts of a text for the response, with names of packages as separate
// parts, so that they can be left out.
func (c *comparedPoints) parts(ref optimizer.RemarkRef, parts []optimizer.Part) []Part {
	out := make([]Part, 0, len(parts))
	for _, p := range parts {
		part := Part{Kind: PartKind(p.Kind), Text: p.Text, Value: c.differ.PartIdentity(ref, p), Row: -1}
		if part.Value != 0 {
			part.Row = c.differ.RowOf(part.Value)
		}
		if p.Kind == optimizer.PartCode && utf8.ValidString(p.Text) {
			if from, to := trace.PackagePath(p.Text); from == 0 && to > 0 {
				out = append(out, Part{Kind: PartPath, Text: p.Text[:to], Row: -1})
				part.Text = p.Text[to:]
			}
		}
		out = append(out, part)
	}
	return out
}
