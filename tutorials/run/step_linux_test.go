package run

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
)

// BenchmarkStep is what a worker computes for the solution of a step whose pass is tried on
// random traces as well: the median of processor time, so that other work does not matter much.
// ahead is with the pairs that the step's solution has had judged before, in a worker that has run the
// solution, as on a server; judged is in one that has not, and alone is without the pairs. instance-cpu-ms
// is what it takes to make the next instance.
func BenchmarkStep(b *testing.B) {
	ctx := context.Background()
	course, err := tutorials.Course()
	if err != nil {
		b.Fatal(err)
	}
	folder := b.TempDir()
	wasm := module(b)
	if err := (store{folder}).write(ctx, wasm); err != nil {
		b.Fatal(err)
	}
	w, err := newLessons(ctx, &hello{Wasm: wasm, Folder: folder, MemoryPages: 4096})
	if err != nil {
		b.Fatal(err)
	}
	for _, id := range []string{
		"straight-lines/building", "equal-things/computed-once-and-for-all", "equal-things/one-pass-instead-of-three",
		"objects-that-never-were/sinking", "across-the-jump/no-box-is-left", "further/in-any-language",
	} {
		ch, s := course.Step(id)
		suite := check.Suite(ch, s, s.Solution.Text)
		r, err := check.Native(suite)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(id+"/ahead", func(b *testing.B) {
			own := *suite
			own.Judged, own.Expected, own.Solution = r.Judged, r.Steps, &suite.Code
			own.Code.Text += "\n# a learner's own words\n" // no learner writes the solution letter by letter
			computed(b, w, &own)
		})
		b.Run(id+"/judged", func(b *testing.B) { suite.Judged = r.Judged; computed(b, w, suite) })
		b.Run(id+"/alone", func(b *testing.B) { suite.Judged = nil; computed(b, w, suite) })
	}
}

// computed measures runs of a suite, each in an instance of its own.
func computed(b *testing.B, w *lessons, suite *learn.Suite) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx := context.Background()
	body, err := json.Marshal(suite)
	if err != nil {
		b.Fatal(err)
	}
	job := pack(call{Function: "lesson", Body: body, Ahead: aheadRequest(body)})
	for range aheadAfter {
		if err := w.prepare(ctx); err != nil {
			b.Fatal(err)
		}
		if _, err := w.do(ctx, job); err != nil {
			b.Fatal(err)
		}
		if err := w.rest(ctx); err != nil {
			b.Fatal(err)
		}
	}
	var took, making []float64
	for b.Loop() {
		begin := processor(b)
		if err := w.prepare(ctx); err != nil {
			b.Fatal(err)
		}
		start := processor(b)
		if _, err := w.do(ctx, job); err != nil {
			b.Fatal(err)
		}
		took, making = append(took, processor(b)-start), append(making, start-begin)
	}
	slices.Sort(took)
	slices.Sort(making)
	b.ReportMetric(took[len(took)/2], "median-cpu-ms")
	b.ReportMetric(making[len(making)/2], "instance-cpu-ms")
}

// processor is the time that this thread has computed, in milliseconds.
func processor(tb testing.TB) float64 {
	var r syscall.Rusage
	const thread = 1 // RUSAGE_THREAD
	if err := syscall.Getrusage(thread, &r); err != nil {
		tb.Fatal(err)
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
}
