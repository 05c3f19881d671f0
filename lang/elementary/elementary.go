// Package elementary has the exponential, logarithmic, trigonometric and hyperbolic functions as C's library computes them, which
// CPython calls: Go's own differ from it in the last bit too often for programs that print their results. Special operands (NaN,
// infinities, zeros, what is out of a function's domain) have the results that package math gives them. Angles are in radians.
package elementary

import (
	"math"
	"math/big"
	"runtime"
)

// The functions of C's library are rounded to the nearest double in all but a few of a
// thousand cases. Those of Go's library are not, so ours compute with about a hundred bits, and round in the end.
// A number of that many bits is the sum of two doubles, the second one below half a unit in the last place of the first
// (T. J. Dekker, "A floating-point technique for extending the available precision", 1971).
type double2 struct{ hi, lo float64 }

func sum2(a, b float64) double2 {
	s := a + b
	t := s - a
	return double2{s, (a - (s - t)) + (b - t)}
}

// renewed is sum2 where a is not smaller than b.
func renewed(a, b float64) double2 {
	s := a + b
	return double2{s, b - (s - a)}
}

// halves parts a double into two of 26 bits. Conversions keep Go from fusing a product and a sum.
func halves(a float64) (high, low float64) {
	t := float64(134217729 * a)
	high = t - float64(t-a)
	return high, a - high
}

// product2 is a product with all its bits, as long as neither the product nor its second half is out of the range of doubles. One
// instruction more than the product gives that half, where there is one that rounds a product and a sum once: WebAssembly has none, and
// math.FMA takes far longer there than [productOfHalves].
func product2(a, b float64) double2 {
	if runtime.GOARCH == "wasm" {
		return productOfHalves(a, b)
	}
	p := float64(a * b)
	return double2{p, math.FMA(a, b, -p)}
}

// productOfHalves is product2 from products of 26 bits, which are exact.
func productOfHalves(a, b float64) double2 {
	p := float64(a * b)
	ah, al := halves(a)
	bh, bl := halves(b)
	return double2{p, float64(float64(float64(ah*bh)-p)+float64(ah*bl)+float64(al*bh)) + float64(al*bl)}
}

func (a double2) plus(b double2) double2 {
	s := sum2(a.hi, b.hi)
	t := sum2(a.lo, b.lo)
	s = renewed(s.hi, s.lo+t.hi)
	return renewed(s.hi, s.lo+t.lo)
}

func (a double2) times(b double2) double2 {
	p := product2(a.hi, b.hi)
	return renewed(p.hi, p.lo+float64(a.hi*b.lo)+float64(a.lo*b.hi))
}

func (a double2) over(b double2) double2 {
	q := a.hi / b.hi
	r := a.plus(b.times(double2{-q, 0}))
	q2 := r.hi / b.hi
	r = r.plus(b.times(double2{-q2, 0}))
	s := renewed(q, q2)
	return renewed(s.hi, s.lo+r.hi/b.hi)
}

func (a double2) negative() double2 { return double2{-a.hi, -a.lo} }

// The tables have a value for each 64th.
var (
	exps       [24 * 2]double2 // e to the power of (k-24)/64
	sins, coss [52]double2
	ln2        = parts("0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687542", 3, 32)
	halfPi     = parts("1.57079632679489661923132169163975144209858469968755291048747229615390820314310449931401741267105853399107404326", 4, 33)
	third      = double2{1.0 / 3, 1.850371707708594e-17}
	sixth      = double2{1.0 / 6, 9.25185853854297e-18}
)

// parts writes a constant as the sum of doubles, of which all but the last have that many
// bits.
func parts(digits string, n int, bits uint) []float64 {
	x, _, err := big.ParseFloat(digits, 10, 400, big.ToNearestEven)
	if err != nil {
		panic("BUG: a constant that is no number: " + err.Error())
	}
	list := make([]float64, n)
	for k := range list {
		part := new(big.Float).SetPrec(53)
		if k < n-1 {
			part.SetPrec(bits).SetMode(big.ToZero)
		}
		list[k], _ = part.Set(x).Float64()
		x.Sub(x, new(big.Float).SetFloat64(list[k]))
	}
	return list
}

// series sums up first + first·x²/(a·(a+1)) + …, with exact sums, as a number of two doubles; a is 1 for the cosine and the
// sine's terms follow one another in steps of two factors, as those of e to the power of x do in steps of one.
func series(x, first float64, factor, step int, sign float64) double2 {
	prec := uint(200)
	term := new(big.Float).SetPrec(prec).SetFloat64(first)
	sum := new(big.Float).SetPrec(prec).Set(term)
	for range 30 {
		for range step {
			term.Mul(term, new(big.Float).SetFloat64(x))
			term.Quo(term, new(big.Float).SetInt64(int64(factor)))
			factor++
		}
		term.Mul(term, new(big.Float).SetFloat64(sign))
		sum.Add(sum, term)
	}
	hi, _ := sum.Float64()
	lo, _ := new(big.Float).SetPrec(prec).Sub(sum, new(big.Float).SetFloat64(hi)).Float64()
	return double2{hi, lo}
}

func init() {
	for k := range exps {
		exps[k] = series(float64(k-24)/64, 1, 1, 1, 1)
	}
	for k := range sins {
		x := float64(k) / 64
		sins[k], coss[k] = series(x, x, 2, 2, -1), series(x, 1, 1, 2, -1)
	}
}

// expParts is e to the power of x: the result times two to the power of k. The whole part of x over ln 2 goes into k, the
// nearest 64th of the rest is looked up, and a series is left whose terms vanish quickly.
func expParts(x double2) (result double2, k int) {
	n := math.RoundToEven(x.hi * (1 / math.Ln2))
	r := double2{x.hi - n*ln2[0], 0} // exact: 32 bits times 11
	r = r.plus(product2(-n, ln2[1])).plus(double2{-n * ln2[2], 0}).plus(double2{x.lo, 0})
	j := math.RoundToEven(r.hi * 64)
	d := r.plus(double2{-j / 64, 0})
	square := d.times(d)
	t := d.hi
	rest := t * t * t * t * (1.0/24 + t*(1.0/120+t*(1.0/720+t*(1.0/5040+t/40320))))
	sum := square.times(d).times(sixth).plus(double2{rest, 0}).plus(double2{square.hi / 2, square.lo / 2}).plus(d).plus(double2{1, 0})
	return sum.times(exps[int(j)+24]), int(n)
}

func expOf(x double2) float64 {
	switch {
	case math.IsNaN(x.hi) || x.hi > 710:
		return x.hi * math.Inf(1)
	case x.hi < -746:
		return 0
	}
	v, k := expParts(x)
	return math.Ldexp(v.hi, k)
}

// Exp is e to the power of x.
func Exp(x float64) float64 {
	if math.IsInf(x, 1) {
		return x
	}
	return expOf(double2{x, 0})
}

// logParts is the natural logarithm of a positive and finite number.
func logParts(x float64) double2 {
	if f := x - 1; math.Abs(f) < 1.0/64 {
		s := double2{f, 0}.over(sum2(f, 2))
		square := s.times(s)
		t := square.hi
		rest := t * t * (1.0/5 + t*(1.0/7+t*(1.0/9+t*(1.0/11+t*(1.0/13+t/15)))))
		v := s.times(square.times(third).plus(double2{rest, 0}).plus(double2{1, 0}))
		return double2{2 * v.hi, 2 * v.lo}
	}
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	y := math.Log(m)
	inverse, k := expParts(double2{-y, 0})
	z := inverse.times(double2{math.Ldexp(m, k), 0}).plus(double2{-1, 0})
	z = z.plus(double2{-z.hi * z.hi / 2, 0})
	n := float64(e)
	return double2{n * ln2[0], 0}.plus(double2{y, 0}).plus(product2(n, ln2[1])).plus(double2{n * ln2[2], 0}).plus(z)
}

// logarithm has the special cases of all logarithms.
func logarithm(x float64, finite func(x float64) float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	return finite(x)
}

// Log is the natural logarithm of x.
func Log(x float64) float64 {
	return logarithm(x, func(x float64) float64 { return logParts(x).hi })
}

// Log10 is the logarithm of x in base ten. It is not rounded to the nearest double in C's library either, but computed of the
// logarithm and the exponent, by the formula of FDLIBM (e_log10.c) and with its constants: the base-ten logarithms of e and of 2, the
// latter as a sum of two doubles.
func Log10(x float64) float64 {
	return logarithm(x, func(x float64) float64 {
		m, e := math.Frexp(x)
		m, e = 2*m, e-1
		if e < 0 {
			m, e = m/2, e+1
		}
		n := float64(e)
		return float64(float64(n*3.69423907715893078616e-13)+float64(4.34294481903251816668e-01*Log(m))) + float64(n*3.01029995663611771306e-01)
	})
}

// Log2 is the logarithm of x in base two; that of a power of two is exact.
func Log2(x float64) float64 {
	return logarithm(x, func(x float64) float64 {
		m, e := math.Frexp(x)
		if m == 0.5 {
			return float64(e - 1)
		}
		return logParts(x).over(sum2(ln2[0], ln2[1]).plus(double2{ln2[2], 0})).hi
	})
}

// Pow is x to the power of y. Package math has the special cases.
func Pow(x, y float64) float64 {
	size := math.Abs(x)
	if !(size > 0 && size <= math.MaxFloat64 && math.Abs(y) <= math.MaxFloat64) || y == 0 || size == 1 || x < 0 && y != math.Trunc(y) {
		return math.Pow(x, y)
	}
	l := logParts(size)
	power := l.times(double2{y, 0})
	if estimate := l.hi * y; math.Abs(estimate) > 750 {
		power = double2{estimate, 0} // the product's second half may be out of range
	}
	if x < 0 && math.Mod(y, 2) != 0 {
		return -expOf(power)
	}
	return expOf(power)
}

// reduced is x without the nearest multiple of a quarter turn, and the number of these modulo 4.
func reduced(x float64) (r double2, quarter int) {
	if math.Abs(x) < 1<<19 {
		n := math.RoundToEven(x * (2 / math.Pi))
		r = double2{x - n*halfPi[0], 0} // exact: 33 bits times 20
		r = r.plus(double2{-n * halfPi[1], 0}).plus(product2(-n, halfPi[2])).plus(double2{-n * halfPi[3], 0})
		return r, int(n) & 3
	}
	const prec = 1300 // of the largest double nothing else is left
	v := new(big.Float).SetPrec(prec).SetFloat64(x)
	turn := new(big.Float).SetPrec(prec).Quo(pi(prec), big.NewFloat(2))
	q, _ := new(big.Float).SetPrec(prec).Quo(v, turn).Int(nil)
	v.Sub(v, new(big.Float).SetPrec(prec).Mul(turn, new(big.Float).SetPrec(prec).SetInt(q)))
	if f, _ := v.Float64(); math.Abs(f) > math.Pi/4 {
		sign := int64(math.Copysign(1, f))
		q.Add(q, big.NewInt(sign))
		v.Sub(v, new(big.Float).SetPrec(prec).Mul(turn, big.NewFloat(float64(sign))))
	}
	hi, _ := v.Float64()
	lo, _ := v.Sub(v, new(big.Float).SetFloat64(hi)).Float64()
	return double2{hi, lo}, int(new(big.Int).And(q, big.NewInt(3)).Int64())
}

// pi is π by J. Machin's formula of 1706: 16 atan(1/5) - 4 atan(1/239).
func pi(prec uint) *big.Float {
	atan := func(n int64) *big.Float {
		term := new(big.Float).SetPrec(prec+20).Quo(big.NewFloat(1), new(big.Float).SetInt64(n))
		sum := new(big.Float).SetPrec(prec + 20).Set(term)
		square := new(big.Float).SetInt64(-n * n)
		for k := int64(3); term.MantExp(nil) > -int(prec)-20; k += 2 {
			term.Quo(term, square)
			sum.Add(sum, new(big.Float).SetPrec(prec+20).Quo(term, new(big.Float).SetInt64(k)))
		}
		return sum
	}
	a, b := atan(5), atan(239)
	a.Mul(a, big.NewFloat(16))
	return a.Sub(a, b.Mul(b, big.NewFloat(4)))
}

// sinCos are the sine and the cosine of a reduced angle: those of the nearest 64th are looked up.
func sinCos(r double2) (s, c double2) {
	negative := r.hi < 0
	if negative {
		r = r.negative()
	}
	j := math.RoundToEven(r.hi * 64)
	d := r.plus(double2{-j / 64, 0})
	square := d.times(d)
	t := square.hi
	sd := square.times(d).times(sixth).negative().plus(double2{d.hi * t * t * (1.0/120 - t*(1.0/5040-t/362880)), 0}).plus(d)
	cd := double2{t * t * (1.0/24 - t*(1.0/720-t/40320)), 0}.plus(double2{-square.hi / 2, -square.lo / 2}).plus(double2{1, 0})
	sj, cj := sins[int(j)], coss[int(j)]
	s, c = sj.times(cd).plus(cj.times(sd)), cj.times(cd).plus(sj.times(sd).negative())
	if negative {
		s = s.negative()
	}
	return s, c
}

// angle returns sine and cosine; false where there is none.
func angle(x float64) (s, c double2, ok bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return s, c, false
	}
	r, quarter := reduced(x)
	s, c = sinCos(r)
	switch quarter {
	case 1:
		s, c = c, s.negative()
	case 2:
		s, c = s.negative(), c.negative()
	case 3:
		s, c = c.negative(), s
	}
	return s, c, true
}

// tiny is below what a sine or tangent differs from its angle.
const tiny = 1 << 28

// Sin is the sine of an angle of any size.
func Sin(x float64) float64 {
	if math.Abs(x)*tiny < 1 {
		return x
	}
	if v, ok := quickly(x, 0); ok {
		return v
	}
	if s, _, ok := angle(x); ok {
		return s.hi
	}
	return math.NaN()
}

// Cos is the cosine of an angle of any size.
func Cos(x float64) float64 {
	if v, ok := quickly(x, 1); ok {
		return v
	}
	if _, c, ok := angle(x); ok {
		return c.hi
	}
	return math.NaN()
}

// Tan is the tangent of an angle of any size.
func Tan(x float64) float64 {
	if math.Abs(x)*tiny < 1 {
		return x
	}
	if s, c, ok := angle(x); ok {
		return s.over(c).hi
	}
	return math.NaN()
}
