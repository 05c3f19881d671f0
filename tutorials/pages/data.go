package pages

import (
	"regexp"
	"slices"
	"strings"

	"unbox/terms"
	"unbox/tutorials/lesson"
	"unbox/tutorials/render"
)

// StepData is the data that the script of a step's page asks for.
type StepData struct {
	Chapter string `json:"chapter"`
	Step    string `json:"step"`
	// Number counts the steps of the chapter from 1; it is the number of the task
	// of the step's tests in results.
	Number int    `json:"number"`
	Title  string `json:"title"`
	// Library is code that the learner can read but does not write.
	Library string `json:"library"`
	Starter string `json:"starter"`
	// Follows is "chapter/step" of the step whose solution is the starter, "" if
	// the step has its own starter.
	Follows string `json:"follows,omitempty"`
	// Tests are the step's own tests, Earlier those of the steps before it, which
	// still have to pass.
	Tests   string   `json:"tests"`
	Earlier []string `json:"earlier"`
	// Hints are HTML, the vaguest first.
	Hints []string `json:"hints"`
	// Quizzes are the programs of the quizzes that ask for a prediction, by the
	// quiz's number in the step; an empty text for the others.
	Quizzes []string `json:"quizzes"`
	// Pass is the function that a program in another language may replace, "" if the
	// step has none.
	Pass string `json:"pass,omitempty"`
	// Parts say from which steps the parts of the suite are, in order: "chapter/step", with the step's title.
	Parts []PartOf `json:"parts,omitempty"`
	// Next is the path of the next page, "" at the end.
	Next string `json:"next"`
	// Lessons is the version of a class's own course; left out for the server's.
	Lessons int `json:"lessons,omitempty"`
}

// PartOf says from which step a part is.
type PartOf struct {
	Step  string `json:"step"`
	Title string `json:"title"`
	Path  string `json:"path"`
}

// Data returns the data for the page of a step. It does not contain the
// solution, which is requested separately, after an attempt.
//
// Errors: the error of goldmark for a hint.
func (s *Site) Data(ch *lesson.Chapter, step *lesson.Step) (StepData, error) {
	d := StepData{
		Chapter: ch.ID, Step: step.ID, Number: step.Number, Title: step.Title, Pass: step.Pass,
		Library: ch.Library.Text, Starter: step.Starter.Text, Tests: step.Tests.Text,
		Earlier: []string{}, Hints: []string{}, Quizzes: []string{},
	}
	if step.Starter.File != step.File && step.Number > 1 {
		d.Follows = ch.ID + "/" + ch.Steps[step.Number-2].ID
	}
	tests := ch.TestsUpTo(step.Number - 1)
	for _, t := range tests[:max(0, len(tests)-1)] {
		d.Earlier = append(d.Earlier, t.Text)
	}
	for _, h := range step.Hints {
		_, text, err := render.Page("", []byte(h.Text), nil, s.sources, s.playground())
		if err != nil {
			return d, err
		}
		d.Hints = append(d.Hints, text)
	}
	for _, b := range step.Blocks {
		if q, ok := b.Data.(*lesson.QuizData); ok && b.Kind == lesson.Quiz {
			d.Quizzes = append(d.Quizzes, q.Run)
		}
	}
	if s.private {
		d.Pass = ""
	}
	for _, p := range step.Parts {
		from, of := s.course.Step(p.Step)
		d.Parts = append(d.Parts, PartOf{p.Step, of.Title, s.stepPath(from, of)})
	}
	_, after := s.neighbours(s.stepPath(ch, step))
	d.Next = after.Path
	return d, nil
}

// Found is a page in the search index.
type Found struct {
	Path    string `json:"path"`
	Title   string `json:"title"`
	Chapter string `json:"chapter"`
	// Step is "chapter/step", the key of the learner's progress; empty for the page
	// of a chapter.
	Step string `json:"step,omitempty"`
	// Kind is "name" for a name of the learner's language, "term" for a word that the glossary explains, empty for a page of the course.
	Kind string `json:"kind,omitempty"`
	// Text is the page's prose in plain words, then the titles of its figures and the words of the glossary that the step explains.
	Text string `json:"text"`
}

// SearchIndex lists all pages with their words, the names of the language, and the words of the glossary, for a search in the browser.
func (s *Site) SearchIndex() []Found {
	index := []Found{}
	for _, ch := range s.course.Chapters {
		index = append(index, Found{Path: s.chapterPath(ch), Title: ch.Title, Chapter: ch.Title, Text: plainWords(ch.Summary, ch.Text)})
		for _, step := range ch.Steps {
			id := ch.ID + "/" + step.ID
			index = append(index, Found{Path: s.stepPath(ch, step), Title: step.Title, Chapter: ch.Title, Step: id, Text: plainWords(step.Idea, step.Text) + more(id, step.Blocks)})
		}
	}
	return append(append(index, s.foundNames()...), s.foundTerms()...)
}

// foundTerms returns the words of the glossary.
func (s *Site) foundTerms() (index []Found) {
	for _, term := range terms.All() {
		text := strings.Join(spellings(&term), ", ") + ". " + plainWords("", []byte(term.Text))
		index = append(index, Found{Path: s.playground() + "glossary#term-" + term.ID, Title: term.Name, Chapter: "Glossary", Kind: "term", Text: text})
	}
	return index
}

// spellings returns all words that someone who looks for a term may type.
func spellings(term *terms.Term) []string {
	list := slices.Clone(term.Words)
	for _, form := range term.InProse() {
		_, word, cut := strings.Cut(form, "|")
		if !cut {
			word = strings.Trim(form, "*")
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// more returns the words by which a step may be looked for and that its prose may
// not contain.
func more(step string, blocks []lesson.Block) string {
	text := ""
	for _, b := range blocks {
		if f, ok := b.Data.(*lesson.FigureData); ok {
			text += " " + f.Title + "."
		}
	}
	for _, term := range terms.All() {
		if term.Lesson == step {
			text += " " + strings.Join(spellings(&term), ", ") + "."
		}
	}
	return text
}

var (
	fenced = regexp.MustCompile("(?ms)^```.*?^```[ \t]*$|^~~~.*?^~~~[ \t]*$")
	marks  = regexp.MustCompile("[*_`#>|]|\\]\\([^)]*\\)|\\[")
	blanks = regexp.MustCompile(`\s+`)
)

// plainWords removes fenced blocks and Markdown's markup from a text.
func plainWords(first string, markdown []byte) string {
	text := fenced.ReplaceAllString(string(markdown), " ")
	text = marks.ReplaceAllString(text, " ")
	return first + " " + strings.TrimSpace(blanks.ReplaceAllString(text, " "))
}
