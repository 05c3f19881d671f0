//go:build linux && amd64

package native

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/native/x64"
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
	for from := uint64(0); from < 2000; from += 200 {
		s := placedSum{anywhere: true}
		for k := from; k < from+200; k++ {
			s.add(g.Trace(24, k, int(k%10/9*300)).Trace)
		}
		lines = append(lines, fmt.Sprintf("bridges from anywhere, random traces from %d on: %s", from, &s))
	}
	for from := uint64(0); from < 1000; from += 250 {
		lines = append(lines, fmt.Sprintf("adapters from %d on: %s", from, adapters(from, 250)))
	}
	golden.Lines(t, filepath.Join("testdata", "placed.txt"), lines)
}

// adapters adds up codes that bring values from some places to others, made by a generator that has made other code before.
func adapters(first, n uint64) string {
	var random fuzz.Generator
	var before placedSum
	for k := first; before.bytes == 0; k++ {
		before.add(random.Trace(22, k, 0).Trace)
	}
	g := &before.generator
	bytes, slots, sum := 0, 0, uint32(0)
	for k := first; k < first+n; k++ {
		rng := rand.New(rand.NewPCG(5, k))
		vector := make([]bool, rng.IntN(12))
		for i := range vector {
			vector[i] = rng.IntN(3) == 0
		}
		code := g.writeAdapter(somePlaces(rng, vector, true), somePlaces(rng, vector, false), vector, int32(rng.IntN(1000)))
		bytes, slots, sum = bytes+len(code), slots+int(g.slots), crc32.Update(sum, crc32.IEEETable, code)
	}
	return fmt.Sprintf("%d bytes, %d slots, checksum %08x", bytes, slots, sum)
}

// somePlaces gives values places of their own: registers, those with a fixed meaning too, and slots; some numbers are known where they
// come from, and some are gone.
func somePlaces(rng *rand.Rand, vector []bool, known bool) (places []int32) {
	taken := map[int32]bool{int32(x64.RSP): true, int32(regHeap): true, int32(regScratch): true}
	for _, is := range vector {
		if known && !is && rng.IntN(6) == 0 {
			places = append(places, []int32{locNowhere, locFalse, locTrue}[rng.IntN(3)])
			continue
		}
		first := int32(x64.RAX)
		if is {
			first = int32(x64.X0)
		}
		if rng.IntN(3) == 0 {
			first = locSlot
		}
		place := first + int32(rng.IntN(16))
		for taken[place] {
			if place = place + 1; place == first+16 {
				place = locSlot
			}
		}
		taken[place] = true
		places = append(places, place)
	}
	return places
}

// sameMemory is a region for worlds that only say how their objects are laid out: each gets the memory of the one before.
type sameMemory struct{ words []uint64 }

func (m *sameMemory) Words(n int) []uint64 {
	if len(m.words) < n {
		m.words = make([]uint64, n)
	}
	return m.words[:n]
}

// placedSum adds up code.
type placedSum struct {
	// anywhere means that the values with which the code begins are in all kinds of places.
	anywhere                             bool
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
	p, err := backend.Plan(tr, backend.Options{World: w.Layout()})
	if err != nil {
		s.refused++
		return
	}
	g := &s.generator
	entry := slotPlaces(len(p.Entry))
	if s.anywhere {
		entry = s.someEntry(p)
	}
	at := placing{entry: entry, constants: 1 << 10, number: func(int) (int32, error) { return 7, nil }}
	if err := g.compile(p, Options{Features: bothFeatures[s.traces%2].set}, &at); err != nil {
		s.refused++
		return
	}
	s.bytes, s.exits, s.slots = s.bytes+len(g.asm.Bytes()), s.exits+len(g.stubs), s.slots+int(g.slots)
	s.sum = crc32.Update(s.sum, crc32.IEEETable, g.asm.Bytes())
	s.sum = crc32.Update(s.sum, crc32.IEEETable, fmt.Append(nil, g.stubs, g.locs))
}

// someEntry gives the values with which a program begins places of their own. References are in registers and slots.
func (s *placedSum) someEntry(p *backend.Program) []int32 {
	rng := rand.New(rand.NewPCG(6, uint64(s.traces)))
	vector, refs := make([]bool, len(p.Entry)), false
	for k, v := range p.Entry {
		vector[k] = p.TypeOf(v) == heap.Float
		refs = refs || p.TypeOf(v) == heap.Ref
	}
	return somePlaces(rng, vector, !refs)
}
