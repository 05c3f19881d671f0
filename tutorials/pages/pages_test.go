package pages

import (
	"strings"
	"testing"
	"testing/fstest"

	"unbox/terms"
	"unbox/tutorials"
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
	if err != nil || len(list) != 5 {
		t.Fatalf("expected 5 pages, found %d and %v", len(list), err)
	}
	for _, p := range list {
		if p.Path == LanguagePath {
			continue // no word of the course is in it
		}
		if body := string(p.Body); strings.Contains(body, "<script") || !strings.Contains(body, "&lt;script&gt;") || strings.Contains(body, `"><`+"script") {
			t.Errorf("page `%s`: expected every word escaped, found\n%s", p.Path, body)
		}
	}
}

// TestSearchFindsTerms finds each term of the glossary in the step that explains it, and union-find in more than one.
func TestSearchFindsTerms(t *testing.T) {
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	text, unions := map[string]string{}, 0
	for _, found := range New(course, fstest.MapFS{}, "/lessons/").SearchIndex() {
		text[found.Step] = strings.ToLower(found.Text)
		if found.Step != "" && strings.Contains(strings.ToLower(found.Text), "union-find") {
			unions++
		}
	}
	if unions == 0 {
		t.Error("expected a step that speaks of union-find, found none")
	}
	for _, term := range terms.All() {
		for _, word := range term.Words {
			if term.Lesson != "" && !strings.Contains(text[term.Lesson], word) {
				t.Errorf("expected `%s` among the words of %s, found none", word, term.Lesson)
			}
		}
	}
}
