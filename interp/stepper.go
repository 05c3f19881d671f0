package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// Stepper runs a trace in steps: to a place, from there to a later one, and finally to its end.
// Between steps, the current values and the heap can be looked at. The zero Stepper is ready to use,
// by one goroutine at a time.
type Stepper struct {
	m Interp
	// at is the instruction with which the run continues.
	at int
	// over means that the run has ended; rebuilt is the number of objects before the exit made its own.
	over    bool
	rebuilt int
}

// Begin prepares a run; see [Run] for what it takes.
func (s *Stepper) Begin(t *trace.Trace, in *Inputs, o RunOptions) {
	m := &s.m
	if m.trace != t {
		m.decode(t)
	}
	m.begin(in, o.withDefaults())
	s.at, s.over, s.rebuilt = 0, false, 0
	if !m.prepare() {
		s.end()
	}
}

// Over reports whether the run has ended.
func (s *Stepper) Over() bool { return s.over }

// Outcome is that of the run so far; how it ended is in it once it is over.
func (s *Stepper) Outcome() *Outcome { return &s.m.out }

// To continues until operation v is next and the given number of jumps has been taken. The
// run must not have passed the place. To returns false if the run ends before.
func (s *Stepper) To(jumps int, v trace.Value) bool {
	m := &s.m
	limit := m.options.Jumps
	defer func() { m.options.Jumps = limit }()
	if !s.over && m.out.Jumps < jumps {
		m.options.Jumps = min(limit, jumps-1)
		s.goOn()
		if !s.over || m.out.Exit != ExitLimit || m.out.Jumps >= limit {
			return s.ended()
		}
		// It is before the jump that begins the iteration, which must not end the run.
		s.over, s.at = false, m.firstOf(m.out.Op)
		m.leave(ExitEnd, trace.None)
		m.out.Steps--
		m.options.Jumps = min(limit, jumps)
	}
	if s.over {
		return false
	}
	pc := m.firstOf(v)
	in := m.code[pc]
	m.code[pc] = instr{step: stepPause}
	s.goOn()
	m.code[pc] = in
	return s.ended()
}

// End continues to the end of the run.
func (s *Stepper) End() *Outcome {
	if !s.over {
		s.goOn()
		s.ended()
	}
	return &s.m.out
}

// goOn runs until a pause or the end.
func (s *Stepper) goOn() {
	m := &s.m
	m.paused = -1
	m.loop(s.at)
	s.over = m.paused < 0
	if !s.over {
		s.at = m.paused
	}
}

// ended does what is left to do when the run ends, and reports whether the run continues.
func (s *Stepper) ended() bool {
	if s.over && s.rebuilt == 0 {
		s.end()
	}
	return !s.over
}

func (s *Stepper) end() {
	m := &s.m
	s.over, s.rebuilt = true, m.heap.Len()+1
	m.out.Allocations = m.heap.Allocations()
	if m.out.Exit == ExitGuard {
		m.leaveThroughGuard()
	}
}

// Next is the operation that is next, or that ended the run; None at the end of a trace without
// a final operation.
func (s *Stepper) Next() trace.Value {
	switch {
	case s.over:
		return s.m.out.Op
	case int(s.m.ops[s.at]) >= len(s.m.trace.Ops):
		return trace.None
	}
	return s.m.ops[s.at]
}

// Allocated is the number of objects and arrays that the run has allocated so
// far.
func (s *Stepper) Allocated() int {
	if s.over {
		return s.m.out.Allocations
	}
	return s.m.heap.Allocations()
}

// Rebuilt reports whether an object was made from the description in a snapshot when a guard failed.
func (s *Stepper) Rebuilt(o heap.Object) bool { return s.rebuilt != 0 && int(o) >= s.rebuilt }

// Silent reports whether an operation does nothing when it runs: labels, inputs, marks.
func (s *Stepper) Silent(v trace.Value) bool {
	pc := s.m.firstOf(v)
	return s.m.ops[pc] != v || s.m.trace.Ops[v].Code == trace.OpLabel
}

// Target is the label to which a jump of the trace goes, None for other operations and for jumps that
// leave the trace.
func (s *Stepper) Target(v trace.Value) trace.Value {
	pc := s.m.lastOf(v)
	if pc < 0 || s.m.code[pc].step != stepJump {
		return trace.None
	}
	return trace.Value(s.m.code[pc].dst) - 1
}

// Value returns the value of an operation that ran, and false if it has none: it overflowed, or has no
// result.
func (s *Stepper) Value(v trace.Value) (Datum, bool) { return s.m.valueOf(v) }
