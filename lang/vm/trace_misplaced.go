package vm

import "unbox/trace"

// The optimizer may extend a guard that checks whether there is an object to check its class, if a later guard would, or
// which object it is. That is correct only if an exit there executes the instruction again, which then does the right
// thing for the other class: a guard that stands for a branch, and resumes at one of its ways, must not check more.

// Misplaced returns the first guard about an object that does not resume at its own instruction, in its own frame;
// false if there is none.
func (rec *Recording) Misplaced() (guard trace.Value, found bool) {
	step := -1
	for k := range rec.Trace.Ops {
		v := trace.Value(k)
		for step+1 < len(rec.Steps) && rec.Steps[step+1].Mark <= v {
			step++
		}
		if op := &rec.Trace.Ops[k]; asksOfObject(op.Code) && (step < 0 || !rec.resumesAt(op.Snap, rec.Steps[step])) {
			return v, true
		}
	}
	return 0, false
}

// asksOfObject reports whether a guard asks whether there is an object, which, or of which class.
func asksOfObject(code trace.Opcode) bool {
	switch code {
	case trace.OpGuardNonnull, trace.OpGuardIsnull, trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpGuardValue:
		return true
	}
	return false
}

// resumesAt reports whether a snapshot leads to an instruction.
func (rec *Recording) resumesAt(snap int32, s Step) bool {
	frames := rec.Trace.SnapFrames(snap)
	if len(frames) != s.Depth+1 {
		return false
	}
	last := frames[s.Depth]
	return int(last.Code) == s.Code && rec.places[last.PC].pc == s.PC
}
