package tutorials

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"unbox/terms"
	"unbox/tutorials/lesson"
	"unbox/tutorials/render"
)

// stressed is what the course emphasizes without introducing a word: what is said louder, and names of chapters.
var stressed = regexp.MustCompile(`^(?:` + strings.Join([]string{
	"do", "is", "are", "was", "did", "can be", "means", "decide", "look", "now", "no", "not", "nearly", "any", "all", "any other", "every pair", "one", "once", "twice", "two", "first", "both", "your", "its", "this", "whole",
	"and", "another", "why", "when", "where", "before", "after", "above", "below", "on", "forward", "backward", "at once", "equal", "allowed", "right", "loaded", "field", "list", "form", "size", "executed", "meet", "leaf", "node",
	"write it down", "write down who did", "whatever the other is", "and for this one", "does not exist", "not failing", "nothing but text", "places", "earlier operations", "if, then, else",
	"bottom", "make it an example", "minimum", "see",
}, "|") + `)$`)

// TestEveryTermHasAnEntry: a word that a step or an introduction emphasizes is explained in the glossary, unless it is one that is only stressed, or the
// name of a chapter or a part of the page.
func TestEveryTermHasAnEntry(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"prove", "time", "machine code", "run"}
	for _, ch := range course.Chapters {
		names = append(names, strings.ToLower(ch.Title))
	}
	count := 0
	check := func(file string, markdown []byte) {
		for _, word := range emphasized(markdown) {
			word = strings.ToLower(strings.TrimRight(word, ".,;:?"))
			switch {
			case render.IsTerm(word):
				count++
			case len(word) == 1 || len(strings.Fields(word)) > 4: // a variable of a formula, or a sentence
			case !slices.Contains(names, word) && !stressed.MatchString(word):
				t.Errorf("%s: expected an entry in terms/course.go for the word %q, which is emphasized, or that it is among those that are only stressed (`stressed` in tutorials/terms_test.go)", file, word)
			}
		}
	}
	for _, ch := range course.Chapters {
		check(ch.File, ch.Text)
		for _, s := range ch.Steps {
			check(s.File, s.Text)
		}
	}
	if count < 45 {
		t.Errorf("expected the words that the course introduces, found %d", count)
	}
}

// emphasized lists what a text emphasizes, without code.
func emphasized(markdown []byte) (list []string) {
	root := lesson.Markdown().Parser().Parse(text.NewReader(markdown))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walk gives no error of its own
		if e, ok := n.(*ast.Emphasis); ok && entering && e.Level == 1 {
			list = append(list, strings.TrimSpace(said(e, markdown)))
		}
		return ast.WalkContinue, nil
	})
	return list
}

func said(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}

// TestTermsLeadToLessons: the step that a term's card leads to is there.
func TestTermsLeadToLessons(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	for _, term := range terms.All() {
		if _, s := course.Step(term.Lesson); term.Lesson != "" && s == nil {
			t.Errorf("%s: expected a step of the course, found `%s`", term.ID, term.Lesson)
		}
	}
}
