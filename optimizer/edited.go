package optimizer

import "unbox/trace"

// What did an edit change in the result? Both recorded traces went through the optimizer, and each of the two results
// knows which recorded operations its own come from. [Between] says which operations of the two recorded traces
// correspond. Together, that says for every operation after the edit which one it was before. With these identities a
// Differ compares the two results as it compares two points of one pipeline.

// Edit is a trace before and after an edit, with what became of both.
type Edit struct {
	// Before and After are the results. Their recorded traces have the same Tables except for the
	// comments.
	Before, After *Result
	// was has, for each recorded operation after the edit, the one that it was before, None for a new one; is is the
	// inverse.
	was, is []trace.Value
	// union numbers the recorded operations after the edit: with their numbers before it, and new ones after
	// all of those.
	union []trace.Value
	count int
}

// NewEdit finds which operations of two recorded traces are the same.
func NewEdit(before, after *Result) *Edit {
	e := &Edit{Before: before, After: after, count: len(before.In.Ops)}
	e.is = make([]trace.Value, len(before.In.Ops))
	e.was = make([]trace.Value, len(after.In.Ops))
	e.union = make([]trace.Value, len(after.In.Ops))
	paired := Between(before.In, after.In).Out
	for w := 1; w < len(e.was); w++ {
		e.was[w] = trace.Value(paired.Ops[w].Src)
		if v := e.was[w]; v != trace.None {
			e.is[v], e.union[w] = trace.Value(w), v
			continue
		}
		e.union[w] = trace.Value(e.count)
		e.count++
	}
	return e
}

// Was returns the operation before the edit for a recorded one after it, None for a new one.
func (e *Edit) Was(w trace.Value) trace.Value { return e.was[w] }

// Is returns the operation after the edit for a recorded one before it, None for one that is gone.
func (e *Edit) Is(v trace.Value) trace.Value { return e.is[v] }

// Identity is a number for a recorded operation, the same on both sides of the edit for the same one. Anything else, such
// as a constant, stays as it is.
func (e *Edit) Identity(left bool, v trace.Value) trace.Value {
	if left || !v.IsOp() || int(v) >= len(e.union) {
		return v
	}
	return e.union[v]
}

// Sides are the two results as a [Differ] compares them: with identities across the edit, and without remarks, which
// are about one side only.
func (e *Edit) Sides() (left, right *Result) { return e.sides(e.Before.Out, e.After.Out) }

// RecordedSides are the same of the two recorded traces.
func (e *Edit) RecordedSides() (left, right *Result) { return e.sides(e.Before.In, e.After.In) }

func (e *Edit) sides(before, after *trace.Trace) (left, right *Result) {
	in := &trace.Trace{Ops: make([]trace.Op, e.count), Tables: before.Tables}
	out := *after
	out.Ops = append([]trace.Op(nil), after.Ops...)
	for i := range out.Ops {
		out.Ops[i].Src = int32(e.Identity(false, trace.Value(out.Ops[i].Src)))
	}
	out.Virtuals = append(out.Virtuals[:0:0], after.Virtuals...)
	for i := range out.Virtuals {
		out.Virtuals[i].Src = int32(e.Identity(false, trace.Value(out.Virtuals[i].Src)))
	}
	return &Result{In: in, Out: before}, &Result{In: in, Out: &out}
}

// About returns the number of the remark that says what happened to a copy of a recorded operation on a side, -1 if it is
// unchanged.
func (e *Edit) About(left bool, v trace.Value, copied uint8) int {
	if left {
		return e.Before.index().remark(v, copied)
	}
	return e.After.index().remark(v, copied)
}

// OtherReason reports whether a copy of an operation that both results lack went for another reason after the edit: by
// another pass or rule, or because of another operation.
func (e *Edit) OtherReason(before, after int) bool {
	a, b := &e.Before.Remarks[before], &e.After.Remarks[after]
	if a.Pass != b.Pass || a.Reason != b.Reason || e.Before.RuleName(before) != e.After.RuleName(after) {
		return true
	}
	one, other := e.Before.Causes(before), e.After.Causes(after)
	if len(one) != len(other) {
		return true
	}
	for i := range one {
		if one[i].Kind != other[i].Kind || one[i].Copy != other[i].Copy || one[i].In != e.Identity(false, other[i].In) {
			return true
		}
	}
	return false
}

// AboutAdded returns the number of the remark about an operation of the result that a pass added, -1 if there is none.
func (r *Result) AboutAdded(v trace.Value) int {
	for i := range r.Remarks {
		if m := &r.Remarks[i]; m.In == trace.None && m.Out == v {
			return i
		}
	}
	return -1
}
