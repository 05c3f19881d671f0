// Package queue shares a few workers among many clients, fairly, in two levels: blocks
// of addresses take turns, and within a block its seats. So a client that asks ten
// times, or under ten names, keeps another one waiting for one request, not for ten. A
// classroom behind one address shares the turns of that address.
package queue

import (
	"context"
	"sync"
)

// Client identifies who asks.
type Client struct {
	// Block is the block of addresses that the request comes from, such as "203.0.113.7/32";
	// requests of the program itself have none.
	Block string
	// Seat is one of those who share the block. All clients without a seat of their own
	// share the empty one.
	Seat string
}

// Limits say how many may wait; 0 means none.
type Limits struct {
	// PerSeat, PerBlock and Total bound the requests of a seat, of a block, and
	// all requests.
	PerSeat, PerBlock, Total int
	// Kept is the number of places that are reserved for clients whose turns are known to end by
	// themselves. It is less than the number of places.
	Kept int
}

// share bounds what a seat and a block hold at a time, 0 for no bound, and knows what they
// hold. A client that has its share is passed over until it releases something.
type share struct {
	perSeat, perBlock int
	seats             map[Client]int
	blocks            map[string]int
}

// Queue gives out places in turns. Its methods may be called by several goroutines.
type Queue struct {
	mu sync.Mutex
	// free is the number of free places.
	free int
	// blocks are those that wait, in the order in which they are served; waiting is
	// the number of places that they wait for.
	blocks  []*block
	waiting int
	limits  Limits
	share   share
	account account
	trust   *trust
	shut    bool
}

// Place is a place that a client holds. It is used by one goroutine.
type Place struct {
	q *Queue
	t *ticket
}

// Turn is what a client did with its place.
type Turn struct {
	// Cost is its cost, in milliseconds of a place: the client's block waits longer for its next
	// turn.
	Cost float64
	// Cut means that it did not end by itself.
	Cut bool
}

// New returns a queue with a number of places.
func New(places int, limits Limits) *Queue {
	q := &Queue{free: places, limits: limits}
	if limits.Kept > 0 {
		q.trust = &trust{most: max(places-limits.Kept, 1), left: map[Client]int{}}
	}
	return q
}

// Acquire waits for a place. place is called with the number of requests up to this
// one, itself included, whenever that changes; it may be nil, and is called by the
// goroutine that called Acquire. The caller must release the place.
//
// If the queue is full, a client that asks for little is let in all the same: the last
// request of those that take up most of the queue gives way, and is told that the
// queue is full.
//
// Errors: a *Full, ErrClosed, or that of the context.
func (q *Queue) Acquire(ctx context.Context, c Client, place func(int)) (*Place, error) {
	t, err := q.acquire(ctx, c, 1, place)
	if err != nil {
		return nil, err
	}
	return &Place{q, t}, nil
}

// acquire waits for a number of places at once.
func (q *Queue) acquire(ctx context.Context, c Client, need int, place func(int)) (*ticket, error) {
	t, err := q.join(c, need, place != nil)
	if err != nil {
		return nil, err
	}
	for {
		select {
		case err := <-t.ended:
			return t, err
		case n := <-t.moved:
			place(n)
		case <-ctx.Done():
			q.leave(t)
			return nil, ctx.Err()
		}
	}
}

// Admit reports whether a client that came now would be refused, and why, before its
// request is read.
//
// Errors: as those of Acquire.
func (q *Queue) Admit(c Client) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.shut {
		return ErrClosed
	}
	if q.atOnce(c, 1) {
		return nil
	}
	_, err := q.room(c)
	return err
}

// atOnce reports whether enough places are free, and no other turn comes first.
func (q *Queue) atOnce(c Client, need int) bool {
	return q.free >= need && q.allows(c, need) && q.first() == nil
}

func (q *Queue) join(c Client, need int, listens bool) (*ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.shut {
		return nil, ErrClosed
	}
	t := &ticket{client: c, need: need, ended: make(chan error, 1)}
	if listens {
		t.moved = make(chan int, 1)
	}
	if q.atOnce(c, need) {
		q.account.come(c.Block)
		q.grant(t)
		return t, nil
	}
	loser, err := q.room(c)
	if err != nil {
		return nil, err
	}
	if loser != nil {
		loser.ended <- q.full(loser.client, nil)
		q.remove(loser)
		q.account.gone(loser.client.Block)
	}
	q.add(t)
	q.tell()
	return t, nil
}

// allows reports whether a client may have the places now, if they are free.
func (q *Queue) allows(c Client, need int) bool {
	return q.share.allows(c, need) && q.trust.allows(c)
}

// Release releases the place, to the next in turn if there is one, and says what was done with it.
func (p *Place) Release(turn Turn) {
	p.q.mu.Lock()
	defer p.q.mu.Unlock()
	if cost := max(turn.Cost, 0); p.t.kept {
		p.q.account.expect(p.t.client.Block, cost)
	} else {
		p.q.account.charge(p.t.client.Block, cost, p.t.advance)
	}
	p.q.trust.learn(p.t.client, turn.Cut)
	p.q.back(p.t)
}

// back takes a ticket's places back.
func (q *Queue) back(t *ticket) {
	q.free += t.need
	q.share.take(t.client, -t.need)
	q.trust.leave(t)
	q.account.gone(t.client.Block)
	q.serve()
}

// release releases a number of places of a client; a negative number takes more, whether
// they are free or not.
func (q *Queue) release(c Client, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free += n
	q.share.take(c, -n)
	q.serve()
}

// served notes that a client has what it wanted, and that keeping it costs nothing.
func (q *Queue) served(c Client) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.account.gone(c.Block)
}

// grant gives a ticket its places.
func (q *Queue) grant(t *ticket) {
	q.free -= t.need
	q.share.take(t.client, t.need)
	if t.kept = q.trust.full(); !t.kept {
		t.advance = q.account.turn(t.client.Block)
	}
	q.trust.enter(t)
	t.ended <- nil
}

// serve gives free places to waiting requests. It waits for a request that needs many, or
// those that need few would keep it waiting for ever.
func (q *Queue) serve() {
	for t := q.first(); t != nil && t.need <= q.free; t = q.first() {
		q.take(t)
		q.grant(t)
	}
	q.tell()
}

// leave removes a ticket whose client no longer wants to wait, or releases the place that
// it has got meanwhile.
func (q *Queue) leave(t *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.remove(t) {
		q.account.gone(t.client.Block)
		q.tell()
		return
	}
	if err := <-t.ended; err == nil {
		q.back(t)
	}
}

// Grow adds places. A negative number removes some: if all are in use, those that are released next.
func (q *Queue) Grow(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free += n
	q.trust.grow(n)
	q.serve()
}

// Shrink removes a free place. It reports whether there was one.
func (q *Queue) Shrink() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.free <= 0 {
		return false
	}
	q.free--
	q.trust.grow(-1)
	return true
}

// Close ends all waiting with ErrClosed. Places in use stay in use.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = true
	for _, t := range q.inTurn() {
		t.ended <- ErrClosed
	}
	q.blocks, q.waiting = nil, 0
}

// Waiting returns the number of requests that wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
