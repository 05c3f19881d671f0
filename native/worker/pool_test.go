package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"unbox/internal/child/childtest"
	"unbox/workers/sandbox"
	"unbox/workers/queue"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Argument {
		if err := Serve(nil, play); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play is the work of the tests: the job says what goes wrong.
func play(job []byte, event func([]byte) error) ([]byte, error) {
	switch word, rest, _ := strings.Cut(string(job), " "); word {
	case "echo":
		return []byte(rest), nil
	case "pid":
		return []byte(strconv.Itoa(os.Getpid())), nil
	case "events":
		for i := range 1000 {
			if err := event([]byte(strconv.Itoa(i))); err != nil {
				return nil, err
			}
		}
		return nil, nil
	case "wait":
		d, err := time.ParseDuration(rest)
		if err != nil {
			return nil, err
		}
		time.Sleep(d)
		return nil, nil
	case "spin":
		for { //nolint:staticcheck // a loop without end is what this tests
			runtime.Gosched()
		}
	case "panic":
		panic("as asked")
	case "exit":
		os.Exit(3)
	case "eat":
		var kept [][]byte
		for {
			kept = append(kept, bytes.Repeat([]byte{1}, 64<<20))
			_ = kept
		}
	}
	return nil, fmt.Errorf("expected a known job, found `%s`", job)
}

// pool returns a pool of this test's binary.
func pool(t *testing.T, c Config) *Pool {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("workers need Linux")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c.Program, c.Args = program, []string{Argument}
	p := New(c)
	t.Cleanup(p.Close)
	return p
}

func do(t *testing.T, p *Pool, job string) (string, error) {
	t.Helper()
	out, err := p.Do(t.Context(), Job{Client: queue.Client{Seat: "a"}, Contents: []byte(job)})
	return string(out), err
}

func TestJobs(t *testing.T) {
	p := pool(t, Config{Workers: 1})
	if out, err := do(t, p, "echo hello"); out != "hello" || err != nil {
		t.Fatalf("expected `hello`, found `%s`, %v", out, err)
	}
	first, _ := do(t, p, "pid")
	var failure *Failure
	if _, err := do(t, p, "unknown"); !errors.As(err, &failure) || failure.Message != "expected a known job, found `unknown`" {
		t.Errorf("expected what the job said, found %v", err)
	}
	if second, err := do(t, p, "pid"); second != first || err != nil {
		t.Errorf("expected the process %s again after a job that failed, found %s, %v", first, second, err)
	}
	var events []string
	var report sandbox.Report
	_, err := p.Do(t.Context(), Job{
		Contents: []byte("events"),
		Event:    func(e []byte) { events = append(events, string(e)) },
		Started:  func(r sandbox.Report) { report = r },
	})
	if err != nil || len(events) != 1000 || events[999] != "999" || (runtime.GOARCH == "amd64" && !report.Filter) {
		t.Errorf("expected 1000 events in order from a locked-in worker, found %d, %+v, %v", len(events), report, err)
	}
}

func TestWorkerEndsAndTheNextJobGetsAFreshOne(t *testing.T) {
	p := pool(t, Config{Workers: 1, JobTime: 300 * time.Millisecond})
	for _, c := range []struct{ job, want string }{
		{"panic", "the process that ran the code ended (exit status 2)"},
		{"exit", "the process that ran the code ended (exit status 3)"},
		{"spin", "expected the code to be done in time, found it still running; it was ended (after 300ms)"},
	} {
		before, err := do(t, p, "pid")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := do(t, p, c.job); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: expected `%s`, found %v", c.job, c.want, err)
		}
		after, err := do(t, p, "pid")
		if err != nil || after == before {
			t.Errorf("%s: expected a fresh process, found %s again, %v", c.job, after, err)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	p := pool(t, Config{Workers: 1})
	var death *Death
	if _, err := do(t, p, "eat"); !errors.As(err, &death) || !strings.Contains(death.Words, "memory") && !strings.Contains(death.Words, "failed to allocate") {
		t.Errorf("expected a worker that ran out of memory, found %v: %q", err, words(death))
	}
	if out, err := do(t, p, "echo x"); out != "x" || err != nil {
		t.Errorf("expected the next job to be done, found %s, %v", out, err)
	}
}

// words are what a worker wrote before it ended.
func words(d *Death) string {
	if d == nil {
		return ""
	}
	return d.Words
}

// TestKilled kills workers from outside in the middle of a job.
func TestKilled(t *testing.T) {
	p := pool(t, Config{Workers: 1})
	for _, sig := range []os.Signal{os.Kill, segfault} {
		pid, err := do(t, p, "pid")
		if err != nil {
			t.Fatal(err)
		}
		n, _ := strconv.Atoi(pid)
		process, err := os.FindProcess(n)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(50*time.Millisecond, func() { _ = process.Signal(sig) })
		var death *Death
		if _, err := do(t, p, "wait 10s"); !errors.As(err, &death) {
			t.Errorf("%v: expected a death, found %v", sig, err)
		}
		if out, err := do(t, p, "echo x"); out != "x" || err != nil {
			t.Errorf("%v: expected the next job to be done, found %s, %v", sig, out, err)
		}
	}
}

func TestCancel(t *testing.T) {
	p := pool(t, Config{Workers: 1})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Do(ctx, Job{Contents: []byte("wait 10s")}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("expected the end of the context, found %v", err)
	}
}

func TestTooManyWaiting(t *testing.T) {
	p := pool(t, Config{Workers: 1, MostWaiting: 2})
	var jobs sync.WaitGroup
	full := make(chan error, 10)
	for range 10 {
		jobs.Go(func() {
			_, err := p.Do(t.Context(), Job{Client: queue.Client{Seat: "greedy"}, Contents: []byte("wait 300ms")})
			full <- err
		})
	}
	jobs.Wait()
	refused := 0
	for range 10 {
		if errors.Is(<-full, ErrFull) {
			refused++
		}
	}
	if refused != 7 {
		t.Errorf("expected one job to run, two to wait and seven to be refused, found %d refused", refused)
	}
}

// TestNothingLeaks does many jobs of which most end badly, and counts.
func TestNothingLeaks(t *testing.T) {
	p := pool(t, Config{Workers: 2, JobTime: 100 * time.Millisecond})
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	var jobs sync.WaitGroup
	for i := range 12 {
		jobs.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(20+30*i)*time.Millisecond)
			defer cancel()
			_, _ = p.Do(ctx, Job{Client: queue.Client{Seat: fmt.Sprint(i)}, Contents: []byte([]string{"spin", "exit", "echo x"}[i%3])})
		})
	}
	jobs.Wait()
	p.Close()
	if _, err := p.Do(t.Context(), Job{}); !errors.Is(err, ErrClosed) {
		t.Errorf("expected a closed pool, found %v", err)
	}
	for range 100 { // goroutines end a moment after what they waited for
		if runtime.NumGoroutine() <= goroutines && openFiles(t) <= files && len(childtest.List(t)) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("expected %d goroutines, %d files and no process, found %d, %d and %v",
		goroutines, files, runtime.NumGoroutine(), openFiles(t), childtest.List(t))
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}
