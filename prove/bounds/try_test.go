//go:build !wasip1 && !js

package bounds

import (
	"context"
	"flag"
	"strings"
	"testing"

	"unbox/prove/solve"
	"unbox/prove/term"
)

var (
	tried     = flag.String("open", "", "try the open lemmas whose names begin with `this`, and replay counterexamples")
	triedTime = flag.Duration("open.time", perGoal, "how long a solver may take for a goal of an open lemma")
)

// An open lemma has no counterexample that the source confirms. It is tried on demand:
//
//	go test ./prove/bounds -v -run OpenLemmas -open width.unshift -open.time 3s
func TestOpenLemmasAreNotWrong(t *testing.T) {
	if *tried == "" {
		t.Skip("expected -open with the name of a lemma")
	}
	p, all, by := load(t), Contracts(), solvers(t)
	for _, in := range Instances(all) {
		if _, isOpen := open[in.Name()]; !isOpen || !strings.HasPrefix(in.Name(), *tried) {
			continue
		}
		for _, l := range in.State(p, all, 64) {
			tryGoals(t, l, by)
		}
	}
}

// tryGoals asks for the goals until one is not settled.
func tryGoals(t *testing.T, l *Lemma, by []solve.Solver) {
	t.Helper()
	for k, goal := range l.Goals {
		question := append([]term.Term{l.Bank.Not(goal)}, l.Assume...)
		r, _, err := ask(context.Background(), l.Bank, question, by, *triedTime)
		switch {
		case err != nil:
			t.Fatal(err)
		case r.Status == solve.Unknown:
			t.Logf("%s: goal %d of %d: %s", l.Name, k+1, len(l.Goals), r.Reason)
			return
		case r.Status == solve.Sat:
			replay := l.Replay(r.Model)
			t.Logf("%s: goal %d of %d: a counterexample: %s", l.Name, k+1, len(l.Goals), replay.Numbers)
			if replay.Meant && len(replay.Broken) > 0 {
				t.Errorf("%s: expected a source that is right, found goals %v broken with %s", l.Name, replay.Broken, replay.Numbers)
			}
			return
		}
	}
	t.Logf("%s: all %d goals are settled", l.Name, len(l.Goals))
}
