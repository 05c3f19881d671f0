package workers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// Job is one piece of work.
type Job struct {
	// Client is the client; clients are served in turns. Within a turn it is the
	// turn's client.
	Client queue.Client
	// Contents are for the role's function.
	Contents []byte
	// Clock is the maximum time of the job, counted from when it has its worker; 0 means the class's. Computing is
	// the maximum processor time of its process, where the system provides it; 0 means no bound except the clock.
	Clock, Computing time.Duration
	// Again says that the job may be done twice. It is repeated once if its worker ends by
	// itself or is killed from outside.
	Again bool
	// Cut reports whether a result says that the job was cut off; it may be nil. A job that the pool ends is
	// always cut off.
	Cut func(result []byte) bool
	// Place is called with the place in the queue, from 1, whenever it changes; Started when the job
	// begins, with what locks its worker in; Event with what the worker reports. All are called by the
	// goroutine that called Do. Any may be nil.
	Place   func(int)
	Started func(sandbox.Report)
	Event   func([]byte)
}

// Turn is a place at a worker that a client holds. It is used by one goroutine.
type Turn struct {
	class  *Class
	slot   *slot
	place  *queue.Place
	client queue.Client
	// used means that it has had a worker.
	used bool
	// begun is the time when it got the place.
	begun time.Time
	// cut means that one of its jobs did not end by itself.
	cut bool
	// computed is the processor time of those of its jobs that are bounded by it.
	computed time.Duration
}

// Turn waits for a place. place is called with the place in the queue and may be nil. The
// caller must end the turn.
//
// Errors: those of package queue, ErrClosed, or that of the context.
func (c *Class) Turn(ctx context.Context, client queue.Client, place func(int)) (*Turn, error) {
	c.mu.Lock()
	if c.shut {
		c.mu.Unlock()
		return nil, ErrClosed
	}
	c.turns.Add(1)
	c.mu.Unlock()
	p, err := c.queue.Acquire(ctx, client, func(n int) {
		c.want()
		if place != nil {
			place(n)
		}
	})
	if err != nil {
		c.turns.Done()
		if errors.Is(err, queue.ErrClosed) {
			err = ErrClosed
		}
		return nil, err
	}
	return &Turn{class: c, slot: c.take(client), place: p, client: client, begun: time.Now()}, nil
}

// End releases the place. Its cost counts when others want turns, too: the processor time of its
// jobs, or the elapsed time if that is not known. It also counts whether its jobs ended by
// themselves.
func (t *Turn) End() {
	if t.slot.away != nil {
		t.class.giveBack(t.slot)
	} else {
		t.class.give(t.slot, t.used)
	}
	cost := t.computed
	if cost == 0 {
		cost = time.Since(t.begun)
	}
	t.place.Release(queue.Turn{Cost: float64(cost) / float64(time.Millisecond), Cut: t.cut})
	t.class.turns.Done()
}

// Do does one job in a turn of its own, and again in another one if the machine that did it was lost. When the
// context ends, the job's process is killed.
//
// Errors: those of Turn and of Turn.Do, except ErrLost.
func (c *Class) Do(ctx context.Context, j Job) ([]byte, error) {
	return RetryLost(func() ([]byte, error) { return c.inTurn(ctx, j) })
}

// RetryLost does something in a turn, and again in another one as long as the machine that did it was lost (ErrLost).
func RetryLost(inTurn func() ([]byte, error)) ([]byte, error) {
	for {
		result, err := inTurn()
		if !errors.Is(err, ErrLost) {
			return result, err
		}
	}
}

func (c *Class) inTurn(ctx context.Context, j Job) ([]byte, error) {
	t, err := c.Turn(ctx, j.Client, j.Place)
	if err != nil {
		return nil, err
	}
	defer t.End()
	return t.Do(ctx, j)
}

// Do does a job and returns its result.
//
// Errors: ErrClosed, ErrTooLong, ErrTooLarge, ErrLost, that of the context, a *Death, or what the
// role's function said, which is a *Failure.
func (t *Turn) Do(ctx context.Context, j Job) ([]byte, error) {
	result, err := t.once(ctx, j)
	var death *Death
	if j.Again && t.slot.away == nil && errors.As(err, &death) {
		result, err = t.once(ctx, j)
	}
	var failed *Failure
	t.cut = t.cut || err != nil && !errors.As(err, &failed) && !errors.Is(err, ErrLost) || j.Cut != nil && err == nil && j.Cut(result)
	return result, err
}

// once does a job on the slot's process, which is gone afterwards unless the job
// succeeded.
func (t *Turn) once(ctx context.Context, j Job) ([]byte, error) {
	if j.Clock <= 0 {
		j.Clock = t.class.c.Clock
	}
	if t.slot.away != nil {
		return t.there(ctx, j)
	}
	p, err := t.worker(ctx)
	if err != nil {
		return nil, err
	}
	if j.Started != nil {
		j.Started(p.report)
	}
	talk := &talk{process: p, job: &j, most: t.class.c.Memory, closing: t.class.closing}
	result, err := talk.run(ctx)
	if now, known := computing(p.cmd.Process.Pid); known && j.Computing > 0 {
		t.computed += now - talk.before
	}
	if !talk.again {
		p.stop()
		t.slot.process = nil
	}
	var death *Death
	if errors.As(err, &death) && t.class.closing.Err() == nil {
		t.class.pool.c.Log.Warn("a worker ended", "class", t.class.c.Name, "how", death.How, "words", death.Words)
	}
	return result, err
}

// worker is the process that does the turn's jobs: the existing one, if it may (it has no client yet, or has
// done a job of this turn, or others of this client), one that was started ahead, or one that is started now.
func (t *Turn) worker(ctx context.Context) (*process, error) {
	s := t.slot
	if p := s.process; p != nil {
		if !p.gone() && (p.owner == nil || p.owner == &t.client || p.isOf(t.client)) {
			return t.own(p), nil
		}
		p.stop()
		s.process = nil
	}
	for again := s.next != nil; ; again = false {
		p, err := t.started(ctx)
		if p != nil {
			return t.own(p), nil
		}
		if !again || ctx.Err() != nil {
			return nil, t.class.closedOr(err)
		}
		// What was started ahead did not start, or has ended meanwhile.
	}
}

// own notes which client the process belongs to from now on, if that matters.
func (t *Turn) own(p *process) *process {
	if t.class.c.Private {
		p.owner = &t.client
	}
	t.slot.process, t.used = p, true
	return p
}

// started waits for the process that was started ahead, or starts one. If the context ends
// first, the start continues for the next turn.
func (t *Turn) started(ctx context.Context) (*process, error) {
	s := t.slot
	if s.next == nil {
		s.next = t.class.begin(s)
	}
	select {
	case <-s.next.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	n := s.next
	s.next = nil
	if n.err != nil {
		return nil, n.err
	}
	if n.process.gone() {
		return nil, n.process.death()
	}
	return n.process, nil
}

// talk is one job between a pool and a worker.
type talk struct {
	process *process
	job     *Job
	// most is the maximum resident memory of the process in bytes; 0 for any.
	most    uint64
	closing context.Context
	// before is the processor time of the process when the job began.
	before time.Duration
	// again says afterwards whether the process can do another job.
	again bool
}

const (
	// lookAgain is the interval at which the pool checks a worker.
	lookAgain = 50 * time.Millisecond
	// maxThreads is the maximum number of threads of a worker: several times what
	// Go's runtime makes.
	maxThreads = 200
)

// run sends the job and waits for its end: an answer, after the whole job has been read.
func (t *talk) run(ctx context.Context) (result []byte, err error) {
	p := t.process
	select {
	case _, ok := <-p.frames:
		if ok {
			return nil, t.untimely()
		}
		return nil, p.death()
	default:
	}
	p.job++
	number, sent := p.job, make(chan error, 1)
	go func() { sent <- writeFrame(p.w, frame{frameJob, number, t.job.Contents}) }()
	t.before, _ = computing(p.cmd.Process.Pid)
	clock := t.job.Clock
	deadline := time.NewTimer(clock)
	defer deadline.Stop()
	again := time.NewTicker(max(min(lookAgain, clock, cmp.Or(t.job.Computing, clock)), time.Millisecond))
	defer again.Stop()
	var last *frame
	for last == nil || sent != nil {
		select {
		case f, ok := <-p.frames:
			switch {
			case !ok:
				return nil, p.death()
			case f.job != number || last != nil || f.kind == frameReady:
				return nil, t.untimely()
			case f.kind != frameEvent:
				last = &f
			case t.job.Event != nil:
				t.job.Event(f.contents)
			}
		case err := <-sent:
			if sent = nil; err != nil {
				return nil, p.death()
			}
		case <-again.C:
			if err := t.excess(clock); err != nil {
				return nil, err
			}
		case <-deadline.C:
			return nil, t.late(clock)
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.closing.Done():
			return nil, ErrClosed
		}
	}
	t.again = true
	if last.kind == frameError {
		return nil, failure(last.contents)
	}
	return last.contents, nil
}

// untimely ends a worker that sends something when it should not.
func (t *talk) untimely() error {
	t.process.stop()
	return &Death{How: "it answered something that it was not asked", Words: t.process.words.String()}
}

// late is the error of a job that the clock ended.
func (t *talk) late(clock time.Duration) error {
	now, known := computing(t.process.cmd.Process.Pid)
	if known && now-t.before < t.job.Computing {
		return fmt.Errorf("%w (after %v)", ErrStarved, clock)
	}
	return fmt.Errorf("%w (after %v)", ErrTooLong, clock)
}

// excess reports whether the process uses more than is allowed.
func (t *talk) excess(clock time.Duration) error {
	pid := t.process.cmd.Process.Pid
	now, _ := computing(pid)
	u, known := look(pid)
	switch {
	case t.job.Computing > 0 && now-t.before >= t.job.Computing:
		return fmt.Errorf("%w (after %v)", ErrTooLong, clock)
	case !known:
		return nil
	case t.most > 0 && u.memory > t.most:
		return fmt.Errorf("%w (it had more than %d MiB)", ErrTooLarge, t.most>>20)
	case u.threads > maxThreads:
		return fmt.Errorf("%w (it had %d threads)", ErrTooLarge, u.threads)
	}
	return nil
}
