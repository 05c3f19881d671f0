package trace_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unbox/internal/golden"
)

// textCase is one case of testdata/errors, testdata/parse or testdata/print.
type textCase struct {
	// title is the comment in the first line without "# ".
	title string
	// fields are the header lines "# key: value" right below it.
	fields map[string]string
	// header are those lines as they stand.
	header []string
	// input is the trace, want what follows "--- printed", nil if nothing does.
	input, want []string
}

var textField = regexp.MustCompile(`^# (numbered|comments|dialect): (.*)$`)

// caseSeparator stands between two cases of a file.
const caseSeparator = "==="

// printedSeparator comes before what a trace is printed as.
const printedSeparator = "--- printed"

// parseTextCases cuts a file into cases, which are separated by lines "===". The
// header ends with an empty line.
func parseTextCases(text string) []*textCase {
	var cases []*textCase
	for part := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n"+caseSeparator+"\n") {
		c := &textCase{fields: make(map[string]string)}
		lines := strings.Split(part, "\n")
		for len(lines) > 0 && lines[0] != "" {
			c.header = append(c.header, lines[0])
			if m := textField.FindStringSubmatch(lines[0]); m != nil {
				c.fields[m[1]] = m[2]
			}
			lines = lines[1:]
		}
		if len(lines) > 0 {
			lines = lines[1:]
		}
		c.title = strings.TrimPrefix(c.header[0], "# ")
		c.input = lines
		for i, line := range lines {
			if line == printedSeparator {
				c.input, c.want = lines[:i], lines[i+1:]
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// formatTextCases is the inverse of parseTextCases.
func formatTextCases(cases []*textCase) string {
	var parts []string
	for _, c := range cases {
		lines := append(append(append([]string{}, c.header...), ""), c.input...)
		if c.want != nil {
			lines = append(append(lines, printedSeparator), c.want...)
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n"+caseSeparator+"\n") + "\n"
}

// eachTextCase runs a function on every case in a folder; with -update it writes
// the cases back as the function left them.
func eachTextCase(t *testing.T, folder string, run func(t *testing.T, c *textCase)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.trace"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("testdata/%s: expected files `*.trace`, found none (%v)", folder, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases := parseTextCases(string(text))
		for _, c := range cases {
			t.Run(filepath.Base(path)+"/"+c.title, func(t *testing.T) { run(t, c) })
		}
		if golden.Update() {
			if err := os.WriteFile(path, []byte(formatTextCases(cases)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// joinText makes a text of lines.
func joinText(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
