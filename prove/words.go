package prove

import (
	"unbox/prove/term"
	"unbox/trace"
)

// numeric is what a pure operation on numbers computes, as a term: the meaning is
// trace.Eval's, and TestTermsAgreeWithEval compares the two.
type numeric struct {
	value term.Term
	// defined says for which operands the operation has a meaning, fits whether
	// the result of an overflow operation fits.
	defined, fits term.Term
}

// numeric returns the result of an operation on numbers. It refuses operations
// for which there is no encoding. at is for the message.
func (e *encoder) numeric(code trace.Opcode, x, y term.Term, at string) numeric {
	b := e.b
	n := numeric{defined: e.meets(code.Needs(), y, at), fits: b.True()}
	if v, ok := e.arithmetic(code, x, y); ok {
		n.value = v
		return n
	}
	if c, ok := e.comparison(code, x, y); ok {
		n.value = e.bit(c)
		return n
	}
	switch code {
	case trace.OpIntSignext:
		n.value, n.defined = e.signext(x, y, at)
	case trace.OpIntAddOvf, trace.OpIntSubOvf, trace.OpIntMulOvf:
		n.value, n.fits = e.overflow(code, x, y)
	default:
		return e.floating(code, x, y, at)
	}
	return n
}

// meets says whether the second operand is what an operation needs. Where that is about
// a number of bytes or about doubles, signext and floating say so.
func (e *encoder) meets(need trace.Need, y term.Term, at string) term.Term {
	b := e.b
	switch need {
	case trace.NeedAmount:
		defined := b.Ult(y, b.Const(e.w, uint64(e.w)))
		if defined == b.False() && e.w < 64 {
			refuse("%s: the shift amount has no meaning at a width of %d bits", at, e.w)
		}
		return defined
	case trace.NeedDivisor:
		return b.Not(b.Eq(y, b.Const(e.w, 0)))
	}
	return b.True()
}

// arithmetic covers the operations whose result is a word wherever meets says so.
func (e *encoder) arithmetic(code trace.Opcode, x, y term.Term) (term.Term, bool) {
	b := e.b
	switch code {
	case trace.OpIntAdd:
		return b.Add(x, y), true
	case trace.OpIntSub:
		return b.Sub(x, y), true
	case trace.OpIntMul:
		return b.Mul(x, y), true
	case trace.OpIntAnd:
		return b.BvAnd(x, y), true
	case trace.OpIntOr:
		return b.BvOr(x, y), true
	case trace.OpIntXor:
		return b.BvXor(x, y), true
	case trace.OpIntNeg:
		return b.Neg(x), true
	case trace.OpIntInvert:
		return b.BvNot(x), true
	case trace.OpIntForceGeZero:
		return b.Ite(b.Negative(x), b.Const(e.w, 0), x), true
	case trace.OpUintMulHigh:
		product := b.Mul(b.ZeroExt(2*e.w, x), b.ZeroExt(2*e.w, y))
		return b.Extract(2*e.w-1, e.w, product), true
	case trace.OpIntLshift:
		return b.Shl(x, y), true
	case trace.OpIntRshift:
		return b.AShr(x, y), true
	case trace.OpUintRshift:
		return b.LShr(x, y), true
	case trace.OpIntPyDiv, trace.OpIntPyMod:
		return e.divide(code, x, y), true
	}
	return 0, false
}

// comparison returns what an integer comparison asks.
func (e *encoder) comparison(code trace.Opcode, x, y term.Term) (term.Term, bool) {
	b := e.b
	switch code {
	case trace.OpIntLt:
		return b.Slt(x, y), true
	case trace.OpIntLe:
		return b.Sle(x, y), true
	case trace.OpIntGt:
		return b.Slt(y, x), true
	case trace.OpIntGe:
		return b.Sle(y, x), true
	case trace.OpIntEq:
		return b.Eq(x, y), true
	case trace.OpIntNe:
		return b.Distinct(x, y), true
	case trace.OpUintLt:
		return b.Ult(x, y), true
	case trace.OpUintLe:
		return b.Ule(x, y), true
	case trace.OpUintGt:
		return b.Ult(y, x), true
	case trace.OpUintGe:
		return b.Ule(y, x), true
	case trace.OpIntIsTrue:
		return e.isTrue(x), true
	case trace.OpIntIsZero:
		return b.Not(e.isTrue(x)), true
	}
	return 0, false
}

// signext sign-extends the lowest bytes of x; the number of bytes is a constant in
// all traces that were ever recorded.
func (e *encoder) signext(x, bytes term.Term, at string) (value, defined term.Term) {
	b := e.b
	n, ok := b.Value(bytes)
	if !ok {
		refuse("%s: the width is not a constant", at)
	}
	switch bits := int(n.Lo) * 8; {
	case n.Lo != 1 && n.Lo != 2 && n.Lo != 4 && n.Lo != 8:
		return x, b.False()
	case bits == e.w:
		return x, b.True()
	case bits > e.w:
		refuse("%s: %d bytes are more than a width of %d bits", at, n.Lo, e.w)
		return 0, 0
	default:
		return b.SignExt(e.w, b.Extract(bits-1, 0, x)), b.True()
	}
}

// divide rounds down, as Python does: a remainder has the sign of the divisor.
func (e *encoder) divide(code trace.Opcode, x, y term.Term) term.Term {
	b := e.b
	zero := b.Const(e.w, 0)
	rest := b.SRem(x, y)
	adjust := b.And(b.Distinct(rest, zero), b.Xor(b.Negative(rest), b.Negative(y)))
	if code == trace.OpIntPyMod {
		return b.Ite(adjust, b.Add(rest, y), rest)
	}
	quotient := b.SDiv(x, y)
	return b.Ite(adjust, b.Sub(quotient, b.Const(e.w, 1)), quotient)
}

// overflow computes with one bit more than the word has (a product with twice
// as many), and checks whether the sign extension of the result is the same.
func (e *encoder) overflow(code trace.Opcode, x, y term.Term) (value, fits term.Term) {
	b := e.b
	wide := e.w + 1
	if code == trace.OpIntMulOvf {
		wide = 2 * e.w
	}
	wx, wy := b.SignExt(wide, x), b.SignExt(wide, y)
	var exact term.Term
	switch code {
	case trace.OpIntAddOvf:
		value, exact = b.Add(x, y), b.Add(wx, wy)
	case trace.OpIntSubOvf:
		value, exact = b.Sub(x, y), b.Sub(wx, wy)
	default:
		value, exact = b.Mul(x, y), b.Mul(wx, wy)
	}
	return value, b.Eq(b.SignExt(wide, value), exact)
}

// learnSign tells solvers the sign of a product that fits, which follows from how it is defined: to find it out they multiply bit by bit.
func (e *encoder) learnSign(product, fits, x, y term.Term) {
	b := e.b
	zero := b.Const(e.w, 0)
	same := b.Eq(b.Negative(x), b.Negative(y))
	e.learn(product, b.Implies(b.And(fits, same), b.Sle(zero, product)))
	e.learn(product, b.Implies(b.And(fits, b.Not(same)), b.Sle(product, zero)))
}

// integer returns the word for a 64-bit constant: the constant itself where it
// fits, and the smallest and the largest integer for those of 64 bits.
func (e *encoder) integer(bits uint64, at string) term.Term {
	v := int64(bits)
	short := v << (64 - e.w) >> (64 - e.w)
	switch {
	case short == v:
	case v == -1<<63:
		short = -1 << (e.w - 1)
	case v == 1<<63-1:
		short = 1<<(e.w-1) - 1
	default:
		refuse("%s: the constant %d does not fit into %d bits", at, v, e.w)
	}
	return e.b.ConstSigned(e.w, short)
}
