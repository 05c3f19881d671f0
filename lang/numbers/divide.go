package numbers

import (
	"math"
	"math/big"
)

// Quotient is the float that is nearest to a quotient. That is found from 66 bits of it, the
// last of which says whether anything follows.
func Quotient(a, b *big.Int) float64 {
	if a.Sign() == 0 {
		return math.Copysign(0, float64(b.Sign()))
	}
	shift := 66 - (a.BitLen() - b.BitLen())
	if shift > 0 {
		a = new(big.Int).Lsh(a, uint(shift))
	} else {
		b = new(big.Int).Lsh(b, uint(-shift))
	}
	q, m := new(big.Int).QuoRem(a, b, new(big.Int))
	if m.Sign() != 0 {
		q.SetBit(q.Abs(q), 0, 1)
		if a.Sign() != b.Sign() {
			q.Neg(q)
		}
	}
	f := new(big.Float).SetInt(q)
	v, _ := f.SetMantExp(f, -shift).Float64()
	return v
}

// FloatDivMod rounds the quotient down; the remainder has the sign of the divisor.
func FloatDivMod(a, b float64) (q, m float64) {
	m = math.Mod(a, b)
	q = (a - m) / b
	if m != 0 {
		if (b < 0) != (m < 0) {
			m += b
			q--
		}
	} else {
		m = math.Copysign(0, b)
	}
	if q == 0 {
		return math.Copysign(0, a/b), m
	}
	floor := math.Floor(q)
	if q-floor > 0.5 {
		floor++
	}
	return floor, m
}

// FloorDiv is Python's `//`; y is neither 0 nor -1.
func FloorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// FloorMod is Python's `%`; y is neither 0 nor -1.
func FloorMod(x, y int64) int64 {
	m := x % y
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m
}
