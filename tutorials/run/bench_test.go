package run

import (
	"context"
	"slices"
	"sync"
	"testing"

	"time"
	"unbox/workers/queue"
)

// BenchmarkLesson is one learner alone: the tests of three chapters' passes.
func BenchmarkLesson(b *testing.B) {
	p := warm(b, Options{})
	body := request(b, program(b, "alloc.star"))
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		lesson(b, p, "", body)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
}

// BenchmarkClients is 50 learners who press the key again and again.
func BenchmarkClients(b *testing.B) {
	p := warm(b, Options{})
	body := request(b, program(b, "alloc.star"))
	var mu sync.Mutex
	var took []time.Duration
	start := time.Now()
	for b.Loop() {
		together(50, func(i int) {
			begin := time.Now()
			lesson(b, p, client(i), body)
			mu.Lock()
			took = append(took, time.Since(begin))
			mu.Unlock()
		})
	}
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/time.Since(start).Seconds(), "runs/s")
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Milliseconds()), "p99-ms")
}

// BenchmarkAmongEndless is an honest learner after 20 endless programs.
func BenchmarkAmongEndless(b *testing.B) {
	p := warm(b, Options{})
	body, loop := request(b, program(b, "alloc.star")), request(b, "def test_x():\n    x = 0\n    while True: x += 1\n")
	var honest, endless time.Duration
	for b.Loop() {
		done := make(chan struct{})
		time.AfterFunc(20*time.Millisecond, func() {
			defer close(done)
			start := time.Now()
			lesson(b, p, "honest", body)
			honest = max(honest, time.Since(start))
		})
		together(20, func(i int) {
			start := time.Now()
			lesson(b, p, client(i), loop)
			if took := time.Since(start); i == 0 {
				endless = max(endless, took)
			}
		})
		<-done
	}
	b.ReportMetric(float64(honest.Milliseconds()), "honest-max-ms")
	b.ReportMetric(float64(endless.Milliseconds()), "endless-max-ms")
}

// BenchmarkStart is from nothing to the first result: cold interprets the module while it
// is compiled, disk finds it compiled. compiled-ms is when runs are quick.
func BenchmarkStart(b *testing.B) {
	module(b)
	first := func(b *testing.B, dir string) {
		begin := time.Now()
		p := start(b, Options{CacheDir: dir, Workers: 1, SlowWorkers: 1})
		if _, err := p.Lesson(context.Background(), queue.Client{}, request(b, honest)); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := p.first.wait(context.Background()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(begin).Milliseconds()), "compiled-ms")
		b.StartTimer()
		if err := p.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			first(b, b.TempDir())
		}
	})
	dir := b.TempDir()
	first(b, dir)
	b.Run("disk", func(b *testing.B) {
		for b.Loop() {
			first(b, dir)
		}
	})
}
