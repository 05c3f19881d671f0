package learn

import (
	"regexp"
	"strings"
	"sync"

	"unbox/optimizer"
)

// TraceDiff compares two traces operation by operation. The numbers of results do
// not matter: the same operation is in the same row, even if one is missing above
// it.
type TraceDiff struct {
	// Rows are in the order of both sides.
	Rows []DiffRow `json:"rows"`
	// Expected and Actual are the two texts.
	Expected string `json:"expected"`
	Actual   string `json:"actual"`
}

// DiffRow is one line of either side or of both.
type DiffRow struct {
	// Kind is optimizer.DiffSame, DiffArgs (the same operation, but its arguments differ),
	// DiffRemoved (only expected) or DiffAdded (only actual).
	Kind optimizer.DiffKind `json:"kind"`
	// Expected and Actual are the lines, "" on a side that has none.
	Expected string `json:"expected,omitempty"`
	Actual   string `json:"actual,omitempty"`
}

// Equal reports whether both sides are the same trace.
func (d *TraceDiff) Equal() bool {
	for _, row := range d.Rows {
		if row.Kind != optimizer.DiffSame {
			return false
		}
	}
	return true
}

// maxDiff is the maximum number of lines that are aligned; longer texts are
// compared line by line.
const maxDiff = 400

// diffLines aligns two texts line by line.
func diffLines(expected, actual []string) *TraceDiff {
	d := &TraceDiff{Expected: strings.Join(expected, "\n"), Actual: strings.Join(actual, "\n")}
	left, right := parsedLines(expected), parsedLines(actual)
	names := make(map[string]string)
	for _, pair := range align(left, right) {
		d.Rows = append(d.Rows, rowOf(pair, left, right, names))
	}
	return d
}

// parsedLine is a line of a trace: `name = op(args)`.
type parsedLine struct{ text, name, op, rest string }

var lineForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^\s*(?:([A-Za-z_][A-Za-z_0-9]*)\s*=\s*)?([A-Za-z_][A-Za-z_0-9]*)?(.*)$`)
})

func parsedLines(lines []string) []parsedLine {
	list := make([]parsedLine, len(lines))
	for i, text := range lines {
		m := lineForm().FindStringSubmatch(text)
		list[i] = parsedLine{text, m[1], m[2], m[3]}
	}
	return list
}

// align pairs the lines of both sides at the lowest cost; -1 stands for none. Only
// lines with the same operation are paired.
func align(left, right []parsedLine) [][2]int {
	if len(left) > maxDiff || len(right) > maxDiff {
		return sideBySide(len(left), len(right))
	}
	const gap = 3
	width := len(right) + 1
	cost := make([]int, (len(left)+1)*width)
	for i := len(left); i >= 0; i-- {
		for j := len(right); j >= 0; j-- {
			at := i*width + j
			switch {
			case i == len(left):
				cost[at] = gap * (len(right) - j)
			case j == len(right):
				cost[at] = gap * (len(left) - i)
			default:
				cost[at] = gap + min(cost[at+width], cost[at+1])
				if pair, ok := pairCost(left[i], right[j]); ok {
					cost[at] = min(cost[at], pair+cost[at+width+1])
				}
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(left) || j < len(right); {
		at := i*width + j
		if i < len(left) && j < len(right) {
			if pair, ok := pairCost(left[i], right[j]); ok && cost[at] == pair+cost[at+width+1] {
				pairs = append(pairs, [2]int{i, j})
				i, j = i+1, j+1
				continue
			}
		}
		if i < len(left) && (j == len(right) || cost[at] == gap+cost[at+width]) {
			pairs = append(pairs, [2]int{i, -1})
			i++
			continue
		}
		pairs = append(pairs, [2]int{-1, j})
		j++
	}
	return pairs
}

// pairCost is the cost of putting two lines into one row. Of two additions, the one with
// a common argument is more likely the same.
func pairCost(a, b parsedLine) (int, bool) {
	switch {
	case a.op != b.op:
		return 0, false
	case a.rest == b.rest:
		return 0, true
	case shareArgument(a.rest, b.rest):
		return 1, true
	}
	return 2, true
}

// shareArgument reports whether two lists have the same number of arguments, and an equal
// one at some position.
func shareArgument(a, b string) bool {
	if strings.Count(a, ",") != strings.Count(b, ",") {
		return false
	}
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ",")
		y, b, _ = strings.Cut(b, ",")
		if strings.Trim(x, "()[] ") == strings.Trim(y, "()[] ") {
			return true
		}
	}
	return false
}

func sideBySide(n, m int) [][2]int {
	var pairs [][2]int
	for i := range max(n, m) {
		pair := [2]int{i, i}
		if i >= n {
			pair[0] = -1
		}
		if i >= m {
			pair[1] = -1
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// rowOf compares two lines. names maps the actual names of results to the expected
// ones.
func rowOf(pair [2]int, left, right []parsedLine, names map[string]string) DiffRow {
	switch {
	case pair[0] < 0:
		return DiffRow{Kind: optimizer.DiffAdded, Actual: right[pair[1]].text}
	case pair[1] < 0:
		return DiffRow{Kind: optimizer.DiffRemoved, Expected: left[pair[0]].text}
	}
	l, r := left[pair[0]], right[pair[1]]
	if r.op == "" && strings.HasPrefix(r.rest, "[") || r.op == "label" {
		nameParams(l.rest, r.rest, names)
	}
	row := DiffRow{Kind: optimizer.DiffArgs, Expected: l.text, Actual: r.text}
	if l.op == r.op && l.rest == renamed(r.rest, names) {
		row.Kind = optimizer.DiffSame
	}
	if r.name != "" {
		names[r.name] = l.name
	}
	return row
}

var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`) })

// renamed puts the expected names into the arguments of an actual line. A name that
// is not mapped yet stays.
func renamed(text string, names map[string]string) string {
	return identifier().ReplaceAllStringFunc(text, func(name string) string {
		if other, ok := names[name]; ok {
			return other
		}
		return name
	})
}

// nameParams pairs the parameters of two labels by their positions.
func nameParams(expected, actual string, names map[string]string) {
	l, r := identifier().FindAllString(expected, -1), identifier().FindAllString(actual, -1)
	if len(l) != len(r) {
		return
	}
	for i := range l {
		names[r[i]] = l[i]
	}
}

// trimmedLines cuts a text into lines without empty ones, comments, and
// indentation.
func trimmedLines(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if i := strings.Index(line, "#"); i >= 0 {
			line = line[:i]
		}
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

var numberedForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z_]+)(\d+) = `) })

// numberedPrefix returns the prefix of a text in which every line is numbered, as
// the posts' tests are; "" for other traces.
func numberedPrefix(lines []string) string {
	prefix := ""
	for i, line := range lines {
		m := numberedForm().FindStringSubmatch(line)
		if m == nil || i > 0 && m[1] != prefix || i == 0 && m[2] != "0" {
			return ""
		}
		prefix = m[1]
	}
	return prefix
}
