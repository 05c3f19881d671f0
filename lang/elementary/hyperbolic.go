package elementary

import "math"

// The hyperbolic functions of C's library are not rounded to the nearest double, but computed with doubles by formulas that lose few digits. Ours
// are the same formulas; where they ask for e to the power of x less 1, and for the logarithm of 1 + x, Go's functions are those of C's library
// but for a few of ten thousand arguments. Conversions keep Go from fusing a product and a sum.
//
// Source: FDLIBM (Sun Microsystems, 1993) for the formulas and for where one takes over from another; C's libraries have theirs from there.

// Sinh is the hyperbolic sine of x.
func Sinh(x float64) float64 {
	size := math.Abs(x)
	var v float64
	switch {
	case !(size >= 1.0/tiny) || math.IsInf(x, 0):
		return x
	case size < 1:
		t := math.Expm1(size)
		v = 0.5 * (2*t - float64(t*t)/(t+1))
	case size < 22:
		t := math.Expm1(size)
		v = 0.5 * (t + t/(t+1))
	default:
		v = halfExp(size)
	}
	return math.Copysign(v, x)
}

// halfExp is half of e to the power of x, even where that is too large.
func halfExp(x float64) float64 {
	if x < 709 {
		return 0.5 * Exp(x)
	}
	w := Exp(0.5 * x)
	return 0.5 * w * w
}

// Cosh is the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return size
	case size < math.Ln2/2:
		t := math.Expm1(size)
		return 1 + float64(t*t)/(2*(t+1))
	case size < 22:
		t := Exp(size)
		return float64(0.5*t) + 0.5/t
	}
	return halfExp(size)
}

// Tanh is the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	size := math.Abs(x)
	var v float64
	switch {
	case !(size >= 0x1p-55):
		return x
	case size < 1:
		t := math.Expm1(-2 * size)
		v = -t / (t + 2)
	case size < 22:
		v = 1 - 2/(math.Expm1(2*size)+2)
	default:
		v = 1
	}
	return math.Copysign(v, x)
}

// Asinh is the inverse hyperbolic sine of x.
func Asinh(x float64) float64 {
	size := math.Abs(x)
	var v float64
	switch {
	case !(size >= 1.0/tiny) || math.IsInf(x, 0):
		return x
	case size > tiny:
		v = Log(size) + math.Ln2
	case size > 2:
		v = Log(float64(2*size) + 1/(math.Sqrt(float64(size*size)+1)+size))
	default:
		t := float64(size * size)
		v = math.Log1p(size + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(v, x)
}

// Acosh is the inverse hyperbolic cosine of x, NaN below 1.
func Acosh(x float64) float64 {
	switch {
	case !(x >= 1):
		return math.NaN()
	case x > tiny:
		return Log(x) + math.Ln2
	case x > 2:
		return Log(float64(2*x) - 1/(x+math.Sqrt(float64(x*x)-1)))
	}
	t := x - 1
	return math.Log1p(t + math.Sqrt(float64(2*t)+float64(t*t)))
}

// Atanh is the inverse hyperbolic tangent of x, NaN beyond -1 and 1.
func Atanh(x float64) float64 {
	size := math.Abs(x)
	var v float64
	switch {
	case !(size >= 1.0/tiny):
		return x
	case size < 0.5:
		t := size + size
		v = 0.5 * math.Log1p(t+float64(t*size)/(1-size))
	default:
		v = 0.5 * math.Log1p((size+size)/(1-size))
	}
	return math.Copysign(v, x)
}
