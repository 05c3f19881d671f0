package playground

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"unbox/tutorials/lesson"
	"unbox/tutorials/run"
	"unbox/workers/queue"
)

// told is a LessonRunner that remembers what it was asked and answers as told.
type told struct {
	client  queue.Client
	request string
	// answer is the response if it is not "".
	answer string
	err    error
}

func (r *told) Lesson(_ context.Context, client queue.Client, request []byte) ([]byte, error) {
	r.client, r.request = client, string(request)
	if r.answer != "" {
		return []byte(r.answer), r.err
	}
	return []byte(`{"version":3,"status":"pass","tests":[]}`), r.err
}

func (r *told) WASIPass(_ context.Context, client queue.Client, wasm []byte, trace string) (string, error) {
	r.client = client
	return string(wasm) + trace, r.err
}

func runServer(t *testing.T, r *told) http.Handler {
	t.Helper()
	course, err := lesson.Load(fstest.MapFS{
		"01-lines/chapter.md": {Data: []byte(chapterText)},
		"01-lines/01-one.md":  {Data: []byte(stepText)},
	})
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(Config{Files: fstest.MapFS{}, Course: course, Lessons: r})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func post(h http.Handler, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A module that stopped at its own mistake has told nothing about the program.
func TestModuleStopped(t *testing.T) {
	w := post(runServer(t, &told{answer: `{"error":"BUG: ` + "`lesson`" + ` stopped"}`}), "/lessons/lines/one/run", `{"code":"x"}`)
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "BUG") || strings.Contains(w.Body.String(), "verified") {
		t.Errorf("expected status 500 and plain words, found %d: %s", w.Code, w.Body)
	}
}

func TestStepRun(t *testing.T) {
	runner := &told{}
	h := runServer(t, runner)
	w := post(h, "/lessons/lines/one/run", `{"code":"x = 5\n"}`, sessionHeader, "me")
	var results struct {
		Version  int
		Status   string
		Verified bool
	}
	if err := json.Unmarshal(w.Body.Bytes(), &results); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	if w.Code != http.StatusOK || results.Version != 3 || results.Status != "pass" || !results.Verified {
		t.Errorf("expected verified results, found %d %s", w.Code, w.Body)
	}
	if runner.client != (queue.Client{Block: "192.0.2.1", Seat: "me"}) || !strings.Contains(runner.request, `x = 5`) || !strings.Contains(runner.request, `def test_x()`) {
		t.Errorf("expected the code with the step's tests, found %+v", runner)
	}
}

func TestPassRun(t *testing.T) {
	runner := &told{}
	h := runServer(t, runner)
	if w := post(h, "/lessons/pass", `{"wasm":"AGFzbQ==","trace":"[i0]"}`); w.Body.String() != "{\"trace\":\"\\u0000asm[i0]\"}\n" {
		t.Errorf("got %s", w.Body)
	}
	if w := post(h, "/lessons/pass", `{"wasm":"AGFzbQ==","step":"lines/one"}`); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `{"results":{"version":3,"status":"pass"`) {
		t.Errorf("the tests of a step: got %d %s", w.Code, w.Body)
	}
	if !strings.Contains(runner.request, `"foreign":{"function":"f"}`) || !strings.Contains(runner.request, `x = 2`) {
		t.Errorf("expected the solution's tests with the program for `f`, found %s", runner.request)
	}
	if w := post(h, "/lessons/pass", `{"wasm":"AGFzbQ==","step":"lines/two"}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "found another or none") {
		t.Errorf("no such step: got %d %s", w.Code, w.Body)
	}
	runner.err = &run.Error{Kind: "time", Text: "it took too long"}
	if w := post(h, "/lessons/pass", `{}`); w.Code != http.StatusOK || w.Body.String() != "{\"error\":\"it took too long\"}\n" {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestRunErrors(t *testing.T) {
	for _, c := range []struct {
		name, path, body string
		err              error
		header           []string
		code             int
		want             string
	}{
		{"no JSON", "/lessons/lines/one/run", "x", nil, nil, 400, "expected JSON"},
		{"too long", "/lessons/lines/one/run", `{"code":"` + strings.Repeat("x", maxProgram) + `"}`, nil, nil, 413, "expected less text"},
		{"no such step", "/lessons/lines/two/run", "{}", nil, nil, 404, ""},
		{"busy", "/lessons/lines/one/run", "{}", run.ErrBusy, nil, 503, "free place in the queue"},
		{"broken", "/lessons/lines/one/run", "{}", errors.New("secret"), nil, 500, "the server could not run the tests"},
		{"another site", "/lessons/lines/one/run", "{}", nil, []string{"Sec-Fetch-Site", "cross-site"}, 403, "another site"},
		{"another origin", "/lessons/pass", "{}", nil, []string{"Origin", "https://elsewhere.example"}, 403, "another site"},
	} {
		w := post(runServer(t, &told{err: c.err}), c.path, c.body, c.header...)
		if w.Code != c.code || !strings.Contains(w.Body.String(), c.want) || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: expected %d with `%s`, found %d %s", c.name, c.code, c.want, w.Code, w.Body)
		}
	}
}
