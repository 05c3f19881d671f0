package fuzz_test

import (
	"context"
	"sync/atomic"
	"testing"

	"unbox/fuzz"
)

// spinning is an oracle that does not return for one trace until it is
// released.
type spinning struct{ judged, released *atomic.Int64 }

func (spinning) Name() string { return "spinning" }

func (s spinning) Judge(*fuzz.Subject) *fuzz.Failure {
	if s.judged.Add(1) == 3 {
		for s.released.Load() == 0 {
		}
	}
	return nil
}

// What does not end is a finding once it has used enough processor time.
func TestHangIsFound(t *testing.T) {
	var judged, released atomic.Int64
	defer released.Store(1)
	o := fuzz.Options{Seed: 1, Oracles: []fuzz.Oracle{spinning{&judged, &released}}}
	done, err := fuzz.Run(context.Background(), o, fuzz.RunOptions{Workers: 1, Hang: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(done.Findings) != 1 || done.Findings[0].Kind != fuzz.Hangs {
		t.Errorf("expected the trace that does not come to an end, found %+v", done.Findings)
	}
}
