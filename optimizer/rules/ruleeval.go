package rules

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// Conditions and constants of rules.
//
// A constant of a target is computed as the trace would compute it, by Eval. A
// condition is about what is known of values: it is computed with Bounds instead
// of numbers, and holds only if the result can only be "true". So a condition
// that holds does so for every integer that the values can be. A condition does
// not hold if something in it has no meaning (a shift by 64, the logarithm of
// 6), even if that is so only for some of the members.

// Env has the values of the names of a rule.
type Env struct {
	// Bits are those of the constants: of upper-case names.
	Bits [MaxSlots]uint64
	// Bounds are what is known of the integers that a condition mentions.
	Bounds [MaxSlots]bounds.Bounds
}

// Holds reports whether a rule's condition is true and its target's constants can
// be computed.
func (e *Env) Holds(r *Rule) bool {
	if r.condition != nil && !e.isTrue(r.condition) {
		return false
	}
	return e.defined(r.Target)
}

func (e *Env) isTrue(condition *Node) bool {
	b, ok := e.know(condition)
	return ok && !b.Contains(0)
}

// defined reports whether everything that the target computes has a meaning.
func (e *Env) defined(target *Node) bool {
	switch target.Kind {
	case NodeValue, NodeConstant, NodeNumber:
		return true
	case NodeOperation:
		for _, arg := range target.Args {
			if !e.defined(arg) {
				return false
			}
		}
		return true
	}
	_, ok := e.Compute(target)
	return ok
}

// Compute evaluates an expression of constants. It returns false where something
// has no meaning.
func (e *Env) Compute(node *Node) (uint64, bool) {
	switch node.Kind {
	case NodeNumber:
		return node.Bits, true
	case NodeConstant:
		return e.Bits[node.Slot], true
	case ruleFunction:
		x, ok := e.Compute(node.Args[0])
		if !ok {
			return 0, false
		}
		return node.fn.apply(x)
	case ruleOperator, NodeOperation:
		var operands [2]uint64
		for i, arg := range node.Args {
			x, ok := e.Compute(arg)
			if !ok {
				return 0, false
			}
			operands[i] = x
		}
		bits, status := trace.Eval(node.Code, operands[0], operands[1])
		return bits, status == trace.EvalOK
	}
	b, ok := e.know(node)
	return uint64(b.Lo), ok && b.IsConstant()
}

// know evaluates an expression over everything that the values can be. It returns
// false if that has no meaning for some of them.
func (e *Env) know(node *Node) (bounds.Bounds, bool) {
	switch node.Kind {
	case ruleAnd, ruleOr, ruleNot:
		return e.logic(node), true
	case ruleNoOverflow:
		return truthOf(e.noOverflow(node.Args[0])), true
	case NodeValue:
		return e.Bounds[node.Slot], true
	}
	if node.exact {
		bits, ok := e.Compute(node)
		return bounds.Constant(int64(bits)), ok
	}
	a, b, ok := e.operands(node)
	if !ok || !hasMeaning(node.Code, a, b) {
		return bounds.Bounds{}, false
	}
	return bounds.Forward(node.Code, a, b), true
}

func (e *Env) operands(node *Node) (a, b bounds.Bounds, ok bool) {
	a, ok = e.know(node.Args[0])
	if ok && len(node.Args) > 1 {
		b, ok = e.know(node.Args[1])
	}
	return a, b, ok
}

// logic combines truths. What has no meaning counts as not known, so that the
// other side of an `or` can still decide.
func (e *Env) logic(node *Node) bounds.Bounds {
	if node.Kind == ruleNot {
		a, ok := e.know(node.Args[0])
		if !ok {
			return bounds.Truth()
		}
		return bounds.Forward(trace.OpIntIsZero, a, bounds.Bounds{})
	}
	result := node.Kind == ruleAnd
	unknown := false
	for _, arg := range node.Args {
		b, ok := e.know(arg)
		switch {
		case !ok || b.Contains(0) && !b.IsConstant():
			unknown = true
		case b.Contains(0) == result:
			return truthOf(!result)
		}
	}
	if unknown {
		return bounds.Truth()
	}
	return truthOf(result)
}

func truthOf(b bool) bounds.Bounds { return bounds.Constant(trace.BoolBit(b)) }

// noOverflow reports whether an operation gives the exact result, without
// wrapping, for all members of its arguments.
func (e *Env) noOverflow(node *Node) bool {
	a, b, ok := e.operands(node)
	if !ok {
		return false
	}
	switch node.Code {
	case trace.OpIntAdd, trace.OpIntSub, trace.OpIntMul:
		return bounds.CannotOverflow(node.Code, a, b)
	case trace.OpIntNeg:
		return bounds.CannotOverflow(trace.OpIntSub, bounds.Bounds{}, a)
	}
	return losesNothing(a, b)
}

// losesNothing reports whether shifting left is the same as multiplying. The
// largest amount is the worst case.
func losesNothing(a, amounts bounds.Bounds) bool {
	if !hasMeaning(trace.OpIntLshift, a, amounts) {
		return false
	}
	n := uint(amounts.Hi)
	return bounds.Machine.Fits(bounds.Widen(a.Lo).Shift(n)) && bounds.Machine.Fits(bounds.Widen(a.Hi).Shift(n))
}

// hasMeaning reports whether an operation on integers is defined for all members of
// its arguments.
func hasMeaning(code trace.Opcode, a, b bounds.Bounds) bool {
	if code.Effect() == trace.EffectOverflow {
		return bounds.CannotOverflow(code, a, b)
	}
	switch code.Needs() {
	case trace.NeedAmount:
		return b.Within(bounds.Range(0, 63))
	case trace.NeedDivisor:
		return !b.Contains(0)
	case trace.NeedWidth:
		return b.IsConstant() && (b.Lo == 1 || b.Lo == 2 || b.Lo == 4 || b.Lo == 8)
	}
	return true
}
