package trace_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"unbox/internal/corpus"
	"unbox/trace"
)

// TestWidth compares with the lengths of all lines.
func TestWidth(t *testing.T) {
	for _, list := range listings(t) {
		full, short := 0, 0
		for i := range list.Len() {
			text, spans := list.Spans(i)
			n := utf8.RuneCountInString(text)
			full = max(full, n)
			for _, s := range spans {
				if s.Kind == trace.SpanPath {
					n -= s.To - s.From - 1
				}
			}
			short = max(short, n)
		}
		if gotFull, gotShort := list.Width(); gotFull != full || gotShort != short {
			t.Errorf("expected %d and %d, found %d and %d:\n%q", full, short, gotFull, gotShort, list.Lines())
		}
	}
}

// TestBoundsOfLines expects that no line is longer than the bound by which it is left out, also with descriptions that mention
// themselves: the sum of their bounds was negative, and so their lines were never measured.
func TestBoundsOfLines(t *testing.T) {
	for _, list := range listings(t) {
		for _, line := range list.LooseLines() {
			t.Errorf("expected a line within its bound, found a longer one: %s", line)
		}
	}
}

// listings are the traces of the corpus, printed in several ways.
func listings(t *testing.T) (list []*trace.Listing) {
	for _, g := range slices.Concat(corpus.Loops(t, ".."), corpus.Files(t, "..")) {
		for _, tr := range g.All() {
			for _, prefix := range []string{"", "a_long_prefix_for_numbered_operations"} {
				for _, apart := range []bool{false, true} {
					list = append(list, trace.Print(tr, trace.PrintOptions{Comments: true, Numbered: prefix, RowsApart: apart}))
				}
			}
		}
	}
	return list
}
