package backend_test

import (
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/trace"
)

// The plans of traces that run on the objects of a world are what they were: the number of instructions, and the number of checks. A plan
// that checks something twice is still correct, and no other test would notice. Each trace runs in the world that its own schema
// describes.
func TestPlansForWorldsAreKept(t *testing.T) {
	var lines []string
	for _, g := range slices.Concat(corpus.Loops(t, ".."), corpus.Guards(), corpus.Limits(), corpus.Files(t, "..")) {
		planned, instructions, asked, sum := 0, 0, 0, crc32.NewIEEE()
		for _, tr := range g.All() {
			p := planForOwnWorld(tr)
			if p == nil {
				continue
			}
			planned, instructions, asked = planned+1, instructions+len(p.Code), asked+checks(p, all)
			for k := range p.Code {
				fmt.Fprintf(sum, "%+v\n", p.Code[k])
			}
		}
		if planned > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d plans, %d instructions, %d of them ask, checksum %08x", g.Name, planned, instructions, asked, sum.Sum32()))
		}
	}
	golden.Lines(t, filepath.Join("testdata", "worlds.txt"), lines)
}

// planForOwnWorld returns nil for a trace that is refused.
func planForOwnWorld(tr *trace.Trace) *backend.Program {
	w := arena.NewWorld(&tr.Tables.Schema, arena.WorldOptions{Stack: 8, Fixed: 8, Constants: 8, Limit: 1 << 16}, func(func(*uint64)) {})
	p, err := backend.Plan(tr, backend.Options{World: w.Layout()})
	if err != nil {
		return nil
	}
	return p
}
