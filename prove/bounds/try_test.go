//go:build !wasip1 && !js

package bounds

import (
	"context"
	"flag"
	"strings"
	"testing"
	"time"

	"unbox/prove/solve"
	"unbox/prove/term"
)

var (
	tried     = flag.String("try", "", "try the lemmas whose names begin with `this`, goal by goal, and replay counterexamples")
	triedTime = flag.Duration("try.time", perGoal.Time, "how long a solver may take for a goal")
)

// A change to a transfer function or a contract can be tried first: this shows which goals
// are settled, by which solver, and whether the source confirms a counterexample.
//
//	go test ./prove/bounds -v -run LemmasGoalByGoal -try width.unshift -try.time 3s
func TestLemmasGoalByGoal(t *testing.T) {
	if *tried == "" {
		t.Skip("expected -try with the name of a lemma")
	}
	by := solvers(t)
	for _, q := range Questions(load(t)) {
		if strings.HasPrefix(q.Name, *tried) {
			for _, l := range q.Make() {
				tryGoals(t, l, by)
			}
		}
	}
}

// tryGoals asks for the goals until one has a counterexample.
func tryGoals(t *testing.T, l *Lemma, by []solve.Solver) {
	t.Helper()
	for k, goal := range l.Goals {
		start := time.Now()
		question := append([]term.Term{l.Bank.Not(goal)}, l.Assume...)
		r, name, err := ask(context.Background(), l.Bank, question, by, solve.Budget{Time: *triedTime})
		t.Logf("%s: goal %d of %d: %v %s %v %s", l.Name, k+1, len(l.Goals), r.Status, name, time.Since(start), r.Reason)
		switch {
		case err != nil:
			t.Fatal(err)
		case r.Status == solve.Unknown:
			t.Fail()
		case r.Status == solve.Sat && l.program == nil:
			t.Fatalf("%s: goal %d: expected a law that holds, found a counterexample", l.Name, k+1)
		case r.Status == solve.Sat:
			replay := l.Replay(r.Model)
			if replay.Meant && len(replay.Broken) > 0 {
				t.Fatalf("%s: expected a source that is right, found goals %v broken with %s", l.Name, replay.Broken, replay.Numbers)
			}
			t.Fatalf("%s: the source is right with %s: a contract of a callee says too little, or a law is missing", l.Name, replay.Numbers)
		}
	}
}
