package tutorials

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unbox/tutorials/lesson"
)

// work is what a chapter asks of a learner.
type work struct{ steps, words, questions, pictures, lines int }

// hours is the estimate of docs/teaching.md, which says where its rates are from.
func (w work) hours() float64 {
	minutes := float64(w.words)/120 + 2*float64(w.questions+w.pictures) + 5*float64(w.steps) + 1.2*float64(w.lines)
	return minutes / 60
}

// workOf counts what there is in a chapter: its introduction, and its steps.
func workOf(ch *lesson.Chapter) work {
	w := work{steps: len(ch.Steps)}
	w.read(&lesson.Step{Text: ch.Text, Blocks: ch.Blocks})
	for _, s := range ch.Steps {
		w.read(s)
		w.lines += added(s.Starter.Text, s.Solution.Text)
	}
	return w
}

// read counts a text, its questions and its pictures.
func (w *work) read(s *lesson.Step) {
	w.words += s.Reading().Words
	for _, b := range s.Blocks {
		if q, ok := b.Data.(*lesson.QuizData); ok {
			w.questions++
			w.words += len(strings.Fields(q.Question)) + len(strings.Fields(q.Why))
			for _, c := range q.Choices {
				w.words += len(strings.Fields(c.Text)) + len(strings.Fields(c.Why))
			}
		}
		if b.Kind == lesson.Trace || slices.Contains(pictures, string(b.Kind)) {
			w.pictures++
		}
	}
}

// added is the number of lines that a solution has beyond its starter, without empty ones and comments.
func added(starter, solution string) (n int) {
	there := map[string]int{}
	for line := range strings.Lines(starter) {
		there[strings.TrimSpace(line)]++
	}
	for line := range strings.Lines(solution) {
		line = strings.TrimSpace(line)
		if there[line]--; there[line] < 0 && line != "" && line[0] != '#' && !strings.HasPrefix(line, `"""`) {
			n++
		}
	}
	return n
}

// timeRow is a row of the table of times: steps, words, questions and pictures, lines, and hours.
var timeRow = regexp.MustCompile(`(?m)^\| \d+ ([^|]+) \| (\d+) \| ([\d,]+) \| (\d+) \| (\d+) \| ([\d.]+) h \|`)

// TestTimesOfTheChapters: the counts and the estimates in docs/teaching.md are those of the course. Words may differ by a tenth, and
// estimates are rounded to half hours, so that not every new sentence changes the table.
func TestTimesOfTheChapters(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../docs/teaching.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := timeRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(course.Chapters) {
		t.Fatalf("expected a row for each of %d chapters in docs/teaching.md, found %d", len(course.Chapters), len(rows))
	}
	var all work
	for i, ch := range course.Chapters {
		w := workOf(ch)
		all = work{all.steps + w.steps, all.words + w.words, all.questions + w.questions, all.pictures + w.pictures, all.lines + w.lines}
		found := fmt.Sprintf("| %d %s | %d | %d words | %d | %d | %.1f h |", i+1, ch.Title, w.steps, w.words, w.questions+w.pictures, w.lines, math.Round(2*w.hours())/2)
		for k, want := range []float64{float64(w.steps), float64(w.words), float64(w.questions + w.pictures), float64(w.lines), w.hours()} {
			said, err := strconv.ParseFloat(strings.ReplaceAll(rows[i][k+2], ",", ""), 64)
			if err != nil {
				t.Fatal(err)
			}
			if tolerance := []float64{0, want / 10, max(2, want/10), max(3, want/10), 0.5}[k]; rows[i][1] != ch.Title || math.Abs(said-want) > tolerance {
				t.Errorf("docs/teaching.md: expected %q, found %q", found, rows[i][0])
				break
			}
		}
	}
	t.Logf("%+v, %.1f hours, of which reading takes %.1f", all, all.hours(), float64(all.words)/120/60)
}
