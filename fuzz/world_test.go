package fuzz

import (
	"context"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// TestTracesWithWorlds makes traces with worlds: the worlds fit them, results do the same as the
// traces with promises, and most examples keep the promises.
func TestTracesWithWorlds(t *testing.T) {
	n := uint64(1500)
	if testing.Short() {
		n = 300
	}
	e, err := newExaminer("", nil)
	if err != nil {
		t.Fatal(err)
	}
	var g Generator
	all := optimizer.PassSet(1<<len(optimizer.Passes()) - 1)
	byWorld := make(map[string]int)
	for k := range n {
		made := g.WorldlyTrace(3, k, 0)
		if err := made.World.Check(made.Trace); err != nil {
			t.Fatalf("trace %d: %v", k, err)
		}
		for _, passes := range []optimizer.PassSet{all, all.First(1 + int(k%9))} {
			r, failure := e.run(made.Trace, passes, made.World)
			if failure != nil {
				t.Fatalf("trace %d: %s", k, failure.Detail)
			}
			for i := range r.Remarks {
				byWorld[r.Remarks[i].Reason.ID()]++
			}
			r = promised(r, made.World)
			for _, tr := range []*trace.Trace{r.In, r.Out} {
				if err := trace.Check(tr); err != nil {
					t.Fatalf("trace %d: %v", k, err)
				}
			}
			e.explain = true
			for w := range worlds {
				if failure, _ := e.agrees(r, made.Inputs, &worlds[w]); failure != nil {
					t.Fatalf("trace %d: %s\n%s\n%s", k, failure.Detail, r.In, r.Out)
				}
			}
		}
	}
	if agreed, undefined := e.runs[interp.VerdictAgree], e.runs[interp.VerdictUndefined]; agreed < 4*undefined {
		t.Errorf("expected that most runs keep what is promised, found %d with a meaning and %d without", agreed, undefined)
	}
	for _, reason := range []string{"world-class", "world-nonnull", "world-value", "world-field"} {
		if byWorld[reason] == 0 {
			t.Errorf("expected remarks with the reason `%s`, found none", reason)
		}
	}
	t.Log(e.runs, byWorld["world-class"], byWorld["world-nonnull"], byWorld["world-value"], byWorld["world-field"])
}

// TestProverKnowsWorlds proves results that rest on worlds, and does not prove them without.
func TestProverKnowsWorlds(t *testing.T) {
	var g Generator
	var o optimizer.Optimizer
	all := optimizer.PassSet(1<<len(optimizer.Passes()) - 1)
	options := prove.Options{Budget: solve.Budget{Steps: 20_000}}
	proved, refuted := 0, 0
	for k := range uint64(60) {
		made := g.WorldlyTrace(8, k, 12)
		o.Know(nil)
		without := o.Run(made.Trace, all).Out.String()
		o.Know(made.World)
		plain := o.Run(made.Trace, all)
		if plain.Out.String() == without {
			continue
		}
		with := promised(plain, made.World)
		v, err := prove.Equivalent(context.Background(), with.In, with.Out, options)
		if err != nil || v.Status == prove.Refuted {
			t.Fatalf("trace %d: %v %v\n%s\n%s", k, err, v.Reason, with.In, with.Out)
		}
		if v.Status == prove.Proved {
			proved++
		}
		if v, _ := prove.Equivalent(context.Background(), plain.In, plain.Out, options); v.Status == prove.Refuted {
			refuted++
		}
	}
	if proved < 10 || refuted < 5 {
		t.Errorf("expected proofs with worlds and refutations without, found %d and %d", proved, refuted)
	}
}

// TestResultsNeedTheirWorld finds a result that differs from the trace where the world
// is wrong, but not from the trace with promises.
func TestResultsNeedTheirWorld(t *testing.T) {
	s, err := NewSession(Options{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	var g Generator
	for k := range uint64(400) {
		made := g.WorldlyTrace(5, k, 0)
		r, failure := s.examiner.run(made.Trace, optimizer.PassSet(1<<len(optimizer.Passes())-1), made.World)
		if failure != nil {
			t.Fatal(failure.Detail)
		}
		// Without the promises the result may do something else, on inputs other than the
		// example.
		src := seeded(6, k)
		for range 40 {
			in := s.varier.vary(&src, made.Trace, made.Inputs)
			if failure, _ := s.examiner.agrees(r, in, &worlds[0]); failure == nil {
				continue
			}
			if failure, _ := s.examiner.agrees(promised(r, made.World), in, &worlds[0]); failure != nil {
				t.Fatalf("trace %d: %s", k, failure.Detail)
			}
			d := newDraft(made.Trace, in)
			d.know(made.World)
			built, _ := d.build()
			if err := d.known().Check(built); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Error("expected a result that does something else where the world is wrong, found none")
}
