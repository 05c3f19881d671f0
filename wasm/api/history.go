//go:build !core

package api

import (
	"fmt"
	"slices"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
)

// The history of an operation is read off the points of the pipeline: the results of the first pass, of the first two,
// and so on. At each point it is the same, another one, or gone; where this differs from the point before, the pass
// between them made the difference, and the result's remark says why.

// histories are the points of one result that are kept.
type histories struct {
	p      *picture
	s      *session
	points []*historyPoint
}

// historyPoint is the result of the first passes.
type historyPoint struct {
	pass   string
	result *optimizer.Result
	names  *trace.Namer
}

// historyState is what a copy of an operation is at a point.
type historyState struct {
	// out is the operation of the result, None if it is gone.
	out trace.Value
	// remark says what happened to it, learned what is known of its result; they are indexes of remarks, -1 for
	// none.
	remark, learned int
	// shape says what it computes, and from what; "" if it is gone.
	shape string
}

// history answers a HistoryRequest.
func (e *Engine) history(request []byte) ([]byte, error) {
	var q HistoryRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		p := e.session.pictureOf(c)
		if q.Key == 0 && q.Number > 0 {
			q.Key = max(0, slices.Index(p.numbers, int32(q.Number)))
		}
		r := &HistoryResponse{Key: q.Key, Text: []Span{}, Passes: []HistoryPass{}}
		if v := trace.Value(q.Key); q.Key > 0 && q.Key < len(c.trace.Ops) && p.numbers[v] != 0 {
			r.Number, r.Text = int(p.numbers[v]), p.spans(true, v)
			e.session.again(c)
			e.session.pipeline(c.passes)
			r.Passes = e.historiesOf(c, p).of(v)
		}
		return r, nil
	})
}

// historiesOf returns the points of a result; the most recent ones are kept.
func (e *Engine) historiesOf(c *comparedPoints, p *picture) *histories {
	if h := e.stepping.histories; h != nil && h.p == p {
		return h
	}
	h := &histories{p: p, s: &e.session, points: make([]*historyPoint, len(c.passes.List())+1)}
	e.stepping.histories = h
	return h
}

// point is the result of the first k passes. Those of a long trace are not kept.
func (h *histories) point(k int) *historyPoint {
	if h.points[k] != nil {
		return h.points[k]
	}
	c := h.p.c
	point := &historyPoint{result: h.s.point(k)}
	if point.names = c.recorded; k > 0 {
		point.pass, point.names = c.passes.List()[k-1].String(), c.namesOf(point.result, c.numbered)
	}
	if len(c.trace.Ops) <= keepOps {
		h.points[k] = point
	}
	return point
}

// of returns the history of a recorded operation.
func (h *histories) of(v trace.Value) []HistoryPass {
	list := []HistoryPass{}
	was := h.point(0)
	for k := 1; k < len(h.points); k++ {
		point := h.point(k)
		entry := HistoryPass{Pass: point.pass, Point: k, Changes: point.changes(h.p, was, v, 0)}
		switch {
		case point.result.Peeled && was.result.Peeled:
			entry.Changes = inBoth(append(entry.Changes, point.changes(h.p, was, v, 1)...))
		case point.result.Peeled:
			now := point.state(v, 1)
			entry.Changes = append(entry.Changes, point.change(h.p, v, 1, "copied", &now, -1))
		case was.result.Peeled:
			gone := point.change(h.p, v, 1, "single", &historyState{}, point.whyOnce())
			gone.Iteration = "loop"
			entry.Changes = append(entry.Changes, gone)
		}
		list, was = append(list, entry), point
	}
	return list
}

// inBoth merges changes that have the same words in both iterations.
func inBoth(changes []HistoryChange) []HistoryChange {
	list := []HistoryChange{}
	for _, change := range changes {
		same := slices.IndexFunc(list, func(other HistoryChange) bool { return other.words() == change.words() })
		if same >= 0 {
			list[same].Iteration = "both"
			continue
		}
		list = append(list, change)
	}
	return list
}

// words are everything that is said about a change, except for the iteration.
func (c *HistoryChange) words() string {
	words := []string{c.Kind, c.Value, c.Rule}
	for _, span := range c.Text {
		words = append(words, span.Text)
	}
	for _, part := range c.Reason {
		words = append(words, part.Text)
	}
	for _, cause := range c.Because {
		words = append(words, fmt.Sprint(*cause.At))
		for _, part := range cause.Text {
			words = append(words, part.Text)
		}
	}
	return strings.Join(words, "\x00")
}

// state finds a copy of a recorded operation in the result of a point.
func (point *historyPoint) state(v trace.Value, copied uint8) historyState {
	r := point.result
	s := historyState{remark: -1, learned: -1}
	if r.Out == r.In {
		s.out = v
	}
	for k := 1; k < len(r.Out.Ops) && s.out == trace.None; k++ {
		if op := &r.Out.Ops[k]; trace.Value(op.Src) == v && op.Copy == copied {
			s.out = trace.Value(k)
		}
	}
	for i := range r.Remarks {
		switch m := &r.Remarks[i]; {
		case m.In != v || m.Copy != copied || m.Kind == optimizer.Stopped || m.Reason == optimizer.ReasonPeelCopy:
		case m.Kind == optimizer.Learned:
			s.learned = i
		default:
			s.remark = i
		}
	}
	if s.out != trace.None {
		s.shape = shapes{r: r, copied: copied}.of(s.out, 0)
	}
	return s
}

// changes are those of a copy of an operation since the point before.
func (point *historyPoint) changes(p *picture, was *historyPoint, v trace.Value, copied uint8) []HistoryChange {
	list := []HistoryChange{}
	before, now := was.state(v, copied), point.state(v, copied)
	kind, because := "", !sameReason(was.result, before.remark, point.result, now.remark)
	switch told := because && now.remark >= 0; {
	case before.out != trace.None && now.out == trace.None:
		kind = "removed"
	case before.out == trace.None && now.out != trace.None:
		kind = "back"
	case told && now.out != trace.None && (before.remark < 0 || before.shape != now.shape):
		kind = point.result.Remarks[now.remark].Kind.String()
	case before.shape != now.shape:
		kind = "args"
	case because:
		kind = "reason"
	}
	if kind != "" {
		list = append(list, point.change(p, v, copied, kind, &now, now.remark))
	}
	if now.learned >= 0 && !sameReason(was.result, before.learned, point.result, now.learned) {
		list = append(list, point.change(p, v, copied, "learned", &now, now.learned))
	}
	return list
}

// whyOnce is the remark that says why the loop is not peeled, -1 if there is none.
func (point *historyPoint) whyOnce() int {
	return slices.IndexFunc(point.result.Remarks, func(m optimizer.Remark) bool {
		return m.Kind == optimizer.Stopped && m.Pass == optimizer.PassPeel
	})
}

// sameReason reports whether two remarks say the same about an operation, if
// anything.
func sameReason(a *optimizer.Result, i int, b *optimizer.Result, k int) bool {
	if i < 0 || k < 0 {
		return i < 0 && k < 0
	}
	one, other := &a.Remarks[i], &b.Remarks[k]
	return one.Kind == other.Kind && one.Pass == other.Pass && one.Reason == other.Reason && a.RuleName(i) == b.RuleName(k)
}

// change describes one change; remark is the index of the remark with the reason, -1
// for none.
func (point *historyPoint) change(p *picture, v trace.Value, copied uint8, kind string, now *historyState, remark int) HistoryChange {
	c := HistoryChange{Kind: kind, Text: []Span{}, Reason: []Part{}, Because: []ExplainStep{}}
	if point.result.Peeled {
		c.Iteration = [2]string{"first", "loop"}[copied]
	}
	if now.out != trace.None {
		text, spans := point.names.Operation(now.out)
		c.Text = spansOf(text, spans)
		for i := range c.Text {
			c.Text[i].Value = 0 // from another result than the one on screen
		}
	} else {
		c.Value = point.valueOf(v, copied)
	}
	if remark >= 0 {
		r := point.result
		c.Rule = r.RuleName(remark)
		c.Reason, c.Because = p.reasonIn(r, point.names, remark, optimizer.RemarkRef{Index: -1})
	}
	return c
}

// valueOf names what has replaced the result of an operation that is gone, "" if nothing
// has.
func (point *historyPoint) valueOf(v trace.Value, copied uint8) string {
	r := point.result
	values := r.ValueOf
	if copied != 0 {
		values = r.Invented
	}
	if int(v) >= len(values) || r.In.Ops[v].Type == trace.Void || values[v] == trace.None {
		return ""
	}
	return point.names.Name(values[v])
}

// shapes say what operations of a result compute, and from what, in words that are the same in other results as
// long as the computation is the same. copied is the current copy.
type shapes struct {
	r      *optimizer.Result
	copied uint8
}

// deepest is the maximum depth to which operations that passes added are
// described.
const deepest = 3

func (s shapes) of(v trace.Value, depth int) string {
	op := &s.r.Out.Ops[v]
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d(", op.Code, op.Descr)
	if op.Code != trace.OpJump && op.Code != trace.OpLabel {
		for _, arg := range s.r.Out.Args(v) {
			b.WriteString(s.value(arg, depth) + ",")
		}
	}
	return b.String()
}

// value says what an argument is: a recorded operation in the current or the previous iteration, a constant, an
// operation that was added, or a parameter of the peeled loop.
func (s shapes) value(v trace.Value, depth int) string {
	switch {
	case v.IsConst():
		c := s.r.Out.Const(v)
		return fmt.Sprint("const ", c.Kind, c.Bits, c.Name)
	case !v.IsOp():
		return fmt.Sprint("other ", v)
	}
	op := &s.r.Out.Ops[v]
	src := op.Src
	if s.r.Out == s.r.In {
		src = int32(v)
	}
	switch {
	case src != 0 && op.Copy == s.copied:
		return fmt.Sprint("row ", src)
	case src != 0:
		return fmt.Sprint("row before ", src)
	case op.Code == trace.OpParam:
		return "parameter " + s.passed(v, depth)
	case depth < deepest:
		return "added " + s.of(v, depth+1)
	}
	return "added"
}

// passed says what the first iteration passes for a parameter of the peeled loop.
func (s shapes) passed(param trace.Value, depth int) string {
	label := param
	for s.r.Out.Ops[label].Code == trace.OpParam {
		label--
	}
	jump := label - 1
	if jump <= 0 || s.r.Out.Ops[jump].Code != trace.OpJump || depth >= deepest {
		return fmt.Sprint(param - label)
	}
	return s.value(s.r.Out.Args(jump)[param-label-1], depth+1)
}
