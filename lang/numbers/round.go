package numbers

import (
	"math"
	"math/big"
	"strconv"
)

// Round rounds the exact decimal value to n digits after the point, half to even; where n is negative, to a power of ten. It is infinite where
// it is too large.
func Round(f float64, n int) float64 {
	if n >= 0 { // the digits of the text with so many
		var room [64]byte
		v, err := strconv.ParseFloat(string(strconv.AppendFloat(room[:0], f, 'f', n, 64)), 64)
		if err != nil {
			panic("BUG: a text of a double that is none: " + err.Error())
		}
		return v
	}
	exact, _ := new(big.Float).SetFloat64(f).Rat(nil)
	if exact == nil {
		exact = new(big.Rat)
	}
	scale := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil))
	scaled := new(big.Rat).Mul(exact, scale)
	whole := RoundQuotient(scaled.Num(), scaled.Denom())
	v, _ := new(big.Rat).Quo(new(big.Rat).SetInt(whole), scale).Float64()
	return math.Copysign(v, f)
}

// RoundQuotient is the integer that is nearest to a/b, the even one of two; b is positive.
func RoundQuotient(a, b *big.Int) *big.Int {
	two := new(big.Int).Lsh(b, 1)
	n := new(big.Int).Add(new(big.Int).Lsh(a, 1), b)
	q, m := new(big.Int).DivMod(n, two, new(big.Int))
	if m.Sign() == 0 && q.Bit(0) == 1 {
		q.Sub(q, big.NewInt(1))
	}
	return q
}
