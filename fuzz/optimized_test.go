package fuzz

import (
	"testing"

	"unbox/trace"
)

// TestOptimizedTracesAreTried: results of passes are traces themselves, and a session tries some, with more than one loop label and with
// descriptions of virtual objects.
func TestOptimizedTracesAreTried(t *testing.T) {
	s := session(t, Options{Seed: 3})
	tried, labels, virtuals, waiting := 0, 0, 0, 0
	for index := uint64(3); index < 4000; index += 8 {
		g := s.generator.Trace(3, index, 0)
		a := attempt{trace: g.Trace, inputs: g.Inputs}
		if s.optimize(&a, index); a.trace == g.Trace {
			continue
		}
		made := a.trace
		tried++
		virtuals += len(made.Virtuals)
		for _, snap := range made.Snaps {
			waiting += int(snap.Pending)
		}
		for _, op := range made.Ops[2:] {
			if op.Code == trace.OpLabel {
				labels++
			}
		}
		if err := trace.Check(made); err != nil || len(a.inputs.Params) != len(made.FirstParams()) {
			t.Fatalf("trace %d: %v\n%s", index, err, made)
		}
	}
	if tried < 350 || labels < 100 || virtuals < 100 || waiting < 5 {
		t.Errorf("expected most of 500 traces, with labels, virtual objects and writes that wait, found %d, %d, %d, %d", tried, labels, virtuals, waiting)
	}
}

// TestPanicsOnTheWayAreFound: passes that panic before their result is read again are tried on the trace itself, which reports it. They were
// given up, and others were tried.
func TestPanicsOnTheWayAreFound(t *testing.T) {
	s := session(t, Options{Seed: 3})
	g := s.generator.Trace(3, 3, 0)
	g.Trace.ArgList = nil // no trace: passes panic
	a := attempt{trace: g.Trace, inputs: g.Inputs}
	s.optimize(&a, 3)
	if _, failure := s.examiner.run(a.trace, a.passes, nil); a.trace != g.Trace || a.passes == 0 || failure == nil || failure.Kind != Panics {
		t.Errorf("expected the passes that panic, with the trace, found the passes %v and %v", a.passes, failure)
	}
}
