package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"unbox/bench/traces"
	"unbox/examples"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// recorded parses the trace for measurements.
func recorded(b testing.TB, n int) *trace.Trace {
	trace, diagnostics := trace.Parse(traces.Mixed(n))
	if trace == nil {
		b.Fatal(diagnostics[0].Message)
	}
	return trace
}

func perSecond(b *testing.B, n int) {
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mops/s")
}

// BenchmarkLoops is everything with peeling on loops that PyPy recorded.
func BenchmarkLoops(b *testing.B) {
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range examples.All() {
		if !strings.Contains(e.Text, "descr=<Loop-1>") {
			continue
		}
		text, err := traces.Unrolled(e.Text, length)
		if err != nil {
			b.Fatal(err)
		}
		tr, _ := trace.Parse(text)
		b.Run(e.ID, func(b *testing.B) {
			b.ReportAllocs()
			var o optimizer.Optimizer
			for b.Loop() {
				o.Run(tr, preset.Passes)
			}
			perSecond(b, tr.Len())
		})
	}
}

func BenchmarkPipeline(b *testing.B) {
	trace := recorded(b, length)
	for _, preset := range optimizer.Presets() {
		b.Run(preset.Name, func(b *testing.B) {
			b.ReportAllocs()
			var o optimizer.Optimizer
			for b.Loop() {
				o.Run(trace, preset.Passes)
			}
			perSecond(b, length)
		})
	}
}

// BenchmarkShort is a trace of a usual length: what a run costs beside its operations counts.
func BenchmarkShort(b *testing.B) {
	trace := recorded(b, 1000)
	b.ReportAllocs()
	var o optimizer.Optimizer
	for b.Loop() {
		o.Run(trace, straight())
	}
	perSecond(b, 1000)
}

func BenchmarkParse(b *testing.B) {
	text := traces.Mixed(length)
	b.ReportAllocs()
	for b.Loop() {
		trace.Parse(text)
	}
	perSecond(b, length)
}

func BenchmarkPrint(b *testing.B) {
	tr := recorded(b, length)
	b.ReportAllocs()
	for b.Loop() {
		trace.Print(tr, trace.PrintOptions{Comments: true}).Lines()
	}
	perSecond(b, length)
}

func BenchmarkDiff(b *testing.B) {
	tr := recorded(b, length)
	result := optimizer.Optimize(tr, straight())
	options := trace.PrintOptions{Comments: true}
	left := optimizer.DiffSide{Result: optimizer.Recorded(tr), Listing: trace.Print(tr, options)}
	right := optimizer.DiffSide{Result: result, Listing: trace.Print(result.Out, options)}
	var d optimizer.Differ
	b.ReportAllocs()
	for b.Loop() {
		d.Diff(left, right)
	}
	perSecond(b, length)
}

// BenchmarkCall is what the page waits for after a key: a trace that was just edited, compared
// with its result, and the rows of a screen.
func BenchmarkCall(b *testing.B) {
	loop := unrolledLoop(b, 7_000)
	for _, c := range []struct {
		name, text, preset string
	}{
		{"mixed-7000", traces.Mixed(7_000), "straight"},
		{"loop-7000", loop, "loop"},
		{"mixed-100000", traces.Mixed(100_000), "straight"},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkCall(b, c.text, c.preset) })
	}
}

func benchmarkCall(b *testing.B, text, preset string) {
	var requests [2][]byte
	for i := range requests {
		requests[i] = keyRequest(text+fmt.Sprintf("# %d\n", i), preset)
	}
	e := api.New()
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		if answer := e.Call("optimize", requests[i%2]); bytes.HasPrefix(answer, []byte(`{"error"`)) {
			b.Fatalf("%s", answer)
		}
		i++
	}
}

// unrolledLoop is a loop that PyPy recorded, several times, of about n operations.
func unrolledLoop(b *testing.B, n int) string {
	for _, e := range examples.All() {
		if strings.Contains(e.Text, "descr=<Loop-1>") {
			text, err := traces.Unrolled(e.Text, n)
			if err != nil {
				b.Fatal(err)
			}
			return text
		}
	}
	b.Fatal("expected an example that PyPy recorded")
	return ""
}

func TestTablesAreFilled(t *testing.T) {
	if err := table(io.Discard, []int{100}); err != nil {
		t.Fatal(err)
	}
	if err := wholeCall(io.Discard, 100); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkMoment is what the page waits for when somebody goes to any moment of a long trace: the optimizer
// walks up to it, and what is known there is put into words.
func BenchmarkMoment(b *testing.B) {
	for _, c := range []struct{ name, text, preset string }{
		{"mixed-10000", traces.Mixed(length), "straight"},
		{"loop-10000", unrolledLoop(b, length), "loop"},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkMoment(b, c.text, c.preset) })
	}
}

func benchmarkMoment(b *testing.B, text, preset string) {
	e := api.New()
	e.Call("optimize", keyRequest(text, preset))
	var line api.TimelineResponse
	if err := json.Unmarshal(e.Call("timeline", []byte(`{"result":1,"bars":1}`)), &line); err != nil || line.Count < length {
		b.Fatalf("expected %d moments, found %d: %v", length, line.Count, err)
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		request := fmt.Sprintf(`{"result":1,"at":%d}`, i*7919%line.Count)
		if answer := e.Call("moment", []byte(request)); bytes.HasPrefix(answer, []byte(`{"error"`)) {
			b.Fatalf("%s", answer)
		}
		i++
	}
	b.ReportMetric(float64(line.Count), "moments")
}
