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
	"unbox/optimizer"
	"unbox/wasm/api"
)

// patience is how long one thing is measured, rounds how often at most.
const (
	patience = 600 * time.Millisecond
	rounds   = 200
)

// table measures every length and prints a line for each.
func table(out io.Writer, lengths []int) error {
	fmt.Fprintf(out, "%10s %9s %9s %8s %8s | %7s %7s %7s  ns for each operation\n",
		"operations", "time", "Mops/s", "ns/op", "bytes/op", "parse", "print", "diff")
	for _, n := range lengths {
		line, err := measure(n)
		if err != nil {
			return err
		}
		fmt.Fprint(out, line)
	}
	return nil
}

// measure takes a trace of n operations through all passes, and measures the
// rest of its way as well.
func measure(n int) (string, error) {
	text := traces.Mixed(n)
	trace, diagnostics := optimizer.Parse(text)
	if trace == nil {
		return "", fmt.Errorf("BUG: the trace for measurements has an error: %s", diagnostics[0].Message)
	}
	passes := straight()
	var o optimizer.Optimizer
	var result *optimizer.Result
	all, bytes := median(func() { result = o.Run(trace, passes) })
	parse, _ := median(func() { optimizer.Parse(text) })
	var listing *optimizer.Listing
	options := optimizer.PrintOptions{Comments: true}
	print, _ := median(func() { listing = optimizer.Print(result.Out, options) })
	left := optimizer.DiffSide{Result: optimizer.Recorded(trace), Listing: optimizer.Print(trace, options)}
	right := optimizer.DiffSide{Result: result, Listing: listing}
	var differ optimizer.Differ
	diff, _ := median(func() { differ.Diff(left, right) })
	per := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(n) }
	return fmt.Sprintf("%10d %9s %9.2f %8.0f %8.0f | %7.0f %7.0f %7.0f\n", n, all.Round(time.Microsecond),
		1e3/per(all), per(all), bytes/float64(n), per(parse), per(print), per(diff)), nil
}

// median runs f for a while and returns the median of its times and the bytes
// that a run allocated.
func median(f func()) (time.Duration, float64) {
	f() // memory that is kept from run to run is there from now on
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var times []time.Duration
	for began := time.Now(); len(times) < rounds && (len(times) < 3 || time.Since(began) < patience); {
		start := time.Now()
		f()
		times = append(times, time.Since(start))
	}
	runtime.ReadMemStats(&after)
	slices.Sort(times)
	return times[len(times)/2], float64(after.TotalAlloc-before.TotalAlloc) / float64(len(times))
}

// wholeCall measures what the page waits for when a trace of n operations was
// edited: request to response, with every stage.
func wholeCall(out io.Writer, n int) error {
	text := traces.Mixed(n)
	engine := api.New()
	var passes []string
	for _, pass := range straight().List() {
		passes = append(passes, pass.String())
	}
	round := 0
	var response []byte
	took, _ := median(func() {
		round++ // another text each time, so that nothing is known of it
		request, err := json.Marshal(api.OptimizeRequest{Text: text + strings.Repeat("#", round%50), Passes: passes, To: -1})
		if err != nil {
			panic("BUG: " + err.Error())
		}
		response = engine.Call("optimize", request)
	})
	_, err := fmt.Fprintf(out, "optimize, %d operations, %d passes, from request to response (%d KB): %s\n",
		n, len(passes), len(response)>>10, took.Round(100*time.Microsecond))
	return err
}

// straight is every pass but those on loops, which would measure two traces.
func straight() optimizer.PassSet {
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return preset.Passes
}
