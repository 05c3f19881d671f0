package edges

import (
	"math"
	"slices"
	"testing"

	"unbox/trace"
)

// No value stands twice, constants read back as what they were, and there are operations of each
// layout.
func TestEdges(t *testing.T) {
	for _, letter := range []byte("if") {
		list := Bits(letter)
		for k, bits := range list {
			if slices.Contains(list[:k], bits) {
				t.Errorf("expected each value once, found %s twice", Literal(letter, bits))
			}
			read, problems := trace.Parse("[]\nfinish(" + Literal(letter, bits) + ")")
			if read == nil {
				t.Fatalf("%s: %v", Literal(letter, bits), problems)
			}
			last := read.Args(trace.Value(len(read.Ops) - 1))
			c := read.Consts[last[0].ConstIndex()]
			if x := math.Float64frombits(bits); letter == 'f' && x != x && math.IsNaN(math.Float64frombits(c.Bits)) {
				continue
			}
			if c.Bits != bits || read.TypeOf(last[0]) != Type(letter) {
				t.Errorf("%s: expected %#x, found %#x", Literal(letter, bits), bits, c.Bits)
			}
		}
	}
	layouts := map[string]int{}
	for _, op := range Operations() {
		layouts[op.Layout]++
		if op.Overflows {
			layouts["overflow"]++
		}
	}
	if layouts["ii"] < 20 || layouts["i"] < 5 || layouts["ff"] < 8 || layouts["f"] < 3 || layouts["overflow"] != 3 {
		t.Errorf("expected operations of each layout, found %v", layouts)
	}
}
