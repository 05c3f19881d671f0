package sorting

// merge is what is left of two runs that are being merged, from the lowest item on or, if down is set, from the
// highest one. to is where it goes; the run that was not put aside is at the end of that from which nothing is
// taken.
type merge struct {
	a, b, to []int
	down     bool
}

// next is the item of a run that comes next.
func (m *merge) next(run []int) int {
	if m.down {
		return run[len(run)-1]
	}
	return run[0]
}

// take moves n items of a run to where they go.
func (m *merge) take(run *[]int, n int) {
	if m.down {
		rest, to := len(*run)-n, len(m.to)-n
		copy(m.to[to:], (*run)[rest:])
		*run, m.to = (*run)[:rest], m.to[:to]
		return
	}
	copy(m.to, (*run)[:n])
	*run, m.to = (*run)[n:], m.to[n:]
}

// ended reports whether it is known where all that is left goes: the last item of the run that was put aside goes
// to the far end.
func (m *merge) ended() bool {
	if m.down {
		return len(m.a) == 0 || len(m.b) <= 1
	}
	return len(m.b) == 0 || len(m.a) <= 1
}

// finish puts what is left where it goes; after an exception, to where there is room for it.
func (m *merge) finish(ok bool) {
	switch {
	case ok && m.down:
		copy(m.to[len(m.b):], m.a)
		copy(m.to, m.b)
	case ok:
		copy(m.to, m.b)
		copy(m.to[len(m.b):], m.a)
	case m.down:
		copy(m.to[len(m.a):], m.b)
	default:
		copy(m.to, m.a)
	}
}
