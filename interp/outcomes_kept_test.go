package interp_test

import (
	"fmt"
	"hash"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/heap"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// The outcomes of the examples and of random traces are what they were, on random inputs, on variations, and with
// outsides of random seeds. Judges only compare two runs: if the interpreter changed both in the same way, no
// other test would notice.
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
		lines = append(lines, golden.Block(int(from/200), func() string {
			return fmt.Sprintf("random traces from %d on: %s", from, randomOutcomes(from, 200))
		}))
	}
	for from := uint64(0); from < 4000; from += 200 {
		lines = append(lines, golden.Block(int(from/200), func() string {
			return fmt.Sprintf("tight budgets, traces from %d on: %s", from, tightOutcomes(from, 200))
		}))
	}
	for _, g := range corpus.Files(t, "..") {
		lines = append(lines, fmt.Sprintf("%s: %s", g.Name, outcomesOf(g.All())))
	}
	golden.Lines(t, filepath.Join("testdata", "outcomes.txt"), lines)
}

// outcomesOf runs traces in all kinds of surroundings, half of them with an outside whose every reaction is
// specified.
func outcomesOf(list []*trace.Trace) string {
	var machine interp.Interp
	s := outcomeSum{exits: map[interp.ExitKind]int{}, sum: crc32.NewIEEE()}
	for n, tr := range list {
		rng := rand.New(rand.NewPCG(14, uint64(n)))
		for k := range 8 {
			in := interp.RandomInputs(tr, rng)
			if k%2 == 1 {
				in.Outside = reactions(tr, rng)
			}
			s.add(machine.Run(tr, in, interp.RunOptions{Jumps: 4, HostileCalls: k%4 < 2, Imagined: k%8 < 4}))
		}
	}
	return s.String()
}

// reactions is what the outside does at each of the first visible effects.
func reactions(tr *trace.Trace, rng *rand.Rand) (o interp.Outside) {
	for at := range int32(9) {
		e := interp.OutsideEvent{At: at, Invalidates: rng.IntN(6) == 0, Raises: rng.IntN(6) == 0, Fails: rng.IntN(6) == 0, Class: heap.ClassID(rng.IntN(len(tr.Tables.Schema.Classes)+1) - 1)}
		if typ := [...]trace.Type{trace.Void, trace.Int, trace.Float}[rng.IntN(3)]; typ != trace.Void && at > 0 {
			e.Result = interp.Datum{Type: typ, Bits: rng.Uint64N(100)}
		}
		o.Events = append(o.Events, e)
	}
	return o
}

// randomOutcomes runs n random traces on their examples, on variations and on random inputs, in all
// kinds of surroundings.
func randomOutcomes(from, n uint64) string {
	var g fuzz.Generator
	var machine interp.Interp
	varier, rng := fuzz.NewVarier(from), rand.New(rand.NewPCG(13, from))
	s := outcomeSum{exits: map[interp.ExitKind]int{}, sum: crc32.NewIEEE()}
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
			s.add(machine.Run(made.Trace, in, interp.RunOptions{Jumps: 12, HostileCalls: variation%2 == 1, Imagined: (k+variation)%4 < 3}))
		}
	}
	return s.String()
}

// tightOutcomes runs so many random traces with budgets of which one or another is used up anywhere: a place for an object that
// the outside, a snapshot or a constant needs is then missing.
func tightOutcomes(from, n uint64) string {
	var g fuzz.Generator
	var machine interp.Interp
	rng := rand.New(rand.NewPCG(15, from))
	s := outcomeSum{exits: map[interp.ExitKind]int{}, sum: crc32.NewIEEE()}
	for k := from; k < from+n; k++ {
		made := g.Trace(42, k, 0)
		optimized := optimizer.Optimize(made.Trace, optimizer.Presets()[0].Passes).Out
		for variation := range 8 {
			o := interp.RunOptions{Jumps: 1 + rng.IntN(8), HostileCalls: variation%2 == 1, Imagined: variation%3 > 0}
			there := len(made.Inputs.Objects)
			switch rng.IntN(4) {
			case 0:
				o.Steps, o.Effects = 1+rng.IntN(40), 1+rng.IntN(3)
			case 1:
				o.Heap = heap.Limits{Slots: 1 + rng.IntN(40)}
			default:
				o.Heap = heap.Limits{Objects: max(1, there+rng.IntN(6)-1)}
			}
			tr := made.Trace
			if variation >= 4 {
				tr = optimized // in its snapshots are objects that are made where it leaves
			}
			s.add(machine.Run(tr, made.Inputs, o))
		}
	}
	return s.String()
}

// outcomeSum adds up outcomes.
type outcomeSum struct {
	exits          map[interp.ExitKind]int
	steps, effects int
	sum            hash.Hash32
}

func (s *outcomeSum) add(out *interp.Outcome) {
	s.exits[out.Exit]++
	s.steps, s.effects = s.steps+out.Steps, s.effects+len(out.Effects)
	for _, line := range describeOutcome(out) {
		fmt.Fprintln(s.sum, line)
	}
}

func (s *outcomeSum) String() string {
	var ends []string
	for kind := range interp.ExitExhausted + 1 {
		if s.exits[kind] > 0 {
			ends = append(ends, fmt.Sprintf("%d %s", s.exits[kind], kind))
		}
	}
	return fmt.Sprintf("%s; %d steps, %d effects, all of it %08x", strings.Join(ends, ", "), s.steps, s.effects, s.sum.Sum32())
}
