// Package check tests lessons. For every step, the starter must fail exactly the
// step's new tests, the solution must pass all tests so far, and each wrong
// solution must fail with a message that points at the mistake. Quizzes that ask
// for a prediction must run, and traces must parse.
package check

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/tutorials/pages"
	"unbox/wasm/api"
)

// Runner runs a learner's program with tests: with learn.Run itself, or as a
// server or a browser does it.
type Runner func(*learn.Suite) (*learn.Results, error)

// Native runs programs in this process, in the same language as the module.
func Native(s *learn.Suite) (*learn.Results, error) {
	return learn.Run(s, api.LessonEnvironment()), nil
}

// Course checks everything about a course except what its programs do: that all quotations are found, that pages can be
// made, that traces parse and passes are known, that programs and tests compile. said is the error of reading the course,
// as lesson.Load returns it; nil if there was none.
//
// Errors: lesson.Problems, each once, in the order of files and lines; or said, if it is a different
// error.
func Course(c *lesson.Course, sources fs.FS, said error) error {
	found, ok := said.(lesson.Problems)
	if said != nil && !ok || c == nil {
		return said
	}
	if _, err := pages.New(c, sources, "/").Pages(); err != nil {
		problems, ok := err.(lesson.Problems)
		if !ok {
			return err
		}
		found = append(found, problems...)
	}
	for _, ch := range c.Chapters {
		found = append(found, traces(ch.Blocks)...)
		for _, s := range ch.Steps {
			found = append(found, traces(s.Blocks)...)
			found = append(found, matter(s)...)
			found = append(found, programs(ch, s)...)
		}
	}
	return found.Err()
}

// matter checks the fields of a step's front matter that are about the learner's
// language.
func matter(s *lesson.Step) (found lesson.Problems) {
	note := func(field, format string, args ...any) {
		found = append(found, &lesson.Problem{File: s.File, Line: s.MatterLine(field), Reason: fmt.Sprintf(format, args...)})
	}
	known := api.LessonEnvironment().Functions()
	for _, name := range s.Without {
		if !slices.Contains(known, name) {
			near := ""
			if other := trace.Nearest(name, known); other != "" {
				near = fmt.Sprintf("; the nearest is `%s`", other)
			}
			note("without", "expected functions of the language after `without:`, found `%s`%s", name, near)
		}
	}
	if s.Random != nil {
		if err := learn.RandomWords(s.Random.Traces); err != nil {
			note("traces", "`random:` %v", err)
		}
	}
	return found
}

// traces checks the live examples among blocks.
func traces(blocks []lesson.Block) lesson.Problems {
	var found lesson.Problems
	note := func(b lesson.Block, line int, reason string) {
		found = append(found, &lesson.Problem{File: b.File, Line: line, Reason: reason})
	}
	for _, b := range blocks {
		if q, ok := b.Data.(*lesson.QuizData); ok && q.Trace != "" && q.First == nil {
			found = append(found, quizTrace(b, q)...)
		}
		if b.Kind != lesson.Trace {
			continue
		}
		_, diagnostics := trace.Parse(b.Text)
		for _, d := range diagnostics {
			if d.Severity == trace.Error {
				note(b, b.Line+strings.Count(b.Text[:d.From], "\n"), d.Message)
			}
		}
		if _, err := optimizer.ParsePasses(names(b.Attr["passes"])); err != nil {
			note(b, b.Line-1, err.Error())
		}
		if preset := b.Attr["preset"]; preset != "" {
			if _, err := optimizer.PresetByName(preset); err != nil {
				note(b, b.Line-1, err.Error())
			}
		}
	}
	return found
}

// quizTrace checks the trace from which a line is to be picked.
func quizTrace(b lesson.Block, q *lesson.QuizData) (found lesson.Problems) {
	first := b.Line + 1 + strings.Count(b.Text[:max(0, strings.Index("\n"+b.Text, "\ntrace:"))], "\n")
	_, diagnostics := trace.Parse(q.Trace)
	for _, d := range diagnostics {
		if d.Severity == trace.Error {
			found = append(found, &lesson.Problem{File: b.File, Line: first + strings.Count(q.Trace[:d.From], "\n"), Reason: d.Message})
		}
	}
	return found
}

// names splits a list such as "fold, cse".
func names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}
