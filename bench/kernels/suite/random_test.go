package suite

import (
	"math/rand/v2"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// On random inputs, in which lists may be one another's storage and objects of any class,
// no preset changes what a trace does.
func TestPresetsOnRandomInputs(t *testing.T) {
	each(t, func(t *testing.T, l *Loaded) {
		t.Parallel()
		rng := rand.New(rand.NewPCG(1, 2))
		limits := interp.RunOptions{Jumps: 20}
		inputs := interp.NewInputGenerator(l.Trace, limits)
		var judge interp.Judge
		var before, after interp.Interp
		agreed := 0
		for _, preset := range optimizer.Presets() {
			out := optimizer.Optimize(l.Trace, preset.Passes).Out
			for range 300 {
				in := inputs.Next(rng)
				v := judge.Compare(before.Run(l.Trace, in, limits), after.Run(out, in, limits))
				if v.Kind == interp.VerdictDiffer {
					t.Fatalf("preset %s differs on %s", preset.Name, interp.FormatInputs(l.Trace, in))
				}
				if v.Kind == interp.VerdictAgree {
					agreed++
				}
			}
		}
		if agreed < 500 {
			t.Errorf("expected at least 500 runs with a meaning, found %d", agreed)
		}
	})
}

// With two of its objects being one and the same, a kernel computes something else, but
// no preset changes what.
func TestPresetsWithAliases(t *testing.T) {
	each(t, func(t *testing.T, l *Loaded) {
		// A step that is the number zero would never come to an end.
		limits := interp.RunOptions{Jumps: 100}
		for _, in := range aliased(t, l) {
			before := interp.Run(l.Trace, in, limits)
			for _, preset := range optimizer.Presets() {
				after := interp.Run(optimizer.Optimize(l.Trace, preset.Passes).Out, in, limits)
				if v := interp.Compare(before, after); v.Kind != interp.VerdictAgree {
					t.Errorf("preset %s: expected the same outcome with aliases, found %s", preset.Name, v.Kind)
				}
			}
		}
	})
}

// aliased returns inputs in which two objects of the same kind are one: each pair of
// parameters, and each pair of arrays.
func aliased(t *testing.T, l *Loaded) []*interp.Inputs {
	in, err := l.Inputs(40)
	if err != nil {
		t.Fatal(err)
	}
	var list []*interp.Inputs
	for a := range in.Objects {
		for b := range in.Objects {
			x, y := &in.Objects[a], &in.Objects[b]
			if a == b || x.Array != y.Array || x.Type != y.Type || x.Constant != 0 || y.Constant != 0 {
				continue
			}
			with := in.Clone()
			replace := func(d *interp.Datum) {
				if d.Type == trace.Ref && d.Bits == uint64(a+1) {
					d.Bits = uint64(b + 1)
				}
			}
			for k := range with.Params {
				replace(&with.Params[k])
			}
			for k := range with.Slots {
				replace(&with.Slots[k].Value)
			}
			list = append(list, with)
		}
	}
	return list
}
