package prove

import (
	"math"

	"unbox/prove/term"
	"unbox/trace"
)

// Doubles are words with their 64 bits. What depends on the bits alone is exact:
// sign, NaN, all comparisons. Arithmetic is a function about which a solver without
// floats knows only that equal arguments give equal results; the identities that
// hold for every double, NaN and -0 included, are applied while the terms are made.
// There is one NaN: nothing in a trace distinguishes NaNs from one another.

const (
	signBit     = 1 << 63
	infinity    = 0x7ff << 52
	minusZero   = signBit
	minInt64    = 0xc3e0000000000000 // -2**63 as a double
	twoToThe63  = 0x43e0000000000000
	mantissaAll = 1<<52 - 1
)

// isNaN returns whether a double is NaN.
func (e *encoder) isNaN(x term.Term) term.Term {
	b := e.b
	return b.Ult(b.Const(64, infinity), b.BvAnd(x, b.Const(64, signBit-1)))
}

// canonical returns x, with every NaN replaced by the one NaN.
func (e *encoder) canonical(x term.Term) term.Term {
	return e.b.Ite(e.isNaN(x), e.canonNaN, x)
}

// floating covers the operations on floats and the conversions.
func (e *encoder) floating(code trace.Opcode, x, y term.Term, at string) numeric {
	b := e.b
	n := numeric{defined: b.True(), fits: b.True()}
	switch code {
	case trace.OpFloatNeg:
		n.value = e.negFloat(x)
	case trace.OpFloatAbs:
		n.value = e.absFloat(x)
	case trace.OpFloatAdd, trace.OpFloatSub, trace.OpFloatMul, trace.OpFloatTruediv, trace.OpFloatSqrt:
		n.value = e.floatArithmetic(code, x, y)
	case trace.OpFloatLt, trace.OpFloatLe, trace.OpFloatEq, trace.OpFloatNe, trace.OpFloatGt, trace.OpFloatGe:
		n.value = e.bit(e.compareFloats(code, x, y))
	case trace.OpCastIntToFloat:
		n.value = e.castToFloat(x)
	case trace.OpCastFloatToInt:
		least := e.floatLess(b.Const(64, minInt64), x, true)
		n.defined = b.And(least, e.floatLess(x, b.Const(64, twoToThe63), false))
		n.value = e.castToInt(x)
	case trace.OpBitsToFloat, trace.OpFloatToBits:
		if e.w != 64 {
			refuse("%s: the bits of a double do not fit into %d bits", at, e.w)
		}
		n.value = x
		if code == trace.OpBitsToFloat {
			n.value = e.canonical(x)
		} else {
			n.defined = b.Not(e.isNaN(x))
		}
	default:
		refuse("%s: this operation has no encoding", at)
	}
	return n
}

// negFloat inverts the sign; negating twice gives the double itself.
func (e *encoder) negFloat(x term.Term) term.Term {
	if y, ok := e.negated(x); ok {
		return y
	}
	return e.applyFloat("float_neg", x)
}

// negated returns what x is the negative of.
func (e *encoder) negated(x term.Term) (term.Term, bool) {
	b := e.b
	if b.Op(x) == term.OpApply && b.Name(x) == "float_neg" {
		return b.Args(x)[0], true
	}
	if v, ok := b.Value(x); ok && v.Lo&signBit != 0 && v.Lo != canonicalNaN {
		return b.Const(64, v.Lo&^signBit), true
	}
	return 0, false
}

func (e *encoder) absFloat(x term.Term) term.Term {
	if y, ok := e.negated(x); ok {
		x = y
	}
	b := e.b
	if b.Op(x) == term.OpApply && (b.Name(x) == "float_abs" || e.isSquare(x)) {
		return x
	}
	return e.applyFloat("float_abs", x)
}

func (e *encoder) isSquare(x term.Term) bool {
	args := e.b.Args(x)
	return e.b.Name(x) == "float_mul" && args[0] == args[1]
}

// applyFloat applies one of the functions on floats that solvers may know, and
// states what holds for the bits of its result whatever the solver knows.
func (e *encoder) applyFloat(name string, args ...term.Term) term.Term {
	b := e.b
	v := b.Apply(name, term.BV(64), args...)
	if b.Op(v) != term.OpApply || len(e.facts[v]) > 0 {
		return v
	}
	x := args[0]
	switch name {
	case "float_neg":
		e.learn(v, b.Eq(v, b.Ite(e.isNaN(x), e.canonNaN, b.BvXor(x, b.Const(64, signBit)))))
	case "float_abs":
		e.learn(v, b.Eq(v, b.Ite(e.isNaN(x), e.canonNaN, b.BvAnd(x, b.Const(64, signBit-1)))))
	default:
		e.learn(v, b.Or(b.Not(e.isNaN(v)), b.Eq(v, e.canonNaN)))
		nan := e.isNaN(x)
		if len(args) > 1 {
			nan = b.Or(nan, e.isNaN(args[1]))
		}
		e.learn(v, b.Implies(nan, b.Eq(v, e.canonNaN)))
		if name == "float_mul" && args[0] == args[1] {
			// A square is NaN or not negative.
			e.learn(v, b.Ult(v, b.Const(64, signBit)))
		}
	}
	return v
}

// floatArithmetic applies the identities that IEEE 754 gives: those of the rules
// in float.rules, so that the two sides come to the same term.
func (e *encoder) floatArithmetic(code trace.Opcode, x, y term.Term) term.Term {
	switch code {
	case trace.OpFloatSub: // x - y = x + -y, for all doubles
		if v, ok := e.b.Value(x); ok && v.Lo == minusZero {
			return e.negFloat(y)
		}
		return e.addFloats(x, e.negFloat(y))
	case trace.OpFloatAdd:
		return e.addFloats(x, y)
	case trace.OpFloatMul:
		return e.multiplyFloats(x, y)
	case trace.OpFloatTruediv:
		return e.divideFloats(x, y)
	}
	return e.applyFloat("float_sqrt", x)
}

func (e *encoder) addFloats(x, y term.Term) term.Term {
	for _, pair := range [2][2]term.Term{{x, y}, {y, x}} {
		if v, ok := e.b.Value(pair[1]); ok && v.Lo == minusZero {
			return pair[0]
		}
	}
	return e.applyFloat("float_add", x, y)
}

// multiplyFloats factors out signs: the sign of a product follows from those of
// its factors.
func (e *encoder) multiplyFloats(x, y term.Term) term.Term {
	x, negX := e.takeSign(x)
	y, negY := e.takeSign(y)
	var v term.Term
	if x == y && e.b.Op(x) == term.OpApply && e.b.Name(x) == "float_abs" {
		x, y = e.b.Args(x)[0], e.b.Args(x)[0]
	}
	switch {
	case e.isOne(y):
		v = x
	case e.isOne(x):
		v = y
	default:
		v = e.applyFloat("float_mul", x, y)
	}
	if negX != negY {
		return e.negFloat(v)
	}
	return v
}

func (e *encoder) divideFloats(x, y term.Term) term.Term {
	if v, ok := e.b.Value(y); ok {
		// Dividing by a power of two is multiplying by its reciprocal, exactly.
		d := math.Float64frombits(v.Lo)
		if r := 1 / d; v.Lo&mantissaAll == 0 && isNormal(d) && isNormal(r) {
			return e.multiplyFloats(x, e.b.Const(64, math.Float64bits(r)))
		}
	}
	x, negX := e.takeSign(x)
	y, negY := e.takeSign(y)
	v := e.applyFloat("float_truediv", x, y)
	if negX != negY {
		return e.negFloat(v)
	}
	return v
}

func isNormal(x float64) bool {
	return !math.IsInf(x, 0) && math.Abs(x) >= 0x1p-1022
}

func (e *encoder) takeSign(x term.Term) (magnitude term.Term, negative bool) {
	if y, ok := e.negated(x); ok {
		return y, true
	}
	return x, false
}

func (e *encoder) isOne(x term.Term) bool {
	v, ok := e.b.Value(x)
	return ok && v.Lo == math.Float64bits(1)
}

// floatLess returns whether x < y or, with orEqual, x <= y: exactly, by the bits.
func (e *encoder) floatLess(x, y term.Term, orEqual bool) term.Term {
	b := e.b
	zero := b.Const(64, 0)
	bothZero := b.Eq(b.BvAnd(b.BvOr(x, y), b.Const(64, signBit-1)), zero)
	negX, negY := b.Negative(x), b.Negative(y)
	less := b.Ite(negX, b.Ite(negY, b.Ult(y, x), b.True()), b.And(b.Not(negY), b.Ult(x, y)))
	if orEqual {
		less = b.Or(less, b.Eq(x, y), bothZero)
	} else {
		less = b.And(less, b.Not(bothZero))
	}
	return b.And(b.Not(e.isNaN(x)), b.Not(e.isNaN(y)), less)
}

func (e *encoder) compareFloats(code trace.Opcode, x, y term.Term) term.Term {
	b := e.b
	switch code {
	case trace.OpFloatLt:
		return e.floatLess(x, y, false)
	case trace.OpFloatLe:
		return e.floatLess(x, y, true)
	case trace.OpFloatGt:
		return e.floatLess(y, x, false)
	case trace.OpFloatGe:
		return e.floatLess(y, x, true)
	}
	bothZero := b.Eq(b.BvAnd(b.BvOr(x, y), b.Const(64, signBit-1)), b.Const(64, 0))
	equal := b.And(b.Not(e.isNaN(x)), b.Not(e.isNaN(y)), b.Or(b.Eq(x, y), bothZero))
	if code == trace.OpFloatNe {
		return b.Not(equal)
	}
	return equal
}

// castToFloat is a function of the integer; the double is never NaN nor -0, and has
// the integer's sign.
func (e *encoder) castToFloat(x term.Term) term.Term {
	b := e.b
	if v, ok := b.Value(x); ok {
		bits, _ := trace.Eval(trace.OpCastIntToFloat, uint64(v.Signed(e.w)), 0)
		return b.Const(64, bits)
	}
	v := b.Apply("cast_int_to_float", term.BV(64), x)
	if len(e.facts[v]) == 0 {
		e.learn(v, b.Not(e.isNaN(v)))
		e.learn(v, b.Iff(b.Negative(x), b.Negative(v)))
		e.learn(v, b.Iff(b.Eq(x, b.Const(e.w, 0)), b.Eq(v, b.Const(64, 0))))
	}
	return v
}

func (e *encoder) castToInt(x term.Term) term.Term {
	b := e.b
	if e.w != 64 {
		refuse("cast_float_to_int: the integers of a double do not fit into %d bits", e.w)
	}
	if v, ok := b.Value(x); ok {
		bits, _ := trace.Eval(trace.OpCastFloatToInt, v.Lo, 0)
		return b.Const(64, bits)
	}
	return b.Apply("cast_float_to_int", term.BV(64), x)
}
