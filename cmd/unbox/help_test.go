package main

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHelpFits: no line of a help text is longer than a terminal is wide, which would break it at any letter.
func TestHelpFits(t *testing.T) {
	texts := map[string]string{"": usage()}
	for _, c := range commands() {
		texts[c.name] = c.help()
	}
	for name, text := range texts {
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > textWidth {
				t.Errorf("unbox help %s: expected at most %d characters in a line, found %d: %s", name, textWidth, n, line)
			}
		}
	}
}

// TestRefilled: paragraphs are filled, blocks and blank lines stay.
func TestRefilled(t *testing.T) {
	long := strings.Repeat("word ", 20)
	got := refilled("One\ntwo.\n\n    a    block\n    of two lines\n\n" + long + "\n")
	want := "One two.\n\n    a    block\n    of two lines\n\n" + strings.TrimSpace(strings.Repeat("word ", 16)) + "\nword word word word\n"
	if got != want {
		t.Errorf("expected %q, found %q", want, got)
	}
}
