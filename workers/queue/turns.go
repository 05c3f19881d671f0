package queue

// This file is about the order. A block goes to the end of all blocks after each of its
// turns, and the seat that had it to the end of the block's seats.

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
	// ended gets nil when it is this one's turn, or why it never will be.
	ended chan error
	// moved gets the new place, counted from 1, whenever it changes. Only the
	// newest is kept. It is nil where nobody listens.
	moved chan int
}

// block returns the block of a client if it waits, else nil.
func (q *Queue) block(c Client) *block {
	for _, b := range q.blocks {
		if b.name == c.Block {
			return b
		}
	}
	return nil
}

// seat returns the seat of a client if it waits, else nil. A missing block has none.
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

// add puts a ticket behind its client's others.
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
	s.waiting = append(s.waiting, t)
	b.waiting++
	q.waiting++
}

// next takes the ticket out whose turn it is. There must be one.
func (q *Queue) next() *ticket {
	b := q.blocks[0]
	s := b.seats[0]
	t := s.waiting[0]
	q.blocks, b.seats, s.waiting = q.blocks[1:], b.seats[1:], s.waiting[1:]
	b.waiting--
	q.waiting--
	if len(s.waiting) > 0 {
		b.seats = append(b.seats, s)
	}
	if b.waiting > 0 {
		q.blocks = append(q.blocks, b)
	}
	return t
}

// remove takes a ticket out of the middle; false if it does not wait any more.
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

// tell tells everybody who waits and listens the own place.
func (q *Queue) tell() {
	place := 0
	q.eachInTurn(func(t *ticket) {
		place++
		if t.moved == nil {
			return
		}
		select { // only the newest place matters
		case <-t.moved:
		default:
		}
		t.moved <- place
	})
}

// eachInTurn visits all who wait in the order in which they are served if nobody comes or
// leaves.
func (q *Queue) eachInTurn(visit func(*ticket)) {
	orders := make([][]*ticket, len(q.blocks))
	for i, b := range q.blocks {
		lists := make([][]*ticket, len(b.seats))
		for k, s := range b.seats {
			lists[k] = s.waiting
		}
		orders[i] = interleave(lists, b.waiting)
	}
	for _, t := range interleave(orders, q.waiting) {
		visit(t)
	}
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
