package queue

import (
	"context"
	"fmt"
)

// Budget is an amount of something, such as bytes of memory, of which many clients need
// different parts for a while. Clients wait for it in turns, as in a Queue.
type Budget struct {
	q     *Queue
	total int
}

// NewBudget returns a budget of so much in all, of which a block and a seat hold so much at a
// time. limits say how many requests may wait.
func NewBudget(total, perBlock, perSeat int, limits Limits) *Budget {
	q := New(total, limits)
	q.share = share{perSeat: perSeat, perBlock: perBlock, seats: map[Client]int{}, blocks: map[string]int{}}
	return &Budget{q: q, total: total}
}

// Grant is a part of a budget that a client holds. It is not for several goroutines at once.
type Grant struct {
	b      *Budget
	client Client
	amount int
}

// Reserve waits until a client may have so much. Whoever gets a Grant calls Release.
//
// Errors: more than there is in all, a *Full, ErrClosed, or that of the context.
func (b *Budget) Reserve(ctx context.Context, c Client, amount int) (*Grant, error) {
	if amount > b.total {
		return nil, fmt.Errorf("expected a request that needs at most %d bytes of the server's memory, found one that needs %d", b.total, amount)
	}
	if err := b.q.acquire(ctx, c, amount, nil); err != nil {
		return nil, err
	}
	return &Grant{b, c, amount}, nil
}

// Resize says how much the client holds now. More than it had is taken without waiting, also
// where that is more than there is: nobody else gets anything then until it is given back.
func (g *Grant) Resize(amount int) {
	if amount != g.amount {
		g.b.q.release(g.client, g.amount-amount)
		g.amount = amount
	}
}

// Release gives back what is held. It may be called again.
func (g *Grant) Release() { g.Resize(0) }

// Free returns how much nobody holds; less than nothing where grants grew beyond the total.
func (b *Budget) Free() int {
	b.q.mu.Lock()
	defer b.q.mu.Unlock()
	return b.q.free
}
