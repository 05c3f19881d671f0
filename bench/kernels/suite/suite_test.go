package suite

import (
	"path/filepath"
	"testing"

	"unbox/heap"
	"unbox/internal/golden"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// each runs a test for every kernel.
func each(t *testing.T, test func(t *testing.T, l *Loaded)) {
	for _, k := range Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			l, err := k.Load()
			if err != nil {
				t.Fatal(err)
			}
			test(t, l)
		})
	}
}

// header says where a trace comes from.
func header(k Kernel) string {
	return "# " + k.Title + ": " + k.About + ".\n# Recorded from programs/" + k.Name + ".py by package record.\n"
}

// The traces in testdata are what is recorded; go test -update writes them.
func TestTracesAreFresh(t *testing.T) {
	for _, k := range Kernels() {
		recorded, err := k.Record()
		if err != nil {
			t.Errorf("%s: %v", k.Name, err)
			continue
		}
		golden.Compare(t, filepath.Join("testdata", k.Name+".trace"), header(k)+recorded.Text)
	}
}

func run(trace *trace.Trace, in *interp.Inputs) *interp.Outcome {
	return interp.Run(trace, in, interp.RunOptions{Jumps: 1 << 30, Steps: 1 << 40, Heap: heap.Limits{Objects: 1 << 22, Slots: 1 << 24}})
}

// Recorded and optimized in each way, a trace computes what the kernel in Go does, and
// the judge finds no difference.
func TestTracesComputeTheResult(t *testing.T) {
	const n = 300
	each(t, func(t *testing.T, l *Loaded) {
		in, err := l.Inputs(n)
		if err != nil {
			t.Fatal(err)
		}
		before := run(l.Trace, in)
		if d, err := l.Digest(before); err != nil || d != l.Reference(n) {
			t.Fatalf("expected the digest %d of the recorded trace, found %d (%v)", l.Reference(n), d, err)
		}
		for _, preset := range optimizer.Presets() {
			result := optimizer.Optimize(l.Trace, preset.Passes)
			if err := trace.Check(result.Out); err != nil {
				t.Fatalf("preset %s: %v", preset.Name, err)
			}
			after := run(result.Out, in)
			if d, err := l.Digest(after); err != nil || d != l.Reference(n) {
				t.Errorf("preset %s: expected the digest %d, found %d (%v)", preset.Name, l.Reference(n), d, err)
			}
			if v := interp.Compare(before, after); v.Kind != interp.VerdictAgree {
				t.Errorf("preset %s: expected the same outcome, found %v", preset.Name, v)
			}
		}
	})
}
