//go:build !wasip1

package prove_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/prove/term"
)

var (
	agreeQueries = flag.Int("queries", 2000, "how many questions TestSolversAgree asks")
	agreeTime    = flag.Duration("agree", 3*time.Second, "how long TestSolversAgree asks each solver; z3 and cvc5 need some minutes for 2,000 questions")
)

// settled is how long a solver may take for a question: what is not settled then says
// nothing about agreement.
const settled = 200 * time.Millisecond

// scripts calls use with the questions of random traces, of what the optimizer made
// of them, and of broken variants, of which many have a counterexample.
func scripts(t *testing.T, seed uint64, use func(b *term.Bank, what string, assertions []term.Term) bool) {
	t.Helper()
	var g fuzz.Generator
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 5))
	for k := uint64(0); ; k++ {
		before := g.Trace(seed, k, 14).Trace
		after := optimizer.Optimize(before, preset.Passes).Out
		if wrong, ok := broken(after, rng); ok && k%2 == 1 {
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

// The embedded solver gives the same answers as those that are installed, wherever
// both settle a question. Operations on floats are functions of which nothing is
// known, for all of them.
func TestSolversAgree(t *testing.T) {
	programs := map[string][]string{
		"z3":   {"-in", "-t:100"},
		"cvc5": {"--lang=smt2", "--tlimit-per=50", "--quiet"},
	}
	for name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is not installed: not asked", name)
			delete(programs, name)
		}
	}
	if len(programs) == 0 {
		t.Skip("neither z3 nor cvc5 is installed: nobody to agree with")
	}
	questions := make([]question, 0, *agreeQueries)
	counts := map[string]int{}
	start := time.Now()
	scripts(t, 11, func(b *term.Bank, what string, assertions []term.Term) bool {
		r := answer(t, b, what, assertions)
		var text strings.Builder
		if err := term.WriteScript(&text, b, assertions, term.ScriptOptions{Logic: "ALL"}); err != nil {
			t.Fatal(err)
		}
		questions = append(questions, question{what, r.Status, text.String()})
		counts["builtin "+r.Status.String()]++
		return len(questions) < *agreeQueries && time.Since(start) < *agreeTime
	})
	t.Logf("builtin: %v", time.Since(start))
	for name, args := range programs {
		start := time.Now()
		for batch := range slices.Chunk(questions, 20) {
			if time.Since(start) > *agreeTime {
				break
			}
			for k, found := range answersOf(t, name, args, batch) {
				counts[name+" "+found]++
				own := batch[k].own.String()
				if own != "unknown" && found != "unknown" && own != found {
					t.Errorf("%s: the embedded solver says %s, %s says %s\n%s", batch[k].what, own, name, found, batch[k].text)
				}
			}
		}
		t.Logf("%s: %v", name, time.Since(start))
	}
	t.Logf("%d questions: %v", len(questions), counts)
	if counts["builtin sat"] == 0 || counts["builtin unsat"] == 0 {
		t.Errorf("expected questions with both answers, found %v", counts)
	}
}

// answersOf asks a program a batch of questions in one run, or in several if it
// breaks off: what it broke off at is unknown.
func answersOf(t *testing.T, name string, args []string, batch []question) []string {
	t.Helper()
	var answers []string
	for len(answers) < len(batch) {
		var script strings.Builder
		for _, q := range batch[len(answers):] {
			script.WriteString(q.text + "(reset)\n")
		}
		ctx, cancel := context.WithTimeout(context.Background(), settled*time.Duration(len(batch)))
		run := exec.CommandContext(ctx, name, args...)
		run.Stdin = strings.NewReader(script.String())
		out, err := run.Output()
		cancel()
		found := strings.Fields(strings.ReplaceAll(string(out), "timeout", "unknown"))
		if err != nil || len(found) == 0 {
			found = append(found, "unknown")
		}
		for _, word := range found {
			if word != "sat" && word != "unsat" && word != "unknown" {
				t.Fatalf("%s: expected `sat`, `unsat` or `unknown`, found `%.500s`", name, out)
			}
		}
		answers = append(answers, found...)
	}
	return answers[:len(batch)]
}

// answer asks the embedded solver; a model must make the assertions true.
func answer(t *testing.T, b *term.Bank, what string, assertions []term.Term) solve.Result {
	t.Helper()
	r, err := solve.Embedded().Check(context.Background(), b, assertions, solve.Budget{Time: settled})
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if r.Status == solve.Sat {
		eval := term.NewEvaluator(b, r.Model)
		if k := slices.IndexFunc(assertions, func(a term.Term) bool { return !eval.Bool(a) }); k >= 0 {
			t.Errorf("%s: the model of the embedded solver does not make assertion %d true", what, k)
		}
	}
	return r
}
