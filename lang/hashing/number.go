// Package hashing has the hashes of Unbox's Python, and where a table looks for one. Those of numbers and tuples are CPython's, so that sets
// of them have its order; programs see that.
package hashing

import (
	"math"
	"math/big"
)

// modulus is 2⁶¹-1, modulo which numbers are hashed.
const modulus = 1<<61 - 1

// Int is the hash of an integer of 64 bits.
func Int(v int64) uint64 {
	h := v % modulus
	if h == -1 {
		h = -2
	}
	return uint64(h)
}

// Big is the hash of an integer of any size.
func Big(v *big.Int) uint64 {
	m := new(big.Int).Mod(new(big.Int).Abs(v), big.NewInt(modulus)).Int64()
	if v.Sign() < 0 {
		m = -m
	}
	return Int(m)
}

// Float is the hash of a float: the same as that of an integer of the same value.
func Float(f float64) uint64 {
	switch {
	case math.IsInf(f, 1):
		return 314159
	case math.IsInf(f, -1):
		return ^uint64(314159 - 1)
	case math.IsNaN(f):
		return 0
	}
	m, e := math.Frexp(math.Abs(f))
	var x uint64
	for m != 0 {
		x = x<<28&modulus | x>>(61-28)
		m *= 1 << 28
		e -= 28
		y := uint64(m)
		m -= float64(y)
		if x += y; x >= modulus {
			x -= modulus
		}
	}
	if e >= 0 {
		e %= 61
	} else {
		e = 61 - 1 - (-1-e)%61
	}
	x = x<<e&modulus | x>>(61-e)
	h := int64(x)
	if f < 0 {
		h = -h
	}
	if h == -1 {
		h = -2
	}
	return uint64(h)
}
