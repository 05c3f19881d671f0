package run_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/trace"
)

// A guard whose snapshot describes a ring of 10,000 virtual objects is left as in the
// interpreter.
func TestLongChainsInSnapshots(t *testing.T) {
	var text strings.Builder
	text.WriteString("[i0, i1]\nguard_true(i0) [v0=Node(...)] where v0(next=v1=Node(...), value=0)")
	const n = 10_000
	for k := 1; k < n; k++ {
		fmt.Fprintf(&text, ", v%d(next=v%d=Node(...), value=%d)", k, k+1, k)
	}
	fmt.Fprintf(&text, ", v%d(next=v0, value=i1)\nfinish(i0)\n", n)
	tr, problems := trace.Parse(text.String())
	if tr == nil {
		t.Fatal(problems)
	}
	b := newBench(t)
	s := b.compile(tr, backend.Options{})
	if s == nil {
		t.Fatal(b.refused)
	}
	defer s.code.Close()
	in, _ := interp.ParseInputs(tr, "i0=0, i1=7")
	b.same(s, in, backend.RunOptions{})
}
