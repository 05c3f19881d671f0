package run

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"unbox/internal/child/childtest"
	"unbox/tutorials/learn"
	"unbox/wasm/api"
	"unbox/workers"
	"unbox/workers/queue"
)

func request(tb testing.TB, code string) []byte {
	tb.Helper()
	body, err := json.Marshal(&api.LessonRequest{Code: api.LessonFile{Name: "code", Text: code}})
	if err != nil {
		tb.Fatal(err)
	}
	return body
}

// patient is a clock that ends nothing: other work may keep a worker of the lowest priority waiting for minutes.
const patient = time.Hour

// endless asks for a program that computes for longer than anybody waits for it: with as many steps as there can be.
func endless(tb testing.TB) []byte {
	tb.Helper()
	most := int(learn.MaxLimits().TotalSteps)
	body, err := json.Marshal(&api.LessonRequest{
		Code:   api.LessonFile{Name: "code", Text: "def test_x():\n    while True: pass\n"},
		Limits: api.LessonLimits{Steps: most, TotalSteps: most},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return body
}

func lesson(tb testing.TB, p *Pool, client string, body []byte) *api.LessonResponse {
	tb.Helper()
	answer, err := p.Lesson(context.Background(), queue.Client{Seat: client}, body)
	if err != nil {
		tb.Error(err)
		return &api.LessonResponse{}
	}
	var r api.LessonResponse
	if err := json.Unmarshal(answer, &r); err != nil {
		tb.Error(err)
	}
	return &r
}

func program(tb testing.TB, name string) string {
	tb.Helper()
	text, err := os.ReadFile("../learn/testdata/passes/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

const honest = "def test_one():\n    \"one and one\"\n    print('here')\n    assert 1 + 1 == 2\n"

func TestLesson(t *testing.T) {
	p := warm(t, Options{Workers: 2})
	t.Run("same bytes as native", func(t *testing.T) { sameBytes(t, p) })
	t.Run("honest among endless", func(t *testing.T) { amongEndless(t, p) })
	t.Run("queue", func(t *testing.T) { busy(t, p) })
}

// sameBytes asks native Go and workers the same, among them programs that stop at
// limits.
func sameBytes(t *testing.T, p *Pool) {
	for _, code := range []string{
		honest, program(t, "toy.star"), program(t, "alloc.star"),
		"def test_x():\n    while True: pass\n",
		"def test_x():\n    max(range(10 ** 13))\n",
		"def test_x():\n    max(range(10000000000000))\n",
		"def f(n): return f(n)\ndef test_x():\n    f(1)\n",
		"def test_x():\n    x = 3\n    while True: x *= x\n",
		"def test_x():\n    x = []\n    while True: x.append('a' * 10000)\n",
		"def test_x():\n    assert_trace(parse('print(1)'), 'print(2)')\n",
		"class X: pass\n", "def", "", "\x00", "x = undefined_name\n", strings.Repeat("(", 10000),
		"x = " + strings.Repeat("not ", 300) + "1\n", "x = " + strings.Repeat("1+", 5000) + "1\n",
		"x = {}\nfor i in range(100): x[i] = hash(str(i))\nprint(x)\ndef test_x(): print(set(['b', 'a']))\n",
	} {
		body := request(t, code)
		want := api.New().Call("lesson", body)
		got, err := p.Lesson(t.Context(), queue.Client{}, body)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%.60q:\nworker %.3000s\nnative %.3000s", code, got, want)
		}
	}
}

// TestWASIPass runs a program that counts nothing: limits from outside end it.
func TestWASIPass(t *testing.T) {
	wasm := build(t, "./testdata/pass")
	p := warm(t, Options{Workers: 1, SlowWorkers: 1, MemoryPages: 1024})
	tests := []struct{ name, trace, kind, want string }{
		{"passes", "a = getarg(0)\ndummy(a)\nprint(a)\n", "", "a = getarg(0)\nprint(a)\n"},
		{"nothing outside", "# file\n", "", "# file: true 0 [pass]\n"},
		{"memory", "# memory\n", "crash", "memory"},
		{"output", "# output\n", "output", "expected at most"},
		{"output that grows when it is sent", "# zeros\n", "output", "expected at most 1048576 bytes on standard output, as JSON has them"},
		{"exit", "# exit\n", "exit", "exit code 3: no such field"},
	}
	g, err := p.WASI(t.Context(), queue.Client{}, wasm)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := g.Pass(t.Context(), tt.trace)
			var stopped *Error
			switch {
			case tt.kind == "" && (err != nil || got != tt.want):
				t.Errorf("got %q, %v, expected %q", got, err, tt.want)
			case tt.kind != "" && (!errors.As(err, &stopped) || stopped.Kind != tt.kind || !strings.Contains(stopped.Text, tt.want)):
				t.Errorf("got %v, expected %s with %q", err, tt.kind, tt.want)
			}
		})
	}
	first, err1 := g.Pass(t.Context(), "# chance\n")
	second, err2 := g.Pass(t.Context(), "# chance\n")
	g.Close()
	if err := errors.Join(err1, err2); err != nil || first != second {
		t.Errorf("expected the same numbers and time, got %q and %q, %v", first, second, err)
	}
	var stopped *Error
	if _, err := wasiPass(t, p, []byte("no module"), ""); !errors.As(err, &stopped) || stopped.Kind != kindModule {
		t.Errorf("expected an error about the module, got %v", err)
	}
}

// TestWASIPassWithoutASeat has a visitor run a program who shares the block's empty seat with others: the
// process that compiled it for this turn runs it, and does nothing for the next turn.
func TestWASIPassWithoutASeat(t *testing.T) {
	p := warm(t, Options{Workers: 1, SlowWorkers: 1, MemoryPages: 1024})
	wasm := build(t, "./testdata/pass")
	for range 2 {
		g, err := p.WASI(t.Context(), queue.Client{Block: "192.0.2.1/32"}, wasm)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, err := g.Pass(t.Context(), "a = getarg(0)\ndummy(a)\nprint(a)\n"); err != nil || got != "a = getarg(0)\nprint(a)\n" {
				t.Errorf("expected the program's answer, found %q, %v", got, err)
			}
		}
		g.Close()
	}
}

// wasiPass runs a program on one trace.
func wasiPass(t *testing.T, p *Pool, wasm []byte, trace string) (string, error) {
	t.Helper()
	g, err := p.WASI(t.Context(), queue.Client{}, wasm)
	if err != nil {
		return "", err
	}
	defer g.Close()
	return g.Pass(t.Context(), trace)
}

// TestTheClockEndsWhatCountsNothing: a worker that loops is killed, and the next run
// finds another one.
func TestTheClockEndsWhatCountsNothing(t *testing.T) {
	wasm := build(t, "./testdata/pass")
	p := warm(t, Options{Workers: 1, SlowWorkers: 1, Deadline: 300 * time.Millisecond})
	start := time.Now()
	_, err := wasiPass(t, p, wasm, "# loop\n")
	var stopped *Error
	if !errors.As(err, &stopped) || stopped.Kind != kindTime || !strings.Contains(stopped.Text, "at most 300ms") {
		t.Errorf("expected the clock to end it, got %v", err)
	}
	t.Logf("%v with compiling", time.Since(start).Round(time.Millisecond))
	p.options.Deadline = patient
	if got, err := wasiPass(t, p, wasm, "a\n"); got != "a\n" || err != nil {
		t.Errorf("the next run: %q, %v", got, err)
	}
}

// TestTheClockEndsALesson: of a program that escaped the counted limits, too, the
// learner is told what happened. A quick lane that gives no time stands for one.
func TestTheClockEndsALesson(t *testing.T) {
	p := warm(t, Options{Workers: 1, SlowWorkers: 1, QuickDeadline: 1, Deadline: 1})
	r := lesson(t, p, "", endless(t))
	if r.Status != "error" || len(r.Problems) != 1 || r.Problems[0].Limit != kindTime || r.Tests == nil {
		t.Errorf("got %+v", r)
	}
}

// amongEndless starts 20 programs without an end, and an honest one after them.
func amongEndless(t *testing.T, p *Pool) {
	programs := []string{
		"def test_x():\n    while True: pass\n", "def test_x():\n    x = 0\n    while True: x += 1\n",
		"def test_x():\n    x = []\n    while True: x = x + [1]\n", "def test_x():\n    while True: sorted(range(1000))\n",
	}
	done := make(chan time.Duration, 1)
	time.AfterFunc(50*time.Millisecond, func() {
		start := time.Now()
		if r := lesson(t, p, "honest", request(t, honest)); r.Status != "pass" || r.Tests[0].Output != "here\n" {
			t.Errorf("the honest run: %+v", r)
		}
		done <- time.Since(start)
	})
	together(20, func(i int) {
		r := lesson(t, p, client(i), request(t, programs[i%len(programs)]))
		if r.Status == "pass" {
			t.Errorf("expected no program without an end to pass, got %+v", r)
		}
	})
	t.Logf("the honest run took %v", <-done)
}

// TestLateRuns: a right program that needs more steps than a quick run has, and finds no slow worker in time,
// is not told that it was stopped.
func TestLateRuns(t *testing.T) {
	p := warm(t, Options{Workers: 1, SlowWorkers: 1, QuickSteps: 100})
	turn, err := p.slow.Turn(t.Context(), queue.Client{Seat: "somebody"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	body := request(t, "def test_x():\n    for i in range(200): str(i)\n")
	quick, _ := quickRequest(body, 100)
	first, err := p.run(t.Context(), p.quick, queue.Client{}, call{Function: "lesson", Body: quick}, patient, patient, nil)
	if err != nil || !usedUp(first) {
		t.Fatalf("expected a run that needs more steps, found %s, %v", first, err)
	}
	p.options.Deadline = time.Second
	answer, err := p.Lesson(t.Context(), queue.Client{}, body)
	var stopped *Error
	if !errors.Is(err, queue.ErrFull) && (err != nil || !strings.Contains(string(answer), `"limit":"time"`)) && !errors.As(err, &stopped) {
		t.Errorf("expected to be told to try again, found %s, %v", answer, err)
	}
	turn.End()
	p.options.Deadline = patient
	if r := lesson(t, p, "", body); r.Status != "pass" {
		t.Errorf("expected the program to pass when a slow worker is free, found %+v", r)
	}
}

// busy fills the queue of one client, while somebody else has all workers.
func busy(t *testing.T, p *Pool) {
	lesson(t, p, "known", request(t, honest)) // who is new does not get all of them
	var turns []*workers.Turn
	for range p.options.Workers {
		turn, err := p.quick.Turn(t.Context(), queue.Client{Seat: "known"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, turn)
	}
	results := make(chan error, 40)
	for range cap(results) {
		go func() {
			_, err := p.Lesson(context.Background(), queue.Client{Seat: "greedy"}, request(t, honest))
			results <- err
		}()
	}
	waiting := p.options.MaxQueuePerClient
	for range cap(results) - waiting {
		if err := <-results; !errors.Is(err, queue.ErrFull) {
			t.Errorf("expected a full queue for one client, found %v", err)
		}
	}
	for _, turn := range turns {
		turn.End()
	}
	for range waiting {
		if err := <-results; err != nil {
			t.Errorf("expected those who waited to be served, found %v", err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Lesson(ctx, queue.Client{}, request(t, honest)); err == nil {
		t.Error("expected the context's error")
	}
}

func TestClosedPool(t *testing.T) {
	p := start(t, Options{})
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Lesson(t.Context(), queue.Client{}, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("expected ErrClosed, got %v", err)
	}
	if _, err := p.WASI(t.Context(), queue.Client{}, []byte("x")); !errors.Is(err, ErrClosed) {
		t.Errorf("expected ErrClosed, got %v", err)
	}
}

// TestCloseWhileStarting closes a pool whose workers only begin: none is left.
func TestCloseWhileStarting(t *testing.T) {
	p := start(t, Options{CacheDir: t.TempDir()})
	warmed := make(chan error)
	go func() { warmed <- p.Warm(context.Background()) }()
	for begun := false; !begun; {
		time.Sleep(time.Millisecond)
		begun = len(childtest.List(t)) > 0
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-warmed; err == nil {
		t.Error("expected an error from a start that was ended, found none")
	}
	childtest.NothingLeft(t)
}

// TestKilledWorker kills workers in the middle of a run, which is done again, and between two
// runs, which nobody notices. One that is killed twice has no result, and that is no answer about the
// program.
func TestKilledWorker(t *testing.T) {
	most := int(learn.MaxLimits().TotalSteps)
	p := warm(t, Options{Workers: 1, SlowWorkers: 1, QuickSteps: most, QuickDeadline: patient})
	for range 3 {
		killAll(t)
		if r := lesson(t, p, "", request(t, honest)); r.Status != "pass" {
			t.Errorf("expected the next run to pass, found %+v", r)
		}
	}
	stop := make(chan struct{})
	var hand sync.WaitGroup
	hand.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				killAll(t)
			}
		}
	})
	answer, err := p.Lesson(t.Context(), queue.Client{}, endless(t))
	close(stop)
	hand.Wait()
	if err == nil {
		t.Errorf("expected an error for a run whose workers are all killed, found %.200s", answer)
	}
	if r := lesson(t, p, "", request(t, honest)); r.Status != "pass" {
		t.Errorf("expected the next run to pass, found %+v", r)
	}
}

// killAll kills all workers of this program.
func killAll(t *testing.T) {
	for _, text := range childtest.List(t) {
		if pid, err := strconv.Atoi(text); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone
		}
	}
}

// TestAnswers says what a program does wrong with one trace from what ends the tests.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		kind  string
		ends  bool
		wants string
	}{{kindExit, false, "text"}, {kindCrash, false, "text"}, {kindTime, true, ""}, {kindModule, true, ""}} {
		a, err := Answers(func(string) (string, error) { return "", &Error{tt.kind, "text"} })("[i0]")
		if (err != nil) != tt.ends || a.Error != tt.wants || a.Before != "[i0]" {
			t.Errorf("%s: got %+v, %v", tt.kind, a, err)
		}
	}
	a, err := Answers(func(s string) (string, error) { return s + "!", nil })("x")
	if a.After != "x!" || a.Error != "" || err != nil {
		t.Errorf("got %+v, %v", a, err)
	}
}
