//go:build !core

package api

import (
	"slices"
	"strconv"

	"unbox/optimizer"
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// How much of a moment is sent.
const (
	momentOthers = 24
	momentAll    = 1_000
	momentOutput = 100
	momentRows   = 1_000
)

// moments are the moments to step through.
type moments struct {
	p      *picture
	places []optimizer.Place
	// fates says what happens to the operation of each place.
	fates []optimizer.FateKind
}

// momentsOf returns those of a result; the most recent ones are kept.
func (e *Engine) momentsOf(c *comparedPoints) *moments {
	p := e.session.pictureOf(c)
	if m := e.stepping.moments; m != nil && m.p == p {
		return m
	}
	m := &moments{p: p, places: p.c.right.Places()}
	m.fates = p.c.right.PlaceFates(m.places)
	e.stepping.moments = m
	return m
}

// timeline answers a TimelineRequest.
func (e *Engine) timeline(request []byte) ([]byte, error) {
	var q TimelineRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		m := e.momentsOf(c)
		first := slices.IndexFunc(m.places, func(p optimizer.Place) bool { return p.Copy != 0 })
		if first < 0 {
			first = len(m.places)
		}
		bars := min(max(q.Bars, 1), 1_000)
		r := TimelineResponse{Count: len(m.places), First: first, Bars: []TimelineBar{}, Stops: m.stops()}
		width := (len(m.places) + bars - 1) / bars
		for _, half := range [][2]int{{0, first}, {first, len(m.places)}} {
			for from := half[0]; from < half[1]; from += width {
				r.Bars = append(r.Bars, m.bar(from, min(from+width, half[1])))
			}
		}
		return r, nil
	})
}

// bar sums some moments up.
func (m *moments) bar(from, to int) TimelineBar {
	b := TimelineBar{From: from}
	for _, fate := range m.fates[from:to] {
		switch fate {
		case optimizer.FateKept:
			b.Kept++
		case optimizer.FateReplaced:
			b.Replaced++
		case optimizer.FateMoved:
			b.Moved++
		case optimizer.FateRemoved:
			b.Removed++
		}
	}
	return b
}

// stops lists the names at which stepping can stop: passes in their order, then rules and operations
// in the order in which they occur.
func (m *moments) stops() []MomentStop {
	r := m.p.c.right
	var list [3][]MomentStop
	at := make(map[MomentStop]int)
	kinds := [3]string{"pass", "rule", "operation"}
	count := func(kind int, name string) {
		key := MomentStop{Kind: kinds[kind], Name: name}
		if name == "" {
			return
		}
		k, known := at[key]
		if !known {
			k = len(list[kind])
			at[key] = k
			list[kind] = append(list[kind], key)
		}
		list[kind][k].Count++
	}
	isMoment := make(map[optimizer.Place]bool, len(m.places))
	for _, place := range m.places {
		isMoment[place] = true
		count(2, m.p.c.trace.Ops[place.In].Code.String())
	}
	for i := range r.Remarks {
		if remark := &r.Remarks[i]; isMoment[optimizer.Place{In: remark.In, Copy: remark.Copy}] && remark.Reason != optimizer.ReasonPeelCopy {
			count(0, remark.Pass.String())
			count(1, r.RuleName(i))
		}
	}
	slices.SortStableFunc(list[0], func(a, b MomentStop) int { return passPlace(a.Name) - passPlace(b.Name) })
	return slices.Concat(list[0], list[1], list[2])
}

func passPlace(name string) int {
	for k, pass := range optimizer.Passes() {
		if pass.String() == name {
			return k
		}
	}
	return -1
}

// moment answers a MomentRequest.
func (e *Engine) moment(request []byte) ([]byte, error) {
	var q MomentRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		m := e.momentsOf(c)
		if len(m.places) == 0 {
			return m.nothing(), nil
		}
		at, found := m.find(&q)
		return m.show(&e.session.optimizer, at, found, q.All), nil
	})
}

// nothing is the answer for a trace without operations.
func (m *moments) nothing() *MomentResponse {
	return &MomentResponse{
		Operation: []Span{}, Passes: []MomentPass{}, Lines: []MomentLine{}, Boxes: []MomentBox{}, Kept: []MomentSlot{}, Sets: []MomentSet{},
		Numbers: []MomentNumber{}, Output: []MomentOutput{},
	}
}

// find finds the moment that is asked for.
func (m *moments) find(q *MomentRequest) (at int, found bool) {
	at = min(max(q.At, 0), len(m.places)-1)
	switch {
	case q.Key != 0:
		wanted := optimizer.Place{In: trace.Value(q.Key), Copy: uint8(trace.BoolBit(q.Loop))}
		if k := slices.Index(m.places, wanted); k >= 0 {
			return k, true
		}
		return at, false
	case q.Stop != "":
		by := 1
		if q.Back {
			by = -1
		}
		if k := m.p.c.right.FindPlace(m.places, at, by, q.Stop); k >= 0 {
			return k, true
		}
		return at, false
	}
	return at, true
}

// show is the moment at a place.
func (m *moments) show(o *optimizer.Optimizer, at int, found, all bool) *MomentResponse {
	c, place := m.p.c, m.places[at]
	r := m.nothing()
	r.At, r.Found, r.Key, r.Number, r.Loop = at, found, int(place.In), int(m.p.numbers[place.In]), place.Copy != 0
	r.Fate, r.Operation = fateNames[m.fates[at]], m.p.spans(true, place.In)
	moment := o.MomentAt(c.right, place)
	r.Reached = moment.Reached()
	r.Passes = momentPasses(c.passes.First(c.to), moment)
	if !r.Reached {
		return r
	}
	limits := optimizer.MomentLimits{Others: momentOthers, Output: momentOutput}
	if all {
		limits.Others = momentAll
	}
	view := moment.View(c.recorded, c.rightNames, limits)
	m.fill(r, &view, place.Copy)
	r.Outputs = len(moment.Output)
	return r
}

// momentPasses says what each pass does with the operation.
func momentPasses(passes optimizer.PassSet, moment *optimizer.Moment) []MomentPass {
	did := make(map[optimizer.PassID]string)
	for i := range moment.Steps {
		e := &moment.Steps[i]
		switch e.Kind {
		case optimizer.EventKeep:
			if did[e.Pass] == "" {
				did[e.Pass] = "keeps"
			}
		case optimizer.EventRemove:
			did[e.Pass] = "removes"
		case optimizer.EventRewrite:
			did[e.Pass] = "rewrites"
		case optimizer.EventMaterialize:
			did[optimizer.PassVirtual] = "makes"
		}
	}
	list := []MomentPass{}
	for _, pass := range passes.List() {
		list = append(list, MomentPass{pass.String(), did[pass]})
	}
	return list
}

// fill puts what is known into the answer.
func (m *moments) fill(r *MomentResponse, view *optimizer.MomentView, copied uint8) {
	parts := func(parts []optimizer.Part) []Part { return m.parts(parts, copied) }
	for _, line := range view.Lines {
		pass, text := line.Pass.String(), parts(line.Parts)
		switch {
		case line.Kind == optimizer.MomentReason:
			text = m.p.parts(optimizer.RemarkRef{Index: -1}, line.Parts)
		case line.Kind == optimizer.MomentPass && line.Pass == optimizer.PassPeel:
			pass = "" // no pass's: it goes into the output
		}
		r.Lines = append(r.Lines, MomentLine{Kind: line.Kind.String(), Near: line.Near, Pass: pass, Text: text})
	}
	for kind, n := range view.Left {
		if optimizer.MomentKind(kind) != optimizer.MomentOutput {
			r.Left += n
		}
	}
	for i := range view.Boxes {
		r.Boxes = append(r.Boxes, m.box(&view.Boxes[i], copied))
	}
	r.Kept = m.slots(view.Kept, copied)
	for _, s := range view.Sets {
		set := MomentSet{Value: parts(s.Value), Names: [][]Part{}, Near: s.Near}
		for _, name := range s.Names {
			set.Names = append(set.Names, parts(name))
		}
		r.Sets = append(r.Sets, set)
	}
	for _, n := range view.Numbers {
		r.Numbers = append(r.Numbers, MomentNumber{
			Name: parts(n.Value), Text: n.Bounds.String(), Near: n.Near, Bits: bitsOf(n.Bounds),
			Low: strconv.FormatInt(n.Bounds.Lo, 10), High: strconv.FormatInt(n.Bounds.Hi, 10),
		})
	}
	m.fillOutput(r, view.Output)
}

// box is an object for the response.
func (m *moments) box(b *optimizer.KnownBox, copied uint8) MomentBox {
	box := MomentBox{
		ID: int(b.Object), Key: int(b.In), Loop: b.Copy != 0, Name: m.parts(b.Value, copied), Names: [][]Part{}, Class: b.Class,
		State: b.State.String(), Why: m.p.parts(optimizer.RemarkRef{Index: -1}, b.Why), Near: b.Near, Slots: m.slots(b.Slots, copied),
	}
	for _, name := range b.Names {
		box.Names = append(box.Names, m.parts(name, copied))
	}
	return box
}

func (m *moments) slots(slots []optimizer.KnownSlot, copied uint8) []MomentSlot {
	list := []MomentSlot{}
	for _, s := range slots {
		list = append(list, MomentSlot{s.Name, m.parts(s.Value, copied), s.Box, s.Waits})
	}
	return list
}

// fillOutput puts the end of the output into the answer.
func (m *moments) fillOutput(r *MomentResponse, output []optimizer.OutputLine) {
	last := optimizer.Place{}
	for _, o := range output {
		at := optimizer.Place{In: o.In, Copy: o.Copy}
		out := MomentOutput{Key: int(o.In), Loop: o.Copy != 0, Fresh: o.Fresh, Text: m.parts(o.Parts, o.Copy)}
		if o.In != trace.None {
			out.Number = int(m.p.numbers[o.In])
			out.Late = at.Copy == last.Copy && at.In < last.In
			if !out.Late {
				last = at
			}
		}
		r.Output = append(r.Output, out)
	}
}

// parts are the parts of a text for the response. All names are those of the recorded trace; in the
// peeled loop, values of the first iteration are those of the previous iteration, and are marked as such.
func (m *moments) parts(parts []optimizer.Part, copied uint8) []Part {
	if copied == 0 {
		return m.p.parts(optimizer.RemarkRef{Index: -1}, parts)
	}
	out := make([]Part, 0, len(parts)+2)
	for k := range parts {
		one := m.p.parts(optimizer.RemarkRef{Index: -1}, parts[k:k+1])
		out = append(out, one...)
		part := &parts[k]
		if part.Copy == 0 && part.Kind == optimizer.PartValue && part.In != trace.None {
			out = append(out, Part{Kind: PartText, Text: " before", Row: -1})
		}
	}
	return out
}

// bitsOf are the bits of an integer, from the highest down.
func bitsOf(b bounds.Bounds) string {
	var text [64]byte
	for k := range text {
		bit := uint64(1) << (63 - k)
		switch {
		case b.Ones&bit != 0:
			text[k] = '1'
		case b.Unknown&bit != 0:
			text[k] = '?'
		default:
			text[k] = '0'
		}
	}
	return string(text[:])
}

// momentRows answers a MomentRowsRequest.
func (e *Engine) momentRows(request []byte) ([]byte, error) {
	var q MomentRowsRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		m := e.momentsOf(c)
		from := min(max(q.From, 0), len(m.places))
		to := min(max(q.To, from), len(m.places), from+momentRows)
		r := MomentRowsResponse{From: from, Rows: []MomentRow{}}
		for k := from; k < to; k++ {
			r.Rows = append(r.Rows, m.row(k))
		}
		return r, nil
	})
}

// row is the row of a moment.
func (m *moments) row(k int) MomentRow {
	v := m.places[k].In
	return MomentRow{Key: int(v), Number: int(m.p.numbers[v]), Fate: fateNames[m.fates[k]], Spans: m.p.spans(true, v)}
}
