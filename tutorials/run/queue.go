package run

import (
	"context"
	"sync"
)

// queue gives out places fairly: clients take turns, however many runs each of them
// waits for.
type queue struct {
	mu sync.Mutex
	// free places; negative while more are in use than there are, which happens
	// when a slow run comes back to a full lane.
	free int
	// waiting has the clients that wait, in the order of their turns.
	waiting []*line
	total   int
	limits  queueLimits
}

type queueLimits struct{ perClient, total int }

// line is what one client waits for.
type line struct {
	client  string
	tickets []chan struct{}
}

// enter waits for a place. Errors: the context's, or ErrBusy at once.
func (q *queue) enter(ctx context.Context, client string) error {
	q.mu.Lock()
	if q.free > 0 && q.total == 0 {
		q.free--
		q.mu.Unlock()
		return nil
	}
	own := q.lineOf(client)
	if q.total >= q.limits.total || own != nil && len(own.tickets) >= q.limits.perClient {
		q.mu.Unlock()
		return ErrBusy
	}
	if own == nil {
		own = &line{client: client}
		q.waiting = append(q.waiting, own)
	}
	ticket := make(chan struct{})
	own.tickets = append(own.tickets, ticket)
	q.total++
	q.mu.Unlock()
	select {
	case <-ticket:
		return nil
	case <-ctx.Done():
	}
	if !q.forget(client, ticket) {
		q.leave() // the place came at the same moment
	}
	return ctx.Err()
}

func (q *queue) lineOf(client string) *line {
	for _, l := range q.waiting {
		if l.client == client {
			return l
		}
	}
	return nil
}

// leave gives a place back, or to the next client.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	for q.free > 0 && len(q.waiting) > 0 {
		next := q.waiting[0]
		q.waiting = q.waiting[1:]
		ticket := next.tickets[0]
		if next.tickets = next.tickets[1:]; len(next.tickets) > 0 {
			q.waiting = append(q.waiting, next) // its next turn comes after all others
		}
		q.total--
		q.free--
		close(ticket)
	}
}

// forget takes a ticket out of its line. It returns false if it was called already.
func (q *queue) forget(client string, ticket chan struct{}) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := q.lineOf(client)
	if own == nil {
		return false
	}
	for i, t := range own.tickets {
		if t == ticket {
			own.tickets = append(own.tickets[:i], own.tickets[i+1:]...)
			q.total--
			if len(own.tickets) == 0 {
				q.drop(own)
			}
			return true
		}
	}
	return false
}

func (q *queue) drop(l *line) {
	for i, other := range q.waiting {
		if other == l {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			return
		}
	}
}

// waitingNow returns how many runs wait.
func (q *queue) waitingNow() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.total
}
