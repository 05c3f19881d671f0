package measure

import (
	"context"
	"fmt"
	"time"
)

// Work is a piece of work that can be repeated: the loop of a compiled trace.
type Work interface {
	// Run does at least the given number of iterations, or what comes nearest
	// to it, and says how many it did: at least one.
	//
	// Errors: the work cannot continue; the run ends with it.
	Run(iterations int64) (Count, error)
}

// Count is what one call of Work.Run did.
type Count struct {
	// Iterations of the loop; at least 1.
	Iterations int64
	// Allocations and Collections that took place meanwhile.
	Allocations, Collections int64
	// Time is how long the iterations took. Work measures it itself if there is
	// something to do before or after them that does not count; 0 otherwise.
	Time time.Duration
}

// Variant is one of the works that are compared.
type Variant struct {
	Name string
	Work Work
}

// Options bound a run. A field that is 0 takes its value from DefaultOptions.
type Options struct {
	// SampleTime is the minimum time of one sample: long compared with the
	// resolution of the clock, and short compared with what the machine's other
	// users do.
	SampleTime time.Duration
	// WarmUp is the maximum time for one variant until its times are stable.
	WarmUp time.Duration
	// Time is the maximum time of all rounds together.
	Time time.Duration
	// MinRounds and MaxRounds bound the number of rounds.
	MinRounds, MaxRounds int
	// Spread ends the run early: when every variant's Summary.Spread is less.
	Spread float64
	// Now is the clock; nil for the real one.
	Now func() time.Time
}

// DefaultOptions give a first result after a tenth of a second, and the last
// one within three seconds.
func DefaultOptions() Options {
	return Options{
		SampleTime: 2 * time.Millisecond, WarmUp: 300 * time.Millisecond, Time: 2 * time.Second,
		MinRounds: 11, MaxRounds: 200, Spread: 0.005, Now: time.Now,
	}
}

// Stage says how far a run has got.
type Stage string

// The stages of a run in their order.
const (
	WarmingUp Stage = "warming up"
	Sampling  Stage = "sampling"
)

// Progress is reported during a run.
type Progress struct {
	Stage Stage `json:"stage"`
	// Variant is the number of the variant that is running.
	Variant int `json:"variant"`
	// Sample is the newest sample in nanoseconds for an iteration; 0 while warming up.
	Sample float64 `json:"sample"`
	// Round counts from 1 while sampling.
	Round int `json:"round"`
}

// Result is what was measured for one variant. Times are nanoseconds for one
// iteration.
type Result struct {
	Name string `json:"name"`
	Summary
	// Samples in the order of rounds.
	Samples []float64 `json:"samples"`
	// Iterations in all samples together; Allocations and Collections per
	// iteration.
	Iterations  int64   `json:"iterations"`
	Allocations float64 `json:"allocations"`
	Collections float64 `json:"collections"`
	// Stable reports whether the times stopped falling before the samples began.
	Stable bool `json:"stable"`
	// Noisy says why the times are not reliable; "" if they are.
	Noisy string `json:"noisy"`
}

// Run measures variants in turn and calls tell, which may be nil, to report its
// progress.
//
// Errors: the context ended, or that of a variant's work with its name.
func Run(ctx context.Context, variants []Variant, o Options, tell func(Progress)) ([]Result, error) {
	r := &run{ctx: ctx, o: o.withDefaults(), tell: tell}
	if r.tell == nil {
		r.tell = func(Progress) {}
	}
	for i, v := range variants {
		s, err := r.warmUp(i, v)
		if err != nil {
			return nil, err
		}
		r.series = append(r.series, s)
	}
	if err := r.rounds(); err != nil {
		return nil, err
	}
	return r.results(), nil
}

func (o Options) withDefaults() Options {
	d := DefaultOptions()
	if o.SampleTime == 0 {
		o.SampleTime = d.SampleTime
	}
	if o.WarmUp == 0 {
		o.WarmUp = d.WarmUp
	}
	if o.Time == 0 {
		o.Time = d.Time
	}
	if o.MinRounds == 0 {
		o.MinRounds = d.MinRounds
	}
	if o.MaxRounds == 0 {
		o.MaxRounds = d.MaxRounds
	}
	if o.Spread == 0 {
		o.Spread = d.Spread
	}
	if o.Now == nil {
		o.Now = d.Now
	}
	return o
}

// run is a running measurement.
type run struct {
	ctx    context.Context
	o      Options
	tell   func(Progress)
	series []*series
}

// series is what is known about one variant.
type series struct {
	Variant
	number     int
	iterations int64 // asked for in each sample
	samples    []float64
	total      Count
	stable     bool
}

// sample runs a variant once and returns nanoseconds for an iteration and for
// the whole.
func (r *run) sample(s *series) (each, whole float64, err error) {
	if err := r.ctx.Err(); err != nil {
		return 0, 0, err
	}
	start := r.o.Now()
	count, err := s.Work.Run(s.iterations)
	took := r.o.Now().Sub(start)
	if err != nil {
		return 0, 0, fmt.Errorf("`%s`: %w", s.Name, err)
	}
	if count.Time > 0 {
		took = count.Time
	}
	if count.Iterations < 1 {
		return 0, 0, fmt.Errorf("`%s`: expected at least one iteration, found none: the loop is left before its end is reached", s.Name)
	}
	s.total.Iterations += count.Iterations
	s.total.Allocations += count.Allocations
	s.total.Collections += count.Collections
	return float64(took.Nanoseconds()) / float64(count.Iterations), float64(took.Nanoseconds()), nil
}

// rounds takes samples in turn until the intervals are narrow or the time is over.
func (r *run) rounds() error {
	end := r.o.Now().Add(r.o.Time)
	for round := 1; round <= r.o.MaxRounds; round++ {
		for k := range r.series {
			s := r.series[(k+round)%len(r.series)]
			each, _, err := r.sample(s)
			if err != nil {
				return err
			}
			s.samples = append(s.samples, each)
			r.tell(Progress{Sampling, s.number, each, round})
		}
		if round >= r.o.MinRounds && (r.narrow() || r.o.Now().After(end)) {
			return nil
		}
	}
	return nil
}

// narrow reports whether no interval needs to become narrower.
func (r *run) narrow() bool {
	for _, s := range r.series {
		if Summarize(s.samples).Spread() > r.o.Spread {
			return false
		}
	}
	return true
}

func (r *run) results() []Result {
	var results []Result
	for _, s := range r.series {
		n := float64(s.total.Iterations)
		result := Result{
			Name: s.Name, Summary: Summarize(s.samples), Samples: s.samples, Iterations: s.total.Iterations,
			Allocations: float64(s.total.Allocations) / n, Collections: float64(s.total.Collections) / n, Stable: s.stable,
		}
		result.Noisy = noisy(result.Summary)
		results = append(results, result)
	}
	return results
}

// Limits beyond which times are not reliable.
const (
	widestInterval  = 0.05 // half the interval around the median, as a share of it
	widestQuartiles = 0.25 // the distance of the quartiles, as a share of the median
)

// noisy says why samples are not reliable.
func noisy(s Summary) string {
	if spread := s.Spread(); spread > widestInterval {
		return fmt.Sprintf("too noisy: the median is known to ±%.0f %% only", 100*spread)
	}
	if quartiles := (s.High - s.Low) / s.Median; quartiles > widestQuartiles {
		return fmt.Sprintf("too noisy: half of the samples differ by %.0f %%", 100*quartiles)
	}
	return ""
}
