package bounds

import "unbox/trace"

// Backward through operations that cut bits off. What was cut off is not known
// from the result, and it is a mistake to undo such an operation as if it had
// cut nothing: `0 == 0x1000000000000000 << x` does not imply that
// 0x1000000000000000 is 0 (Finding JIT Optimizer Bugs using SMT Solvers and
// Fuzzing, "Bugs Found").

// backwardShift tries every possible amount, unless there are so many that there
// is little to learn. Amounts with which no member of a gives a member of r are
// impossible.
func (w width) backwardShift(code trace.Opcode, r, a, b Bounds) (newA, newB Bounds, ok bool) {
	amounts, ok := w.amounts(b)
	if !ok {
		return a, b, false
	}
	if amounts.Hi-amounts.Lo >= maxAmounts {
		return a, amounts, true
	}
	found := false
	var first, last int64
	for n := amounts.Lo; n <= amounts.Hi; n++ {
		if !amounts.Contains(n) {
			continue
		}
		one, possible := w.unshift(code, r, a, uint(n))
		if !possible {
			continue
		}
		if !found {
			first = n
		}
		last = n
		newA, found = one.joinIf(newA, found), true
	}
	if !found {
		return a, b, false
	}
	newB, ok = amounts.meetRange(first, last)
	return newA, newB, ok
}

// unshift returns the members of a that are members of r when shifted by n.
func (w width) unshift(code trace.Opcode, r, a Bounds, n uint) (Bounds, bool) {
	r, ok := r.Intersect(w.shiftBy(code, a, n))
	switch {
	case !ok:
		return a, false
	case n == 0:
		return a.Intersect(r)
	}
	low := uint64(1)<<n - 1
	switch code {
	case trace.OpIntRshift:
		return a.meet(r.Lo<<n, r.Hi<<n|int64(low), r.Ones<<n, r.Unknown<<n|low)
	case trace.OpUintRshift:
		a, ok = a.meetBits(w.wrapBits(r.Ones<<n), w.wrapBits(r.Unknown<<n|low))
		if !ok {
			return a, false
		}
		return a.meetUnsigned(w.wrapBits(uint64(r.Lo)<<n), w.wrapBits(uint64(r.Hi)<<n|low))
	}
	// What remains is a without its upper n bits.
	return (w - width(n)).unsignext(r.shiftedDown(n), a)
}

// shiftedDown divides members by 2 to the power of n that are all multiples of
// it.
func (b Bounds) shiftedDown(n uint) Bounds {
	return Bounds{b.Lo >> n, b.Hi >> n, uint64(int64(b.Ones) >> n), uint64(int64(b.Unknown) >> n)}
}

// unsignext returns the members of a whose lowest bits, as many as the width
// says, the highest of which is the sign, are a member of r.
//
// The lowest bits of a are those of r.
func (w width) unsignext(r, a Bounds) (Bounds, bool) {
	a, ok := a.meetBits(r.Ones&w.mask(), r.Unknown|^w.mask())
	if !ok {
		return a, false
	}
	return w.meetWindows(r, a)
}

// meetWindows refines the range: that of r is moved to the windows of a's ends.
func (w width) meetWindows(r, a Bounds) (Bounds, bool) {
	return a.meetEither(w.window(a.Lo), w.window(a.Hi), wide{0, w.mask()}.add(Widen(1)), r)
}

// meetEither returns the members of b that are as far from the beginning of their
// window as r allows, if b lies within one window or in two that are next to each
// other.
func (b Bounds) meetEither(lower, upper, size wide, r Bounds) (Bounds, bool) {
	switch distance := upper.sub(lower); {
	case distance == Widen(0):
		return b.meetWindow(lower, r)
	case distance != size:
		return b, true
	}
	below, okBelow := b.meetWindow(lower, r)
	above, okAbove := b.meetWindow(upper, r)
	return joinFound(below, okBelow, above, okAbove)
}

// window returns where the window of x begins: as far from x as what is left of x at the
// width is from 0. That of the largest integer begins after the end of the words.
func (w width) window(x int64) wide { return Widen(x).sub(Widen(w.wrap(uint64(x)))) }

// meetWindow returns the members of b that are as far from start as r allows.
func (b Bounds) meetWindow(start wide, r Bounds) (Bounds, bool) {
	lo, hi := start.add(Widen(r.Lo)), start.add(Widen(r.Hi))
	return b.meetRange(Machine.clamp(lo), Machine.clamp(hi))
}

// backwardSignext joins the results for each number of bytes.
func (w width) backwardSignext(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	found := false
	var first, last int64
	for _, bytes := range [...]int64{1, 2, 4, 8} {
		if !b.Contains(bytes) {
			continue
		}
		part := width(8 * bytes)
		inside, possible := r.Intersect(part.signext(a))
		if !possible {
			continue
		}
		one, possible := part.unsignext(inside, a)
		if !possible {
			continue
		}
		if !found {
			first = bytes
		}
		last = bytes
		newA, found = one.joinIf(newA, found), true
	}
	if !found {
		return a, b, false
	}
	newB, ok = b.meetRange(first, last)
	return newA, newB, ok
}
