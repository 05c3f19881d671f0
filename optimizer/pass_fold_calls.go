package optimizer

import "unbox/trace"

// Conditional calls for which it is known whether they are made. PyPy's interpreter calls a
// function that makes room in a list only if there is none, and asks for a hash only if it
// is not stored in the string:
//
//	cond_call(i1, f, p0)              calls f(p0) if i1 is not 0
//	i3 = cond_call_value_i(i2, f, p0) is i2, or f(p0) if i2 is 0
//
// Often an earlier guard has asked just that. Then the call is either a call like any other, which
// later passes may share, or it is not made at all. In that case, a guard that there was no
// exception goes with it. A guard that asks for an exception of a call that is not made always
// fails, so such a call is left alone.

// conditional decides a conditional call.
func (p *foldPass) conditional(c *cur) verdict {
	p.skipped = trace.None
	condition := c.op.Condition()
	if condition == trace.CallsAlways {
		return next
	}
	zero, source, known := p.isZero(c.args[0])
	if !known {
		return next
	}
	if zero == (condition == trace.CallsIfZero) {
		c.op.Spelling = c.op.Unconditional()
		c.rewritten = Remark{Kind: Replaced, Pass: PassFold, Reason: ReasonCallMade, Descr: -1,
			Facts: [2]trace.Value{c.recordedArg(p.walk)}}
		p.remarks.restsOn(&c.rewritten, source)
		c.args = append(c.args[:0], c.args[1:]...)
		return again
	}
	if p.codeAfter() != trace.OpGuardNoException && p.in.AskedBy(p.position) != trace.None {
		return next
	}
	p.skipped = p.position
	if condition == trace.CallsIfZero {
		p.makeEqual(c.self, c.args[0])
	}
	p.remove(c, PassFold, ReasonCallSkipped, c.recordedArg(p.walk), trace.None)
	p.remarks.restOn(&c.op, source)
	return gone
}

// exceptionGuard removes the guard on the exception of a call that is not made.
func (p *foldPass) exceptionGuard(c *cur) verdict {
	if p.skipped == trace.None || p.skipped != p.position-1 {
		return next
	}
	return p.remove(c, PassFold, ReasonCallSkippedGuard, p.skipped+p.copyShift, trace.None)
}

// isZero reports whether a value is known to be 0 or null, or known not to be, and the
// operation from which the latter is known.
func (p *foldPass) isZero(v trace.Value) (zero bool, source trace.Value, known bool) {
	switch {
	case p.typeOf(v) == trace.Ref && p.refFactOf(v).nonnull():
		return false, p.refSource(v), true
	case p.typeOf(v) == trace.Ref:
		return true, trace.None, p.isNull(v)
	}
	if n, constant := p.constInt(v); constant {
		return n == 0, trace.None, true
	}
	if p.guards.isNotZero(v) {
		return false, p.guards.notZeroSince(v), true
	}
	return false, trace.None, false
}
