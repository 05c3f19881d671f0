package journaltest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"unbox/classroom/journal"
)

// Typing measures how long an acknowledgement takes: for one writer that waits for nothing else, or for many that
// write one document each, three times a second, as a class types.
func Typing(b *testing.B, j journal.Journal, writers int) {
	pace := time.Second / 3
	if writers == 1 {
		pace = 0
	}
	var mu sync.Mutex
	var all []time.Duration
	var running sync.WaitGroup
	for n := range writers {
		d := journal.Document{Class: "a class", Name: fmt.Sprint(b.Name(), b.N, n)}
		running.Go(func() {
			time.Sleep(pace * time.Duration(n) / time.Duration(writers))
			for k := range max(1, b.N/writers) {
				begun := time.Now()
				if err := j.Append(context.Background(), d, uint64(k), updates(k, k)); err != nil {
					b.Error(err)
					return
				}
				took := time.Since(begun)
				mu.Lock()
				all = append(all, took)
				mu.Unlock()
				time.Sleep(pace - took)
			}
		})
	}
	running.Wait()
	slices.Sort(all)
	b.ReportMetric(all[len(all)/2].Seconds()*1000, "ms/p50")
	b.ReportMetric(all[len(all)*99/100].Seconds()*1000, "ms/p99")
}
