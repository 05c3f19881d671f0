package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// Integer bounds and known bits.
//
// What can be known of an integer, and how one fact gives another, is told in
// bounds.go. This pass carries the facts along the trace. Forward: what is known
// of the arguments says something of the result. Backward: what a guard says of a
// truth value says something of the numbers that were compared, and that of the
// numbers they were made of.
//
//	i1 = int_and(i0, 15)       between 0 and 15
//	i2 = int_add_ovf(i1, 1)    cannot overflow: a plain int_add
//	guard_no_overflow()        so this always holds
//	i3 = int_lt(i2, 100)       always 1
//
// The plan that does not work is to think of these numbers as a mathematician
// would: they wrap around, and what follows for integers does not follow for
// machine words. All such thinking is in bounds.go, where it is tested.
//
// To respect: a fact from a guard holds only behind it, so it is entered when the
// guard is in the output. And an operation may be taken for the one that made a
// value only as it stands in the output.

func boundsHandler(code trace.Opcode) handler {
	switch boundsKind[code] {
	case boundsForward:
		return boundsResult
	case boundsCompare:
		return boundsComparison
	case boundsOverflow:
		return boundsOverflowing
	}
	switch code {
	case trace.OpArrayLen:
		return boundsLength
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		return boundsOverflowGuard
	case trace.OpGuardTrue, trace.OpGuardFalse, trace.OpGuardValue:
		return boundsGuard
	}
	return nil
}

// operandBounds returns what is known of one or two integer arguments.
func (w *walk) operandBounds(c *cur) (a, b bounds.Bounds) {
	a = w.boundsOf(c.args[0])
	if len(c.args) > 1 {
		b = w.boundsOf(c.args[1])
	}
	return a, b
}

// boundsResult works out what is known of a result; if only one number is left,
// it is that number.
func boundsResult(w *walk, c *cur) verdict {
	a, b := w.operandBounds(c)
	result := w.forward(c.op.Code, a, b)
	if result.IsConstant() {
		return w.decideByBounds(c, result.Lo, a, b)
	}
	if v := w.unchanged(c, a, b); v != trace.None {
		w.makeEqual(c.self, v)
		return w.removeByBounds(c, ReasonBoundsSame, v, a, b)
	}
	w.setBounds(c.self, result)
	return next
}

// boundsComparison decides comparisons.
func boundsComparison(w *walk, c *cur) verdict {
	a, b := w.operandBounds(c)
	result := bounds.Forward(c.op.Code, a, b)
	if result.IsConstant() {
		return w.decideByBounds(c, result.Lo, a, b)
	}
	if v := w.unchanged(c, a, b); v != trace.None {
		w.makeEqual(c.self, v)
		return w.removeByBounds(c, ReasonBoundsSame, v, a, b)
	}
	w.setBounds(c.self, result)
	return next
}

func (w *walk) decideByBounds(c *cur, n int64, a, b bounds.Bounds) verdict {
	value := w.constants.Int(n)
	w.makeEqual(c.self, value)
	return w.removeByBounds(c, ReasonBoundsConstant, value, a, b)
}

// removeByBounds takes an operation out whose result is a known value because of
// what is known of its arguments.
func (w *walk) removeByBounds(c *cur, reason Reason, value trace.Value, a, b bounds.Bounds) verdict {
	w.remove(c, PassBounds, reason, c.recordedArg(w), value)
	w.remarks.know(c.op, a, b)
	return gone
}

// unchanged returns the argument that is the result.
func (w *walk) unchanged(c *cur, a, b bounds.Bounds) trace.Value {
	if k := bounds.SameAs(c.op.Code, a, b); k > 0 {
		return c.args[k-1]
	}
	return trace.None
}

// boundsOverflowing makes an overflow operation that cannot overflow a plain one.
func boundsOverflowing(w *walk, c *cur) verdict {
	a, b := w.operandBounds(c)
	cannot := bounds.CannotOverflow(c.op.Code, a, b)
	if cannot && w.guardedOverflow() {
		return w.contradictOverflow(PassBounds)
	}
	if cannot && w.guardedAgainstOverflow() {
		w.overflow = overflowFact{pass: PassBounds, reason: ReasonBoundsNoOverflow, value: c.self}
		c.op.Code = plainOf[c.op.Code]
		c.op.Spelling = c.op.Code.SpellingFor(w.in.Dialect, trace.Int)
		c.rewritten = Remark{Kind: Replaced, Pass: PassBounds, Reason: ReasonBoundsPlain, Rule: -1, Descr: -1,
			Known: w.remarks.keep(a, b), Facts: [3]trace.Value{c.recordedArg(w)}}
		return again
	}
	if w.guardedAgainstOverflow() {
		w.setBounds(c.self, bounds.Forward(c.op.Code, a, b))
	}
	return next
}

func boundsOverflowGuard(w *walk, c *cur) verdict { return w.settleOverflowGuard(c, PassBounds) }

func boundsLength(w *walk, c *cur) verdict {
	w.setBounds(c.self, bounds.ArrayLength())
	return next
}

// boundsGuard prepares what passing a guard says of an integer.
func boundsGuard(w *walk, c *cur) verdict {
	x := c.args[0]
	if !x.IsOp() || w.typeOf(x) != trace.Int {
		return next
	}
	number := int64(0)
	if c.op.Code == trace.OpGuardValue {
		var known bool
		if number, known = w.constInt(c.args[1]); !known {
			return next
		}
	}
	var possible bool
	if c.passing, possible = w.boundsOf(x).Passing(c.op.Code, number); !possible {
		return w.alwaysFails(c, PassBounds)
	}
	c.tells |= tellsPassing
	return next
}

// learnBounds enters what passing a guard says.
func (w *walk) learnBounds(c *cur) {
	if !w.refine(c.args[0], c.passing) {
		w.alwaysFails(c, PassBounds)
	}
	if w.bounds.stopped {
		w.remarks.setStopped(&c.op, PassBounds, ReasonBoundsDepth, trace.None)
	}
}
