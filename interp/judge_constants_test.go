package interp_test

import (
	"strings"
	"testing"

	"unbox/interp"
	"unbox/trace"
)

// A constant that only one of two traces mentions is unchanged in the other: a write to
// it is noticed, on either side, and a read makes no difference.
func TestConstantsOfOneTrace(t *testing.T) {
	const head = "class Box { value: int, other: int, next: Box }\n[i0]\n"
	run := func(op string) *interp.Outcome {
		trace, diagnostics := trace.Parse(head + op + "\nfinish()\n")
		if trace == nil {
			t.Fatal(diagnostics[0].Message)
		}
		in, diagnostics := interp.ParseInputs(trace, "i0=1")
		if in == nil {
			t.Fatal(diagnostics[0].Message)
		}
		return interp.Run(trace, in, interp.RunOptions{})
	}
	writes, reads, silent := "set(ConstPtr(box), value, i0)", "i1 = get(ConstPtr(box), value)", "i1 = same_as(i0)"
	for _, pair := range []struct {
		before, after string
		want          interp.VerdictKind
	}{
		{writes, silent, interp.VerdictDiffer}, {silent, writes, interp.VerdictDiffer},
		{reads, silent, interp.VerdictAgree}, {silent, reads, interp.VerdictAgree},
		{writes, writes, interp.VerdictAgree},
		{"set(ConstPtr(box), other, i0)", silent, interp.VerdictDiffer}, {silent, "set(ConstPtr(box), other, i0)", interp.VerdictDiffer},
		{"set(ConstPtr(box), next, ConstPtr(box))", silent, interp.VerdictDiffer}, {silent, "set(ConstPtr(box), next, ConstPtr(box))", interp.VerdictDiffer},
	} {
		var judge interp.Judge
		verdict := judge.Compare(run(pair.before), run(pair.after))
		if verdict.Kind != pair.want {
			t.Errorf("`%s` and `%s`: expected %v, found %v", pair.before, pair.after, pair.want, verdict.Kind)
			continue
		}
		if verdict.Kind == interp.VerdictDiffer && !strings.Contains(verdict.Reason(), "box") {
			t.Errorf("`%s` and `%s`: expected a difference of `box`, found %s", pair.before, pair.after, verdict.Reason())
		}
		if found := verdict.Reason(); verdict.Kind == interp.VerdictDiffer && !strings.Contains(pair.before+pair.after, "next") && !(strings.Contains(found, "0") && strings.Contains(found, "1")) {
			t.Errorf("`%s` and `%s`: expected that one side has 1 and the other 0, found %s", pair.before, pair.after, found)
		}
	}
}
