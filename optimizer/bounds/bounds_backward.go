package bounds

import "unbox/trace"

// Backward: what the arguments of an operation can be, given what its result
// is. A guard says something about one value, and most often that value is a
// comparison's result: what matters are its arguments, and the arguments of the
// operations that made those.
//
// Additions and subtractions are undone by their opposites, on the circle of
// integers like the operation itself. That is the whole answer to the bug
// `x + 10 < 15` in the story of bounds.go: x is on the arc from MIN-10 to 4,
// which is two ranges, and Top has members in both.

// Backward returns what is known of the arguments of an operation if r is known
// of its result and a and b of its arguments: what it returns is within a and
// b. Operations with one argument leave b as it is, and those about which
// nothing can be said leave both.
//
// The operation must have been executed and its result be usable: a shift's
// amount is in 0..63, a divisor is not 0, an overflow operation did not
// overflow (ask only after guard_no_overflow). ok is false if no members of a
// and b give a member of r: this place in the trace is never reached. The two
// Bounds mean nothing then.
func Backward(code trace.Opcode, r, a, b Bounds) (newA, newB Bounds, ok bool) {
	return Machine.backward(code, r, a, b)
}

func (w width) backward(code trace.Opcode, r, a, b Bounds) (newA, newB Bounds, ok bool) {
	if IsOverflow(code) && !w.canFit(code, a, b) {
		return a, b, false
	}
	r, ok = r.Intersect(w.forward(code, a, b))
	if !ok {
		return a, b, false
	}
	if code >= trace.OpIntLt && code <= trace.OpIntIsZero {
		return backwardCompare(code, r, a, b)
	}
	switch code {
	case trace.OpIntAdd, trace.OpIntSub, trace.OpIntAddOvf, trace.OpIntSubOvf:
		return w.backwardSum(code, r, a, b)
	case trace.OpIntMul, trace.OpIntMulOvf:
		return w.backwardProduct(code, r, a, b)
	case trace.OpIntAnd:
		return w.backwardAnd(r, a, b)
	case trace.OpIntOr:
		// Inverting all bits turns "or" into "and".
		newA, newB, ok = w.backwardAnd(r.invert(), a.invert(), b.invert())
		return newA.invert(), newB.invert(), ok
	case trace.OpIntXor:
		return w.backwardXor(r, a, b)
	case trace.OpIntLshift, trace.OpIntRshift, trace.OpUintRshift:
		return w.backwardShift(code, r, a, b)
	case trace.OpIntSignext:
		return w.backwardSignext(r, a, b)
	case trace.OpUintMulHigh:
		return w.backwardMulHigh(r, a, b)
	case trace.OpIntPyDiv:
		return w.backwardQuotient(r, a, b)
	case trace.OpIntPyMod:
		return w.backwardRemainder(r, a, b)
	}
	newA, ok = w.backwardUnary(code, r, a)
	return newA, b, ok
}

func IsOverflow(code trace.Opcode) bool {
	return code >= trace.OpIntAddOvf && code <= trace.OpIntMulOvf
}

func (w width) canFit(code trace.Opcode, a, b Bounds) bool {
	_, ok := w.fitting(code, a, b)
	return ok
}

func (w width) backwardUnary(code trace.Opcode, r, a Bounds) (Bounds, bool) {
	switch code {
	case trace.OpSameAs:
		return a.Intersect(r)
	case trace.OpIntNeg:
		return w.restrict(trace.OpIntSub, a, Bounds{}, r)
	case trace.OpIntInvert:
		return a.Intersect(r.invert())
	case trace.OpIntForceGeZero:
		positive, okPositive := a.Intersect(r)
		negative, okNegative := a.meetRange(a.Lo, -1)
		return joinFound(positive, okPositive, negative, okNegative && r.Contains(0))
	}
	return a, true
}

// backwardSum undoes an addition by subtractions, and a subtraction by an
// addition and a subtraction. If the operation did not overflow, then neither
// do those.
func (w width) backwardSum(code trace.Opcode, r, a, b Bounds) (newA, newB Bounds, ok bool) {
	switch code {
	case trace.OpIntAdd, trace.OpIntAddOvf:
		minus := trace.OpIntSub + (code - trace.OpIntAdd)
		newA, okA := w.restrict(minus, a, r, b)
		newB, okB := w.restrict(minus, b, r, newA)
		return newA, newB, okA && okB
	}
	plus := trace.OpIntAdd + (code - trace.OpIntSub)
	newA, okA := w.restrict(plus, a, r, b)
	newB, okB := w.restrict(code, b, newA, r)
	return newA, newB, okA && okB
}

// restrict returns the members of x that are a result of the operation on y and
// z. An arc of results is compared with x as an arc: joining its two ranges
// first would lose it.
func (w width) restrict(code trace.Opcode, x, y, z Bounds) (Bounds, bool) {
	lo, hi := exactRange(code, y, z)
	ones, unknown := knownArithmetic(code, y, z)
	if IsOverflow(code) {
		fit, ok := w.clamped(lo, hi, ones, unknown)
		if !ok {
			return x, false
		}
		return x.Intersect(fit)
	}
	x, ok := x.meetBits(w.wrapBits(ones), w.wrapBits(unknown))
	if length := hi.sub(lo); !ok || length.hi != 0 || length.lo > w.mask() {
		return x, ok
	}
	return x.meetArc(w.wrap(lo.lo), w.wrap(hi.lo))
}

// backwardAnd refines the arguments one after the other.
func (w width) backwardAnd(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	newA, ok = w.masked(r, a, b)
	if !ok {
		return a, b, false
	}
	newB, ok = w.masked(r, b, newA)
	return newA, newB, ok
}

// masked returns the members of x that masked can give r. A 1 of the result is a
// 1 of both arguments; where the result has a 0 and the mask has a 1, x has a 0.
// And x is the sum of what the mask leaves and what it takes away: from
// `x & -8 == 16` follows that x is between 16 and 23.
func (w width) masked(r, x, mask Bounds) (Bounds, bool) {
	x, ok := x.meetBits(r.Ones, ^(r.Ones | r.Zeros()&mask.Ones))
	if !ok {
		return x, false
	}
	return w.restrict(trace.OpIntAdd, x, r, w.forwardAnd(x, mask.invert()))
}

func (w width) backwardXor(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	newA, okA := a.Intersect(w.forwardXor(r, b))
	newB, okB := b.Intersect(w.forwardXor(r, newA))
	return newA, newB, okA && okB
}
