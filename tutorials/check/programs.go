package check

import (
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

// programs compiles the parts of a step: the library of its chapter, starter, solution, tests, and the programs of its questions. Wrong
// solutions may fail to compile, so they are left to the tests.
func programs(ch *lesson.Chapter, s *lesson.Step) (found lesson.Problems) {
	env := api.LessonEnvironment()
	note := func(suite *learn.Suite, own lesson.Code) {
		places := map[string]lesson.Code{"library": ch.Library, CodeFile: own, "quiz": own}
		for _, step := range ch.Steps {
			places[testsOf(step.Number)] = step.Tests
		}
		for _, p := range learn.Compile(suite, env) {
			if at := places[p.File]; at.File == s.File || at.File == ch.File && s.Number == 1 {
				found = append(found, &lesson.Problem{File: at.File, Line: at.Line + p.Line - 1, Reason: p.Message})
			}
		}
	}
	for _, code := range []lesson.Code{s.Solution, s.Starter} {
		if !code.Empty() && len(found) == 0 {
			note(Suite(ch, s, code.Text), code)
		}
	}
	for _, b := range s.Blocks {
		if q, ok := b.Data.(*lesson.QuizData); ok && q.Run != "" && q.First == nil {
			// It is not known where in the block the program begins.
			if problems := learn.Compile(QuizSuite(ch, q), env); len(problems) > 0 && problems[0].File == "quiz" {
				found = append(found, &lesson.Problem{File: b.File, Line: b.Line, Reason: "`run:` " + problems[0].Message})
			}
		}
	}
	return found
}
