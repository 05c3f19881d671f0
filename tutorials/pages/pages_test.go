package pages

import (
	"strings"
	"testing"
	"testing/fstest"

	"unbox/tutorials/lesson"
)

// TestWordsAreEscaped gives a course words that would be HTML.
func TestWordsAreEscaped(t *testing.T) {
	const words = `<script>alert("1 & 2")</script>`
	step := &lesson.Step{ID: "b", Number: 1, Title: words, Idea: words, Pass: "f", Without: []string{words}}
	ch := &lesson.Chapter{
		ID: "a", Number: 1, Title: words, Summary: words, Steps: []*lesson.Step{step},
		Library: lesson.Code{Text: words}, Sources: []lesson.Source{{Title: words, By: words}, {Title: words, URL: `https://example.org/?q="><script>`}},
	}
	list, err := New(&lesson.Course{Chapters: []*lesson.Chapter{ch}}, fstest.MapFS{}, "/lessons/").Pages()
	if err != nil || len(list) != 4 {
		t.Fatalf("expected 4 pages, found %d and %v", len(list), err)
	}
	for _, p := range list {
		if body := string(p.Body); strings.Contains(body, "<script") || !strings.Contains(body, "&lt;script&gt;") || strings.Contains(body, `"><`+"script") {
			t.Errorf("page `%s`: expected every word escaped, found\n%s", p.Path, body)
		}
	}
}
