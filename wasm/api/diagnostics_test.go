package api

import (
	"strings"
	"testing"

	"unbox/trace"
)

func TestDiagnosticsAreWhereEditorsCount(t *testing.T) {
	const text = "i1 = ü\n𝄞€ x\r\n\xffend"
	tests := []struct {
		name                 string
		from, to             int
		wantFrom, wantTo     int
		wantLine, wantColumn int
	}{
		{"at the start", 0, 2, 0, 2, 1, 1},
		{"two bytes, one unit", 5, 7, 5, 6, 1, 6},
		{"four bytes, two units", 8, 12, 7, 9, 2, 1},
		{"after both", 16, 17, 11, 12, 2, 4},
		{"a byte that is not UTF-8", 19, 20, 14, 15, 3, 1},
		{"at the end", 23, 23, 18, 18, 3, 5},
		{"beyond the end", 99, 99, 18, 18, 3, 5},
	}
	var list []trace.Diagnostic
	// In any order: the walk sorts.
	for i := len(tests) - 1; i >= 0; i-- {
		list = append(list, trace.Diagnostic{From: tests[i].from, To: tests[i].to, Message: tests[i].name})
	}
	for i, got := range Diagnostics(text, list) {
		tt := tests[len(tests)-1-i]
		want := Diagnostic{"error", "", tt.name, tt.wantFrom, tt.wantTo, tt.wantLine, tt.wantColumn}
		if got != want {
			t.Errorf("got %+v, expected %+v", got, want)
		}
	}
}

// TestDiagnosticsAreLinear would take minutes if every diagnostic walked over
// the text.
func TestDiagnosticsAreLinear(t *testing.T) {
	text := strings.Repeat("x", 10<<20)
	list := make([]trace.Diagnostic, 1000)
	for i := range list {
		list[i] = trace.Diagnostic{From: len(text) - 1 - i, To: len(text)}
	}
	if got := Diagnostics(text, list); got[0].Column != len(text) {
		t.Errorf("got column %d, expected %d", got[0].Column, len(text))
	}
}
