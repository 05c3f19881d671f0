package bounds

import "math"

// Known bits of sums, differences and products. A bit of a sum depends on the
// bits at its place and on the carry from below, and two additions say
// everything that can be known about the carries: the one in which every
// unknown bit is 0 has the fewest, the one in which every unknown bit is 1 the
// most, and where the two agree the carry is known. (Linux's tnum_add is the
// same idea.)

// knownSum returns the bits of a + b.
func knownSum(a, b Bounds) (ones, unknown uint64) {
	fewest := a.Ones + b.Ones
	most := fewest + a.Unknown + b.Unknown
	unknown = fewest ^ most | a.Unknown | b.Unknown
	return fewest &^ unknown, unknown
}

// knownDifference returns the bits of a - b. The fewest borrows are those of the
// largest a and the smallest b.
func knownDifference(a, b Bounds) (ones, unknown uint64) {
	exact := a.Ones - b.Ones
	unknown = (exact + a.Unknown) ^ (exact - b.Unknown) | a.Unknown | b.Unknown
	return exact &^ unknown, unknown
}

// knownProduct returns the bits of a * b. Only the lowest ones are found: a
// product's lowest n bits depend on the lowest n bits of its factors alone, and
// zeros at the end of one factor push the unknown bits of the other up.
func knownProduct(a, b Bounds) (ones, unknown uint64) {
	unknown = math.MaxUint64 << uint(lowKnownProduct(a, b))
	return a.Ones * b.Ones &^ unknown, unknown
}

func lowKnownProduct(a, b Bounds) int {
	zerosA, zerosB := a.LowZeros(), b.LowZeros()
	return min(zerosA+zerosB+min(a.lowKnown()-zerosA, b.lowKnown()-zerosB), 64)
}

// knownFactor returns the bits of x in x * factor = product, where the product
// may have wrapped around. Only an odd number can be divided away on the circle
// of integers; each factor of 2 loses the upper bit of x for good. So
//
//	12 = x * 12
//
// says that the lowest 62 bits of x are those of 1, but not that x is 1.
func (w width) knownFactor(product, factor Bounds) (ones, unknown uint64) {
	zeros, known := factor.LowZeros(), w.lowKnownFactor(product, factor)
	if known <= 0 {
		return 0, math.MaxUint64
	}
	unknown = math.MaxUint64 << uint(known)
	ones = (product.Ones >> zeros) * inverse(factor.Ones>>zeros) &^ unknown
	return w.wrapBits(ones), w.wrapBits(unknown)
}

// lowKnownFactor returns how many of the lowest bits of x are known; 0 or less
// means none.
func (w width) lowKnownFactor(product, factor Bounds) int {
	return min(product.lowKnown(), factor.lowKnown(), int(w)) - factor.LowZeros()
}

// inverse returns the number that multiplied with odd gives 1 modulo 2 to the
// power of 64. The start is right in 3 bits, and each step doubles that.
func inverse(odd uint64) uint64 {
	x := odd
	for range 5 {
		x *= 2 - odd*x
	}
	return x
}
