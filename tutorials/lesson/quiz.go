package lesson

import "strings"

// QuizData is a question inside a lesson. It has either choices, or code whose
// output the learner predicts before it runs.
type QuizData struct {
	Question string   `yaml:"question"`
	Choices  []Choice `yaml:"choices"`
	// Run is a program in the learner's language. What it prints is the answer:
	// it is run when the lesson is checked and when the learner has answered.
	Run string `yaml:"run"`
	// Why is shown with the answer.
	Why string `yaml:"why"`
	// ID is the name by which later pages ask the question again; "" for none.
	ID string `yaml:"-"`
	// First is where the question was asked first, if this is not the first time; nil if it is.
	First *Place `yaml:"-"`
}

// Choice is one possible answer.
type Choice struct {
	Text  string `yaml:"text"`
	Right bool   `yaml:"right"`
	// Why is what a learner who chose this is told.
	Why string `yaml:"why"`
}

// quiz reads a quiz and notes what is wrong with it.
func (l *loader) quiz(c Code) *QuizData {
	q := &QuizData{}
	before := len(l.problems)
	decodeYAML(c.File, []byte(c.Text), c.Line, q, &l.problems)
	if len(l.problems) > before {
		return q
	}
	if strings.TrimSpace(q.Question) == "" {
		l.problems.add(c.File, c.Line, "expected `question:` in a quiz, found none")
	}
	if (len(q.Choices) > 0) == (q.Run != "") {
		l.problems.add(c.File, c.Line, "expected either `choices:` or `run:` in a quiz, found both or neither")
	}
	l.choices(c, q)
	return q
}

func (l *loader) choices(c Code, q *QuizData) {
	right := 0
	for i, choice := range q.Choices {
		if choice.Right {
			right++
		}
		if choice.Text == "" || choice.Why == "" {
			l.problems.add(c.File, c.Line, "expected `text:` and `why:` of each choice, found one missing in choice %d", i+1)
		}
	}
	if len(q.Choices) == 0 {
		return
	}
	if right != 1 || len(q.Choices) < 2 {
		l.problems.add(c.File, c.Line, "expected at least two choices and exactly one with `right: true`, found %d of %d", right, len(q.Choices))
	}
}
