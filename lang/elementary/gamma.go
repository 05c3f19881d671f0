package elementary

import "math"

// The gamma function is CPython's own and not that of C's library: Lanczos's approximation, whose error it takes back where the sum
// that is raised to a power was rounded. Conversions keep Go from fusing a product and a sum.
//
// Source: CPython, Modules/mathmodule.c, after the coefficients of Boost and Viktor T. Toth.

const (
	lanczosG     = 6.024680040776729583740234375
	lanczosGHalf = 5.524680040776729583740234375
)

// lanczosAbove and lanczosBelow are the coefficients of a quotient of two polynomials, the constant ones first.
var (
	lanczosAbove = [...]float64{23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
		35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
		6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
		248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
		2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
		8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
		2.5066282746310002701649081771338373386264310793408}
	lanczosBelow = [len(lanczosAbove)]float64{0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1}
)

// lanczosSum is the quotient at a positive x: from its highest power down if x is small, from its lowest up if not.
func lanczosSum(x float64) float64 {
	above, below := 0.0, 0.0
	for k := range lanczosAbove {
		if x < 5 {
			k = len(lanczosAbove) - 1 - k
			above, below = float64(above*x)+lanczosAbove[k], float64(below*x)+lanczosBelow[k]
		} else {
			above, below = above/x+lanczosAbove[k], below/x+lanczosBelow[k]
		}
	}
	return above / below
}

// sinPi is the sine of π times x, which is finite.
func sinPi(x float64) float64 {
	y := math.Mod(math.Abs(x), 2)
	var v float64
	switch int(math.Round(2 * y)) {
	case 0:
		v = Sin(math.Pi * y)
	case 1:
		v = Cos(math.Pi * (y - 0.5))
	case 2:
		v = Sin(math.Pi * (1 - y))
	case 3:
		v = -Cos(math.Pi * (y - 1.5))
	default:
		v = Sin(math.Pi * (y - 2))
	}
	return math.Copysign(1, x) * v
}

// Gamma is the gamma function of x: not a number at its poles, infinite where it is too large.
func Gamma(x float64) float64 {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case math.IsInf(x, -1) || x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x == math.Floor(x) && x <= 23:
		return factorialBelow(int(x))
	case size < 1e-20:
		return 1 / x
	case x > 200:
		return math.Inf(1)
	case x < -200:
		return 0 / sinPi(x)
	}
	y := size + lanczosGHalf
	lost := y - lanczosGHalf - size
	if size > lanczosGHalf {
		lost = y - size - lanczosGHalf
	}
	lost = lost * lanczosG / y
	if x < 0 {
		v := -math.Pi / sinPi(size) / size * Exp(y) / lanczosSum(size)
		v -= float64(lost * v)
		if size < 140 {
			return v / Pow(y, size-0.5)
		}
		root := Pow(y, size/2-0.25)
		return v / root / root
	}
	v := lanczosSum(size) / Exp(y)
	v += float64(lost * v)
	if size < 140 {
		return v * Pow(y, size-0.5)
	}
	root := Pow(y, size/2-0.25)
	return v * root * root
}

// factorialBelow is the product of the positive integers below n, which is at most 23; so it is exact.
func factorialBelow(n int) float64 {
	v := 1.0
	for k := 2; k < n; k++ {
		v *= float64(k)
	}
	return v
}

// LogGamma is the logarithm of the size of the gamma function of x: not a number at its poles, infinite where it is too large.
func LogGamma(x float64) float64 {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return x
	case math.IsInf(x, 0):
		return math.Inf(1)
	case x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x == 1 || x == 2:
		return 0
	case size < 1e-20:
		return -Log(size)
	}
	v := Log(lanczosSum(size)) - lanczosG
	v += float64((size - 0.5) * (Log(size+lanczosG-0.5) - 1))
	if x < 0 {
		const logPi = 1.144729885849400174143427351353058711647
		v = logPi - Log(math.Abs(sinPi(size))) - Log(size) - v
	}
	return v
}
