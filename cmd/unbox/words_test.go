package main

import (
	"bytes"
	"strings"
	"testing"

	"unbox/wasm/api"
)

// TestDiffer is about what no trace shows as long as the optimizer is right.
func TestDiffer(t *testing.T) {
	var out bytes.Buffer
	p := &program{stdout: newOutput(&out)}
	outcome := api.Outcome{Exit: "finish", At: &api.Line{Number: 2, Spans: []api.Span{{Text: "finish(i0)"}}}, Values: []api.NamedValue{{Name: "i0", Value: api.Span{Text: "1"}}}}
	other := outcome
	other.Values = []api.NamedValue{{Name: "i0", Value: api.Span{Text: "2"}}}
	p.printRun(&api.RunResponse{Verdict: "differ", Reason: "expected 1, found 2", Before: &outcome, After: &other}, true)
	if err := p.stdout.flush(); err != nil {
		t.Fatal(err)
	}
	const want = `the outcomes differ: expected 1, found 2

before: finished at finish(i0)  (row 2)
values:
    i0 = 1
0 operations, 0 jumps, 0 allocations

after: finished at finish(i0)  (row 2)
values:
    i0 = 2
0 operations, 0 jumps, 0 allocations
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 300)
	tests := []struct {
		name, text string
		from, to   int
		want       string
	}{
		{"in the middle", "one\ntwo three\nfour", 8, 13, "    two three\n        ^^^^^\n"},
		{"at the end of the text", "one", 3, 3, "    one\n       ^\n"},
		{"at the end of a line", "one\ntwo", 3, 4, "    one\n       ^\n"},
		{"over two lines", "one\ntwo", 1, 6, "    one\n     ^^\n"},
		{"a line that ends as on Windows", "one\r\ntwo", 1, 3, "    one\n     ^^\n"},
		{"at the end of such a line", "one\r\ntwo", 3, 4, "    one\n       ^\n"},
		{"after a tab", "\tone", 1, 4, "    \tone\n    \t^^^\n"},
		{"wide characters", "ü𝄞x", 6, 7, "    ü𝄞x\n      ^\n"},
		{"what a terminal would obey", "a\x1b[31m\u202eb", 1, 2, "    a\ufffd[31m\ufffdb\n     ^\n"},
		{"beyond the end", "one", 9, 12, "    one\n       ^\n"},
		{"a long line", long + "x" + long, 300, 301,
			"    …" + long[:60] + "x" + long[:59] + "…\n    " + strings.Repeat(" ", 61) + "^\n"},
		{"a long span", long, 0, 300, "    " + long[:120] + "…\n    " + strings.Repeat("^", 120) + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := excerpt(tt.text, tt.from, tt.to); got != tt.want {
				t.Errorf("got\n%q\nexpected\n%q", got, tt.want)
			}
		})
	}
}
