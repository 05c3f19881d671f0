package tutorials

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"unbox"
	"unbox/internal/golden"
	"unbox/tutorials/check"
	"unbox/tutorials/lesson"
	"unbox/tutorials/pages"
)

// TestCourse checks everything about the course but its programs, which run in
// unbox/tutorials/run.
func TestCourse(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Course(course, unbox.Sources(), nil); err != nil {
		t.Error(err)
	}
}

// showAll are the steps whose tests show all inputs with their answers, each with the reason why nobody can
// pass by returning those.
var showAll = map[string]string{
	"being-fast/the-way-back": "the moves are not shown: they are made, and what is then in each place is compared",

	"further/programs-about-memory":  "the answers are random programs, and wrong passes have to fail on them",
	"further/one-program-many-heaps": "what is found is run again, and has to show a difference; its programs are random",
}

// Whoever returns the answers that the tests show has learned nothing. So each step is tried on random traces, or has a
// test with random inputs; it is among the tests that the starter has to fail.
func TestNoStepShowsAllAnswers(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			name := ch.ID + "/" + s.ID
			random := s.Random != nil || s.Pass != "" || strings.Contains(s.Tests.Text, "random_numbers(") || strings.Contains(s.Tests.Text, "random_trace(")
			_, excused := showAll[name]
			if random == excused {
				t.Errorf("%s: expected random inputs in its tests, or a reason why it needs none, and not both", name)
			}
		}
	}
}

// TestAnswersCannotBeGuessed: neither the place of a choice among the others nor its length tells that it is the right one.
func TestAnswersCannotBeGuessed(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	questions, longest, places := 0, 0, map[int]int{}
	look := func(file string, blocks []lesson.Block) {
		for _, b := range blocks {
			q, ok := b.Data.(*lesson.QuizData)
			if !ok || q.First != nil || len(q.Choices) == 0 {
				continue
			}
			right, others := 0, 0
			for i, c := range q.Choices {
				if c.Right {
					places[i]++
					right = utf8.RuneCountInString(c.Text)
				} else {
					others = max(others, utf8.RuneCountInString(c.Text))
				}
			}
			questions++
			if right > others {
				longest++
			}
			if right > 5 && 2*right > 3*others {
				t.Errorf("%s:%d: expected another choice nearly as long as the right one (%d letters), found at most %d", file, b.Line, right, others)
			}
		}
	}
	for _, ch := range course.Chapters {
		look(ch.File, ch.Blocks)
		for _, s := range ch.Steps {
			look(s.File, s.Blocks)
		}
	}
	if 5*longest > 2*questions {
		t.Errorf("expected the right choice to be the longest in at most two of five questions, found %d of %d", longest, questions)
	}
	for place, n := range places {
		if 5*n > 2*questions {
			t.Errorf("expected the right choice at each place in at most two of five questions, found it at place %d in %d of %d", place+1, n, questions)
		}
	}
}

// TestFiguresFitAPhone: of each figure, the drawing for narrow pages is hardly wider than the text on a phone of 360 pixels.
func TestFiguresFitAPhone(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	made, err := pages.New(course, unbox.Sources(), "/").Pages()
	if err != nil {
		t.Fatal(err)
	}
	figures := 0
	for _, page := range made {
		for _, figure := range drawing.FindAllString(string(page.Body), -1) {
			figures++
			widths := viewBox.FindAllStringSubmatch(figure, -1)
			narrow, err := strconv.Atoi(widths[len(widths)-1][1])
			if err != nil || narrow > 345 {
				t.Errorf("%s: expected a drawing at most 345 wide, found %d: %.200s", page.Path, narrow, figure)
			}
		}
	}
	if figures < 40 {
		t.Errorf("expected the figures of the course, found %d", figures)
	}
}

var (
	drawing = regexp.MustCompile(`(?s)<figure class="drawing.*?</figure>`)
	viewBox = regexp.MustCompile(`viewBox="0 0 (\d+) \d+" width`)
)

// TestCodeFitsAPhone: on a phone of 360 pixels, nobody has to move a piece of code to the left to read the end of its lines, in a text or in
// a question that asks what a program prints. Traces are recorded, and may be wider.
func TestCodeFitsAPhone(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	fit := func(blocks []lesson.Block) {
		for _, b := range blocks {
			code, widest := "", 35
			switch q, isQuiz := b.Data.(*lesson.QuizData); {
			case isQuiz && q.First == nil:
				code, widest = q.Run, 33 // a question has a margin of its own
			case b.Kind == "python" || b.Kind == "text" || b.Kind == "go":
				code = b.Text
			}
			for line := range strings.Lines(code) {
				lines++
				line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), "\n")
				if n := utf8.RuneCountInString(line); n > widest {
					t.Errorf("%s:%d: expected lines of at most %d characters, which a phone shows without moving them, found %d: %s", b.File, b.Line, widest, n, line)
				}
			}
		}
	}
	for _, ch := range course.Chapters {
		fit(ch.Blocks)
		for _, s := range ch.Steps {
			fit(s.Blocks)
		}
	}
	if lines < 250 {
		t.Errorf("expected the code of the course's texts, found %d lines", lines)
	}
}

// TestPredictedOutputs: a question with `run:` contains no answer, so nobody sees that its program prints something else since somebody changed
// it, or the language, and that its `why:` is wrong now. The file keeps what each prints.
func TestPredictedOutputs(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	outputs := func(ch *lesson.Chapter, page string, blocks []lesson.Block) {
		for _, b := range blocks {
			q, ok := b.Data.(*lesson.QuizData)
			if !ok || q.Run == "" || q.First != nil {
				continue
			}
			r, err := check.Native(check.QuizSuite(ch, q))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&kept, "%s: %s\n%s\n", page, q.Question, strings.TrimRight(r.Output, "\n")+"\n")
		}
	}
	for _, ch := range course.Chapters {
		outputs(ch, ch.ID, ch.Blocks)
		for _, s := range ch.Steps {
			outputs(ch, ch.ID+"/"+s.ID, s.Blocks)
		}
	}
	golden.Compare(t, filepath.Join("testdata", "outputs.txt"), kept.String())
}

// TestFiguresOfThePapers: the table in docs/lessons.md names steps that are there, and each has a picture of the kind
// that the table says.
func TestFiguresOfThePapers(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string][]string{}
	for _, ch := range course.Chapters {
		drawn["/lessons/"+ch.ID] = drawnIn(string(ch.Text))
		for _, s := range ch.Steps {
			drawn["/lessons/"+ch.ID+"/"+s.ID] = drawnIn(string(s.Text))
		}
	}
	doc, err := os.ReadFile("../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "## The figures of the papers\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[2], "`") {
			continue
		}
		rows++
		for _, place := range quoted.FindAllStringSubmatch(cells[2], -1) {
			kinds := quoted.FindAllStringSubmatch(cells[3], -1)
			if !slices.ContainsFunc(kinds, func(kind []string) bool { return slices.Contains(drawn[place[1]], kind[1]) }) {
				t.Errorf("%s: expected a picture of the kind%s in `%s`, found %q", cells[1], cells[3], place[1], drawn[place[1]])
			}
		}
	}
	if rows < 33 {
		t.Errorf("expected a row for each figure, found %d", rows)
	}
}

// TestStepsHavePictures: at least four steps of five have a picture or a live part besides their exercise, and docs/lessons.md says how many.
func TestStepsHavePictures(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	steps, without := 0, []string{}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			steps++
			if !slices.ContainsFunc(drawnIn(string(s.Text)), func(kind string) bool { return slices.Contains(pictures, kind) }) {
				without = append(without, ch.ID+"/"+s.ID)
			}
		}
	}
	if len(without)*5 > steps {
		t.Errorf("expected at most a fifth of %d steps without a picture, found %q", steps, without)
	}
	doc, err := os.ReadFile("../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprintf("(`TestStepsHavePictures`; %d of %d)", steps-len(without), steps); !strings.Contains(string(doc), said) {
		t.Errorf("expected %q in docs/lessons.md, found no such thing", said)
	}
}

// TestStepsAreShortToRead: a reader soon has something to do, also on a phone, and no sentence is long.
func TestStepsAreShortToRead(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			r := s.Reading()
			if r.Before > 250 {
				t.Errorf("%s: expected at most 250 words before the first thing to do, found %d", s.File, r.Before)
			}
			if r.Mean() > 15 {
				t.Errorf("%s: expected at most 15 words in a sentence on average, found %.1f", s.File, r.Mean())
			}
			if r.LongestWords > 30 {
				t.Errorf("%s: expected at most 30 words in a sentence, found %d: %s", s.File, r.LongestWords, r.Longest)
			}
		}
	}
}

// pictures are the kinds of blocks that are drawn.
var pictures = []string{"diff", "lifelines", "loop", "steps", "objects", "program", "race", "figure"}

// quoted is a word in backticks, and fenced the kind of a block.
var (
	quoted = regexp.MustCompile("`([^`]+)`")
	fenced = regexp.MustCompile("(?m)^(?:```|~~~)([a-z]+)")
)

// drawnIn lists the kinds of blocks in a text.
func drawnIn(text string) []string {
	var kinds []string
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		kinds = append(kinds, m[1])
	}
	return kinds
}
