package api

import (
	"slices"
	"unicode/utf8"

	"unbox/trace"
)

// Diagnostics converts what parsers say about a text: byte offsets become
// UTF-16 offsets with line and column. It costs one walk over the text.
func Diagnostics(text string, list []trace.Diagnostic) []Diagnostic {
	offsets := make([]int, 0, 2*len(list))
	for _, d := range list {
		offsets = append(offsets, d.From, d.To)
	}
	slices.Sort(offsets)
	places := placesOf(text, slices.Compact(offsets))
	out := make([]Diagnostic, 0, len(list))
	for _, d := range list {
		from, to := places[d.From], places[d.To]
		out = append(out, Diagnostic{
			Severity: d.Severity.String(), Code: d.Code, Message: d.Message,
			From: from.utf16, To: to.utf16, Line: from.line, Column: from.column,
		})
	}
	return out
}

// place is a position in a text. Line and column are 1-based.
type place struct{ utf16, line, column int }

// placesOf finds the places of byte offsets in ascending order. A byte that is
// not UTF-8 counts as one character; offsets outside the text are moved to its
// ends.
func placesOf(text string, offsets []int) map[int]place {
	places := make(map[int]place, len(offsets))
	at, here := 0, place{0, 1, 1}
	for _, offset := range offsets {
		for at < min(offset, len(text)) {
			r, size := utf8.DecodeRuneInString(text[at:])
			at += size
			here.utf16++
			here.column++
			if r > 0xFFFF {
				here.utf16++
			}
			if r == '\n' {
				here.line, here.column = here.line+1, 1
			}
		}
		places[offset] = here
	}
	return places
}
