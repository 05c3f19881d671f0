package fuzz

import (
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// TestShrinksToWhatIsNeeded shrinks until nothing is left but what the oracle asks
// for, whatever the trace was.
func TestShrinksToWhatIsNeeded(t *testing.T) {
	s := session(t, offended())
	for _, f := range s.Step(1500, 5) {
		small, err := s.Shrink(f, 0)
		if err != nil {
			t.Fatal(err)
		}
		// A trace keeps its last operation only if that cannot be removed.
		if small.Operations > 4 || strings.Count(small.Trace, "mul(") != 2 {
			t.Errorf("expected two multiplications and an allocation, found %d operations:\n%s\nof\n%s", small.Operations, small.Trace, f.Trace)
		}
		if small.Passes != 0 {
			t.Errorf("expected no passes, found %v", small.Passes.List())
		}
		if small.Before != f.recorded.Len() {
			t.Errorf("expected %d operations before, found %d", f.recorded.Len(), small.Before)
		}
	}
}

func TestShrinkIsDeterministic(t *testing.T) {
	f := session(t, offended()).Step(1500, 1)[0]
	first, err := session(t, offended()).Shrink(f, 0)
	if err != nil {
		t.Fatal(err)
	}
	second, err := session(t, offended()).Shrink(f, 0)
	if err != nil || first.Trace != second.Trace || first.Tries != second.Tries {
		t.Errorf("expected\n%s\nfound\n%s\nerror %v", first.Trace, second.Trace, err)
	}
}

func TestShrinkKeepsToItsBudget(t *testing.T) {
	f := session(t, offended()).Step(1500, 1)[0]
	small, err := session(t, offended()).Shrink(f, 5)
	if err != nil || small.Tries > 5 {
		t.Errorf("expected at most 5 tries, found %d, error %v", small.Tries, err)
	}
}

func TestShrinkRefusesWhatIsRight(t *testing.T) {
	f := session(t, offended()).Step(1500, 1)[0]
	if _, err := session(t, Options{Seed: 5}).Shrink(f, 0); err == nil {
		t.Error("expected an error for a finding that does not fail, found none")
	}
}

// TestDraftsGiveBackTheTrace turns traces into drafts and back.
func TestDraftsGiveBackTheTrace(t *testing.T) {
	eachTrace(t, 300, func(index uint64, g Generated) {
		tr, in := newDraft(g.Trace, g.Inputs).build()
		if err := trace.Check(tr); err != nil {
			t.Fatal(err)
		}
		if want, found := g.Trace.String(), tr.String(); want != found {
			t.Fatalf("trace %d: expected\n%s\nfound\n%s", index, want, found)
		}
		if want, found := interp.FormatInputs(g.Trace, g.Inputs), interp.FormatInputs(tr, in); want != found {
			t.Fatalf("trace %d: expected the inputs %s, found %s", index, want, found)
		}
	})
}

// TestCaseIsText checks the form of the text tests: a title, where it comes from, the
// passes, and the trace as it is.
func TestCaseIsText(t *testing.T) {
	s := session(t, offended())
	small, err := s.Shrink(s.Step(1500, 1)[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	small.Passes = small.Passes.With(optimizer.PassFold)
	text, err := small.Case("What it shows.")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"# What it shows.\n# source: trace ", "# passes: fold\n", "\n\n" + small.Trace, "\n--- optimized\n"} {
		if !strings.Contains(text, strings.TrimRight(part, "\n")) {
			t.Errorf("expected %q in\n%s", part, text)
		}
	}
}
