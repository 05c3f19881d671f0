package rules

import (
	"fmt"

	"unbox/optimizer/rules"
	"unbox/prove/term"
	"unbox/trace"
)

// Conditions. The optimizer computes a condition with Bounds instead of
// numbers, and it holds only if it is true for all members. So wherever a rule
// fires, the condition holds for the actual integers: this, and no more, is
// assumed. It is not too little either: Bounds can be single numbers.

// computed is an expression with the condition under which it has a meaning.
type computed struct{ value, defined term.Term }

// computed encodes an expression of a condition or a constant of a target.
func (e *encoder) computed(n *rules.RuleNode) computed {
	switch n.Kind {
	case rules.RuleValue, rules.RuleConstant:
		return computed{e.claim.Names[n.Name], e.b.True()}
	case rules.RuleNumber:
		return computed{e.number(n), e.b.True()}
	case rules.RuleFunction:
		return e.function(n)
	case rules.RuleOperator, rules.RuleOperation:
		args := make([]term.Term, len(n.Args))
		defined := e.b.True()
		for i := range n.Args {
			arg := e.computed(&n.Args[i])
			args[i], defined = arg.value, e.b.And(defined, arg.defined)
		}
		m := e.operation(n.Code, args)
		return computed{m.Value, e.b.And(defined, m.Defined, m.Fits)}
	}
	t := e.truth(n)
	one, zero := e.b.Const(e.width, 1), e.b.Const(e.width, 0)
	return computed{e.b.Ite(t.yes, one, zero), e.b.Or(t.yes, t.no)}
}

// function encodes a function of a constant.
func (e *encoder) function(n *rules.RuleNode) computed {
	b := e.b
	arg := e.computed(&n.Args[0])
	x := arg.value
	if n.Function == "reciprocal" {
		return e.reciprocal(arg)
	}
	if n.Args[0].Kind == rules.RuleConstant {
		e.claim.powers = appendNew(e.claim.powers, n.Args[0].Name)
	}
	zero, one := b.Const(e.width, 0), b.Const(e.width, 1)
	power := b.And(b.Distinct(x, zero), b.Eq(b.BvAnd(x, b.Sub(x, one)), zero))
	switch n.Function {
	case "is_power_of_two":
		return computed{b.Ite(power, one, zero), arg.defined}
	case "log2":
		log := zero
		for k := 1; k < e.width; k++ {
			bit := b.Eq(b.Extract(k, k, x), b.Const(1, 1))
			log = b.Ite(bit, b.Const(e.width, uint64(k)), log)
		}
		return computed{log, b.And(arg.defined, power)}
	}
	panic(noEncoding{fmt.Errorf("the function `%s` has no encoding", n.Function)})
}

// truth is what is known of a condition: that it is true, that it is false, or
// neither, where it has no meaning.
type truth struct{ yes, no term.Term }

// truth encodes a condition.
func (e *encoder) truth(n *rules.RuleNode) truth {
	b := e.b
	switch n.Kind {
	case rules.RuleNot:
		t := e.truth(&n.Args[0])
		return truth{t.no, t.yes}
	case rules.RuleAnd, rules.RuleOr:
		x, y := e.truth(&n.Args[0]), e.truth(&n.Args[1])
		if n.Kind == rules.RuleAnd {
			return truth{b.And(x.yes, y.yes), b.Or(x.no, y.no)}
		}
		return truth{b.Or(x.yes, y.yes), b.And(x.no, y.no)}
	case rules.RuleNoOverflow:
		exact := e.exact(&n.Args[0])
		return truth{exact, b.Not(exact)}
	}
	c := e.computed(n)
	isZero := b.Eq(c.value, b.Const(e.width, 0))
	return truth{b.And(c.defined, b.Not(isZero)), b.And(c.defined, isZero)}
}

// exact encodes no_overflow: the operation has a meaning, and gives the result
// that unbounded words would give. That is computed in words of twice the width.
func (e *encoder) exact(n *rules.RuleNode) term.Term {
	b, wide := e.b, 2*e.width
	args := make([]computed, len(n.Args))
	defined := b.True()
	for i := range n.Args {
		args[i] = e.computed(&n.Args[i])
		defined = b.And(defined, args[i].defined)
	}
	x, y := args[0].value, args[len(args)-1].value
	wx, wy := b.SignExt(wide, x), b.SignExt(wide, y)
	narrow := e.operation(n.Code, []term.Term{x, y}[:len(args)])
	var exact term.Term
	switch n.Code {
	case trace.OpIntAdd:
		exact = b.Add(wx, wy)
	case trace.OpIntSub:
		exact = b.Sub(wx, wy)
	case trace.OpIntMul:
		exact = b.Mul(wx, wy)
	case trace.OpIntNeg:
		exact = b.Neg(wx)
	case trace.OpIntLshift:
		exact = b.Shl(wx, b.ZeroExt(wide, y))
		if arg := &n.Args[1]; arg.Kind == rules.RuleConstant || arg.Kind == rules.RuleValue {
			e.claim.shifts = appendNew(e.claim.shifts, arg.Name)
		}
	default:
		panic(noEncoding{fmt.Errorf("no_overflow of `%s` has no encoding", n.Code)})
	}
	return b.And(defined, narrow.Defined, b.Eq(b.SignExt(wide, narrow.Value), exact))
}
