//go:build linux && amd64

package native

import (
	"fmt"
	"hash/crc32"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/trace"
)

// The code of examples, of loops, of the text tests, of single operations and of random traces is what it was: a
// worse choice of registers, a comparison that is no longer part of its guard, a question that is
// asked although it is answered is as right as before, and nothing else would tell. Whoever changes the code on
// purpose writes the file anew and looks at the sizes.
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

// bothFeatures are processors with the least and with the most that code is made for.
var bothFeatures = []struct {
	name string
	set  Features
}{{"sse2", Features{}}, {"avx, bmi2", Features{AVX: true, BMI2: true}}}

// floatLoops are loops of guards on doubles: what is asked together, counted ahead and kept in
// registers from iteration to iteration.
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
	p, err := backend.Plan(tr, backend.Options{Untyped: s.traces%2 == 0})
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

// What code asks of the driver is what it was: how often it leaves for it, how many iterations of a loop it takes, and how
// often memory is collected, on random traces with little memory and little fuel. An exit more is as right as one less.
func TestRunsAreKept(t *testing.T) {
	var g fuzz.Generator
	var lines []string
	for from := uint64(0); from < 1000; from += 100 {
		var sum backend.Stats
		var guessed, allocated int
		for k := from; k < from+100; k++ {
			made := g.Trace(23, k, int(k%10/9*200))
			m := build(t, made.Trace, Options{})
			if m == nil {
				continue
			}
			o := backend.RunOptions{Slice: int(k % 4), Arena: tiny}
			o.Jumps, o.HostileCalls, o.Imagined = 15, k%3 == 1, k%2 == 0
			out, err := m.driver.Run(made.Inputs, o)
			if err != nil {
				guessed++
			} else {
				allocated += out.Allocations
			}
			s := m.driver.Stats()
			sum.Iterations, sum.Exits, sum.Collections = sum.Iterations+s.Iterations, sum.Exits+s.Exits, sum.Collections+s.Collections
			m.close()
		}
		lines = append(lines, fmt.Sprintf("traces from %d on: %d iterations, %d exits, %d collections, %d allocations, %d come to a guess",
			from, sum.Iterations, sum.Exits, sum.Collections, allocated, guessed))
	}
	golden.Lines(t, filepath.Join("testdata", "runs.txt"), lines)
}
