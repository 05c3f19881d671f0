package optimizer_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// chainOf is a trace with n objects, each of which refers to the one before, and a
// guard that shows the last one. In a ring the first one refers to the last one.
func chainOf(n int, ring bool) string {
	var b strings.Builder
	b.WriteString("[i0]\nn0 = new(Node)\nset(n0, value, i0)\n")
	for k := 1; k < n; k++ {
		fmt.Fprintf(&b, "n%d = new(Node)\nset(n%d, next, n%d)\nset(n%d, value, %d)\n", k, k, k-1, k, k)
	}
	if ring {
		fmt.Fprintf(&b, "set(n0, next, n%d)\n", n-1)
	}
	fmt.Fprintf(&b, "guard_true(i0) [n%d, i0]\nfinish(i0)\n", n-1)
	return b.String()
}

// nestingOf is how deeply brackets are nested in a text.
func nestingOf(text string) (deepest int) {
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[':
			depth++
			deepest = max(deepest, depth)
		case ')', ']':
			depth--
		}
	}
	return deepest
}

// A chain of virtual objects in a snapshot was once printed as deeply nested as it is
// long, and could not be read again if it had more than 1,000 objects.
func TestLongChainsInSnapshots(t *testing.T) {
	for _, n := range []int{10, 16, 17, 18, 1000, 1001, 10000} {
		for _, ring := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d/ring=%v", n, ring), func(t *testing.T) { checkChain(t, n, ring) })
		}
	}
}

func checkChain(t *testing.T, n int, ring bool) {
	before := mustParse(t, chainOf(n, ring))
	after := optimizer.Optimize(before, allPasses).Out
	text := after.String()
	if strings.Contains(text, "new(") || strings.Count(text, "Node(") != n {
		t.Fatalf("expected %d virtual objects, found %.200s", n, text)
	}
	if deepest := nestingOf(text); deepest > 20 {
		t.Errorf("expected descriptions nested at most 20 deep, found %d", deepest)
	}
	again := mustParse(t, text)
	if err := trace.Check(again); err != nil {
		t.Fatal(err)
	}
	if printed := again.String(); printed != text {
		t.Errorf("expected the same text again, found %.300s\ninstead of %.300s", printed, text)
	}
	twice := optimizer.Optimize(again, allPasses).Out
	if err := trace.Check(twice); err != nil {
		t.Fatal(err)
	}
	if printed := twice.String(); printed != text {
		t.Errorf("expected nothing to change when it is optimized again, found %.300s", printed)
	}
	sameOnZero(t, before, after)
	sameOnZero(t, again, twice)
}

// sameOnZero runs both where the guard fails.
func sameOnZero(t *testing.T, before, after *trace.Trace) {
	t.Helper()
	in, diagnostics := interp.ParseInputs(before, "i0=0")
	if in == nil {
		t.Fatal(diagnostics)
	}
	verdict := interp.Compare(interp.Run(before, in, interp.RunOptions{}), interp.Run(after, in, interp.RunOptions{}))
	if verdict.Kind != interp.VerdictAgree {
		t.Errorf("expected both to leave with the same, found %v", verdict)
	}
}
