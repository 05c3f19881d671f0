package hashing

import (
	"math"
	"math/bits"
)

// Tuple is CPython's hash of a tuple, computed from those of its items.
type Tuple uint64

const (
	tuplePrime1 = 11400714785074694791
	tuplePrime2 = 14029467366897019727
	tuplePrime5 = 2870177450012600261
)

// NewTuple returns the hash to which those of the items are added.
func NewTuple() Tuple { return tuplePrime5 }

// Add adds the hash of the next item.
func (t *Tuple) Add(h uint64) {
	*t = Tuple(bits.RotateLeft64(uint64(*t)+h*tuplePrime2, 31) * tuplePrime1)
}

// Sum returns the hash of the tuple, which has n items.
func (t Tuple) Sum(n int) uint64 {
	acc := uint64(t) + (uint64(n) ^ tuplePrime5 ^ 3527539)
	if acc == math.MaxUint64 {
		acc = 1546275796
	}
	return acc
}
