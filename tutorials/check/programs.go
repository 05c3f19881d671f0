package check

import (
	"fmt"
	"strings"
	"unicode"

	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

// programs compiles the parts of a step: the library of its chapter, starter, solution, tests, and the programs of its questions. Wrong
// solutions may fail to compile, so they are left to the tests.
func programs(ch *lesson.Chapter, s *lesson.Step) (found lesson.Problems) {
	env := api.LessonEnvironment()
	found = append(found, testNames(ch, s)...)
	note := func(suite *learn.Suite, own lesson.Code, what string) {
		places := map[string]lesson.Code{"library": ch.Library, CodeFile: own, "quiz": own}
		for _, step := range ch.Steps {
			places[testsOf(step.Number)] = step.Tests
		}
		for _, p := range learn.Compile(suite, env) {
			if p.File == randomOf(s.Number) { // which is made from the front matter
				found = append(found, &lesson.Problem{File: s.File, Line: s.MatterLine("pass"), Reason: "`pass:` " + strings.Replace(p.Message, "in your code", "in "+what, 1)})
				continue
			}
			at, reason := places[p.File], strings.Replace(p.Message, "to be defined in your code", "to be defined in "+what, 1)
			if at.File == s.File || at.File == ch.File && s.Number == 1 {
				found = append(found, &lesson.Problem{File: at.File, Line: at.Line + p.Line - 1, Reason: reason})
			} else if strings.HasPrefix(p.File, "tests of ") { // an earlier step's
				found = append(found, &lesson.Problem{File: s.File, Line: max(1, s.Solution.Line), Reason: reason + "; the " + p.File + " need it, because this step goes on from there, and `fresh: true` begins anew"})
			}
		}
	}
	starter := "the `starter`"
	if s.Starter.File != s.File {
		starter = "the starter, which is the solution of the step before because this step has no `starter`"
	}
	for _, program := range []struct {
		code lesson.Code
		what string
	}{{s.Solution, "the `solution`"}, {s.Starter, starter}} {
		if !program.code.Empty() && len(found) == 0 {
			note(Suite(ch, s, program.code.Text), program.code, program.what)
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

// testNames finds tests that never run: a second one of the same name replaces the first, and a function whose name does not begin with
// `test_` runs only if something calls it.
func testNames(ch *lesson.Chapter, s *lesson.Step) (found lesson.Problems) {
	first, used := map[string]int{}, uses(ch)
	for _, at := range definition.FindAllStringSubmatchIndex(s.Tests.Text, -1) {
		name, line := s.Tests.Text[at[2]:at[3]], s.Tests.Line+strings.Count(s.Tests.Text[:at[0]], "\n")
		note := func(format string, args ...any) {
			found = append(found, &lesson.Problem{File: s.Tests.File, Line: line, Reason: fmt.Sprintf(format, args...)})
		}
		if before, twice := first[name]; twice {
			note("expected another name than `%s`, which line %d has: of two functions with one name, only the second runs", name, before)
		} else if !strings.HasPrefix(name, "test_") && used[name] == 0 {
			note("expected a name that begins with `test_`, or something that calls the function, found `%s`, which never runs", name)
		}
		first[name] = line
	}
	return found
}

// uses counts how often each name stands in the tests of a chapter, without its definitions: tests may use functions of other steps' tests.
func uses(ch *lesson.Chapter) map[string]int {
	n := map[string]int{}
	for _, s := range ch.Steps {
		for _, word := range strings.FieldsFunc(s.Tests.Text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
			n[word]++
		}
		for _, f := range definition.FindAllStringSubmatch(s.Tests.Text, -1) {
			n[f[1]]--
		}
	}
	return n
}
