package check

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
)

// CodeFile is the name of a learner's program in messages.
const CodeFile = "your code"

// Suite returns a program of a step with its tests: those of the step, and the earlier
// ones that still have to pass. Each step's tests are a separate task, numbered like the
// step. Its parts are the solutions of their steps.
func Suite(ch *lesson.Chapter, s *lesson.Step, code string) *learn.Suite {
	suite := &learn.Suite{Code: learn.File{Name: CodeFile, Text: code}}
	if !ch.Library.Empty() {
		suite.Prelude = []learn.File{{Name: "library", Text: ch.Library.Text}}
	}
	for _, p := range s.Parts {
		part := learn.Part{Name: p.Name, Function: p.Function, Code: learn.File{Name: p.Step, Text: p.Solution.Text}}
		if !p.Library.Empty() {
			part.Prelude = []learn.File{{Name: "library", Text: p.Library.Text}}
		}
		suite.Parts = append(suite.Parts, part)
	}
	tests := ch.TestsUpTo(s.Number - 1)
	first := s.Number - len(tests) + 1
	for i, t := range tests {
		suite.Tests = append(suite.Tests, learn.File{Name: testsOf(first + i), Text: t.Text, TaskID: first + i})
	}
	if s.Random != nil {
		suite.Tests = append(suite.Tests, learn.File{Name: randomOf(s.Number), Text: randomTest(s.Random), TaskID: s.Number})
	}
	suite.Without = s.Without
	return suite
}

// randomOf returns the name of the test of a step that tries random traces.
func randomOf(step int) string { return fmt.Sprintf("random traces of step %d", step) }

// randomTest is the test that tries a pass on random traces. Only the step's own
// such test runs: the traces of later steps do more than those of earlier ones.
func randomTest(r *lesson.Random) string {
	more := ""
	if r.Iterations > 1 {
		more += fmt.Sprintf(", iterations=%d", r.Iterations)
	}
	if r.Length > 0 {
		more += fmt.Sprintf(", length=%d", r.Length)
	}
	if r.Leaves > 0 {
		more += fmt.Sprintf(", leaves=%d", r.Leaves)
	}
	return fmt.Sprintf("def test_random_traces():\n    \"\"\"Fifty random traces do the same before and after\"\"\"\n    assert_random(%s, %q%s)\n", r.Pass, r.Traces, more)
}

// testsOf names the tests of a step.
func testsOf(step int) string { return fmt.Sprintf("tests of step %d", step) }

// Steps checks the programs of all steps, as many at a time as there are
// processors, and returns the error of Step for each, in the order of the
// course.
func Steps(c *lesson.Course, run Runner) []error {
	var said []error
	var checks []func()
	for _, ch := range c.Chapters {
		for _, s := range ch.Steps {
			i := len(said)
			said = append(said, nil)
			checks = append(checks, func() { said[i] = Step(ch, s, run) })
		}
	}
	next := make(chan func())
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for check := range next {
				check()
			}
		})
	}
	for _, check := range checks {
		next <- check
	}
	close(next)
	workers.Wait()
	return said
}

// Step checks the programs of a step: red, green, and the mistakes; and that no single call solves it.
//
// Errors: lesson.Problems; or the error of the runner, if it could not run.
func Step(ch *lesson.Chapter, s *lesson.Step, run Runner) error {
	c := &checker{ch: ch, s: s, run: run}
	return c.all(c.red, c.green, c.mistakes, c.idle, c.shortcuts, c.foreign, c.quizzes)
}

// Quick is Step without the single calls, of which hundreds are tried for each function.
func Quick(ch *lesson.Chapter, s *lesson.Step, run Runner) error {
	c := &checker{ch: ch, s: s, run: run}
	return c.all(c.red, c.green, c.mistakes, c.idle, c.foreign, c.quizzes)
}

// all makes some checks of a step.
func (c *checker) all(checks ...func() error) error {
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	if len(c.found) > 0 {
		return c.found
	}
	return nil
}

type checker struct {
	ch    *lesson.Chapter
	s     *lesson.Step
	run   Runner
	found lesson.Problems
}

func (c *checker) note(at lesson.Code, format string, args ...any) {
	file, line := at.File, at.Line
	if file != c.s.File { // the starter may be the solution of the step before
		file, line = c.s.File, 0
	}
	c.found = append(c.found, &lesson.Problem{File: file, Line: line, Reason: fmt.Sprintf(format, args...)})
}

func (c *checker) results(code string) (*learn.Results, error) {
	return c.run(Suite(c.ch, c.s, code))
}

// red: the starter passes the earlier tests and fails the new ones.
func (c *checker) red() error {
	r, err := c.results(c.s.Starter.Text)
	if err != nil {
		return err
	}
	if r.Status == "error" {
		c.note(c.s.Starter, "expected a starter that can be run, found this: %s", r.Message)
		return nil
	}
	for _, t := range r.Tests {
		if t.File == randomOf(c.s.Number) {
			continue // a starter that does nothing does no harm
		}
		switch isNew := t.TaskID == c.s.Number; {
		case isNew && t.Status == "pass":
			c.note(c.s.Tests, "expected the starter to fail every new test, found that `%s` passes", t.Function)
		case !isNew && t.Status != "pass":
			c.note(c.s.Starter, "expected the starter to pass the earlier tests, found that `%s` does not: %s", t.Function, message(t))
		}
	}
	return nil
}

// green: the solution passes everything.
func (c *checker) green() error {
	r, err := c.results(c.s.Solution.Text)
	if err != nil {
		return err
	}
	if r.Status == "error" {
		c.note(c.s.Solution, "expected a solution that can be run, found this: %s", r.Message)
	}
	// The suite has the tests of earlier steps and those with random traces, too.
	own := func(t learn.Test) bool { return t.File == testsOf(c.s.Number) }
	if !slices.ContainsFunc(r.Tests, own) {
		c.note(c.s.Tests, "expected at least one function `test_…`, found none")
	}
	for _, t := range r.Tests {
		if t.Status != "pass" {
			c.note(c.s.Solution, "expected the solution to pass `%s`, found this: %s", t.Function, message(t))
		}
	}
	return nil
}

// mistakes: each wrong solution fails with a helpful message.
func (c *checker) mistakes() error {
	for _, w := range c.s.Wrong {
		r, err := c.results(w.Text)
		if err != nil {
			return err
		}
		var told []string
		if r.Message != "" { // which is a problem of the program as a whole
			told = append(told, r.Message)
		}
		for _, t := range r.Tests {
			if t.Status != "pass" {
				told = append(told, t.Function+": "+message(t))
			}
		}
		if r.Status == "pass" {
			c.note(w.Code, "expected a wrong solution to fail, found that it passes all tests")
			continue
		}
		if !slices.ContainsFunc(told, func(m string) bool { return strings.Contains(m, w.Message) }) {
			c.note(w.Code, "expected a message with `%s`, found %s", w.Message, strings.Join(told, "; "))
		}
	}
	return nil
}

// idle: if a test with random traces limits the remaining lines, a pass that does nothing
// exceeds the limit. It is a short run without a learner's program, so it is native.
func (c *checker) idle() error {
	if c.s.Random == nil || c.s.Random.Leaves == 0 {
		return nil
	}
	random := *c.s.Random
	random.Pass = "lambda bb: bb"
	r, err := Native(&learn.Suite{Code: learn.File{Name: CodeFile}, Tests: []learn.File{{Name: randomOf(c.s.Number), Text: randomTest(&random)}}})
	if err == nil && r.Status == "pass" {
		c.note(c.s.Tests, "expected fewer lines in `leaves:` than the random traces have, found that a pass which does nothing leaves no more than %d", random.Leaves)
	}
	return err
}

// message is what the learner is told about a test that does not pass.
func message(t learn.Test) string {
	if t.Diff == nil {
		return t.Message
	}
	return t.Message + "\nexpected:\n" + t.Diff.Expected + "\nfound:\n" + t.Diff.Actual
}

// quizzes: a program whose output is to be predicted prints something.
func (c *checker) quizzes() error {
	for _, b := range c.s.Blocks {
		q, ok := b.Data.(*lesson.QuizData)
		if !ok || q.Run == "" {
			continue
		}
		r, err := c.run(QuizSuite(c.ch, q))
		if err != nil {
			return err
		}
		if len(r.Problems) > 0 {
			c.note(b.Code, "expected a quiz whose program runs, found this: %s", r.Message)
		} else if r.Output == "" {
			c.note(b.Code, "expected a quiz whose program prints something, found nothing")
		}
	}
	return nil
}

// QuizSuite returns the program of a quiz, which sees the library of the chapter in which it was first asked.
// Its output is the results' Output.
func QuizSuite(ch *lesson.Chapter, q *lesson.QuizData) *learn.Suite {
	if q.First != nil {
		ch = q.First.Chapter
	}
	suite := &learn.Suite{Code: learn.File{Name: "quiz", Text: q.Run}}
	if !ch.Library.Empty() {
		suite.Prelude = []learn.File{{Name: "library", Text: ch.Library.Text}}
	}
	return suite
}
