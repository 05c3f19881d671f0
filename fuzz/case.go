package fuzz

import (
	"fmt"
	"strings"

	"unbox/interp"
	"unbox/trace"
)

// Case returns a finding as a text test of the optimizer, in the form that
// optimizer/testdata/README.md describes: put it into the folder of the pass under a
// name. title says in a sentence what it shows; without a title the case says what
// failed.
//
// The result that it expects is that of the optimizer without the planted bug, or
// otherwise today's, which is wrong: once the optimizer is correct, `go test
// ./optimizer -run TestTraces -update` writes the correct one. Every case requires
// anyway that the result does the same as the trace.
//
// Errors: the trace cannot be read back, because the failure is about printing it.
func (f *Finding) Case(title string) (string, error) {
	in, diagnostics := trace.Parse(f.Trace)
	if in == nil {
		return "", fmt.Errorf("expected a trace that can be read back, found: %s", diagnostics[0].Message)
	}
	if title == "" {
		title = f.Title()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n# source: trace %d of seed %d of `unbox fuzz`\n", title, f.Index, f.Seed)
	var names []string
	for _, p := range f.Passes.List() {
		names = append(names, p.String())
	}
	if len(names) > 0 {
		fmt.Fprintf(&b, "# passes: %s\n", strings.Join(names, ", "))
	} else {
		b.WriteString("# preset: none\n")
	}
	if f.InputText != "" {
		fmt.Fprintf(&b, "# inputs: %s\n", f.InputText)
	}
	if kind := runKind(in); kind != "" {
		fmt.Fprintf(&b, "# run: %s\n", kind)
	}
	fmt.Fprintf(&b, "\n%s\n--- optimized\n", strings.TrimRight(f.Trace, "\n"))
	if expected := f.expected(in); expected != "" {
		b.WriteString(strings.TrimRight(expected, "\n") + "\n")
	}
	return b.String(), nil
}

// Title says in one line what failed.
func (f *Finding) Title() string {
	detail, _, _ := strings.Cut(f.Detail, "\n")
	return fmt.Sprintf("The optimizer %s: %s", kindTitles[f.Kind], detail)
}

var kindTitles = [...]string{
	Differs: "changed what the trace does", Malformed: "made a trace that is not well-formed",
	Panics: "stopped with an internal error", Unprintable: "made a trace that cannot be printed and read back",
	Hangs: "made a trace that does not come to an end",
}

// expected is what a correct optimizer makes from the trace, as far as this one is
// correct.
func (f *Finding) expected(in *trace.Trace) string {
	e, err := newExaminer("", nil)
	if err != nil {
		panic("BUG: an optimizer without a planted bug: " + err.Error())
	}
	result, failure := e.run(in, f.Passes, nil)
	if failure != nil || result.Out.Len() == 0 {
		return ""
	}
	return strings.Join(trace.Print(result.Out, trace.PrintOptions{Comments: true}).Lines(), "\n")
}

// runKind is what the header of a case says under `run`: "opaque" for traces with
// operations that only an imagined outside explains.
func runKind(t *trace.Trace) string {
	o := interp.Run(t, interp.SuggestedInputs(t), interp.RunOptions{Jumps: 20})
	switch o.Exit {
	case interp.ExitOpaque:
		return "opaque"
	case interp.ExitUndefined:
		return "undefined"
	}
	return ""
}
