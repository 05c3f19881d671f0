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

// TestProblemsAreWhereTheyAre: what is wrong with a course is told behind the block that it is about, also of one that is not shown, above the text where it is
// about the whole file, and in a list on each page.
func TestProblemsAreWhereTheyAre(t *testing.T) {
	course, err := lesson.Load(fstest.MapFS{
		"01-a/chapter.md": {Data: []byte("---\ntitle: T\nsummary: S\n---\nFine.\n")},
		"01-a/01-b.md":    {Data: []byte("---\ntitle: T\nidea: I\n---\nBefore.\n\n```starter\nx\n```\n\nAfter the starter.\n\n- a list\n- of two\n\n```trcae\nx\n```\n\nThe end.\n")},
	})
	problems, ok := err.(lesson.Problems)
	if !ok {
		t.Fatalf("expected problems, found %v", err)
	}
	note := func(line int, reason string) {
		problems = append(problems, &lesson.Problem{File: "01-a/01-b.md", Line: line, Reason: reason})
	}
	note(0, "expected another file")
	note(8, "expected this starter")
	note(14, "expected <b> in `two`")
	site := New(course, fstest.MapFS{}, "/lessons/").ForAuthor(problems.Err())
	page, err := site.Step(course.Chapters[0], course.Chapters[0].Steps[0])
	if err != nil {
		t.Fatal(err)
	}
	body := string(page.Body)
	at := 0
	for _, want := range []string{
		`<li><a href="/lessons/a/b#problem-1">01-a/01-b.md</a>`, "problems in this course", "<h1>T</h1>", `id="problem-1"`, "expected another file",
		"Before.", "expected a <code>solution</code> block", "expected this starter", "<code>x</code></pre>", "After the starter.", "of two", "expected &lt;b&gt; in <code>two</code>", "<code>- of two</code>",
		"found <code>trcae</code>", "<code>```trcae</code>", "The end.",
	} {
		k := strings.Index(body[at:], want)
		if k < 0 && want != "problems in this course" {
			t.Fatalf("expected `%s` behind what is before it, found\n%s", want, body[at:])
		}
		at += max(k, 0)
	}
	other, err := site.Chapter(course.Chapters[0])
	if text := string(other.Body); err != nil || !strings.Contains(text, ", 0 on this page") || strings.Contains(text, `id="problem-`) {
		t.Errorf("expected a list of problems of another page, found %v\n%s", err, text)
	}
	if plain, _ := New(course, fstest.MapFS{}, "/lessons/").Step(course.Chapters[0], course.Chapters[0].Steps[0]); strings.Contains(string(plain.Body), "author-note") {
		t.Error("expected nothing for the author on a reader's page")
	}
}
