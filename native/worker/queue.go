package worker

import (
	"context"
	"errors"
	"sync"
)

// ErrFull is returned to a session that has as many jobs waiting as it may have.
var ErrFull = errors.New("expected a few measurements at a time, found too many waiting; wait for one of them or cancel it")

// ErrClosed is returned after Pool.Close.
var ErrClosed = errors.New("the server is stopping; ask again in a moment")

// queue hands out places among sessions in turns: a session that asks ten times
// does not keep another waiting for more than one of them.
type queue struct {
	mu sync.Mutex
	// free is how many places are free.
	free int
	// turns are the sessions that wait, in the order in which they are served.
	turns []*turn
	most  int // jobs of one session that may wait
	shut  bool
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

func newQueue(places, most int) *queue { return &queue{free: places, most: most} }

// acquire waits for a place and tells how many are before it, itself included.
// The one who gets a place calls release.
//
// Errors: ErrFull, ErrClosed, or that of the context.
func (q *queue) acquire(ctx context.Context, session string, place func(int)) error {
	t, err := q.join(session)
	if err != nil {
		return err
	}
	for {
		select {
		case <-t.granted:
			if q.closed() {
				q.release()
				return ErrClosed
			}
			return nil
		case n := <-t.moved:
			place(n)
		case <-ctx.Done():
			q.leave(t)
			return ctx.Err()
		}
	}
}

func (q *queue) closed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.shut
}

func (q *queue) join(session string) (*ticket, error) {
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
	if len(own.waiting) >= q.most {
		return nil, ErrFull
	}
	own.waiting = append(own.waiting, t)
	q.tell()
	return t, nil
}

// turn returns the turn of a session, at the end if it had none.
func (q *queue) turn(session string) *turn {
	for _, t := range q.turns {
		if t.session == session {
			return t
		}
	}
	t := &turn{session: session}
	q.turns = append(q.turns, t)
	return t
}

// release gives a place back, to the next in turn if there is one.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.serve()
}

// serve gives free places to those who wait. A session that was served goes to
// the end.
func (q *queue) serve() {
	for q.free > 0 && len(q.turns) > 0 {
		t := q.turns[0]
		q.turns = q.turns[1:]
		q.free--
		close(t.waiting[0].granted)
		if t.waiting = t.waiting[1:]; len(t.waiting) > 0 {
			q.turns = append(q.turns, t)
		}
	}
	q.tell()
}

// leave takes a job out that does not want to wait any more, or gives back the
// place that it has got meanwhile.
func (q *queue) leave(gone *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, t := range q.turns {
		for k, w := range t.waiting {
			if w != gone {
				continue
			}
			t.waiting = append(t.waiting[:k:k], t.waiting[k+1:]...)
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

// close lets everybody who waits go on, to find that the queue is closed.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = true
	for _, t := range q.turns {
		for _, w := range t.waiting {
			q.free--
			close(w.granted)
		}
	}
	q.turns = nil
}

// tell tells everybody who waits the own place.
func (q *queue) tell() {
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
