package elementary

import (
	"math"
	"testing"
)

// TestPowAtTheEdges compares powers of what is special, and of what is just not, with those of package math: which are NaN, infinite or 0,
// with which sign, and about how large all others are: those of package math are less exact near 1.
func TestPowAtTheEdges(t *testing.T) {
	sizes := []float64{0, 5e-324, 1e-310, 0x1p-1022, 0x1p-53, 0.5, 1 - 0x1p-53, 1, 1 + 0x1p-52, 1.5, 2, 3, 52, 1074, 1 << 52, 1<<53 - 1, 1 << 53, 1<<53 + 2, 1e300, math.MaxFloat64, math.Inf(1), math.NaN()}
	for _, size := range sizes {
		for _, power := range sizes {
			for sign := range 4 {
				x, y := size, power
				if sign&1 != 0 {
					x = -x
				}
				if sign&2 != 0 {
					y = -y
				}
				got, want := Pow(x, y), math.Pow(x, y)
				same := got == want || math.IsNaN(got) && math.IsNaN(want)
				if !same {
					same = math.Abs(got-want) <= math.Abs(want)*0x1p-20+0x1p-1070 && want != 0 && !math.IsInf(want, 0)
				}
				if !same || math.Signbit(got) != math.Signbit(want) && !math.IsNaN(want) {
					t.Errorf("%v to the power of %v: expected %v, found %v", x, y, want, got)
				}
			}
		}
	}
}
