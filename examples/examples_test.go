package examples

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

func TestExamples(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range All() {
		t.Run(e.ID, func(t *testing.T) {
			if seen[e.ID] || !regexp.MustCompile(`^[a-z0-9-]+$`).MatchString(e.ID) {
				t.Errorf("expected an ID of its own in small letters, found %q", e.ID)
			}
			seen[e.ID] = true
			if _, err := optimizer.PresetByName(e.Preset); err != nil {
				t.Error(err)
			}
			tr, diagnostics := trace.Parse(e.Text)
			for _, d := range diagnostics {
				line, column := trace.Position(e.Text, d.From)
				t.Errorf("%d:%d: %s: %s", line, column, d.Severity, d.Message)
			}
			if tr != nil && tr.Len() == 0 {
				t.Error("expected operations, found none")
			}
		})
	}
}

// TestFilesAreAll expects every file of the folder in the list, in the order of their names.
func TestFilesAreAll(t *testing.T) {
	want := append(must(filepath.Glob("*.trace")), must(filepath.Glob("*.pypy"))...)
	var names, results []string
	for _, f := range files {
		names = append(names, f.name)
		if f.pypy != "" {
			results = append(results, strings.TrimSuffix(f.name, ".trace")+".pypy")
		}
	}
	if found := append(names, results...); !slices.Equal(found, want) {
		t.Errorf("expected in files.go what is in the folder, %q, found %q", want, found)
	}
	for _, f := range files {
		if text := string(must(os.ReadFile(f.name))); f.text != text {
			t.Errorf("expected under the name %s the text of that file, found %.60q", f.name, f.text)
		}
	}
}

// must returns what a function that has not failed returned.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func TestParseRefuses(t *testing.T) {
	const good = "# group: G\n# title: T\n\n[i0]\n"
	tests := []struct{ name, file, text, want string }{
		{"no number", "boxes.trace", good, "expected a name like"},
		{"no empty line", "1-a.trace", "# group: G\n[i0]", "expected an empty line"},
		{"no title", "1-a.trace", "# group: G\n\n[i0]", "expected a group and a title"},
		{"another key", "1-a.trace", "# colour: red\n\n[i0]", "found `colour`"},
		{"no key", "1-a.trace", "# hello\n\n[i0]", "expected a line `# key: value`"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parse(tt.file, tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, expected %q", err, tt.want)
			}
		})
	}
	if e, err := parse("1-a.trace", good); err != nil || e.ID != "a" || e.Text != "[i0]\n" {
		t.Errorf("got %+v, %v", e, err)
	}
}
