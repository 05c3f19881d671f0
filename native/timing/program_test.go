package timing

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"unbox/internal/child/childtest"
	"unbox/native"
	"unbox/workers"
	"unbox/workers/queue"
)

// summing is a program that the tests let peers run.
const summing = "total = 0\nfor i in range(30000):\n    total += i\nprint(total)\n"

func needNative(t *testing.T) {
	t.Helper()
	if !native.Available() {
		t.Skip("programs are measured as machine code, on Linux on amd64")
	}
}

func wayOf(t *testing.T, r *ProgramReport, name string) Way {
	t.Helper()
	for _, w := range r.Ways {
		if w.Name == name {
			return w
		}
	}
	t.Fatalf("expected the way `%s`, found %+v", name, r.Ways)
	return Way{}
}

func TestMeasureProgram(t *testing.T) {
	needNative(t)
	rounds := 0
	r, err := MeasureProgram(t.Context(), NewHost(), &ProgramJob{Text: summing}, func(p Progress) { rounds = max(rounds, p.Round) })
	if err != nil {
		t.Fatal(err)
	}
	alone, traces := wayOf(t, r, WayInterpreter), wayOf(t, r, WayTraces)
	if alone.Count != rounds || traces.Count != rounds || alone.Median <= 0 || traces.Median <= 0 || alone.Stopped+traces.Stopped != "" {
		t.Errorf("expected a time of each round for both ways, found %d rounds and %+v, %+v", rounds, alone, traces)
	}
	if alone.Printed == "" || traces.Differs || r.Machine.Cores < 1 || r.Measured == 0 {
		t.Errorf("expected the same output in both ways, found %+v", r)
	}
}

// TestProgramsThatAreRefused: what is no program, and knobs that there are not.
func TestProgramsThatAreRefused(t *testing.T) {
	needNative(t)
	for want, j := range map[string]*ProgramJob{
		"line 2: expected":            {Text: "x = 1\nasync def f():\n    pass\n"},
		"expected a program of at":    {Text: strings.Repeat("#", maxProgram+1)},
		"expected a threshold from 1": {Text: "x = 1\n", Threshold: -1},
		"`nothing`":                   {Text: "x = 1\n", Passes: []string{"nothing"}},
	} {
		if _, err := MeasureProgram(t.Context(), NewHost(), j, func(Progress) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected `%s`, found %v", want, err)
		}
	}
}

// measuredProgram has a program measured by a worker.
func measuredProgram(t *testing.T, p *Programs, text string) (*ProgramReport, error) {
	t.Helper()
	job, err := json.Marshal(map[string]any{"text": text})
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Do(t.Context(), workers.Job{Client: queue.Client{Seat: "somebody"}, Contents: job})
	if err != nil {
		return nil, err
	}
	var r ProgramReport
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	return &r, nil
}

// TestHostileProgramsAreBounded measures programs that want too much, each in a real worker: it is refused, stopped or
// measured in time, the worker never has more memory than it may, and the next program is measured.
func TestHostileProgramsAreBounded(t *testing.T) {
	needNative(t)
	pool, err := workers.New(workers.Config{Alike: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	programs := NewPrograms(Class(pool, 1, time.Hour, queue.Limits{}), nil, nil)
	for name, c := range map[string]struct{ text, stopped string }{
		"endless loop":    {"n = 0\nwhile True:\n    n += 1\n", "it was stopped after 2s"},
		"endless output":  {"while True:\n    print('x' * 1000)\n", "prints"},
		"deep recursion":  {"def f(n):\n    return f(n + 1)\nf(0)\n", ""},
		"huge lists":      {"a = [0]\nwhile True:\n    a = a + a\n", ""},
		"huge power":      {"x = 10 ** 10 ** 6\nwhile True:\n    x = x * x\n", "expected a program that ends within its limit of work"},
		"growing memory":  {"class C:\n    def __init__(self, rest):\n        self.rest = rest\nkept = None\nwhile True:\n    kept = C(kept)\n", ""},
		"input":           {"print(input())\n", "expected a program that reads nothing"},
		"deep expression": {"a = " + strings.Repeat("(", 20_000) + "1" + strings.Repeat(")", 20_000) + "\n", "refused"},
	} {
		r, err := measuredProgram(t, programs, c.text)
		var failed *workers.Failure
		if c.stopped == "refused" {
			if !errors.As(err, &failed) {
				t.Errorf("%s: expected a refusal, found %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: expected a report, found %v", name, err)
			continue
		}
		for _, w := range r.Ways {
			t.Logf("%s, %s: %.1f ms, %d MB, %s", name, w.Name, w.Median, childtest.Peak(t)>>20, w.Stopped)
			late := strings.Contains(w.Stopped, "it was stopped after") // on a busy machine, any of them may be
			if !late && ((c.stopped == "") != (w.Stopped == "") || !strings.Contains(w.Stopped, c.stopped)) {
				t.Errorf("%s, %s: expected the limit `%s`, found `%s`", name, w.Name, c.stopped, w.Stopped)
			}
		}
		if peak := childtest.Peak(t); peak > maxResident+slack {
			t.Errorf("%s: expected a worker of at most %d MB, found one of %d MB", name, (maxResident+slack)>>20, peak>>20)
		}
	}
	if _, err := measuredProgram(t, programs, summing); err != nil {
		t.Errorf("expected the next program to be measured, found %v", err)
	}
	if programs.Measured() == 0 {
		t.Error("expected measured programs to be counted")
	}
}

// TestPeers measures a program of ours beside CPython, once, and never one of a visitor's.
func TestPeers(t *testing.T) {
	needNative(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	pool, err := workers.New(workers.Config{Alike: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	programs := NewPrograms(Class(pool, 1, time.Hour, queue.Limits{}), []string{summing}, new(Peers))
	first, err := measuredProgram(t, programs, summing)
	if err != nil {
		t.Fatal(err)
	}
	if w := wayOf(t, first, WayCPython); w.Median <= 0 || w.Version == "" || w.Differs || first.Alone != "" {
		t.Errorf("expected CPython's time for the same output, found %+v", w)
	}
	again, err := measuredProgram(t, programs, summing)
	if err != nil || wayOf(t, again, WayCPython).Median != wayOf(t, first, WayCPython).Median || wayOf(t, again, WayTraces).Median != wayOf(t, first, WayTraces).Median {
		t.Errorf("expected the same report as before, found %+v, %v", again, err)
	}
	other, err := measuredProgram(t, programs, summing+"\n")
	if err != nil || len(other.Ways) != 2 || !strings.Contains(other.Alone, "own examples") {
		t.Errorf("expected a visitor's program without CPython, found %+v, %v", other, err)
	}
}

// TestPeersEnd: a run of a peer ends with its context.
func TestPeersEnd(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	p := new(Peers)
	p.found(ctx)
	cancel()
	if _, err := p.Measure(ctx, "while True:\n    pass\n"); !errors.Is(err, context.Canceled) {
		t.Errorf("expected runs to end with their context, found %v", err)
	}
}
