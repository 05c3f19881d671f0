package optimizer

// Conditions and constants of rules.
//
// A constant of a target is computed as the trace would compute it, by Eval. A
// condition speaks of what is known of values: it is computed with Bounds in the
// place of numbers, and holds only if nothing but "true" is left. So a condition
// that holds does so for every integer that the values can be. What has no
// meaning (a shift by 64, the logarithm of 6) makes a condition not hold, also
// where it has no meaning for some of the members only.

// ruleEnv is what the names of a rule stand for.
type ruleEnv struct {
	// bits are those of the constants: of upper-case names.
	bits [maxRuleSlots]uint64
	// bounds are what is known of the integers that a condition speaks of.
	bounds [maxRuleSlots]Bounds
}

// holds tells whether a rule's condition is true and its target's constants can
// be computed.
func (e *ruleEnv) holds(r *Rule) bool {
	if r.condition != nil && !e.isTrue(r.condition) {
		return false
	}
	return e.defined(r.target)
}

func (e *ruleEnv) isTrue(condition *ruleNode) bool {
	b, ok := e.know(condition)
	return ok && !b.Contains(0)
}

// defined tells whether all that the target computes has a meaning.
func (e *ruleEnv) defined(target *ruleNode) bool {
	switch target.kind {
	case ruleValue, ruleConstant, ruleNumber:
		return true
	case ruleOperation:
		for _, arg := range target.args {
			if !e.defined(arg) {
				return false
			}
		}
		return true
	}
	_, ok := e.compute(target)
	return ok
}

// compute evaluates an expression of constants. It returns false where something
// has no meaning.
func (e *ruleEnv) compute(node *ruleNode) (uint64, bool) {
	switch node.kind {
	case ruleNumber:
		return node.bits, true
	case ruleConstant:
		return e.bits[node.slot], true
	case ruleFunction:
		x, ok := e.compute(node.args[0])
		if !ok {
			return 0, false
		}
		return node.fn.apply(x)
	case ruleOperator, ruleOperation:
		var operands [2]uint64
		for i, arg := range node.args {
			x, ok := e.compute(arg)
			if !ok {
				return 0, false
			}
			operands[i] = x
		}
		bits, status := Eval(node.code, operands[0], operands[1])
		return bits, status == EvalOK
	}
	b, ok := e.know(node)
	return uint64(b.Lo), ok && b.IsConstant()
}

// know evaluates an expression over everything that the values can be. It returns
// false if that has no meaning for some of them.
func (e *ruleEnv) know(node *ruleNode) (Bounds, bool) {
	switch node.kind {
	case ruleAnd, ruleOr, ruleNot:
		return e.logic(node), true
	case ruleNoOverflow:
		return truthOf(e.noOverflow(node.args[0])), true
	case ruleValue:
		return e.bounds[node.slot], true
	}
	if node.exact {
		bits, ok := e.compute(node)
		return Constant(int64(bits)), ok
	}
	a, b, ok := e.operands(node)
	if !ok || !hasMeaning(node.code, a, b) {
		return Bounds{}, false
	}
	return Forward(node.code, a, b), true
}

func (e *ruleEnv) operands(node *ruleNode) (a, b Bounds, ok bool) {
	a, ok = e.know(node.args[0])
	if ok && len(node.args) > 1 {
		b, ok = e.know(node.args[1])
	}
	return a, b, ok
}

// logic combines truths. What has no meaning counts as not known, so that the
// other side of an `or` can still decide.
func (e *ruleEnv) logic(node *ruleNode) Bounds {
	if node.kind == ruleNot {
		a, ok := e.know(node.args[0])
		if !ok {
			return truth()
		}
		return Forward(OpIntIsZero, a, Bounds{})
	}
	result := node.kind == ruleAnd
	unknown := false
	for _, arg := range node.args {
		b, ok := e.know(arg)
		switch {
		case !ok || b.Contains(0) && !b.IsConstant():
			unknown = true
		case b.Contains(0) == result:
			return truthOf(!result)
		}
	}
	if unknown {
		return truth()
	}
	return truthOf(result)
}

func truthOf(b bool) Bounds { return Constant(boolBit(b)) }

// noOverflow tells whether an operation gives the same as it would if words had
// no end, for all members of its arguments.
func (e *ruleEnv) noOverflow(node *ruleNode) bool {
	a, b, ok := e.operands(node)
	if !ok {
		return false
	}
	switch node.code {
	case OpIntAdd, OpIntSub, OpIntMul:
		return CannotOverflow(node.code, a, b)
	case OpIntNeg:
		return CannotOverflow(OpIntSub, Bounds{}, a)
	}
	return losesNothing(a, b)
}

// losesNothing tells whether shifting left is multiplying. Of the amounts the
// largest one is the worst.
func losesNothing(a, amounts Bounds) bool {
	if !hasMeaning(OpIntLshift, a, amounts) {
		return false
	}
	n := uint(amounts.Hi)
	return machine.fits(widen(a.Lo).shift(n)) && machine.fits(widen(a.Hi).shift(n))
}

// hasMeaning tells whether an operation on integers is defined for all members of
// its arguments.
func hasMeaning(code Opcode, a, b Bounds) bool {
	switch code {
	case OpIntLshift, OpIntRshift, OpUintRshift:
		return b.Within(Range(0, 63))
	case OpIntPyDiv, OpIntPyMod:
		return !b.Contains(0)
	case OpIntSignext:
		return b.IsConstant() && (b.Lo == 1 || b.Lo == 2 || b.Lo == 4 || b.Lo == 8)
	case OpIntAddOvf, OpIntSubOvf, OpIntMulOvf:
		return CannotOverflow(code, a, b)
	}
	return true
}
