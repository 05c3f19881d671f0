package bounds

import "unbox/trace"

// Comparisons. Lo and Hi are members, and so are the unsigned ends: if the ends
// do not decide an order, there are members for which it holds and others for
// which it does not. Two integers can be equal exactly if there is a common
// member. So if no answer is found here, there is none.

// KnownLess reports whether every a is less than every b (true, known), or none
// is (false, known). known is false if it depends on the members.
func KnownLess(a, b Bounds) (value, known bool) { return a.Hi < b.Lo, a.Hi < b.Lo || a.Lo >= b.Hi }

// KnownLessEqual is [KnownLess] for "at most".
func KnownLessEqual(a, b Bounds) (value, known bool) { return opposite(KnownLess(b, a)) }

// KnownGreater is [KnownLess] for "greater".
func KnownGreater(a, b Bounds) (value, known bool) { return KnownLess(b, a) }

// KnownGreaterEqual is [KnownLess] for "at least".
func KnownGreaterEqual(a, b Bounds) (value, known bool) { return opposite(KnownLess(a, b)) }

// KnownEqual is [KnownLess] for "equal".
func KnownEqual(a, b Bounds) (value, known bool) {
	if a.IsConstant() && b.IsConstant() {
		return a == b, true
	}
	_, possible := a.Intersect(b)
	return false, !possible
}

// KnownNotEqual is [KnownLess] for "different".
func KnownNotEqual(a, b Bounds) (value, known bool) { return opposite(KnownEqual(a, b)) }

// KnownUnsignedLess is [KnownLess] for members read as unsigned.
func KnownUnsignedLess(a, b Bounds) (value, known bool) {
	loA, hiA := a.unsigned()
	loB, hiB := b.unsigned()
	return hiA < loB, hiA < loB || loA >= hiB
}

// KnownUnsignedLessEqual is [KnownLess] for "at most", read as unsigned.
func KnownUnsignedLessEqual(a, b Bounds) (value, known bool) {
	return opposite(KnownUnsignedLess(b, a))
}

// KnownUnsignedGreater is [KnownLess] for "greater", read as unsigned.
func KnownUnsignedGreater(a, b Bounds) (value, known bool) { return KnownUnsignedLess(b, a) }

// KnownUnsignedGreaterEqual is [KnownLess] for "at least", read as unsigned.
func KnownUnsignedGreaterEqual(a, b Bounds) (value, known bool) {
	return opposite(KnownUnsignedLess(a, b))
}

func opposite(value, known bool) (bool, bool) { return !value, known }

// KnownComparison answers an integer comparison, int_is_true or int_is_zero.
// For all other operations known is false. b is ignored by operations with one
// argument.
func KnownComparison(code trace.Opcode, a, b Bounds) (value, known bool) {
	switch code {
	case trace.OpIntLt:
		return KnownLess(a, b)
	case trace.OpIntLe:
		return KnownLessEqual(a, b)
	case trace.OpIntGt:
		return KnownGreater(a, b)
	case trace.OpIntGe:
		return KnownGreaterEqual(a, b)
	case trace.OpIntEq:
		return KnownEqual(a, b)
	case trace.OpIntNe:
		return KnownNotEqual(a, b)
	case trace.OpUintLt:
		return KnownUnsignedLess(a, b)
	case trace.OpUintLe:
		return KnownUnsignedLessEqual(a, b)
	case trace.OpUintGt:
		return KnownUnsignedGreater(a, b)
	case trace.OpUintGe:
		return KnownUnsignedGreaterEqual(a, b)
	case trace.OpIntIsTrue:
		return KnownNotEqual(a, Constant(0))
	case trace.OpIntIsZero:
		return KnownEqual(a, Constant(0))
	}
	return false, false
}

func forwardCompare(code trace.Opcode, a, b Bounds) Bounds {
	value, known := KnownComparison(code, a, b)
	if !known {
		return Truth()
	}
	return Constant(trace.BoolBit(value))
}
