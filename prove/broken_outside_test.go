package prove_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

var brokenOutside = flag.Int("brokenoutside", 600, "how many traces TestBrokenOutsideIsNotProved tries")

// outsideLine returns a random line of a trace about calls, exceptions and invalidation.
// n is its number, ints and refs are the values so far.
func outsideLine(rng *rand.Rand, n int, ints, refs *[]string) []string {
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	effect := rng.IntN(8)
	args := pick(*ints)
	letters := "i"
	if rng.IntN(3) == 0 {
		args, letters = pick(*refs), "r"
	}
	guard := func() string {
		switch rng.IntN(8) {
		case 0:
			return fmt.Sprintf("guard_exception(ConstClass(Error)) [%s]", pick(*ints))
		case 1:
			return fmt.Sprintf("guard_not_forced() [%s]\nguard_no_exception() [%s]", pick(*ints), pick(*refs))
		}
		return fmt.Sprintf("guard_no_exception() [%s]", pick(*ints))
	}
	var lines []string
	switch rng.IntN(10) {
	case 0, 1, 2:
		return []string{fmt.Sprintf("guard_not_invalidated() [%d, %s]", n, pick(*ints))}
	case 3:
		return []string{fmt.Sprintf("print(%s)", pick(*ints))}
	case 4:
		return []string{fmt.Sprintf("escape(%s)", args)}
	case 5:
		lines = append(lines, fmt.Sprintf("p%d = call_r(ConstClass(g), %s, descr=<Callr 8 %s EF=%d>)", n, args, letters, effect))
	default:
		lines = append(lines, fmt.Sprintf("i%d = call_i(ConstClass(f), %s, descr=<Calli 8 %s EF=%d>)", n, args, letters, effect))
	}
	if rng.IntN(4) > 0 {
		lines = append(lines, guard())
	}
	if name, _, _ := strings.Cut(lines[0], " "); name[0] == 'p' {
		*refs = append(*refs, name)
	} else {
		*ints = append(*ints, name)
	}
	return lines
}

// outsideTrace returns the lines of a random trace.
func outsideTrace(rng *rand.Rand) []string {
	ints, refs := []string{"i0", "i1"}, []string{"p0", "p1"}
	lines := []string{"[i0, i1, p0, p1]"}
	for n := 2; n < 8+rng.IntN(6); n++ {
		for _, line := range outsideLine(rng, n, &ints, &refs) {
			lines = append(lines, strings.Split(line, "\n")...)
		}
	}
	if rng.IntN(4) == 0 {
		return append(lines, fmt.Sprintf("jump(%s, i0, p1, p0)", ints[rng.IntN(len(ints))]))
	}
	return append(lines, fmt.Sprintf("finish(%s, %s)", ints[rng.IntN(len(ints))], refs[rng.IntN(len(refs))]))
}

// breakLines changes one thing: a line is removed, moved or duplicated, or calls
// something else.
func breakLines(rng *rand.Rand, lines []string) []string {
	list := slices.Clone(lines)
	k := 1 + rng.IntN(len(list)-2)
	switch rng.IntN(7) {
	case 0, 1, 2:
		return slices.Delete(list, k, k+1)
	case 3:
		j := 1 + rng.IntN(len(list)-2)
		list[k], list[j] = list[j], list[k]
	case 4:
		if strings.HasPrefix(list[k], "guard") || strings.HasPrefix(list[k], "print") {
			list = slices.Insert(list, 1+rng.IntN(len(list)-2), list[k])
		}
	case 5:
		list[k] = strings.Replace(list[k], "i0", "i1", 1)
	case 6:
		list[k] = strings.Replace(list[k], fmt.Sprintf("EF=%d", k%8), fmt.Sprintf("EF=%d", rng.IntN(8)), 1)
	}
	return list
}

// The interpreter must not contradict what the prover says about traces with calls,
// exceptions and invalidation, whatever the outside does.
func TestBrokenOutsideIsNotProved(t *testing.T) {
	counts := map[string]int{}
	for k := range *brokenOutside {
		rng := rand.New(rand.NewPCG(*randomSeed+1000, uint64(k)))
		lines := outsideTrace(rng)
		after := breakLines(rng, lines)
		recorded, _ := trace.Parse(strings.Join(lines, "\n") + "\n")
		other, _ := trace.Parse(strings.Join(after, "\n") + "\n")
		if recorded == nil || other == nil {
			counts["no trace"]++
			continue
		}
		first, second, err := prove.Align(recorded, other)
		if err != nil {
			counts["no pair"]++
			continue
		}
		v, err := prove.Equivalent(context.Background(), first, second, prove.Options{
			Solver: chosenSolver(t), Unroll: 2, Budget: solve.Budget{Steps: 300},
		})
		if err != nil {
			t.Fatal(err)
		}
		tries := 20
		if v.Status == prove.Proved || v.Status == prove.Vacuous {
			tries = 500
		}
		where, parts := differs(first, second, interp.SuggestedInputs(first), 1, tries, rng)
		if parts && tries == 500 {
			t.Errorf("trace %d: %s, but on %s\n%s\n--- after\n%s", k, v.Status, where, strings.Join(lines, "\n"), strings.Join(after, "\n"))
		}
		counts[fmt.Sprintf("%s, parts: %t", v.Status, parts)]++
	}
	t.Log(counts)
	if counts["refuted, parts: true"] < *brokenOutside/10 || counts["proved, parts: false"] < *brokenOutside/20 {
		t.Errorf("expected many traces that are refuted and some that are proved, found %v", counts)
	}
}
