package optimizer_test

import (
	"strings"
	"testing"

	"unbox/optimizer"
)

// A constant that only one of two traces speaks of is as it always was for the other: a
// write to it is seen, on either side, and a read changes nothing.
func TestConstantsOfOneTrace(t *testing.T) {
	const head = "class Box { value: int }\n[i0]\n"
	run := func(op string) *optimizer.Outcome {
		trace, diagnostics := optimizer.Parse(head + op + "\nfinish()\n")
		if trace == nil {
			t.Fatal(diagnostics[0].Message)
		}
		in, diagnostics := optimizer.ParseInputs(trace, "i0=1")
		if in == nil {
			t.Fatal(diagnostics[0].Message)
		}
		return optimizer.Run(trace, in, optimizer.RunOptions{})
	}
	writes, reads, silent := "set(ConstPtr(box), value, i0)", "i1 = get(ConstPtr(box), value)", "i1 = same_as(i0)"
	for _, pair := range []struct {
		before, after string
		want          optimizer.VerdictKind
	}{
		{writes, silent, optimizer.VerdictDiffer}, {silent, writes, optimizer.VerdictDiffer},
		{reads, silent, optimizer.VerdictAgree}, {silent, reads, optimizer.VerdictAgree},
		{writes, writes, optimizer.VerdictAgree},
	} {
		var judge optimizer.Judge
		verdict := judge.Compare(run(pair.before), run(pair.after))
		if verdict.Kind != pair.want {
			t.Errorf("`%s` and `%s`: expected %v, found %v", pair.before, pair.after, pair.want, verdict.Kind)
			continue
		}
		if verdict.Kind == optimizer.VerdictDiffer && !strings.Contains(verdict.Reason(), "box") {
			t.Errorf("`%s` and `%s`: expected a difference of `box`, found %s", pair.before, pair.after, verdict.Reason())
		}
	}
}
