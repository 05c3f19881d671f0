package lesson

import (
	"math/big"
	"strconv"
	"strings"
)

// QuizData is a question inside a lesson. It is of one of four kinds: choices, a program whose output the learner predicts before it runs, a number,
// or a trace from which one line is picked.
type QuizData struct {
	Question string   `yaml:"question"`
	Choices  []Choice `yaml:"choices"`
	// Run is a program in the learner's language. Its output is the answer: it is
	// run when the lesson is checked and when the learner has answered.
	Run string `yaml:"run"`
	// Number is the answer, exactly as written: an integer of any size, or a decimal fraction. Within is the allowed difference, "" for none.
	Number string `yaml:"number"`
	Within string `yaml:"within"`
	// Trace is a trace from which a line is picked, and Line is the right one, from
	// 1.
	Trace string `yaml:"trace"`
	Line  int    `yaml:"line"`
	// Wrong explains why certain numbers or lines are wrong.
	Wrong []WrongAnswer `yaml:"wrong"`
	// Why is shown with the answer.
	Why string `yaml:"why"`
	// ID is the name by which later pages ask the question again; "" for none.
	ID string `yaml:"-"`
	// First says where the question was first asked, if this is not the first time; nil if it
	// is.
	First *Place `yaml:"-"`
}

// Choice is one possible answer.
type Choice struct {
	Text  string `yaml:"text"`
	Right bool   `yaml:"right"`
	// Why is shown to a learner who chose this.
	Why string `yaml:"why"`
}

// WrongAnswer is a wrong number or line with an explanation.
type WrongAnswer struct {
	Number string `yaml:"number"`
	Line   int    `yaml:"line"`
	Why    string `yaml:"why"`
}

// quiz reads a quiz and reports what is wrong with it.
func (l *loader) quiz(c Code) *QuizData {
	q := &QuizData{}
	if !decodeYAML(c.File, []byte(c.Text), c.Line, q, &l.problems) {
		return q
	}
	if strings.TrimSpace(q.Question) == "" {
		l.problems.add(c.File, c.Line, "expected `question:` in a quiz, found none")
	}
	kinds := 0
	for _, is := range []bool{len(q.Choices) > 0, q.Run != "", q.Number != "", q.Trace != ""} {
		if is {
			kinds++
		}
	}
	if kinds != 1 {
		l.problems.add(c.File, c.Line, "expected one of `choices:`, `run:`, `number:` and `trace:` in a quiz, found %s", several(kinds))
		return q
	}
	l.choices(c, q)
	l.number(c, q)
	l.pick(c, q)
	return q
}

func several(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
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

// number checks a question for a number.
func (l *loader) number(c Code, q *QuizData) {
	if q.Number == "" {
		if q.Within != "" {
			l.problems.add(c.File, c.Line, "expected `within:` beside `number:`, found it alone")
		}
		return
	}
	answer, ok := decimal(q.Number)
	if !ok {
		l.problems.add(c.File, c.Line, "expected an integer or a decimal fraction in `number:`, found `%s`", q.Number)
		return
	}
	within := new(big.Rat)
	if q.Within != "" {
		if within, ok = decimal(q.Within); !ok || within.Sign() <= 0 {
			l.problems.add(c.File, c.Line, "expected a number above 0 in `within:`, found `%s`", q.Within)
			return
		}
	}
	if q.Why == "" {
		l.problems.add(c.File, c.Line, "expected `why:` of a question for a number, found none")
	}
	for i, w := range q.Wrong {
		n, ok := decimal(w.Number)
		switch {
		case !ok || w.Why == "" || w.Line != 0:
			l.problems.add(c.File, c.Line, "expected `number:` and `why:` of each wrong number, found something else in number %d", i+1)
		case new(big.Rat).Abs(n.Sub(n, answer)).Cmp(within) <= 0:
			l.problems.add(c.File, c.Line, "expected a wrong number, found `%s`, which counts as right", w.Number)
		}
	}
}

// decimal reads an integer of any size, or a decimal fraction.
func decimal(text string) (*big.Rat, bool) {
	if digits := strings.TrimLeft(text, "+-"); strings.Trim(digits, "0123456789.") != "" || strings.Trim(digits, ".") == "" {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// pick checks a question for a line.
func (l *loader) pick(c Code, q *QuizData) {
	if q.Trace == "" {
		if q.Line != 0 {
			l.problems.add(c.File, c.Line, "expected `line:` beside `trace:`, found it alone")
		}
		if len(q.Wrong) > 0 && q.Number == "" {
			l.problems.add(c.File, c.Line, "expected `wrong:` beside `number:` or `trace:`, found it alone; a choice has a `why:` of its own")
		}
		return
	}
	lines := q.Lines()
	there := func(n int) bool { return n >= 1 && n <= len(lines) && strings.TrimSpace(lines[n-1]) != "" }
	if !there(q.Line) {
		l.problems.add(c.File, c.Line, "expected the number of a line of the trace, from 1 to %d, in `line:`, found %d", len(lines), q.Line)
	}
	if q.Why == "" {
		l.problems.add(c.File, c.Line, "expected `why:` of a question for a line, found none")
	}
	seen := map[int]bool{q.Line: true}
	for i, w := range q.Wrong {
		if !there(w.Line) || w.Why == "" || w.Number != "" || seen[w.Line] {
			l.problems.add(c.File, c.Line, "expected `line:` and `why:` of each wrong line, each line once, found something else in line %d", i+1)
		}
		seen[w.Line] = true
	}
}

// Lines returns the lines from which one is picked.
func (q *QuizData) Lines() []string { return strings.Split(strings.TrimRight(q.Trace, "\n"), "\n") }
