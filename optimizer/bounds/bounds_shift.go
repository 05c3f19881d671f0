package bounds

// Shifts, int_signext and uint_mul_high: the operations that cut bits off.
//
// A shift by a known amount is exact. For an unknown one, the range is that of
// the smallest and the largest amount, and a bit is known if all possible
// amounts, at most 64, agree in it. Amounts outside 0..63 have no meaning and
// never occur.

import (
	"math"
	"math/bits"

	"unbox/trace"
)

// amounts returns the amounts that a shift can have. ok is false if there are
// none.
func (w width) amounts(b Bounds) (Bounds, bool) { return b.meetRange(0, int64(w)-1) }

func (w width) forwardShift(code trace.Opcode, a, b Bounds) Bounds {
	amounts, ok := w.amounts(b)
	switch {
	case !ok:
		return w.top()
	case amounts.IsConstant():
		return w.shiftBy(code, a, uint(amounts.Lo))
	case code == trace.OpIntLshift:
		return w.shiftLeft(a, amounts)
	case code == trace.OpUintRshift && a.Lo < 0:
		return w.shiftZerosIn(a, amounts)
	}
	ones, unknown := w.knownShift(code, a, amounts)
	first, last := uint(amounts.Lo), uint(amounts.Hi)
	return w.orTop(normal(min(a.Lo>>first, a.Lo>>last), max(a.Hi>>first, a.Hi>>last), ones, unknown))
}

// shiftZerosIn is uint_rshift of a value that may be negative, by an unknown
// amount. An amount of 0 leaves it as it is; all others give a value that is
// not negative.
func (w width) shiftZerosIn(a, amounts Bounds) Bounds {
	rest, _ := amounts.meetRange(1, amounts.Hi)
	lo, hi := a.unsigned()
	ones, unknown := w.knownShift(trace.OpUintRshift, a, rest)
	result := w.orTop(normal(int64(w.shiftWord(trace.OpUintRshift, lo, uint(rest.Hi))),
		int64(w.shiftWord(trace.OpUintRshift, hi, uint(rest.Lo))), ones, unknown))
	return result.joinIf(a, amounts.Lo == 0)
}

// knownShift returns the bits in which the results of all amounts agree.
func (w width) knownShift(code trace.Opcode, a, amounts Bounds) (ones, unknown uint64) {
	always, sometimes := uint64(math.MaxUint64), uint64(0)
	for n := amounts.Lo; n <= amounts.Hi && always|^sometimes != 0; n++ {
		if amounts.Contains(n) {
			always &= w.shiftWord(code, a.Ones, uint(n))
			sometimes |= w.shiftWord(code, a.Ones|a.Unknown, uint(n))
		}
	}
	return always, sometimes &^ always
}

// shiftWord shifts a word. Shifting left does not wrap.
func (w width) shiftWord(code trace.Opcode, x uint64, n uint) uint64 {
	switch code {
	case trace.OpIntLshift:
		return x << n
	case trace.OpIntRshift:
		return uint64(int64(x) >> n)
	}
	return x & w.mask() >> n
}

// maxAmounts is the maximum number of amounts of a shift that are tried one by
// one.
const maxAmounts = 16

// shiftLeft shifts by an unknown amount. If bits may be lost, there is no order
// among the results, and each amount is tried if there are few.
func (w width) shiftLeft(a, amounts Bounds) Bounds {
	first, last := uint(amounts.Lo), uint(amounts.Hi)
	lo := minWide(Widen(a.Lo).Shift(first), Widen(a.Lo).Shift(last))
	hi := maxWide(Widen(a.Hi).Shift(first), Widen(a.Hi).Shift(last))
	ones, unknown := w.knownShift(trace.OpIntLshift, a, amounts)
	if w.Fits(lo) && w.Fits(hi) {
		return w.orTop(normal(int64(lo.lo), int64(hi.lo), w.wrapBits(ones), w.wrapBits(unknown)))
	}
	if amounts.Hi-amounts.Lo >= maxAmounts {
		return w.orTop(normal(w.min(), w.max(), w.wrapBits(ones), w.wrapBits(unknown)))
	}
	result := w.shiftBy(trace.OpIntLshift, a, first)
	for n := first; n <= last && result != w.top(); n++ {
		if amounts.Contains(int64(n)) {
			result = result.Join(w.shiftBy(trace.OpIntLshift, a, n))
		}
	}
	return result
}

// shiftBy shifts by a known amount in 0..63.
func (w width) shiftBy(code trace.Opcode, a Bounds, n uint) Bounds {
	switch {
	case n == 0:
		return a
	case code == trace.OpIntRshift:
		return w.orTop(normal(a.Lo>>n, a.Hi>>n,
			w.shiftWord(code, a.Ones, n), w.shiftWord(code, a.Unknown, n)))
	case code == trace.OpUintRshift:
		lo, hi := a.unsigned()
		return w.orTop(normal(int64(w.shiftWord(code, lo, n)), int64(w.shiftWord(code, hi, n)),
			w.shiftWord(code, a.Ones, n), w.shiftWord(code, a.Unknown, n)))
	}
	lo, hi := Widen(a.Lo).Shift(n), Widen(a.Hi).Shift(n)
	return w.wrapped(lo, hi, a.Ones<<n, a.Unknown<<n)
}

// Shift returns x times 2 to the power of n, for n in 0..63.
func (x wide) Shift(n uint) wide { return wide{x.hi<<n | int64(x.lo>>(64-n)), x.lo << n} }

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
// many as the width says, the highest of which is the sign.
func (w width) signext(a Bounds) Bounds {
	return w.wrapped(Widen(a.Lo), Widen(a.Hi), a.Ones, a.Unknown)
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
