package elementary

import "math"

// The error functions are quotients of polynomials, which are evaluated in pairs of coefficients as in GNU's C library, so that they are
// rounded alike. Conversions keep Go from fusing a product and a sum.
//
// Source: FDLIBM (Sun Microsystems, 1993) for the coefficients and for where one formula takes over from another.

const (
	erfOfOne   = 8.45062911510467529297e-01
	erfAtZero  = 1.28379167095512586316e-01 // 2 / √π - 1
	erfIsSmall = 1.0 / (1 << 28)
)

// Coefficients of polynomials, the constant ones first: of a quotient, what is above and what is below.
var (
	erfAbove = []float64{1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02, -5.77027029648944159157e-03,
		-2.37630166566501626084e-05}
	erfBelow = []float64{1, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03, 1.32494738004321644526e-04,
		-3.96022827877536812320e-06}
	oneAbove = []float64{-2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01, 3.18346619901161753674e-01,
		-1.10894694282396677476e-01, 3.54783043256182359371e-02, -2.16637559486879084300e-03}
	oneBelow = []float64{1, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02, 1.26171219808761642112e-01,
		1.36370839120290507362e-02, 1.19844998467991074170e-02}
	tailAbove = []float64{-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01, -6.23753324503260060396e+01,
		-1.62396669462573470355e+02, -1.84605092906711035994e+02, -8.12874355063065934246e+01, -9.81432934416914548592e+00}
	tailBelow = []float64{1, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02, 6.45387271733267880336e+02,
		4.29008140027567833386e+02, 1.08635005541779435134e+02, 6.57024977031928170135e+00, -6.04244152148580987438e-02}
	farAbove = []float64{-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01, -1.60636384855821916062e+02,
		-6.37566443368389627722e+02, -1.02509513161107724954e+03, -4.83519191608651397019e+02}
	farBelow = []float64{1, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03, 3.19985821950859553908e+03,
		2.55305040643316442583e+03, 4.74528541206955367215e+02, -2.24409524465858183362e+01}
)

// inPairs is a polynomial of x of at least two coefficients, at most ten.
func inPairs(x float64, c []float64) float64 {
	x2 := float64(x * x)
	x4 := float64(x2 * x2)
	powers := [...]float64{1, x2, x4, float64(x4 * x2), float64(x4 * x4)}
	sum := c[0] + float64(x*c[1])
	for k := 2; k < len(c); k += 2 {
		pair := c[k]
		if k+1 < len(c) {
			pair += float64(x * c[k+1])
		}
		sum += float64(powers[k/2] * pair)
	}
	return sum
}

func quotientInPairs(x float64, above, below []float64) float64 {
	return inPairs(x, above) / inPairs(x, below)
}

// erfTail is 1 less the error function of x, which is at least 1.25 and below 28.
func erfTail(x float64) float64 {
	above, below := farAbove, farBelow
	if x < 1/0.35 {
		above, below = tailAbove, tailBelow
	}
	q := quotientInPairs(1/float64(x*x), above, below)
	z := math.Float64frombits(math.Float64bits(x) &^ 0xffffffff)
	return Exp(-float64(z*z)-0.5625) * Exp(float64((z-x)*(z+x))+q) / x
}

// Erf is the error function of x.
func Erf(x float64) float64 {
	size := math.Abs(x)
	var v float64
	switch {
	case size < 2.2250738585072014e-308*(1<<4) || math.IsNaN(x):
		return 0.0625 * (float64(16*x) + float64(16*erfAtZero*x))
	case size < erfIsSmall:
		return x + float64(erfAtZero*x)
	case size < 0.84375:
		return x + float64(x*quotientInPairs(float64(x*x), erfAbove, erfBelow))
	case size < 1.25:
		v = erfOfOne + quotientInPairs(size-1, oneAbove, oneBelow)
	case size < 6:
		v = 1 - erfTail(size)
	default:
		v = 1
	}
	return math.Copysign(v, x)
}

// Erfc is 1 less the error function of x, with as many digits where that is near to 1.
func Erfc(x float64) float64 {
	size := math.Abs(x)
	switch {
	case size < 1.0/(1<<56) || math.IsNaN(x):
		return 1 - x
	case size < 0.84375:
		y := float64(x * quotientInPairs(float64(x*x), erfAbove, erfBelow))
		if x < 0.25 {
			return 1 - (x + y)
		}
		return 0.5 - (y + (x - 0.5))
	case size < 1.25:
		q := quotientInPairs(size-1, oneAbove, oneBelow)
		if x > 0 {
			return 1 - erfOfOne - q
		}
		return 1 + (erfOfOne + q)
	case x <= -6:
		return 2
	case x < 0:
		return 2 - erfTail(size)
	case x < 28:
		return erfTail(size)
	}
	return 0
}
