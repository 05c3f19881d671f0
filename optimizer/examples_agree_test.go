package optimizer_test

import (
	"math/rand/v2"
	"testing"

	"unbox/examples"
	"unbox/interp"
	"unbox/optimizer"
)

// The judge agrees with whatever the optimizer makes from the examples, which
// include real logs, even in imagined worlds with an outside that changes
// objects.
func TestExamplesAgreeInImaginedWorlds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var before, after interp.Interp
	var judge interp.Judge
	ended, runs := 0, 0
	for _, e := range examples.All() {
		trace := mustParse(t, e.Text)
		g := interp.NewInputGenerator(trace, interp.RunOptions{Imagined: true})
		var results []*optimizer.Result
		for _, preset := range optimizer.Presets() {
			results = append(results, optimizer.Optimize(trace, preset.Passes))
		}
		for k := range 60 {
			in := g.Next(rng)
			result := results[k/2%len(results)]
			o := interp.RunOptions{Jumps: 10, Imagined: true, HostileCalls: k%2 == 1}
			x, y := before.Run(trace, in, o), after.Run(result.Out, in, o)
			if v := judge.Compare(x, y); v.Kind == interp.VerdictDiffer || v.Kind == interp.VerdictOpaque {
				t.Fatalf("%s with %s: %s", e.ID, interp.FormatInputs(trace, in), v.Reason())
			}
			if v := interp.CompareValues(result.ValueOf, x, y); v.Kind != interp.VerdictAgree {
				t.Fatalf("%s with %s: %s", e.ID, interp.FormatInputs(trace, in), v.Reason())
			}
			runs++
			if x.Exit == interp.ExitFinish || x.Exit == interp.ExitEnd || x.Jumps > 0 {
				ended++
			}
		}
	}
	if ended*4 < runs {
		t.Errorf("expected a quarter of %d runs to get to the end of the trace, found %d", runs, ended)
	}
}
