package check

import (
	"fmt"
	"strconv"

	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
)

// maxRounds is the maximum number of times that tests are run again with more
// answers. A test that passes one trace after the other to a pass needs a run for
// each.
const maxRounds = 100

// Pass transforms a trace into another one. An error of the program is in the answer;
// the returned error means that it could not be asked at all.
type Pass func(trace string) (learn.Answer, error)

// Foreign runs the tests of a step with a pass that is written in another language: it
// replaces the function that the step's author has named, and everything else is as in
// the solution. The tests see only the result, text or blocks, so identity with
// operations of the original block is lost.
//
// Errors: a step without such a function, the runner's, or the pass's.
func Foreign(ch *lesson.Chapter, s *lesson.Step, run Runner, pass Pass) (*learn.Results, error) {
	if s.Pass == "" {
		return nil, fmt.Errorf("expected a step whose tests a program in another language can take, found %s, which has no `pass:`", s.File)
	}
	suite := Suite(ch, s, s.Solution.Text)
	suite.Code.Name = "the solution"
	suite.Foreign = &learn.Foreign{Function: s.Pass}
	for range maxRounds {
		r, err := run(suite)
		if err != nil || len(r.Asked) == 0 {
			return r, err
		}
		for _, before := range r.Asked {
			answer, err := pass(before)
			if err != nil {
				return nil, err
			}
			suite.Foreign.Known = append(suite.Foreign.Known, answer)
		}
	}
	return nil, fmt.Errorf("expected tests that give at most %d traces to the pass one after the other, found more", maxRounds)
}

// foreign: if a program in another language may replace the solution's function, then the
// solution itself may, and all tests pass. That takes many short runs, which are native even if
// the others are not: each in a fresh instance, they would take as long as all other checks.
func (c *checker) foreign() error {
	if c.s.Pass == "" {
		return nil
	}
	asked := false
	r, err := Foreign(c.ch, c.s, Native, func(trace string) (learn.Answer, error) {
		asked = true
		return c.solution(trace)
	})
	if err != nil {
		return err
	}
	if !asked {
		c.note(c.s.Tests, "expected tests that give a trace to `%s`, which the front matter has as the `pass:`, found none", c.s.Pass)
	}
	for _, t := range r.Tests {
		if t.Status != "pass" {
			c.note(c.s.Tests, "expected the solution to pass `%s` also where `%s` knows no more than the text of a trace, found this: %s", t.Function, c.s.Pass, message(t))
		}
	}
	return nil
}

// solution passes a trace to the step's solution: as a block, or as a text if the
// function does not accept a block.
func (c *checker) solution(trace string) (learn.Answer, error) {
	answer := learn.Answer{Before: trace}
	for _, call := range []string{"print(to_trace(%s(parse(%s))))", "print(%s(%s))"} {
		suite := Suite(c.ch, c.s, c.s.Solution.Text+"\n"+fmt.Sprintf(call, c.s.Pass, strconv.Quote(trace))+"\n")
		suite.Tests, suite.Without = nil, nil
		r, err := Native(suite)
		if err != nil {
			return answer, err
		}
		if len(r.Problems) == 0 {
			return learn.Answer{Before: trace, After: r.Output}, nil
		}
		if answer.Error == "" {
			answer.Error = r.Message
		}
	}
	return answer, nil
}
