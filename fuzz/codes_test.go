package fuzz

import (
	"testing"

	"unbox/trace"
)

// Every operation of the table with a meaning on numbers appears in random traces, whether
// or not anybody has thought of it there.
func TestEveryOperationIsDrawn(t *testing.T) {
	var g Generator
	found := map[trace.Opcode]int{}
	for k := range uint64(4000) {
		for _, op := range g.Trace(1, k, 30).Trace.Ops {
			found[op.Code]++
		}
	}
	for _, code := range codesWhere(func(*trace.OpInfo) bool { return true }) {
		if found[code] < 20 {
			t.Errorf("%s: expected it at least 20 times in 4,000 random traces, found %d: a list of codes.go must take operations with such operands", code, found[code])
		}
	}
}
