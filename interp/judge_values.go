package interp

import "unbox/trace"

// CompareValues is a stronger check than [Compare] for tests: every number that
// the recorded trace computed must equal the value that replaces it by
// Result.ValueOf. It applies to runs in which no jump was taken and both traces
// ran their operations once; for others, and for runs without a meaning, it
// agrees. Operations that overflowed or did not run are left out.
func CompareValues(valueOf []trace.Value, before, after *Outcome) Verdict {
	v := Verdict{before: before, after: after}
	if before.Jumps+after.Jumps > 0 || !before.Defined() || !after.Defined() {
		return v
	}
	for op := trace.Value(1); int(op) < min(before.ranTo(), len(valueOf)); op++ {
		have := valueOf[op]
		if have == trace.None || have.IsVirtual() || int(have) >= after.ranTo() {
			continue
		}
		want, ok := before.interp.valueOf(op)
		if !ok || want.Type != trace.Int && want.Type != trace.Float {
			continue
		}
		found, ok := after.interp.valueOf(have)
		if ok && found.Type == want.Type && trace.SameNaN(found.Type, found.Bits) == trace.SameNaN(want.Type, want.Bits) {
			continue
		}
		v.Kind = VerdictDiffer
		v.diff = difference{kind: diffRecorded, op: op, datums: [2]Datum{want, found}}
		return v
	}
	return v
}

// ranTo returns the index of the first operation that did not run, in a run
// without jumps.
func (o *Outcome) ranTo() int {
	if o.Op == trace.None {
		return len(o.Trace.Ops)
	}
	return int(o.Op)
}
