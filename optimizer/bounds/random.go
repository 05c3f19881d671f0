package bounds

import (
	"math"
	"math/rand/v2"

	"unbox/trace"
)

// Random values for tests, here and in the packages that use bounds.

// Random draws Bounds of all kinds: single numbers, short ranges, known bits, both.
func Random(random *rand.Rand) Bounds {
	lo, hi := RandomWord(random), RandomWord(random)
	unknown := uint64(math.MaxUint64)
	switch random.IntN(8) {
	case 0:
		return Constant(lo)
	case 1:
		return boundsFrom(math.MinInt64, math.MaxInt64, random.Uint64(), random.Uint64()|random.Uint64())
	case 2:
		hi = lo + random.Int64N(9)
	case 3:
		lo, hi = math.MinInt64, math.MaxInt64
	case 4:
		unknown = math.MaxUint64 << random.IntN(20)
	case 5:
		unknown = random.Uint64() | random.Uint64()
	}
	return boundsFrom(lo, hi, random.Uint64(), unknown)
}

// boundsFrom makes Bounds from any numbers. Where range and bits contradict
// each other, only the range counts.
func boundsFrom(lo, hi int64, ones, unknown uint64) Bounds {
	lo, hi = min(lo, hi), max(lo, hi)
	if b, ok := normal(lo, hi, ones&^unknown, unknown); ok {
		return b
	}
	return Range(lo, hi)
}

// MemberNear returns a member of b: n itself, or one near it if possible.
func MemberNear(b Bounds, n int64) int64 {
	if rest, ok := b.meetRange(n, b.Hi); ok {
		return rest.Lo
	}
	if int64(b.Ones|uint64(n)&b.Unknown) <= b.Hi && int64(b.Ones|uint64(n)&b.Unknown) >= b.Lo {
		return int64(b.Ones | uint64(n)&b.Unknown)
	}
	return b.Hi
}

// RandomWord draws a number, most often one near a power of 2 or near the ends.
func RandomWord(random *rand.Rand) int64 {
	n := int64(random.Uint64())
	switch random.IntN(6) {
	case 0:
		return n
	case 1:
		return n >> random.IntN(64)
	case 2:
		return n%70 - 3
	case 3:
		return math.MinInt64 + n%5
	}
	word := int64(1)<<random.IntN(64) + n%4
	if n < 0 {
		return -word
	}
	return word
}

// IntegerOperation returns one of those on integers.
func IntegerOperation(n int) trace.Opcode {
	count := int(trace.OpIntMulOvf - trace.OpIntAdd + 1)
	return trace.OpIntAdd + trace.Opcode((n%count+count)%count)
}
