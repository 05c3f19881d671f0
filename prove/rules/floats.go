package rules

import (
	"errors"

	"unbox/prove"
	"unbox/prove/term"
	"unbox/trace"
)

// Floats. Signs, comparisons and conversions are encoded bit by bit, exactly, for
// every solver. Arithmetic is an IEEE operation for solvers that have floats, and
// an unknown function for the embedded one. The identities that the proofs of
// traces use for floats are not used: they are what is to be proved here.

const (
	doubleSign = 1 << 63
	infinity   = 0x7ff << 52
	mantissa   = 52
	bias       = 1023
)

var floatNames = map[trace.Opcode]string{
	trace.OpFloatAdd: "float_add", trace.OpFloatSub: "float_sub", trace.OpFloatMul: "float_mul",
	trace.OpFloatTruediv: "float_truediv", trace.OpFloatSqrt: "float_sqrt",
}

// floating encodes operations that make floats, or that make integers from
// floats.
func (e *encoder) floating(code trace.Opcode, x, y term.Term) (prove.Meaning, bool) {
	b := e.b
	if name, ok := floatNames[code]; ok {
		args := []term.Term{x, y}
		if code == trace.OpFloatSqrt {
			args = args[:1]
		}
		return e.plain(b.Apply(name, term.BV(64), args...)), true
	}
	m := e.plain(x)
	switch code {
	case trace.OpFloatNeg:
		m.Value = e.canonical(b.BvXor(x, b.Const(64, doubleSign)))
	case trace.OpFloatAbs:
		m.Value = e.canonical(b.BvAnd(x, b.Const(64, doubleSign-1)))
	case trace.OpCastIntToFloat:
		m.Value = e.castToFloat(x)
	case trace.OpCastFloatToInt:
		m.Value, m.Defined = e.castToInt(x)
	case trace.OpBitsToFloat:
		m.Value = e.canonical(x)
	case trace.OpFloatToBits:
		m.Defined = b.Not(e.words.IsNaN(x))
	default:
		return m, false
	}
	return m, true
}

// canonical returns x, with every NaN replaced by the one NaN.
func (e *encoder) canonical(x term.Term) term.Term {
	return e.b.Ite(e.words.IsNaN(x), e.words.CanonicalNaN(), x)
}

// castToFloat rounds an integer of 64 bits to the nearest double, to the even one
// of two. The magnitude is shifted up until its highest bit is at the top; 52 of
// the bits below are kept, and the rest decides about rounding. A carry out of them
// goes into the exponent, which is right.
func (e *encoder) castToFloat(x term.Term) term.Term {
	b := e.b
	e.need64()
	negative := b.Negative(x)
	m := b.Ite(negative, b.Neg(x), x)
	isZero := b.Eq(m, b.Const(64, 0))
	exponent := b.Const(64, bias+63)
	for shift := 32; shift > 0; shift /= 2 {
		empty := b.Eq(b.Extract(63, 64-shift, m), b.Const(shift, 0))
		m = b.Ite(empty, b.Shl(m, b.Const(64, uint64(shift))), m)
		exponent = b.Ite(empty, b.Sub(exponent, b.Const(64, uint64(shift))), exponent)
	}
	kept := b.ZeroExt(64, b.Extract(62, 11, m))
	half := b.Extract(10, 10, m)
	more := b.Or(b.Distinct(b.Extract(9, 0, m), b.Const(10, 0)), b.Eq(b.Extract(11, 11, m), b.Const(1, 1)))
	up := b.And(b.Eq(half, b.Const(1, 1)), more)
	bits := b.Add(b.Shl(exponent, b.Const(64, mantissa)), kept)
	bits = b.Add(bits, b.Ite(up, b.Const(64, 1), b.Const(64, 0)))
	bits = b.BvXor(bits, b.Ite(negative, b.Const(64, doubleSign), b.Const(64, 0)))
	return b.Ite(isZero, b.Const(64, 0), bits)
}

// castToInt cuts off what is after the point. Doubles outside the integers have no
// integer.
func (e *encoder) castToInt(x term.Term) (value, defined term.Term) {
	b := e.b
	e.need64()
	exponent := b.ZeroExt(64, b.Extract(62, mantissa, x))
	fraction := b.BvOr(b.ZeroExt(64, b.Extract(mantissa-1, 0, x)), b.Const(64, 1<<mantissa))
	whole := b.Const(64, bias+mantissa) // the exponent of doubles without a point
	large := b.Ule(whole, exponent)
	m := b.Ite(large, b.Shl(fraction, b.Sub(exponent, whole)), b.LShr(fraction, b.Sub(whole, exponent)))
	m = b.Ite(b.Ult(exponent, b.Const(64, bias)), b.Const(64, 0), m)
	value = b.Ite(b.Negative(x), b.Neg(m), m)
	least := b.Eq(x, b.Const(64, 0xc3e0000000000000)) // -2**63
	return value, b.Or(least, b.Ult(exponent, b.Const(64, bias+63)))
}

var errNarrowFloats = errors.New("conversions between integers and floats are encoded at 64 bits only")

func (e *encoder) need64() {
	if e.width != 64 {
		panic(noEncoding{errNarrowFloats})
	}
}

// reciprocal is 1/x, where that is exact: the exponent changes its sign.
func (e *encoder) reciprocal(arg computed) computed {
	b, x := e.b, arg.value
	exponent := b.ZeroExt(64, b.Extract(62, mantissa, x))
	value := b.Shl(b.Sub(b.Const(64, 2*bias), exponent), b.Const(64, mantissa))
	value = b.BvOr(value, b.BvAnd(x, b.Const(64, doubleSign)))
	return computed{value, b.And(arg.defined,
		b.Eq(b.Extract(mantissa-1, 0, x), b.Const(mantissa, 0)),
		b.Distinct(exponent, b.Const(64, 0)),
		b.Ult(exponent, b.Const(64, 2*bias)))}
}
