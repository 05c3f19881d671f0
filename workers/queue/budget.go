package queue

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Budget is an amount of something, such as bytes of memory, of which many clients need
// parts of different sizes for a while. Clients wait for it in turns, as in a Queue.
type Budget struct {
	q     *Queue
	total int
	// idle are the grants whose holders only wait for their clients, with how to end them.
	idle map[*Grant]func()
}

// NewBudget returns a budget with a total, and with the maximum that a block and a seat may
// hold at a time. limits say how many requests may wait.
func NewBudget(total, perBlock, perSeat int, limits Limits) *Budget {
	q := New(total, limits)
	q.share = share{perSeat: perSeat, perBlock: perBlock, seats: map[Client]int{}, blocks: map[string]int{}}
	return &Budget{q: q, total: total, idle: map[*Grant]func(){}}
}

// Grant is a part of a budget that a client holds. It is not for several goroutines at once.
type Grant struct {
	b      *Budget
	client Client
	amount int
	// asked means that its holder was already asked to end it for another client, while it was idle. The
	// budget's queue guards it.
	asked bool
}

// Reserve waits until a client may have the amount. The caller must release the
// Grant.
//
// Errors: more than the total, a *Full, ErrClosed, or that of the context.
func (b *Budget) Reserve(ctx context.Context, c Client, amount int) (*Grant, error) {
	if amount > b.total {
		return nil, fmt.Errorf("expected a request that needs at most %d bytes of the server's memory, found one that needs %d", b.total, amount)
	}
	waiting, got := context.WithCancel(ctx)
	defer got()
	go b.press(waiting, c, amount)
	if _, err := b.q.acquire(ctx, c, amount, nil); err != nil {
		return nil, err
	}
	b.q.served(c)
	return &Grant{b: b, client: c, amount: amount}, nil
}

// Resize sets how much the client holds now. If that is more than before, it is taken
// without waiting, even if that is more than there is: then no other client gets anything
// until it is released.
func (g *Grant) Resize(amount int) {
	if amount != g.amount {
		g.b.q.release(g.client, g.amount-amount)
		g.amount = amount
	}
}

// Release releases what is held. It may be called again.
func (g *Grant) Release() {
	g.Idle(nil)
	g.Resize(0)
}

// Idle says that the holder only waits for its client: for the rest of what the client sends, or
// until it has read what is sent to it. If another client that has less of the budget waits for a
// part of it, end is called repeatedly until this grant is released. With nil, the holder is no
// longer idle.
func (g *Grant) Idle(end func()) {
	g.b.q.mu.Lock()
	defer g.b.q.mu.Unlock()
	if end == nil {
		g.asked = false
		delete(g.b.idle, g)
		return
	}
	g.b.idle[g] = end
}

// pressAgain is the interval at which a waiting client has idle grants ended.
const pressAgain = 50 * time.Millisecond

// press ends idle grants for a client as long as it waits.
func (b *Budget) press(ctx context.Context, c Client, amount int) {
	again := time.NewTicker(pressAgain)
	defer again.Stop()
	for {
		select {
		case <-again.C:
		case <-ctx.Done():
			return
		}
		for _, end := range b.victims(c, amount) {
			end()
		}
	}
}

// victims returns how to end as many idle grants as a client needs. They belong to the holders of the most, and of
// more than the client holds itself. Those that were asked before come first: what they hold is about to be
// released, so no other grant has to be ended for it, however long they take.
func (b *Budget) victims(c Client, amount int) []func() {
	b.q.mu.Lock()
	defer b.q.mu.Unlock()
	var all []*Grant
	for g := range b.idle {
		if b.more(g.client, c) {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, b.endsBefore)
	var ends []func()
	missing := amount - b.q.free
	for _, g := range all {
		if missing <= 0 && b.q.share.allows(c, amount) {
			break
		}
		g.asked = true
		ends = append(ends, b.idle[g])
		missing -= g.amount
	}
	return ends
}

// endsBefore is negative if an idle grant is ended before another one.
func (b *Budget) endsBefore(x, y *Grant) int {
	if x.asked != y.asked {
		if x.asked {
			return -1
		}
		return 1
	}
	return b.q.share.blocks[y.client.Block] - b.q.share.blocks[x.client.Block]
}

// more reports whether a holder has more than a client: its block, or within one block its seat.
func (b *Budget) more(holder, c Client) bool {
	if holder.Block != c.Block {
		return b.q.share.blocks[holder.Block] > b.q.share.blocks[c.Block]
	}
	return b.q.share.seats[holder] > b.q.share.seats[c]
}

// Free returns how much is not held; it is negative if grants grew beyond the total.
func (b *Budget) Free() int {
	b.q.mu.Lock()
	defer b.q.mu.Unlock()
	return b.q.free
}
