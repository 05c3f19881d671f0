//go:build planted

package fuzz

import (
	"context"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/trace"
)

// Passes that lose a guard on what the outside does are caught by the prover, and by
// the interpreter on the input that the prover gives.
func TestPlantedOutsideBugsAreRefuted(t *testing.T) {
	for bug, text := range map[string]string{
		"invalidated":  "[p0]\nguard_not_invalidated() [1]\nescape(p0)\nguard_not_invalidated() [2]\nfinish(p0)\n",
		"no-exception": "[i0]\ni1 = call_pure_i(ConstClass(f), i0, descr=<Calli 8 i EF=4>)\nguard_no_exception() [i0]\nfinish(i1)\n",
	} {
		trace, list := trace.Parse(text)
		if trace == nil {
			t.Fatal(list)
		}
		var o optimizer.Optimizer
		for _, planted := range []string{bug, ""} {
			if err := o.Plant(planted); err != nil {
				t.Fatal(err)
			}
			made := o.Run(trace, optimizer.PassSet(1<<len(optimizer.Passes())-1))
			v, err := prove.Equivalent(context.Background(), trace, made.Out, prove.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]prove.Status{true: prove.Refuted, false: prove.Proved}[planted != ""]; v.Status != want {
				t.Errorf("%s planted: expected `%s`, found %s", planted, want, v.Summary())
				continue
			}
			if planted == "" {
				continue
			}
			world := interp.RunOptions{Imagined: true, HostileCalls: v.Counterexample.Hostile}
			in := v.Counterexample.Inputs
			if judged := interp.Compare(interp.Run(trace, in, world), interp.Run(made.Out, in, world)); judged.Kind != interp.VerdictDiffer {
				t.Errorf("%s: expected that the judge sees it, found %s: %s", bug, judged.Kind, judged.Reason())
			}
		}
	}
}
