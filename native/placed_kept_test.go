//go:build linux && amd64

package native

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
)

// The code that works on the objects of a world is what it was, too: the places of its entry values, and
// the live values of its exits.
func TestPlacedCodeIsKept(t *testing.T) {
	var lines []string
	for _, g := range slices.Concat(corpus.Loops(t, ".."), floatLoops(), corpus.Operations(), corpus.Guards(), corpus.Limits(), corpus.Files(t, "..")) {
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

// placedSum adds up code.
type placedSum struct {
	memory                               sameMemory
	traces, refused, bytes, exits, slots int
	sum                                  uint32
	generator                            generator
}

func (s *placedSum) String() string {
	return fmt.Sprintf("%d traces, %d refused, %d bytes, %d exits, %d slots, checksum %08x", s.traces, s.refused, s.bytes, s.exits, s.slots, s.sum)
}

// add adds the code of a trace that runs in the world that its own schema describes, alternately for a processor without the
// extensions and for one with all of them.
func (s *placedSum) add(tr *trace.Trace) {
	s.traces++
	w := arena.NewWorld(&tr.Tables.Schema, arena.WorldOptions{Stack: 8, Fixed: 8, Constants: 8, Limit: 1 << 16, Region: &s.memory}, func(func(*uint64)) {})
	p, err := backend.Plan(tr, backend.Options{World: w.Layout(), Copies: true})
	if err != nil {
		s.refused++
		return
	}
	g := &s.generator
	at := placing{entry: slotPlaces(len(p.Entry)), constants: 1 << 10, number: func(int) (int32, error) { return 7, nil }}
	if err := g.compile(p, Options{Features: bothFeatures[s.traces%2].set}, &at); err != nil {
		s.refused++
		return
	}
	s.bytes, s.exits, s.slots = s.bytes+len(g.asm.Bytes()), s.exits+len(g.stubs), s.slots+int(g.slots)
	s.sum = crc32.Update(s.sum, crc32.IEEETable, g.asm.Bytes())
	s.sum = crc32.Update(s.sum, crc32.IEEETable, fmt.Append(nil, g.stubs, g.locs))
}
