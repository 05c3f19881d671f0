package optimizer

// Forward: what the result of an operation can be, given what its arguments can
// be. Every function here returns a superset of the results that [Eval] has for
// the members of its arguments; how often it is the smallest one is measured by
// the tests.

// Forward returns what is known of the result of an operation if a and b are
// known of its arguments. b is ignored by operations with one argument.
//
// It may be asked for every operation. Results of which nothing is known are
// [Top]: those of operations on floats, objects and the outside. So are results
// that cannot be: shifts by amounts that are all outside 0..63, divisions by 0,
// and overflow operations that always overflow. The result of an overflow
// operation is what it is if it did not overflow.
func Forward(code Opcode, a, b Bounds) Bounds { return machine.forward(code, a, b) }

func (w width) forward(code Opcode, a, b Bounds) Bounds {
	switch code {
	case OpSameAs:
		return a
	case OpIntAdd:
		return w.forwardAdd(a, b)
	case OpIntSub, OpIntMul:
		return w.forwardWrapping(code, a, b)
	case OpIntAddOvf, OpIntSubOvf, OpIntMulOvf:
		return w.orTop(w.fitting(code, a, b))
	case OpIntNeg:
		return w.forwardWrapping(OpIntSub, Bounds{}, a)
	case OpIntInvert:
		return a.invert()
	case OpIntAnd:
		return w.forwardAnd(a, b)
	case OpIntOr:
		return w.forwardOr(a, b)
	case OpIntXor:
		return w.forwardXor(a, b)
	case OpIntLshift, OpIntRshift, OpUintRshift:
		return w.forwardShift(code, a, b)
	case OpIntSignext:
		return w.forwardSignext(a, b)
	case OpUintMulHigh:
		return w.forwardMulHigh(a, b)
	case OpIntForceGeZero:
		return forwardForceGeZero(a)
	case OpIntPyDiv, OpIntPyMod:
		return w.forwardDivide(code, a, b)
	case OpArrayLen:
		return Bounds{Hi: w.max(), Unknown: uint64(w.max())}
	}
	if isComparison(code) {
		return forwardCompare(code, a, b)
	}
	return w.top()
}

// isComparison tells whether the result is always 0 or 1.
func isComparison(code Opcode) bool {
	return code >= OpIntLt && code <= OpIntIsZero ||
		code >= OpFloatLt && code <= OpFloatGe || code == OpPtrEq || code == OpPtrNe
}

// exactRange returns the smallest and the largest result of int_add, int_sub or
// int_mul, or of their overflow variants, if words had no end.
func exactRange(code Opcode, a, b Bounds) (lo, hi wide) {
	switch code {
	case OpIntAdd, OpIntAddOvf:
		return widen(a.Lo).add(widen(b.Lo)), widen(a.Hi).add(widen(b.Hi))
	case OpIntSub, OpIntSubOvf:
		return widen(a.Lo).sub(widen(b.Hi)), widen(a.Hi).sub(widen(b.Lo))
	}
	// A product is smallest and largest at corners of the two ranges.
	p, q := mulWide(a.Lo, b.Lo), mulWide(a.Lo, b.Hi)
	r, s := mulWide(a.Hi, b.Lo), mulWide(a.Hi, b.Hi)
	return minWide(minWide(p, q), minWide(r, s)), maxWide(maxWide(p, q), maxWide(r, s))
}

// knownArithmetic returns the bits of int_add, int_sub or int_mul, or of their
// overflow variants. Those above the word have no meaning.
func knownArithmetic(code Opcode, a, b Bounds) (ones, unknown uint64) {
	switch code {
	case OpIntAdd, OpIntAddOvf:
		return knownSum(a, b)
	case OpIntSub, OpIntSubOvf:
		return knownDifference(a, b)
	}
	return knownProduct(a, b)
}

func (w width) forwardWrapping(code Opcode, a, b Bounds) Bounds {
	lo, hi := exactRange(code, a, b)
	ones, unknown := knownArithmetic(code, a, b)
	return w.wrapped(lo, hi, ones, unknown)
}

// forwardAdd does the commonest operation without words of double width where
// it can.
func (w width) forwardAdd(a, b Bounds) Bounds {
	lo, hi := a.Lo+b.Lo, a.Hi+b.Hi
	// A sum has overflowed if its sign differs from those of both arguments.
	lost := (a.Lo^lo)&(b.Lo^lo) | (a.Hi^hi)&(b.Hi^hi)
	if lost < 0 || w.wrap(uint64(lo)) != lo || w.wrap(uint64(hi)) != hi {
		return w.forwardWrapping(OpIntAdd, a, b)
	}
	ones, unknown := knownSum(a, b)
	return w.orTop(normal(lo, hi, ones, unknown))
}

// fitting returns what int_add, int_sub or int_mul give without overflow. ok is
// false if they always overflow.
func (w width) fitting(code Opcode, a, b Bounds) (Bounds, bool) {
	lo, hi := exactRange(code, a, b)
	ones, unknown := knownArithmetic(code, a, b)
	return w.clamped(lo, hi, ones, unknown)
}

// CannotOverflow tells whether int_add_ovf, int_sub_ovf or int_mul_ovf is known
// to fit into 64 bits for all members of its arguments.
func CannotOverflow(code Opcode, a, b Bounds) bool { return machine.cannotOverflow(code, a, b) }

func (w width) cannotOverflow(code Opcode, a, b Bounds) bool {
	lo, hi := exactRange(code, a, b)
	return w.fits(lo) && w.fits(hi)
}

// MustOverflow tells whether int_add_ovf, int_sub_ovf or int_mul_ovf is known
// not to fit into 64 bits for any members of its arguments.
func MustOverflow(code Opcode, a, b Bounds) bool {
	_, ok := machine.fitting(code, a, b)
	return !ok
}

func forwardForceGeZero(a Bounds) Bounds {
	if a.Lo >= 0 {
		return a
	}
	positive, ok := a.meetRange(0, a.Hi)
	return Constant(0).joinIf(positive, ok)
}

// joinIf joins with other if there is such a thing.
func (b Bounds) joinIf(other Bounds, ok bool) Bounds {
	if !ok {
		return b
	}
	return b.Join(other)
}
