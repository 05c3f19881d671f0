package elementary

import "math"

// Sine and cosine with a hundred bits take four times as long as with 65, and these nearly always say which double is the
// nearest one: unless the rest after the last bit looks like a half (A. Ziv, "Fast evaluation of elementary mathematical
// functions with correctly rounded last bit", 1991). Only then the rest is computed.

// quickError is the maximum relative error of the result.
const quickError = 1.0 / (1 << 62)

// quickly is the sine of x, or with quarter 1 the cosine; false if it takes more bits to know.
func quickly(x float64, quarter int) (float64, bool) {
	if !(math.Abs(x) < 1<<19) {
		return 0, false
	}
	n := math.RoundToEven(x * (2 / math.Pi))
	r := renewed2(sum2(x-n*halfPi[0], float64(-n*halfPi[1])), float64(-n*halfPi[2])-float64(n*halfPi[3])) // all but the last exact
	if math.Abs(r.hi) < 1.0/(1<<20) {
		return 0, false
	}
	quarter += int(n)
	negative := quarter&2 != 0
	if r.hi < 0 {
		r = r.negative()
		negative = negative != (quarter&1 == 0) // the sine's sign is that of the angle
	}
	j := math.RoundToEven(r.hi * 64)
	d := r.hi - j/64 // exact
	t := d * d
	sine := d * t * (-1.0/6 + t*(1.0/120-t*(1.0/5040-t*(1.0/362880)))) // but for d
	cosine := t * (-0.5 + t*(1.0/24-t*(1.0/720-t*(1.0/40320))))        // but for 1
	a, b := sins[int(j)], coss[int(j)]
	if quarter&1 != 0 {
		a, b = b, a.negative()
	}
	product := product2(b.hi, d)
	sum := sum2(a.hi, product.hi)
	v := renewed(sum.hi, sum.lo+(product.lo+(a.lo+(b.hi*(sine+r.lo)+(a.hi*(cosine-d*r.lo)+b.lo*d)))))
	margin := v.hi * quickError
	if v.hi+(v.lo-margin) != v.hi+(v.lo+margin) {
		return 0, false
	}
	if negative {
		return -v.hi, true
	}
	return v.hi, true
}

// renewed2 adds a double to a number of two.
func renewed2(a double2, b float64) double2 { return renewed(a.hi, a.lo+b) }
