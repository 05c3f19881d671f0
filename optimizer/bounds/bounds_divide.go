package bounds

// Python's division, which rounds down, and its remainder, which has the sign
// of the divisor.
//
// A quotient is monotonic on either side of the divisor 0, so the divisor's
// range is split there (0 itself has no meaning), and its two halves are handled
// one after the other. One quotient does not fit into a word: the smallest
// integer divided by -1 wraps around to itself.

import (
	"math"

	"unbox/trace"
)

func (w width) forwardDivide(code trace.Opcode, a, b Bounds) Bounds {
	negative, okNegative := b.meetRange(w.min(), -1)
	positive, okPositive := b.meetRange(1, w.max())
	part := w.quotient
	if code == trace.OpIntPyMod {
		part = w.remainder
	}
	if okNegative {
		negative = part(a, negative)
	}
	if okPositive {
		positive = part(a, positive)
	}
	return w.orTop(joinFound(negative, okNegative, positive, okPositive))
}

// quotient divides by divisors of one sign.
func (w width) quotient(a, b Bounds) Bounds {
	if b.Lo > 0 && b.IsConstant() && b.Lo&(b.Lo-1) == 0 {
		return w.shiftBy(trace.OpIntRshift, a, uint(TrailingZeros(b.Ones)))
	}
	if a.Lo == w.min() && b.Hi == -1 {
		return w.quotientWrapping(a, b)
	}
	low, high := quotientCorners(a, b)
	return w.orTop(w.top().meetRange(low.floor(), high.floor()))
}

// quotientWrapping is for the case that the smallest integer may be divided by
// -1: both are left out first, and their result is added.
func (w width) quotientWrapping(a, b Bounds) Bounds {
	result := Constant(w.min())
	if others, ok := a.without(w.min()); ok {
		result = result.Join(w.quotient(others, b))
	}
	if others, ok := b.without(-1); ok {
		result = result.Join(w.quotient(Constant(w.min()), others))
	}
	return result
}

// fraction is a dividend and a divisor.
type fraction struct{ above, below int64 }

// floor returns the quotient rounded down. The only one that does not fit into
// a word becomes the largest word.
func (f fraction) floor() int64 {
	if f.below == -1 && f.above == math.MinInt64 {
		return math.MaxInt64
	}
	quotient, rest := f.above/f.below, f.above%f.below
	if rest != 0 && (rest < 0) != (f.below < 0) {
		quotient--
	}
	return quotient
}

// ceil returns the quotient rounded up. The largest word is either an exact quotient, or
// the one that does not fit into a word.
func (f fraction) ceil() int64 {
	quotient := f.floor()
	if quotient < math.MaxInt64 && quotient*f.below != f.above {
		return quotient + 1
	}
	return quotient
}

func floorDivide(a, b int64) int64 { return fraction{a, b}.floor() }

// quotientCorners returns the smallest and the largest quotient by divisors of
// one sign, not rounded.
func quotientCorners(a, b Bounds) (low, high fraction) {
	near, far := b.Lo, b.Hi // from 0
	low, high = fraction{a.Lo, far}, fraction{a.Hi, near}
	if b.Hi < 0 {
		near, far = far, near
		low, high = fraction{a.Hi, far}, fraction{a.Lo, near}
	}
	if (low.above < 0) == (b.Lo > 0) {
		low.below = near
	}
	if (high.above < 0) == (b.Lo > 0) {
		high.below = far
	}
	return low, high
}

// remainder takes remainders by divisors of one sign. If the divisor is a
// multiple of 8, the lowest 3 bits are those of the dividend.
func (w width) remainder(a, b Bounds) Bounds {
	lo, hi := remainderEnds(a, b)
	low := uint64(1)<<uint(b.LowZeros()) - 1
	return w.orTop(normal(lo, hi, a.Ones&low, a.Unknown&low|^low))
}

func remainderEnds(a, b Bounds) (lo, hi int64) {
	if b.IsConstant() && b.Lo != -1 {
		// Where the dividend crosses no multiple of the divisor, the remainder goes
		// up with it.
		if q := floorDivide(a.Lo, b.Lo); q == floorDivide(a.Hi, b.Lo) {
			return a.Lo - q*b.Lo, a.Hi - q*b.Lo
		}
	}
	if b.Lo > 0 {
		if a.Lo < 0 {
			return 0, b.Hi - 1
		}
		if a.Hi < b.Lo {
			return a.Lo, a.Hi
		}
		return 0, min(a.Hi, b.Hi-1)
	}
	if a.Hi > 0 {
		return b.Lo + 1, 0
	}
	if a.Lo > b.Hi {
		return a.Lo, a.Hi
	}
	return max(a.Lo, b.Lo+1), 0
}
