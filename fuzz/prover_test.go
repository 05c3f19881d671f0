package fuzz

import (
	"testing"
	"time"

	"unbox/optimizer"
)

// TestProverJudges hands the prover a result that is wrong for one number only, which
// no variation of the example is, and one that is right.
func TestProverJudges(t *testing.T) {
	const text = "[i0]\ni1 = int_add(i0, 81985529216486895)\nfinish(i1)\n"
	in, _ := optimizer.Parse(text)
	right := optimizer.Optimize(in, 0)
	if failure := Prover(5 * time.Second).Judge(&Subject{Result: right}); failure != nil {
		t.Errorf("expected no failure, found %q", failure.Detail)
	}
	wrong := *right
	out := cloneTrace(right.Out)
	out.Consts[0].Bits++
	wrong.Out = out
	failure := Prover(5 * time.Second).Judge(&Subject{Result: &wrong})
	if failure == nil || failure.Kind != Differs || failure.Inputs == nil || failure.Detail == "" {
		t.Fatalf("expected inputs on which they differ, found %+v", failure)
	}
}
