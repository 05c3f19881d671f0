package optimizer_test

import (
	"path/filepath"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// TestPyPyTracesAgree judges our results for PyPy's traces in imagined worlds, with
// an outside that leaves objects alone and with one that changes them: the results
// are well-formed and do what the recorded traces do, after each of the passes.
func TestPyPyTracesAgree(t *testing.T) {
	paths, err := filepath.Glob("../trace/testdata/pypy/*.noopt.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("trace/testdata/pypy: expected recorded traces, found none (%v)", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			recorded := readTrace(t, path)
			for _, preset := range optimizer.Presets() {
				passes := preset.Passes
				for k := range len(passes.List()) + 1 {
					checkImagined(t, recorded, optimizer.Optimize(recorded, passes.First(k)))
				}
			}
		})
	}
}

func checkImagined(t *testing.T, recorded *trace.Trace, r *optimizer.Result) {
	t.Helper()
	if err := trace.Check(r.Out); err != nil {
		t.Fatal(err)
	}
	for _, fault := range remarkFaults(r) {
		t.Error(fault)
	}
	in := interp.SuggestedInputs(recorded)
	for _, hostile := range []bool{false, true} {
		o := interp.RunOptions{Jumps: 5, Imagined: true, HostileCalls: hostile}
		verdict := interp.Compare(interp.Run(recorded, in, o), interp.Run(r.Out, in, o))
		if verdict.Kind == interp.VerdictDiffer {
			t.Fatalf("outside changes objects: %v: %s", hostile, verdict.Reason())
		}
	}
}
