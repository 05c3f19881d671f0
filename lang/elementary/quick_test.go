package elementary

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestProductOfHalves compares what WebAssembly computes with what processors do that round a product and a sum once: results must not
// depend on where a program runs. The sizes go beyond those of all products here.
func TestProductOfHalves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		a := math.Ldexp(random.Float64()-0.5, random.IntN(800)-400)
		b := math.Ldexp(random.Float64()-0.5, random.IntN(800)-400)
		p := a * b
		want, got := double2{p, math.FMA(a, b, -p)}, productOfHalves(a, b)
		if got != want || product2(a, b) != want {
			t.Fatalf("%v times %v: expected %v, found %v and %v", a, b, want, got, product2(a, b))
		}
	}
}

// TestQuickSines compares sines and cosines of 65 bits with those of a hundred.
func TestQuickSines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n, quick := 200_000, 0
	for k := range n {
		x := (random.Float64() - 0.5) * math.Ldexp(1, k%22)
		switch k % 7 {
		case 0:
			x = math.Pi / 2 * math.Round(x) * (1 + math.Ldexp(random.Float64(), -k%40))
		case 1:
			x = math.Round(x) / 64
		}
		s, c, _ := angle(x)
		for quarter, want := range []float64{s.hi, c.hi} {
			got, ok := quickly(x, quarter)
			if !ok {
				continue
			}
			quick++
			if got != want {
				t.Fatalf("%v, quarter %d: expected %v, found %v", x, quarter, want, got)
			}
		}
	}
	if quick < n*7/4 {
		t.Errorf("expected nearly all of %d to be quick, found %d", 2*n, quick)
	}
}
