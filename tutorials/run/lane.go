package run

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"unbox/workers/queue"
)

// lane is some workers with a queue in front of them.
type lane struct {
	queue *queue.Queue
	hello *hello
	// most is how many workers there are at most; nice lets all others go first.
	most int
	nice bool

	mu     sync.Mutex
	idle   []*process
	all    map[*process]bool
	closed bool
	// starting are the workers that are not in all yet; closing ends their start.
	starting sync.WaitGroup
	closing  context.Context
	stop     context.CancelFunc
}

func newLane(first *hello, workers int, limits queue.Limits, nice bool) *lane {
	l := &lane{queue: queue.New(workers, limits), hello: first, most: workers, nice: nice, all: make(map[*process]bool)}
	l.closing, l.stop = context.WithCancel(context.Background())
	return l
}

// patience is how long a run may take, without its time in the queue.
type patience struct {
	// computing is how long it may compute, where that is known; clock is how long it
	// may take altogether.
	computing, clock time.Duration
}

// do takes an order through the queue to a worker. The worker is killed when the
// patience or the context ends.
func (l *lane) do(ctx context.Context, client queue.Client, limit patience, orders ...timed) ([]byte, error) {
	if err := l.queue.Acquire(ctx, client, nil); err != nil {
		return nil, queueError(err)
	}
	defer l.queue.Release()
	w, err := l.worker(ctx, orders)
	if err != nil {
		return nil, err
	}
	var body []byte
	for _, o := range orders {
		if o.skip(w) {
			continue
		}
		if o.limit == (patience{}) {
			o.limit = limit
		}
		if body, err = l.supervise(ctx, w, o); err != nil {
			return nil, err
		}
		w.last = o.program
	}
	l.giveBack(w)
	return body, nil
}

// queueError says in the pool's words why there was no place.
func queueError(err error) error {
	switch {
	case errors.Is(err, queue.ErrFull):
		return ErrBusy
	case errors.Is(err, queue.ErrClosed):
		return ErrClosed
	}
	return err
}

// timed is an order with its own limit, zero for that of the run.
type timed struct {
	*order
	limit patience
	// program is the hash of the WASI program that the worker has afterwards.
	program string
}

// skip tells whether the worker has what the order would compile.
func (o timed) skip(w *process) bool {
	return o.Module != nil && w.last == o.program
}

// supervise runs an order in a worker, with an eye on the clock. After an error the
// worker is gone, except if the program alone is at fault.
func (l *lane) supervise(ctx context.Context, w *process, o timed) ([]byte, error) {
	type answer struct {
		r   *report
		err error
	}
	done := make(chan answer, 1)
	go func() {
		r, err := w.exchange(o.order)
		done <- answer{r, err}
	}()
	begin := time.Now()
	spent, _ := cpuTime(w.cmd.Process.Pid)
	look := time.NewTicker(max(min(o.limit.computing, o.limit.clock, 50*time.Millisecond), time.Millisecond))
	defer look.Stop()
	for {
		select {
		case a := <-done:
			return l.finish(w, o, a.r, a.err)
		case <-look.C:
			now, known := cpuTime(w.cmd.Process.Pid)
			if time.Since(begin) < o.limit.clock && !(known && now-spent >= o.limit.computing) {
				continue
			}
			l.discard(w)
			return nil, &Error{kindTime, fmt.Sprintf("expected an end after at most %v, found none; is there a loop that goes on for ever?", o.limit.clock)}
		case <-ctx.Done():
			l.discard(w)
			return nil, ctx.Err()
		}
	}
}

// finish takes a worker's report.
func (l *lane) finish(w *process, o timed, r *report, err error) ([]byte, error) {
	if err != nil {
		return nil, l.lost(w, err)
	}
	if r.Err != "" {
		w.last = o.program
		l.giveBack(w)
		return nil, &Error{r.Kind, r.Err}
	}
	return r.Body, nil
}

// lost is the error of a run whose worker ended by itself.
func (l *lane) lost(w *process, err error) error {
	l.discard(w)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrClosed
	}
	return &Error{kindCrash, "the run stopped together with its worker: " + err.Error()}
}

// worker returns an idle worker, best the one that has a program compiled, or
// starts one.
func (l *lane) worker(ctx context.Context, orders []timed) (*process, error) {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil, ErrClosed
	}
	n := len(l.idle)
	if n == 0 {
		l.mu.Unlock()
		return l.start(ctx)
	}
	best := n - 1
	for i, w := range l.idle {
		if orders[0].skip(w) {
			best = i
		}
	}
	w := l.idle[best]
	l.idle = append(l.idle[:best], l.idle[best+1:]...)
	l.mu.Unlock()
	return w, nil
}

func (l *lane) start(ctx context.Context) (*process, error) {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil, ErrClosed
	}
	l.starting.Add(1)
	l.mu.Unlock()
	defer l.starting.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(l.closing, cancel)()
	w, err := startProcess(ctx, l.hello, l.nice)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		w.kill()
		return nil, ErrClosed
	}
	l.all[w] = true
	return w, nil
}

func (l *lane) giveBack(w *process) {
	l.mu.Lock()
	keep := !l.closed && len(l.idle) < l.most
	if keep {
		l.idle = append(l.idle, w)
	} else {
		delete(l.all, w)
	}
	l.mu.Unlock()
	if !keep {
		w.kill()
	}
}

// discard kills a worker and starts the next one, so that nobody has to wait for
// it.
func (l *lane) discard(w *process) {
	l.mu.Lock()
	delete(l.all, w)
	again := !l.closed && len(l.all) < l.most
	l.mu.Unlock()
	w.kill()
	if again {
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), startLimit)
			defer cancel()
			// Where this fails, the next run starts its own worker and says why.
			if w, err := l.start(ctx); err == nil {
				l.giveBack(w)
			}
		}()
	}
}

// startLimit is how long a worker may take to start: a first one compiles the
// module.
const startLimit = time.Minute

// warm starts all workers, one after the other so that the later ones find the
// compiled module in the cache.
func (l *lane) warm(ctx context.Context) error {
	for l.count() < l.most {
		w, err := l.start(ctx)
		if err != nil {
			return err
		}
		l.giveBack(w)
	}
	return nil
}

func (l *lane) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all)
}

// close ends all workers, also those that only start, and waits for these.
func (l *lane) close() {
	l.queue.Close()
	l.stop()
	defer l.starting.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for w := range l.all {
		w.kill()
	}
	l.all, l.idle = nil, nil
}
