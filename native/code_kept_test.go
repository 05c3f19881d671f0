//go:build linux && amd64

package native

import (
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/heap/arena"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/interp"
	"unbox/trace"
)

// The code of examples, of loops, of the text tests, of single operations and of random traces is what it was: a
// worse choice of registers, a comparison that is no longer part of its guard, or a redundant check is still
// correct, and no other test would notice. After an intended change of the code, rewrite the file and look at
// the sizes.
func TestCodeIsKept(t *testing.T) {
	var lines []string
	for _, g := range slices.Concat(corpus.Loops(t, ".."), floatLoops(), corpus.Operations(), corpus.Guards(), corpus.Limits(), corpus.Files(t, "..")) {
		traces := g.All()
		for _, f := range bothFeatures {
			lines = append(lines, fmt.Sprintf("%s, %s: %s", g.Name, f.name, codeOf(t, traces, f.set)))
		}
	}
	var g fuzz.Generator
	for from := uint64(0); from < 4000; from += 200 {
		for _, f := range bothFeatures {
			var s codeSum
			for k := from; k < from+200; k++ {
				s.add(t, g.Trace(21, k, int(k%10/9*300)).Trace, f.set)
			}
			lines = append(lines, fmt.Sprintf("random traces from %d on, %s: %s", from, f.name, &s))
		}
	}
	golden.Lines(t, filepath.Join("testdata", "code.txt"), lines)
}

// bothFeatures are the processors with the fewest and with the most features for
// which code is generated.
var bothFeatures = []struct {
	name string
	set  Features
}{{"sse2", Features{}}, {"avx, bmi2", Features{AVX: true, BMI2: true}}}

// floatLoops are loops with guards on doubles, for checks that are combined, counted ahead, or
// have operands in registers from iteration to iteration.
func floatLoops() (groups []corpus.Group) {
	for k := range uint64(40) {
		groups = append(groups, corpus.Group{Name: fmt.Sprintf("loop over doubles %d", k), Texts: []string{floatLoop(seeded(k))}})
	}
	return groups
}

// codeSum adds up code.
type codeSum struct {
	traces, refused, bytes, straight, slots int
	sum                                     uint32
}

func (s *codeSum) String() string {
	return fmt.Sprintf("%d traces, %d refused, %d bytes, %d of them in line, %d slots, checksum %08x", s.traces, s.refused, s.bytes, s.straight, s.slots, s.sum)
}

func codeOf(t *testing.T, traces []*trace.Trace, set Features) *codeSum {
	t.Helper()
	var s codeSum
	for _, tr := range traces {
		s.add(t, tr, set)
	}
	return &s
}

// add adds the code of a trace; making it leaves the plan as it was, for other engines to
// compile.
func (s *codeSum) add(t *testing.T, tr *trace.Trace, set Features) {
	t.Helper()
	s.traces++
	p, err := backend.Plan(tr, backend.Options{Tags: s.traces%2 == 0})
	if err != nil {
		s.refused++
		return
	}
	before := slices.Clone(p.Code)
	code, err := Compile(p, Options{Features: set})
	if err != nil {
		t.Fatal(err)
	}
	defer code.Close()
	if !reflect.DeepEqual(before, p.Code) {
		t.Fatalf("expected a program that is as it was, found it changed, of\n%s", tr)
	}
	s.bytes, s.straight, s.slots = s.bytes+code.Size(), s.straight+code.StraightSize(), s.slots+code.Slots()
	s.sum = crc32.Update(s.sum, crc32.IEEETable, code.Bytes())
}

// What code asks of the driver is what it was: how often it leaves, how many iterations of a loop it runs, and how often
// memory is collected, on random traces with little memory and little fuel, and up to limits of any kind. Code with one
// exit more would still be correct.
func TestRunsAreKept(t *testing.T) {
	var g fuzz.Generator
	var lines []string
	for from := uint64(0); from < 1000; from += 100 {
		sum, limited := runSum{}, runSum{}
		for k := from; k < from+100; k++ {
			made := g.Trace(23, k, int(k%10/9*200))
			m := build(t, made.Trace, Options{})
			if m == nil {
				continue
			}
			o := backend.RunOptions{Slice: int(k % 4), Arena: tiny}
			o.Jumps, o.HostileCalls, o.Imagined = 15, k%3 == 1, k%2 == 0
			sum.add(m, made.Inputs, o)
			for n := range 6 {
				limited.add(m, made.Inputs, upTo(o, int(k)+n, n))
			}
			m.close()
		}
		lines = append(lines, fmt.Sprintf("traces from %d on: %s", from, &sum), fmt.Sprintf("up to limits, traces from %d on: %s", from, &limited))
	}
	golden.Lines(t, filepath.Join("testdata", "runs.txt"), lines)
}

// upTo sets one limit to a small number, or lets the run collect freely.
func upTo(o backend.RunOptions, kind, n int) backend.RunOptions {
	o.Arena = arena.Options{}
	switch kind % 5 {
	case 0:
		o.Jumps = n
	case 1:
		o.Steps = 1 + 7*n
	case 2:
		o.Effects = 1 + n
	case 3:
		o.Heap.Objects = 1 + 2*n
	default:
		o.CollectFreely = true
		o.Heap.Slots = 1 + 20*n
	}
	return o
}

// runSum adds up what runs asked of their drivers.
type runSum struct {
	backend.Stats
	steps, jumps, allocated, guessed, refused int
}

func (s *runSum) String() string {
	return fmt.Sprintf("%d iterations, %d exits, %d collections, %d allocations, %d of them in code, %d steps, %d jumps, %d come to a guess, %d do not begin",
		s.Iterations, s.Exits, s.Collections, s.allocated, s.Allocations, s.steps, s.jumps, s.guessed, s.refused)
}

func (s *runSum) add(m *machine, in *interp.Inputs, o backend.RunOptions) {
	out, err := m.driver.Run(in, o)
	switch {
	case err == nil:
		s.steps, s.jumps, s.allocated = s.steps+out.Steps, s.jumps+out.Jumps, s.allocated+out.Allocations
	case errors.Is(err, backend.ErrGuessed):
		s.guessed++
	default:
		s.refused++
	}
	now := m.driver.Stats()
	s.Iterations, s.Exits, s.Collections = s.Iterations+now.Iterations, s.Exits+now.Exits, s.Collections+now.Collections
	s.Allocations += now.Allocations
}
