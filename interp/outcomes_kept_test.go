package interp_test

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/internal/golden"
	"unbox/interp"
)

// The outcomes of the examples and of random traces are what they were, on random inputs, on variations, and with
// outsides of random seeds. Judges compare two runs; where the interpreter itself says something
// else than before of both, in the same way, nothing else would tell.
func TestOutcomesAreKept(t *testing.T) {
	var lines []string
	for _, e := range examples.All() {
		tr := parsed(t, e.Text)
		rng := rand.New(rand.NewPCG(11, 12))
		for k := range 12 {
			in := interp.RandomInputs(tr, rng)
			if k > 2 {
				in.Outside.Seed = uint64(k)
			}
			out := interp.Run(tr, in, interp.RunOptions{Jumps: 20, HostileCalls: k%2 == 1, Imagined: k%4 < 2})
			all := strings.Join(describeOutcome(out), "\n")
			last := all[strings.LastIndex(all, "\n")+1:]
			lines = append(lines, fmt.Sprintf("%s %d: %s, %s, all of it %08x", e.ID, k, out.Exit, last, crc32.ChecksumIEEE([]byte(all))))
		}
	}
	for from := uint64(0); from < 6000; from += 200 {
		lines = append(lines, fmt.Sprintf("random traces from %d on: %s", from, randomOutcomes(from, 200)))
	}
	golden.Lines(t, filepath.Join("testdata", "outcomes.txt"), lines)
}

// randomOutcomes runs so many random traces on their examples, on variations and on random inputs, in
// all kinds of surroundings.
func randomOutcomes(from, n uint64) string {
	var g fuzz.Generator
	var machine interp.Interp
	varier, rng := fuzz.NewVarier(from), rand.New(rand.NewPCG(13, from))
	exits, sum := map[interp.ExitKind]int{}, crc32.NewIEEE()
	steps, effects := 0, 0
	for k := from; k < from+n; k++ {
		made := g.Trace(41, k, int(k%10/9*200))
		for variation := range uint64(6) {
			in := made.Inputs
			switch variation {
			case 1, 2, 3:
				in = varier.Next(made.Trace, in)
			case 4:
				in = interp.RandomInputs(made.Trace, rng)
			case 5:
				in.Outside.Seed = k
			}
			out := machine.Run(made.Trace, in, interp.RunOptions{Jumps: 12, HostileCalls: variation%2 == 1, Imagined: (k+variation)%4 < 3})
			exits[out.Exit]++
			steps, effects = steps+out.Steps, effects+len(out.Effects)
			for _, line := range describeOutcome(out) {
				fmt.Fprintln(sum, line)
			}
		}
	}
	var ends []string
	for kind := range interp.ExitExhausted + 1 {
		if exits[kind] > 0 {
			ends = append(ends, fmt.Sprintf("%d %s", exits[kind], kind))
		}
	}
	return fmt.Sprintf("%s; %d steps, %d effects, all of it %08x", strings.Join(ends, ", "), steps, effects, sum.Sum32())
}
