package suite

import "math"

// Row is a row of Figure 9 of the second paper: seconds of PyPy 1.9 without and with
// loop peeling, and of GCC 4.5.2 -O3.
type Row struct {
	Benchmark               string
	NoPeeling, Peeling, GCC float64
}

// PeelingGain is the geometric mean of what peeling gained in Figure 9 (section 7).
const PeelingGain = 1.70

// PaperGain returns the factor that loop peeling gained in the paper for a kernel, the
// geometric mean if several of its rows have this inner loop; false if none has.
func (k Kernel) PaperGain() (float64, bool) {
	var gains []float64
	for _, r := range k.Figure9 {
		gains = append(gains, r.NoPeeling/r.Peeling)
	}
	return GeometricMean(gains), len(gains) > 0
}

// Figure8 are the factors of the first paper's Figure 8: how much longer PyPy took
// without allocation removal, for each of its benchmarks.
func Figure8() []float64 {
	return []float64{6.19, 2.68, 1.21, 6.95, 2.69, 1.10, 1.30, 1.80, 4.29, 4.35, 1.46, 3.15, 2.62, 2.52}
}

// GeometricMean returns the geometric mean of positive numbers, NaN of none.
func GeometricMean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}
