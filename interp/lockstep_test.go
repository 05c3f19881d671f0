package interp_test

import (
	"math/rand/v2"
	"testing"

	"unbox/fuzz"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// TestLockstepOfRandomTraces steps through both runs of random traces: the runs end as they do without stepping;
// at every moment, each value that the result has computed is the recorded one; going back and forth shows the
// same; and correct results never part.
func TestLockstepOfRandomTraces(t *testing.T) {
	var g fuzz.Generator
	rng := rand.New(rand.NewPCG(3, 4))
	moments, values, exits := 0, 0, 0
	presets := optimizer.Presets()
	count := uint64(150)
	if testing.Short() {
		count = 40
	}
	for i := range count {
		before := g.Trace(29, i, 40).Trace
		result := optimizer.Optimize(before, presets[i%uint64(len(presets))].Passes)
		in := interp.RandomInputs(before, rng)
		if i%2 == 0 {
			in = interp.SuggestedInputs(before)
		}
		o := interp.RunOptions{Jumps: 4, Imagined: true}
		want, wantAfter := interp.Run(before, in, o), interp.Run(result.Out, in, o)
		l := interp.NewLockstep(before, result.Out, in, o)
		if l.Verdict.Kind != interp.VerdictAgree {
			continue
		}
		for step := range l.Steps {
			l.MoveTo(step)
			if l.Before.Over() {
				t.Fatalf("trace %d: expected that the recorded run goes on at moment %d of %d\n%s", i, step, l.Steps, before)
			}
			if step > 0 && l.Hand() == trace.None {
				t.Fatalf("trace %d: expected an operation at moment %d", i, step)
			}
			moments++
			values += compareValues(t, l, before, result.Out, i)
		}
		l.MoveTo(l.Steps)
		expectOutcome(t, "recorded", l.Before.Outcome(), want, before)
		expectOutcome(t, "optimized", l.After.Outcome(), wantAfter, before)
		exits += int(trace.BoolBit(want.Exit == interp.ExitGuard))
		if step, _ := l.Part(); step != -1 {
			t.Errorf("trace %d: expected runs that do not part, found moment %d", i, step)
		}
		l.MoveTo(l.Steps / 2)
		hand, next := l.Hand(), l.After.Next()
		l.MoveTo(l.Steps)
		l.MoveTo(l.Steps / 2)
		if l.Hand() != hand || l.After.Next() != next {
			t.Errorf("trace %d: expected the same moment again, found %d and %d for %d and %d", i, l.Hand(), l.After.Next(), hand, next)
		}
		if step := l.StepOf(l.Iteration(), l.Hand()); hand != trace.None && step != l.Steps/2 {
			t.Errorf("trace %d: expected moment %d for its operation, found %d", i, l.Steps/2, step)
		}
	}
	if moments < 2000 || values < 2000 || exits < 10 {
		t.Errorf("expected many moments, values and exits, found %d, %d and %d", moments, values, exits)
	}
}

// compareValues compares what the result has computed in this iteration with the recorded values.
func compareValues(t *testing.T, l *interp.Lockstep, before, out *trace.Trace, i uint64) int {
	t.Helper()
	n := 0
	names := trace.NewNamer(out, "")
	limits := interp.SceneLimits{Objects: 50, Fields: 20}
	recorded := make(map[trace.Value]string)
	for _, v := range l.Before.Scene(trace.NewNamer(before, ""), nil, limits).Values {
		recorded[v.Op] = v.Text
	}
	for _, v := range l.After.Scene(names, nil, limits).Values {
		op := &out.Ops[v.Op]
		want, ran := recorded[trace.Value(op.Src)]
		if op.Src == 0 || op.Code == trace.OpParam || op.Type == trace.Ref {
			continue
		}
		if !ran {
			t.Fatalf("trace %d: expected that what the result computes has been recorded by then, found operation %d\n%s\n%s", i, v.Op, before, out)
		}
		if want != v.Text {
			t.Fatalf("trace %d: expected %s, found %s for operation %d\n%s\n%s", i, want, v.Text, v.Op, before, out)
		}
		n++
	}
	return n
}

func expectOutcome(t *testing.T, which string, got, want *interp.Outcome, in *trace.Trace) {
	t.Helper()
	if got.Exit != want.Exit || got.Op != want.Op || got.Steps != want.Steps || got.Jumps != want.Jumps ||
		got.Allocations != want.Allocations || len(got.Values) != len(want.Values) || len(got.Effects) != len(want.Effects) {
		t.Fatalf("%s: expected %v at %d after %d steps, %d jumps, %d allocations, found %v at %d after %d, %d, %d\n%s", which,
			want.Exit, want.Op, want.Steps, want.Jumps, want.Allocations, got.Exit, got.Op, got.Steps, got.Jumps, got.Allocations, in)
	}
	for k := range got.Values {
		if got.Values[k].Type != trace.Ref && got.Values[k] != want.Values[k] {
			t.Fatalf("%s: expected exit value %v, found %v\n%s", which, want.Values[k], got.Values[k], in)
		}
	}
}

const boxLoop = `[i0]
p1 = new(Box)
set(p1, value, i0)
i2 = get(p1, value)
i3 = int_sub(i2, 1)
i4 = int_gt(i3, 0)
guard_true(i4) [p1]
jump(i3)
`

func lockstepOf(t *testing.T, text string, change func(out *trace.Trace)) *interp.Lockstep {
	t.Helper()
	before, list := trace.Parse(text)
	if before == nil {
		t.Fatal(list)
	}
	all := optimizer.PassSet(1<<len(optimizer.Passes()) - 1)
	out := optimizer.Optimize(before, all).Out
	if change != nil {
		change(out)
	}
	in, list := interp.ParseInputsFor(before, "i0=3", interp.RunOptions{})
	if in == nil {
		t.Fatal(list)
	}
	return interp.NewLockstep(before, out, in, interp.RunOptions{})
}

// TestLockstepRebuildsAtTheExit expects a box that was never made to be made by the guard that fails, under the
// name that it was recorded with.
func TestLockstepRebuildsAtTheExit(t *testing.T) {
	l := lockstepOf(t, boxLoop, nil)
	if l.Verdict.Kind != interp.VerdictAgree || l.Steps != 7+7+6 {
		t.Fatalf("expected 20 operations and runs that agree, found %d and %v", l.Steps, l.Verdict.Kind)
	}
	before, after := l.Ends()
	names, resultNames := trace.NewNamer(before.Trace, ""), trace.NewNamer(after.Trace, "")
	limits := interp.SceneLimits{Objects: 10, Fields: 10}
	l.MoveTo(l.Steps - 1)
	if scene := l.After.Scene(resultNames, nil, limits); len(scene.Objects) != 0 || l.After.Allocated() != 0 {
		t.Errorf("expected no object in the optimized run before the exit, found %+v", scene.Objects)
	}
	if scene := l.Before.Scene(names, nil, limits); len(scene.Objects) != 1 || scene.Objects[0].Name != "p1" || scene.Objects[0].Fields[0].Text != "1" {
		t.Errorf("expected the box of this iteration, found %+v", scene.Objects)
	}
	l.MoveTo(l.Steps)
	scene := l.After.Scene(resultNames, []string{"p1"}, limits)
	if len(scene.Objects) != 1 || !scene.Objects[0].Rebuilt || scene.Objects[0].Name != "p1" || scene.Objects[0].Fields[0].Text != "1" {
		t.Errorf("expected a box that the exit made, found %+v", scene.Objects)
	}
	if l.After.Next() == trace.None || l.Before.Outcome().Exit != interp.ExitGuard {
		t.Errorf("expected that both left through the guard")
	}
}

// TestLockstepFindsWhereRunsPart changes the constant of one operation of the result: the runs part at that operation, in the
// first iteration, long before it can be seen from outside.
func TestLockstepFindsWhereRunsPart(t *testing.T) {
	l := lockstepOf(t, boxLoop, func(out *trace.Trace) {
		for v := range out.Ops {
			for _, arg := range out.Args(trace.Value(v)) {
				if out.Ops[v].Type == trace.Int && (out.Ops[v].Code == trace.OpIntSub || out.Ops[v].Code == trace.OpIntAdd) && arg.IsConst() {
					out.Consts[arg.ConstIndex()].Bits *= 2
				}
			}
		}
	})
	step, op := l.Part()
	if l.Verdict.Kind != interp.VerdictDiffer || step != 4 || op == trace.None {
		t.Fatalf("expected runs that part at moment 4, found moment %d, operation %d, %v", step, op, l.Verdict.Kind)
	}
	l.MoveTo(step)
	if got := l.Hand(); l.Before.Outcome().Trace.Ops[got].Code != trace.OpIntSub {
		t.Errorf("expected the subtraction, found operation %d", got)
	}
}

// TestStepperStopsWhereItIsAsked goes to places in a loop in several iterations, and past the end.
func TestStepperStopsWhereItIsAsked(t *testing.T) {
	l := lockstepOf(t, boxLoop, nil)
	before, _ := l.Ends()
	var s interp.Stepper
	s.Begin(before.Trace, before.Inputs, interp.RunOptions{})
	for iteration := range 3 {
		if !s.To(iteration, 6) || s.Next() != 6 || s.Outcome().Jumps != iteration {
			t.Fatalf("expected to be in front of operation 6 in iteration %d, found %d in iteration %d", iteration, s.Next(), s.Outcome().Jumps)
		}
		if d, ok := s.Value(5); !ok || int64(d.Bits) != int64(3-iteration) {
			t.Errorf("iteration %d: expected %d read from the box, found %v", iteration, 3-iteration, d)
		}
	}
	if s.To(3, 6) || !s.Over() || s.Outcome().Exit != interp.ExitGuard {
		t.Errorf("expected that the run is over in iteration 3, found %v", s.Outcome().Exit)
	}
	limited := interp.RunOptions{Jumps: 1}
	s.Begin(before.Trace, before.Inputs, limited)
	if s.To(2, 6) || s.Outcome().Exit != interp.ExitLimit || s.Outcome().Jumps != 1 {
		t.Errorf("expected to stop after one jump, found %v after %d", s.Outcome().Exit, s.Outcome().Jumps)
	}
}
