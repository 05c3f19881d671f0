package trace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"unbox/internal/golden"
	"unbox/trace"
)

// TestErrors parses the texts of testdata/errors and compares the messages with
// those written there, each under the characters that it is about.
func TestErrors(t *testing.T) {
	seen := make(map[string]bool)
	eachTextCase(t, "errors", func(t *testing.T, c *textCase) {
		plain := withoutMarks(c.input)
		text := joinText(plain)
		trace, list := trace.Parse(text)
		checkDiagnostics(t, text, trace, list)
		marked := withMarks(plain, text, list)
		for _, d := range list {
			seen[d.Code] = true
		}
		if golden.Update() {
			c.input = marked
			return
		}
		if d := diff.Diff("expected", []byte(joinText(c.input)), "found", []byte(joinText(marked))); d != nil {
			t.Errorf("%s", d)
		}
	})
	for _, code := range errorCodes(t) {
		if !seen[code] && !codesTestedElsewhere[code] {
			t.Errorf("expected a case in testdata/errors with the code %q, found none", code)
		}
	}
}

// codesTestedElsewhere need texts that do not fit into a file of lines.
var codesTestedElsewhere = map[string]bool{
	trace.CodeEncoding: true,
	trace.CodeControl:  true,
	trace.CodeTooDeep:  true,
	trace.CodeTooMany:  true,
	trace.CodeMore:     true,
}

// errorCodes finds the codes in the source, so that no code goes untested.
func errorCodes(t *testing.T) []string {
	source, err := os.ReadFile("diagnostic.go")
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, m := range regexp.MustCompile(`(?m)^\tCode\w+ += "([a-z-]+)"$`).FindAllStringSubmatch(string(source), -1) {
		codes = append(codes, m[1])
	}
	if len(codes) < 20 {
		t.Fatalf("expected the codes in diagnostic.go, found %v", codes)
	}
	return codes
}

var markLine = regexp.MustCompile(`^ *\^+ (error|warning) [a-z-]+: `)

func withoutMarks(lines []string) []string {
	var plain []string
	for _, line := range lines {
		if !markLine.MatchString(line) {
			plain = append(plain, line)
		}
	}
	return plain
}

// withMarks puts each diagnostic under the line in which it starts.
func withMarks(lines []string, text string, list []trace.Diagnostic) []string {
	var out []string
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) {
			out = append(out, lines[i])
		}
		for _, d := range list {
			line, column := trace.Position(text, d.From)
			if line-1 != i {
				continue
			}
			width := 1
			if i < len(lines) {
				width = min(utf8.RuneCountInString(text[d.From:d.To]), utf8.RuneCountInString(lines[i])-column+1)
			}
			out = append(out, fmt.Sprintf("%s%s %s %s: %s", strings.Repeat(" ", column-1), strings.Repeat("^", max(width, 1)), d.Severity, d.Code, d.Message))
		}
	}
	return out
}

// checkDiagnostics checks what holds for all diagnostics.
func checkDiagnostics(t *testing.T, text string, tr *trace.Trace, list []trace.Diagnostic) {
	t.Helper()
	errors := 0
	for i, d := range list {
		if d.Severity == trace.Error {
			errors++
		}
		if d.From < 0 || d.From > d.To || d.To > len(text) || d.From == d.To && d.To != len(text) {
			t.Errorf("expected a span within the text, found %d to %d of %d: %s", d.From, d.To, len(text), d.Message)
		}
		if i > 0 && d.From < list[i-1].From {
			t.Errorf("expected the diagnostics in the order of the text, found %d after %d", d.From, list[i-1].From)
		}
		if !utf8.ValidString(d.Message) || d.Message == "" || len(d.Message) > 400 {
			t.Errorf("expected a short message, found %q", d.Message)
		}
	}
	if (tr == nil) != (errors > 0) {
		t.Errorf("expected a trace exactly if there is no error, found %v and %d errors", tr != nil, errors)
	}
	if len(list) > 100 {
		t.Errorf("expected at most 100 diagnostics, found %d", len(list))
	}
}

// TestParse parses and prints the traces of testdata/parse: what is printed
// must be the input itself, or what follows "--- printed".
func TestParse(t *testing.T) {
	eachTextCase(t, "parse", func(t *testing.T, c *textCase) {
		trace := mustParse(t, joinText(c.input))
		comparePrinted(t, c, trace.String())
		checkSameTrace(t, trace.String(), trace, mustParse(t, trace.String()))
		if want := c.fields["dialect"]; want != "" && want != trace.Dialect.String() {
			t.Errorf("expected the dialect %q, found %q", want, trace.Dialect)
		}
	})
}

// TestPrint prints the traces of testdata/print as their headers say.
func TestPrint(t *testing.T) {
	eachTextCase(t, "print", func(t *testing.T, c *textCase) {
		tr := mustParse(t, joinText(c.input))
		options := trace.PrintOptions{Numbered: c.fields["numbered"], Comments: c.fields["comments"] != "no"}
		list := trace.Print(tr, options)
		comparePrinted(t, c, joinText(list.Lines()))
		again := mustParse(t, joinText(list.Lines()))
		if second := joinText(trace.Print(again, options).Lines()); second != joinText(list.Lines()) {
			t.Errorf("printed again:\n%s\nexpected:\n%s", second, joinText(list.Lines()))
		}
	})
}

func comparePrinted(t *testing.T, c *textCase, printed string) {
	t.Helper()
	want := c.want
	if want == nil {
		want = c.input
	}
	if golden.Update() {
		c.want = nil
		if printed != joinText(c.input) {
			c.want = strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
		}
		return
	}
	if d := diff.Diff("expected", []byte(joinText(want)), "printed", []byte(printed)); d != nil {
		t.Errorf("%s", d)
	}
}

// checkSameTrace compares everything but positions in two traces.
func checkSameTrace(t *testing.T, text string, a, b *trace.Trace) {
	t.Helper()
	x, y := dump(a), dump(b)
	if d := diff.Diff("the trace", []byte(x), "printed and parsed again", []byte(y)); d != nil {
		t.Errorf("%s\n%s", text, d)
	}
}

// TestPyPyTraces parses traces that PyPy logged: those of testdata/pypy, and those
// in the folders of the folder that UNBOX_TRACES names, if it is set.
func TestPyPyTraces(t *testing.T) {
	paths, _ := filepath.Glob("testdata/pypy/*.txt")
	if len(paths) == 0 {
		t.Fatal("testdata/pypy: expected files `*.txt`, found none")
	}
	var more []string
	if folder := os.Getenv("UNBOX_TRACES"); folder != "" {
		more, _ = filepath.Glob(filepath.Join(folder, "*", "*.txt"))
	}
	for _, path := range append(paths, more...) {
		t.Run(path, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			tr, list := trace.Parse(string(text))
			checkDiagnostics(t, string(text), tr, list)
			for _, d := range list {
				if d.Severity == trace.Error || !strings.Contains(path, "short") {
					line, column := trace.Position(string(text), d.From)
					t.Errorf("%d:%d: %s", line, column, d.Message)
				}
			}
			if tr == nil {
				return
			}
			checkLogged(t, string(text), tr)
		})
	}
}

// checkLogged checks that a logged trace is printed line by line as it was,
// except for the offsets and the last line.
func checkLogged(t *testing.T, text string, tr *trace.Trace) {
	t.Helper()
	if err := trace.Check(tr); err != nil {
		t.Fatal(err)
	}
	if tr.Dialect != trace.PyPy {
		t.Errorf("expected the dialect of PyPy, found %s", tr.Dialect)
	}
	want := regexp.MustCompile(`(?m)^\+\d+: `).ReplaceAllString(text, "")
	want = strings.TrimSuffix(want, "--end of the loop--\n")
	if d := diff.Diff("logged", []byte(want), "printed", []byte(tr.String())); d != nil {
		t.Errorf("%s", d)
	}
	again, _ := trace.Parse(tr.String())
	if again == nil {
		t.Fatal("expected the printed trace to be one, found errors")
	}
	checkSameTrace(t, "", tr, again)
}

// mustParse returns the trace of a text that is one, and well-formed.
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
