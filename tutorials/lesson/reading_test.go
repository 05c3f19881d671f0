package lesson

import (
	"slices"
	"testing"
)

func TestReading(t *testing.T) {
	const fence = "```"
	for _, test := range []struct {
		name, text string
		want       Reading
	}{
		{"the idea alone", "", Reading{Before: 2, Words: 2, Sentences: 1, Longest: "An idea.", LongestWords: 2}},
		{"prose before the task, and after", "One two three. Four *five* `i1 = int_add(i0, 1)`?\n\n" + fence + "starter\nx = 1\n" + fence + "\n\nSix.\n",
			Reading{Before: 8, Words: 9, Sentences: 4, Longest: "One two three.", LongestWords: 3}},
		{"a question comes first", "One.\n\n" + fence + "quiz id=a\nquestion: Many words\n" + fence + "\n\nTwo three four.\n\n" + fence + "tests\n" + fence + "\n",
			Reading{Before: 3, Words: 6, Sentences: 3, Longest: "Two three four.", LongestWords: 3}},
		{"code, titles and pictures are not read", "# A title of words\n\n" + fence + "python\nprint(1)\n" + fence + "\n\n" + fence + "diff\n[i0]\n" + fence + "\nOne.\n",
			Reading{Before: 3, Words: 3, Sentences: 2, Longest: "An idea.", LongestWords: 2}},
		{"lists and tables", "- One two;\n- three.\n\n| four | five six |\n| --- | --- |\n| seven | `eight 8` |\n",
			Reading{Before: 10, Words: 5, Sentences: 3, Longest: "An idea.", LongestWords: 2}},
		{"a line break is a blank", "One\ntwo: three, e.g. four\n",
			Reading{Before: 7, Words: 7, Sentences: 2, Longest: "One two: three, e.g. four", LongestWords: 5}},
	} {
		s := &Step{Idea: "An idea.", Text: []byte(test.text)}
		if found := s.Reading(); found != test.want {
			t.Errorf("%s: expected %+v, found %+v", test.name, test.want, found)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"It is 1.5 wide. Is it? Yes!", []string{"It is 1.5 wide.", "Is it?", "Yes!"}},
		{"\"It is.\" (It is not.) `x` is.", []string{"\"It is.\"", "(It is not.)", "`x` is."}},
		{"One … two. three", []string{"One … two. three"}},
	} {
		if found := sentences(test.text); !slices.Equal(found, test.want) {
			t.Errorf("%q: expected %q, found %q", test.text, test.want, found)
		}
	}
}
