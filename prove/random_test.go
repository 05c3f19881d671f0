package prove_test

import (
	"context"
	"flag"
	"testing"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
)

var randomTraces = flag.Int("traces", 120, "how many random traces TestRandomTracesAreNotRefuted proves")
var randomSeed = flag.Uint64("seed", 1, "their seed")

// What the optimizer makes from random traces is proved or unknown.
func TestRandomTracesAreNotRefuted(t *testing.T) {
	var g fuzz.Generator
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[prove.Status]int{}
	reasons := map[string]int{}
	for k := range *randomTraces {
		before := g.Trace(*randomSeed, uint64(k), 0).Trace
		after := optimizer.Optimize(before, preset.Passes).Out
		v, err := prove.Equivalent(context.Background(), before, after, prove.Options{
			Solver: chosenSolver(t), Unroll: 2, Budget: solve.Budget{Steps: 300},
		})
		if err != nil {
			t.Fatal(err)
		}
		counts[v.Status]++
		shown := text(before)
		switch v.Status {
		case prove.Refuted:
			t.Errorf("trace %d: refuted by `%s`: %s\n%s", k, v.Counterexample.Text, v.Counterexample.Reason, shown)
		case prove.Unknown:
			reasons[v.Reason]++
			if v.Counterexample != nil {
				t.Logf("trace %d: %s: %s\n%s\n%s", k, v.Reason, v.Counterexample.Text, shown, v.Counterexample.Differs)
			} else if testing.Verbose() {
				t.Logf("trace %d: %s", k, v.Reason)
			}
		}
	}
	t.Log(counts)
}
