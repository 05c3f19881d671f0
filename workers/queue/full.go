package queue

import (
	"errors"
	"fmt"
	"slices"
)

// ErrClosed is returned after Queue.Close.
var ErrClosed = errors.New("expected an open queue, found it closed")

// ErrFull matches every *Full.
var ErrFull = errors.New("expected a free place in the queue, found the queue full; try again in a moment")

// Level says whose limit was reached.
type Level int

// The levels, from the narrowest to the widest.
const (
	OfSeat Level = iota
	OfBlock
	OfAll
)

// Full means that the maximum number of requests is waiting.
type Full struct {
	// Level says whose limit it is, and Limit is the maximum number of waiting
	// requests there.
	Level Level
	Limit int
	// Place is the place that a request of this client would have had, from 1.
	Place int
}

// Error returns the message for the client.
func (f *Full) Error() string {
	switch f.Level {
	case OfSeat:
		return fmt.Sprintf("expected at most %d of your requests in the queue, found one more; wait for one of them (the next would be in place %d)", f.Limit, f.Place)
	case OfBlock:
		return fmt.Sprintf("expected at most %d requests from your network address in the queue, found one more; try again in a moment (this one would be in place %d)", f.Limit, f.Place)
	}
	return fmt.Sprintf("expected at most %d requests in the queue, found one more; try again in a moment (this one would be in place %d)", f.Limit, f.Place)
}

// Is makes a *Full an ErrFull.
func (f *Full) Is(target error) bool { return target == ErrFull }

// room determines whether a ticket of a client may wait. If a ticket of another client
// has to give way for it, room returns that one.
//
// Errors: a *Full.
func (q *Queue) room(c Client) (loser *ticket, err error) {
	b := q.block(c)
	s := b.seat(c)
	own, inBlock := 0, 0
	if b != nil {
		inBlock = b.waiting
	}
	if s != nil {
		own = len(s.waiting)
	}
	switch {
	case own >= q.limits.PerSeat:
		return nil, q.full(c, &Full{Level: OfSeat, Limit: q.limits.PerSeat})
	case inBlock >= q.limits.PerBlock:
		if loser = b.greediest(own + 1); loser == nil {
			return nil, q.full(c, &Full{Level: OfBlock, Limit: q.limits.PerBlock})
		}
	case q.waiting >= q.limits.Total:
		if loser = q.greediest(inBlock + 1); loser == nil {
			return nil, q.full(c, &Full{Level: OfAll, Limit: q.limits.Total})
		}
	}
	return loser, nil
}

// greediest returns the last ticket of the seat that waits for the most places; nil if
// no seat waits for more than a given number.
func (b *block) greediest(than int) *ticket {
	var most []*ticket
	for _, s := range b.seats {
		if len(s.waiting) > than && len(s.waiting) >= len(most) { // the newest of those that have the most
			most = s.waiting
		}
	}
	if most == nil {
		return nil
	}
	return most[len(most)-1]
}

// greediest returns the last ticket of the greediest seat of the block that waits for
// the most; nil if no block waits for more than a given number.
func (q *Queue) greediest(than int) *ticket {
	var most *block
	for _, b := range q.blocks {
		if b.waiting > than && (most == nil || b.waiting >= most.waiting) {
			most = b
		}
	}
	if most == nil {
		return nil
	}
	return most.greediest(0)
}

// full completes the refusal of a client; nil means one that gives way to another.
func (q *Queue) full(c Client, f *Full) *Full {
	if f == nil {
		f = &Full{Level: OfAll, Limit: q.limits.Total}
		if q.waiting < q.limits.Total {
			f = &Full{Level: OfBlock, Limit: q.limits.PerBlock}
		}
	}
	f.Place = q.placeOf(c)
	return f
}

// placeOf returns the place that one more ticket of a client would have.
func (q *Queue) placeOf(c Client) int {
	t := &ticket{client: c}
	q.add(t)
	defer q.remove(t)
	return slices.Index(q.inTurn(), t) + 1
}
