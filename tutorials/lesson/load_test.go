package lesson

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

const goodChapter = `---
title: Straight lines
summary: A trace is a list.
sources:
  - title: A post
    by: Somebody
    url: https://example.org/post
---
# Straight lines

` + "```library\nMINT = -1\n```\n"

const goodStep = `---
title: Operations
idea: An operation has a name.
---
Some *prose*.

` + "```starter\ndef f():\n    pass\n```\n\n```tests\ndef test_f():\n    assert_eq(f(), 1)\n```\n" +
	"\n```hint\nOne.\n```\n```hint\nTwo.\n```\n```hint\nThree.\n```\n```solution\ndef f():\n    return 1\n```\n" +
	"```wrong message=\"expected 1\"\ndef f():\n    return 2\n```\n```wrong message=\"expected 1\"\ndef f():\n    return 3\n```\n"

// course builds a folder from pairs of names and texts.
func course(pairs ...string) fstest.MapFS {
	files := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		files[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return files
}

// many adds n files to a course, named after their numbers.
func many(name, text string, n int, files fstest.MapFS) fstest.MapFS {
	for i := 1; i <= n; i++ {
		files[fmt.Sprintf(name, i, i)] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// second is a step that goes on from the step before it.
func second() string {
	return strings.Replace(goodStep, "```starter\ndef f():\n    pass\n```\n\n", "", 1)
}

func TestLoad(t *testing.T) {
	c, err := Load(course(
		"01-straight-lines/chapter.md", goodChapter,
		"01-straight-lines/01-operations.md", goodStep,
		"01-straight-lines/02-more.md", second(),
	))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.String(); got != "1 chapter with 2 steps" {
		t.Errorf("got %s", got)
	}
	if _, err := Load(course("01-a/chapter.md", "\ufeff"+strings.ReplaceAll(goodChapter, "\n", "\r\n"), "01-a/01-b.md", "\ufeff"+strings.ReplaceAll(goodStep, "\n", "\r\n"))); err != nil {
		t.Errorf("with the line ends and the mark that editors on Windows write: %v", err)
	}
	ch := c.Chapters[0]
	if ch.ID != "straight-lines" || ch.Title != "Straight lines" || ch.Library.Text != "MINT = -1\n" || len(ch.Sources) != 1 {
		t.Errorf("chapter: got %+v", ch)
	}
	first := ch.Steps[0]
	for field, line := range map[string]int{"title": 2, "idea": 3, "pass": 1} {
		if got := first.MatterLine(field); got != line {
			t.Errorf("expected the field `%s` in line %d, found it in line %d", field, line, got)
		}
	}
	in, next := c.Step("straight-lines/more")
	if in != ch || next.Starter != first.Solution {
		t.Errorf("expected the second step to start with the first one's solution, found %+v", next.Starter)
	}
	if first.Starter.Text != "def f():\n    pass\n" || first.Starter.Line != 8 {
		t.Errorf("starter: got %+v", first.Starter)
	}
	if tests := ch.TestsUpTo(1); len(tests) != 2 || tests[0] != first.Tests {
		t.Errorf("expected the tests of both steps, found %+v", tests)
	}
	if len(first.Hints) != 3 || len(first.Wrong) != 2 || first.Wrong[0].Message != "expected 1" {
		t.Errorf("got %d hints, %d mistakes", len(first.Hints), len(first.Wrong))
	}
}

func TestProblems(t *testing.T) {
	quiz := func(body string) string { return goodStep + "```quiz\n" + body + "```\n" }
	figure := func(body string) string { return goodStep + "```figure\ntitle: t\nalt: a\n" + body + "```\n" }
	for _, c := range []struct{ name, step, want string }{
		{"no front matter", "# Title\n", "01-a/01-b.md:1: expected `---`, the beginning of the front matter, found `# Title`"},
		{"no end of it", "---\ntitle: x\n", "found the end of the file"},
		{"unknown name", strings.Replace(goodStep, "idea:", "ideal:", 1), "01-a/01-b.md:3: expected valid YAML with known names, found this: the unknown name `ideal`"},
		{"name twice", strings.Replace(goodStep, "idea:", "title: b\nidea:", 1), "01-a/01-b.md:3: expected valid YAML with known names, found this: the name `title` a second time"},
		{"list for text", strings.Replace(goodStep, "idea:", "pass: [a]\nidea:", 1), "01-a/01-b.md:3: expected valid YAML with known names, found this: a list where text belongs"},
		{"word for truth", strings.Replace(goodStep, "idea:", "fresh: perhaps\nidea:", 1), "01-a/01-b.md:3: expected valid YAML with known names, found this: `perhaps` where `true` or `false` belongs"},
		{"number for a group", strings.Replace(goodStep, "idea:", "random: 7\nidea:", 1), "01-a/01-b.md:3: expected valid YAML with known names, found this: `7` where a group of names with values belongs"},
		{"a source that is no page", strings.Replace(goodStep, "idea:", "sources: [{title: x, url: 'javascript:alert(1)'}]\nidea:", 1), "01-a/01-b.md:1: expected an address with `https://` as `url:` of a source, found `javascript:alert(1)`"},
		{"a source without a title", strings.Replace(goodStep, "idea:", "sources: [{url: https://pypy.org/}]\nidea:", 1), "01-a/01-b.md:1: expected `sources: title:` in the front matter, found none"},
		{"two slips", strings.Replace(goodStep, "idea:", "ideal: x\nrandom: {iterations: 1.5}\nidea:", 1), "01-a/01-b.md:4: expected valid YAML with known names, found this: `1.5` where a whole number belongs"},
		{"open bracket", strings.Replace(goodStep, "idea:", "sources: [a\nidea:", 1), "01-a/01-b.md:4: expected valid YAML with known names, found this: did not find expected ',' or ']'"},
		{"colon in a text", strings.Replace(goodStep, "idea:", "idea: One thing:", 1), "01-a/01-b.md:3: expected valid YAML with known names, found this: a second colon with a blank after it; if it belongs to a text, put quotation marks around the whole text"},
		{"text with a backtick first", quiz("question: `x`?\n"), "01-a/01-b.md:39: expected valid YAML with known names, found this: a text that begins with a sign that YAML does not allow there, such as a backtick; put quotation marks"},
		{"text after a quotation", quiz("question: \"x\" is what?\n"), "01-a/01-b.md:39: expected valid YAML with known names, found this: something other than a name with a colon; if a text begins with a quotation mark"},
		{"text with a dash first", quiz("question: - what?\n"), "01-a/01-b.md:39: expected valid YAML with known names, found this: a dash with a blank after it where no list can begin"},
		{"comma in braces", quiz("question: what?\nnumber: 1\nwhy: so\nwrong:\n  - {number: 2, why: This, of course, is more.}\n"), "01-a/01-b.md:43: expected valid YAML with known names, found this: the unknown name `of course`; if it belongs to a text with a comma, put quotation marks"},
		{"no title", strings.Replace(goodStep, "title: Operations\n", "", 1), "expected `title:` in the front matter, found none"},
		{"unknown block", goodStep + "```teste\nx\n```\n", "01-a/01-b.md:38: expected a kind of block such as `tests` or `trace` after the fence, found `teste`"},
		{"misspelt block", strings.Replace(goodStep, "```solution", "```soluton", 1), "expected a kind of block such as `tests` or `trace` after the fence, found `soluton`; the nearest is `solution`"},
		{"block left open", strings.Replace(goodStep, "```hint\nTwo.\n```\n", "```hint\nTwo.\n", 1), "01-a/01-b.md:20: expected this `hint` block to end before line 22, where a `hint` block begins; found no fence that closes it"},
		{"no kind", goodStep + "```\nx\n```\n", "01-a/01-b.md:38: expected a kind of block such as `tests` or `trace` after the fence, found nothing"},
		{"a fence and no more", goodStep + "```\n", "01-a/01-b.md:38: expected a kind of block such as `tests` or `trace` after the fence, found nothing"},
		{"unknown attribute", goodStep + "```trace pass=\"cse\"\nx\n```\n", "01-a/01-b.md:38: expected one of the attributes `passes`, `preset`, `title` of a `trace` block, found `pass`"},
		{"unknown attribute of a picture", goodStep + "```steps at=3\nx\n```\n", "01-a/01-b.md:38: expected one of the attributes `passes`, `preset`, `title`, `row` of a `steps` block, found `at`"},
		{"unknown block in a hint", goodStep + "~~~hint\nSee\n\n```pyton\nx\n```\n~~~\n", "01-a/01-b.md:41: expected a kind of block such as `tests` or `trace` after the fence, found `pyton`"},
		{"open quote", goodStep + "```trace title=\"cse\nx\n```\n", "expected a closing quote after `title=\"`"},
		{"empty block", goodStep + "```trace\n```\n", "expected something between the fences of a `trace` block, found nothing"},
		{"HTML", goodStep + "\n<div>x</div>\n", "01-a/01-b.md:39: expected Markdown, found HTML"},
		{"HTML in a line", goodStep + "\nA <b>word</b>.\n", "01-a/01-b.md:39: expected Markdown, found HTML"},
		{"two starters", goodStep + "```starter\nx\n```\n", "01-a/01-b.md:39: expected one `starter` block in a step, found another"},
		{"too few hints", strings.Replace(goodStep, "```hint\nTwo.\n```\n", "", 1), "01-a/01-b.md:21: expected at least 3 `hint` blocks, each telling more than the one before, found 2"},
		{"no hints", regexp.MustCompile("(?s)```hint.*?```\n").ReplaceAllString(goodStep, ""), "01-a/01-b.md:13: expected at least 3 `hint` blocks, each telling more than the one before, found 0"},
		{"too few mistakes", regexp.MustCompile("(?s)```wrong.*?```\n").ReplaceAllString(goodStep, ""), "01-a/01-b.md:27: expected at least 2 `wrong` blocks, typical mistakes that the tests catch, found 0"},
		{"no solution", strings.Replace(goodStep, "```solution", "```python", 1), "01-a/01-b.md:13: expected a `solution` block, found none"},
		{"nothing to start from", second(), "expected a `starter` block in a step that goes on from no other, found none"},
		{"wrong without message", strings.Replace(goodStep, " message=\"expected 1\"", "", 1), "expected `message=\"…\"`"},
		{"quote without name", goodStep + "```quote file=optimizer/walk.go\n```\n", "expected the attribute `name` of a `quote` block, found none"},
		{"quiz without answer", quiz("question: what?\n"), "01-a/01-b.md:39: expected one of `choices:`, `run:`, `number:` and `trace:` in a quiz, found none"},
		{"quiz with two right", quiz("question: what?\nchoices:\n  - {text: a, right: true, why: b}\n  - {text: c, right: true, why: d}\n"), "exactly one with `right: true`, found 2 of 2"},
		{"quiz with a slip", quiz("question: what?\nchoice: []\n"), "01-a/01-b.md:40: expected valid YAML with known names, found this: the unknown name `choice`"},
		{"quiz of two kinds", quiz("question: what?\nnumber: 1\nrun: print(1)\n"), "expected one of `choices:`, `run:`, `number:` and `trace:` in a quiz, found 2"},
		{"quiz with a word for a number", quiz("question: what?\nnumber: six\nwhy: so\n"), "01-a/01-b.md:39: expected an integer or a decimal fraction in `number:`, found `six`"},
		{"quiz with a number without a reason", quiz("question: what?\nnumber: 6\n"), "expected `why:` of a question for a number, found none"},
		{"quiz with nothing around a number", quiz("question: what?\nnumber: 6\nwithin: 0\nwhy: so\n"), "expected a number above 0 in `within:`, found `0`"},
		{"quiz with a wrong number that is right", quiz("question: what?\nnumber: 9223372036854775807\nwithin: 1\nwhy: so\nwrong:\n  - {number: 9223372036854775806, why: no}\n"), "expected a wrong number, found `9223372036854775806`, which counts as right"},
		{"quiz with a line below its trace", quiz("question: what?\ntrace: |\n  [i0]\n  finish(i0)\nline: 3\nwhy: so\n"), "expected the number of a line of the trace, from 1 to 2, in `line:`, found 3"},
		{"quiz with a wrong line that is right", quiz("question: what?\ntrace: |\n  [i0]\n  finish(i0)\nline: 2\nwhy: so\nwrong:\n  - {line: 2, why: no}\n"), "expected `line:` and `why:` of each wrong line, each line once, found something else in line 1"},
		{"quiz with a line of nothing", quiz("question: what?\nrun: print(1)\nline: 2\n"), "expected `line:` beside `trace:`, found it alone"},
		{"quiz with wrong answers of choices", quiz("question: what?\nrun: print(1)\nwrong:\n  - {number: 2, why: no}\n"), "expected `wrong:` beside `number:` or `trace:`, found it alone"},
		{"figure of lives without lines", figure("lives:\n  - {name: a, from: 1, to: 2}\n"), "expected `lines:` beside `lives:`"},
		{"figure with a life below its lines", figure("lines: [a]\nlives:\n  - {name: a, from: 1, to: 2}\n"), "expected `from:` and `to:` among the 1 lines, found 1 to 2 for `a`"},
		{"figure with a negative bar", figure("bars:\n  - {name: a, value: -1}\n"), "expected `name:` and a `value:` from 0 on of each bar, found `a` with -1"},
		{"figure with a slip", figure("sets:\n  - {name: a, to: b}\n"), "expected `to:` to name a value of the figure, found `b`"},
		{"backticks after a fence", goodStep + "Text\n\n```wrong message=\"found `x`\"\nx = 3\n```\n", "01-a/01-b.md:40: expected a fence of tildes, `~~~wrong`"},
		{"figure with a way to nowhere", figure("objects:\n  - {name: a, fields: [{name: fails, to: b}]}\n"), "expected `to:` of a field to name an object of the figure, and no `value:` beside it, found `b`"},
		{"figure with a way and a value", figure("objects:\n  - {name: a, fields: [{name: x, value: 1, to: a}]}\n"), "no `value:` beside it, found `a`"},
		{"figure with a circle", figure("sets:\n  - {name: a, to: b}\n  - {name: b, to: a}\n"), "found a circle through `a`"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(course("01-a/chapter.md", goodChapter, "01-a/01-b.md", c.step))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("expected an error with\n%s\nfound\n%v", c.want, err)
			}
		})
	}
}

func TestBackticksBehindTildes(t *testing.T) {
	c, err := Load(course("01-a/chapter.md", goodChapter, "01-a/01-b.md", goodStep+"~~~wrong message=\"found `x`\"\nx = 3\n~~~\n"))
	if err != nil {
		t.Fatal(err)
	}
	wrong := c.Chapters[0].Steps[0].Wrong
	if got := wrong[len(wrong)-1].Message; got != "found `x`" {
		t.Errorf("got %q", got)
	}
}

func TestFolderProblems(t *testing.T) {
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  string
	}{
		{"empty", course("README.md", "x"), "expected a folder such as `01-first-chapter`"},
		{"no chapter file", course("01-a/01-b.md", goodStep), "01-a: expected a file `chapter.md`"},
		{"no step", course("01-a/chapter.md", goodChapter), "expected at least one step"},
		{"no number", course("a/chapter.md", goodChapter, "a/01-b.md", goodStep), "expected a name such as `01-first-step`"},
		{"same names", course("01-a/chapter.md", goodChapter, "01-a/01-b.md", goodStep, "01-a/02-b.md", goodStep), "found `02-b` beside `01-b`"},
		{"many steps", many("01-a/%03d-s%d.md", goodStep, 201, course("01-a/chapter.md", goodChapter)), "01-a: expected at most 200 steps in a chapter, found more"},
		{"many chapters", many("%03d-c%d/01-b.md", goodStep, 201, many("%03d-c%d/chapter.md", goodChapter, 201, course())), ".: expected at most 200 chapters, found more"},
		{"huge", course("01-a/chapter.md", goodChapter, "01-a/01-b.md", goodStep+strings.Repeat("x", maxFile)), "expected at most 1048576 bytes"},
		{"tests in the introduction", course("01-a/chapter.md", goodChapter+"```tests\nx\n```\n", "01-a/01-b.md", goodStep), "found one in a chapter's introduction"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(c.files)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("expected an error with\n%s\nfound\n%v", c.want, err)
			}
		})
	}
}

// FuzzLoad gives arbitrary text for a step: there is a course or there are
// problems with lines inside the file, and never a panic.
func FuzzLoad(f *testing.F) {
	f.Add(goodStep)
	f.Add("---\ntitle: [\n---\n```quiz\n- a\n```\n")
	f.Add(goodStep + asks("x") + again("a/b#x") + again("a/b#y"))
	f.Add("---\n---\n```figure\nsets: [{name: a, to: a}]\n```\n<b")
	f.Fuzz(func(t *testing.T, step string) {
		_, err := Load(course("01-a/chapter.md", goodChapter, "01-a/01-b.md", step))
		problems, ok := err.(Problems)
		if err != nil && !ok {
			t.Fatalf("expected problems, found %v", err)
		}
		lines := strings.Count(step, "\n") + 2
		for _, p := range problems {
			if p.Line < 0 || p.Line > lines {
				t.Errorf("expected a line up to %d, found %v", lines, p)
			}
		}
	})
}

// TestLoadParts finds the programs of parts, and what is wrong with others.
func TestLoadParts(t *testing.T) {
	with := func(parts string) (*Course, error) {
		step := strings.Replace(second(), "idea:", "parts:\n"+parts+"idea:", 1)
		return Load(course("01-a/chapter.md", goodChapter, "01-a/01-first.md", goodStep, "01-a/02-next.md", step))
	}
	c, err := with("  - {name: g, function: f, step: a/first}\n  - {name: f, step: a/first}\n")
	if err != nil {
		t.Fatal(err)
	}
	parts := c.Chapters[0].Steps[1].Parts
	if len(parts) != 2 || parts[0].Function != "f" || parts[1].Function != "f" || parts[0].Library.Text != "MINT = -1\n" || !strings.Contains(parts[0].Solution.Text, "return 1") {
		t.Errorf("expected two parts with the first step's program, found %+v", parts)
	}
	for parts, want := range map[string]string{
		"  - {name: f, step: a/next}\n":                                "expected an earlier step of this course, such as `chapter/step`, as `step:` of a part, found `a/next`",
		"  - {name: f, step: a/first}\n  - {name: f, step: a/first}\n": "expected a `name:` of its own for each part, found `f`",
		"  - {step: a/first}\n":                                        "expected a `name:` of its own for each part, found ``",
	} {
		if _, err := with(parts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q, found %v", want, err)
		}
	}
}
