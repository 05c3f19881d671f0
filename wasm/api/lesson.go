//go:build !core

package api

import (
	"encoding/base64"
	"strings"

	"unbox/optimizer"
	"unbox/tutorials/learn"
)

// Lesson runs a learner's program: with the tests of a lesson, or on a trace. All
// errors are in the response; every program ends, by the limits of
// unbox/tutorials/learn.
func (e *Engine) Lesson(q *LessonRequest) *LessonResponse {
	if q.Compare != nil {
		return comparisonResponse(learn.Compare(&learn.Pair{
			Before: q.Compare.Before, After: q.Compare.After, Limits: lessonLimits(q.Limits),
		}))
	}
	if q.Apply != nil {
		return appliedResponse(learn.Apply(&learn.Application{
			Prelude: lessonFiles(q.Prelude), Parts: lessonParts(q.Parts), Code: learn.File(q.Code),
			Function: q.Apply.Function, Trace: q.Apply.Trace, Limits: lessonLimits(q.Limits),
		}, LessonEnvironment()))
	}
	return ResponseOf(learn.Run(&learn.Suite{
		Prelude: lessonFiles(q.Prelude), Parts: lessonParts(q.Parts), Code: learn.File(q.Code), Tests: lessonFiles(q.Tests),
		Without: q.Without, Only: q.Only, Foreign: lessonForeign(q.Foreign), Limits: lessonLimits(q.Limits),
		Judged: lessonJudged(q.Judged),
	}, LessonEnvironment()))
}

// lessonJudged reads hashes; anything else is ignored.
func lessonJudged(text string) []byte {
	judged, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return judged
}

func lessonFiles(files []LessonFile) []learn.File {
	list := make([]learn.File, len(files))
	for i, f := range files {
		list[i] = learn.File(f)
	}
	return list
}

func lessonParts(parts []LessonPart) []learn.Part {
	list := make([]learn.Part, len(parts))
	for i, part := range parts {
		list[i] = learn.Part{Name: part.Name, Function: part.Function, Prelude: lessonFiles(part.Prelude), Code: learn.File(part.Code)}
	}
	return list
}

func lessonForeign(f *LessonForeign) *learn.Foreign {
	if f == nil {
		return nil
	}
	out := &learn.Foreign{Function: f.Function}
	for _, a := range f.Known {
		out.Known = append(out.Known, learn.Answer(a))
	}
	return out
}

func lessonLimits(l LessonLimits) learn.Limits {
	return learn.Limits{
		Steps: uint64(max(l.Steps, 0)), TotalSteps: uint64(max(l.TotalSteps, 0)),
		Memory: uint64(max(l.Memory, 0)), Output: l.Output,
	}
}

// ResponseOf returns the results of tests as a response.
func ResponseOf(r *learn.Results) *LessonResponse {
	out := &LessonResponse{
		Version: r.Version, Status: r.Status, Message: r.Message, Output: r.Output, Steps: int(r.Steps), Asked: r.Asked,
		Tests: []LessonTest{}, Problems: lessonProblems(r.Problems),
	}
	for _, test := range r.Tests {
		out.Tests = append(out.Tests, lessonTest(&test))
	}
	return out
}

func lessonTest(t *learn.Test) LessonTest {
	out := LessonTest{
		Name: t.Name, Status: t.Status, Message: t.Message, Output: t.Output, TaskID: t.TaskID,
		TestCode: t.TestCode, Function: t.Function, File: t.File, Line: t.Line, Steps: int(t.Steps),
	}
	out.Diff = lessonDiff(t.Diff)
	if t.Problem != nil {
		problem := lessonProblem(t.Problem)
		out.Problem = &problem
	}
	return out
}

func comparisonResponse(c *learn.Comparison) *LessonResponse {
	return &LessonResponse{
		Version: 3, Status: c.Status, Message: c.Message, Tests: []LessonTest{}, Problems: []LessonProblem{},
		Change: lessonDiff(c.Change), Outcomes: lessonDiff(c.Outcomes),
	}
}

func lessonProblems(list []learn.Problem) []LessonProblem {
	out := []LessonProblem{}
	for i := range list {
		out = append(out, lessonProblem(&list[i]))
	}
	return out
}

func lessonProblem(p *learn.Problem) LessonProblem {
	out := LessonProblem{
		Message: p.Message, Limit: p.Limit, File: p.File, Line: p.Line, Column: p.Column,
		Stack: []LessonFrame{}, Omitted: p.Omitted,
	}
	for _, frame := range p.Stack {
		out.Stack = append(out.Stack, LessonFrame(frame))
	}
	return out
}

func appliedResponse(a *learn.Applied) *LessonResponse {
	out := &LessonResponse{
		Version: 3, Status: "pass", Output: a.Output, Trace: a.Trace, Steps: int(a.Steps),
		Tests: []LessonTest{}, Problems: lessonProblems(a.Problems),
	}
	if len(a.Problems) > 0 {
		out.Status, out.Message = "error", a.Problems[0].Message
	}
	return out
}

// LessonResults returns the results of tests in a response: the inverse of
// ResponseOf.
func LessonResults(r *LessonResponse) *learn.Results {
	out := &learn.Results{
		Version: r.Version, Status: r.Status, Message: r.Message, Output: r.Output, Steps: uint64(r.Steps), Asked: r.Asked,
		Problems: learnProblems(r.Problems),
	}
	for i := range r.Tests {
		t := &r.Tests[i]
		test := learn.Test{
			Name: t.Name, Status: t.Status, Message: t.Message, Output: t.Output, TaskID: t.TaskID,
			TestCode: t.TestCode, Function: t.Function, File: t.File, Line: t.Line, Steps: uint64(t.Steps), Diff: learnDiff(t.Diff),
		}
		if t.Problem != nil {
			test.Problem = &learnProblems([]LessonProblem{*t.Problem})[0]
		}
		out.Tests = append(out.Tests, test)
	}
	return out
}

func learnProblems(list []LessonProblem) []learn.Problem {
	out := make([]learn.Problem, len(list))
	for i, p := range list {
		out[i] = learn.Problem{Message: p.Message, Limit: p.Limit, File: p.File, Line: p.Line, Column: p.Column, Omitted: p.Omitted}
		for _, frame := range p.Stack {
			out[i].Stack = append(out[i].Stack, learn.Frame(frame))
		}
	}
	return out
}

func learnDiff(d *LessonDiff) *learn.TraceDiff {
	if d == nil {
		return nil
	}
	out := &learn.TraceDiff{}
	var expected, actual []string
	for _, pair := range d.Rows {
		row := learn.DiffRow{Kind: pair.Kind, Expected: SpansText(pair.Left), Actual: SpansText(pair.Right)}
		out.Rows = append(out.Rows, row)
		if row.Kind != optimizer.DiffAdded {
			expected = append(expected, row.Expected)
		}
		if row.Kind != optimizer.DiffRemoved {
			actual = append(actual, row.Actual)
		}
	}
	out.Expected, out.Actual = strings.Join(expected, "\n"), strings.Join(actual, "\n")
	return out
}
