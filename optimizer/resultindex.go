package optimizer

import "unbox/trace"

// resultIndex answers what reasons need to know about a result. It costs one walk over the trace,
// and is made when it is first needed.
type resultIndex struct {
	ops int
	// remarkOf has the remark about each copy of each recorded operation, plus 1.
	remarkOf []int32
	// users[from[v]:from[v+1]] are the recorded operations that use v, in their order.
	from  []int32
	users []trace.Value
	// causes are those of remark causesOf-1, the last one that was asked about of those that rest on uses.
	causes   []Cause
	causesOf int
}

// index returns the index of the result. Two goroutines must not call it at the
// same time.
func (r *Result) index() *resultIndex {
	if r.found == nil {
		r.found = &resultIndex{ops: len(r.In.Ops)}
		r.found.findRemarks(r)
		r.found.findUses(r.In)
	}
	return r.found
}

func (x *resultIndex) findRemarks(r *Result) {
	x.remarkOf = make([]int32, 2*x.ops)
	for i := range r.Remarks {
		switch m := &r.Remarks[i]; m.Kind {
		case Removed, Replaced, Moved:
			if m.In != trace.None {
				x.remarkOf[int(m.In)+int(m.Copy)*x.ops] = int32(i + 1)
			}
		}
	}
}

// remark returns the number of the remark that says what happened to a copy of a recorded
// operation, -1 if it is unchanged.
func (x *resultIndex) remark(v trace.Value, copyNumber uint8) int {
	return int(x.remarkOf[int(v)+int(copyNumber)*x.ops]) - 1
}

// findUses finds what uses each value: as an argument, or in the snapshot of a guard.
func (x *resultIndex) findUses(t *trace.Trace) {
	x.from = make([]int32, len(t.Ops)+2)
	eachUse(t, func(v, _ trace.Value) { x.from[v+2]++ })
	for v := 2; v < len(x.from); v++ {
		x.from[v] += x.from[v-1]
	}
	x.users = make([]trace.Value, x.from[len(x.from)-1])
	eachUse(t, func(v, by trace.Value) {
		x.users[x.from[v+1]] = by
		x.from[v+1]++
	})
}

// eachUse calls visit with each value and the operation that uses it.
func eachUse(t *trace.Trace, visit func(v, by trace.Value)) {
	for by := trace.Value(1); int(by) < len(t.Ops); by++ {
		args := t.Args(by)
		for k, v := range args {
			if v.IsOp() && (k == 0 || v != args[k-1]) {
				visit(v, by)
			}
		}
		for _, v := range t.SnapValues(t.Ops[by].Snap) {
			if v.IsOp() {
				visit(v, by)
			}
		}
	}
}

// uses returns the recorded operations that use a value, in their order. One may come twice.
func (x *resultIndex) uses(v trace.Value) []trace.Value { return x.users[x.from[v]:x.from[v+1]] }
