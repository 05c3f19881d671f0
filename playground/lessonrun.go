package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/tutorials/run"
	"unbox/workers/queue"
)

// LessonRunner runs learners' programs where nothing escapes; *run.Pool is one.
type LessonRunner interface {
	Lesson(ctx context.Context, client queue.Client, request []byte) ([]byte, error)
	WASIPass(ctx context.Context, client queue.Client, wasm []byte, trace string) (string, error)
}

// Limits of what is sent to be run, in bytes.
const (
	maxProgram = 256 << 10
	maxPass    = 16 << 20
	// maxBody is the most that any request has as its body.
	maxBody = maxPass
)

// passLimit is how long a program in another language may take for all traces of a step's
// tests, with its time in the queue: some 20 traces, each of which takes milliseconds.
const passLimit = 20 * time.Second

// sessionHeader names the visit, so that visits take turns. A page chooses it at
// random; it is kept nowhere.
const sessionHeader = "X-Unbox-Session"

// LessonRun is the body of POST /lessons/{chapter}/{step}/run.
type LessonRun struct {
	// Code is the learner's program.
	Code string `json:"code"`
}

// PassRun is the body of POST /lessons/pass: a WASI program and what it is tried on.
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
	// Trace is what the program made of the trace.
	Trace string `json:"trace,omitempty"`
	// Results are those of the step's tests.
	Results *learn.Results `json:"results,omitempty"`
	// Error says what the program did wrong.
	Error string `json:"error,omitempty"`
}

// lessonRuns answers requests to run programs.
type lessonRuns struct {
	runner LessonRunner
	course *lesson.Course
	log    *slog.Logger
}

// mount adds the routes. Other sites cannot make a visitor's browser send
// programs: requests from them are refused.
func (l *lessonRuns) mount(mux *http.ServeMux) {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sayError(w, http.StatusForbidden, "expected a page of this server, found a request from another site")
	}))
	post := func(path string, most int64, h http.HandlerFunc) {
		mux.Handle("POST "+lessonsBase+path, protection.Handler(http.MaxBytesHandler(h, most)))
	}
	post("pass", maxPass, l.pass)
	for _, ch := range l.course.Chapters {
		for _, s := range ch.Steps {
			post(ch.ID+"/"+s.ID+"/run", maxProgram, func(w http.ResponseWriter, r *http.Request) { l.step(w, r, ch, s) })
		}
	}
}

// step runs the tests of a step and answers with Exercism's results.json, to
// which it adds "verified": true.
func (l *lessonRuns) step(w http.ResponseWriter, r *http.Request, ch *lesson.Chapter, s *lesson.Step) {
	var body LessonRun
	if !readJSON(w, r, &body) {
		return
	}
	request, err := json.Marshal(check.Suite(ch, s, body.Code))
	if err != nil {
		panic("BUG: a suite always marshals: " + err.Error())
	}
	response, err := l.runner.Lesson(r.Context(), session(r), request)
	if err != nil {
		l.failed(w, r, err)
		return
	}
	var results map[string]json.RawMessage
	if err := json.Unmarshal(response, &results); err != nil {
		panic("BUG: the module answers with an object: " + err.Error())
	}
	if bug, ok := results["error"]; ok {
		// The module stopped at a mistake of its own: that is no result.
		l.failed(w, r, fmt.Errorf("the module answered %s", bug))
		return
	}
	results["verified"] = json.RawMessage("true")
	sayJSON(w, http.StatusOK, results)
}

// pass runs a WASI program on a trace. What is wrong with the program is an
// answer, not a failure.
func (l *lessonRuns) pass(w http.ResponseWriter, r *http.Request) {
	var body PassRun
	if !readJSON(w, r, &body) {
		return
	}
	result, err := l.tried(r, &body)
	var wrong *run.Error
	switch {
	case errors.As(err, &wrong):
		sayJSON(w, http.StatusOK, PassResult{Error: wrong.Text})
	case errors.Is(err, errNoPassStep):
		sayError(w, http.StatusBadRequest, err.Error())
	case err != nil:
		l.failed(w, r, err)
	default:
		sayJSON(w, http.StatusOK, result)
	}
}

// errNoPassStep tells that a step has no tests for programs in other languages.
var errNoPassStep = errors.New("expected a step whose tests programs in any language can take, found another or none")

// tried runs a program on a trace or with a step's tests.
//
// Errors: errNoPassStep; an *run.Error about the program, or the runner's.
func (l *lessonRuns) tried(r *http.Request, body *PassRun) (*PassResult, error) {
	ctx, cancel := context.WithTimeout(r.Context(), passLimit)
	defer cancel()
	pass := func(trace string) (string, error) {
		return l.runner.WASIPass(ctx, session(r), body.Wasm, trace)
	}
	if body.Step == "" {
		trace, err := pass(body.Trace)
		return &PassResult{Trace: trace}, err
	}
	ch, s := l.course.Step(body.Step)
	if s == nil || s.Pass == "" {
		return nil, errNoPassStep
	}
	results, err := check.Foreign(ch, s, check.Sandboxed(ctx, l.runner, session(r)), run.Answers(pass))
	if errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil {
		err = &run.Error{Kind: "time", Text: fmt.Sprintf("expected tests that are done within %v, found that they take longer; is the program slow, or the server busy?", passLimit)}
	}
	return &PassResult{Results: results}, err
}

// failed answers when a program could not be run at all.
func (l *lessonRuns) failed(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, run.ErrBusy), errors.Is(err, run.ErrClosed):
		w.Header().Set("Retry-After", "2")
		sayError(w, http.StatusServiceUnavailable, err.Error())
	case r.Context().Err() != nil:
		// The visitor has gone; nobody reads an answer.
	default:
		l.log.Error("a lesson could not be run", "reason", err)
		sayError(w, http.StatusInternalServerError, "the server could not run the tests and has written down why; they run in the browser as well")
	}
}

// session is who asks: an address with what the page calls this visit, cut to a sensible
// length.
func session(r *http.Request) queue.Client {
	host, _, _ := net.SplitHostPort(r.RemoteAddr) // "" is a block of its own
	name := r.Header.Get(sessionHeader)
	return queue.Client{Block: host, Seat: name[:min(len(name), 64)]}
}

// readJSON reads the body; if it is wrong, it answers and returns false.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	text, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		sayJSON(w, http.StatusRequestEntityTooLarge, map[string]any{"error": "expected less text, found more than the limit", "limit": large.Limit})
		return false
	case err != nil:
		sayError(w, http.StatusBadRequest, "expected a whole request, found a part of one")
		return false
	}
	if err := json.Unmarshal(text, into); err != nil {
		sayError(w, http.StatusBadRequest, "expected JSON, found this: "+err.Error())
		return false
	}
	return true
}

func sayError(w http.ResponseWriter, status int, message string) {
	sayJSON(w, status, map[string]string{"error": message})
}

func sayJSON(w http.ResponseWriter, status int, answer any) {
	text, err := json.Marshal(answer)
	if err != nil {
		panic("BUG: an answer always marshals: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // an error means that the client has gone
}
