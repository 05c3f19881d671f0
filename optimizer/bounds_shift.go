package optimizer

// Shifts, int_signext and uint_mul_high: the operations that cut bits off.
//
// A shift by a known amount is exact. One by an unknown amount is the join of
// those by every amount that is possible, of which there are at most 64; what is
// outside 0..63 has no meaning and never happens.

import "math/bits"

// amounts returns the amounts that a shift can have. ok is false if there are
// none.
func (w width) amounts(b Bounds) (Bounds, bool) { return b.meetRange(0, int64(w)-1) }

func (w width) forwardShift(code Opcode, a, b Bounds) Bounds {
	amounts, ok := w.amounts(b)
	if !ok {
		return w.top()
	}
	result := w.shiftBy(code, a, uint(amounts.Lo))
	for n := amounts.Lo + 1; n <= amounts.Hi && result != w.top(); n++ {
		if amounts.Contains(n) {
			result = result.Join(w.shiftBy(code, a, uint(n)))
		}
	}
	return result
}

// shiftBy shifts by a known amount in 0..63.
func (w width) shiftBy(code Opcode, a Bounds, n uint) Bounds {
	switch {
	case n == 0:
		return a
	case code == OpIntRshift:
		return w.orTop(normal(a.Lo>>n, a.Hi>>n,
			uint64(int64(a.Ones)>>n), uint64(int64(a.Unknown)>>n)))
	case code == OpUintRshift:
		lo, hi := a.unsigned()
		return w.orTop(normal(int64(lo&w.mask()>>n), int64(hi&w.mask()>>n),
			a.Ones&w.mask()>>n, a.Unknown&w.mask()>>n))
	}
	lo, hi := widen(a.Lo).shift(n), widen(a.Hi).shift(n)
	return w.wrapped(lo, hi, a.Ones<<n, a.Unknown<<n)
}

// shift returns x times 2 to the power of n, for n in 1..63.
func (x wide) shift(n uint) wide { return wide{x.hi<<n | int64(x.lo>>(64-n)), x.lo << n} }

// forwardSignext wraps around at a smaller width.
func (w width) forwardSignext(a, b Bounds) Bounds {
	var result Bounds
	found := false
	for _, bytes := range [...]int64{1, 2, 4, 8} {
		if b.Contains(bytes) {
			one := width(8 * bytes).signext(a)
			result, found = one.joinIf(result, found), true
		}
	}
	return w.orTop(result, found)
}

// signext returns what is left of the members if only the lowest bits count, as
// many as the width says, the upper one of them being the sign.
func (w width) signext(a Bounds) Bounds {
	return w.wrapped(widen(a.Lo), widen(a.Hi), a.Ones, a.Unknown)
}

// mulHigh returns the upper half of the product of two words read as unsigned.
func (w width) mulHigh(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x&w.mask(), y&w.mask())
	return w.wrapBits(hi<<w.spare() | lo>>w)
}

// forwardMulHigh multiplies the ends, read as unsigned: the upper half of a
// product never falls if a factor grows.
func (w width) forwardMulHigh(a, b Bounds) Bounds {
	loA, hiA := a.unsigned()
	loB, hiB := b.unsigned()
	return w.orTop(w.top().meetUnsigned(w.mulHigh(loA, loB), w.mulHigh(hiA, hiB)))
}
