// Package turns gives out a few places among many sessions, fairly: a session that asks
// ten times does not keep another waiting for more than one of them.
package turns

import (
	"context"
	"errors"
	"sync"
)

// ErrFull is returned at once where as many wait as may.
var ErrFull = errors.New("expected a free place in the queue, found it full; try again in a moment")

// ErrClosed is returned after Queue.Close.
var ErrClosed = errors.New("expected an open queue, found it closed")

// Limits say how many may wait; 0 means none.
type Limits struct{ PerSession, Total int }

// Queue hands out places in turns. Its methods may be called by several goroutines.
type Queue struct {
	mu sync.Mutex
	// free is how many places are free.
	free int
	// turns are the sessions that wait, in the order in which they are served;
	// waiting is for how many places.
	turns   []*turn
	waiting int
	limits  Limits
	shut    bool
}

// turn is one session with the jobs that wait, the oldest first.
type turn struct {
	session string
	waiting []*ticket
}

// ticket is one job that waits.
type ticket struct {
	// granted is closed when it is this job's turn.
	granted chan struct{}
	// moved gets the new place, counted from 1, whenever it changes. Only the
	// newest is kept.
	moved chan int
}

// New returns a queue with so many places.
func New(places int, limits Limits) *Queue { return &Queue{free: places, limits: limits} }

// Acquire waits for a place. place is told how many are to be served up to this one,
// itself included, whenever that changes; it may be nil, and is called by the goroutine
// that called Acquire. The one who gets a place calls Release.
//
// Errors: ErrFull, ErrClosed, or that of the context.
func (q *Queue) Acquire(ctx context.Context, session string, place func(int)) error {
	t, err := q.join(session)
	if err != nil {
		return err
	}
	for {
		select {
		case <-t.granted:
			if q.closed() {
				q.Release()
				return ErrClosed
			}
			return nil
		case n := <-t.moved:
			if place != nil {
				place(n)
			}
		case <-ctx.Done():
			q.leave(t)
			return ctx.Err()
		}
	}
}

func (q *Queue) closed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.shut
}

func (q *Queue) join(session string) (*ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.shut {
		return nil, ErrClosed
	}
	t := &ticket{granted: make(chan struct{}), moved: make(chan int, 1)}
	if q.free > 0 && len(q.turns) == 0 {
		q.free--
		close(t.granted)
		return t, nil
	}
	own := q.turn(session)
	if q.waiting >= q.limits.Total || own != nil && len(own.waiting) >= q.limits.PerSession {
		return nil, ErrFull
	}
	if own == nil {
		own = &turn{session: session}
		q.turns = append(q.turns, own)
	}
	own.waiting = append(own.waiting, t)
	q.waiting++
	q.tell()
	return t, nil
}

// turn returns the turn of a session that waits, else nil.
func (q *Queue) turn(session string) *turn {
	for _, t := range q.turns {
		if t.session == session {
			return t
		}
	}
	return nil
}

// Release gives a place back, to the next in turn if there is one.
func (q *Queue) Release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.serve()
}

// serve gives free places to those who wait. A session that was served goes to
// the end.
func (q *Queue) serve() {
	for q.free > 0 && len(q.turns) > 0 {
		t := q.turns[0]
		q.turns = q.turns[1:]
		q.free--
		q.waiting--
		close(t.waiting[0].granted)
		if t.waiting = t.waiting[1:]; len(t.waiting) > 0 {
			q.turns = append(q.turns, t)
		}
	}
	q.tell()
}

// leave takes a job out that does not want to wait any more, or gives back the
// place that it has got meanwhile.
func (q *Queue) leave(gone *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, t := range q.turns {
		for k, w := range t.waiting {
			if w != gone {
				continue
			}
			t.waiting = append(t.waiting[:k:k], t.waiting[k+1:]...)
			q.waiting--
			if len(t.waiting) == 0 {
				q.turns = append(q.turns[:i:i], q.turns[i+1:]...)
			}
			q.tell()
			return
		}
	}
	q.free++
	q.serve()
}

// Close ends all waiting with ErrClosed. Places that are in use stay so.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = true
	for _, t := range q.turns {
		for _, w := range t.waiting {
			q.free--
			close(w.granted)
		}
	}
	q.turns, q.waiting = nil, 0
}

// tell tells everybody who waits the own place.
func (q *Queue) tell() {
	place := 0
	for depth := 0; ; depth++ {
		any := false
		for _, t := range q.turns {
			if depth >= len(t.waiting) {
				continue
			}
			any = true
			place++
			w := t.waiting[depth]
			select { // only the newest place matters
			case <-w.moved:
			default:
			}
			w.moved <- place
		}
		if !any {
			return
		}
	}
}

// Waiting returns how many wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
