package prove_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// multiplies asks whether a product of three factors is independent of their
// order: true, and too hard for every solver that looks at bits.
const multiplies = `[i0, i1, i2]
i3 = int_mul(i0, i1)
i4 = int_mul(i3, i2)
i5 = uint_mul_high(i4, i3)
finish(i5)
--- after
[i0, i1, i2]
i3 = int_mul(i1, i2)
i4 = int_mul(i0, i3)
i6 = int_mul(i1, i0)
i5 = uint_mul_high(i6, i4)
i7 = int_py_div(i5, 3)
i8 = int_py_mod(i5, 3)
i9 = int_mul(3, i7)
i10 = int_add(i9, i8)
finish(i10)
`

// A question that no solver can answer ends with its budget, even where there is only one
// thread, and the verdict says why. Without an end, this test would run into the time limit
// of all tests.
func TestBudgetIsKept(t *testing.T) {
	before, after := parsePair("# hard\n\n" + multiplies).traces(t)
	const budget = 300 * time.Millisecond
	v, err := prove.Equivalent(context.Background(), before, after, prove.Options{Budget: solve.Budget{Time: budget}})
	if err != nil {
		t.Fatal(err)
	}
	if v.Status != prove.Unknown || v.Budget.Time != budget {
		t.Errorf("expected it unknown, found %s", v.Summary())
	}
	t.Log(v.Summary())
}

// Steps are counted instead of time, so the same question ends at the same place,
// with the same words, however fast the machine is.
func TestStepsAreCounted(t *testing.T) {
	before, after := parsePair("# hard\n\n" + multiplies).traces(t)
	var first prove.Verdict
	for range 2 {
		v, err := prove.Equivalent(context.Background(), before, after, prove.Options{Budget: solve.Budget{Steps: 300}})
		if err != nil {
			t.Fatal(err)
		}
		if v.Status != prove.Unknown || !strings.Contains(v.Reason, "not settled within 300 steps of the solver") {
			t.Errorf("expected it unknown after 300 steps, found %s", v.Summary())
		}
		if first.Reason != "" && (first.Reason != v.Reason || len(first.Queries) != len(v.Queries)) {
			t.Errorf("expected the same verdict twice, found %q and %q", first.Reason, v.Reason)
		}
		first = v
		t.Log(v.Summary())
	}
}

func TestCancelledProofIsUnknown(t *testing.T) {
	before, after := parsePair("# hard\n\n" + multiplies).traces(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v, err := prove.Equivalent(ctx, before, after, prove.Options{})
	if err != nil || v.Status != prove.Unknown {
		t.Errorf("expected it unknown, found %s (%v)", v.Summary(), err)
	}
}

// Comparing a ring of objects in the exits of many guards is given up, and does not
// take minutes.
func TestLargeHeapIsGivenUp(t *testing.T) {
	const objects, guards = 2000, 200
	var text strings.Builder
	text.WriteString("[i0]\n")
	for k := range objects {
		fmt.Fprintf(&text, "p%d = new(Node)\n", k)
	}
	for k := range objects {
		fmt.Fprintf(&text, "set(p%d, next, p%d)\n", k, (k+1)%objects)
	}
	text.WriteString(strings.Repeat("guard_true(i0) [p0]\n", guards) + "finish(p1)\n")
	trace, _ := trace.Parse(text.String())
	v, err := prove.Equivalent(context.Background(), trace, optimizer.Optimize(trace, 0).Out, prove.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v.Status != prove.Unknown || !strings.Contains(v.Reason, "had to be compared") {
		t.Errorf("expected it given up, found %s", v.Summary())
	}
	t.Log(v.Time)
}

// A chain of 10,000 virtual objects in a snapshot is too long to follow, and the
// verdict says so.
func TestLongChainsInSnapshots(t *testing.T) {
	var b strings.Builder
	b.WriteString("[i0]\nguard_true(i0) [v0=Node(...)] where v0(next=v1=Node(...))")
	for k := 1; k < 10_000; k++ {
		fmt.Fprintf(&b, ", v%d(next=v%d=Node(...))", k, k+1)
	}
	b.WriteString(", v10000(next=v0)\nfinish(i0)\n")
	before, problems := trace.Parse(b.String())
	if before == nil {
		t.Fatal(problems)
	}
	v, err := prove.Equivalent(context.Background(), before, optimizer.Optimize(before, 0).Out, prove.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v.Status != prove.Unknown || !strings.Contains(v.Summary(), "virtual objects in one snapshot") {
		t.Errorf("expected it unknown because of the chain, found %s", v.Summary())
	}
}

// TestManyNamelessLabels lays traces with 200,000 labels without a name side by side: the first ones are the same in the order of the
// text, and those that only one trace has stay its own.
func TestManyNamelessLabels(t *testing.T) {
	const shared, more = 200_000, 3
	text := func(n int) *trace.Trace {
		parsed, problems := trace.Parse("[i0]\n" + strings.Repeat("label(i0)\n", n) + "jump(i0)\n")
		if parsed == nil {
			t.Fatal(problems)
		}
		return parsed
	}
	before, after, err := prove.Align(text(shared), text(shared+more))
	if err != nil {
		t.Fatal(err)
	}
	x, y := labelsOf(before), labelsOf(after)
	if !slices.Equal(x, y[:len(x)]) {
		t.Error("expected that labels in the same place are the same, found others")
	}
	own := y[len(x):]
	if len(own) != more || slices.ContainsFunc(own, func(label int32) bool { return slices.Contains(x, label) }) {
		t.Errorf("expected %d labels that only the second trace has, found %v", more, own)
	}
}

// labelsOf lists the labels that a trace defines, in its order.
func labelsOf(t *trace.Trace) (list []int32) {
	for v := 1; v < len(t.Ops); v++ {
		if op := &t.Ops[v]; op.Code == trace.OpLabel {
			list = append(list, op.Descr)
		}
	}
	return list
}
