// Command prove measures how many of the queries about random integer traces the
// embedded solver settles within a second, and how z3 does on the same ones.
//
//	go run ./bench/prove [-n 60] [-seed 1] [-timeout 1s] [-solvers builtin,z3]
//	go run ./bench/prove -v8 [-n 60] [-seed 1] [-timeout 10s]
//
// With -v8 the same program runs as WebAssembly in V8 (Node.js), as it does in the
// page in Chromium; the times are then processor time.
//
// The traces are those of the post Finding JIT Optimizer Bugs using SMT Solvers and
// Fuzzing: 30 operations on integers of 64 bits, with guards that hold for an
// example. Each is compared with what the optimizer makes of it, and with a variant
// in which one guard is gone, so some queries have a counterexample. Only queries
// that need a solver count: those in which both sides do not become the same terms.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
)

func main() {
	n := flag.Int("n", 60, "how many traces")
	seed := flag.Uint64("seed", 1, "their seed")
	timeout := flag.Duration("timeout", time.Second, "how long a question may take")
	names := flag.String("solvers", "builtin,z3", "the solvers, separated by commas")
	v8 := flag.Bool("v8", false, "measure the embedded solver as WebAssembly in V8")
	flag.Parse()
	if *v8 {
		if err := inV8("-n", strconv.Itoa(*n), "-seed", strconv.FormatUint(*seed, 10), "-timeout", timeout.String(), "-solvers", "builtin"); err != nil {
			fmt.Fprintln(os.Stderr, "bench/prove:", err)
			os.Exit(1)
		}
		return
	}
	if err := measure(os.Stdout, *n, *seed, *timeout, strings.Split(*names, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "bench/prove:", err)
		os.Exit(1)
	}
}

// question is a query for a solver.
type question struct {
	bank       *term.Bank
	assertions []term.Term
}

func measure(out io.Writer, n int, seed uint64, timeout time.Duration, names []string) error {
	var questions []question
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		list, err := questionsOf(rng)
		if err != nil {
			return err
		}
		questions = append(questions, list...)
	}
	fmt.Fprintf(out, "%d traces of 30 integer operations, 64 bits, seed %d: %d questions, %v each\n\n", n, seed, len(questions), timeout)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "solver\tsettled\tshare\tproved\tcounterexample\tmedian\t90 %\tslowest settled")
	for _, name := range names {
		solver, err := solve.ByName(name)
		if err != nil {
			return err
		}
		row, err := ask(solver, questions, timeout)
		if err != nil {
			return err
		}
		fmt.Fprintln(table, row)
	}
	return table.Flush()
}

// ask asks a solver all questions and returns its row of the table.
func ask(solver solve.Solver, questions []question, timeout time.Duration) (string, error) {
	counts := map[solve.Status]int{}
	var times []time.Duration
	var slowest time.Duration
	for _, q := range questions {
		start := time.Now()
		r, err := solver.Check(context.Background(), q.bank, q.assertions, solve.Budget{Time: timeout})
		if err != nil {
			return "", err
		}
		took := time.Since(start)
		times = append(times, took)
		counts[r.Status]++
		if r.Status != solve.Unknown {
			slowest = max(slowest, took)
		}
	}
	slices.Sort(times)
	settled := counts[solve.Sat] + counts[solve.Unsat]
	return fmt.Sprintf("%s\t%d\t%.1f %%\t%d\t%d\t%v\t%v\t%v", solver.Name(), settled, 100*float64(settled)/float64(max(len(questions), 1)),
		counts[solve.Unsat], counts[solve.Sat], short(at(times, 50)), short(at(times, 90)), short(slowest)), nil
}

// at returns the time that a share of the times, in percent, stays below.
func at(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)]
}

func short(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

// questionsOf makes a trace and returns the questions about its optimization, and
// about the one with a guard missing.
func questionsOf(rng *rand.Rand) ([]question, error) {
	text := integerTrace(rng, 30)
	before, list := trace.Parse(text)
	if before == nil {
		return nil, fmt.Errorf("BUG: %s in\n%s", list[0].Message, text)
	}
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		return nil, err
	}
	after := optimizer.Optimize(before, preset.Passes).Out
	questions, err := questionsAbout(before, after)
	if err != nil {
		return nil, err
	}
	more, err := questionsAbout(before, withoutGuard(after, rng))
	return append(questions, more...), err
}

func questionsAbout(before, after *trace.Trace) ([]question, error) {
	script := new(prove.Script)
	verdict, err := prove.Equivalent(context.Background(), before, after, prove.Options{Script: script})
	if err != nil {
		return nil, err
	}
	if verdict.Reason != "" {
		return nil, fmt.Errorf("BUG: no encoding: %s", verdict.Reason)
	}
	var questions []question
	for k := range script.Len() {
		_, assertions := script.Question(k)
		questions = append(questions, question{script.Bank(), assertions})
	}
	return questions, nil
}

// withoutGuard returns the trace without one of its guards; those on overflow have to
// stay where they are.
func withoutGuard(t *trace.Trace, rng *rand.Rand) *trace.Trace {
	c := *t
	c.Ops = slices.Clone(t.Ops)
	var guards []int
	for v := range c.Ops {
		if code := c.Ops[v].Code; code.IsGuard() && code != trace.OpGuardNoOverflow && code != trace.OpGuardOverflow {
			guards = append(guards, v)
		}
	}
	if len(guards) > 0 {
		op := &c.Ops[guards[rng.IntN(len(guards))]]
		op.Code, op.Len, op.Snap, op.Descr, op.Spelling = trace.OpMark, 0, 0, -1, 0
	}
	return &c
}
