package traces

import (
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

func TestMixedIsATraceOfThatLength(t *testing.T) {
	for _, n := range []int{20, 1000, 10_000} {
		text := Mixed(n)
		tr, diagnostics := trace.Parse(text)
		for _, d := range diagnostics {
			line, column := trace.Position(text, d.From)
			t.Fatalf("%d:%d: %s", line, column, d.Message)
		}
		if got := tr.Len(); got != n {
			t.Errorf("expected %d operations, found %d", n, got)
		}
	}
}

func TestCrowdIsWellFormed(t *testing.T) {
	if _, diagnostics := trace.Parse(Crowd(40)); len(diagnostics) > 0 {
		t.Errorf("expected a trace, found %s", diagnostics[0].Message)
	}
}

// TestMixedCanBeOptimized checks that all passes have something to do and that
// most of the trace is left.
func TestMixedCanBeOptimized(t *testing.T) {
	tr, _ := trace.Parse(Mixed(10_000))
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	result := optimizer.Optimize(tr, preset.Passes)
	if result.Impossible != trace.None {
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

// Unrolled loops are traces, and still loops.
func TestUnrolled(t *testing.T) {
	text := "# log\n[p0, i1]\ni2 = int_add(i1, 1)\nguard_true(i2) [p0, i2]\np3 = new(descr=<SizeDescr 16>)\njump(p3, i2, descr=<Loop-1>)\n"
	unrolled, err := Unrolled(text, 10)
	if err != nil {
		t.Fatal(err)
	}
	trace, diagnostics := trace.Parse(unrolled)
	if trace == nil {
		t.Fatalf("expected a trace, found %s in\n%s", diagnostics[0].Message, unrolled)
	}
	if n := trace.Len(); n < 10 || n > 16 {
		t.Errorf("expected about 10 operations, found %d in\n%s", n, unrolled)
	}
	if _, err := Unrolled("[i0]\nfinish(i0)\n", 10); err == nil {
		t.Error("expected an error for a trace that is no loop, found none")
	}
}
