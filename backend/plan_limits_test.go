package backend_test

import (
	"fmt"
	"strings"
	"testing"
)

// Exits have at most 2²⁴ values in total; a trace whose exits would have one more is refused, with the reason. There are 4,096 references
// that are used at the end, and each allocation before it can be left with all of them.
func TestExitsHandOverTooMuch(t *testing.T) {
	const refs, most = 4096, 16 << 20
	var names []string
	for k := range refs {
		names = append(names, fmt.Sprintf("p%d", k))
	}
	all := strings.Join(names, ", ")
	text := func(allocations int) string {
		return "class Box { value: int }\n[" + all + "]\n" + strings.Repeat("new(Box)\n", allocations) + "finish(" + all + ")\n"
	}
	few, err := plan(t, text(1))
	if err != nil {
		t.Fatal(err)
	}
	fits := (most - len(few.Live)) / refs
	p, err := plan(t, text(1+fits))
	if err != nil || len(p.Live) > most || len(p.Live) <= most-refs {
		t.Fatalf("expected a program whose exits hand over nearly %d values, found %v", most, err)
	}
	if most-len(p.Live) != 0 {
		t.Errorf("expected exactly %d values, found %d: this tests the limit no more", most, len(p.Live))
	}
	if _, err := plan(t, text(2+fits)); err == nil || !strings.Contains(err.Error(), "too many values") {
		t.Errorf("expected too many values, found %v", err)
	}
}
