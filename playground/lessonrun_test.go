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

	"unbox/playground/receipt"
	"unbox/playground/secret"
	"unbox/tutorials"
	"unbox/tutorials/lesson"
	"unbox/tutorials/run"
	"unbox/wasm/api"
	"unbox/workers/queue"
)

// told is a LessonRunner that remembers what it was asked and gives a prepared
// answer.
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

func (r *told) WASI(_ context.Context, client queue.Client, wasm []byte) (run.Program, error) {
	r.client = client
	return toldProgram{string(wasm), r.err}, nil
}

// toldProgram writes its own bytes and the trace.
type toldProgram struct {
	wasm string
	err  error
}

func (p toldProgram) Pass(_ context.Context, trace string) (string, error) {
	return p.wasm + trace, p.err
}

func (toldProgram) Close() {}

func runServer(t *testing.T, r LessonRunner, change ...func(*Config)) http.Handler {
	t.Helper()
	course, err := lesson.Load(fstest.MapFS{
		"01-lines/chapter.md": {Data: []byte(chapterText)},
		"01-lines/01-one.md":  {Data: []byte(stepText)},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Files: fstest.MapFS{}, Course: course, Lessons: r}
	for _, f := range change {
		f(&c)
	}
	h, err := New(c)
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

// A module that stopped because of its own bug says nothing about the program.
func TestModuleStopped(t *testing.T) {
	w := post(runServer(t, &told{answer: `{"error":"BUG: ` + "`lesson`" + ` stopped"}`}), "/lessons/lines/one/run", `{"code":"x"}`)
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "BUG") || strings.Contains(w.Body.String(), "verified") {
		t.Errorf("expected status 500 and plain words, found %d: %s", w.Code, w.Body)
	}
}

// stepRun is the answer to a run.
type stepRun struct {
	Version int
	Status  string
	Receipt *receipt.Receipt
}

func runStep(t *testing.T, h http.Handler, code string) stepRun {
	t.Helper()
	w := post(h, "/lessons/lines/one/run", string(marshal(LessonRun{Code: code})))
	var results stepRun
	if err := json.Unmarshal(w.Body.Bytes(), &results); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d, %v in %s", w.Code, err, w.Body)
	}
	return results
}

func TestStepRun(t *testing.T) {
	runner := &told{}
	h := runServer(t, runner)
	results := runStep(t, h, "x = 5\n")
	if results.Version != 3 || results.Status != "pass" || results.Receipt == nil || results.Receipt.Step != "lines/one" {
		t.Errorf("expected results with a receipt, found %+v", results)
	}
	if runner.client != (queue.Client{Block: "192.0.2.1"}) || !strings.Contains(runner.request, `x = 5`) || !strings.Contains(runner.request, `def test_x()`) {
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
	if w := post(h, "/lessons/pass", `{"wasm":"AGFzbQ==","step":"lines/two"}`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "found another step or none") {
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
		{"no JSON", "/lessons/lines/one/run", "x", nil, nil, 400, "expected JSON, found something else at byte 1"},
		{"too long", "/lessons/lines/one/run", `{"code":"` + strings.Repeat("x", DefaultLimits().Code) + `"}`, nil, nil, 413, "expected at most 65536 bytes"},
		{"a number", "/lessons/lines/one/run", `{"code":5}`, nil, nil, 400, "expected a text for `code`, found a JSON number"},
		{"a list", "/lessons/lines/one/run", `[]`, nil, nil, 400, "expected a JSON object, found a JSON array"},
		{"a half", "/lessons/lines/one/run", `{"code":`, nil, nil, 400, "expected JSON, found something else at byte"},
		{"no base64", "/lessons/pass", `{"wasm":"A?"}`, nil, nil, 400, "expected bytes in base64"},
		{"no bytes", "/lessons/pass", `{"wasm":{}}`, nil, nil, 400, "expected bytes in base64 for `wasm`, found a JSON object"},
		{"no such step", "/lessons/lines/two/run", "{}", nil, nil, 404, ""},
		{"busy", "/lessons/lines/one/run", "{}", &queue.Full{Level: queue.OfAll, Limit: 500, Place: 501}, nil, 503, "at most 500 requests in the queue"},
		{"broken", "/lessons/lines/one/run", "{}", errors.New("secret"), nil, 500, "the server could not run the tests"},
		{"another site", "/lessons/lines/one/run", "{}", nil, []string{"Sec-Fetch-Site", "cross-site"}, 403, "another site"},
		{"another origin", "/lessons/pass", "{}", nil, []string{"Origin", "https://elsewhere.example"}, 403, "another site"},
	} {
		w := post(runServer(t, &told{err: c.err}), c.path, c.body, c.header...)
		if w.Code != c.code || !strings.Contains(w.Body.String(), c.want) || strings.Contains(w.Body.String(), "secret") || strings.Contains(w.Body.String(), "Go ") {
			t.Errorf("%s: expected %d with `%s`, found %d %s", c.name, c.code, c.want, w.Code, w.Body)
		}
	}
}

// A run that did not pass, for whatever reason, gets no receipt: not if its worker was
// killed, and not if its tests failed.
func TestNoReceiptWithoutAPass(t *testing.T) {
	for _, answer := range []string{
		`{"version":3,"status":"fail","tests":[]}`,
		`{"version":3,"status":"error","message":"the run stopped together with its worker: broken pipe","tests":[]}`,
		`{"version":3,"tests":[{"status":"pass"}]}`,
		`{"version":3,"status":"passed","tests":[]}`,
	} {
		if got := runStep(t, runServer(t, &told{answer: answer}), "x = 5"); got.Receipt != nil {
			t.Errorf("%s: expected no receipt, found %+v", answer, got.Receipt)
		}
	}
	w := post(runServer(t, &told{err: errors.New("broken pipe")}), "/lessons/lines/one/run", `{"code":"x = 5"}`)
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "receipt") {
		t.Errorf("expected an error without a receipt, found %d %s", w.Code, w.Body)
	}
}

// TestReceiptIsChecked has a server that was started again check what the one before it wrote.
func TestReceiptIsChecked(t *testing.T) {
	key := secret.New()
	withKey := func(c *Config) { c.Key = key }
	got := runStep(t, runServer(t, &told{}, withKey), "x = 5\n")
	later := runServer(t, &told{}, withKey)
	ask := func(h http.Handler, r receipt.Receipt, code string) ReceiptAnswer {
		w := post(h, "/lessons/receipt", string(marshal(ReceiptCheck{r, code})))
		var a ReceiptAnswer
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%d, %v in %s", w.Code, err, w.Body)
		}
		return a
	}
	if a := ask(later, *got.Receipt, "x = 5\n"); !a.Valid || a.Reason != "" {
		t.Errorf("expected a valid receipt, found %+v", a)
	}
	if a := ask(later, *got.Receipt, "x = 6\n"); a.Valid || !strings.Contains(a.Reason, "changed after the run") {
		t.Errorf("another program: found %+v", a)
	}
	forged := *got.Receipt
	forged.Step = "lines/two"
	if a := ask(later, forged, "x = 5\n"); a.Valid {
		t.Error("another step: expected no valid receipt")
	}
	if a := ask(runServer(t, &told{}), *got.Receipt, "x = 5\n"); a.Valid {
		t.Error("another server: expected no valid receipt")
	}
}

func TestSwitchedOff(t *testing.T) {
	off := runServer(t, &told{}, func(c *Config) { c.NoPrograms = true })
	if w := post(off, "/lessons/pass", `{}`); w.Code != http.StatusNotImplemented || !strings.Contains(w.Body.String(), "switched off here") {
		t.Errorf("expected no programs in other languages, found %d %s", w.Code, w.Body)
	}
	if got := runStep(t, off, "x = 5"); got.Status != "pass" {
		t.Errorf("expected lessons all the same, found %+v", got)
	}
	none := runServer(t, nil)
	for _, path := range []string{"/lessons/pass", "/lessons/lines/one/run"} {
		if w := post(none, path, `{}`); w.Code != http.StatusNotImplemented || !strings.Contains(w.Body.String(), "they run in the browser") {
			t.Errorf("%s: expected plain words, found %d %s", path, w.Code, w.Body)
		}
	}
}

// TestSolutionIsJudgedOnce: with a learner's program goes the step's solution, how much work it is, and
// which pairs of random traces the judge has seen; the module reads them.
func TestSolutionIsJudgedOnce(t *testing.T) {
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	runner := &told{}
	h := runServer(t, runner, func(c *Config) { c.Course = course })
	_, s := course.Step("equal-things/computed-once-and-for-all")
	if w := post(h, "/lessons/equal-things/computed-once-and-for-all/run", string(marshal(LessonRun{Code: s.Solution.Text}))); w.Code != http.StatusOK {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	var request struct {
		Expected uint64
		Solution api.LessonFile
		api.LessonRequest
	}
	if err := json.Unmarshal([]byte(runner.request), &request); err != nil {
		t.Fatal(err)
	}
	if request.Expected == 0 || request.Judged == "" {
		t.Errorf("expected the solution's steps and judged pairs, found %d and %q", request.Expected, request.Judged)
	}
	if want := (api.LessonFile{Name: request.Code.Name, Text: s.Solution.Text}); request.Solution != want {
		t.Errorf("expected the solution for workers to run ahead, found %+v", request.Solution)
	}
	with := api.New().Lesson(&request.LessonRequest)
	request.Judged = ""
	alone := api.New().Lesson(&request.LessonRequest)
	if with.Status != "pass" || with.Steps != alone.Steps {
		t.Errorf("expected the same run with judged pairs, found %s with %d steps and %d", with.Status, with.Steps, alone.Steps)
	}
}

// TestCertify has a certificate made of receipts, and checked by a server with the same key.
func TestCertify(t *testing.T) {
	key := secret.New()
	withKey := func(c *Config) { c.Key = key }
	server := runServer(t, &told{}, withKey)
	got := runStep(t, server, "x = 5\n")
	made := func(name string, receipts ...receipt.Receipt) (receipt.Certificate, int, string) {
		w := post(server, "/lessons/certify", string(marshal(CertificateRequest{name, receipts})))
		var c receipt.Certificate
		if w.Code == http.StatusOK {
			if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
		}
		return c, w.Code, w.Body.String()
	}
	c, code, _ := made("  Ada  Lovelace ", *got.Receipt)
	if code != http.StatusOK || c.Name != "Ada Lovelace" || len(c.Steps) != 1 || c.Of < 1 {
		t.Fatalf("expected a certificate of one step, found %d %+v", code, c)
	}
	stands := func(c receipt.Certificate) bool {
		w := post(runServer(t, &told{}, withKey), "/lessons/certified", string(marshal(c)))
		return strings.Contains(w.Body.String(), `"valid":true`)
	}
	if !stands(c) {
		t.Error("expected a certificate that stands")
	}
	c.Of = 1000
	if stands(c) {
		t.Error("expected a changed certificate not to stand")
	}
	if _, code, text := made("", *got.Receipt); code != http.StatusBadRequest {
		t.Errorf("expected no certificate without a name, found %d %s", code, text)
	}
	if _, code, text := made("Ada"); code != http.StatusUnprocessableEntity || !strings.Contains(text, "choose `Verify`") {
		t.Errorf("expected what to do, found %d %s", code, text)
	}
}

// warming is a runner that compiles, or has done so.
type warming struct {
	told
	done bool
}

func (w *warming) IsCompiled() bool { return w.done }

// TestPagesHearThatTheServerCompiles asks servers whether runs can begin.
func TestPagesHearThatTheServerCompiles(t *testing.T) {
	t.Parallel()
	for want, runner := range map[string]LessonRunner{`{"compiled":false}`: &warming{}, `{"compiled":true}`: &warming{done: true}, `{"compiled":true}` + " ": &told{}} {
		w := httptest.NewRecorder()
		runServer(t, runner).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/lessons/compiled.json", nil))
		if w.Code != http.StatusOK || w.Body.String() != strings.TrimSpace(want)+"\n" {
			t.Errorf("expected %s, found %d %s", want, w.Code, w.Body)
		}
	}
}
