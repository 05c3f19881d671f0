//go:build linux && amd64

package native

import (
	"math"
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/trace"
)

// A guard_value of a double passes the same bits, and any NaN for NaN: 0.0 is not -0.0.
func TestGuardValueOfDoubles(t *testing.T) {
	edges := []float64{0, math.Copysign(0, -1), 2.5, -2.5, math.Inf(1), math.NaN(), math.Float64frombits(0x7ff8000000000123)}
	for _, wanted := range []string{"2.5", "0.0", "-0.0", "nan", "inf"} {
		tr, problems := trace.Parse("[f0, f1]\nguard_value(f0, " + wanted + ") [f0, f1]\nf2 = float_add(f0, f1)\nfinish(f0, f2)")
		if tr == nil {
			t.Fatalf("guard_value(f0, %s): %v", wanted, problems)
		}
		for _, f := range bothFeatures {
			m := build(t, tr, Options{Features: f.set})
			for _, x := range edges {
				for _, y := range edges {
					in := &interp.Inputs{Params: []interp.Datum{
						{Type: trace.Float, Bits: math.Float64bits(x)}, {Type: trace.Float, Bits: math.Float64bits(y)}}}
					if diff := m.check(in, backend.RunOptions{}); diff != "" {
						t.Errorf("guard_value(f0, %s) with %v and %v (%s): %s", wanted, x, y, f.name, diff)
					}
				}
			}
			m.close()
		}
	}
}
