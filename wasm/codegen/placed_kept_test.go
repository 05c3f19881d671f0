package codegen_test

import (
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/heap/arena"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/trace"
	"unbox/wasm/codegen"
)

// The modules that work on the objects of a world are what they were, too. One with a useless check, or with too many live
// values, would still be correct.
func TestPlacedModulesAreKept(t *testing.T) {
	var lines []string
	for _, g := range slices.Concat(corpus.Loops(t, "../.."), corpus.Operations(), corpus.Guards(), corpus.Limits(), corpus.Files(t, "../..")) {
		var s placedSum
		for _, tr := range g.All() {
			s.add(tr)
		}
		if s.refused < s.traces {
			lines = append(lines, fmt.Sprintf("%s: %s", g.Name, &s))
		}
	}
	var g fuzz.Generator
	for from := uint64(0); from < 4000; from += 200 {
		var s placedSum
		for k := from; k < from+200; k++ {
			s.add(g.Trace(22, k, int(k%10/9*300)).Trace)
		}
		lines = append(lines, fmt.Sprintf("random traces from %d on: %s", from, &s))
	}
	golden.Lines(t, filepath.Join("testdata", "placed.txt"), lines)
}

// sameMemory is a region for worlds that are used only for their layout: each reuses the memory of the one before.
type sameMemory struct{ words []uint64 }

func (m *sameMemory) Words(n int) []uint64 {
	if len(m.words) < n {
		m.words = make([]uint64, n)
	}
	return m.words[:n]
}

// placedSum adds up modules.
type placedSum struct {
	memory                        sameMemory
	traces, refused, bytes, words int
	sum                           uint32
}

func (s *placedSum) String() string {
	return fmt.Sprintf("%d traces, %d refused, %d bytes, %d words allocated, checksum %08x", s.traces, s.refused, s.bytes, s.words, s.sum)
}

// add adds the module of a trace that runs in the world that its own schema describes, and what it says about its
// exits.
func (s *placedSum) add(tr *trace.Trace) {
	s.traces++
	w := arena.NewWorld(&tr.Tables.Schema, arena.WorldOptions{Stack: 8, Fixed: 8, Constants: 8, Limit: 1 << 16, Region: &s.memory}, func(func(*uint64)) {})
	p, err := backend.Plan(tr, backend.Options{World: w.Layout()})
	if err != nil {
		s.refused++
		return
	}
	entry := make([]int, len(p.Entry))
	for k := range entry {
		entry[k] = 2*k + 1
	}
	m, err := codegen.Place(p, &codegen.Placing{Region: 1 << 16, Constants: 1 << 12, Invalid: 1 << 11, Exits: 1 << 13, Code: 5, Entry: entry, TailCalls: true, Arrays: 1 << 12})
	if err != nil {
		s.refused++
		return
	}
	s.bytes, s.words = s.bytes+len(m.Module), s.words+m.Words
	s.sum = crc32.Update(s.sum, crc32.IEEETable, m.Module)
	s.sum = crc32.Update(s.sum, crc32.IEEETable, fmt.Append(nil, m.Exits))
}
