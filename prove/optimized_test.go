package prove_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unbox/examples"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

var solverName = flag.String("solver", "builtin", "the solver for TestOptimizedTracesAreNotRefuted")

func chosenSolver(t *testing.T) solve.Solver {
	t.Helper()
	s, err := solve.ByName(*solverName)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// recordedCases returns the traces of the optimizer's own text tests in some of its
// folders, by file and number, with the preset of each.
func recordedCases(t *testing.T, folders ...string) map[string]string {
	t.Helper()
	cases := make(map[string]string)
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join("../optimizer/testdata", folder, "*.trace"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("expected traces in the folder `%s`, found none", folder)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for part := range strings.SplitSeq(string(text), "\n===\n") {
				title, _, _ := strings.Cut(strings.TrimPrefix(part, "# "), "\n")
				_, body, ok := strings.Cut(part, "\n\n")
				before, _, both := strings.Cut(body, "--- optimized")
				if ok && both {
					cases[folder+"/"+title] = before
				}
			}
		}
	}
	return cases
}

// What the optimizer makes from its own test traces is proved or unknown; what it
// makes from the figures of the papers, the posts' traces and loops is proved, with
// three iterations of each loop.
func TestOptimizedTracesAreNotRefuted(t *testing.T) {
	cases := recordedCases(t, "paper", "toy", "peel", "fold", "cse", "guards", "heap", "virtual", "alloc", "dce", "bounds")
	for _, e := range examples.All() {
		cases["example/"+e.ID] = e.Text
	}
	counts := map[prove.Status]int{}
	for name, text := range cases {
		before, list := trace.Parse(text)
		if before == nil {
			t.Logf("%s: %v", name, list)
			continue
		}
		preset, _ := optimizer.PresetByName("loop")
		after := optimizer.Optimize(before, preset.Passes).Out
		v, err := prove.Equivalent(context.Background(), before, after, prove.Options{Solver: chosenSolver(t), Budget: solve.Budget{Steps: 500}})
		if err != nil {
			t.Fatal(err)
		}
		counts[v.Status]++
		switch v.Status {
		case prove.Refuted:
			t.Errorf("%s: refuted by `%s`: %s", name, v.Counterexample.Text, v.Counterexample.Reason)
		case prove.Unknown:
			if folder, _, _ := strings.Cut(name, "/"); folder == "paper" || folder == "toy" || folder == "peel" {
				t.Errorf("%s: expected it proved, found %s", name, v.Summary())
			}
			ce := ""
			if v.Counterexample != nil {
				ce = v.Counterexample.Text + " " + v.Counterexample.Differs
			}
			t.Logf("%s (%v): %s %s", name, v.Time.Round(time.Millisecond), v.Reason, ce)
		}
	}
	t.Log(counts)
}
