package jit_test

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/vm"
	"unbox/native"
)

var longSize = regexp.MustCompile(`(?m)^ROUNDS = \d+  # tiny \d+, short (\d+), .*$`)

// sizes are classes of traces by how many operations were recorded: below a number, and not below the one before. Short ones
// cost more for their length.
var sizes = []struct {
	below int
	name  string
}{{50, "below-50"}, {200, "below-200"}, {1000, "below-1000"}, {math.MaxInt, "others"}}

// BenchmarkMaking measures how long it takes until a hot loop or bridge runs as machine code: recording, optimizing and
// compiling, in milliseconds for 1,000 recorded operations, over all traces and bridges of the programs that bench/python
// compares with PyPy and by their sizes, the same in all for each trace, and which share of the time each of the three takes. The time
// is the processor's for this thread, so what else the machine does counts only as far as it empties the caches; what asking for it
// takes is subtracted.
func BenchmarkMaking(b *testing.B) {
	if !native.Available() {
		b.Skip("no machine code here")
	}
	names, err := filepath.Glob("../bench/python/programs/*.py")
	larger, _ := filepath.Glob("../bench/python/programs/larger/*.py")
	if err != nil || len(names) == 0 || len(larger) == 0 {
		b.Fatalf("expected programs, found none: %v", err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	clock := newThreadClock()
	var each, whole []float64
	var recording, optimizing, compiling float64
	bySize := make([][]float64, len(sizes))
	for b.Loop() {
		for _, name := range append(names, larger...) {
			for _, e := range eventsOf(b, name, clock) {
				if e.Recorded > 0 {
					recording, optimizing, compiling = recording+e.Recording, optimizing+e.Optimizing, compiling+e.Compiling
					each, whole = append(each, e.Making()*1000/float64(e.Recorded)), append(whole, e.Making())
					for k, size := range sizes {
						if e.Recorded < size.below {
							bySize[k] = append(bySize[k], e.Making()*1000/float64(e.Recorded))
							break
						}
					}
				}
			}
		}
	}
	slices.Sort(each)
	slices.Sort(whole)
	b.ReportMetric(float64(len(each)), "traces")
	b.ReportMetric(each[len(each)/2], "ms/1000ops-median")
	b.ReportMetric(each[len(each)*95/100], "ms/1000ops-p95")
	b.ReportMetric(whole[len(whole)/2], "ms/trace-median")
	b.ReportMetric(whole[len(whole)*95/100], "ms/trace-p95")
	all := recording + optimizing + compiling
	b.ReportMetric(100*recording/all, "%recording")
	b.ReportMetric(100*optimizing/all, "%optimizing")
	b.ReportMetric(100*compiling/all, "%compiling")
	for k, list := range bySize {
		slices.Sort(list)
		if n := len(list); n > 0 {
			b.ReportMetric(list[n/2], "ms/1000ops-median-"+sizes[k].name)
			b.ReportMetric(list[n*95/100], "ms/1000ops-p95-"+sizes[k].name)
		}
	}
}

// eventsOf runs a program for as long as PyPy takes 100 ms for it.
func eventsOf(b *testing.B, name string, clock *threadClock) []jit.Event {
	b.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	compiled, err := compile.File(filepath.Base(name), longSize.ReplaceAllString(string(text), "ROUNDS = $1"))
	if err != nil {
		b.Fatal(err)
	}
	engine, err := jit.NewNative()
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Close()
	line := jit.NewTimeline(clock.now)
	loops := jit.New(jit.Options{Engine: engine, Timeline: line})
	machine := vm.New(compiled, vm.Options{Out: io.Discard, Err: io.Discard, Region: engine.Region(), Tracer: loops})
	loops.Start(machine)
	line.Watch(machine)
	line.Start()
	machine.Run()
	line.Stop()
	return line.Events
}

// threadClock is the processor time of this thread in milliseconds, without what asking for it takes: a trace asks six times.
type threadClock struct{ price, asked float64 }

func newThreadClock() *threadClock {
	const times = 10_000
	begun := threadTime()
	for range times {
		threadTime()
	}
	return &threadClock{price: (threadTime() - begun) / times}
}

func (c *threadClock) now() float64 {
	c.asked++
	return threadTime() - c.asked*c.price
}

// threadTime is the processor time of this thread in milliseconds.
func threadTime() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic("BUG: a thread can always ask for its own time: " + err.Error())
	}
	return float64(t.Nano()) / 1e6
}
