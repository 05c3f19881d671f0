package trace_test

import (
	"testing"
	"unicode/utf8"

	"unbox/examples"
	"unbox/trace"
)

// TestWidth compares with the lengths of all lines.
func TestWidth(t *testing.T) {
	for _, e := range examples.All() {
		tr, _ := trace.Parse(e.Text)
		if tr == nil {
			continue
		}
		for _, prefix := range []string{"", "a_long_prefix_for_numbered_operations"} {
			list := trace.Print(tr, trace.PrintOptions{Comments: true, Numbered: prefix})
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
				t.Errorf("%s: expected %d and %d, found %d and %d", e.ID, full, short, gotFull, gotShort)
			}
		}
	}
}
