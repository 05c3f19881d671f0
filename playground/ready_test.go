package playground

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"unbox/tutorials/lesson"
	"unbox/workers/queue"
)

// counting is a LessonRunner that counts runs and answers as told, when it may.
type counting struct {
	told
	runs atomic.Int64
	gate chan struct{}
}

func (c *counting) Lesson(ctx context.Context, client queue.Client, request []byte) ([]byte, error) {
	c.runs.Add(1)
	<-c.gate
	return c.told.Lesson(ctx, client, request)
}

func askReady(t *testing.T, h http.Handler) (int, Ready) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
	var r Ready
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
		t.Errorf("%v in %s", err, w.Body)
	}
	return w.Code, r
}

// TestReadyIsOneRun has a hundred clients ask at once, then again, then after a while.
func TestReadyIsOneRun(t *testing.T) {
	course, err := lesson.Load(fstest.MapFS{"01-lines/chapter.md": {Data: []byte(chapterText)}, "01-lines/01-one.md": {Data: []byte(stepText)}})
	if err != nil {
		t.Fatal(err)
	}
	runner := &counting{gate: make(chan struct{})}
	now := time.Now()
	a := newReadiness(Config{Course: course, Lessons: runner}.withDefaults())
	a.now = func() time.Time { return now }
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if code, r := askReady(t, a); code != http.StatusOK || !r.Ready || r.Lessons != "ok" {
				t.Errorf("expected a ready server, found %d %+v", code, r)
			}
		})
	}
	close(runner.gate)
	all.Wait()
	if code, _ := askReady(t, a); code != http.StatusOK || runner.runs.Load() != 1 {
		t.Errorf("expected one run, found %d, and %d", runner.runs.Load(), code)
	}
	if !strings.Contains(runner.request, "x = 2") {
		t.Errorf("expected a run of the solution, found %s", runner.request)
	}
	now = now.Add(readyFor)
	runner.answer = `{"version":3,"status":"error","message":"a corrupt file"}`
	if code, r := askReady(t, a); code != http.StatusServiceUnavailable || r.Ready || !strings.Contains(r.Lessons, "a corrupt file") || runner.runs.Load() != 2 {
		t.Errorf("expected a second run and a server that is not ready, found %d %+v", code, r)
	}
	now = now.Add(readyFor)
	runner.err = context.DeadlineExceeded
	if _, r := askReady(t, a); !strings.Contains(r.Lessons, "within 10s, found none: the server compiles") {
		t.Errorf("expected what a server without a result may be doing, found %q", r.Lessons)
	}
}

func TestReadyWithoutLessons(t *testing.T) {
	if code, r := askReady(t, newHandler(t)); code != http.StatusOK || r.Lessons != "off" {
		t.Errorf("expected a server that is ready for what it does, found %d %+v", code, r)
	}
}
