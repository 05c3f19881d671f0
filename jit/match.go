package jit

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"unbox/lang/compile"
	"unbox/trace"
)

// A program can say in comments which traces it expects for its loops. The comments begin a line; a part
// begins with
//
//	#: loop 3 ignoring guard_not_interrupted
//
// and the following lines that begin with `#|` are the operations that are expected of the loop in line 3, from
// its label to its jump. Instead of `loop`, `preamble` stands for the part before the loop, `recorded` for the
// optimizer's input, and `bridge` for the first bridge (`bridge 3 2` for the second one, as `--stats` lists
// them). `...` stands for any number of operations, or within one for everything up to the end of the list, which may be
// nothing; `_` stands for one argument. A value may have any name, but always the same one, and no other value may have it. A
// guard's snapshot is compared if it is given.

// Expectation is what a program expects of one of its loops.
type Expectation struct {
	// Line is the line of the expectation, Part what it is about: "loop", "preamble", "recorded" or
	// "bridge", Loop the line in which the loop begins, Number which bridge is meant, from 1 on.
	Line   int
	Part   string
	Loop   compile.Place
	Number int
	// Ignoring are the names of operations that are not compared.
	Ignoring []string
	rows     []pattern
}

// pattern is a row that is expected; it is any number of rows if tokens is nil.
type pattern struct {
	line   int
	text   string
	tokens []string
}

// ReadExpectations reads the comments of a program. The error says what is wrong in which line; a program without
// expectations is an error, too.
func ReadExpectations(name, text string) ([]*Expectation, error) {
	var list []*Expectation
	for k, line := range strings.Split(text, "\n") {
		at := k + 1
		switch head, rest, _ := strings.Cut(strings.TrimRight(line, "\r"), " "); head {
		case "#:":
			e, err := readHead(rest)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, at, err)
			}
			e.Line = at
			list = append(list, e)
		case "#|":
			if len(list) == 0 {
				return nil, fmt.Errorf("%s:%d: expected a line such as `#: loop 3` before the operations of a loop, found none", name, at)
			}
			e := list[len(list)-1]
			p := pattern{line: at, text: strings.TrimSpace(rest)}
			if p.text == "" {
				continue
			}
			if p.text != "..." {
				p.tokens = tokensOf(p.text)
			}
			e.rows = append(e.rows, p)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: expected lines such as `#: loop 3` and `#| i2 = int_add(i1, 1)`, found none", name)
	}
	return list, nil
}

// readHead reads the text after `#:`.
func readHead(text string) (*Expectation, error) {
	what, ignored, _ := strings.Cut(text, "ignoring")
	words := strings.Fields(what)
	parts := []string{"loop", "preamble", "recorded", "bridge"}
	if len(words) < 2 || len(words) > 3 || !slices.Contains(parts, words[0]) || len(words) == 3 && words[0] != "bridge" {
		return nil, fmt.Errorf("expected `loop`, `preamble`, `recorded` or `bridge` and the line in which a loop begins, found `%s`", text)
	}
	e := &Expectation{Part: words[0], Number: 1, Ignoring: []string{"debug_merge_point"}}
	var err error
	if e.Loop, err = compile.ParsePlace(words[1]); err != nil {
		return nil, err
	}
	if len(words) == 3 {
		if e.Number, err = strconv.Atoi(words[2]); err != nil || e.Number < 1 {
			return nil, fmt.Errorf("expected the number of a bridge, found `%s`", words[2])
		}
	}
	e.Ignoring = append(e.Ignoring, strings.FieldsFunc(ignored, func(r rune) bool { return r == ',' || r == ' ' })...)
	return e, nil
}

var tokenExpression = regexp.MustCompile(`\.\.\.|[A-Za-z_][\w.]*|-?\d[\w.+]*|\S`)

// tokensOf cuts a row into names, numbers, and single characters.
func tokensOf(text string) []string { return tokenExpression.FindAllString(text, -1) }

// fromExpression matches what a listing has after a snapshot: the recorded guards to which it
// belongs.
var fromExpression = regexp.MustCompile(`\] from [\d, ]+$`)

var valueExpression = regexp.MustCompile(`^[ipf]\d+$`)

// Check compares an expectation with the actual traces of the loops. The error says which row
// differs.
func (e *Expectation) Check(j *JIT) error {
	var err error
	for _, l := range j.Loops() {
		if l.At != e.Loop || l.Optimized == nil {
			continue
		}
		in := &l.Installed
		if e.Part == "bridge" {
			if in = bridgeOf(in, e.Number); in == nil {
				err = fmt.Errorf("expected a bridge %d of the loop in %v, found %d bridges", e.Number, e.Loop, countBridges(&l.Installed))
				continue
			}
		}
		if err = e.match(e.rowsOf(in)); err == nil {
			return nil
		}
	}
	if err == nil {
		err = fmt.Errorf("expected a trace of a loop in %v, found none%s", e.Loop, j.reasons(e.Loop))
	}
	return err
}

// reasons says why there is no trace of the loops at a place.
func (j *JIT) reasons(at compile.Place) string {
	for _, l := range j.Loops() {
		if l.At == at && len(l.Failures) > 0 {
			return ": " + l.Failures[len(l.Failures)-1]
		}
	}
	return ""
}

// bridgeOf returns a bridge by its number, a bridge before its own bridges; nil if there are fewer.
func bridgeOf(in *Installed, n int) *Installed {
	for _, b := range in.Bridges {
		if n == 1 {
			return &b.Installed
		}
		n--
		if found := bridgeOf(&b.Installed, n); found != nil {
			return found
		}
		n -= countBridges(&b.Installed)
	}
	return nil
}

// rowsOf returns the rows of a trace that are compared.
func (e *Expectation) rowsOf(in *Installed) []string {
	t := in.Optimized
	if e.Part == "recorded" {
		t = in.Recording.Trace
	}
	listing := trace.Print(t, trace.PrintOptions{})
	var rows []string
	peeled := -1
	for k := range listing.Len() {
		row := strings.TrimSpace(listing.Line(k))
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		row = fromExpression.ReplaceAllString(row, "]")
		if strings.HasSuffix(row, "):") {
			peeled = len(rows)
		}
		rows = append(rows, row)
	}
	switch {
	case e.Part == "loop" && peeled > 0:
		rows = rows[peeled:]
	case e.Part == "preamble" && peeled > 0:
		rows = rows[:peeled]
	}
	return slices.DeleteFunc(rows, func(row string) bool { return slices.Contains(e.Ignoring, operationOf(row)) })
}

// operationOf returns the name of a row's operation.
func operationOf(row string) string {
	if _, after, ok := strings.Cut(row, " = "); ok {
		row = after
	}
	name, _, _ := strings.Cut(row, "(")
	return name
}

// matcher compares rows with patterns.
type matcher struct {
	rows     [][]string
	patterns []pattern
	// names has the value of each name, values the name of each value.
	names, values map[string]string
	steps         int
	// pattern is the furthest one without a match, row the row that came closest to it: tokens is the
	// number of its matching tokens, and why says what did not match.
	row, pattern, fitted int
	why                  string
}

// maxMatchSteps is the maximum number of compared rows, for patterns with many
// `...`.
const maxMatchSteps = 1 << 20

var errManyWays = errors.New("expected fewer `...` in one expectation: there are too many ways to compare")

// match compares all rows.
func (e *Expectation) match(rows []string) error {
	m := &matcher{patterns: e.rows, names: make(map[string]string), values: make(map[string]string), pattern: -1}
	for _, row := range rows {
		m.rows = append(m.rows, tokensOf(row))
	}
	if m.from(0, 0) {
		return nil
	}
	if m.steps > maxMatchSteps {
		return errManyWays
	}
	expected, line := "the end", 0
	if m.pattern < len(e.rows) {
		expected, line = "`"+e.rows[m.pattern].text+"`", e.rows[m.pattern].line
	}
	found := "the end"
	if m.row < len(rows) {
		found = "`" + rows[m.row] + "`"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "expected %s, found %s", expected, found)
	if line > 0 {
		fmt.Fprintf(&b, " (the expectation is in line %d)", line)
	}
	if m.why != "" {
		fmt.Fprintf(&b, ": %s", m.why)
	}
	for k, row := range rows {
		mark := "    "
		if k == m.row {
			mark = "  > "
		}
		fmt.Fprintf(&b, "\n%s%s", mark, row)
	}
	return errors.New(b.String())
}

// from matches the rows from one on with the patterns from one on.
func (m *matcher) from(row, at int) bool {
	for ; at < len(m.patterns); row, at = row+1, at+1 {
		if m.steps++; m.steps > maxMatchSteps {
			return false
		}
		p := &m.patterns[at]
		if p.tokens == nil {
			for skip := row; skip <= len(m.rows); skip++ {
				names, values := maps.Clone(m.names), maps.Clone(m.values)
				if m.from(skip, at+1) {
					return true
				}
				m.names, m.values = names, values
			}
			return false
		}
		if row == len(m.rows) {
			m.differs(row, at, 0, "")
			return false
		}
		if ok, fitted, why := m.rowMatches(m.rows[row], p.tokens); !ok {
			m.differs(row, at, fitted, why)
			return false
		}
	}
	if row < len(m.rows) {
		m.differs(row, at, 0, "")
		return false
	}
	return true
}

// differs records the furthest difference.
func (m *matcher) differs(row, at, fitted int, why string) {
	if at > m.pattern || at == m.pattern && fitted > m.fitted {
		m.row, m.pattern, m.fitted, m.why = row, at, fitted, why
	}
}

// rowMatches compares one row, token by token. It returns how many tokens matched, and what did
// not.
func (m *matcher) rowMatches(row, want []string) (ok bool, fitted int, why string) {
	if !slices.Contains(want, "[") {
		row = withoutSnapshot(row)
	}
	all := len(want)
	for len(want) > 0 {
		fitted = all - len(want)
		switch want[0] {
		case "...", "_":
			end := listEnd(row, want[0] == "_")
			if end == 0 && want[0] == "_" {
				return false, fitted, "expected one more argument"
			}
			row, want = row[end:], want[1:]
			continue
		}
		if len(row) == 0 {
			return false, fitted, "expected `" + want[0] + "`, found the end"
		}
		if want[0] == "," && len(want) > 1 && want[1] == "..." && listEnd(row, false) == 0 { // the rest of the list is empty
			want = want[2:]
			continue
		}
		if ok, why := m.tokenMatches(row[0], want[0]); !ok {
			return false, fitted, why
		}
		row, want = row[1:], want[1:]
	}
	if len(row) > 0 {
		return false, all, "expected the end, found `" + row[0] + "`"
	}
	return true, all, ""
}

// tokenMatches compares a token: names of values stand for each other.
func (m *matcher) tokenMatches(have, want string) (ok bool, why string) {
	if !valueExpression.MatchString(have) {
		return have == want, "expected `" + want + "`, found `" + have + "`"
	}
	if !nameExpression.MatchString(want) {
		return false, "expected `" + want + "`, found the value `" + have + "`"
	}
	if before, known := m.names[want]; known && before != have {
		return false, "`" + want + "` was `" + before + "` before, and is `" + have + "` here"
	}
	if before, known := m.values[have]; known && before != want {
		return false, "`" + have + "` was called `" + before + "` before, and is `" + want + "` here"
	}
	m.names[want], m.values[have] = have, want
	return true, ""
}

var nameExpression = regexp.MustCompile(`^[A-Za-z]\w*$`)

// withoutSnapshot cuts off the text after the parentheses of an operation.
func withoutSnapshot(row []string) []string {
	depth := 0
	for k, token := range row {
		switch token {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 && k+1 < len(row) && row[k+1] == "[" {
				return row[:k+1]
			}
		}
	}
	return row
}

// listEnd returns the number of tokens before the end of the list, or before the next comma if one is set.
func listEnd(row []string, one bool) int {
	depth := 0
	for k, token := range row {
		switch token {
		case "(", "[":
			depth++
		case ")", "]":
			if depth == 0 {
				return k
			}
			depth--
		case ",":
			if one && depth == 0 {
				return k
			}
		}
	}
	return len(row)
}
