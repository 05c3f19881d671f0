//go:build !core

package api

import (
	"slices"
	"strings"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/trace"
)

// maxRecorded and maxOthers are the maximum numbers of rows that are listed
// for a whole edit.
const (
	maxRecorded = 40
	maxOthers   = 100
)

// edited is an edit with both results side by side.
type edited struct {
	number int
	edit   *optimizer.Edit
	// c compares the results, with identities across the edit.
	c *comparedPoints
	// passes are those of both sides, names the names of both recorded traces.
	passes [2]optimizer.PassSet
	names  [2]*trace.Namer
	whole  *Edited
}

// edited answers an EditedRequest.
func (e *Engine) edited(q *EditedRequest) (any, error) {
	r := EditedResponse{Page: Page{Items: []Item{}}}
	if q.Before != nil && q.After != nil {
		made, err := e.session.compareEdit(q)
		if err != nil {
			return nil, err
		}
		e.stepping.edited, r.Whole = made, made.whole
	}
	d := e.stepping.edited
	if d == nil || d.number != q.Edit {
		return Absent{Gone: q.Edit}, nil
	}
	if d.c != nil {
		d.c.layOut(q.View)
		r.Page = d.page(q.Window)
		if q.Layout {
			layout := d.c.overview()
			r.Layout = &layout
		}
	}
	return r, nil
}

// compareEdit optimizes both traces and compares the results.
func (s *session) compareEdit(q *EditedRequest) (*edited, error) {
	d := &edited{number: q.Edit, whole: newEdited()}
	var traces [2]*trace.Trace
	for k, side := range [2]*EditedSide{q.Before, q.After} {
		passes, err := optimizer.ParsePasses(side.Passes)
		if err != nil {
			return nil, err
		}
		t, diagnostics := trace.Parse(side.Text)
		if t == nil {
			d.whole.Problem = "expected a trace on both sides, found an error: " + diagnostics[0].Message
			return d, nil
		}
		d.passes[k], traces[k] = passes, t
	}
	before, after, err := prove.Share(traces[0], traces[1])
	if err != nil {
		d.whole.Problem = err.Error()
		return d, nil
	}
	d.edit = optimizer.NewEdit(s.optimized(before, d.passes[0]), s.optimized(after, d.passes[1]))
	d.names = [2]*trace.Namer{trace.NewSourceNamer(before), trace.NewSourceNamer(after)}
	left, right := d.edit.Sides()
	d.c = d.compare(left, right, d.outNames(true, left.Out), d.outNames(false, right.Out))
	d.tell()
	return d, nil
}

func newEdited() *Edited {
	return &Edited{
		Sum: Optimized{
			Diagnostics: []Diagnostic{}, Inputs: []Input{}, Impossible: []Part{}, Stages: []Stage{}, FirstChange: -1, Loop: -1,
			Layout: Layout{Overview: []OverviewPart{}}, Page: Page{Items: []Item{}},
		},
		Recorded: []DiffRow{}, Others: []EditedReason{},
	}
}

func (s *session) optimized(t *trace.Trace, passes optimizer.PassSet) *optimizer.Result {
	if len(passes.List()) == 0 {
		return optimizer.Recorded(t)
	}
	return s.optimizer.Run(t, passes)
}

// result is the result of a side.
func (d *edited) result(left bool) *optimizer.Result {
	if left {
		return d.edit.Before
	}
	return d.edit.After
}

// recorded names the values of a side's recorded trace, outNames those of its
// result.
func (d *edited) recorded(left bool) *trace.Namer {
	if left {
		return d.names[0]
	}
	return d.names[1]
}

func (d *edited) outNames(left bool, out *trace.Trace) *trace.Namer {
	if r := d.result(left); r.Out == r.In {
		return d.recorded(left).Of(out)
	}
	return trace.NewNamer(out, "")
}

// compare puts two traces side by side, without comments.
func (d *edited) compare(left, right *optimizer.Result, leftNames, rightNames *trace.Namer) *comparedPoints {
	options := trace.PrintOptions{RowsApart: true}
	c := &comparedPoints{
		trace: d.edit.After.In, passes: d.passes[1], left: left, right: right, recorded: d.names[1], leftNames: leftNames, rightNames: rightNames,
		leftList: trace.PrintWith(leftNames.Of(left.Out), options), rightList: trace.PrintWith(rightNames.Of(right.Out), options),
	}
	c.align()
	return c
}

// tell describes the whole comparison.
func (d *edited) tell() {
	d.c.summary(&d.whole.Sum)
	left, right := d.edit.RecordedSides()
	recorded := d.compare(left, right, d.names[0].Of(left.Out), d.names[1].Of(right.Out))
	d.whole.RecordedCount = len(recorded.changes)
	for _, i := range recorded.changes[:min(maxRecorded, len(recorded.changes))] {
		d.whole.Recorded = append(d.whole.Recorded, *recorded.row(i))
	}
	there := [2]map[[2]int32]bool{present(d.edit.Before.Out), present(d.edit.After.Out)}
	for w := trace.Value(1); int(w) < len(d.edit.After.In.Ops); w++ {
		for copied := 1; copied >= 0; copied-- {
			v := d.edit.Was(w)
			if v == trace.None || there[0][[2]int32{int32(v), int32(copied)}] || there[1][[2]int32{int32(w), int32(copied)}] {
				continue
			}
			before, after := d.edit.About(true, v, uint8(copied)), d.edit.About(false, w, uint8(copied))
			if before < 0 || after < 0 || !d.edit.OtherReason(before, after) {
				continue
			}
			d.whole.OthersCount++
			if line := recorded.differ.LineOf(false, w); line >= 0 && len(d.whole.Others) < maxOthers {
				d.whole.Others = append(d.whole.Others, EditedReason{
					Number: d.edit.After.In.Row(w), Text: recorded.line(false, line).Spans, Before: d.short(true, before), After: d.short(false, after),
					PassBefore: d.edit.Before.Remarks[before].Pass.String(), PassAfter: d.edit.After.Remarks[after].Pass.String(),
				})
			}
			break // of the two copies, the one in the loop is described
		}
	}
}

// present marks the copies of recorded operations that are in a result.
func present(out *trace.Trace) map[[2]int32]bool {
	there := make(map[[2]int32]bool, len(out.Ops))
	for i := range out.Ops {
		there[[2]int32{out.Ops[i].Src, int32(out.Ops[i].Copy)}] = true
	}
	return there
}

// page returns items with what happened to their rows on the other side.
func (d *edited) page(w Window) Page {
	p := d.c.page(w)
	for i := range p.Items {
		if row := p.Items[i].Row; row != nil && isChange(row.Kind) {
			row.Reasons = d.reasons(&d.c.rows[p.Items[i].Index])
			row.Own = len(row.Reasons) > 0
		}
	}
	return p
}

// editedPlace is a copy of a recorded operation of one side; op is its operation in the result, remark the index of a remark about
// it, -1 if there is none.
type editedPlace struct {
	op, recorded trace.Value
	copied       uint8
	remark       int
}

// at finds the operation of a row on a side, even if the result does not have it
// any more.
func (d *edited) at(row *optimizer.DiffRow, left bool) editedPlace {
	own, other := d.opOf(row, left), d.opOf(row, !left)
	p := editedPlace{op: own, remark: -1}
	switch {
	case own != trace.None:
		op := &d.result(left).Out.Ops[own]
		p.recorded, p.copied = trace.Value(op.Src), op.Copy
		if op.Src == 0 {
			p.remark = d.result(left).AboutAdded(own)
		}
	case other != trace.None:
		op := &d.result(!left).Out.Ops[other]
		if p.copied = op.Copy; op.Src == 0 {
			break
		}
		if p.recorded = d.edit.Is(trace.Value(op.Src)); left {
			p.recorded = d.edit.Was(trace.Value(op.Src))
		}
	}
	if p.recorded != trace.None {
		p.remark = d.edit.About(left, p.recorded, p.copied)
	}
	return p
}

// opOf is the operation of a row in the result of a side, None if there is none.
func (d *edited) opOf(row *optimizer.DiffRow, left bool) trace.Value {
	line := sideLine(row, left)
	if line < 0 {
		return trace.None
	}
	return d.c.listing(left).Ops[line]
}

// reasons say in a few words why a row differs.
func (d *edited) reasons(row *optimizer.DiffRow) []Reason {
	before, after := d.at(row, true), d.at(row, false)
	told := func(words string, left bool, remark int) []Reason {
		m := &d.result(left).Remarks[remark]
		r := Reason{
			Kind: m.Kind.String(), Pass: m.Pass.String(), Reason: m.Reason.ID(), Rule: d.result(left).RuleName(remark),
			Text: append([]Part{{Text: words, Row: -1}}, d.short(left, remark)...), Because: []Cause{},
		}
		r.Short = r.Text
		return []Reason{r}
	}
	switch {
	case row.Left < 0 && row.Kind == optimizer.DiffAdded:
		switch {
		case before.recorded == trace.None && after.recorded != trace.None:
			return byEdit("the edit recorded it")
		case before.remark >= 0 && after.remark >= 0:
			both := told("now: ", false, after.remark)
			both[0].Text = append(append(both[0].Text, Part{Text: "; before: ", Row: -1}), d.short(true, before.remark)...)
			both[0].Short = both[0].Text
			return both
		case before.remark >= 0:
			return told("went before: ", true, before.remark)
		case after.copied == 1 && !d.edit.Before.Peeled:
			return byEdit("the loop was not peeled before")
		case after.remark >= 0:
			return told("now: ", false, after.remark)
		}
	case row.Right < 0 && row.Kind == optimizer.DiffRemoved:
		switch {
		case after.recorded == trace.None && before.recorded != trace.None:
			return byEdit("the edit took it out of what is recorded")
		case after.remark >= 0:
			return told("goes now: ", false, after.remark)
		case before.copied == 1 && !d.edit.After.Peeled:
			return byEdit("the loop is not peeled any more")
		case before.remark >= 0:
			return told("no longer: ", true, before.remark)
		}
	case after.remark >= 0 && (before.remark < 0 || d.edit.OtherReason(before.remark, after.remark)):
		return told("now: ", false, after.remark)
	case before.remark >= 0 && after.remark < 0:
		return told("no longer: ", true, before.remark)
	}
	return []Reason{}
}

// byEdit is a reason that did not come from a pass.
func byEdit(words string) []Reason {
	text := []Part{{Text: words, Row: -1}}
	return []Reason{{Kind: "edited", Text: text, Short: text, Because: []Cause{}}}
}

// short is a remark of a side in a few words.
func (d *edited) short(left bool, remark int) []Part {
	return d.parts(left, slices.DeleteFunc(d.result(left).Short(remark, d.recorded(left), d.c.names(left)), func(part optimizer.Part) bool {
		return part.Text == optimizer.OfThePeeledLoop
	}))
}

// parts are the parts of a text about a side, for the response.
func (d *edited) parts(left bool, parts []optimizer.Part) []Part {
	for i := range parts {
		parts[i].In = d.edit.Identity(left, parts[i].In)
	}
	return d.c.parts(optimizer.RemarkRef{Index: -1, FromLeft: left}, parts)
}

// comparedEdit is the comparison of the last edit if it has this number,
// otherwise nil.
func (e *Engine) comparedEdit(number int) *edited {
	if d := e.stepping.edited; d != nil && d.number == number && d.c != nil {
		return d
	}
	return nil
}

// editedFind answers a FindRequest about such a comparison, whose Result is the number of the edit.
func (e *Engine) editedFind(q *FindRequest) (any, error) {
	d := e.comparedEdit(q.Result)
	if d == nil {
		return Absent{Gone: q.Result}, nil
	}
	return d.find(q), nil
}

// find searches the lines, as [comparedPoints.find] does, and what the page says next to a row that
// differs.
func (d *edited) find(q *FindRequest) *FindResponse {
	d.c.layOut(q.View)
	f := finder{c: d.c, q: q, fold: q.Query == strings.ToLower(q.Query), r: FindResponse{First: -1, Matches: []Match{}}}
	for i := 0; i < len(d.c.rows) && f.r.Total < maxMatches && q.Query != ""; i++ {
		f.row(i)
		if reason := d.reasonText(i); reason != "" {
			f.text(i, MatchReason, reason)
		}
	}
	if f.r.First < 0 && f.r.Total > 0 {
		f.r.First = 0
	}
	return &f.r
}

// reasonText is what the page says next to a row that differs, "" for nothing.
func (d *edited) reasonText(i int) string {
	row := &d.c.rows[i]
	if !isChange(row.Kind) {
		return ""
	}
	var b strings.Builder
	for _, r := range d.reasons(row) {
		b.WriteString(PartsText(r.Text))
	}
	return b.String()
}

// editedWhy answers an EditedWhyRequest.
func (e *Engine) editedWhy(q *EditedWhyRequest) (any, error) {
	d := e.comparedEdit(q.Edit)
	if d == nil {
		return Absent{Gone: q.Edit}, nil
	}
	r := EditedWhyResponse{Before: []WhyLine{}, After: []WhyLine{}}
	if q.Row >= 0 && q.Row < len(d.c.rows) {
		row := &d.c.rows[q.Row]
		r.Before, r.After = d.why(&e.session.optimizer, row, true), d.why(&e.session.optimizer, row, false)
	}
	return r, nil
}

// why says what happened to a row on a side or, if it is still there, why.
func (d *edited) why(o *optimizer.Optimizer, row *optimizer.DiffRow, left bool) []WhyLine {
	p, result := d.at(row, left), d.result(left)
	line := func(kind string, parts []Part) []WhyLine { return []WhyLine{{Kind: kind, Text: parts}} }
	words := func(text string) []Part { return []Part{{Text: text, Row: -1}} }
	full := func() []Part {
		return asSentence(d.parts(left, result.Parts(p.remark, d.recorded(left), d.c.names(left))))
	}
	switch {
	case p.recorded == trace.None && p.op == trace.None:
		return line("gone", words("It is not recorded there, and no pass adds it."))
	case p.recorded == trace.None && p.remark >= 0:
		return line("stays", append(words("A pass put it there. "), full()...))
	case p.recorded == trace.None:
		return line("stays", words("A pass put it there."))
	case p.op == trace.None && p.remark >= 0:
		return line("gone", full())
	case p.op == trace.None:
		return line("gone", words("The loop is not peeled there, so there is no copy of it."))
	}
	passes := d.passes[1]
	if left {
		passes = d.passes[0]
	}
	lines := []WhyLine{}
	for _, answer := range o.Why(result.In, passes, p.recorded, p.copied, d.recorded(left)).Lines {
		lines = append(lines, WhyLine{answer.Kind.String(), asSentence(d.parts(left, answer.Parts))})
	}
	if p.remark >= 0 && !slices.ContainsFunc(lines, func(l WhyLine) bool { return slices.Equal(l.Text, full()) }) {
		lines = append(line("known", full()), lines...)
	}
	return lines
}
