package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unbox/bench/kernels/suite"
)

// sample is one run of a kernel: nanoseconds for each iteration, and the digest of
// the result.
type sample struct {
	each   float64
	digest suite.Digest
}

// contender is something that runs a kernel.
type contender interface {
	sample() (sample, error)
	sizeOf() int64
	close() error
}

// series are the samples of one contender, in nanoseconds for each iteration.
type series []float64

// least and median are NaN of none.
func (s series) least() float64 { return s.quantile(0) }

func (s series) median() float64 { return s.quantile(0.5) }

func (s series) quantile(q float64) float64 {
	if len(s) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

// row is what was measured of one kernel.
type row struct {
	kernel suite.Kernel
	// columns are the samples of each column.
	columns map[string]series
	// failed are the reasons of contenders that cannot run the kernel.
	failed map[string]string
	size   loopSize
}

// entry is a contender in its column.
type entry struct {
	column string
	slow   bool
	who    contender
}

// warming is the number of runs before the first sample that counts: enough for
// the compilers of LuaJIT and PyPy, which start after a thousand iterations.
const warming = 5

// slowRounds is the number of samples taken of slow contenders.
const slowRounds = 3

// measureKernel takes samples of all contenders alternately.
func measureKernel(ctx context.Context, k suite.Kernel, t *tools, o options) (row, error) {
	r := row{kernel: k, columns: make(map[string]series), failed: make(map[string]string)}
	entries, err := enter(ctx, k, t, &r)
	defer func() {
		for _, e := range entries {
			_ = e.who.close() // the measurement is over, or failed for another reason
		}
	}()
	if err == nil {
		r.size, err = measureOperations(ctx, k, t)
	}
	if err != nil {
		return r, err
	}
	for round := -warming; round < o.rounds; round++ {
		for _, e := range entries {
			if err := ctx.Err(); err != nil {
				return r, err
			}
			if e.slow && (round < -1 || round >= slowRounds) {
				continue
			}
			s, err := e.who.sample()
			if err != nil {
				return r, fmt.Errorf("%s: %w", e.column, err)
			}
			if want := k.Reference(e.who.sizeOf()); s.digest != want {
				return r, fmt.Errorf("%s: expected the digest %d for size %d, found %d", e.column, want, e.who.sizeOf(), s.digest)
			}
			if round >= 0 {
				r.columns[e.column] = append(r.columns[e.column], s.each)
			}
		}
	}
	return r, nil
}

// enter starts all contenders.
func enter(ctx context.Context, k suite.Kernel, t *tools, r *row) ([]entry, error) {
	var entries []entry
	loaded, err := k.Load()
	if err != nil {
		return nil, err
	}
	for _, e := range t.engines {
		for _, f := range forms() {
			run, err := newTraceRun(loaded, e, f)
			if err != nil {
				r.failed[column(e, f)] = err.Error()
				continue
			}
			entries = append(entries, entry{column(e, f), e.slow > 0, run})
		}
	}
	for _, tool := range t.present {
		if tool.only != nil && !tool.only(k) {
			continue
		}
		p, err := t.start(ctx, tool, k)
		if err != nil {
			return entries, fmt.Errorf("%s: %w", tool.title, err)
		}
		entries = append(entries, entry{tool.id, tool.slow > 0, p})
	}
	return entries, nil
}

// column names the samples of a form of a trace in an engine.
func column(e engine, f form) string { return e.name + " " + f.id }
