package optimizer_test

import (
	"fmt"
	"regexp"
	"strings"
)

// caseFile is a file of text tests. testdata/README.md describes the format.
type caseFile struct {
	path  string
	cases []*traceCase
}

// traceCase is a trace with what a choice of passes makes of it.
type traceCase struct {
	// line is the 1-based line of the file at which the case starts.
	line int
	// header are the comment lines on top as they stand in the file.
	header []string
	// title is the text of the first header line.
	title string
	// fields are the header lines of the form "# key: value".
	fields map[string]string
	// input and want are the two traces without the expected remarks; inputRemarks
	// and wantRemarks hold those, line by line, "" where there are none.
	input, want               []string
	inputRemarks, wantRemarks []string
}

// caseFields are the keys that a header may have.
var caseFields = map[string]bool{
	"source": true, "passes": true, "preset": true, "numbered": true,
	"inputs": true, "lines": true, "count": true, "run": true, "rule": true, "recorded": true,
}

const (
	caseSeparator   = "==="
	resultSeparator = "--- optimized"
)

var (
	fieldPattern  = regexp.MustCompile(`^# ([a-z]+): (.*)$`)
	remarkPattern = regexp.MustCompile(`\s+# ((?:(?:removed|replaced|added|moved|learned|stopped): [a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)?(?:; )?)+)$`)
)

// parseCaseFile reads the text of a file.
func parseCaseFile(path, text string) (*caseFile, error) {
	file := &caseFile{path: path}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	start := 0
	for i := 0; i <= len(lines); i++ {
		if i < len(lines) && lines[i] != caseSeparator {
			continue
		}
		c, err := parseCase(lines[start:i], start+1)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, start+1, err)
		}
		file.cases = append(file.cases, c)
		start = i + 1
	}
	return file, nil
}

func parseCase(lines []string, line int) (*traceCase, error) {
	c := &traceCase{line: line, fields: make(map[string]string)}
	body := 0
	for body < len(lines) && strings.HasPrefix(lines[body], "#") {
		body++
	}
	c.header = lines[:body]
	if err := c.parseHeader(); err != nil {
		return nil, err
	}
	if body == len(lines) || lines[body] != "" {
		return nil, fmt.Errorf("expected an empty line after the header")
	}
	split := body
	for split < len(lines) && lines[split] != resultSeparator {
		split++
	}
	if split == len(lines) {
		return nil, fmt.Errorf("expected a line `%s`, found none", resultSeparator)
	}
	c.input, c.inputRemarks = splitRemarks(lines[body+1 : split])
	c.want, c.wantRemarks = splitRemarks(lines[split+1:])
	return c, nil
}

func (c *traceCase) parseHeader() error {
	for i, line := range c.header {
		if i == 0 {
			c.title = strings.TrimSpace(strings.TrimPrefix(line, "#"))
			continue
		}
		m := fieldPattern.FindStringSubmatch(line)
		if m == nil || !caseFields[m[1]] {
			return fmt.Errorf("expected a header line `# key: value` with a known key, found `%s`", line)
		}
		c.fields[m[1]] = m[2]
	}
	if c.title == "" {
		return fmt.Errorf("expected a title in the first line")
	}
	if (c.fields["passes"] == "") == (c.fields["preset"] == "") {
		return fmt.Errorf("expected either `passes` or `preset` in the header, below the title in the first line")
	}
	return nil
}

// splitRemarks takes the expected remarks off the lines' ends, and the empty
// lines off the end.
func splitRemarks(lines []string) (plain, remarks []string) {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		remark := ""
		if m := remarkPattern.FindStringSubmatchIndex(line); m != nil {
			remark = line[m[2]:m[3]]
			line = line[:m[0]]
		}
		plain = append(plain, line)
		remarks = append(remarks, remark)
	}
	return plain, remarks
}

// expectsRemarks reports whether any line has an expectation: then the remarks
// must be exactly those expected.
func (c *traceCase) expectsRemarks() bool {
	for _, r := range append(append([]string{}, c.inputRemarks...), c.wantRemarks...) {
		if r != "" {
			return true
		}
	}
	return false
}

// withRemarks returns the lines with their remarks after them.
func withRemarks(lines, remarks []string) []string {
	var out []string
	for i, line := range lines {
		if i < len(remarks) && remarks[i] != "" {
			line += "   # " + remarks[i]
		}
		out = append(out, line)
	}
	return out
}

// format writes the file from its cases: the inverse of parseCaseFile.
func (f *caseFile) format() string {
	var b strings.Builder
	for i, c := range f.cases {
		if i > 0 {
			b.WriteString("\n" + caseSeparator + "\n")
		}
		writeLines(&b, c.header)
		b.WriteString("\n")
		writeLines(&b, withRemarks(c.input, c.inputRemarks))
		b.WriteString(resultSeparator + "\n")
		writeLines(&b, withRemarks(c.want, c.wantRemarks))
	}
	return b.String()
}

func writeLines(b *strings.Builder, lines []string) {
	for _, line := range lines {
		b.WriteString(line + "\n")
	}
}
