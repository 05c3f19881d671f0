package interp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"unbox/internal/golden"
	"unbox/interp"
	"unbox/trace"
)

// TestInputs reads and writes inputs. testdata/inputs.txt holds cases separated
// by "===": a title, a line "# suggest:" with what is suggested and how the run
// then ends, lines "# in:" with inputs, each followed by "# is:" with how they
// are written back or "# error:" lines, then after an empty line the trace. With
// -update it writes all but the "# in:" lines.
func TestInputs(t *testing.T) {
	const path = "testdata/inputs.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n===\n")
	for k := range cases {
		title, _, _ := strings.Cut(cases[k], "\n")
		t.Run(strings.TrimPrefix(title, "# "), func(t *testing.T) { cases[k] = inputsCase(t, cases[k]) })
	}
	if written := strings.Join(cases, "\n===\n") + "\n"; golden.Update() && written != string(text) && !t.Failed() {
		if err := os.WriteFile(path, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func inputsCase(t *testing.T, text string) string {
	header, body, _ := strings.Cut(text, "\n\n")
	trace := parsed(t, body)
	lines := strings.Split(header, "\n")
	found := []string{lines[0], "# suggest: " + suggestion(t, trace)}
	for _, line := range lines[1:] {
		given, ok := strings.CutPrefix(line, "# in: ")
		if !ok {
			continue
		}
		found = append(found, line)
		in, diagnostics := interp.ParseInputs(trace, given)
		for _, d := range diagnostics {
			found = append(found, fmt.Sprintf("# error: %s `%s`: %s", d.Code, given[d.From:d.To], d.Message))
		}
		if in != nil {
			found = append(found, "# is: "+writtenBack(t, trace, in))
		}
	}
	if got := strings.Join(found, "\n"); got != header && !golden.Update() {
		t.Errorf("found\n%s\nexpected\n%s", got, header)
	}
	return strings.Join(found, "\n") + "\n\n" + body
}

// suggestion returns the suggested inputs and how the run with them ends.
func suggestion(t *testing.T, tr *trace.Trace) string {
	t.Helper()
	in := interp.SuggestedInputs(tr)
	out := interp.Run(tr, in, interp.RunOptions{})
	exit := out.Exit.String()
	if out.Op != trace.None {
		exit += " at line " + fmt.Sprint(tr.Ops[out.Op].Line)
	}
	return strings.TrimSpace(writtenBack(t, tr, in) + " -> " + exit)
}

// writtenBack formats inputs and checks that they are read back as the same.
func writtenBack(t *testing.T, trace *trace.Trace, in *interp.Inputs) string {
	t.Helper()
	text := interp.FormatInputs(trace, in)
	again, diagnostics := interp.ParseInputs(trace, text)
	if again == nil {
		t.Errorf("written inputs cannot be read: %s: %v", text, diagnostics)
	} else if second := interp.FormatInputs(trace, again); second != text {
		t.Errorf("written inputs are read as others: %s, then %s", text, second)
	}
	return text
}

// Random inputs are the same for the same numbers, can be written and read, and
// mostly run.
func TestRandomInputs(t *testing.T) {
	trace := parsed(t, `
class Node { next: Node, value: int }
[i0, p1, f2, p3]
guard_class(p1, Node) [p1]
p4 = get(p1, next)
guard_nonnull(p4) [p1]
i5 = get(p4, value)
i6 = int_lt(i5, 10)
guard_true(i6) [i5]
i7 = ptr_eq(p1, p3)
guard_false(i7) []
i8 = getarrayitem_gc_i(p3, 2, descr=<ArrayS 8>)
finish(i8)
`)
	g, again := interp.NewInputGenerator(trace, interp.RunOptions{}), interp.NewInputGenerator(trace, interp.RunOptions{})
	rng, same := rand.New(rand.NewPCG(5, 6)), rand.New(rand.NewPCG(5, 6))
	exits := make(map[string]int)
	distinct := make(map[string]bool)
	var machine interp.Interp
	for range 2000 {
		in := g.Next(rng)
		if !reflect.DeepEqual(in, again.Next(same)) {
			t.Fatal("the same random numbers give other inputs")
		}
		distinct[writtenBack(t, trace, in)] = true
		out := machine.Run(trace, in, interp.RunOptions{HostileCalls: true})
		exits[fmt.Sprint(out.Exit, " ", out.Op)]++
	}
	if len(distinct) < 1000 || len(exits) < 6 || exits["finish 15"] < 200 {
		t.Errorf("expected variety, found %d inputs with the exits %v", len(distinct), exits)
	}
}

// The cost of testing a trace that is seen for the first time: finding out what
// it expects, then, for each set of inputs, two runs and a comparison.
func BenchmarkRandomRuns(b *testing.B) {
	trace := parsed(b, loopWithBoxes)
	rng := rand.New(rand.NewPCG(1, 1))
	g := interp.NewInputGenerator(trace, interp.RunOptions{})
	var before, after interp.Interp
	var judge interp.Judge
	options := interp.RunOptions{Jumps: 4}
	b.ReportAllocs()
	for range b.N {
		in := g.Next(rng)
		judge.Compare(before.Run(trace, in, options), after.Run(trace, in, options))
	}
}

func BenchmarkSuggestInputs(b *testing.B) {
	trace := parsed(b, loopWithBoxes)
	b.ReportAllocs()
	for range b.N {
		interp.SuggestInputs(trace, interp.RunOptions{})
	}
}

func FuzzParseInputs(f *testing.F) {
	trace := parsed(f, `
class Node { next: Node, value: int }
[i0, p1, f2, p3]
p4 = get(p1, next)
i5 = getarrayitem_gc_i(p3, 2, descr=<ArrayS 8>)
guard_value(p4, ConstPtr(some)) []
finish(f2)
`)
	for _, seed := range []string{
		"", "i0=3, p1=Node(next=p1, value=-1), f2=2.5, p3=[1, 2, 3]", "p1=ConstPtr(some), ConstPtr(some)=Node(value=3)",
		"p3=<ArrayS 8>[1]", "p1=x, x=Node(next=y), y=Node(next=x)", "i0=0xffffffffffffffff\nf2=nan;p1=null", "p1=Node(((", "p1=[[[[",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, diagnostics := interp.ParseInputs(trace, text)
		if (in == nil) != (len(diagnostics) > 0) {
			t.Fatalf("expected inputs or diagnostics, found %v and %v", in, diagnostics)
		}
		for _, d := range diagnostics {
			if d.From < 0 || d.To > len(text) || d.From > d.To || d.From == d.To && d.From != len(text) {
				t.Errorf("the span %d to %d of %q is not one of %q", d.From, d.To, d.Message, text)
			}
		}
		if in != nil {
			writtenBack(t, trace, in)
			interp.Run(trace, in, interp.RunOptions{})
		}
	})
}
