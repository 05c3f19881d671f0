package bounds

import "unbox/trace"

// Forward: what the result of an operation can be, given what its arguments can
// be. Every function here returns a superset of the results that [Eval] has for
// the members of its arguments; how often it is the smallest one is measured by
// the tests.

// Forward returns what is known of the result of an operation if a and b are
// known of its arguments. b is ignored by operations with one argument.
//
// It may be called for every operation. Results of which nothing is known are
// [Top]: those of operations on floats, objects and the outside. So are results
// that cannot be: shifts by amounts that are all outside 0..63, divisions by 0,
// and overflow operations that always overflow. For an overflow operation, the
// result is the one for the case that it did not overflow.
func Forward(code trace.Opcode, a, b Bounds) Bounds { return Machine.forward(code, a, b) }

func (w width) forward(code trace.Opcode, a, b Bounds) Bounds {
	switch code {
	case trace.OpSameAs:
		return a
	case trace.OpIntAdd:
		return w.forwardAdd(a, b)
	case trace.OpIntSub, trace.OpIntMul:
		return w.forwardWrapping(code, a, b)
	case trace.OpIntAddOvf, trace.OpIntSubOvf, trace.OpIntMulOvf:
		return w.orTop(w.fitting(code, a, b))
	case trace.OpIntNeg:
		return w.forwardWrapping(trace.OpIntSub, Bounds{}, a)
	case trace.OpIntInvert:
		return a.invert()
	case trace.OpIntAnd:
		return w.forwardAnd(a, b)
	case trace.OpIntOr:
		return w.forwardOr(a, b)
	case trace.OpIntXor:
		return w.forwardXor(a, b)
	case trace.OpIntLshift, trace.OpIntRshift, trace.OpUintRshift:
		return w.forwardShift(code, a, b)
	case trace.OpIntSignext:
		return w.forwardSignext(a, b)
	case trace.OpUintMulHigh:
		return w.forwardMulHigh(a, b)
	case trace.OpIntForceGeZero:
		return forwardForceGeZero(a)
	case trace.OpIntPyDiv, trace.OpIntPyMod:
		return w.forwardDivide(code, a, b)
	case trace.OpArrayLen, trace.OpStrLen:
		return Bounds{Hi: w.max(), Unknown: uint64(w.max())}
	}
	if isComparison(code) {
		return forwardCompare(code, a, b)
	}
	return w.top()
}

// isComparison reports whether the result is always 0 or 1.
func isComparison(code trace.Opcode) bool {
	return code >= trace.OpIntLt && code <= trace.OpIntIsZero ||
		code >= trace.OpFloatLt && code <= trace.OpFloatGe || code == trace.OpPtrEq || code == trace.OpPtrNe
}

// exactRange returns the smallest and the largest result of int_add, int_sub or
// int_mul, or of their overflow variants, as if words were unbounded.
func exactRange(code trace.Opcode, a, b Bounds) (lo, hi wide) {
	switch code {
	case trace.OpIntAdd, trace.OpIntAddOvf:
		return Widen(a.Lo).add(Widen(b.Lo)), Widen(a.Hi).add(Widen(b.Hi))
	case trace.OpIntSub, trace.OpIntSubOvf:
		return Widen(a.Lo).sub(Widen(b.Hi)), Widen(a.Hi).sub(Widen(b.Lo))
	}
	// A product is smallest and largest at corners of the two ranges.
	p, q := mulWide(a.Lo, b.Lo), mulWide(a.Lo, b.Hi)
	r, s := mulWide(a.Hi, b.Lo), mulWide(a.Hi, b.Hi)
	return minWide(minWide(p, q), minWide(r, s)), maxWide(maxWide(p, q), maxWide(r, s))
}

// knownArithmetic returns the bits of int_add, int_sub or int_mul, or of their
// overflow variants. Those above the word have no meaning.
func knownArithmetic(code trace.Opcode, a, b Bounds) (ones, unknown uint64) {
	switch code {
	case trace.OpIntAdd, trace.OpIntAddOvf:
		return knownSum(a, b)
	case trace.OpIntSub, trace.OpIntSubOvf:
		return knownDifference(a, b)
	}
	return knownProduct(a, b)
}

func (w width) forwardWrapping(code trace.Opcode, a, b Bounds) Bounds {
	lo, hi := exactRange(code, a, b)
	ones, unknown := knownArithmetic(code, a, b)
	return w.wrapped(lo, hi, ones, unknown)
}

// forwardAdd does the most common operation, without words of double width
// where possible.
func (w width) forwardAdd(a, b Bounds) Bounds {
	lo, hi := a.Lo+b.Lo, a.Hi+b.Hi
	// A sum has overflowed if its sign differs from those of both arguments.
	lost := (a.Lo^lo)&(b.Lo^lo) | (a.Hi^hi)&(b.Hi^hi)
	if lost < 0 || w.wrap(uint64(lo)) != lo || w.wrap(uint64(hi)) != hi {
		return w.forwardWrapping(trace.OpIntAdd, a, b)
	}
	ones, unknown := knownSum(a, b)
	return w.orTop(normal(lo, hi, ones, unknown))
}

// fitting returns what int_add, int_sub or int_mul give without overflow. ok is
// false if they always overflow.
func (w width) fitting(code trace.Opcode, a, b Bounds) (Bounds, bool) {
	lo, hi := exactRange(code, a, b)
	ones, unknown := knownArithmetic(code, a, b)
	return w.clamped(lo, hi, ones, unknown)
}

// CannotOverflow reports whether int_add_ovf, int_sub_ovf or int_mul_ovf is known
// to fit into 64 bits for all members of its arguments.
func CannotOverflow(code trace.Opcode, a, b Bounds) bool { return Machine.cannotOverflow(code, a, b) }

func (w width) cannotOverflow(code trace.Opcode, a, b Bounds) bool {
	lo, hi := exactRange(code, a, b)
	return w.Fits(lo) && w.Fits(hi)
}

func forwardForceGeZero(a Bounds) Bounds {
	if a.Lo >= 0 {
		return a
	}
	positive, ok := a.meetRange(0, a.Hi)
	return Constant(0).joinIf(positive, ok)
}

// joinIf joins with other if ok is set.
func (b Bounds) joinIf(other Bounds, ok bool) Bounds {
	if !ok {
		return b
	}
	return b.Join(other)
}
