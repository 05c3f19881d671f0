package bounds

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"unbox/prove/solve"
	"unbox/prove/term"
)

// Verdict is the outcome for a lemma.
type Verdict struct {
	Proved bool
	// Solvers are those that settled its goals, Time is what they took in total.
	Solvers []string
	Time    time.Duration
	// Reason says which goal is open, and why; Model is a counterexample to it, if there
	// is one.
	Reason string
	Model  *term.Model
}

// Prove proves all parts of a lemma. The solvers are asked one after the other, finally each
// with at most the given budget for a goal. An error means that a solver cannot be used.
func Prove(ctx context.Context, parts []*Lemma, solvers []solve.Solver, budget solve.Budget) (v Verdict, err error) {
	start := time.Now()
	for _, l := range parts {
		for k, goal := range l.Goals {
			question := append([]term.Term{l.Bank.Not(goal)}, l.Assume...)
			r, by, err := ask(ctx, l.Bank, question, solvers, budget)
			if err != nil {
				return v, err
			}
			if r.Status != solve.Unsat {
				v.Reason = fmt.Sprintf("goal %d of %d: %v %s", k+1, len(l.Goals), r.Status, r.Reason)
				if r.Status == solve.Sat {
					v.Model = &r.Model
				}
				return v, nil
			}
			if !slices.Contains(v.Solvers, by) {
				v.Solvers = append(v.Solvers, by)
			}
		}
	}
	v.Proved, v.Time = true, time.Since(start)
	return v, nil
}

// ask asks one solver after the other until one knows the answer, with short limits at
// first: what takes one solver long, another often sees at once.
func ask(ctx context.Context, b *term.Bank, question []term.Term, solvers []solve.Solver, budget solve.Budget) (r solve.Result, by string, err error) {
	for _, part := range []int{20, 4, 1} {
		for _, s := range solvers {
			r, err = s.Check(ctx, b, question, solve.Budget{
				Time: budget.Time / time.Duration(part), Steps: budget.Steps / part, Memory: 2 << 30,
			})
			if err != nil || r.Status != solve.Unknown {
				return r, s.Name(), err
			}
		}
	}
	return r, "", nil
}

// Question returns a lemma as text, in the language of SMT-LIB: exactly this is proved.
func (l *Lemma) Question() (string, error) {
	var text strings.Builder
	all := append([]term.Term{l.Bank.Not(l.Bank.And(l.Goals...))}, l.Assume...)
	err := term.WriteScript(&text, l.Bank, all, term.ScriptOptions{})
	return text.String(), err
}
