package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unbox/internal/golden"
	"unbox/interp"
	"unbox/trace"
)

// TestRun runs the traces in testdata/run-*.txt. A file holds cases separated by
// "===": a title, then for each run a line "# in:" with inputs (see runLine) and
// lines "# out:" with what the run did, then an empty line and the trace. With -update
// it writes the "# out:" lines.
func TestRun(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "run-*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("expected files testdata/run-*.txt, found none (%v)", err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n===\n")
		for k := range cases {
			title, _, _ := strings.Cut(cases[k], "\n")
			t.Run(filepath.Base(path)+"/"+strings.TrimPrefix(title, "# "), func(t *testing.T) {
				cases[k] = outcomeCase(t, cases[k])
			})
		}
		if written := strings.Join(cases, "\n===\n") + "\n"; golden.Update() && written != string(text) && !t.Failed() {
			if err := os.WriteFile(path, []byte(written), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// outcomeCase runs one case and returns its text with the outcomes found.
func outcomeCase(t *testing.T, text string) string {
	header, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		t.Fatal("expected an empty line after the header")
	}
	trace, diagnostics := trace.Parse(body)
	if trace == nil {
		t.Fatalf("expected a trace, found %v", diagnostics)
	}
	var interp interp.Interp
	var found []string
	for _, line := range strings.Split(header, "\n") {
		if strings.HasPrefix(line, "# out:") {
			continue
		}
		found = append(found, line)
		if inputs, options, ok := runLine(line); ok {
			for _, fact := range describeOutcome(interp.Run(trace, inputsFor(t, trace, inputs), options)) {
				found = append(found, "# out: "+fact)
			}
		}
	}
	if got := strings.Join(found, "\n"); got != header && !golden.Update() {
		t.Errorf("found\n%s\nexpected\n%s", got, header)
	}
	return strings.Join(found, "\n") + "\n\n" + body
}

// runLine reads a header line that asks for a run: "# in:" with inputs, or
// "# hostile:", "# imagined:" or "# strings:" (which is imagined, too) for a run with that option.
func runLine(line string) (inputs string, o interp.RunOptions, ok bool) {
	kind, inputs, _ := strings.Cut(line, ":")
	switch kind {
	case "# in":
		return inputs, o, true
	case "# hostile":
		o.HostileCalls = true
		return inputs, o, true
	case "# imagined":
		o.Imagined = true
		return inputs, o, true
	case "# strings":
		o.Imagined, o.Strings = true, interp.StringContents
		return inputs, o, true
	}
	return "", o, false
}

// describeOutcome writes an outcome line by line: the exit with its values,
// effects, objects that hold something, and counts.
func describeOutcome(o *interp.Outcome) []string {
	names := trace.NewNamer(o.Trace, "")
	r := o.Report(names, 20)
	exit := o.Exit.String()
	if o.Op != trace.None {
		exit += " " + o.Trace.Ops[o.Op].Code.String()
	}
	if detail := o.Detail(names); detail != "" {
		exit += ": " + detail
	}
	for _, v := range r.Values {
		exit += " " + v.Name + "=" + v.Value.Text
	}
	lines := []string{exit}
	for _, effect := range r.Effects {
		lines = append(lines, effect.String())
	}
	for _, object := range r.Objects {
		lines = append(lines, describeObject(object))
	}
	return append(lines, fmt.Sprintf("%d steps, %d jumps, %d allocations", o.Steps, o.Jumps, o.Allocations))
}

func describeObject(o interp.ReportObject) string {
	var parts []string
	for _, f := range o.Fields {
		parts = append(parts, f.Name+"="+f.Value.Text)
	}
	class := o.Class
	if o.Array {
		class = fmt.Sprintf("%s of %d", class, o.Length)
	}
	return o.Name + " is " + class + "(" + strings.Join(parts, ", ") + ")"
}

func parsed(t testing.TB, text string) *trace.Trace {
	t.Helper()
	trace, diagnostics := trace.Parse(text)
	if trace == nil {
		t.Fatalf("expected a trace, found %v in\n%s", diagnostics, text)
	}
	return trace
}

func inputsFor(t testing.TB, trace *trace.Trace, text string) *interp.Inputs {
	t.Helper()
	in, diagnostics := interp.ParseInputs(trace, text)
	if in == nil {
		t.Fatalf("expected inputs, found %v in %s", diagnostics, text)
	}
	return in
}

const loopWithBoxes = `
class Box { value: int }
[i0, p1]
guard_class(p1, Box) [i0, p1]
i2 = get(p1, value)
i3 = int_add(i2, i0)
p4 = new(Box)
set(p4, value, i3)
i5 = int_sub(i0, 1)
i6 = int_gt(i5, 0)
guard_true(i6) [i5, p4]
jump(i5, p4)
`

// A warm interpreter, judge and generator of inputs allocate nothing.
func TestWarmRunsMakeNoGarbage(t *testing.T) {
	trace := parsed(t, loopWithBoxes)
	in := inputsFor(t, trace, "i0=20, p1=Box(value=1)")
	var before, after interp.Interp
	var judge interp.Judge
	options := interp.RunOptions{HostileCalls: true}
	once := func() {
		v := judge.Compare(before.Run(trace, in, options), after.Run(trace, in, options))
		if v.Kind != interp.VerdictAgree {
			t.Fatal(v.Reason())
		}
	}
	once()
	if n := testing.AllocsPerRun(20, once); n != 0 {
		t.Errorf("two runs and their comparison allocate %v times, expected 0", n)
	}
}

// The result of an operation that overflowed must not be used anywhere that a
// wrong trace might use it: by an operation, in a snapshot, as an argument of a
// jump.
func TestOverflowedResultsAreNotUsed(t *testing.T) {
	for _, use := range []string{"i2 = int_neg(i1)\nfinish(i2)", "guard_false(i0) [i1]", "jump(i1)", "finish(i1)", "print(i1)"} {
		tr := parsed(t, "[i0]\ni1 = int_add_ovf(i0, 1)\nguard_no_overflow() [i0]\n"+use)
		wrong := *tr
		wrong.Ops = slices.Clone(tr.Ops)
		for v := range wrong.Ops {
			if wrong.Ops[v].Code == trace.OpGuardNoOverflow {
				wrong.Ops[v].Code = trace.OpGuardOverflow
			}
		}
		out := interp.Run(&wrong, inputsFor(t, tr, "i0=9223372036854775807"), interp.RunOptions{})
		got := out.Exit.String() + " " + out.Detail(trace.NewNamer(&wrong, ""))
		if want := "undefined expected operands that fitted into 64 bits, found `i1`, which overflowed"; got != want {
			t.Errorf("%s: found %s, expected %s", use, got, want)
		}
	}
}

// Budgets end a run without a verdict on equivalence.
func TestBudgets(t *testing.T) {
	loop := parsed(t, "[i0]\ni1 = int_add(i0, 1)\nprint(i1)\njump(i1)")
	growing := parsed(t, "class Box { value: int }\n[p0]\np1 = new(Box)\njump(p1)")
	huge := parsed(t, "[i0]\np1 = new_array_clear(i0, descr=<ArrayS 8>)\nfinish(p1)")
	for _, c := range []struct {
		trace   *trace.Trace
		options interp.RunOptions
		want    string
	}{
		{loop, interp.RunOptions{}, "limit"},
		{loop, interp.RunOptions{Jumps: -1}, "limit"},
		{loop, interp.RunOptions{Jumps: 1 << 30, Steps: 1000, Effects: 1 << 20}, "the budget of 1000 operations was used up"},
		{loop, interp.RunOptions{Jumps: 1 << 30, Effects: 50}, "the budget of 50 visible effects was used up"},
		{growing, interp.RunOptions{Jumps: 1 << 30}, "the heap is full: its limit is 1048576 objects with 4194304 fields and items"},
		{huge, interp.RunOptions{}, "the heap is full: its limit is 1048576 objects with 4194304 fields and items"},
	} {
		in := inputsFor(t, c.trace, "")
		if c.trace == huge {
			in = inputsFor(t, c.trace, "i0=1_000_000_000_000")
		}
		out := interp.Run(c.trace, in, c.options)
		got := out.Detail(trace.NewNamer(c.trace, ""))
		if out.Exit == interp.ExitLimit {
			got = "limit"
		}
		if got != c.want {
			t.Errorf("found %q, expected %q", got, c.want)
		}
	}
}

func runBenchmark(b *testing.B, text, inputs string) {
	trace := parsed(b, text)
	in := inputsFor(b, trace, inputs)
	var machine interp.Interp
	steps := 0
	b.ReportAllocs()
	b.ResetTimer()
	for steps < b.N {
		out := machine.Run(trace, in, interp.RunOptions{Jumps: 1 << 40})
		if out.Exit != interp.ExitGuard {
			b.Fatal(out.Exit)
		}
		steps += out.Steps
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Mops/s")
}

// BenchmarkRun reports ns per operation and millions of operations a second.
func BenchmarkRun(b *testing.B) {
	b.Run("integers", func(b *testing.B) {
		runBenchmark(b, `
[i0, i1, i2]
i3 = int_add(i1, i2)
i4 = int_xor(i3, i0)
i5 = int_mul(i4, 3)
i6 = int_and(i5, 65535)
i7 = int_sub(i6, i1)
i8 = int_add(i7, 1)
i9 = int_sub(i0, 1)
i10 = int_gt(i9, 0)
guard_true(i10) [i8]
jump(i9, i8, i3)`, "i0=10000, i1=1, i2=2")
	})
	b.Run("objects", func(b *testing.B) { runBenchmark(b, loopWithBoxes, "i0=10000, p1=Box(value=1)") })
}

// BenchmarkRunSmall is one run of a small trace, as in fuzzing.
func BenchmarkRunSmall(b *testing.B) {
	trace := parsed(b, loopWithBoxes)
	in := inputsFor(b, trace, "i0=1, p1=Box(value=1)")
	var machine interp.Interp
	b.ReportAllocs()
	for range b.N {
		machine.Run(trace, in, interp.RunOptions{})
	}
}

// BenchmarkFirstRun is the run of a trace of 10,000 operations that was not seen
// before: decoding and running it once.
func BenchmarkFirstRun(b *testing.B) {
	text := strings.Builder{}
	text.WriteString("[i0, i1]\n")
	for k := range 10_000 {
		fmt.Fprintf(&text, "i%d = int_add(i%d, i%d)\n", k+2, k, k+1)
	}
	text.WriteString("finish(i10001)\n")
	first := parsed(b, text.String())
	second := *first
	in := inputsFor(b, first, "i0=1, i1=1")
	var machine interp.Interp
	steps := 0
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		steps += machine.Run(first, in, interp.RunOptions{}).Steps
		steps += machine.Run(&second, in, interp.RunOptions{}).Steps
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Mops/s")
}
