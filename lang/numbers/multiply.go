package numbers

import (
	"math"
	"math/bits"

	"unbox/lang/elementary"
)

// Power is a to the power of b where that is a float; what is too large is infinite.
func Power(a, b float64) float64 {
	switch {
	case b == 2:
		return a * a
	case b == 0.5 && a > 0 && !math.IsInf(a, 0):
		return math.Sqrt(a)
	}
	return elementary.Pow(a, b)
}

// MulOverflows reports whether a product does not fit into 64 bits.
func MulOverflows(a, b int64) bool {
	hi, lo := bits.Mul64(Magnitude(a), Magnitude(b))
	if hi != 0 {
		return true
	}
	if (a < 0) != (b < 0) {
		return lo > 1<<63
	}
	return lo > math.MaxInt64
}

// Magnitude is the absolute value.
func Magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}
