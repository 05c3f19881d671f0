package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"unbox/workers/sandbox"
	"unbox/workers/queue"
)

// Config says how a pool works. A field that is 0 has the default in brackets.
type Config struct {
	// Program and Args start a worker: usually the running binary and Argument.
	Program string
	Args    []string
	// Workers is how many jobs run at a time, each on a core of its own [half of
	// the cores, at least one].
	Workers int
	// JobTime is how long one job may take [20 s].
	JobTime time.Duration
	// MostWaiting is how many jobs of one seat may wait [4].
	MostWaiting int
	// IdleTime is after how long without a job a process is ended [1 min].
	IdleTime time.Duration
}

// Pool does jobs in worker processes. Its methods may be called by several
// goroutines.
type Pool struct {
	c     Config
	queue *queue.Queue
	mu    sync.Mutex
	slots []*slot // the free ones
	shut  bool
	jobs  sync.WaitGroup
	// closing ends when the pool is closed.
	closing context.Context
	close   context.CancelFunc
}

// slot is a core with the process on it.
type slot struct {
	core    int
	process *process // nil until it is needed
	idle    *time.Timer
}

// New returns a pool. It starts no process before the first job.
func New(c Config) *Pool {
	list := cores()
	if c.Workers == 0 {
		c.Workers = max(1, len(list)/2)
	}
	if c.JobTime == 0 {
		c.JobTime = 20 * time.Second
	}
	if c.MostWaiting == 0 {
		c.MostWaiting = 4
	}
	if c.IdleTime == 0 {
		c.IdleTime = time.Minute
	}
	p := &Pool{c: c, queue: queue.New(c.Workers, queue.Limits{PerSeat: c.MostWaiting, PerBlock: mostWaiting / 2, Total: mostWaiting})}
	p.closing, p.close = context.WithCancel(context.Background())
	for i := range c.Workers {
		core := -1
		if len(list) > 0 { // the last cores, since interrupts prefer the first
			core = list[(2*len(list)-1-i)%len(list)]
		}
		p.slots = append(p.slots, &slot{core: core})
	}
	return p
}

// ErrFull is returned to a client that has as many jobs waiting as it may have.
var ErrFull = errors.New("expected a few measurements at a time, found too many waiting; wait for one of them or cancel it")

// ErrClosed is returned after Pool.Close.
var ErrClosed = errors.New("the server is stopping; ask again in a moment")

// mostWaiting is how many jobs of all clients may wait.
const mostWaiting = 1000

// ErrTooLong is returned for a job that took longer than Config.JobTime.
var ErrTooLong = errors.New("expected the code to be done in time, found it still running; it was ended")

// Job is one piece of work.
type Job struct {
	// Client is who asks; clients are served in turns.
	Client queue.Client
	// Contents are for the function that was given to Serve.
	Contents []byte
	// Place is told the place in the queue, from 1, whenever it changes; Started
	// that the job began; Event what the worker tells. All are called by the
	// goroutine that called Do. Any may be nil.
	Place   func(int)
	Started func(sandbox.Report)
	Event   func([]byte)
}

// Do does a job and returns its result. When the context ends, the job's process
// is killed.
//
// Errors: ErrFull, ErrClosed, ErrTooLong, that of the context, a *Death, or what the job's
// function said, which is a *Failure.
func (p *Pool) Do(ctx context.Context, j Job) ([]byte, error) {
	p.mu.Lock()
	if p.shut {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	p.jobs.Add(1)
	p.mu.Unlock()
	defer p.jobs.Done()
	if err := p.queue.Acquire(ctx, j.Client, j.Place); err != nil {
		return nil, queueError(err)
	}
	defer p.queue.Release()
	s := p.take()
	defer p.give(s)
	return p.run(ctx, s, j)
}

// queueError says in the pool's words why there was no place.
func queueError(err error) error {
	switch {
	case errors.Is(err, queue.ErrFull):
		return ErrFull
	case errors.Is(err, queue.ErrClosed):
		return ErrClosed
	}
	return err
}

// Failure is what a job's function said.
type Failure struct{ Message string }

// Error returns the message.
func (f *Failure) Error() string { return f.Message }

// take takes a free slot, of which there is one for each place in the queue. One with a
// process is better.
func (p *Pool) take() *slot {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.slots) == 0 {
		panic("BUG: more jobs than places")
	}
	best := len(p.slots) - 1
	for i, s := range p.slots {
		if s.process != nil {
			best = i
		}
	}
	s := p.slots[best]
	p.slots = append(p.slots[:best:best], p.slots[best+1:]...)
	if s.idle != nil {
		s.idle.Stop()
	}
	return s
}

// give gives a slot back. Its process ends if nobody needs it for a while.
func (p *Pool) give(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shut && s.process != nil {
		s.process.stop()
		s.process = nil
	}
	p.slots = append(p.slots, s)
	if s.process != nil {
		s.idle = time.AfterFunc(p.c.IdleTime, func() { p.retire(s) })
	}
}

// retire ends the process of a slot that is free.
func (p *Pool) retire(s *slot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, free := range p.slots {
		if free == s && s.process != nil {
			s.process.stop()
			s.process = nil
		}
	}
}

// run does a job on a slot's process, which is gone afterwards unless all went well.
func (p *Pool) run(ctx context.Context, s *slot, j Job) ([]byte, error) {
	if s.process == nil {
		started, err := start(p.c.Program, p.c.Args, s.core)
		if err != nil {
			return nil, err
		}
		s.process = started
	}
	if j.Started != nil {
		j.Started(s.process.report)
	}
	result, again, err := p.talk(ctx, s.process, j)
	if !again {
		s.process.stop()
		s.process = nil
	}
	return result, err
}

// talk sends a job and waits for its end. again tells that the process can do
// another one.
func (p *Pool) talk(ctx context.Context, worker *process, j Job) (result []byte, again bool, err error) {
	sent := make(chan error, 1)
	go func() { sent <- writeFrame(worker.w, frameJob, j.Contents) }()
	timeout := time.NewTimer(p.c.JobTime)
	defer timeout.Stop()
	for {
		select {
		case f, ok := <-worker.frames:
			switch {
			case !ok:
				return nil, false, worker.death()
			case f.kind == frameResult:
				return f.contents, <-sent == nil, nil
			case f.kind == frameError:
				return nil, <-sent == nil, &Failure{string(f.contents)}
			case f.kind != frameEvent:
				return nil, false, errFrame
			case j.Event != nil:
				j.Event(f.contents)
			}
		case <-timeout.C:
			return nil, false, fmt.Errorf("%w (after %v)", ErrTooLong, p.c.JobTime)
		case <-ctx.Done():
			return nil, false, ctx.Err()
		case <-p.closing.Done():
			return nil, false, ErrClosed
		}
	}
}

// Close ends all jobs and processes, and waits until they are gone.
func (p *Pool) Close() {
	p.mu.Lock()
	p.shut = true
	for _, s := range p.slots {
		if s.process != nil {
			s.process.stop()
			s.process = nil
		}
	}
	p.mu.Unlock()
	p.close()
	p.queue.Close()
	p.jobs.Wait()
}
