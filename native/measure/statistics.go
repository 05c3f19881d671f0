package measure

import (
	"math"
	"slices"
)

// Summary describes samples of one quantity, in the samples' unit.
type Summary struct {
	// Count is the number of samples.
	Count int `json:"count"`
	// Min is the minimum, Median the median; Low and High are the quartiles.
	Min    float64 `json:"min"`
	Low    float64 `json:"low"`
	Median float64 `json:"median"`
	High   float64 `json:"high"`
	// From and To enclose the true median with a confidence of 95 %. With fewer
	// than six samples no interval has that confidence, and they are the
	// smallest and the greatest sample.
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

// Summarize describes samples; they are not changed. There is at least one.
func Summarize(samples []float64) Summary {
	if len(samples) == 0 {
		panic("BUG: a summary of nothing")
	}
	s := slices.Clone(samples)
	slices.Sort(s)
	from, to := medianInterval(len(s))
	return Summary{
		Count: len(s), Min: s[0], Low: quantile(s, 0.25), Median: quantile(s, 0.5), High: quantile(s, 0.75),
		From: s[from], To: s[to],
	}
}

// Spread is half the width of the interval around the median, as a share of it.
func (s Summary) Spread() float64 {
	if s.Median == 0 {
		return 0
	}
	return (s.To - s.From) / 2 / s.Median
}

// quantile of sorted samples, between neighbours in proportion.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// medianInterval returns the ranks of the two order statistics that enclose the
// median with a probability of at least 95 %. The number of samples below the median
// is binomial with p = 1/2, whatever the distribution; so the ranks leave at most
// 2.5 % on each side.
func medianInterval(n int) (from, to int) {
	below, rank := 0.0, 0
	for k := range n / 2 {
		below += binomialHalf(n, k)
		if below > 0.025 {
			break
		}
		rank = k + 1
	}
	if rank == 0 { // fewer than six samples
		return 0, n - 1
	}
	return rank - 1, n - rank
}

// binomialHalf is the probability of k successes in n fair tosses.
func binomialHalf(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a - b - c - float64(n)*math.Ln2)
}

// Ratios returns how many times as long the samples of a took as those of b, round
// by round. Samples of the same round were taken next to each other, so what
// disturbed one disturbed the other.
func Ratios(a, b []float64) []float64 {
	n := min(len(a), len(b))
	ratios := make([]float64, 0, n)
	for i := range n {
		if b[i] > 0 {
			ratios = append(ratios, a[i]/b[i])
		}
	}
	return ratios
}
