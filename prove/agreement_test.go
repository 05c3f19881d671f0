//go:build !wasip1

package prove_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/prove/term"
)

var (
	agreeQueries = flag.Int("queries", 600, "how many questions all solvers have to settle in TestSolversAgree")
	agreeTime    = flag.Duration("agree", 5*time.Minute, "how long TestSolversAgree may take for them; it is done long before")
	agreeSeed    = flag.Uint64("agreeseed", 11, "the seed of its traces")
)

// agreeSteps is the embedded solver's budget for a question (some milliseconds):
// random traces have many hard questions, and a solver that gives up shows nothing
// about agreement.
const agreeSteps = 50

// scripts calls use with the questions of random traces, of what the optimizer made
// from them, and of broken variants, many of which have a counterexample. They
// include every kind of trace that the generator knows, short and long, with integers
// of all widths.
func scripts(t *testing.T, seed uint64, use func(b *term.Bank, what string, assertions []term.Term) bool) {
	t.Helper()
	var g fuzz.Generator
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		t.Fatal(err)
	}
	for k := uint64(0); ; k++ {
		before := g.Trace(seed, k, []int{14, 6, 10, 24}[k%4]).Trace
		after := optimizer.Optimize(before, preset.Passes).Out
		if wrong, ok := broken(after, rand.New(rand.NewPCG(seed, k))); ok && k%2 == 1 {
			after = wrong
		}
		width := []int{64, 64, 8, 16, 32}[k%5]
		script := new(prove.Script)
		if _, err := prove.Equivalent(context.Background(), before, after, prove.Options{Script: script, Unroll: 2, Width: width}); err != nil {
			t.Fatal(err)
		}
		for i := range script.Len() {
			what, assertions := script.Question(i)
			if !use(script.Bank(), what, assertions) {
				return
			}
		}
	}
}

// question is one that all solvers are asked.
type question struct {
	what string
	own  solve.Status
	text string
}

// agreement is the outcome of the questions so far.
type agreement struct {
	mu sync.Mutex
	// settled counts, for each question, the solvers that settled it; all counts
	// the questions that every solver settled.
	settled map[int]int
	all     int
	solvers int
	counts  map[string]int
	wrong   map[string][]string
}

// note compares an answer with the one of the embedded solver.
func (a *agreement) note(k int, q question, name, found string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.counts[name+" "+found]++
	switch {
	case found == solve.Unknown.String():
		return
	case found != q.own.String():
		a.wrong[name] = append(a.wrong[name], q.what+": the embedded solver says "+q.own.String()+", "+name+" says "+found+"\n"+q.text)
	}
	if a.settled[k]++; a.settled[k] == a.solvers {
		a.all++
	}
}

func (a *agreement) enough() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all >= *agreeQueries
}

// The embedded solver gives the same answers as the installed ones, on many
// questions that all of them settle. Each program gets the questions through one
// pipe, one after the other. Operations on floats are those of IEEE 754 for the
// programs; a model of the embedded solver in which they have other results makes
// no claim.
func TestSolversAgree(t *testing.T) {
	programs := map[string]*peer{
		"z3":   {args: []string{"-in"}},
		"cvc5": {args: []string{"--lang=smt2", "--fp-exp", "--quiet"}},
	}
	a := &agreement{settled: map[int]int{}, counts: map[string]int{}, wrong: map[string][]string{}}
	var workers sync.WaitGroup
	var asked []chan question
	for name, p := range programs {
		if p.name, p.path = name, lookPath(name); p.path == "" {
			continue
		}
		a.solvers++
		questions := make(chan question, 64)
		asked = append(asked, questions)
		workers.Go(func() {
			k := 0
			for q := range questions {
				a.note(k, q, name, p.ask(q.text))
				k++
			}
			p.end()
		})
	}
	start := time.Now()
	n := 0
	if a.solvers > 0 {
		scripts(t, *agreeSeed, func(b *term.Bank, what string, assertions []term.Term) bool {
			if q, ok := ownAnswer(t, b, what, assertions); ok {
				for _, questions := range asked {
					questions <- q
				}
				n++
			}
			return !a.enough() && time.Since(start) < *agreeTime
		})
	}
	for _, questions := range asked {
		close(questions)
	}
	workers.Wait()
	for name, p := range programs {
		t.Run(name, func(t *testing.T) {
			if p.path == "" {
				t.Skipf("%s is not installed: nobody to agree with", name)
			}
			for _, what := range a.wrong[name] {
				t.Error(what)
			}
			if !a.enough() {
				t.Errorf("expected %d questions that all solvers settle within %v, found %d", *agreeQueries, *agreeTime, a.all)
			}
			t.Logf("%d questions, %d that all settle, in %v: %v", n, a.all, time.Since(start).Round(time.Second), a.counts)
			if a.counts[name+" sat"] == 0 || a.counts[name+" unsat"] == 0 {
				t.Errorf("expected questions with both answers, found %v", a.counts)
			}
		})
	}
}

func lookPath(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}

// ownAnswer asks the embedded solver; a model must make the assertions true. ok is
// false if the solver does not settle the question.
func ownAnswer(t *testing.T, b *term.Bank, what string, assertions []term.Term) (q question, ok bool) {
	t.Helper()
	r, err := solve.Embedded().Check(context.Background(), b, assertions, solve.Budget{Steps: agreeSteps})
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if r.Status == solve.Sat {
		eval := term.NewEvaluator(b, r.Model)
		if k := slices.IndexFunc(assertions, func(a term.Term) bool { return !eval.Bool(a) }); k >= 0 {
			t.Errorf("%s: the model of the embedded solver does not make assertion %d true", what, k)
		}
	}
	if r.Status == solve.Unknown || r.Opaque {
		return q, false
	}
	var text strings.Builder
	if err := term.WriteScript(&text, b, assertions, term.ScriptOptions{Floats: true}); err != nil {
		t.Fatal(err)
	}
	return question{what, r.Status, text.String()}, true
}
