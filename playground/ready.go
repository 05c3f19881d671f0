package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"unbox/tutorials/check"
	"unbox/workers/queue"
)

// Ready is what /readyz answers: with status 200 if the server does its work, with 503 if it
// only answers.
type Ready struct {
	// Ready means that the trial worked.
	Ready bool `json:"ready"`
	// Lessons is the outcome of a run of the first step's solution: "ok", "off", or what went
	// wrong.
	Lessons string `json:"lessons"`
	// Milliseconds is the time of that run, including its time in the queue.
	Milliseconds int64 `json:"milliseconds"`
	// At is when it ran. Answers are reused for a few seconds.
	At time.Time `json:"at"`
}

const (
	// readyFor is the time for which a result is reused: any number of requests
	// share one run.
	readyFor = 5 * time.Second
	// readyTime is the maximum time of a run, including its time in the queue.
	readyTime = 10 * time.Second
)

// readiness tries whether the server does its work.
type readiness struct {
	config Config
	now    func() time.Time
	mu     sync.Mutex
	last   Ready
	// running is closed at the end of the current run, nil if there is none.
	running chan struct{}
}

func newReadiness(c Config) *readiness { return &readiness{config: c, now: time.Now} }

// ServeHTTP answers with the newest result, and waits for it if that is too old.
func (a *readiness) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if running := a.begin(r.Context()); running != nil {
		select {
		case <-running:
		case <-r.Context().Done():
			return
		}
	}
	a.mu.Lock()
	last := a.last
	a.mu.Unlock()
	status := http.StatusOK
	if !last.Ready {
		status = http.StatusServiceUnavailable
	}
	sayJSON(w, status, last)
}

// begin begins a run unless one is in progress or the last one is recent. It returns what is
// closed at its end, nil if there is nothing to wait for.
func (a *readiness) begin(ctx context.Context) chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running == nil && a.now().Sub(a.last.At) >= readyFor {
		running := make(chan struct{})
		a.running = running
		go func() {
			last := a.try(context.WithoutCancel(ctx))
			a.mu.Lock()
			defer a.mu.Unlock()
			a.last, a.running = last, nil
			close(running)
		}()
	}
	return a.running
}

// try does a run like a visitor's, with a turn of its own.
func (a *readiness) try(ctx context.Context) Ready {
	start := a.now()
	result := Ready{Lessons: "ok"}
	if a.config.Course == nil || a.config.Lessons == nil {
		result.Lessons = "off"
	} else if err := a.lesson(ctx); err != nil {
		result.Lessons = err.Error()
		a.config.Log.Error("the server is not ready", "reason", err)
	}
	result.Ready = result.Lessons == "ok" || result.Lessons == "off"
	result.At = a.now()
	result.Milliseconds = result.At.Sub(start).Milliseconds()
	return result
}

// lesson runs the solution of the first step.
//
// Errors: the run's, or that it did not pass.
func (a *readiness) lesson(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	ch := a.config.Course.Chapters[0]
	request := marshal(check.Suite(ch, ch.Steps[0], ch.Steps[0].Solution.Text))
	response, err := a.config.Lessons.Lesson(ctx, queue.Client{Block: "/readyz"}, request)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("expected a run of the first step's solution within %v, found none: the server compiles the lessons' module after its start (--cache keeps it), or has too much to do", readyTime)
	case err != nil:
		return fmt.Errorf("expected a run of the first step's solution, found this: %w", err)
	}
	var results struct {
		Status  string `json:"status"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(response, &results); err != nil || results.Status != "pass" {
		return fmt.Errorf("expected the first step's solution to pass, found status `%s`: %s", results.Status, results.Message)
	}
	return nil
}
