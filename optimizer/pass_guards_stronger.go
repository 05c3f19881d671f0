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
//
// A guard on the class can ask for a fixed object, too, if that is known to be of this class:
// its own question is then part of the new one.
//
//	guard_nonnull_class(p0, Dict) [i1]     becomes guard_value(p0, ConstPtr(globals)) [i1]
//	p2 = get(p0, strategy)
//	guard_value(p0, ConstPtr(globals)) [i1]

// strengthen makes an earlier guard on the same reference ask the question of the current guard
// as well, if possible. code is what the earlier guard becomes.
func (p *guardsPass) strengthen(c *cur, code trace.Opcode) bool {
	x := c.args[0]
	if !x.IsOp() {
		return false
	}
	at := p.askedAt.of(x)
	if at <= p.out.lastLabel || p.out.loop.isBefore(at) || !p.impliesGuard(c, code, at) {
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

// impliesGuard reports whether the question of the current guard, on the same reference as an
// earlier guard, contains the earlier one's. code is what the earlier guard would become, at its
// place in the output.
func (p *guardsPass) impliesGuard(c *cur, code trace.Opcode, at int32) bool {
	switch earlier := &p.out.ops[at]; earlier.Code {
	case trace.OpGuardNonnull:
		return true
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		return code == trace.OpGuardValue && p.wasOfClass(c.args[1], earlier.Descr, p.out.self[at])
	}
	return false
}

// wasOfClass reports whether a constant object is of a class that an earlier guard asked for of
// what the current guard says is this object. That has to be known at the earlier guard: nothing
// that is only known later may be taken for granted there. When the trace was recorded, both
// guards held, for one object.
func (p *guardsPass) wasOfClass(constant trace.Value, class int32, guard trace.Value) bool {
	if known, ok := p.refFactOf(constant).class(); ok && int32(known) != class {
		return false
	} else if ok && p.refs.consts[constant].since < guard {
		return true
	}
	return p.heldWhenRecorded() && p.isNumbered(constant)
}
