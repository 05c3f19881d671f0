package timing

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"unbox/internal/child/childtest"
	"unbox/native"
	"unbox/workers"
	"unbox/workers/queue"
)

// withLong also measures what memory measurements need.
var withLong = flag.Bool("long", false, "also the long tests: what memory measurements need")

// TestMain lets this binary act as its own worker, which has less time for a program: what holds a hostile one holds it at once.
func TestMain(m *testing.M) {
	workers.Main(roleOf(func() *Host {
		h := NewHost()
		h.times = programTimes{run: 2 * time.Second, rounds: time.Second}
		return h
	}))
	os.Exit(m.Run())
}

// slack is how far a worker may exceed its bound: the pool checks from time to time, and between two checks only the kernel
// bounds it.
const slack = 384 << 20

// TestMemoryOfMeasurements measures traces that need much memory, each in a different way, in a real worker: whether
// it ends with a report or a reason, the worker never exceeds its bound, and the next measurement works.
func TestMemoryOfMeasurements(t *testing.T) {
	if !*withLong {
		t.Skip("a long test, for `make test-native-long`")
	}
	if !native.Available() {
		t.Skip("workers that measure need the sandbox of Linux on amd64")
	}
	p, err := workers.New(workers.Config{Alike: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	c := Class(p, 1, time.Hour, queue.Limits{})
	for name, job := range greedy() {
		out, err := measuredBy(t, c, &job)
		var failed *workers.Failure
		var death *workers.Death
		switch {
		case err == nil, errors.As(err, &failed), errors.As(err, &death), errors.Is(err, workers.ErrTooLarge):
			t.Logf("%s: %d MB, %d bytes, %.120v", name, childtest.Peak(t)>>20, len(out), err)
		default:
			t.Errorf("%s: expected a report, or why there is none, found %v", name, err)
		}
		if peak := childtest.Peak(t); peak > maxResident+slack {
			t.Errorf("%s: expected a worker of at most %d MB, found one of %d MB", name, (maxResident+slack)>>20, peak>>20)
		}
		small := &Job{Trace: boxes, Inputs: "i0=3, p1=Box(value=4)", Quick: true, Variants: []string{"interp recorded"}}
		if _, err := measuredBy(t, c, small); err != nil {
			t.Errorf("%s: expected the next measurement to be made, found %v", name, err)
		}
	}
}

// greedy are jobs that take memory: when they are read, compiled, run and reported.
func greedy() map[string]Job {
	var kept, long, deep strings.Builder
	kept.WriteString("[p0]\n")
	for i := range 2000 {
		fmt.Fprintf(&kept, "p%d = new(Box)\nset(p%d, next, p%d)\n", i+1, i+1, i)
	}
	kept.WriteString("escape(p2000)\njump(p2000)\n")
	long.WriteString("[i0]\n")
	for i := range 40_000 {
		fmt.Fprintf(&long, "i%d = int_add(i%d, %d)\n", i+1, i, i%7+1)
	}
	long.WriteString("finish(i40000)\n")
	deep.WriteString("[i0]\np1 = new(Box)\nset(p1, value, i0)\n")
	for i := 2; i <= 1000; i++ {
		fmt.Fprintf(&deep, "p%d = new(Box)\nset(p%d, next, p%d)\n", i, i, i-1)
	}
	for i := range 100 {
		fmt.Fprintf(&deep, "i%d = int_lt(i0, %d)\nguard_true(i%d) [p1000]\n", i+1, 1_000_000+i, i+1)
	}
	deep.WriteString("i999999 = int_add(i0, 1)\njump(i999999)\n")
	return map[string]Job{
		"objects that are kept": {Trace: kept.String(), Inputs: "p0=Box(next=null)"},
		"many operations":       {Trace: long.String(), Inputs: "i0=1"},
		"deep snapshots":        {Trace: deep.String(), Inputs: "i0=1"},
		"large arrays":          {Trace: "[i0]\np1 = new_array_clear(1099511627776, descr=<ArrayS 8>)\np2 = new_array_clear(2147483647, descr=<ArrayS 8>)\nescape(p1)\nescape(p2)\njump(i0)\n", Inputs: "i0=1"},
	}
}

func measuredBy(t *testing.T, c *workers.Class, j *Job) ([]byte, error) {
	t.Helper()
	j.Quick = true
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	return Traces{c}.Do(t.Context(), workers.Job{Client: queue.Client{Seat: "greedy"}, Contents: text})
}
