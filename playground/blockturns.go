package playground

import (
	"context"
	"sync"
)

// turns lets each block of addresses do one thing at a time: for slow work that all wait for in one
// queue, each block then has at most one place in the queue. The zero value is ready to use.
type turns struct {
	mu sync.Mutex
	of map[string]*turn
}

// turn is the turn of a block; waiting counts those who have it or wait for it.
type turn struct {
	taken   chan struct{}
	waiting int
}

// take waits until it is the block's turn. done, which must be called then, gives it to the next one.
//
// Errors: the context ends before.
func (t *turns) take(ctx context.Context, block string) (done func(), err error) {
	t.mu.Lock()
	if t.of == nil {
		t.of = map[string]*turn{}
	}
	mine := t.of[block]
	if mine == nil {
		mine = &turn{taken: make(chan struct{}, 1)}
		t.of[block] = mine
	}
	mine.waiting++
	t.mu.Unlock()
	select {
	case mine.taken <- struct{}{}:
		return func() {
			<-mine.taken
			t.leave(block, mine)
		}, nil
	case <-ctx.Done():
		t.leave(block, mine)
		return nil, ctx.Err()
	}
}

func (t *turns) leave(block string, mine *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if mine.waiting--; mine.waiting == 0 {
		delete(t.of, block)
	}
}
