package lesson

import (
	"regexp"
	"slices"
)

// Place says where a question was first asked.
type Place struct {
	// Chapter and Step identify the page; Step is nil for a chapter's
	// introduction.
	Chapter *Chapter
	Step    *Step
	// ID is the question's ID on that page.
	ID string
}

// Path returns the page's path relative to the course: "equal-things/ask-again", or "equal-things/" for
// an introduction.
func (p *Place) Path() string {
	if p.Step == nil {
		return p.Chapter.ID + "/"
	}
	return p.Chapter.ID + "/" + p.Step.ID
}

// Title returns the page's title.
func (p *Place) Title() string {
	if p.Step == nil {
		return p.Chapter.Title
	}
	return p.Step.Title
}

// quizID is the form of questions' IDs.
var quizID = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

// quizBlock reads a quiz: a question, or the address of one that is asked again, which is looked up after all chapters have been
// read.
func (l *loader) quizBlock(b *Block) {
	id, named := b.Attr["id"]
	switch again := b.Attr["again"]; {
	case again != "" && named:
		l.problems.add(b.File, b.Line-1, "expected either `id` or `again` of a quiz, found both")
		return
	case again != "":
		return
	case named && !quizID.MatchString(id):
		l.problems.add(b.File, b.Line-1, "expected lower-case words with dashes between them as `id` of a quiz, found `%s`", id)
	}
	q := l.quiz(b.Code)
	q.ID = id
	b.Data = q
}

// question is a quiz with an ID, and the number of times it was asked again.
type question struct {
	quiz  *QuizData
	place *Place
	file  string
	line  int
	asked bool
	again int
}

// again looks up the questions that are asked again. They have to be asked for the first time earlier in
// the order of reading.
func (l *loader) again(c *Course) {
	known := map[string]*question{}
	pages(c, func(ch *Chapter, s *Step, blocks []Block) {
		for _, b := range blocks {
			q, ok := b.Data.(*QuizData)
			if !ok || q.ID == "" {
				continue
			}
			place := &Place{ch, s, q.ID}
			address := place.Path() + "#" + q.ID
			if first := known[address]; first != nil {
				l.problems.add(b.File, b.Line-1, "expected an `id` that no other quiz of this page has, found `%s`, as on line %d", q.ID, first.line)
				continue
			}
			known[address] = &question{quiz: q, place: place, file: b.File, line: b.Line - 1}
		}
	})
	pages(c, func(ch *Chapter, s *Step, blocks []Block) {
		for i := range blocks {
			l.askAgain(&blocks[i], known)
			if q, ok := blocks[i].Data.(*QuizData); ok && q.ID != "" {
				known[(&Place{ch, s, q.ID}).Path()+"#"+q.ID].asked = true
			}
		}
	})
}

// askAgain gives a block with the address of a question that question.
func (l *loader) askAgain(b *Block, known map[string]*question) {
	address := b.Attr["again"]
	if b.Kind != Quiz || address == "" || b.Data != nil {
		return
	}
	q := known[address]
	switch {
	case q == nil:
		l.problems.add(b.File, b.Line-1, "expected the address of a quiz with an `id`, such as `chapter/step#id`, or `chapter/#id` in an introduction, found `%s`", address)
	case !q.asked:
		l.problems.add(b.File, b.Line-1, "expected a question that was asked before, found `%s`, which is asked later, at %s:%d", address, q.file, q.line)
	default:
		q.again++
		b.Data = q.quiz.turned(q.again, q.place)
	}
}

// turned returns the question with its choices rotated by n places, so that learners do not memorize the position of the right
// one.
func (q *QuizData) turned(n int, first *Place) *QuizData {
	again := *q
	again.ID, again.First = "", first
	if len(q.Choices) > 0 {
		n %= len(q.Choices)
		again.Choices = slices.Concat(q.Choices[n:], q.Choices[:n])
	}
	return &again
}

// pages calls visit for each page in the order of reading; the step of an introduction is nil.
func pages(c *Course, visit func(ch *Chapter, s *Step, blocks []Block)) {
	for _, ch := range c.Chapters {
		visit(ch, nil, ch.Blocks)
		for _, s := range ch.Steps {
			visit(ch, s, s.Blocks)
		}
	}
}
