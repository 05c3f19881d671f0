package workers

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"unbox/workers/queue"
)

// ClassConfig configures the workers of a class. A field that is 0 or nil has the default in
// brackets.
type ClassConfig struct {
	// Name is for logs.
	Name string
	// Role is the name, known to Main, of what they do.
	Role string
	// Setup returns what the role needs when a worker starts; it may wait for that until the context ends, which
	// happens when the class closes [nothing].
	Setup func(ctx context.Context) ([]byte, error)
	// Places is the number of jobs that are done at the same time [1].
	Places int
	// Waiting bounds the queue [16 of a seat, 250 of a block, 500 of all].
	Waiting queue.Limits
	// Private gives each client a process of its own: one that has worked for a client works
	// for no other.
	Private bool
	// Pinned gives each place a core of its own, from the last one on: interrupts prefer the
	// first.
	Pinned bool
	// Nice is the scheduling priority of the workers: 0 for normal, 19 for the
	// lowest.
	Nice int
	// StartTime is the maximum time until a worker is ready, from when it has its setup [1 min].
	StartTime time.Duration
	// IdleTime is the time without a job after which a worker ends [never].
	IdleTime time.Duration
	// Memory is the maximum resident memory of a worker in bytes [no bound except those of
	// its role].
	Memory uint64
	// Clock is the maximum time of a job that does not set its own [20 s].
	Clock time.Duration
	// MaxResult is the maximum length of a result in bytes [1 MiB].
	MaxResult int
}

func (c ClassConfig) withDefaults() ClassConfig {
	if c.Setup == nil {
		c.Setup = func(context.Context) ([]byte, error) { return nil, nil }
	}
	if c.Places <= 0 {
		c.Places = 1
	}
	if c.Waiting == (queue.Limits{}) {
		c.Waiting = queue.Limits{PerSeat: 16, PerBlock: 250, Total: 500}
	}
	if c.StartTime <= 0 {
		c.StartTime = time.Minute
	}
	if c.Clock <= 0 {
		c.Clock = 20 * time.Second
	}
	if c.MaxResult <= 0 {
		c.MaxResult = 1 << 20
	}
	return c
}

// Class is a number of identical workers with a queue.
type Class struct {
	pool  *Pool
	c     ClassConfig
	queue *queue.Queue

	mu sync.Mutex
	// free are the free slots, the least recently used one first.
	free []*slot
	shut bool
	// turns and starts are those that are in progress; closing ends when the class
	// closes.
	turns, starts sync.WaitGroup
	closing       context.Context
	close         context.CancelFunc
	// wanted is told when a job has to wait.
	wanted chan struct{}
}

// slot is a place with its processes. It belongs to the turn that has it or, if it is free, to
// the holder of the class's lock.
type slot struct {
	core int
	// process does the jobs; nil if there is none.
	process *process
	// next is the process that takes its place, started ahead; nil if there is none.
	next *starting
	idle *time.Timer
	// away is a place on another machine, which has no process here; nil for a place on this
	// machine.
	away Away
}

// starting is a process that has been started ahead.
type starting struct {
	// done is closed when the start is over; process or err is the outcome.
	done    chan struct{}
	process *process
	err     error
}

// Class adds a class to the pool. It starts no worker: Warm does, or the first job.
func (p *Pool) Class(c ClassConfig) *Class {
	c = c.withDefaults()
	if p.c.Alike {
		c.Nice = 0
	}
	k := &Class{pool: p, c: c, queue: queue.New(c.Places, c.Waiting), wanted: make(chan struct{}, 1)}
	k.closing, k.close = context.WithCancel(context.Background())
	list := cores()
	for i := range c.Places {
		s := &slot{core: -1}
		if c.Pinned && len(list) > 0 {
			s.core = list[(2*len(list)-1-i%len(list))%len(list)]
		}
		k.free = append(k.free, s)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.classes = append(p.classes, k)
	if p.shut {
		k.shut = true
		k.queue.Close()
		k.close()
	}
	return k
}

// Waiting returns the number of requests that wait in the queue.
func (c *Class) Waiting() int { return c.queue.Waiting() }

// Places returns the number of jobs that are done at the same time.
func (c *Class) Places() int { return c.c.Places }

// Admit reports whether a client that came now would be refused, and why.
//
// Errors: as those of package queue.
func (c *Class) Admit(client queue.Client) error { return c.queue.Admit(client) }

// Warm starts a worker for every free place that has none, one after the other.
//
// Errors: that of the context, ErrClosed, or a worker that cannot be started.
func (c *Class) Warm(ctx context.Context) error {
	for {
		s, n := c.ahead()
		if s == nil {
			return nil
		}
		select {
		case <-n.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if n.err != nil {
			c.mu.Lock()
			if s.next == n {
				s.next = nil
			}
			c.mu.Unlock()
			return c.closedOr(n.err)
		}
	}
}

// ahead returns a free place that has no worker, with one that starts.
func (c *Class) ahead() (*slot, *starting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shut {
		return nil, nil
	}
	for _, s := range c.free {
		if s.away != nil || s.process != nil || s.next != nil && s.next.over() {
			continue
		}
		if s.next == nil {
			s.next = c.begin(s)
		}
		return s, s.next
	}
	return nil, nil
}

// Count returns the number of workers that are ready or working, without those
// that are starting.
func (c *Class) Count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.c.Places
	for _, s := range c.free {
		if s.away == nil && s.process == nil && (s.next == nil || !s.next.over()) {
			n--
		}
	}
	return n
}

// ended reports whether a start is over; over, whether it has succeeded, too.
func (n *starting) ended() bool {
	select {
	case <-n.done:
		return true
	default:
		return false
	}
}

func (n *starting) over() bool { return n.ended() && n.err == nil }

// begin starts a process ahead. The caller has the slot, and the class is not closed: the
// caller either holds the lock and has checked, or it has a turn.
func (c *Class) begin(s *slot) *starting {
	n := &starting{done: make(chan struct{})}
	c.starts.Go(func() {
		defer close(n.done)
		setup, err := c.c.Setup(c.closing)
		if err != nil {
			n.err = err
			return
		}
		ctx, cancel := context.WithTimeoutCause(c.closing, c.c.StartTime, fmt.Errorf("%v are over", c.c.StartTime))
		defer cancel()
		n.process, n.err = start(ctx, plan{
			program: c.pool.c.Program, role: c.c.Role, core: s.core, setup: setup, maxResult: c.c.MaxResult,
			orders: orders{User: c.pool.c.User, AllowRoot: c.pool.c.AllowRoot, Nice: c.c.Nice},
		})
	})
	return n
}

// take takes the free slot that suits a client best.
func (c *Class) take(client queue.Client) *slot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.free) == 0 {
		panic("BUG: more turns than places")
	}
	best := 0
	for i, s := range c.free {
		if c.suits(s, client) > c.suits(c.free[best], client) {
			best = i
		}
	}
	s := c.free[best]
	c.free = append(c.free[:best:best], c.free[best+1:]...)
	if s.idle != nil {
		s.idle.Stop()
	}
	return s
}

// suits is larger for a slot whose process can begin sooner: the client's own, one without
// a client, one that is ready to follow, one that is starting, none.
func (c *Class) suits(s *slot, client queue.Client) int {
	p := s.process
	switch {
	case p != nil && p.isOf(client):
		return 4
	case p != nil && p.owner == nil:
		return 3
	case s.away != nil, s.next != nil && s.next.over():
		return 2
	case s.next != nil:
		return 1
	}
	return 0
}

// give returns a slot, and starts a process ahead if the next turn would have to wait for
// one because this one has ended, or belongs to a client.
func (c *Class) give(s *slot, used bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if used && s.next == nil && !c.shut && (s.process == nil || s.process.owner != nil) {
		s.next = c.begin(s)
	}
	c.free = append(c.free, s)
	if c.c.IdleTime > 0 {
		s.idle = time.AfterFunc(c.c.IdleTime, func() { c.retire(s) })
	}
}

// retire ends the processes of a slot that has not been used for a while. One that is starting is left to
// whoever comes next: on a busy machine a start can take longer than workers are idle, and each client that
// came and left would start another one.
func (c *Class) retire(s *slot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shut || !slices.Contains(c.free, s) {
		return
	}
	if s.next != nil && !s.next.ended() {
		s.idle.Reset(c.c.IdleTime)
		return
	}
	old := &slot{process: s.process, next: s.next}
	s.process, s.next = nil, nil
	c.starts.Go(old.clear) // stopping takes a moment, for which the lock is not held
}

// clear ends what is on a slot.
func (s *slot) clear() {
	if s.away != nil {
		s.away.End()
	}
	if s.process != nil {
		s.process.stop()
		s.process = nil
	}
	if s.next != nil {
		<-s.next.done
		if s.next.process != nil {
			s.next.process.stop()
		}
		s.next = nil
	}
}

// Close ends all workers, including those that are working or starting, and waits
// until they are gone.
func (c *Class) Close() {
	c.mu.Lock()
	c.shut = true
	c.mu.Unlock()
	c.close()
	c.queue.Close()
	c.turns.Wait()
	c.starts.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.free {
		if s.idle != nil {
			s.idle.Stop()
		}
		s.clear()
	}
}

// closedOr is the error, or ErrClosed if that is the reason.
func (c *Class) closedOr(err error) error {
	if c.closing.Err() != nil {
		return ErrClosed
	}
	return err
}
