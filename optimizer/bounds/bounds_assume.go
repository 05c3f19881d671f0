package bounds

import "unbox/trace"

// Backward through a comparison: the guard after it has held, so its truth is
// known, and each side is a limit for the other. These limits are the best
// possible, except for int_ne, which can only take an end away, not a number in
// the middle.

// backwardCompare refines the arguments of a comparison with result r.
func backwardCompare(code trace.Opcode, r, a, b Bounds) (Bounds, Bounds, bool) {
	if !r.IsConstant() {
		return a, b, true
	}
	if r.Lo == 0 {
		code = code.Info().Inverse
	}
	return assume(code, a, b)
}

// assume refines the arguments of a comparison that holds. ok is false if it
// cannot hold.
func assume(code trace.Opcode, a, b Bounds) (newA, newB Bounds, ok bool) {
	switch code {
	case trace.OpIntGt, trace.OpIntGe, trace.OpUintGt, trace.OpUintGe:
		newB, newA, ok = assume(code.Info().Commuted, b, a)
		return newA, newB, ok
	case trace.OpIntLt, trace.OpIntLe:
		return assumeOrder(code, a, b)
	case trace.OpUintLt, trace.OpUintLe:
		return assumeUnsigned(code, a, b)
	case trace.OpIntEq:
		both, ok := a.Intersect(b)
		return both, both, ok
	case trace.OpIntNe:
		return assumeDifferent(a, b)
	case trace.OpIntIsTrue:
		newA, _, ok = assumeDifferent(a, Constant(0))
		return newA, b, ok
	case trace.OpIntIsZero:
		newA, ok = a.meetRange(0, 0)
		return newA, b, ok
	}
	return a, b, true
}

func assumeOrder(code trace.Opcode, a, b Bounds) (newA, newB Bounds, ok bool) {
	hi, lo := b.Hi, a.Lo
	if code == trace.OpIntLt {
		if lo >= hi {
			return a, b, false
		}
		hi, lo = hi-1, lo+1
	}
	newA, okA := a.meetRange(a.Lo, hi)
	newB, okB := b.meetRange(lo, b.Hi)
	return newA, newB, okA && okB
}

func assumeUnsigned(code trace.Opcode, a, b Bounds) (newA, newB Bounds, ok bool) {
	lo, _ := a.unsigned()
	_, hi := b.unsigned()
	if code == trace.OpUintLt {
		if lo >= hi {
			return a, b, false
		}
		hi, lo = hi-1, lo+1
	}
	newA, okA := a.meetUnsigned(0, hi)
	newB, okB := b.meetUnsigned(lo, 1<<64-1)
	return newA, newB, okA && okB
}

func assumeDifferent(a, b Bounds) (newA, newB Bounds, ok bool) {
	newA, newB, ok = a, b, true
	if b.IsConstant() {
		newA, ok = a.without(b.Lo)
	}
	if ok && a.IsConstant() {
		newB, ok = b.without(a.Lo)
	}
	return newA, newB, ok
}
