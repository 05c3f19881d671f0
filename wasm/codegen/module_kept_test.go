package codegen_test

import (
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/internal/corpus"
	"unbox/internal/golden"
	"unbox/trace"
	"unbox/wasm/codegen"
)

// The modules of examples, of loops, of the text tests, of single operations and of random traces are what they
// were, like machine code: no other test would notice a change that makes them larger or slower but still
// correct.
func TestModulesAreKept(t *testing.T) {
	var lines []string
	for _, g := range slices.Concat(corpus.Loops(t, "../.."), corpus.Operations(), corpus.Guards(), corpus.Limits(), corpus.Files(t, "../..")) {
		var s moduleSum
		for _, tr := range g.All() {
			s.add(t, tr)
		}
		lines = append(lines, fmt.Sprintf("%s: %s", g.Name, &s))
	}
	var g fuzz.Generator
	for from := uint64(0); from < 4000; from += 200 {
		var s moduleSum
		for k := from; k < from+200; k++ {
			s.add(t, g.Trace(21, k, int(k%10/9*300)).Trace)
		}
		lines = append(lines, fmt.Sprintf("random traces from %d on: %s", from, &s))
	}
	golden.Lines(t, filepath.Join("testdata", "modules.txt"), lines)
}

// moduleSum adds up modules.
type moduleSum struct {
	traces, refused, bytes, locals int
	sum                            uint32
}

func (s *moduleSum) String() string {
	return fmt.Sprintf("%d traces, %d refused, %d bytes, %d locals, checksum %08x", s.traces, s.refused, s.bytes, s.locals, s.sum)
}

// add adds the module of a trace, with the checks that it needs and with all of them in turn.
func (s *moduleSum) add(t *testing.T, tr *trace.Trace) {
	t.Helper()
	s.traces++
	p, err := backend.Plan(tr, backend.Options{AllChecks: s.traces%2 == 0})
	if err != nil {
		s.refused++
		return
	}
	m, err := codegen.Generate(p)
	if err != nil {
		t.Fatal(err)
	}
	s.bytes, s.locals = s.bytes+len(m.Bytes), s.locals+m.Locals
	s.sum = crc32.Update(s.sum, crc32.IEEETable, m.Bytes)
}
