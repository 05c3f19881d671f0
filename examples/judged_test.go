package examples

import (
	"math/rand/v2"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// TestExamplesAgree optimizes every example with its preset and runs it before
// and after, on its own inputs and on some random ones. Real traces contain
// operations that only the running program can explain; those that start with
// one are not run far, all others must run to an exit.
func TestExamplesAgree(t *testing.T) {
	for _, e := range All() {
		t.Run(e.ID, func(t *testing.T) {
			in, _ := trace.Parse(e.Text)
			if in == nil {
				t.Fatal("expected a trace")
			}
			preset, err := optimizer.PresetByName(e.Preset)
			if err != nil {
				t.Fatal(err)
			}
			r := optimizer.Optimize(in, preset.Passes)
			for _, tr := range []*trace.Trace{in, r.Out} {
				if err := trace.Check(tr); err != nil {
					t.Fatal(err)
				}
			}
			own, diagnostics := interp.ParseInputs(in, e.Inputs)
			if own == nil {
				t.Fatalf("the inputs %q cannot be used: %v", e.Inputs, diagnostics)
			}
			verdict := agree(t, r, own)
			if want := interp.VerdictAgree; e.Group != "PyPy" && verdict != want {
				t.Errorf("expected its own inputs to give the verdict `%v`, found `%v`", want, verdict)
			}
			rng := rand.New(rand.NewPCG(3, 4))
			for range 30 {
				agree(t, r, interp.RandomInputs(in, rng))
			}
		})
	}
}

// agree runs both traces of a result and demands that they do not differ.
func agree(t *testing.T, r *optimizer.Result, in *interp.Inputs) interp.VerdictKind {
	t.Helper()
	options := interp.RunOptions{Jumps: 50, HostileCalls: true}
	verdict := interp.Compare(interp.Run(r.In, in, options), interp.Run(r.Out, in, options))
	if verdict.Kind == interp.VerdictDiffer {
		t.Errorf("with the inputs %s: %s", interp.FormatInputs(r.In, in), verdict.Reason())
	}
	return verdict.Kind
}

// TestEveryExampleShowsSomething demands that an example's passes change it,
// unless its note says that they must not.
func TestEveryExampleShowsSomething(t *testing.T) {
	unchanged := map[string]bool{"wraparound": true}
	for _, e := range All() {
		in, _ := trace.Parse(e.Text)
		preset, err := optimizer.PresetByName(e.Preset)
		if in == nil || err != nil {
			t.Fatalf("%s cannot be used: %v", e.ID, err)
		}
		r := optimizer.Optimize(in, preset.Passes)
		changes := 0
		for _, remark := range r.Remarks {
			if remark.Kind != optimizer.Learned {
				changes++
			}
		}
		if (changes > 0) == unchanged[e.ID] {
			t.Errorf("%s: expected changes: %v, found %d", e.ID, !unchanged[e.ID], changes)
		}
	}
}
