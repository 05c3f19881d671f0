package fuzz

import (
	"context"
	"testing"

	"unbox/optimizer"
	"unbox/prove/solve"
	"unbox/trace"
)

// TestProverJudges gives the prover a result that is wrong for one number only, which
// no variation of the example hits, and a correct one.
func TestProverJudges(t *testing.T) {
	const text = "[i0]\ni1 = int_add(i0, 81985529216486895)\nfinish(i1)\n"
	prover, seen := Prover(t.Context(), solve.Budget{Steps: 1000}), Coverage{}
	in, _ := trace.Parse(text)
	right := optimizer.Optimize(in, 0)
	if failure := prover.Judge(&Subject{Result: right, Seen: &seen}); failure != nil {
		t.Errorf("expected no failure, found %q", failure.Detail)
	}
	wrong := *right
	out := cloneTrace(right.Out)
	out.Consts[0].Bits++
	wrong.Out = out
	failure := prover.Judge(&Subject{Result: &wrong, Seen: &seen})
	if failure == nil || failure.Kind != Differs || failure.Inputs == nil || failure.Detail == "" {
		t.Fatalf("expected inputs on which they differ, found %+v", failure)
	}
	if seen.Proved != 1 || seen.Refuted != 1 || seen.Questions == 0 {
		t.Errorf("expected one trace that is proved and one that is refuted, found %+v", seen)
	}
}

// TestProverEndsWithItsContext: a question with a large budget is given up, and is not
// counted.
func TestProverEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	seen := Coverage{}
	in, _ := trace.Parse("[i0, i1]\ni2 = int_and(i0, i1)\ni3 = int_or(i0, i1)\ni4 = int_add(i2, i3)\nescape(i4)\njump(i4, i1)\n")
	out, _ := trace.Parse("[i0, i1]\ni4 = int_add(i0, i1)\nescape(i4)\njump(i4, i1)\n")
	endless := Prover(ctx, solve.Budget{Steps: 1 << 40})
	if failure := endless.Judge(&Subject{Result: &optimizer.Result{In: in, Out: out}, Seen: &seen}); failure != nil || seen.Unknown+seen.Proved+seen.Refuted != 0 {
		t.Errorf("expected nothing, found %+v, %d unknown", failure, seen.Unknown)
	}
}
