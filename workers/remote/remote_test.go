package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/internal/cluster"
	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

func TestMain(m *testing.M) {
	workers.Main(workers.Role{Name: "play", Prepare: func([]byte) (workers.Work, error) { return workers.Work{Do: play}, nil }})
	os.Exit(m.Run())
}

// play is the work of the tests: the job says what happens.
func play(job []byte, event func([]byte) error) ([]byte, error) {
	switch word, rest, _ := strings.Cut(string(job), " "); word {
	case "reverse":
		b := []byte(rest)
		for i, k := 0, len(b)-1; i < k; i, k = i+1, k-1 {
			b[i], b[k] = b[k], b[i]
		}
		return b, nil
	case "events":
		for n := range 100 {
			if err := event(fmt.Append(nil, n)); err != nil {
				return nil, err
			}
		}
		return []byte("all"), nil
	case "fail":
		return nil, &workers.Failure{Kind: "kind", Message: rest}
	case "exit":
		os.Exit(3)
	case "stay":
		if err := event([]byte("here")); err != nil {
			return nil, err
		}
		select {}
	}
	return nil, fmt.Errorf("expected a known job, found `%s`", job)
}

var quiet = slog.New(slog.DiscardHandler)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T, url string) *nats.Conn {
	t.Helper()
	conn, err := cluster.Connect(cluster.Config{URL: url, Log: quiet}, func() {})
	must(t, err)
	t.Cleanup(conn.Close)
	return conn
}

func class(t *testing.T, places int) *workers.Class {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("workers need Linux")
	}
	pool, err := workers.New(workers.Config{})
	must(t, err)
	t.Cleanup(pool.Close)
	return pool.Class(workers.ClassConfig{Name: "play", Role: "play", Places: places, MaxResult: 8 << 20, Clock: time.Hour})
}

// server has a class of one place, which is taken until the test ends, and uses those of others.
func server(t *testing.T, url string, done *Counts) *workers.Class {
	t.Helper()
	c := class(t, 1)
	must(t, Borrow(t.Context(), connect(t, url), []*workers.Class{c}, "v1", done, quiet))
	ctx, cancel := context.WithCancel(t.Context())
	here, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		_, _ = c.Do(ctx, workers.Job{Contents: []byte("stay"), Event: func([]byte) { close(here) }}) // it is cancelled
	}()
	<-here
	t.Cleanup(func() {
		cancel()
		<-over
	})
	return c
}

// machine offers so many places until stop is called.
func machine(t *testing.T, url string, places int, version string) (stop func()) {
	t.Helper()
	c, conn := class(t, places), connect(t, url)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() {
		over <- Offer(ctx, conn, []*workers.Class{c}, Machine{Name: "m", Version: version, Log: quiet})
	}()
	stop = func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
		over <- nil
	}
	t.Cleanup(stop)
	return stop
}

func seat(name string) queue.Client { return queue.Client{Block: "192.0.2.1/32", Seat: name} }

// TestJobsOnAnotherMachine has a server whose own place is taken do jobs elsewhere: contents and results of several
// pieces, events, what locks the worker in, and what goes wrong.
func TestJobsOnAnotherMachine(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	var done Counts
	c := server(t, url, &done)
	machine(t, url, 2, "v1")
	long := bytes.Repeat([]byte("0123456789"), 3*piece/10)
	var events []string
	begun := false
	result, err := c.Do(t.Context(), workers.Job{Client: seat("a"), Contents: append([]byte("reverse "), long...), Started: func(sandbox.Report) { begun = true }})
	must(t, err)
	if len(result) != len(long) || !bytes.HasPrefix(result, []byte("9876543210")) || !begun {
		t.Errorf("expected %d bytes in reverse, and that it began, found %d, %v", len(long), len(result), begun)
	}
	result, err = c.Do(t.Context(), workers.Job{Client: seat("a"), Contents: []byte("events"), Event: func(e []byte) { events = append(events, string(e)) }})
	if string(result) != "all" || err != nil || len(events) != 100 || events[99] != "99" {
		t.Errorf("expected all events in their order, found %d, %s, %v", len(events), result, err)
	}
	var failed *workers.Failure
	if _, err = c.Do(t.Context(), workers.Job{Client: seat("a"), Contents: []byte("fail so")}); !errors.As(err, &failed) || *failed != (workers.Failure{Kind: "kind", Message: "so"}) {
		t.Errorf("expected what the job said, found %v", err)
	}
	var death *workers.Death
	if _, err = c.Do(t.Context(), workers.Job{Client: seat("a"), Contents: []byte("exit")}); !errors.As(err, &death) || death.How != "exit status 3" {
		t.Errorf("expected how the worker ended, found %v", err)
	}
	if _, err = c.Do(t.Context(), workers.Job{Client: seat("a"), Contents: []byte("stay"), Clock: time.Millisecond}); !errors.Is(err, workers.ErrTooLong) {
		t.Errorf("expected that it took too long, found %v", err)
	}
	if n := counted(&done); n[Done] != 5 || len(n) != 1 {
		t.Errorf("expected five jobs that were done, found %v", n)
	}
}

// counted are the jobs of the tests' class and machine by how they ended.
func counted(c *Counts) map[Outcome]int {
	all := map[Outcome]int{}
	c.Each(func(of Jobs, n int) {
		if of.Class == "play" && of.Machine == "m" {
			all[of.Outcome] = n
		}
	})
	return all
}

// TestTurnStaysOnItsMachine does several jobs in one turn: the place is nobody else's meanwhile.
func TestTurnStaysOnItsMachine(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	c := server(t, url, nil)
	machine(t, url, 1, "v1")
	turn, err := c.Turn(t.Context(), seat("a"), nil)
	must(t, err)
	waits := make(chan error, 1)
	began := make(chan struct{}, 9)
	go func() {
		_, err := c.Do(t.Context(), workers.Job{Client: seat("b"), Contents: []byte("reverse x"), Place: func(int) { began <- struct{}{} }})
		waits <- err
	}()
	<-began
	for n := range 5 {
		result, err := turn.Do(t.Context(), workers.Job{Contents: fmt.Appendf(nil, "reverse %d", n)})
		if string(result) != fmt.Sprint(n) || err != nil {
			t.Fatalf("expected job %d to be done, found %s, %v", n, result, err)
		}
		if c.Waiting() != 1 {
			t.Fatalf("expected that the other one waits, found %d waiting", c.Waiting())
		}
	}
	turn.End()
	must(t, <-waits)
}

// TestCancelledJobs gives the place to the next one.
func TestCancelledJobs(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	var done Counts
	c := server(t, url, &done)
	machine(t, url, 1, "v1")
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := c.Do(ctx, workers.Job{Client: seat("a"), Contents: []byte("stay"), Event: func([]byte) { cancel() }})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("expected that it is cancelled, found %v", err)
		}
	}
	if n := counted(&done); n[Cancelled] != 3 || len(n) != 1 {
		t.Errorf("expected three jobs that were cancelled, found %v", n)
	}
}

// TestLostMachines stops a machine in the middle of a job: another one does it again.
func TestLostMachines(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	var done Counts
	c := server(t, url, &done)
	stop := machine(t, url, 1, "v1")
	here := make(chan struct{}, 2)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() {
		_, err := c.Do(ctx, workers.Job{Client: seat("a"), Contents: []byte("stay"), Event: func([]byte) { here <- struct{}{} }})
		over <- err
	}()
	<-here
	stop()
	machine(t, url, 1, "v1")
	<-here // it is done again
	cancel()
	if err := <-over; !errors.Is(err, context.Canceled) {
		t.Errorf("expected that the job goes on until it is cancelled, found %v", err)
	}
	if n := counted(&done); n[Lost] != 1 || n[Cancelled] != 1 {
		t.Errorf("expected one job that was lost and one that was cancelled, found %v", n)
	}
}

// TestOtherVersions are told of in the log, and not used.
func TestOtherVersions(t *testing.T) {
	t.Parallel()
	b := newBorrower(class(t, 1), "v1", quiet)
	b.hear([]byte(text(offer{"there", "v2", "m"})))
	if place, _ := b.next(); place != "" {
		t.Errorf("expected that a place of another version is not used, found `%s`", place)
	}
	b.hear([]byte(text(offer{"here", "v1", "m"})))
	if place, machine := b.next(); place != "here" || machine != "m" {
		t.Errorf("expected the place of this version at `m`, found `%s` at `%s`", place, machine)
	}
}

// TestNamesOfClients says nothing of who it is, and tells apart who has no seat.
func TestNamesOfClients(t *testing.T) {
	t.Parallel()
	a := standsFor(seat("a"))
	if a != standsFor(seat("a")) || a == standsFor(seat("b")) || strings.Contains(a, "192") {
		t.Errorf("expected one name for one client, found `%s`", a)
	}
	first, second := standsFor(seat("")), standsFor(seat(""))
	if first == second {
		t.Error("expected that two without a seat are two")
	}
}
