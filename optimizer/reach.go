package optimizer

import "unbox/trace"

// reach knows how far jumps lead forward. After a guard that always fails the
// trace can be cut off, but not if a jump from before the guard goes to a label
// after it.
type reach struct {
	// labelAt is where each label of Tables.Labels is, 0 if the trace does not
	// have it. It is empty for traces with one label, whose jumps only lead back.
	labelAt []trace.Value
	// furthest is the last label that any jump so far goes to.
	furthest trace.Value
}

func (r *reach) reset(in *trace.Trace) {
	r.labelAt, r.furthest = r.labelAt[:0], 0
	if len(in.Tables.Labels) < 2 {
		return
	}
	r.labelAt = trace.Zeroed(r.labelAt, len(in.Tables.Labels))
	for v := range in.Ops {
		if op := &in.Ops[v]; op.Code == trace.OpLabel && op.Descr >= 0 {
			r.labelAt[op.Descr] = trace.Value(v)
		}
	}
}

// jump notes a jump.
func (r *reach) jump(op *trace.Op) {
	if op.Descr >= 0 && int(op.Descr) < len(r.labelAt) {
		r.furthest = max(r.furthest, r.labelAt[op.Descr])
	}
}
