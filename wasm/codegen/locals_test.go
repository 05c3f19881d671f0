package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/trace"
	"unbox/wasm/codegen"
)

// Browsers accept 50,000 locals. A trace that needs that many at the same time becomes a module; one that needs one more is
// refused, with both numbers.
func TestTooManyLocals(t *testing.T) {
	const most = 50_000
	few, err := moduleOfSums(t, 100)
	if err != nil {
		t.Fatal(err)
	}
	fits := 100 + most - few.Locals
	m, err := moduleOfSums(t, fits)
	if err != nil || m.Locals != most {
		t.Errorf("expected a module of %d locals, found %v, %v", most, m, err)
	}
	if _, err = moduleOfSums(t, fits+1); err == nil || !strings.Contains(err.Error(), "at most 50000 values that are needed at once, found 50001") {
		t.Errorf("expected at most 50000 values, found %v", err)
	}
}

// moduleOfSums makes a module from a trace in which n sums are needed at the
// same time.
func moduleOfSums(t *testing.T, n int) (*codegen.Module, error) {
	t.Helper()
	var b strings.Builder
	b.WriteString("[i0]\n")
	for k := range n {
		fmt.Fprintf(&b, "a%d = int_add(i0, %d)\n", k, k)
	}
	b.WriteString("s0 = int_neg(i0)\n")
	for k := range n {
		fmt.Fprintf(&b, "s%d = int_xor(s%d, a%d)\n", k+1, k, k)
	}
	fmt.Fprintf(&b, "finish(s%d)\n", n)
	tr, problems := trace.Parse(b.String())
	if tr == nil {
		t.Fatal(problems)
	}
	p, err := backend.Plan(tr, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return codegen.Generate(p)
}
