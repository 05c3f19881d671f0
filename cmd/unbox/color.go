package main

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"unbox/trace"
)

// colorWhen are the values of --color.
var colorWhen = []string{"auto", "always", "never"}

// checkColor checks the value of --color.
func (p *program) checkColor() error {
	for _, when := range colorWhen {
		if p.color == when {
			return nil
		}
	}
	return errorText(unknown("a value of --color", p.color, colorWhen))
}

// errorText is an error that is its text.
type errorText string

func (e errorText) Error() string { return string(e) }

// isTerminal reports whether a person reads what is written.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// colorsOn reports whether what is written has colours: where a person reads it, and has not asked for none.
func (p *program) colorsOn(terminal bool) bool {
	switch p.color {
	case "always":
		return true
	case "never":
		return false
	}
	return terminal && p.env("NO_COLOR") == "" && p.env("TERM") != "dumb"
}

// ink is what a terminal is told before a text, "" for nothing: the reader's own palette of
// eight colours, weight and faintness.
type ink string

const (
	inkPlain    ink = ""
	inkStrong   ink = "1"
	inkFaint    ink = "2"
	inkRemoved  ink = "31"
	inkAdded    ink = "34"
	inkReplaced ink = "35"
	inkMoved    ink = "32"
	inkGuard    ink = "33"
	inkAllocate ink = "31"
	inkControl  ink = "35"
	inkVisible  ink = "32"
	inkNumber   ink = "36"
	inkClass    ink = "34"
	inkError    ink = "1;31"
	inkWarning  ink = "1;33"
)

// painter writes texts with colours, or without.
type painter struct{ on bool }

// paint is a text in a colour. The colour ends before each line's end, so that a pager that
// shows single lines shows the right ones.
func (c painter) paint(with ink, text string) string {
	if !c.on || with == inkPlain || text == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "\x1b[" + string(with) + "m" + line + "\x1b[0m"
		}
	}
	return strings.Join(lines, "\n")
}

// painter writes for standard output.
func (p *program) painter() painter { return painter{p.colorsOn(p.onTerminal)} }

// line is a line of a listing.
func (c painter) line(list *trace.Listing, at int) string {
	if !c.on {
		return list.Line(at)
	}
	var b strings.Builder
	text, spans := list.Spans(at)
	for _, s := range spans {
		b.WriteString(c.paint(spanInk(s.Kind, text[s.From:s.To]), text[s.From:s.To]))
	}
	return b.String()
}

// spanInk is the colour of a span.
func spanInk(kind trace.SpanKind, text string) ink {
	switch kind {
	case trace.SpanOperation:
		return operationInk(text)
	case trace.SpanNumber, trace.SpanString:
		return inkNumber
	case trace.SpanConstant, trace.SpanClass:
		return inkClass
	case trace.SpanLabel, trace.SpanKeyword:
		return inkControl
	case trace.SpanComment, trace.SpanDescriptor, trace.SpanPath:
		return inkFaint
	}
	return inkPlain
}

// operationInk is the colour of an operation's name: its effect.
func operationInk(name string) ink {
	spelling, ok := trace.LookupSpelling(name)
	if !ok {
		return inkPlain
	}
	switch spelling.Code.Info().Effect {
	case trace.EffectGuard:
		return inkGuard
	case trace.EffectAllocate:
		return inkAllocate
	case trace.EffectControl:
		return inkControl
	case trace.EffectVisible:
		return inkVisible
	}
	return inkPlain
}
