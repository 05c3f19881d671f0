package solve_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
)

// recorder asks a solver and notes what the answers cost.
type recorder struct {
	solve.Solver
	results []solve.Result
	dump    func(b *term.Bank, assertions []term.Term, r solve.Result)
}

func (r *recorder) Check(ctx context.Context, b *term.Bank, assertions []term.Term, budget solve.Budget) (solve.Result, error) {
	result, err := r.Solver.Check(ctx, b, assertions, budget)
	r.results = append(r.results, result)
	if r.dump != nil {
		r.dump(b, assertions, result)
	}
	return result, err
}

// randomTrace writes a trace of n integer operations on three inputs, with
// guards, of the shape that the optimizer's rules are about.
func randomTrace(r *rand.Rand, n int) string {
	binary := []string{"int_add", "int_sub", "int_mul", "int_and", "int_or", "int_xor", "int_add", "int_sub", "uint_mul_high"}
	shifts := []string{"int_lshift", "int_rshift", "uint_rshift"}
	tests := []string{"int_lt", "int_le", "int_eq", "int_ne", "int_gt", "int_ge", "uint_lt", "uint_le", "uint_gt", "uint_ge"}
	ovf := []string{"int_add_ovf", "int_sub_ovf", "int_mul_ovf"}
	var s strings.Builder
	s.WriteString("[i0, i1, i2]\n")
	words, bools := []string{"i0", "i1", "i2"}, []string{}
	word := func() string {
		if r.IntN(3) == 0 {
			edges := []int64{0, 1, -1, 2, 8, 15, 255, 256, 1 << 31, -1 << 63, 1<<63 - 1, int64(r.IntN(100)), int64(r.Uint64())}
			return fmt.Sprint(edges[r.IntN(len(edges))])
		}
		return words[max(0, len(words)-1-r.IntN(8))]
	}
	variable := func() string { return words[max(0, len(words)-1-r.IntN(8))] }
	for k := 3; k < n+3; k++ {
		name := fmt.Sprintf("i%d", k)
		switch c := r.IntN(20); {
		case c < 9:
			fmt.Fprintf(&s, "%s = %s(%s, %s)\n", name, binary[r.IntN(len(binary))], variable(), word())
			words = append(words, name)
		case c < 11:
			fmt.Fprintf(&s, "%s = %s(%s, %d)\n", name, shifts[r.IntN(3)], variable(), r.IntN(64))
			words = append(words, name)
		case c < 12:
			fmt.Fprintf(&s, "%s = %s(%s)\n", name, []string{"int_neg", "int_invert"}[r.IntN(2)], variable())
			words = append(words, name)
		case c < 13:
			k++
			fmt.Fprintf(&s, "%s = %s(%s, %s)\nguard_no_overflow() [i0, %s]\n", name, ovf[r.IntN(3)], variable(), word(), variable())
			words = append(words, name)
		case c < 17 || len(bools) == 0:
			fmt.Fprintf(&s, "%s = %s(%s, %s)\n", name, tests[r.IntN(len(tests))], variable(), word())
			words, bools = append(words, name), append(bools, name)
		default:
			fmt.Fprintf(&s, "guard_%t(%s) [%s, %s]\n", r.IntN(2) == 0, bools[len(bools)-1-r.IntN(min(len(bools), 3))], variable(), variable())
		}
	}
	fmt.Fprintf(&s, "finish(%s)\n", variable())
	return s.String()
}

// traces is the number of traces that the benchmark proves.
const traces = 300

// BenchmarkTraceQueries asks what the prover asks about random traces of 30
// integer operations and what the optimizer made from them. It reports how many
// of a hundred questions are settled within a second each.
func BenchmarkTraceQueries(b *testing.B) {
	for _, name := range solve.Names() {
		b.Run(name, func(b *testing.B) {
			s, err := solve.ByName(name)
			if err != nil {
				b.Skip(err)
			}
			r := &recorder{Solver: s}
			if dir := os.Getenv("UNBOX_DUMP"); dir != "" {
				r.dump = func(bank *term.Bank, assertions []term.Term, res solve.Result) {
					if res.Status == solve.Unknown {
						f, err := os.Create(fmt.Sprintf("%s/%s-%d.smt2", dir, name, len(r.results)))
						if err != nil {
							b.Fatal(err)
						}
						defer f.Close()
						_ = term.WriteScript(f, bank, assertions, term.ScriptOptions{})
					}
				}
			}
			for b.Loop() {
				r.results = r.results[:0]
				for seed := range uint64(traces) {
					proveRandom(b, r, seed)
				}
			}
			report(b, r.results)
		})
	}
}

func proveRandom(tb testing.TB, s solve.Solver, seed uint64) {
	before, list := trace.Parse(randomTrace(rand.New(rand.NewPCG(seed, 30)), 30))
	if before == nil {
		tb.Fatal(list)
	}
	preset, _ := optimizer.PresetByName("loop")
	after := optimizer.Optimize(before, preset.Passes).Out
	v, err := prove.Equivalent(context.Background(), before, after, prove.Options{Solver: s, Budget: solve.Budget{Time: time.Second, Memory: 2 << 30}})
	if err != nil {
		tb.Fatal(err)
	}
	if v.Status == prove.Refuted {
		tb.Errorf("seed %d: expected equivalent traces, found a difference: %v", seed, v.Counterexample)
	}
}

func report(b *testing.B, results []solve.Result) {
	settled, total := 0, time.Duration(0)
	var times []time.Duration
	by := map[string]int{}
	for _, r := range results {
		times = append(times, r.Stats.Time)
		total += r.Stats.Time
		if r.Status != solve.Unknown {
			settled++
			by[r.Stats.By]++
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(len(results)), "questions")
	b.ReportMetric(100*float64(settled)/float64(len(results)), "%settled")
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "µs-median")
	b.ReportMetric(float64(times[len(times)*9/10].Microseconds()), "µs-90%")
	b.ReportMetric(total.Seconds(), "s-total")
	b.Logf("settled by %v", by)
}
