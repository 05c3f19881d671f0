//go:build linux

package main

import (
	"fmt"
	"io"
	"time"
)

// row has the results of one attack.
type row struct {
	attack      attack
	arena       *arena
	samples     samples
	main, group int64
	// killed is the number of processes that the kernel killed because the group had no
	// memory left.
	killed int
	took   time.Duration
	missed []string
}

// table prints rows as they come.
type table struct {
	out  io.Writer
	rows int
}

const rowFormat = "%-30s %5s %15s %15s %7s %8s  %s\n"

func (t *table) head() {
	fmt.Fprintf(t.out, rowFormat, "", "", "page p50/p99", "run p50/p99", "main", "group", "")
	fmt.Fprintf(t.out, rowFormat, "attack", "s", "ms", "ms", "MB", "MB", "answer")
}

func (t *table) row(r *row) {
	t.rows++
	answer := counted(r.arena.answers, 3)
	if r.killed > 0 {
		answer += fmt.Sprintf("; the kernel ended %d", r.killed)
	}
	fmt.Fprintf(t.out, rowFormat, r.attack.name, fmt.Sprintf("%.1f", r.took.Seconds()),
		spread(r.samples.times(false)), spread(r.samples.times(true)),
		fmt.Sprint(r.main>>20), fmt.Sprint(r.group>>20), answer)
	for _, m := range r.missed {
		fmt.Fprintf(t.out, "    MISSED: %s\n", m)
	}
}

func spread(times []time.Duration) string {
	if len(times) == 0 {
		return "-"
	}
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	return fmt.Sprintf("%.1f / %.0f", ms(quantile(times, 0.5)), ms(quantile(times, 0.99)))
}
