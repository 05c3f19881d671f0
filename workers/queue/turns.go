package queue

// This file is about the order. The account decides which block has the next turn; among equal ones, and if only the places are left that
// are kept from strangers, it is the one that has waited longest. A block goes to the end of all blocks after each of its turns, and the
// seat that had it to the end of the block's seats. Where shares are bounded, as in a budget, the one that holds least comes first:
// otherwise, places that are held for long would be given out evenly to those who hold many and those who hold none.

// block is the seats of a block that wait, in the order in which they are served.
type block struct {
	name    string
	seats   []*seat
	waiting int // of all seats
}

// seat is one client with what it waits for, the oldest first.
type seat struct {
	name    string
	waiting []*ticket
}

// ticket is one request for a place.
type ticket struct {
	client Client
	// need is the number of places that it needs at once.
	need int
	// stranger means that it got its place as a stranger.
	stranger bool
	// kept means that it got a place that strangers cannot have, while they had all others.
	kept bool
	// advance is what its block was charged for its turn before it began.
	advance float64
	// ended gets nil when it is this one's turn, or why it never will be.
	ended chan error
	// moved gets the new place, counted from 1, whenever it changes. Only the
	// newest is kept. It is nil if no one listens.
	moved chan int
}

// block returns the block of a client if it waits, otherwise nil.
func (q *Queue) block(c Client) *block {
	for _, b := range q.blocks {
		if b.name == c.Block {
			return b
		}
	}
	return nil
}

// seat returns the seat of a client if it waits, otherwise nil. A missing block has
// none.
func (b *block) seat(c Client) *seat {
	if b == nil {
		return nil
	}
	for _, s := range b.seats {
		if s.name == c.Seat {
			return s
		}
	}
	return nil
}

// add puts a ticket after its client's others.
func (q *Queue) add(t *ticket) {
	b := q.block(t.client)
	if b == nil {
		b = &block{name: t.client.Block}
		q.blocks = append(q.blocks, b)
	}
	s := b.seat(t.client)
	if s == nil {
		s = &seat{name: t.client.Seat}
		b.seats = append(b.seats, s)
	}
	q.account.come(b.name)
	s.waiting = append(s.waiting, t)
	b.waiting++
	q.waiting++
}

// first returns the ticket whose turn it is, leaving out those whose clients hold their
// share, and strangers where the others' places are left; nil if there is none.
func (q *Queue) first() *ticket {
	var best *ticket
	for _, b := range q.blocks {
		if best != nil && !q.before(b.name, best.client.Block) {
			continue
		}
		if t := q.firstOf(b); t != nil {
			best = t
		}
	}
	return best
}

// before reports whether a block has its turn before another one.
func (q *Queue) before(block, other string) bool {
	if held, otherHeld := q.share.blocks[block], q.share.blocks[other]; held != otherHeld {
		return held < otherHeld
	}
	if q.trust.full() {
		return false // they are in the order in which they wait; what one has saved up must not keep the few others waiting
	}
	return q.account.before(block, other)
}

// firstOf returns the ticket of a block whose turn it is within the block; nil if there is none.
func (q *Queue) firstOf(b *block) *ticket {
	var best *ticket
	for _, s := range b.seats {
		t := s.waiting[0]
		if q.allows(t.client, t.need) && (best == nil || q.share.seats[t.client] < q.share.seats[best.client]) {
			best = t
		}
	}
	return best
}

// take removes the first ticket of a seat; the seat and its block had their turn.
func (q *Queue) take(t *ticket) {
	b := q.block(t.client)
	s := b.seat(t.client)
	q.remove(t)
	if len(s.waiting) > 0 {
		b.seats = append(without(b.seats, s), s)
	}
	if b.waiting > 0 {
		q.blocks = append(without(q.blocks, b), b)
	}
}

// remove removes a ticket from the middle; it returns false if the ticket no
// longer waits.
func (q *Queue) remove(t *ticket) bool {
	b := q.block(t.client)
	s := b.seat(t.client)
	if s == nil {
		return false
	}
	before := len(s.waiting)
	if s.waiting = without(s.waiting, t); len(s.waiting) == before {
		return false
	}
	b.waiting--
	q.waiting--
	if len(s.waiting) == 0 {
		b.seats = without(b.seats, s)
	}
	if b.waiting == 0 {
		q.blocks = without(q.blocks, b)
	}
	return true
}

// without returns a list without one of its elements, in an array of its own.
func without[T comparable](list []T, gone T) []T {
	var rest []T
	for _, e := range list {
		if e != gone {
			rest = append(rest, e)
		}
	}
	return rest
}

// tell tells all who wait and listen their places.
func (q *Queue) tell() {
	for i, t := range q.inTurn() {
		if t.moved == nil {
			continue
		}
		select { // only the newest place matters
		case <-t.moved:
		default:
		}
		t.moved <- i + 1
	}
}

// inTurn returns all waiting requests in the order in which they are served if none comes,
// leaves or holds its share.
func (q *Queue) inTurn() []*ticket {
	orders := make([][]*ticket, len(q.blocks))
	for i, b := range q.blocks {
		lists := make([][]*ticket, len(b.seats))
		for k, s := range b.seats {
			lists[k] = s.waiting
		}
		orders[i] = interleave(lists, b.waiting)
	}
	return interleave(orders, q.waiting)
}

// interleave takes the first of each list in turn, then the second of each, and so on.
// total is the length of all lists.
func interleave(lists [][]*ticket, total int) []*ticket {
	all := make([]*ticket, 0, total)
	for depth := 0; len(all) < total; depth++ {
		for _, list := range lists {
			if depth < len(list) {
				all = append(all, list[depth])
			}
		}
	}
	return all
}
