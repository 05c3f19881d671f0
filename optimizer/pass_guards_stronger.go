package optimizer

import "unbox/trace"

// An interpreter asks first whether there is an object, and then what it is. A trace has
// both questions, as two guards that are close together:
//
//	guard_nonnull(p0) [i1]
//	guard_nonnull(p2) [i1]
//	guard_class(p0, Box) [i3]
//
// One guard can ask both: the first becomes guard_nonnull_class(p0, Box) [i1]. A run that
// fails the second question then leaves earlier, with the state that it has there.
// Execution continues from that state, does what is in between, and reaches the second
// question on its own. The class of an object does not change meanwhile.

// strengthen makes an earlier guard_nonnull on the same reference ask the question of
// the current guard as well, if possible. code is what the earlier guard becomes.
func (p *guardsPass) strengthen(c *cur, code trace.Opcode) bool {
	x := c.args[0]
	if !x.IsOp() {
		return false
	}
	at := p.nonnullAt.of(x)
	if at <= p.out.lastLabel || p.out.ops[at].Code != trace.OpGuardNonnull || p.out.loop.isBefore(at) {
		return false
	}
	earlier := &p.out.ops[at]
	if earlier.Snap == 0 {
		earlier.Snap = int32(len(p.out.snaps))
		p.out.snaps = append(p.out.snaps, trace.Snapshot{First: uint32(len(p.out.snapList)), Descr: -1})
	}
	p.out.snaps[earlier.Snap].Takes = c.op.Src
	if p.planted.on(bugGuardEarly) && code == trace.OpGuardNonnullClass {
		code = trace.OpGuardClass
	}
	earlier.Code = code
	earlier.Spelling = code.SpellingFor(p.in.Dialect, trace.Void)
	earlier.Descr = c.op.Descr
	if code == trace.OpGuardValue {
		earlier.First, earlier.Len = uint32(len(p.out.args)), 2
		p.out.args = append(p.out.args, x, c.args[1])
	}
	p.remarks.set(&Remark{Kind: Replaced, Pass: PassGuards, Reason: ReasonGuardStronger, In: trace.Value(earlier.Src),
		Copy: earlier.Copy, Facts: [2]trace.Value{c.recordedArg(p.walk)}, rest: int32(c.self), Descr: -1})
	p.remove(c, PassGuards, ReasonGuardTaken, c.recordedArg(p.walk), trace.None)
	p.remarks.restOn(&c.op, p.out.self[at])
	return true
}
