package interp_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unbox/internal/golden"
	"unbox/interp"
	"unbox/trace"
)

// TestJudge compares pairs of traces. testdata/judge.txt holds cases separated
// by "===": a title, lines "# in:" with inputs (see runLine), each followed by
// "# verdict:" with the verdict and its reason, then after an empty line the recorded trace,
// a line "--- after", and the other trace. Both are parsed as one text, so names
// must differ. Guards and finishes of the second trace are the first one's in
// their order; "# was 2" after one says that it is the second instead. With
// -update it writes the verdicts.
func TestJudge(t *testing.T) {
	const path = "testdata/judge.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	cases := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n===\n")
	for k := range cases {
		title, _, _ := strings.Cut(cases[k], "\n")
		t.Run(strings.TrimPrefix(title, "# "), func(t *testing.T) {
			cases[k] = judgeCase(t, cases[k], seen)
		})
	}
	for _, verdict := range []string{"agree", "differ", "undefined", "opaque"} {
		if !seen[verdict] {
			t.Errorf("expected a case with the verdict %s", verdict)
		}
	}
	if written := strings.Join(cases, "\n===\n") + "\n"; golden.Update() && written != string(text) && !t.Failed() {
		if err := os.WriteFile(path, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func judgeCase(t *testing.T, text string, seen map[string]bool) string {
	header, body, _ := strings.Cut(text, "\n\n")
	first, second, ok := strings.Cut(body, "--- after\n")
	if !ok {
		t.Fatal("expected a line `--- after`")
	}
	before, after := splitTrace(t, parsed(t, first+second), strings.Count(first, "\n"))
	var found []string
	for _, line := range strings.Split(header, "\n") {
		if strings.HasPrefix(line, "# verdict:") {
			continue
		}
		found = append(found, line)
		if inputs, options, ok := runLine(line); ok {
			in := inputsFor(t, before, inputs)
			verdict := interp.Compare(interp.Run(before, in, options), interp.Run(after, in, options))
			seen[verdict.Kind.String()] = true
			found = append(found, fmt.Sprintf("# verdict: %s: %s", verdict.Kind, verdict.Reason()))
		}
	}
	if got := strings.Join(found, "\n"); got != header && !golden.Update() {
		t.Errorf("found\n%s\nexpected\n%s", got, header)
	}
	return strings.Join(found, "\n") + "\n\n" + body
}

// splitTrace makes two traces with common tables of one: at the first label
// after a line.
func splitTrace(t testing.TB, whole *trace.Trace, line int) (first, second *trace.Trace) {
	t.Helper()
	cut := slices.IndexFunc(whole.Ops, func(op trace.Op) bool { return int(op.Line) > line })
	if cut < 0 || whole.Ops[cut].Code != trace.OpLabel {
		t.Fatalf("expected a label after `--- after`")
	}
	before, after := *whole, *whole
	before.Ops = whole.Ops[:cut]
	after.Ops = append([]trace.Op{{}}, whole.Ops[cut:]...)
	after.Ops[1].Len = 0 // nothing falls into it any more
	shift := func(list []trace.Value) []trace.Value {
		list = slices.Clone(list)
		for k := range list {
			if int(list[k]) >= cut {
				list[k] -= trace.Value(cut - 1)
			}
		}
		return list
	}
	after.ArgList, after.SnapList = shift(whole.ArgList), shift(whole.SnapList)
	after.VirtualFields = slices.Clone(whole.VirtualFields)
	for k, f := range after.VirtualFields {
		after.VirtualFields[k].Value = shift([]trace.Value{f.Value})[0]
	}
	giveIdentities(t, &before, &after, cut)
	return &before, &after
}

var wasPattern = regexp.MustCompile(`^\s*was (\d+)$`)

// giveIdentities matches each guard or finish of the second trace with one of
// the first.
func giveIdentities(t testing.TB, before, after *trace.Trace, cut int) {
	t.Helper()
	exits := func(tr *trace.Trace) (list []int) {
		for v := range tr.Ops {
			if code := tr.Ops[v].Code; code.IsGuard() || code == trace.OpFinish {
				list = append(list, v)
			}
		}
		return list
	}
	recorded := exits(before)
	for k, v := range exits(after) {
		which := k + 1
		for _, comment := range after.Tables.Comments {
			if m := wasPattern.FindStringSubmatch(comment.Text); m != nil && int(comment.Op) == v+cut-1 {
				which, _ = strconv.Atoi(m[1])
			}
		}
		after.Ops[v].Src = 0
		if which <= len(recorded) {
			after.Ops[v].Src = int32(recorded[which-1])
		}
	}
}

// The values of operations inside a trace are compared as well, if that is
// asked for.
func TestCompareValues(t *testing.T) {
	in := parsed(t, "[i0]\ni1 = int_add(i0, 1)\ni2 = int_mul(i1, 2)\nf3 = cast_int_to_float(i2)\nfinish(i0)")
	inputs := inputsFor(t, in, "i0=3")
	run := func() *interp.Outcome { return interp.Run(in, inputs, interp.RunOptions{}) }
	identity := make([]trace.Value, len(in.Ops))
	for v := range identity {
		identity[v] = trace.Value(v)
	}
	if v := interp.CompareValues(identity, run(), run()); v.Kind != interp.VerdictAgree {
		t.Errorf("expected agreement, found %s", v.Reason())
	}
	identity[4] = identity[3]
	v := interp.CompareValues(identity, run(), run())
	if want := "`i2` was computed as 8 by the recorded trace, and as 4 by what replaces it"; v.Reason() != want {
		t.Errorf("found %s, expected %s", v.Reason(), want)
	}
	identity[4] = trace.None
	identity[5] = identity[4]
	if v := interp.CompareValues(identity, run(), run()); v.Kind != interp.VerdictAgree {
		t.Errorf("expected agreement, found %s", v.Reason())
	}
}

// Runs without a meaning, and loops, are not judged, whichever of the two runs it is.
func TestCompareValuesOfOtherRuns(t *testing.T) {
	shift := parsed(t, "[i0]\ni1 = int_add(i0, 1)\ni2 = int_lshift(1, i0)\nfinish(i2)")
	loop := parsed(t, "[i0]\ni1 = int_add(i0, 1)\ni2 = int_lt(i1, 9)\nguard_true(i2) [i1]\njump(i1)")
	for _, c := range []struct {
		trace  *trace.Trace
		inputs [2]string
		want   interp.VerdictKind
	}{
		{shift, [2]string{"i0=3", "i0=4"}, interp.VerdictDiffer},
		{shift, [2]string{"i0=64", "i0=4"}, interp.VerdictAgree},
		{shift, [2]string{"i0=3", "i0=64"}, interp.VerdictAgree},
		{shift, [2]string{"i0=64", "i0=65"}, interp.VerdictAgree},
		{loop, [2]string{"i0=20", "i0=21"}, interp.VerdictDiffer},
		{loop, [2]string{"i0=20", "i0=3"}, interp.VerdictAgree},
		{loop, [2]string{"i0=3", "i0=20"}, interp.VerdictAgree},
	} {
		identity := make([]trace.Value, len(c.trace.Ops))
		for v := range identity {
			identity[v] = trace.Value(v)
		}
		before := interp.Run(c.trace, inputsFor(t, c.trace, c.inputs[0]), interp.RunOptions{Jumps: 50})
		after := interp.Run(c.trace, inputsFor(t, c.trace, c.inputs[1]), interp.RunOptions{Jumps: 50})
		if v := interp.CompareValues(identity, before, after); v.Kind != c.want {
			t.Errorf("%v: expected %s, found %s: %s", c.inputs, c.want, v.Kind, v.Reason())
		}
	}
}

// A list of 100,000 objects is compared in linear time and without recursion.
func TestJudgeFollowsLongChains(t *testing.T) {
	trace := parsed(t, `
class Node { next: Node, value: int }
[i0, p1]
p2 = new(Node)
set(p2, next, p1)
set(p2, value, i0)
i3 = int_sub(i0, 1)
guard_true(i3) [p2]
jump(i3, p2)
`)
	in := inputsFor(t, trace, "i0=100000, p1=null")
	options := interp.RunOptions{Jumps: 1 << 20}
	other := inputsFor(t, trace, "i0=100000, p1=Node(value=7)")
	before := interp.Run(trace, in, options)
	if v := interp.Compare(before, interp.Run(trace, in, options)); v.Kind != interp.VerdictAgree {
		t.Errorf("expected agreement, found %s", v.Reason())
	}
	v := interp.Compare(interp.Run(trace, other, options), interp.Run(trace, other, options))
	if v.Kind != interp.VerdictAgree {
		t.Errorf("expected agreement, found %s", v.Reason())
	}
}

func BenchmarkJudge(b *testing.B) {
	trace := parsed(b, loopWithBoxes)
	in := inputsFor(b, trace, "i0=20, p1=Box(value=1)")
	var before, after interp.Interp
	var judge interp.Judge
	x, y := before.Run(trace, in, interp.RunOptions{}), after.Run(trace, in, interp.RunOptions{})
	b.ReportAllocs()
	for range b.N {
		judge.Compare(x, y)
	}
}
