package prove_test

import (
	"context"
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"unbox/fuzz"
	"unbox/internal/golden"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

var (
	brokenTraces = flag.Int("broken", 250, "how many broken traces TestBrokenTracesAreNotProved tries")
	brokenFrom   = flag.Int("brokenfrom", 0, "the number of the first one")
	brokenLength = flag.Int("brokenlength", 12, "about how many operations they have")
)

// differs searches for inputs on which the interpreter sees two traces differ,
// among variations of the example and random ones, with each kind of outside.
func differs(before, after *trace.Trace, example *interp.Inputs, jumps, tries int, rng *rand.Rand) (string, bool) {
	var runBefore, runAfter interp.Interp
	var judge interp.Judge
	varier := fuzz.NewVarier(rng.Uint64())
	random := interp.NewInputGenerator(before, interp.RunOptions{Imagined: true})
	for k := range tries {
		in := example
		switch {
		case k == 0:
		case k%3 == 0:
			in = random.Next(rng)
		default:
			in = varier.Next(before, example)
		}
		for _, hostile := range []bool{false, true} {
			o := interp.RunOptions{Jumps: jumps, Imagined: true, HostileCalls: hostile}
			verdict := judge.Compare(runBefore.Run(before, in, o), runAfter.Run(after, in, o))
			if verdict.Kind == interp.VerdictDiffer {
				return interp.FormatInputs(before, in) + ": " + verdict.Reason(), true
			}
		}
	}
	return "", false
}

// The interpreter must not see traces differ that the prover calls equivalent: each
// trace is optimized and then broken in one place, and where the verdict is that
// nothing changed, it runs on many inputs.
func TestBrokenTracesAreNotProved(t *testing.T) {
	var g fuzz.Generator
	counts := map[string]int{}
	for k := *brokenFrom; k < *brokenFrom+*brokenTraces; k++ {
		made := g.Trace(*randomSeed, uint64(k), *brokenLength)
		rng := rand.New(rand.NewPCG(*randomSeed, uint64(k)))
		after, ok := broken(optimizer.Optimize(made.Trace, brokenPasses(k)).Out, rng)
		if !ok {
			continue
		}
		if twice, ok := broken(after, rng); ok && k%3 == 0 {
			after = twice // two changes can cancel each other out, or nearly so
		}
		where, status := brokenVerdict(t, made, after, rng)
		switch {
		case where != "" && status == prove.Proved:
			t.Errorf("trace %d of seed %d: proved, but on %s\n%s\n--- after\n%s", k, *randomSeed, where, text(made.Trace), text(after))
		case where != "":
			counts["parts, "+status.String()]++
		default:
			counts["no difference seen, "+status.String()]++
		}
	}
	t.Log(counts)
	if counts["parts, refuted"] < *brokenTraces/4 || counts["no difference seen, proved"] == 0 {
		t.Errorf("expected that at least a quarter of %d broken traces is refuted, and some proved, found %v", *brokenTraces, counts)
	}
}

// brokenVerdict asks the prover and the interpreter about a broken trace. where is
// empty if the interpreter sees no difference.
func brokenVerdict(t *testing.T, made fuzz.Generated, after *trace.Trace, rng *rand.Rand) (where string, status prove.Status) {
	t.Helper()
	const unroll = 2
	defer func() {
		if bug := recover(); bug != nil {
			t.Errorf("%v\n%s\n--- after\n%s", bug, text(made.Trace), text(after))
		}
	}()
	v, err := prove.Equivalent(context.Background(), made.Trace, after, prove.Options{
		Solver: chosenSolver(t), Unroll: unroll, Budget: solve.Budget{Steps: 300},
	})
	if err != nil {
		t.Fatal(err)
	}
	tries := 15
	if v.Status == prove.Proved {
		tries = 400
	}
	where, _ = differs(made.Trace, after, made.Inputs, unroll-1, tries, rng)
	return where, v.Status
}

// brokenPasses are all passes, none, or some.
func brokenPasses(k int) optimizer.PassSet {
	all := optimizer.PassSet(1<<len(optimizer.Passes()) - 1)
	switch k % 4 {
	case 0:
		return 0
	case 1:
		return all & optimizer.PassSet(uint32(k)*2654435761)
	}
	return all
}

func text(t *trace.Trace) string {
	return strings.Join(trace.Print(t, trace.PrintOptions{}).Lines(), "\n")
}

// What the interpreter's judge says about random traces, and about the same traces broken in one or
// two places, is what it was: no other test would notice a judge that overlooks a difference, or
// names another one first.
func TestVerdictsAreKept(t *testing.T) {
	var g fuzz.Generator
	var before, after interp.Interp
	var judge interp.Judge
	var lines []string
	for from := uint64(0); from < 8000; from += 200 {
		kinds, sum := map[interp.VerdictKind]int{}, crc32.NewIEEE()
		for k := from; k < from+200; k++ {
			rng := rand.New(rand.NewPCG(51, k))
			varier := fuzz.NewVarier(k)
			made := g.Trace(51, k, 0)
			wrong, ok := broken(optimizer.Optimize(made.Trace, 0).Out, rng)
			if !ok {
				continue // so short that no change matters
			}
			if twice, ok := broken(wrong, rng); ok && k%3 == 0 {
				wrong = twice
			}
			for variation := range uint64(6) {
				in := made.Inputs
				if variation > 1 {
					in = varier.Next(made.Trace, in)
				}
				o := interp.RunOptions{Jumps: 4, Imagined: k%4 > 0, HostileCalls: variation%2 == 1}
				verdict := judge.Compare(before.Run(made.Trace, in, o), after.Run(wrong, in, o))
				kinds[verdict.Kind]++
				fmt.Fprintln(sum, verdict.Kind, verdict.Reason())
			}
		}
		line := fmt.Sprintf("traces from %d on:", from)
		for _, kind := range []interp.VerdictKind{interp.VerdictAgree, interp.VerdictDiffer, interp.VerdictUndefined, interp.VerdictOpaque} {
			line += fmt.Sprintf(" %d %s,", kinds[kind], kind)
		}
		lines = append(lines, fmt.Sprintf("%s reasons %08x", line, sum.Sum32()))
	}
	golden.Lines(t, filepath.Join("testdata", "verdicts.txt"), lines)
}
