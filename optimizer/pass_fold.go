package optimizer

import "unbox/trace"

// Constant folding.
//
// An operation whose arguments are all constants computes the same in every
// iteration, so it can be computed here, once and for all. The plan that does
// not work is to look at the arguments as they were recorded: in
//
//	i1 = int_add(5, 4)
//	i2 = int_add(i1, 10)
//
// the second one has no constant arguments until the first one is folded. The
// walk gives every pass the arguments after replacement, so one pass over the
// trace is enough (Implementing a Toy Optimizer, "Constant Folding").
//
// What an operation computes is defined not here but in eval.go, which the
// interpreter uses too. Where it has no meaning (a shift by 64, a division by
// zero) nothing is folded. An overflow operation is folded together with the
// guard after it, and only if the guard holds.

// PassFold is the number of constant folding.
const PassFold PassID = 1

var foldRow = registration{
	id: PassFold,
	info: PassInfo{
		Name:  "fold",
		Title: "constant folding",
		Doc:   "Computes operations whose arguments are all constants, and decides conditional calls.",
		Why:   "First, because it is the cheapest question and what it answers needs no other pass.",
	},
	make: func(w *walk) pass { return &foldPass{walk: w} },
}

// foldPass is the pass.
type foldPass struct {
	*walk
	// skipped is the conditional call before the current operation, if it was found that it is
	// not made.
	skipped trace.Value
}

func (p *foldPass) reset() { *p = foldPass{walk: p.walk} }

func (p *foldPass) handler(code trace.Opcode) handler {
	switch code {
	case trace.OpSameAs:
		return p.sameAs
	case trace.OpPtrEq, trace.OpPtrNe:
		return p.pointers
	case trace.OpGet:
		if p.world != nil {
			return p.field
		}
	case trace.OpArrayLen:
		if p.world != nil {
			return p.length
		}
		return nil
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		return p.overflowGuard
	case trace.OpCall:
		if p.world != nil {
			return p.knownCall
		}
		return p.conditional
	case trace.OpGuardNoException:
		return p.exceptionGuard
	}
	switch code.Info().Effect {
	case trace.EffectPure:
		return p.pure()
	case trace.EffectOverflow:
		return p.checked
	}
	return nil
}

func (p *foldPass) sameAs(c *cur) verdict {
	return p.replaceBy(c, c.args[0], PassFold, ReasonSameAs)
}

//
//go:noinline
func (p *foldPass) pure() handler {
	return func(c *cur) verdict {
		bits, status := p.evalConstants(c)
		if status != trace.EvalOK {
			return next
		}
		if p.planted.on(bugFoldSign) && c.op.Code == trace.OpIntPyMod {
			bits = p.truncatedRemainder(c)
		}
		return p.replaceBy(c, p.constants.ofType(c.op.Type, bits), PassFold, ReasonFoldConstant)
	}
}

// evalConstants computes the operation if all its arguments are numbers.
func (p *foldPass) evalConstants(c *cur) (uint64, trace.EvalStatus) {
	var operands [2]uint64
	for i, arg := range c.args {
		bits, ok := p.constBits(arg)
		if !ok {
			return 0, trace.EvalUndefined
		}
		operands[i] = bits
	}
	return trace.Eval(c.op.Code, operands[0], operands[1])
}

func (p *foldPass) checked(c *cur) verdict {
	bits, status := p.evalConstants(c)
	if status == trace.EvalUndefined || !p.guardsOverflow() {
		return next
	}
	overflows := status == trace.EvalOverflow
	if overflows != p.guardedOverflow() {
		return p.contradictOverflow(PassFold)
	}
	reason := ReasonFoldConstant
	p.overflow = overflowFact{pass: PassFold, reason: ReasonFoldOverflow, value: c.self}
	if overflows {
		reason, p.overflow.reason = ReasonFoldOverflows, ReasonFoldGuardOverflow
	}
	return p.replaceBy(c, p.constants.ofType(trace.Int, bits), PassFold, reason)
}

func (p *foldPass) overflowGuard(c *cur) verdict { return p.settleOverflowGuard(c, PassFold) }

func (p *foldPass) pointers(c *cur) verdict {
	same, known := p.comparePointers(c.args[0], c.args[1])
	if !known {
		return next
	}
	result := p.constants.Int(trace.BoolBit(same == (c.op.Code == trace.OpPtrEq)))
	return p.replaceBy(c, result, PassFold, ReasonFoldConstant)
}

// comparePointers compares two constant references. Two fixed objects with
// different names are different objects; about an unknown one nothing can be
// said.
func (p *foldPass) comparePointers(a, b trace.Value) (same, known bool) {
	if !a.IsConst() || !b.IsConst() {
		return false, false
	}
	if a == b || p.guards.sameNumbered(a, b) {
		return true, true
	}
	return false, p.isFixedObject(a) && p.isFixedObject(b)
}
