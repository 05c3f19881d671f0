package trace_test

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"unbox/trace"
)

// FuzzParse parses any text: the parser answers with a trace or with errors,
// never with a panic. A trace keeps the rules of the IR, and printing and parsing
// it again gives the same trace.
func FuzzParse(f *testing.F) {
	for _, folder := range []string{"errors", "parse", "print"} {
		paths, _ := filepath.Glob(filepath.Join("testdata", folder, "*.trace"))
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			for _, c := range parseTextCases(string(text)) {
				f.Add(joinText(withoutMarks(c.input)))
			}
		}
	}
	paths, _ := filepath.Glob("testdata/pypy/boxint-*.txt")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		tr, list := trace.Parse(text)
		checkDiagnostics(t, text, tr, list)
		if tr == nil {
			return
		}
		if err := trace.Check(tr); err != nil {
			t.Fatalf("the parsed trace is not well-formed: %v", err)
		}
		printed := tr.String()
		if !utf8.ValidString(printed) {
			t.Fatal("expected the printed trace to be UTF-8")
		}
		again, list := trace.Parse(printed)
		if again == nil {
			t.Fatalf("the printed trace is none: %v\n%s", list, printed)
		}
		if second := again.String(); second != printed {
			t.Fatalf("printed:\n%s\nprinted, parsed and printed:\n%s", printed, second)
		}
		if a, b := dump(tr), dump(again); a != b {
			t.Fatalf("the trace\n%s\nis, printed and parsed again,\n%s\nprinted as\n%s", a, b, printed)
		}
		checkNumbered(t, tr)
	})
}

// checkNumbered checks that numbered printing can be parsed and prints the same
// again.
func checkNumbered(t *testing.T, tr *trace.Trace) {
	options := trace.PrintOptions{Numbered: "optvar"}
	printed := joinText(trace.Print(tr, options).Lines())
	again, list := trace.Parse(printed)
	if again == nil {
		t.Fatalf("the numbered trace is none: %v\n%s", list, printed)
	}
	if second := joinText(trace.Print(again, options).Lines()); second != printed {
		t.Fatalf("numbered:\n%s\nnumbered, parsed and numbered:\n%s", printed, second)
	}
}
