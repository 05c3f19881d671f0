package main

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// utf16Of returns a text as Windows writes it in UTF-16, the less significant byte first or last.
func utf16Of(text string, last bool) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		two := []byte{byte(unit), byte(unit >> 8)}
		if last {
			two[0], two[1] = two[1], two[0]
		}
		b.Write(two)
	}
	return b.String()
}

// TestEncodings: texts in UTF-16 are named as such, and marks of UTF-8 are no text, in whatever reads files.
func TestEncodings(t *testing.T) {
	texts := map[string]string{"check": "[i0]\njump(i0)\n", "rule": "a: int_sub(x, x) => 0\n", "python": "print(1)\n", "fmt": "[i0]\njump(i0)\n"}
	for name, text := range texts {
		for what, encoded := range map[string]string{
			"a mark of UTF-16": utf16Of("\ufeff"+text, false), "a mark, the other order": utf16Of("\ufeff"+text, true),
			"UTF-16 without a mark": utf16Of(text, false), "without a mark, the other order": utf16Of(text, true),
		} {
			var out, errs strings.Builder
			const want = "unbox: <stdin>: expected text in UTF-8, found UTF-16; save it as UTF-8\n"
			if code := run([]string{name, "-"}, strings.NewReader(encoded), &out, &errs); code != exitUnusable || errs.String() != want {
				t.Errorf("%s, %s: expected code %d and %q, found %d and %q", name, what, exitUnusable, want, code, errs.String())
			}
		}
		var out, errs strings.Builder
		if code := run([]string{name, "-"}, strings.NewReader("\ufeff"+text), &out, &errs); code != exitGood || errs.Len() > 0 {
			t.Errorf("%s, a mark of UTF-8: expected code %d, found %d and %q", name, exitGood, code, errs.String())
		}
	}
}
