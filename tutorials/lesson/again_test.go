package lesson

import (
	"strings"
	"testing"
)

// asks is a quiz with an id, on the lines after a step's end.
func asks(id string) string {
	return "```quiz id=" + id + "\nquestion: What?\nchoices:\n  - {text: a, right: true, why: b}\n  - {text: c, why: d}\n  - {text: e, why: f}\n```\n"
}

// again is a quiz that asks another one again.
func again(address string) string { return "```quiz again=\"" + address + "\"\n```\n" }

// askingCourse has two chapters with texts added to the introduction and to the steps.
func askingCourse(intro, one, two, later string) (*Course, error) {
	return Load(course(
		"01-a/chapter.md", goodChapter+intro,
		"01-a/01-one.md", goodStep+one,
		"01-a/02-two.md", goodStep+two,
		"02-b/chapter.md", goodChapter,
		"02-b/01-later.md", goodStep+later,
	))
}

func TestAgain(t *testing.T) {
	c, err := askingCourse(asks("first"), asks("x"), again("a/one#x"), again("a/#first")+again("a/one#x"))
	if err != nil {
		t.Fatal(err)
	}
	last := func(chapter, step, back int) *QuizData {
		blocks := c.Chapters[chapter].Steps[step].Blocks
		return blocks[len(blocks)-back].Data.(*QuizData)
	}
	for _, want := range []struct {
		q                *QuizData
		path, id, choice string
	}{
		{last(0, 1, 1), "a/one", "x", "c"},
		{last(1, 0, 1), "a/one", "x", "e"},
		{last(1, 0, 2), "a/", "first", "c"},
	} {
		if want.q.First == nil || want.q.First.Path() != want.path || want.q.First.ID != want.id || want.q.Choices[0].Text != want.choice || len(want.q.Choices) != 3 || want.q.ID != "" {
			t.Errorf("expected %s of %s with %s as its first choice, found %+v at %+v", want.id, want.path, want.choice, want.q, want.q.First)
		}
	}
	if q := last(0, 0, 1); q.First != nil || q.ID != "x" || q.Choices[0].Text != "a" {
		t.Errorf("expected the question itself as it was, found %+v", q)
	}
}

func TestAgainProblems(t *testing.T) {
	for _, c := range []struct{ name, intro, one, two, later, want string }{
		{"nobody asked", "", "", again("a/one#x"), "", "01-a/02-two.md:38: expected the address of a quiz with an `id`, such as `chapter/step#id`, or `chapter/#id` in an introduction, found `a/one#x`"},
		{"before it was asked", "", "", again("b/later#x"), asks("x"), "01-a/02-two.md:38: expected a question that was asked before, found `b/later#x`, which is asked later, at 02-b/01-later.md:38"},
		{"before it was asked, on its page", "", "", again("a/two#x") + asks("x"), "", "01-a/02-two.md:38: expected a question that was asked before, found `a/two#x`, which is asked later, at 01-a/02-two.md:40"},
		{"id twice on a page", "", asks("x") + asks("x"), "", "", "01-a/01-one.md:45: expected an `id` that no other quiz of this page has, found `x`, as on line 38"},
		{"id of another form", "", asks("X1"), "", "", "01-a/01-one.md:38: expected lower-case words with dashes between them as `id` of a quiz, found `X1`"},
		{"a copied question", "", asks("x"), "```quiz again=\"a/one#x\"\nquestion: What?\n```\n", "", "01-a/02-two.md:39: expected nothing between the fences of a question that is asked again, found a text; it is taken from `a/one#x`"},
		{"both", "", asks("x"), "```quiz id=y again=\"a/one#x\"\n```\n", "", "01-a/02-two.md:38: expected either `id` or `again` of a quiz, found both"},
		{"again without an address", "", "", "```quiz again=\"\"\n```\n", "", "01-a/02-two.md:38: expected something between the fences of a `quiz` block, found nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := askingCourse(c.intro, c.one, c.two, c.later)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("expected an error with\n%s\nfound\n%v", c.want, err)
			}
		})
	}
}
