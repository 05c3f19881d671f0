package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"unbox/bench/traces"
	"unbox/examples"
	"unbox/internal/processes"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// patience is the time for one measurement, rounds the maximum number of its
// runs.
const (
	patience = 600 * time.Millisecond
	rounds   = 200
)

// table measures every length and prints a line for each.
func table(out io.Writer, lengths []int) error {
	fmt.Fprintf(out, "%10s | first passes: median, ns   | all but peeling            | medians, ns per operation\n", "")
	fmt.Fprintf(out, "%10s | %8s %5s %5s %5s | %8s %5s %5s %5s | %7s %7s %7s\n",
		"operations", "time", "min", "med", "B/op", "time", "min", "med", "B/op", "parse", "print", "diff")
	for _, n := range lengths {
		if err := measure(out, n); err != nil {
			return err
		}
	}
	return nil
}

// measure runs the passes on a trace of n operations, and measures the other
// stages, too.
func measure(out io.Writer, n int) error {
	text := traces.Mixed(n)
	tr, diagnostics := trace.Parse(text)
	if tr == nil {
		return fmt.Errorf("BUG: the trace for measurements has an error: %s", diagnostics[0].Message)
	}
	fmt.Fprintf(out, "%10d", n)
	var o optimizer.Optimizer
	var result *optimizer.Result
	for _, passes := range []optimizer.PassSet{first(), straight()} {
		took := repeated(func() { result = o.Run(tr, passes) })
		fmt.Fprintf(out, " | %8s %5.0f %5.0f %5.0f", rounded(took.median), each(took.fastest, n), each(took.median, n), took.bytes/float64(n))
	}
	options := trace.PrintOptions{Comments: true}
	listing := trace.Print(result.Out, options)
	left := optimizer.DiffSide{Result: optimizer.Recorded(tr), Listing: trace.Print(tr, options)}
	right := optimizer.DiffSide{Result: result, Listing: listing}
	var differ optimizer.Differ
	fmt.Fprint(out, " |")
	for _, f := range []func(){
		func() { trace.Parse(text) },
		func() { trace.Print(tr, options).Lines() },
		func() { differ.Diff(left, right) },
	} {
		fmt.Fprintf(out, " %7.0f", each(repeated(f).median, n))
	}
	_, err := fmt.Fprintln(out)
	return err
}

// each is a time in ns for each of n operations.
func each(d time.Duration, n int) float64 { return float64(d.Nanoseconds()) / float64(n) }

// rounded leaves three digits of a time.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// cost is the cost of several runs: the processor time of the fastest and of the
// median run, and the bytes that a run allocated. On a machine that others use
// too, the fastest run says what the program needs and the median what it got.
type cost struct {
	fastest, median time.Duration
	bytes           float64
}

// repeated runs f for a while, on one core: so the garbage collector runs on the
// same core, not in parallel.
func repeated(f func()) cost {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f() // memory that is reused exists from now on
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var times []time.Duration
	for began := processes.Spent(); len(times) < rounds && (len(times) < 3 || processes.Spent()-began < patience); {
		start := processes.Spent()
		f()
		times = append(times, processes.Spent()-start)
	}
	runtime.ReadMemStats(&after)
	slices.Sort(times)
	return cost{times[0], times[len(times)/2], float64(after.TotalAlloc-before.TotalAlloc) / float64(len(times))}
}

// wholeCall measures the time that the page waits after an edit of a trace of n
// operations: request to response, with every stage.
func wholeCall(out io.Writer, n int) error {
	text := traces.Mixed(n)
	engine := api.New()
	var requests [50][]byte // a different text each time, so that nothing is cached
	for i := range requests {
		requests[i] = keyRequest(text+strings.Repeat("#", i), "straight")
	}
	round := 0
	var response []byte
	took := repeated(func() {
		round++
		response = engine.Call("optimize", requests[round%len(requests)])
	})
	_, err := fmt.Fprintf(out, "optimize, %d operations, %d passes, from request to response (%d KB): fastest %s, median %s\n",
		n, len(straight().List()), len(response)>>10, rounded(took.fastest), rounded(took.median))
	return err
}

// anyMoment measures the time that the page waits when a user goes to any moment of a trace of n operations:
// request to response.
func anyMoment(out io.Writer, n int) error {
	engine := api.New()
	engine.Call("optimize", keyRequest(traces.Mixed(n), "straight"))
	at := 0
	var response []byte
	took := repeated(func() {
		at += 7919
		response = engine.Call("moment", fmt.Appendf(nil, `{"result":1,"at":%d}`, at%n))
	})
	_, err := fmt.Fprintf(out, "moment, %d operations, from request to response (%d KB): fastest %s, median %s\n",
		n, len(response)>>10, rounded(took.fastest), rounded(took.median))
	return err
}

// keyRequest is the page's request after a key press.
func keyRequest(text, preset string) []byte {
	p, err := optimizer.PresetByName(preset)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	q := api.OptimizeRequest{Text: text, To: -1, Result: 1, View: &api.RowView{Context: -1, Opened: []int{}}, Window: &api.Window{To: 80}}
	for _, pass := range p.Passes.List() {
		q.Passes = append(q.Passes, pass.String())
	}
	request, err := json.Marshal(q)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return request
}

// loops measures everything with peeling on loops that PyPy recorded, several
// iterations of each in one trace of about n operations.
func loops(out io.Writer, n int) error {
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		return err
	}
	for _, e := range examples.All() {
		if !strings.Contains(e.Text, "descr=<Loop-1>") {
			continue
		}
		text, err := traces.Unrolled(e.Text, n)
		if err != nil {
			return fmt.Errorf("BUG: %s: %w", e.ID, err)
		}
		trace, diagnostics := trace.Parse(text)
		if trace == nil {
			return fmt.Errorf("BUG: %s, unrolled, has an error: %s", e.ID, diagnostics[0].Message)
		}
		var o optimizer.Optimizer
		var result *optimizer.Result
		took := repeated(func() { result = o.Run(trace, preset.Passes) })
		n := trace.Len()
		if _, err := fmt.Fprintf(out, "%s, unrolled to %d operations, all passes with peeling (%d left): "+
			"fastest %s, %.0f ns/op, %.2f M op/s; median %s, %.0f ns/op, %.2f M op/s; %.0f B/op\n",
			e.ID, n, result.Out.Len(), rounded(took.fastest), each(took.fastest, n), 1000/each(took.fastest, n),
			rounded(took.median), each(took.median, n), 1000/each(took.median, n), took.bytes/float64(n)); err != nil {
			return err
		}
	}
	return nil
}

// first are the passes on single operations and objects, which the project began
// with.
func first() optimizer.PassSet {
	return optimizer.PassSet(0).With(optimizer.PassFold).With(optimizer.PassCSE).With(optimizer.PassRules).
		With(optimizer.PassVirtual).With(optimizer.PassDCE)
}

// straight is every pass but those on loops, which would measure two traces.
func straight() optimizer.PassSet {
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return preset.Passes
}
