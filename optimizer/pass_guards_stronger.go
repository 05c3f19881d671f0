package optimizer

import "unbox/trace"

// An interpreter asks first whether there is an object, and then what it is. A trace has
// both questions, as two guards that are not far apart:
//
//	guard_nonnull(p0) [i1]
//	guard_nonnull(p2) [i1]
//	guard_class(p0, Box) [i3]
//
// One guard can ask both: the first becomes guard_nonnull_class(p0, Box) [i1]. A run that
// fails the second question then leaves earlier, with the state that it has there;
// whoever gets it goes on from there, does what lies in between, and comes to the
// second question by itself. What an object is does not change meanwhile.

// strengthen makes an earlier guard_nonnull on the same reference ask the question of
// the guard at hand, if it can. code is what the earlier guard becomes.
func (w *walk) strengthen(c *cur, code trace.Opcode) bool {
	x := c.args[0]
	if x <= 0 || c.op.Src == 0 {
		return false
	}
	at := w.nonnullAt[x]
	if at <= w.labelAt || w.out.ops[at].Code != trace.OpGuardNonnull || w.peel.active && at < w.peel.labelAt {
		return false
	}
	earlier := &w.out.ops[at]
	if earlier.Src == 0 {
		return false
	}
	if earlier.Snap == 0 {
		earlier.Snap = int32(len(w.out.snaps))
		w.out.snaps = append(w.out.snaps, trace.Snapshot{First: uint32(len(w.out.snapList)), Descr: -1})
	}
	w.out.snaps[earlier.Snap].Takes = c.op.Src
	if w.planted.on(bugGuardEarly) && code == trace.OpGuardNonnullClass {
		code = trace.OpGuardClass
	}
	earlier.Code = code
	earlier.Spelling = code.SpellingFor(w.in.Dialect, trace.Void)
	earlier.Descr = c.op.Descr
	if code == trace.OpGuardValue {
		earlier.First, earlier.Len = uint32(len(w.out.args)), 2
		w.out.args = append(w.out.args, x, c.args[1])
	}
	w.remarks.set(Remark{Kind: Replaced, Pass: PassGuards, Reason: ReasonGuardStronger, Rule: -1, In: trace.Value(earlier.Src),
		Copy: earlier.Copy, Facts: [3]trace.Value{c.recordedArg(w)}, Descr: -1})
	w.remove(c, PassGuards, ReasonGuardTaken, c.recordedArg(w), trace.None)
	return true
}
