package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"unbox/classroom/course"
	"unbox/playground/receipt"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/tutorials/run"
	"unbox/workers/queue"
)

// LessonRunner runs learners' programs in isolation; *run.Pool is one.
type LessonRunner interface {
	Lesson(ctx context.Context, client queue.Client, request []byte) ([]byte, error)
	WASI(ctx context.Context, client queue.Client, wasm []byte) (run.Program, error)
}

// LessonRun is the body of POST /lessons/{chapter}/{step}/run. The answer is Exercism's
// results.json; if all tests passed, it also has a `receipt`.
type LessonRun struct {
	// Code is the learner's program.
	Code string `json:"code"`
}

// lessonRuns answers requests to run programs.
type lessonRuns struct {
	runner   LessonRunner
	course   *lesson.Course
	log      *slog.Logger
	limits   Limits
	receipts *receipt.Office
	// keeping keeps learners' programs in their classes when they pass; nil where there are none.
	keeping *lessonKeeping
	// tests returns the hashes of everything that runs with a program, by step. They are computed once: a request may name thousands of
	// receipts, and a hash takes 60 µs.
	tests func() map[string]string
}

// answerRoom is the number of bytes that are reserved for the answer to a run before it
// is known: more than most need.
const answerRoom = 64 << 10

// solved is what is known about a step's solution.
type solved struct {
	// steps is the amount of work, in steps of learn.Limits; 0 for a solution that does not
	// pass.
	steps uint64
	// judged are the pairs of random traces that need not be judged again.
	judged []byte
}

// solve runs a step's solution. It is the author's program, so it runs here.
func solve(ch *lesson.Chapter, s *lesson.Step) solved {
	r, err := check.Native(check.Suite(ch, s, s.Solution.Text))
	if err != nil {
		return solved{}
	}
	return solved{r.Steps, r.Judged}
}

// step runs the tests of a step.
func (l *lessonRuns) step(w http.ResponseWriter, r *http.Request, v *visitor, ch *lesson.Chapter, s *lesson.Step, solution func() solved) {
	var body LessonRun
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	suite := check.Suite(ch, s, body.Code)
	own := solution()
	suite.Expected, suite.Judged = own.steps, own.judged
	suite.Solution = &learn.File{Name: suite.Code.Name, Text: s.Solution.Text}
	l.decided(w, r, v, marshal(suite), PassedProgram{Step: ch.ID + "/" + s.ID, Code: body.Code, Hash: l.testsOf(ch.ID + "/" + s.ID)})
}

// decided runs a program with the tests of its step, which are in the request, and answers with their results. For one that
// passes, p has everything except the number of tests.
func (l *lessonRuns) decided(w http.ResponseWriter, r *http.Request, v *visitor, request []byte, p PassedProgram) {
	response, err := l.runner.Lesson(r.Context(), v.Client, request)
	if err != nil {
		l.failed(w, r, err)
		return
	}
	v.grant.Resize(len(response))
	v.sends(w)
	var results struct {
		Status string          `json:"status"`
		Tests  []struct{}      `json:"tests"`
		Error  json.RawMessage `json:"error"`
	}
	switch err := json.Unmarshal(response, &results); {
	case err != nil:
		l.failed(w, r, fmt.Errorf("the module did not answer with an object: %w", err))
	case results.Error != nil:
		// The module stopped because of a bug of its own: that is no result.
		l.failed(w, r, fmt.Errorf("the module answered %s", results.Error))
	case len(response) > l.limits.Answer:
		sayError(w, http.StatusUnprocessableEntity, fmt.Sprintf("expected results of at most %d bytes, found %d; does the program print much?", l.limits.Answer, len(response)))
	case results.Status != "pass":
		sayText(w, http.StatusOK, response)
	default:
		proof := marshal(l.receipts.Write(p.Step, p.Code, p.Hash, time.Now()))
		p.Word, p.Tests, p.Receipt = r.Header.Get(seatWord), len(results.Tests), proof
		l.keeping.keep(r, p)
		sayText(w, http.StatusOK, response[:len(response)-1], []byte(`,"receipt":`), proof, []byte("}"))
	}
}

// testHashes returns the hash of each step's tests, by "chapter/step".
func testHashes(c *lesson.Course) map[string]string {
	all := map[string]string{}
	for _, ch := range c.Chapters {
		for _, s := range ch.Steps {
			all[ch.ID+"/"+s.ID] = course.TestsHash(ch, s)
		}
	}
	return all
}

// testsOf is the hash of a step's tests, "" if there is no such step.
func (l *lessonRuns) testsOf(step string) string { return l.tests()[step] }

// ReceiptCheck is the body of POST /lessons/receipt.
type ReceiptCheck struct {
	Receipt receipt.Receipt `json:"receipt"`
	// Code is the program that the receipt is shown with.
	Code string `json:"code"`
}

// ReceiptAnswer is the answer.
type ReceiptAnswer struct {
	// Valid means that this server saw this program pass the current tests of the step.
	Valid bool `json:"valid"`
	// Reason says in plain words why it is not valid.
	Reason string `json:"reason,omitempty"`
}

// receipt checks a receipt.
func (l *lessonRuns) receipt(w http.ResponseWriter, _ *http.Request, v *visitor) {
	var body ReceiptCheck
	if err := v.parseJSON(&body); err != nil {
		sayError(w, http.StatusBadRequest, err.Error())
		return
	}
	reason := l.receipts.Check(body.Receipt, body.Code, l.testsOf(body.Receipt.Step))
	sayJSON(w, http.StatusOK, ReceiptAnswer{Valid: reason == "", Reason: reason})
}

// statusGone is for the log: the client closed its connection before there was an answer. It has no name in net/http;
// nginx and others use the same number.
const statusGone = 499

// failed answers when a program could not be run at all.
func (l *lessonRuns) failed(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, queue.ErrFull), errors.Is(err, run.ErrClosed):
		w.Header().Set("Retry-After", "2")
		sayError(w, http.StatusServiceUnavailable, err.Error())
	case r.Context().Err() != nil:
		// Most likely no one reads this. But no answer at all would be an empty one with status 200.
		sayError(w, statusGone, "expected a client that waits for the answer, found a closed connection")
	default:
		l.log.Error("a lesson could not be run", "reason", err)
		sayError(w, http.StatusInternalServerError, "the server could not run the tests, and its log says why; they run in the browser as well")
	}
}
