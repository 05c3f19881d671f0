package traces

import (
	"testing"

	"unbox/optimizer"
)

func TestMixedIsATraceOfThatLength(t *testing.T) {
	for _, n := range []int{20, 1000, 10_000} {
		text := Mixed(n)
		trace, diagnostics := optimizer.Parse(text)
		for _, d := range diagnostics {
			line, column := optimizer.Position(text, d.From)
			t.Fatalf("%d:%d: %s", line, column, d.Message)
		}
		if got := trace.Len(); got != n {
			t.Errorf("expected %d operations, found %d", n, got)
		}
	}
}

// TestMixedCanBeOptimized checks that all passes have something to do and that
// most of the trace is left.
func TestMixedCanBeOptimized(t *testing.T) {
	trace, _ := optimizer.Parse(Mixed(10_000))
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	result := optimizer.Optimize(trace, preset.Passes)
	if result.Impossible != optimizer.None {
		t.Errorf("expected no guard to fail always, found operation %d", result.Impossible)
	}
	if left := result.Out.Len(); left < 4000 || left > 7000 {
		t.Errorf("expected about half of 10,000 operations to be left, found %d", left)
	}
	did := make(map[optimizer.PassID]int)
	for _, remark := range result.Remarks {
		did[remark.Pass]++
	}
	for _, pass := range preset.Passes.List() {
		if did[pass] < 100 {
			t.Errorf("expected at least 100 remarks of `%s`, found %d", pass, did[pass])
		}
	}
}

func TestMixedIsRepeatable(t *testing.T) {
	if one, two := Mixed(500), Mixed(500); one != two {
		t.Error("expected the same trace twice")
	}
}
