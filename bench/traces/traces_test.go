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

func TestMixedIsRepeatable(t *testing.T) {
	if Mixed(500) != Mixed(500) {
		t.Error("expected the same trace twice")
	}
}
