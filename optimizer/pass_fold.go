package optimizer

import "unbox/trace"

// Constant folding.
//
// An operation whose arguments are all constants computes the same in every
// iteration, so it can be computed once and for all, here. The plan that does
// not work is to look at the arguments as they were recorded: in
//
//	i1 = int_add(5, 4)
//	i2 = int_add(i1, 10)
//
// the second one has no constant arguments until the first one is folded. The
// walk hands every pass the arguments after replacement, and with that one pass
// over the trace is enough (Implementing a Toy Optimizer, "Constant Folding").
//
// What an operation computes is not said here but in eval.go, which the
// interpreter uses too. Where it has no meaning (a shift by 64, a division by
// zero) nothing is folded. An overflow operation is folded together with the
// guard behind it, and only if the guard holds.

func foldHandler(code trace.Opcode) handler {
	switch code {
	case trace.OpSameAs:
		return foldSameAs
	case trace.OpPtrEq, trace.OpPtrNe:
		return foldPointers
	case trace.OpArrayLen:
		return nil
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		return foldOverflowGuard
	}
	switch code.Info().Effect {
	case trace.EffectPure:
		return foldPure
	case trace.EffectOverflow:
		return foldOverflow
	}
	return nil
}

func foldSameAs(w *walk, c *cur) verdict {
	return w.replaceBy(c, c.args[0], PassFold, ReasonSameAs)
}

func foldPure(w *walk, c *cur) verdict {
	bits, status := w.evalConstants(c)
	if status != trace.EvalOK {
		return next
	}
	if w.planted.on(bugFoldSign) && c.op.Code == trace.OpIntPyMod {
		bits = w.truncatedRemainder(c)
	}
	return w.replaceBy(c, w.constants.ofType(c.op.Type, bits), PassFold, ReasonFoldConstant)
}

// evalConstants computes the operation if all its arguments are numbers.
func (w *walk) evalConstants(c *cur) (uint64, trace.EvalStatus) {
	var operands [2]uint64
	for i, arg := range c.args {
		bits, ok := w.constBits(arg)
		if !ok {
			return 0, trace.EvalUndefined
		}
		operands[i] = bits
	}
	return trace.Eval(c.op.Code, operands[0], operands[1])
}

func foldOverflow(w *walk, c *cur) verdict {
	bits, status := w.evalConstants(c)
	if status == trace.EvalUndefined || !w.guardsOverflow() {
		return next
	}
	overflows := status == trace.EvalOverflow
	if overflows != w.guardedOverflow() {
		return w.contradictOverflow(PassFold)
	}
	reason := ReasonFoldConstant
	w.overflow = overflowFact{pass: PassFold, reason: ReasonFoldOverflow, value: c.self}
	if overflows {
		reason, w.overflow.reason = ReasonFoldOverflows, ReasonFoldGuardOverflow
	}
	return w.replaceBy(c, w.constants.ofType(trace.Int, bits), PassFold, reason)
}

// guardedAgainstOverflow tells whether the next recorded operation is the guard
// that the operation at hand must not overflow.
func (w *walk) guardedAgainstOverflow() bool { return w.guardBehind() == trace.OpGuardNoOverflow }

// guardedOverflow tells whether the guard behind the operation asks it to overflow.
func (w *walk) guardedOverflow() bool { return w.guardBehind() == trace.OpGuardOverflow }

// guardsOverflow tells whether a guard behind the operation asks whether it overflows.
func (w *walk) guardsOverflow() bool { return w.guardedAgainstOverflow() || w.guardedOverflow() }

// guardBehind returns the recorded operation behind the one at hand.
func (w *walk) guardBehind() trace.Opcode {
	behind := int(w.position) + 1
	if behind >= len(w.in.Ops) {
		return trace.OpNone
	}
	return w.in.Ops[behind].Code
}

// overflowFact says that it is known whether the overflow operation that the walk just
// saw overflows: then it was removed, by whom and why, and its guard goes as well. If
// the guard asks for the contrary the operation is still there, and the guard always
// fails.
type overflowFact struct {
	pass   PassID
	reason Reason
	value  trace.Value
	fails  bool
}

// contradictOverflow notes that the guard behind the operation at hand always fails.
func (w *walk) contradictOverflow(pass PassID) verdict {
	w.overflow = overflowFact{pass: pass, fails: true}
	return next
}

func foldOverflowGuard(w *walk, c *cur) verdict { return w.settleOverflowGuard(c, PassFold) }

// settleOverflowGuard removes the guard if the pass has removed its operation.
func (w *walk) settleOverflowGuard(c *cur, pass PassID) verdict {
	fact := w.overflow
	if fact.reason == ReasonNone && !fact.fails || fact.pass != pass {
		return next
	}
	w.overflow = overflowFact{}
	if fact.fails {
		return w.alwaysFails(c, pass)
	}
	return w.remove(c, pass, fact.reason, fact.value, trace.None)
}

func foldPointers(w *walk, c *cur) verdict {
	same, known := w.comparePointers(c.args[0], c.args[1])
	if !known {
		return next
	}
	result := w.constants.Int(trace.BoolBit(same == (c.op.Code == trace.OpPtrEq)))
	return w.replaceBy(c, result, PassFold, ReasonFoldConstant)
}

// comparePointers compares two constant references. Two fixed objects of
// different names are different objects; of an unknown one nothing can be said.
func (w *walk) comparePointers(a, b trace.Value) (same, known bool) {
	if !a.IsConst() || !b.IsConst() {
		return false, false
	}
	if a == b || w.sameNumbered(a, b) {
		return true, true
	}
	return false, w.isFixedObject(a) && w.isFixedObject(b)
}

func (w *walk) isFixedObject(v trace.Value) bool {
	kind := w.constants.list[v.ConstIndex()].Kind
	return kind == trace.ConstNull || kind == trace.ConstPtr
}
