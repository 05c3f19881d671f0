package optimizer

import "unbox/trace"

// What is computed from constants alone. PyPy does that while it optimizes: it reads immutable fields of constant objects and
// calls functions that only compute, and its result has the constant that came out. A log does not have the objects, so such
// operations stay in ours, although they give the same in every run:
//
//	p1 = getfield_gc_r(ConstPtr(ptr4), descr=<FieldP W_UnicodeObject.inst__utf8 24 pure>)
//	p2 = call_pure_r(ConstClass(ll_strconcat…), p1, ConstPtr(ptr5), descr=<Callr 8 rr EF=3 OS=22>)
//
// The comparison counts them on neither side.

// countRunning counts what a trace of a log computes when it runs.
func countRunning(t *trace.Trace) trace.TraceCounts {
	fixed := fixedIn(t)
	return trace.CountKindsBut(t, func(v trace.Value) bool {
		if code := t.Ops[v].Code; trace.AsksForException(code) {
			call := t.AskedCall(v)
			return call != trace.None && fixed[call]
		}
		return fixed[v]
	})
}

// fixedIn says of each operation whether it gives the same in every run.
func fixedIn(t *trace.Trace) []bool {
	fixed := make([]bool, len(t.Ops))
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		op, args := &t.Ops[v], t.Args(v)
		fixed[v] = op.Type != trace.Void && len(args) > 0 && alwaysComputes(t.Tables, op)
		for _, arg := range args {
			fixed[v] = fixed[v] && (arg.IsConst() || fixed[arg])
		}
	}
	return fixed
}
