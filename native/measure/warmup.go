package measure

import "slices"

// window is the number of samples that are compared with as many before them.
const window = 5

// settled bounds by how much the best of a window may still improve on the best
// of the window before it.
const settled = 0.02

// maxIterations of one sample: an empty loop of one nanosecond runs for a second.
const maxIterations = 1 << 30

// warmUp finds how many iterations a sample needs, and then runs a variant until
// its times do not fall any more: until caches, branch predictors and the
// processor's clock have settled.
func (r *run) warmUp(number int, v Variant) (*series, error) {
	s := &series{Variant: v, number: number, iterations: 1}
	end := r.o.Now().Add(r.o.WarmUp)
	if err := r.calibrate(s); err != nil {
		return nil, err
	}
	var times []float64
	for !s.stable && r.o.Now().Before(end) {
		each, _, err := r.sample(s)
		if err != nil {
			return nil, err
		}
		times = append(times, each)
		s.stable = stable(times)
		r.tell(Progress{WarmingUp, number, 0, 0})
	}
	s.total = Count{}
	return s, nil
}

// confirmed is the number of consecutive samples that have to take long enough. A single one may have taken long
// because other programs had the processor.
const confirmed = 3

// calibrate doubles the iterations until a sample takes long enough.
func (r *run) calibrate(s *series) error {
	want := float64(r.o.SampleTime.Nanoseconds())
	for {
		each, whole, err := r.quickest(s, want)
		if err != nil || whole >= want || s.iterations >= maxIterations {
			return err
		}
		next := 2 * s.iterations
		if each > 0 && whole > want/100 {
			next = max(next, int64(want*1.1/each))
		}
		s.iterations = min(next, maxIterations)
	}
}

// quickest takes samples until one is shorter than the wanted time, or a number of them were not, and returns the
// last one.
func (r *run) quickest(s *series, want float64) (each, whole float64, err error) {
	for range confirmed {
		r.tell(Progress{WarmingUp, s.number, 0, 0})
		if each, whole, err = r.sample(s); err != nil || whole < want {
			break
		}
	}
	return each, whole, err
}

// stable reports whether the last window brought nothing better than the one before it.
func stable(times []float64) bool {
	n := len(times)
	if n < 2*window {
		return false
	}
	return slices.Min(times[n-window:]) > (1-settled)*slices.Min(times[n-2*window:n-window])
}
