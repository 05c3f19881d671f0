package measure

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// clock is a clock that moves only when work is done.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

// fake takes, for each iteration, a time that is a function of the sample's number.
type fake struct {
	c    *clock
	each func(sample int) float64 // nanoseconds
	runs int
	err  error
}

func (f *fake) Run(iterations int64) (Count, error) {
	f.c.now = f.c.now.Add(time.Duration(f.each(f.runs) * float64(iterations)))
	f.runs++
	return Count{Iterations: iterations, Allocations: 2 * iterations}, f.err
}

func options(c *clock) Options {
	o := DefaultOptions()
	o.Now = c.read
	return o
}

func TestRunFindsTheTimes(t *testing.T) {
	c := &clock{}
	r := rand.New(rand.NewPCG(1, 2))
	around := func(ns float64) func(int) float64 {
		return func(int) float64 { return ns * (1 + 0.01*r.Float64()) }
	}
	slow, quick := &fake{c: c, each: around(300)}, &fake{c: c, each: around(100)}
	stages := map[Stage]int{}
	results, err := Run(context.Background(), []Variant{{"slow", slow}, {"quick", quick}}, options(c), func(p Progress) { stages[p.Stage]++ })
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{301.5, 100.5} {
		got := results[i]
		if math.Abs(got.Median-want) > want*0.004 || got.Noisy != "" || !got.Stable || got.Allocations != 2 {
			t.Errorf("expected a stable median of %g, found %+v", want, got.Summary)
		}
		if got.From > got.Median || got.To < got.Median || got.Min > got.Low {
			t.Errorf("expected an ordered summary, found %+v", got.Summary)
		}
	}
	ratio := Summarize(Ratios(results[0].Samples, results[1].Samples))
	if math.Abs(ratio.Median-3) > 0.03 {
		t.Errorf("expected a ratio of 3, found %+v", ratio)
	}
	if stages[Sampling] != 2*results[0].Count || stages[WarmingUp] == 0 {
		t.Errorf("expected progress for each of %d samples, found %v", 2*results[0].Count, stages)
	}
}

func TestWarmUpEndsWhenTimesStopFalling(t *testing.T) {
	c := &clock{}
	falling := &fake{c: c, each: func(n int) float64 { return 50 + 1000*math.Exp(-float64(n)/5) }}
	results, err := Run(context.Background(), []Variant{{"falling", falling}}, options(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := results[0]; !got.Stable || got.Median > 52 {
		t.Errorf("expected samples after the times have settled at 50, found %+v", got.Summary)
	}
}

// stalled takes 100 ns for each iteration, and in every third run the processor is taken away for 10 ms.
type stalled struct {
	c    *clock
	runs int
}

func (s *stalled) Run(iterations int64) (Count, error) {
	took := time.Duration(100 * iterations)
	if s.runs%3 == 0 {
		took += 10 * time.Millisecond
	}
	s.c.now = s.c.now.Add(took)
	s.runs++
	return Count{Iterations: iterations}, nil
}

// TestStallsDoNotCutSamplesShort measures on a busy machine, beginning with a run that is kept waiting: samples have as many
// iterations as on a quiet machine; otherwise the overhead would be measured.
func TestStallsDoNotCutSamplesShort(t *testing.T) {
	c := &clock{}
	results, err := Run(context.Background(), []Variant{{"stalled", &stalled{c: c}}}, options(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := results[0]
	if each := got.Iterations / int64(got.Count); each < 20_000 || math.Abs(got.Median-100) > 1 {
		t.Errorf("expected 2 ms in each sample, 20,000 iterations of 100 ns, found %d of %g ns", each, got.Median)
	}
}

func TestNoisyMeasurementsSaySo(t *testing.T) {
	c := &clock{}
	r := rand.New(rand.NewPCG(1, 2))
	wild := &fake{c: c, each: func(int) float64 { return 100 * (1 + 3*r.Float64()) }}
	results, err := Run(context.Background(), []Variant{{"wild", wild}}, options(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := results[0]; !strings.HasPrefix(got.Noisy, "too noisy") {
		t.Errorf("expected a noisy run to say so, found %+v", got.Summary)
	}
}

func TestRunEnds(t *testing.T) {
	c := &clock{}
	broken := errors.New("broken")
	if _, err := Run(context.Background(), []Variant{{"x", &fake{c: c, each: func(int) float64 { return 1 }, err: broken}}}, options(c), nil); !errors.Is(err, broken) {
		t.Errorf("expected the error of the work, found %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	f := &fake{c: c, each: func(n int) float64 {
		if n == 30 {
			cancel()
		}
		return 100
	}}
	long := options(c)
	long.MinRounds = 100
	if _, err := Run(ctx, []Variant{{"x", f}}, long, nil); !errors.Is(err, context.Canceled) || f.runs > 32 {
		t.Errorf("expected the run to end with its context, found %v after %d runs", err, f.runs)
	}
}

// TestMedianInterval counts how often the interval holds the true median, for a
// distribution that is far from normal.
func TestMedianInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	median := math.Ln2 // of the exponential distribution
	for _, n := range []int{6, 11, 50, 200} {
		const trials = 4000
		held := 0
		for range trials {
			samples := make([]float64, n)
			for i := range samples {
				samples[i] = r.ExpFloat64()
			}
			if s := Summarize(samples); s.From <= median && median <= s.To {
				held++
			}
		}
		// Four standard deviations below 95 %.
		if share := float64(held) / trials; share < 0.95-4*math.Sqrt(0.95*0.05/trials) {
			t.Errorf("%d samples: expected the median in 95 %% of the intervals, found %.1f %%", n, 100*share)
		}
	}
}

func TestSummaryOfFew(t *testing.T) {
	if s := Summarize([]float64{7}); s.Min != 7 || s.Median != 7 || s.From != 7 || s.To != 7 {
		t.Errorf("got %+v", s)
	}
	if s := Summarize([]float64{3, 1, 2}); s.Median != 2 || s.From != 1 || s.To != 3 {
		t.Errorf("got %+v", s)
	}
}
