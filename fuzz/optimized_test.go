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
		made, in := s.optimized(s.generator.Trace(3, index, 0), index)
		if made == nil {
			continue
		}
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
		if err := trace.Check(made); err != nil || len(in.Params) != len(made.FirstParams()) {
			t.Fatalf("trace %d: %v\n%s", index, err, made)
		}
	}
	if tried < 350 || labels < 100 || virtuals < 100 || waiting < 5 {
		t.Errorf("expected most of 500 traces, with labels, virtual objects and writes that wait, found %d, %d, %d, %d", tried, labels, virtuals, waiting)
	}
}
