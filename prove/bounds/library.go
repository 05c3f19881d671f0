package bounds

import (
	"fmt"

	"unbox/prove/term"
)

// library executes the functions of math/bits that are used.
func (x *Executor) library(name string, args []Value, live term.Term) []Value {
	b := x.b
	v := args[0].(term.Term)
	arg := func(i int) term.Term { return b.ZeroExt(128, args[i].(term.Term)) }
	halves := func(t term.Term) []Value { return []Value{b.Extract(127, 64, t), b.Extract(63, 0, t)} }
	switch name {
	case "TrailingZeros64":
		n := b.Const(64, 64)
		for k := 63; k >= 0; k-- {
			n = b.Ite(b.Eq(b.Extract(k, k, v), b.Const(1, 1)), b.Const(64, uint64(k)), n)
		}
		return []Value{n}
	case "LeadingZeros64":
		n := b.Const(64, 64)
		for k := range 64 {
			n = b.Ite(b.Eq(b.Extract(k, k, v), b.Const(1, 1)), b.Const(64, uint64(63-k)), n)
		}
		return []Value{n}
	case "Add64":
		out := halves(b.Add(b.Add(arg(0), arg(1)), arg(2)))
		return []Value{out[1], out[0]}
	case "Sub64":
		out := halves(b.Sub(b.Sub(arg(0), arg(1)), arg(2)))
		return []Value{out[1], b.Neg(out[0].(term.Term))}
	case "Mul64":
		if x.Multiply != nil {
			return halves(x.Multiply(v, args[1].(term.Term), true))
		}
		return halves(b.Mul(arg(0), arg(1)))
	case "Div64":
		// It would panic if the quotient did not fit.
		x.Obligations = append(x.Obligations, b.And(live, b.Ule(args[2].(term.Term), v)))
		divide := x.longDivision
		if x.Divide != nil {
			divide = x.Divide
		}
		quotient, rest := divide(v, args[1].(term.Term), args[2].(term.Term))
		return []Value{quotient, rest}
	}
	panic(fmt.Sprintf("BUG: the function `%s` is not supported", name))
}

// twoWords returns the number whose halves are high and low. It is written as a sum, so
// that reasoning about integers recognizes it.
func (x *Executor) twoWords(high, low term.Term) term.Term {
	return x.b.Add(x.b.Mul(x.b.ZeroExt(128, high), x.pastWords()), x.b.ZeroExt(128, low))
}

// pastWords is the smallest number that does not fit into an unsigned word.
func (x *Executor) pastWords() term.Term { return x.b.Shl(x.b.Const(128, 1), x.b.Const(128, 64)) }

// longDivision divides the number whose halves are high and low, if the quotient is a word.
func (x *Executor) longDivision(high, low, by term.Term) (quotient, rest term.Term) {
	b := x.b
	number, divisor := x.twoWords(high, low), b.ZeroExt(128, by)
	return b.Extract(63, 0, b.UDiv(number, divisor)), b.Extract(63, 0, b.URem(number, divisor))
}
