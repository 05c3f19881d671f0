package fuzz

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"unbox/internal/processes"
)

// chunk is the number of traces that a worker takes at a time.
const chunk = 4 * block

// RunOptions bound a run.
type RunOptions struct {
	// From is the number of the first trace, Count the number of traces; 0 means
	// no bound.
	From, Count uint64
	// Workers is the number of workers; 0 means one for each processor.
	Workers int
	// Findings is the number of findings after which it stops; 0 means 1.
	Findings int
	// Hang is the processor time that one trace may take before that is a finding; 0
	// means two minutes, far more than any trace takes. The time of other processes on
	// the machine does not count. Where processor time is not available, elapsed time is
	// used.
	Hang time.Duration
	// Progress is called from time to time with what was done so far, at most every
	// half second; it may be nil.
	Progress func(Progress)
}

// Progress is what was done up to a trace: all traces of the sequence before Next.
type Progress struct {
	Next     uint64
	Coverage Coverage
	Findings []Finding
}

// Run shares the sequence among goroutines until the context ends, the count is
// reached or there are enough findings. What it returns depends on the options and on
// Progress.Next alone: a run with one worker that gets as far finds the same, in the
// same order.
//
// Errors: a planted bug that this build does not have.
func Run(ctx context.Context, o Options, r RunOptions) (Progress, error) {
	if r.Workers <= 0 {
		r.Workers = runtime.GOMAXPROCS(0)
	}
	r.Findings = max(r.Findings, 1)
	if r.Hang <= 0 {
		r.Hang = 2 * time.Minute
	}
	c := &crew{options: o, run: r, done: make(chan part, r.Workers), watches: make([]watch, r.Workers)}
	c.cursor.Store(r.From / chunk)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	for k := range r.Workers {
		s, err := NewSession(o)
		if err != nil {
			return Progress{}, err
		}
		workers.Go(func() { c.work(ctx, s, &c.watches[k]) })
	}
	go func() {
		workers.Wait()
		close(c.done)
	}()
	return c.collect(stop), nil
}

// crew are the workers of a run.
type crew struct {
	options Options
	run     RunOptions
	// cursor is the number of the next chunk.
	cursor  atomic.Uint64
	done    chan part
	watches []watch
}

// part is the outcome of the traces in a range of numbers.
type part struct {
	from, to uint64
	coverage Coverage
	findings []Finding
	// whole means that all traces of the part were tried.
	whole bool
}

// watch is what a worker is working on: a trace's number plus 1, 0 for none.
type watch struct{ at atomic.Uint64 }

// work takes one chunk after the other.
func (c *crew) work(ctx context.Context, s *Session, w *watch) {
	for ctx.Err() == nil {
		from, to, ok := c.stretch(c.cursor.Add(1) - 1)
		if !ok {
			return
		}
		p := part{from: from, to: to, whole: true}
		s.Seek(from)
		for s.Next() < to {
			if ctx.Err() != nil {
				p.to, p.whole = s.Next(), false
				break
			}
			w.at.Store(s.Next() + 1)
			p.findings = append(p.findings, s.Step(1, 0)...)
			if len(p.findings) >= c.run.Findings {
				p.to = s.Next()
				break
			}
		}
		w.at.Store(0)
		p.coverage = s.TakeCoverage()
		c.done <- p
	}
}

// stretch returns the range of a chunk's traces that belongs to the run.
func (c *crew) stretch(k uint64) (from, to uint64, ok bool) {
	from, to = max(k*chunk, c.run.From), (k+1)*chunk
	if c.run.Count > 0 {
		to = min(to, c.run.From+c.run.Count)
	}
	return from, to, from < to
}

// collect puts the parts together in the order of the sequence.
func (c *crew) collect(stop func()) Progress {
	total := Progress{Next: c.run.From}
	waiting := make(map[uint64]part)
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	stuck := make(map[int]since)
	for ended := false; ; {
		select {
		case p, open := <-c.done:
			if !open {
				return total
			}
			waiting[p.from] = p
			for next, there := waiting[total.Next]; there && !ended; next, there = waiting[total.Next] {
				delete(waiting, next.from)
				ended = c.join(&total, next)
			}
			if ended {
				stop()
			}
		case <-tick.C:
			if c.run.Progress != nil {
				c.run.Progress(total)
			}
			if f, hangs := c.hanging(stuck, c.spent()); hangs {
				stop()
				total.Findings = append(total.Findings, f)
				return total // its goroutine cannot be stopped
			}
		}
	}
}

// join adds the next part, and reports whether that ends the run.
func (c *crew) join(total *Progress, p part) (ended bool) {
	total.Coverage.Add(&p.coverage)
	total.Next = p.to
	total.Findings = append(total.Findings, p.findings...)
	if len(total.Findings) >= c.run.Findings {
		total.Findings = total.Findings[:c.run.Findings]
		total.Next = total.Findings[len(total.Findings)-1].Index + 1
		return true
	}
	return !p.whole
}

// since says when a worker was first seen working on a trace.
type since struct {
	at   uint64
	when time.Duration
}

// spent returns each worker's share of the process's processor time, if all are
// working. A worker that is alone has had more than that, so it is allowed more time.
func (c *crew) spent() time.Duration {
	return processes.Spent() / time.Duration(c.run.Workers)
}

// hanging looks for a worker that has been working on one trace for too long. now is
// the result of spent.
func (c *crew) hanging(stuck map[int]since, now time.Duration) (Finding, bool) {
	for k := range c.watches {
		at := c.watches[k].at.Load()
		if at == 0 || stuck[k].at != at {
			stuck[k] = since{at, now}
			continue
		}
		if now-stuck[k].when >= c.run.Hang {
			return c.hung(at - 1), true
		}
	}
	return Finding{}, false
}

// hung is the finding for a trace that does not end.
func (c *crew) hung(index uint64) Finding {
	s, err := NewSession(c.options)
	if err != nil {
		panic("BUG: a session could be made before: " + err.Error())
	}
	a := s.make(index)
	f := Finding{Seed: c.options.Seed, Index: index, Passes: a.passes, Bug: c.options.Bug, recorded: cloneTrace(a.trace)}
	f.Failure = Failure{Kind: Hangs, Oracle: "optimizer", Detail: fmt.Sprintf("no result within %s of processor time", c.run.Hang)}
	f.Trace = f.recorded.String()
	return f
}
