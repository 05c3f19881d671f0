package playground

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"unbox/classroom/line"
	"unbox/tutorials/check"
	"unbox/tutorials/lesson"
	"unbox/tutorials/run"
	"unbox/wasm/api"
)

// PassRun is the body of POST /lessons/pass: a WASI program and what to try it on.
type PassRun struct {
	// Wasm are the bytes of the program, in base64 as JSON has them.
	Wasm []byte `json:"wasm"`
	// Step is the step whose tests the program takes, as "chapter/step"; if it is empty, the
	// program gets Trace.
	Step  string `json:"step,omitempty"`
	Trace string `json:"trace,omitempty"`
}

// PassResult is the answer.
type PassResult struct {
	// Trace is what the program made from the trace.
	Trace string `json:"trace,omitempty"`
	// Results are those of the step's tests.
	Results *api.LessonResponse `json:"results,omitempty"`
	// Error says what the program did wrong.
	Error string `json:"error,omitempty"`
}

// pass runs a WASI program on a trace. A faulty program gets an answer; it is
// not a failure of the server.
func (l *lessonRuns) pass(w http.ResponseWriter, r *http.Request, v *visitor) {
	var body PassRun
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	result, err := l.tried(r, v, &body)
	var wrong *run.Error
	switch {
	case errors.As(err, &wrong):
		result = &PassResult{Error: wrong.Text}
	case errors.Is(err, errNoPassStep):
		sayError(w, http.StatusBadRequest, err.Error())
		return
	case err != nil:
		l.failed(w, r, err)
		return
	}
	text := marshal(result)
	body.Wasm = nil
	v.grant.Resize(len(text)) // until the client has read it
	v.sends(w)
	sayText(w, http.StatusOK, text)
}

// errNoPassStep means that a step has no tests for programs in other languages.
var errNoPassStep = errors.New("expected a step whose tests a program in any language can take, found another step or none")

// tried runs a program on a trace or with a step's tests.
//
// Errors: errNoPassStep; an *run.Error about the program, or the runner's.
func (l *lessonRuns) tried(r *http.Request, v *visitor, body *PassRun) (*PassResult, error) {
	ctx, cancel := context.WithTimeout(r.Context(), l.limits.PassTime)
	defer cancel()
	var ch *lesson.Chapter
	var s *lesson.Step
	if body.Step != "" {
		if ch, s = l.course.Step(body.Step); s == nil || s.Pass == "" {
			return nil, errNoPassStep
		}
	}
	program, err := l.runner.WASI(ctx, v.Client, body.Wasm)
	if err != nil {
		return nil, l.late(ctx, r, err)
	}
	defer program.Close()
	v.grant.Resize(len(body.Wasm) + answerRoom) // its text is gone, and its worker has it
	room := l.limits.Answer
	pass := func(trace string) (string, error) {
		after, err := program.Pass(ctx, trace)
		if room -= line.Length(after); room < 0 && err == nil {
			return "", &run.Error{Kind: "output", Text: fmt.Sprintf("expected at most %d bytes of output, as JSON sends them, found more", l.limits.Answer)}
		}
		return after, err
	}
	if s == nil {
		trace, err := pass(body.Trace)
		return &PassResult{Trace: trace}, l.late(ctx, r, err)
	}
	results, err := check.Foreign(ch, s, check.Sandboxed(ctx, l.runner, v.Client), run.Answers(pass))
	if err != nil {
		return nil, l.late(ctx, r, err)
	}
	return &PassResult{Results: api.ResponseOf(results)}, nil
}

// late reports that a program used all of its time.
func (l *lessonRuns) late(ctx context.Context, r *http.Request, err error) error {
	if err == nil || ctx.Err() == nil || r.Context().Err() != nil {
		return err
	}
	return &run.Error{Kind: "time", Text: fmt.Sprintf("expected tests that end within %v, found that they take longer; is the program slow, or the server busy?", l.limits.PassTime)}
}
