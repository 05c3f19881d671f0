package backend_test

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/heap"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/interp"
	"unbox/trace"
)

// What becomes of damaged traces is what it was: which are refused with which words, and what the plans of the others are, where the
// run ends before an operation that has no meaning.
func TestPlansOfWrongTracesAreKept(t *testing.T) {
	var lines []string
	for from := uint64(0); from < 2000; from += 200 {
		var g fuzz.Generator
		w := newWrongPlans()
		for k := from; k < from+200; k++ {
			w.damage(g.Trace(44, k, 0).Trace, 12)
		}
		lines = append(lines, fmt.Sprintf("random traces from %d on: %s", from, w))
	}
	for _, g := range corpus.Files(t, "..") {
		w := newWrongPlans()
		for _, tr := range g.All() {
			w.damage(tr, 8)
		}
		lines = append(lines, g.Name+": "+w.String())
	}
	golden.Lines(t, filepath.Join("testdata", "wrong.txt"), lines)
}

// wrongPlans adds up what is said of damaged traces, and their plans.
type wrongPlans struct {
	rng              *rand.Rand
	refused, planned int
	instructions     int
	sum              uint32
}

func newWrongPlans() *wrongPlans { return &wrongPlans{rng: rand.New(rand.NewPCG(9, 12))} }

func (w *wrongPlans) damage(tr *trace.Trace, ways int) {
	for range ways {
		wrong := corpus.Damaged(tr, w.rng)
		p, err := backend.Plan(wrong, backend.Options{Tags: true})
		if err != nil {
			w.refused++
			w.sum = crc32.Update(w.sum, crc32.IEEETable, []byte(err.Error()))
			continue
		}
		w.planned++
		w.instructions += len(p.Code)
		for k := range p.Code {
			w.sum = crc32.Update(w.sum, crc32.IEEETable, fmt.Appendf(nil, "%+v\n", p.Code[k]))
		}
	}
}

func (w *wrongPlans) String() string {
	return fmt.Sprintf("%d refused, %d plans of %d instructions, checksum %08x", w.refused, w.planned, w.instructions, w.sum)
}

// What a host without a driver begins with is what it was: the region with the inputs, what in it can hold references, which
// objects can be told apart, constants and fuel; and so is why a run does not begin.
func TestStartsAreKept(t *testing.T) {
	var lines []string
	var g fuzz.Generator
	for from := uint64(0); from < 2000; from += 200 {
		starts, origins, words := 0, 0, uint64(0)
		var sum uint32
		for k := from; k < from+200; k++ {
			made := g.Trace(45, k, 0)
			p, err := backend.Plan(made.Trace, backend.Options{Tags: k%4 != 0})
			if err != nil {
				continue
			}
			o := backend.RunOptions{}
			o.Jumps, o.Imagined = int(k%5)*3, k%2 == 0
			if k%7 == 3 {
				o.Heap = heap.Limits{Objects: 1 + int(k%11)}
			}
			start, err := backend.Prepare(p, made.Inputs, o)
			if err != nil {
				sum = crc32.Update(sum, crc32.IEEETable, []byte(err.Error()))
				continue
			}
			starts, origins, words = starts+1, origins+len(start.Origins), words+start.Iterations
			sum = crc32.Update(sum, crc32.IEEETable, start.Region)
			sum = crc32.Update(sum, crc32.IEEETable, fmt.Append(nil, start.Young, start.Space, start.OldRefs, start.Origins, start.Consts, start.Iterations))
		}
		lines = append(lines, fmt.Sprintf("random traces from %d on: %d begin, %d origins, fuel for %d iterations, checksum %08x", from, starts, origins, words, sum))
	}
	golden.Lines(t, filepath.Join("testdata", "starts.txt"), lines)
}

// A run that does not begin says why.
func TestStartsThatAreRefused(t *testing.T) {
	loop, err := plan(t, "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n")
	if err != nil {
		t.Fatal(err)
	}
	in, _ := interp.ParseInputs(loop.Trace, "i0=1")
	o := backend.RunOptions{}
	o.Jumps = -1
	if _, err := backend.Prepare(loop, in, o); err == nil {
		t.Error("no jumps: expected that the run does not begin, found a start")
	}
	if _, err := backend.Prepare(loop, &interp.Inputs{}, backend.RunOptions{}); err == nil {
		t.Error("no inputs: expected that the run does not begin, found a start")
	}
	if start, err := backend.Prepare(loop, in, backend.RunOptions{}); err != nil || start.Iterations == 0 {
		t.Errorf("expected a start with iterations, found %v, %v", start, err)
	}
}
