package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"unbox/show"
	"unbox/trace"
	"unbox/trace/pypylog"
	"unbox/wasm/api"
)

// report writes what is wrong with a file to standard error, as compilers do:
// the place, the message, the line and a mark under the exact characters. It
// reports whether there were errors.
func (p *program) report(file source, list []trace.Diagnostic) bool {
	failed := slices.ContainsFunc(list, func(d trace.Diagnostic) bool { return d.Severity == trace.Error })
	if failed && pypylog.IsLog(file.text) {
		p.reportLog(file)
		return true
	}
	shown := api.Diagnostics(file.text, list)
	with := show.Painter{On: p.colorsOn(p.errorsOnTerminal)}
	for i, d := range list {
		how := show.InkWarning
		if d.Severity == trace.Error {
			how = show.InkError
		}
		fmt.Fprintf(p.stderr, "%s %s %s\n", with.Paint(show.InkStrong, fmt.Sprintf("%s:%d:%d:", file.shown(), shown[i].Line, shown[i].Column)),
			with.Paint(how, d.Severity.String()+":"), d.Message)
		if file.text != "" {
			line, marks, _ := strings.Cut(excerpt(file.text, d.From, d.To), "\n")
			fmt.Fprint(p.stderr, line+"\n"+with.Paint(how, marks))
		}
	}
	return failed
}

// reportLog says that a file is not a trace but contains some.
func (p *program) reportLog(file source) {
	entries, err := pypylog.SplitLog(file.text)
	if err != nil {
		p.unusable("%s: %v", file.shown(), err)
		return
	}
	n := len(entries)
	fmt.Fprintf(p.stderr, "unbox: %s: expected a trace, found a log of PyPy with %s: `unbox import %s` lists them, `unbox import %s 1` prints the first\n",
		file.shown(), plural(n, "trace"), operandOf(file), operandOf(file))
}

// operandOf returns a file as it is given on the command line, for messages.
func operandOf(file source) string {
	if file.name == "<stdin>" {
		return "-"
	}
	return file.shown()
}

// The maximum length of the shown part of a line, in characters: before the
// error and in total.
const (
	excerptBefore = 60
	excerptLength = 120
)

// excerpt shows the line of a text at which a span begins, and marks the span
// with ^ as far as it is in that line. Of a long line only a part is shown.
func excerpt(text string, from, to int) string {
	from, to = min(from, len(text)), min(to, len(text))
	start := strings.LastIndexByte(text[:from], '\n') + 1
	end := len(text)
	if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
		end = from + n
	}
	if end > from && text[end-1] == '\r' {
		end-- // of a line that ends as on Windows
	}
	to = min(max(to, from), end)
	// Characters have at most 4 bytes, so this many bytes are enough for each
	// part.
	before, cutBefore := lastRunes(text[max(start, from-4*excerptBefore):from], excerptBefore)
	cutBefore = cutBefore || from-start > 4*excerptBefore
	room := excerptLength - len(before)
	marked, cutMarked := firstRunes(text[from:min(to, from+4*excerptLength)], room)
	cutMarked = cutMarked || to-from > 4*excerptLength
	var after []rune
	cutAfter := cutMarked
	if !cutMarked {
		after, cutAfter = firstRunes(text[to:min(end, to+4*excerptLength)], room-len(marked))
		cutAfter = cutAfter || end-to > 4*excerptLength
	}
	var line, marks strings.Builder
	if cutBefore {
		line.WriteString("…")
		marks.WriteString(" ")
	}
	for _, r := range before {
		line.WriteRune(visible(r))
		marks.WriteRune(blank(r))
	}
	for _, r := range marked {
		line.WriteRune(visible(r))
	}
	marks.WriteString(strings.Repeat("^", max(len(marked), 1)))
	for _, r := range after {
		line.WriteRune(visible(r))
	}
	if cutAfter {
		line.WriteString("…")
	}
	return "    " + line.String() + "\n    " + marks.String() + "\n"
}

// firstRunes returns the first n characters, and whether there are more.
func firstRunes(s string, n int) ([]rune, bool) {
	runes := []rune(s)
	n = max(n, 0)
	if len(runes) <= n {
		return runes, false
	}
	return runes[:n], true
}

// lastRunes returns the last n characters, and whether there are more.
func lastRunes(s string, n int) ([]rune, bool) {
	runes := []rune(s)
	if len(runes) <= n {
		return runes, false
	}
	return runes[len(runes)-n:], true
}

// visible replaces what would confuse a terminal or a reader: control
// characters, including those that change the direction of writing.
func visible(r rune) rune {
	if r == '\t' || unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

// oneLine returns a text that may have come from a file, such as its name, as a line that a terminal only shows.
func oneLine(text string) string { return strings.Map(visible, text) }

// blank returns blanks as wide as r.
func blank(r rune) rune {
	if r == '\t' {
		return r
	}
	return ' '
}
