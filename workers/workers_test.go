package workers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"unbox/internal/child/childtest"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// serverVariable is the variable that makes this test's binary a program with a pool, which says the
// number of a worker that never ends.
const serverVariable = "UNBOX_WORKERS_SERVER"

func TestMain(m *testing.M) {
	limits := sandbox.Limits{Memory: 512 << 20, Addresses: 4 << 30, Files: 32}
	Main(
		Role{Name: "play", Prepare: func([]byte) (Work, error) { return Work{Do: play}, nil }, Limits: limits},
		Role{Name: "open", Prepare: func([]byte) (Work, error) { return Work{Do: play}, nil }, Open: true},
		Role{Name: "unready", Prepare: func(setup []byte) (Work, error) { return Work{}, &Failure{"kind", string(setup)} }},
		Role{Name: "silent", Prepare: func([]byte) (Work, error) { time.Sleep(time.Hour); return Work{}, nil }},
		Role{Name: "slow", Prepare: func(file []byte) (Work, error) { return Work{Do: play}, waitFor(string(file)) }, Limits: limits},
		Role{Name: "hasty", Prepare: func([]byte) (Work, error) { return hasty() }, Open: true},
	)
	if os.Getenv(serverVariable) != "" {
		serveForEver()
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
	case "large":
		n, err := strconv.Atoi(rest)
		return make([]byte, n), err
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
		_ = event([]byte(strconv.Itoa(os.Getpid())))
		for { //nolint:staticcheck // a loop without end is what this tests
			runtime.Gosched()
		}
	case "panic":
		panic("as asked")
	case "exit":
		os.Exit(3)
	case "fail":
		return nil, &Failure{"kind", rest}
	case "hold":
		n, err := strconv.Atoi(rest)
		kept := bytes.Repeat([]byte{1}, n)
		time.Sleep(time.Hour)
		runtime.KeepAlive(kept)
		return nil, err
	case "threads":
		n, err := strconv.Atoi(rest)
		for range n {
			go func() {
				runtime.LockOSThread()
				time.Sleep(time.Hour)
			}()
		}
		time.Sleep(time.Hour)
		return nil, err
	case "eat":
		var kept [][]byte
		for {
			kept = append(kept, bytes.Repeat([]byte{1}, 64<<20))
			_ = kept
		}
	}
	return nil, fmt.Errorf("expected a known job, found `%s`", job)
}

// hasty says that it is ready and answers the first job before it has read any, then reads no
// more. It never returns.
func hasty() (Work, error) {
	out := bufio.NewWriter(os.Stdout)
	_ = writeFrame(out, frame{kind: frameReady, contents: []byte("{}")})
	_ = writeFrame(out, frame{kind: frameResult, job: 1, contents: []byte("early")})
	select {}
}

// serveForEver has a worker compute for ever, says its number, and waits for its own end.
func serveForEver() {
	pool, err := New(Config{})
	if err != nil {
		panic(err)
	}
	_, err = pool.Class(ClassConfig{Role: "play"}).Do(context.Background(), Job{
		Contents: []byte("spin"), Clock: time.Hour, Event: func(pid []byte) { fmt.Printf("%s\n", pid) },
	})
	panic(err)
}

// class returns a class of this test's binary.
func class(t *testing.T, c ClassConfig) *Class {
	t.Helper()
	return classOf(t, Config{}, c)
}

// classOf returns a class of a pool of its own.
func classOf(t *testing.T, p Config, c ClassConfig) *Class {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("workers need Linux")
	}
	pool, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if c.Role == "" {
		c.Role = "play"
	}
	return pool.Class(c)
}

func seat(name string) queue.Client { return queue.Client{Block: "192.0.2.1/32", Seat: name} }

func do(t *testing.T, c *Class, job string) (string, error) {
	t.Helper()
	out, err := c.Do(t.Context(), Job{Client: seat("a"), Contents: []byte(job)})
	return string(out), err
}

func TestJobs(t *testing.T) {
	c := class(t, ClassConfig{})
	if out, err := do(t, c, "echo hello"); out != "hello" || err != nil {
		t.Fatalf("expected `hello`, found `%s`, %v", out, err)
	}
	first, _ := do(t, c, "pid")
	var failed *Failure
	if _, err := do(t, c, "unknown"); !errors.As(err, &failed) || failed.Message != "expected a known job, found `unknown`" || failed.Kind != "" {
		t.Errorf("expected what the job said, found %v", err)
	}
	if _, err := do(t, c, "fail two\nlines"); !errors.As(err, &failed) || *failed != (Failure{"kind", "two\nlines"}) {
		t.Errorf("expected a kind and two lines, found %#v", failed)
	}
	if second, err := do(t, c, "pid"); second != first || err != nil {
		t.Errorf("expected the process %s again after a job that failed, found %s, %v", first, second, err)
	}
	var events []string
	var report sandbox.Report
	_, err := c.Do(t.Context(), Job{
		Contents: []byte("events"),
		Event:    func(e []byte) { events = append(events, string(e)) },
		Started:  func(r sandbox.Report) { report = r },
	})
	if err != nil || len(events) != 1000 || events[999] != "999" || (runtime.GOARCH == "amd64" && !report.Filter) {
		t.Errorf("expected 1000 events in order from a locked-in worker, found %d, %+v, %v", len(events), report, err)
	}
}

// TestPriority: workers of a class go back as far as it says, or, where a pool has them all alike, not at all.
func TestPriority(t *testing.T) {
	// The kernel says 20 less, so that 1 is the lowest.
	if low := priorityOf(t, class(t, ClassConfig{Nice: 19})); low != 1 {
		t.Errorf("expected a worker with the lowest priority, 1, found %d", low)
	}
	own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	if same := priorityOf(t, classOf(t, Config{Alike: true}, ClassConfig{Nice: 19})); same != own {
		t.Errorf("expected a worker with the priority of this test, %d, found %d", own, same)
	}
}

// priorityOf is that of a class's one worker.
func priorityOf(t *testing.T, c *Class) int {
	t.Helper()
	text, err := do(t, c, "pid")
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	left, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid)
	if err != nil {
		t.Fatal(err)
	}
	return left
}

func TestWorkerEndsAndTheNextJobGetsAFreshOne(t *testing.T) {
	c := class(t, ClassConfig{MaxResult: 1000})
	for _, tt := range []struct {
		job   string
		clock time.Duration
		want  string
	}{
		{"panic", time.Hour, "the process that ran the code ended (exit status 2)"},
		{"exit", time.Hour, "the process that ran the code ended (exit status 3)"},
		{"spin", 300 * time.Millisecond, "expected the code to finish in time, found it still running; it was ended (after 300ms)"},
		{"large 1001", time.Hour, "the process that ran the code ended (expected a frame, found something else: kind 'd' of 1001 bytes)"},
	} {
		before, err := do(t, c, "pid")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Do(t.Context(), Job{Contents: []byte(tt.job), Clock: tt.clock}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: expected `%s`, found %v", tt.job, tt.want, err)
		}
		after, err := do(t, c, "pid")
		if err != nil || after == before {
			t.Errorf("%s: expected a fresh process, found %s again, %v", tt.job, after, err)
		}
	}
	if out, err := do(t, c, "large 1000"); len(out) != 1000 || err != nil {
		t.Errorf("expected a result as long as it may be, found %d bytes, %v", len(out), err)
	}
}

// TestComputingIsBounded: a job that computes is ended before the clock ends it; one that waits
// is not.
func TestComputingIsBounded(t *testing.T) {
	c := class(t, ClassConfig{})
	spin := Job{Contents: []byte("spin"), Clock: time.Hour, Computing: 100 * time.Millisecond}
	if _, err := c.Do(t.Context(), spin); !errors.Is(err, ErrTooLong) {
		t.Errorf("expected the end of a job that computes, found %v", err)
	}
	wait := Job{Contents: []byte("wait 300ms"), Computing: 100 * time.Millisecond}
	if _, err := c.Do(t.Context(), wait); err != nil {
		t.Errorf("expected a job that waits to go on, found %v", err)
	}
	starved := Job{Contents: []byte("wait 1h"), Clock: 50 * time.Millisecond, Computing: time.Hour}
	if _, err := c.Do(t.Context(), starved); !errors.Is(err, ErrStarved) || !errors.Is(err, ErrTooLong) {
		t.Errorf("expected to hear that a job had hardly computed when the clock ended it, found %v", err)
	}
}

// TestMemoryIsBounded: by the kernel, and by the pool, which looks.
func TestMemoryIsBounded(t *testing.T) {
	c := class(t, ClassConfig{})
	_, err := do(t, c, "eat")
	var death *Death
	if !errors.As(err, &death) || !strings.Contains(death.Words, "memory") && !strings.Contains(death.Words, "failed to allocate") {
		t.Errorf("expected a worker that ran out of memory, found %v", err)
	}
	if out, err := do(t, c, "echo x"); out != "x" || err != nil {
		t.Errorf("expected the next job to be done, found %s, %v", out, err)
	}
}

// TestPoolLooksAtWorkers: a worker that has more memory or threads than its class may, and less than the kernel allows, is ended by the
// pool, which says why; nothing else would.
func TestPoolLooksAtWorkers(t *testing.T) {
	c := class(t, ClassConfig{Role: "open", Memory: 100 << 20}) // where threads are not Go's own, the sandbox has no memory for so many
	for job, want := range map[string]string{"hold 200000000": "it had more than 100 MiB", "threads 300": "threads)"} {
		_, err := c.Do(t.Context(), Job{Contents: []byte(job), Clock: 5 * time.Minute})
		if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: expected the end of a worker since %s, found %v", job, want, err)
		}
		if out, err := do(t, c, "echo x"); out != "x" || err != nil {
			t.Errorf("%s: expected the next job to be done, found %s, %v", job, out, err)
		}
	}
}

func number(t *testing.T, c *Class, client queue.Client) int {
	t.Helper()
	out, err := c.Do(t.Context(), Job{Client: client, Contents: []byte("pid")})
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(string(out))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKilled kills workers from outside: in the middle of a job, which is done again if it may
// be, and between two jobs, which nobody notices.
func TestKilled(t *testing.T) {
	c := class(t, ClassConfig{})
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV} {
		var death *Death
		_, err := c.Do(t.Context(), Job{Contents: []byte("spin"), Event: func(pid []byte) { signal(t, pid, sig) }})
		if !errors.As(err, &death) {
			t.Errorf("%v: expected a death, found %v", sig, err)
		}
		began := 0
		ctx, cancel := context.WithCancel(t.Context())
		_, err = c.Do(ctx, Job{
			Contents: []byte("spin"), Again: true, Clock: time.Hour,
			Event: func(pid []byte) {
				if began++; began == 1 {
					signal(t, pid, sig)
				} else {
					cancel()
				}
			},
		})
		cancel()
		if began != 2 || !errors.Is(err, context.Canceled) {
			t.Errorf("%v: expected the job to be done again, found that it began %d times, %v", sig, began, err)
		}
		pid := number(t, c, seat("a"))
		signal(t, []byte(strconv.Itoa(pid)), sig)
		for range 1000 { // the pool sees the end a moment later
			if syscall.Kill(pid, 0) != nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if out, err := c.Do(t.Context(), Job{Contents: []byte("echo x"), Again: true}); string(out) != "x" || err != nil {
			t.Errorf("%v: expected the next job to be done, found %s, %v", sig, out, err)
		}
	}
}

func signal(t *testing.T, pid []byte, sig syscall.Signal) {
	n, err := strconv.Atoi(string(pid))
	if err == nil {
		err = syscall.Kill(n, sig)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestEarlyAnswers: a worker that answers before it has read its job is ended, at the latest when
// the job's time is over, and keeps no place.
func TestEarlyAnswers(t *testing.T) {
	c := class(t, ClassConfig{Role: "hasty"})
	for range 2 {
		// More than pipes hold: it cannot have been sent.
		_, err := c.Do(t.Context(), Job{Contents: make([]byte, 4<<20), Clock: 200 * time.Millisecond})
		var death *Death
		if !errors.Is(err, ErrTooLong) && !errors.As(err, &death) {
			t.Errorf("expected the end of a worker that has read nothing, found %v", err)
		}
	}
}

// TestAnswersBeforeTheQuestion: an answer that is there before its job was sent is not taken for the job's, though it has its number.
func TestAnswersBeforeTheQuestion(t *testing.T) {
	c := class(t, ClassConfig{Role: "hasty"})
	if err := c.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	for len(c.free[0].next.process.frames) == 0 {
		time.Sleep(time.Millisecond)
	}
	out, err := c.Do(t.Context(), Job{Contents: []byte("x"), Clock: 5 * time.Minute})
	var death *Death
	if !errors.As(err, &death) || !strings.Contains(death.How, "not asked") {
		t.Errorf("expected the end of a worker that answers too early, found %q, %v", out, err)
	}
}

// TestUnready: what a role reports about its start reaches the client, and a worker that is never
// ready is ended.
func TestUnready(t *testing.T) {
	c := class(t, ClassConfig{Role: "unready", Setup: func(context.Context) ([]byte, error) { return []byte("no data"), nil }})
	var failed *Failure
	if _, err := do(t, c, "echo x"); !errors.As(err, &failed) || *failed != (Failure{"kind", "no data"}) {
		t.Errorf("expected what the role said, found %v", err)
	}
	if err := c.Warm(t.Context()); !errors.As(err, &failed) {
		t.Errorf("expected what the role said, found %v", err)
	}
	silent := class(t, ClassConfig{Role: "silent", StartTime: 100 * time.Millisecond})
	if _, err := do(t, silent, "echo x"); err == nil || !strings.Contains(err.Error(), "expected a worker to be ready in time") {
		t.Errorf("expected the end of a start that takes too long, found %v", err)
	}
	unknown := class(t, ClassConfig{Role: "unknown"})
	var death *Death
	if _, err := do(t, unknown, "echo x"); !errors.As(err, &death) || !strings.Contains(death.Words, "found `unknown`") {
		t.Errorf("expected a death with its reason, found %v", err)
	}
}

func TestCancel(t *testing.T) {
	c := class(t, ClassConfig{})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := c.Do(ctx, Job{Contents: []byte("spin"), Event: func([]byte) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("expected the end of the context, found %v", err)
	}
}

func TestTooManyWaiting(t *testing.T) {
	c := class(t, ClassConfig{Waiting: queue.Limits{PerSeat: 2, PerBlock: 10, Total: 10}})
	turn, err := c.Turn(t.Context(), seat("first"), nil)
	if err != nil {
		t.Fatal(err)
	}
	results := make(chan error, 10)
	for range 10 {
		go func() {
			_, err := c.Do(t.Context(), Job{Client: seat("greedy"), Contents: []byte("echo x")})
			results <- err
		}()
	}
	for range 8 {
		if err := <-results; !errors.Is(err, queue.ErrFull) {
			t.Errorf("expected a full queue, found %v", err)
		}
	}
	turn.End()
	for range 2 {
		if err := <-results; err != nil {
			t.Errorf("expected those who waited to be served, found %v", err)
		}
	}
}

// TestPrivateWorkers: a process that has worked for a client works for no other, and the
// next one is ready before it is asked for.
func TestPrivateWorkers(t *testing.T) {
	c := class(t, ClassConfig{Private: true, Places: 1})
	seen := map[int]string{}
	for _, name := range []string{"a", "a", "b", "a", "c", "c"} {
		pid := number(t, c, seat(name))
		if owner := seen[pid]; owner != "" && owner != name {
			t.Errorf("expected a fresh process for %s, found one of %s", name, owner)
		}
		seen[pid] = name
	}
	if len(seen) != 4 {
		t.Errorf("expected a process for each change of the client and none beside, found %v", seen)
	}
	// Those of a block who have no seat are not one.
	if first, second := number(t, c, seat("")), number(t, c, seat("")); first == second {
		t.Error("expected two processes for two clients without a seat, found one")
	}
	// The program itself is.
	if first, second := number(t, c, queue.Client{}), number(t, c, queue.Client{}); first != second {
		t.Error("expected one process for the program's own jobs, found two")
	}
	c.mu.Lock()
	next := c.free[0].next
	c.mu.Unlock()
	if next == nil {
		t.Fatal("expected a process that is started ahead, found none")
	}
	<-next.done
	if next.err != nil {
		t.Error(next.err)
	}
}

// TestPrivateWorkersPreferTheirClient: of two places, a client gets the one whose process is its own.
func TestPrivateWorkersPreferTheirClient(t *testing.T) {
	c := class(t, ClassConfig{Private: true, Places: 2})
	pids := map[string]int{}
	var both sync.WaitGroup
	turns := make([]*Turn, 2)
	for i, name := range []string{"a", "b"} {
		turn, err := c.Turn(t.Context(), seat(name), nil)
		if err != nil {
			t.Fatal(err)
		}
		turns[i] = turn
		out, err := turn.Do(t.Context(), Job{Contents: []byte("pid")})
		if err != nil {
			t.Fatal(err)
		}
		pids[name], _ = strconv.Atoi(string(out))
	}
	for _, turn := range turns {
		both.Go(turn.End)
	}
	both.Wait()
	for _, name := range []string{"b", "a", "a", "b"} {
		if pid := number(t, c, seat(name)); pid != pids[name] {
			t.Errorf("expected the process %d again for %s, found %d", pids[name], name, pid)
		}
	}
}

// TestIdleWorkersEnd: nothing is left of a class that is not used.
func TestIdleWorkersEnd(t *testing.T) {
	c := class(t, ClassConfig{Private: true, IdleTime: 10 * time.Millisecond})
	number(t, c, seat("a"))
	childtest.NothingLeft(t)
	number(t, c, seat("a"))
}

// waitFor returns as soon as there is a file.
func waitFor(file string) error {
	for {
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// TestSlowStartsAreWaitedFor has clients who leave before a worker has started, which takes longer than workers
// are idle. They start one worker, not one each.
func TestSlowStartsAreWaitedFor(t *testing.T) {
	var started atomic.Int32
	file := filepath.Join(t.TempDir(), "go on")
	c := class(t, ClassConfig{Role: "slow", IdleTime: time.Millisecond, Setup: func(context.Context) ([]byte, error) { started.Add(1); return []byte(file), nil }})
	for range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		_, err := c.Do(ctx, Job{Client: seat("a"), Contents: []byte("pid")})
		cancel()
		if err == nil {
			t.Fatal("expected a worker that is not ready yet, found one that does jobs")
		}
		time.Sleep(10 * time.Millisecond) // its place is idle
	}
	if n := started.Load(); n != 1 {
		t.Errorf("expected one worker that starts, found %d", n)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := do(t, c, "pid"); err != nil {
		t.Error(err)
	}
}

// TestNothingLeaks does many jobs, most of which end badly, and counts.
func TestNothingLeaks(t *testing.T) {
	c := class(t, ClassConfig{Places: 2})
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	var jobs sync.WaitGroup
	for i := range 12 {
		jobs.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(20+30*i)*time.Millisecond)
			defer cancel()
			_, _ = c.Do(ctx, Job{
				Client: seat(fmt.Sprint(i)), Contents: []byte([]string{"spin", "exit", "echo x"}[i%3]), Clock: 100 * time.Millisecond,
			})
		})
	}
	jobs.Wait()
	c.Close()
	if _, err := c.Do(t.Context(), Job{}); !errors.Is(err, ErrClosed) {
		t.Errorf("expected a closed class, found %v", err)
	}
	for range 30_000 { // goroutines end a moment after what they waited for
		if runtime.NumGoroutine() <= goroutines && openFiles(t) <= files && len(childtest.List(t)) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("expected %d goroutines, %d files and no process, found %d, %d and %v",
		goroutines, files, runtime.NumGoroutine(), openFiles(t), childtest.List(t))
}

// TestCloseWhileStarting closes a class whose workers are starting: none is
// left.
func TestCloseWhileStarting(t *testing.T) {
	c := class(t, ClassConfig{Role: "silent", Places: 3})
	warmed := make(chan error)
	go func() { warmed <- c.Warm(context.Background()) }()
	for len(childtest.List(t)) == 0 {
		time.Sleep(time.Millisecond)
	}
	c.Close()
	if err := <-warmed; !errors.Is(err, ErrClosed) {
		t.Errorf("expected a closed class, found %v", err)
	}
	childtest.NothingLeft(t)
}

// TestNoWorkerOutlivesItsServer kills a server, with a signal that it cannot see, while its
// worker computes for ever.
func TestNoWorkerOutlivesItsServer(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("workers need Linux")
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverVariable+"=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	worker, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	for range 300_000 {
		if gone(worker) {
			return
		}
		time.Sleep(time.Millisecond)
	}
	_ = syscall.Kill(worker, syscall.SIGKILL)
	t.Error("expected the worker to end with its server, found it at work")
}

// gone reports whether a process has ended: there is none, or nobody has waited for it yet.
func gone(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || bytes.Contains(stat, []byte(") Z "))
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// TestFrames reads invalid frames: too long for their kind, of a kind that the other side may
// not send, cut off. No memory is allocated for them.
func TestFrames(t *testing.T) {
	read := func(text string, most func(kind) int) error {
		_, err := readFrame(bufio.NewReader(strings.NewReader(text)), most)
		return err
	}
	for text, want := range map[string]error{
		"": io.EOF, "d": io.ErrUnexpectedEOF, "d\x01\x00\x00\x00\x05\x00\x00\x00abc": io.ErrUnexpectedEOF,
		"d\x01\x00\x00\x00\xff\xff\xff\xff": errFrame, "d\x01\x00\x00\x00\x65\x00\x00\x00": errFrame, "j\x01\x00\x00\x00\x00\x00\x00\x00": errFrame,
		"e\x01\x00\x00\x00\x00\x00\x00\x01": errFrame, "r\x01\x00\x00\x00\x00\x00\x00\x00": nil,
	} {
		if err := read(text, fromWorker(100)); !errors.Is(err, want) {
			t.Errorf("%q: expected %v, found %v", text, want, err)
		}
	}
	if err := read("d\x01\x00\x00\x00\x00\x00\x00\x00", toWorker); !errors.Is(err, errFrame) {
		t.Errorf("expected a worker to take no results, found %v", err)
	}
}
