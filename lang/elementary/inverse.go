package elementary

import "math"

// Angles of points: Go's result is near enough, and the angle that is missing is so small that it is its own tangent.

// root is the square root.
func (a double2) root() double2 {
	s := math.Sqrt(a.hi)
	return renewed(s, a.plus(product2(-s, s)).hi/(2*s))
}

// argument is the angle of a point that is neither far from 1 nor near 0 in its coordinates.
func argument(y, x double2) float64 {
	near := math.Atan2(y.hi, x.hi)
	s, c, _ := angle(near)
	missing := y.times(c).plus(x.times(s).negative()).over(x.times(c).plus(y.times(s)))
	return double2{near, 0}.plus(missing).hi
}

// Atan is the angle whose tangent is x, from -π/2 to π/2.
func Atan(x float64) float64 {
	if math.Abs(x)*tiny < 1 || math.Abs(x) > 1<<60 || math.IsNaN(x) {
		return math.Atan(x)
	}
	return argument(double2{x, 0}, double2{1, 0})
}

// Atan2 is the angle of the point at x and y, from -π to π.
func Atan2(y, x float64) float64 {
	v := math.Atan2(y, x) // has all the special cases
	if y == 0 || x == 0 || math.IsNaN(v) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return v
	}
	_, up := math.Frexp(y)
	_, right := math.Frexp(x)
	switch d := up - right; {
	case d < -60 && x > 0:
		return y / x
	case d < -120 || d > 120:
		return v
	}
	return argument(double2{math.Ldexp(y, -right), 0}, double2{math.Ldexp(x, -right), 0})
}

// leg is the other side of a triangle with a right angle, whose longest side is 1.
func leg(x float64) double2 { return sum2(1, -x).times(sum2(1, x)).root() }

// Asin is the angle whose sine is x, from -π/2 to π/2; NaN beyond -1 and 1.
func Asin(x float64) float64 {
	if !(math.Abs(x) < 1) || math.Abs(x)*tiny < 1 {
		return math.Asin(x)
	}
	return argument(double2{x, 0}, leg(x))
}

// Acos is the angle whose cosine is x, from 0 to π; NaN beyond -1 and 1.
func Acos(x float64) float64 {
	if !(math.Abs(x) < 1) {
		return math.Acos(x)
	}
	return argument(leg(x), double2{x, 0})
}
