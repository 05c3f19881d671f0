package lesson

import (
	"strings"
	"testing"
)

// TestEffort: what takes parsers long is refused before it is parsed, and long lessons are not.
func TestEffort(t *testing.T) {
	for name, text := range map[string]string{
		"columns":        strings.Repeat("a|", 10_000) + "\n" + strings.Repeat("-|", 10_000) + "\n" + strings.Repeat("|\n", 15_000),
		"short rows":     strings.Repeat("a|", 100) + "\n" + strings.Repeat("-|", 100) + "\n" + strings.Repeat("|\n", 3000),
		"quotes":         strings.Repeat("> ", 1000) + "a\n",
		"lists":          strings.Repeat("- 1. ", 500) + "a\n",
		"emphasis":       strings.Repeat("a**b"+"c* ", 100_000),
		"links":          strings.Repeat("[a](<", 100_000),
		"definitions":    strings.Repeat("[1]: b\n", 90_000),
		"footnotes":      strings.Repeat("[^1]: a\n\n", 12_000),
		"one line each":  strings.Repeat("a\n", 100_000),
		"in another one": "> " + strings.Repeat("a *b\n", 20_000),
	} {
		if n := effort([]byte(text)); n <= maxEffort {
			t.Errorf("%s: expected more than %d, found %d", name, maxEffort, n)
		}
	}
	for name, text := range map[string]string{
		"prose":       strings.Repeat("Text with *emphasis*, `code`, a [link](https://example.org/) and more, in a paragraph.\n\n", 10_000),
		"long block":  "```trace\n" + strings.Repeat("i1 = int_add_ovf(i0, 1)\nguard_no_overflow() [i0, p7]\n", 2000) + "```\n",
		"rules":       strings.Repeat(strings.Repeat("-", 80)+"\n\n", 1000),
		"lists":       strings.Repeat("- a\n  - b\n    - c\n", 1000),
		"wide tables": strings.Repeat("a|b|c|d\n-|-|-|-\n"+strings.Repeat("1|2|3|4\n", 40)+"\n", 100),
	} {
		if n := effort([]byte(text)); n > maxEffort/2 {
			t.Errorf("%s: expected at most %d, found %d", name, maxEffort/2, n)
		}
	}
}

// TestCostlyMarkdown: a course with a table that would take gigabytes is refused at once, with the name of the file.
func TestCostlyMarkdown(t *testing.T) {
	table := strings.Repeat("a|", 80_000) + "\n" + strings.Repeat("-|", 80_000) + "\n" + strings.Repeat("|\n", 200_000)
	_, err := Load(course("01-a/chapter.md", goodChapter, "01-a/01-b.md", goodStep+"\n"+table))
	if want := "01-a/01-b.md: expected Markdown that is read in a few seconds"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("expected `%s`, found %v", want, err)
	}
}
