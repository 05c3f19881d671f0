package measure

// window is how many samples are compared with as many before them.
const window = 5

// settled is by how much the best of a window may still be better than the
// best of the window before it.
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

// calibrate doubles the iterations until a sample takes long enough.
func (r *run) calibrate(s *series) error {
	for {
		r.tell(Progress{WarmingUp, s.number, 0, 0})
		each, whole, err := r.sample(s)
		if err != nil {
			return err
		}
		want := float64(r.o.SampleTime.Nanoseconds())
		if whole >= want || s.iterations >= maxIterations {
			return nil
		}
		next := 2 * s.iterations
		if each > 0 && whole > want/100 {
			next = max(next, int64(want*1.1/each))
		}
		s.iterations = min(next, maxIterations)
	}
}

// stable reports whether the last window brought nothing better than the one before it.
func stable(times []float64) bool {
	n := len(times)
	if n < 2*window {
		return false
	}
	return lowest(times[n-window:]) > (1-settled)*lowest(times[n-2*window:n-window])
}

func lowest(times []float64) float64 {
	best := times[0]
	for _, t := range times {
		best = min(best, t)
	}
	return best
}
