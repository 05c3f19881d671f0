package optimizer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"unbox/internal/golden"
	"unbox/optimizer"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// TestTraces runs the text tests of the optimizer: every file of every other
// folder. A new file runs by itself; a folder without cases is an error.
func TestTraces(t *testing.T) {
	for _, path := range caseFiles(t) {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(path, "testdata/"), ".trace"), func(t *testing.T) {
			file := loadCases(t, path)
			for _, c := range file.cases {
				t.Run(fmt.Sprintf("line %d", c.line), func(t *testing.T) { runCase(t, file, c) })
			}
			if golden.Update() && !t.Failed() {
				if err := os.WriteFile(path, []byte(file.format()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// fuzzFolder holds what fuzzing found, in the form of the Go command.
const fuzzFolder = "fuzz"

// caseFiles finds the files with text tests.
func caseFiles(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() || e.Name() == fuzzFolder {
			continue
		}
		found, err := filepath.Glob(filepath.Join("testdata", e.Name(), "*.trace"))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Errorf("testdata/%s: expected files `*.trace`, found none", e.Name())
		}
		files = append(files, found...)
	}
	return files
}

func loadCases(t testing.TB, path string) *caseFile {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parseCaseFile(path, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// runCase optimizes one case and checks everything that must hold for any
// trace, then the expectations of the case itself.
func runCase(t *testing.T, file *caseFile, c *traceCase) {
	in := mustParse(t, strings.Join(c.input, "\n")+"\n")
	r := c.optimizer(t).Run(in, c.passes(t))
	checkRoundTrip(t, in, trace.PrintOptions{Comments: true})
	checkEveryPoint(t, c, in)

	options := trace.PrintOptions{Numbered: c.fields["numbered"], Comments: true}
	listing := trace.Print(r.Out, options)
	checkRoundTrip(t, r.Out, options)
	c.checkSourceLines(t, r)
	c.checkCounts(t, r)

	got := traceCase{header: c.header, input: c.input, want: listing.Lines()}
	got.inputRemarks, got.wantRemarks = remarksByLine(r, listing, len(c.input))
	if golden.Update() {
		c.want, c.inputRemarks, c.wantRemarks = got.want, got.inputRemarks, got.wantRemarks
		return
	}
	if !c.expectsRemarks() {
		got.inputRemarks, got.wantRemarks = nil, nil
	}
	compareCases(t, file, c, &got)
}

func compareCases(t *testing.T, file *caseFile, want, got *traceCase) {
	t.Helper()
	name := fmt.Sprintf("%s:%d", file.path, want.line)
	d := diff.Diff(name+" (expected)", []byte(bodyOf(want)), name+" (found)", []byte(bodyOf(got)))
	if d != nil {
		t.Errorf("%s\n%s", want.title, d)
	}
}

// bodyOf returns a case as it is in its file, without the header.
func bodyOf(c *traceCase) string {
	var b strings.Builder
	writeLines(&b, withRemarks(c.input, c.inputRemarks))
	b.WriteString(resultSeparator + "\n")
	writeLines(&b, withRemarks(c.want, c.wantRemarks))
	return b.String()
}

func mustParse(t *testing.T, text string) *trace.Trace {
	t.Helper()
	tr, diagnostics := trace.Parse(text)
	for _, d := range diagnostics {
		line, column := trace.Position(text, d.From)
		t.Errorf("%d:%d: %s: %s", line, column, d.Code, d.Message)
	}
	if tr == nil {
		t.Fatalf("the text is no trace:\n%s", text)
	}
	if err := trace.Check(tr); err != nil {
		t.Fatalf("the parsed trace is not well-formed: %v", err)
	}
	return tr
}

// passes returns the passes that the header names.
func (c *traceCase) passes(t *testing.T) optimizer.PassSet {
	t.Helper()
	if name := c.fields["preset"]; name != "" {
		preset, err := optimizer.PresetByName(name)
		if err != nil {
			t.Fatal(err)
		}
		return preset.Passes
	}
	set, err := optimizer.ParsePasses(strings.Split(c.fields["passes"], ","))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// optimizer returns one that uses the header's `rule` after the built-in ones.
func (c *traceCase) optimizer(t *testing.T) *optimizer.Optimizer {
	t.Helper()
	o := new(optimizer.Optimizer)
	o.TrustRecording(c.fields["recorded"] == "yes" || c.fields["recorded"] == "peeled")
	o.TrustLoop(c.fields["recorded"] == "peeled")
	if text := c.fields["rule"]; text != "" {
		set, errs := rules.ParseRules(text)
		for _, err := range errs {
			t.Fatalf("%v: `%s`", err, text[err.From:err.To])
		}
		o.UseRules(set)
	}
	return o
}

// checkRoundTrip checks that what is printed is read as the same trace again.
func checkRoundTrip(t *testing.T, tr *trace.Trace, options trace.PrintOptions) {
	t.Helper()
	first := joinLines(trace.Print(tr, options).Lines())
	again, diagnostics := trace.Parse(first)
	if again == nil {
		t.Errorf("expected the printed trace to be readable, found %v in\n%s", diagnostics, first)
		return
	}
	second := joinLines(trace.Print(again, options).Lines())
	if d := diff.Diff("printed", []byte(first), "printed, parsed and printed again", []byte(second)); d != nil {
		t.Errorf("%s", d)
	}
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// checkEveryPoint optimizes with the first k passes for every k: each result
// must be well-formed, mean what the recorded trace means, and give a reason for
// every difference.
func checkEveryPoint(t *testing.T, c *traceCase, in *trace.Trace) {
	t.Helper()
	passes := c.passes(t)
	runs := newCaseAgreement(t, c, in)
	for k := range len(passes.List()) + 1 {
		r := c.optimizer(t).Run(in, passes.First(k))
		name := fmt.Sprintf("after %d passes", k)
		if err := faultOfResult(r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		runs.trust(r)
		if err := runs.compare(r.Out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if want := c.fields["run"]; runs.kind() != want && !testing.Short() { // which needs all inputs
		t.Errorf("expected the header to say `run: %s`, found `%s`", runs.kind(), want)
	}
}
