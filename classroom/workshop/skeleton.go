package workshop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"unbox/optimizer"
	"unbox/trace"
)

// This file makes the skeleton of a lesson from a session: a course with a chapter, in which every checkpoint is a step. Lint
// accepts it (docs/lessons.md has the format); the author has to replace what is in capitals.

// File is a file of a course; Name is its path.
type File struct{ Name, Text string }

// Lesson returns the files of a course: checkpoints become steps, in which the questions that were asked until then are
// quizzes. A session without a checkpoint becomes one step. Everything written in the session is plain text there.
//
// Errors: what is kept is damaged.
func (s *Session) Lesson() ([]File, error) {
	steps := slices.Clone(s.now.checkpoints)
	if len(steps) == 0 {
		steps = []Checkpoint{{Title: "What was presented", Text: s.now.text.String(), View: s.now.view}}
	}
	asked, err := s.questions(len(steps))
	if err != nil {
		return nil, err
	}
	const folder = "01-a-workshop"
	day := s.Opened().UTC().Format("2 January 2006")
	files := []File{{path.Join(folder, "chapter.md"), matter("title", "A workshop of "+day, "summary", "WHAT IS LEARNED IN THIS CHAPTER, IN ONE SENTENCE.") +
		"This chapter was made of a workshop: each of its checkpoints is a step. WRITE WHAT LEADS FROM ONE TO THE NEXT.\n"}}
	taken := map[string]bool{}
	for i, c := range steps {
		base := slug(c.Title)
		id := base
		for n := 2; taken[id]; n++ {
			id = base + "-" + strconv.Itoa(n)
		}
		taken[id] = true
		files = append(files, File{path.Join(folder, fmt.Sprintf("%02d-%s.md", i+1, id)), stepText(c, asked[i])})
	}
	return files, nil
}

// questions returns the questions that were asked, by the checkpoint that came
// next.
func (s *Session) questions(steps int) ([][]Question, error) {
	asked := make([][]Question, steps)
	checkpoints := 0
	var open *Question
	err := s.whole.each(func(l then) error {
		switch {
		case l.Board != nil:
			checkpoints, open = len(l.Board.Checkpoints), l.Board.Question
		case l.Step == nil:
		case l.Step.Checkpoint != "":
			checkpoints++
		case l.Step.Ask != nil:
			open = l.Step.Ask
			at := min(checkpoints, steps-1)
			asked[at] = append(asked[at], *open)
		case l.Step.Reveal != nil && open != nil:
			told := *open
			told.Truth, told.Revealed = l.Step.Reveal.Truth, true
			tell(asked, told)
		}
		return nil
	})
	return asked, err
}

// tell replaces a question by the one with its answer.
func tell(asked [][]Question, q Question) {
	for _, list := range asked {
		for i := range list {
			if list[i].ID == q.ID {
				list[i] = q
			}
		}
	}
}

// matter returns the front matter of a file.
func matter(pairs ...string) string {
	var b strings.Builder
	b.WriteString("---\n")
	for i := 0; i < len(pairs); i += 2 {
		b.WriteString(pairs[i] + ": " + yaml(pairs[i+1]) + "\n")
	}
	b.WriteString("---\n")
	return b.String()
}

// yaml returns a text as YAML: in double quotes, where JSON's escapes are valid YAML, too.
func yaml(text string) string {
	quoted, err := json.Marshal(oneLine(text))
	if err != nil {
		panic("BUG: a string always marshals: " + err.Error())
	}
	return string(quoted)
}

// oneLine returns a text on one line, without characters that are not
// printable.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)), " ")
}

// slug returns the address of a step for its title.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	id := strings.Join(words, "-")
	if len(id) > 40 {
		id = strings.TrimRight(id[:40], "-")
	}
	if id == "" {
		id = "step"
	}
	return id
}

// plain escapes a text for Markdown, so that nothing in it has a special
// meaning.
func plain(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if r < unicode.MaxASCII && unicode.IsPunct(r) || strings.ContainsRune("$+<=>^`|~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fenced returns a fenced block with a text that may contain fences.
func fenced(info, text string) string {
	fence := "~~~"
	for strings.Contains(text, fence) {
		fence += "~"
	}
	return "\n" + fence + info + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// stepText returns the file of a checkpoint.
func stepText(c Checkpoint, asked []Question) string {
	var m Moment
	m.To = -1
	m.look(c.View)
	var b strings.Builder
	title := oneLine(c.Title)
	if title == "" {
		title = "A step"
	}
	b.WriteString(matter("title", title, "idea", "WHAT IS LEARNED IN THIS STEP, IN ONE SENTENCE.") + "WHAT IS SEEN HERE, AND WHY?\n")
	text := strings.ReplaceAll(c.Text, "\r\n", "\n")
	passes := passesOf(m)
	isTrace := m.Trace && parses(text)
	switch {
	case strings.TrimSpace(text) == "":
	case isTrace && len(passes) > 0:
		b.WriteString(fenced(`trace passes="`+strings.Join(passes, ",")+`"`, text))
	case isTrace:
		b.WriteString(fenced("trace", text))
	case m.Trace, m.Pair:
		b.WriteString(fenced("text", text))
	default:
		b.WriteString(fenced("python", text))
	}
	for _, q := range asked {
		b.WriteString(quiz(q))
	}
	b.WriteString(exercise)
	return b.String()
}

// passesOf returns the passes that were switched on at a moment, if such passes
// exist.
func passesOf(m Moment) []string {
	if _, err := optimizer.ParsePasses(m.Passes); err != nil {
		return nil
	}
	return m.Passes
}

// parses reports whether a text is a trace.
func parses(text string) bool {
	_, found := trace.Parse(text)
	return !slices.ContainsFunc(found, func(d trace.Diagnostic) bool { return d.Severity == trace.Error })
}

// quiz returns a question as a block. Without a revealed answer it is a sentence, since a quiz has exactly one right answer.
func quiz(q Question) string {
	choices := q.Choices
	if n, err := strconv.Atoi(q.Truth); err == nil && q.Kind != "choice" {
		choices = []string{q.Truth, strconv.Itoa(n + 1)}
		if n > 0 {
			choices = append(choices, strconv.Itoa(n-1))
		}
	}
	if !q.Revealed || !slices.Contains(choices, q.Truth) {
		return "\n" + plain(q.Text) + "\n"
	}
	var b strings.Builder
	b.WriteString("question: " + yaml(q.Text) + "\nchoices:\n")
	right := true // one that is written twice is right once
	for _, c := range choices {
		b.WriteString("  - {text: " + yaml(c) + ", ")
		if right && c == q.Truth {
			b.WriteString("right: true, ")
			right = false
		}
		b.WriteString("why: WHY?}\n")
	}
	return fenced("quiz", b.String())
}

// exercise is a placeholder for the learner's exercise: it is complete, so that the course can be viewed and tested before it is written.
const exercise = `
WHAT IS TO BE DONE? The blocks below are an example that works; put your own in their place.

~~~starter
def answer():
    """Returns how many operations the block has."""
    return 0
~~~

~~~tests
def test_answer():
    """An addition and a multiplication are two operations"""
    bb = Block()
    bb.mul(bb.add(1, 2), 3)
    assert_eq(answer(), len([op for op in bb]))
~~~

~~~hint
A FIRST HINT.
~~~

~~~hint
A HINT THAT SAYS MORE.
~~~

~~~hint
A HINT THAT SAYS NEARLY ALL.
~~~

~~~solution
def answer():
    """Returns how many operations the block has."""
    return 2
~~~

~~~wrong message="found 1"
def answer():
    return 1
~~~

~~~wrong message="found 3"
def answer():
    return 3
~~~
`

// LessonBytes is the maximum memory that Lesson uses, in bytes: the compressed past, the texts of a board as they are stored and as
// they are written, and one line of the past.
const LessonBytes = PastBytes + 4*(maxKept+maxText)

// Lesson returns the skeleton of a lesson of a workshop that someone joined.
//
// Errors: as Past.
func (h *Hall) Lesson(ctx context.Context, code, word string) ([]File, error) {
	if _, err := h.member(code, word); err != nil || word == "" {
		return nil, ErrMember
	}
	s, err := ReadSession(ctx, h.options.Journal, code)
	var files []File
	if err == nil {
		files, err = s.Lesson()
	}
	if err != nil && !errors.Is(err, ErrNone) {
		h.options.Log.Error("no lesson can be made of a workshop", "reason", err)
	}
	return files, err
}
