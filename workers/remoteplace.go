package workers

import (
	"context"
	"errors"
	"slices"
	"time"

	"unbox/workers/queue"
)

// This file is about places on other machines. A class has those of its own machine; while jobs wait, it borrows
// others, each for one turn. The class's own queue still decides whose turn it is. Package workers/remote finds
// such places.

// ErrLost is returned for a job on another machine from which nothing is heard any more. It may be done
// again.
var ErrLost = errors.New("expected an answer of another machine that does jobs, found none any more")

// Away is a place on another machine that was borrowed for one turn. It is used by one
// goroutine.
type Away interface {
	// Do does a job of a client.
	//
	// Errors: as those of Turn.Do.
	Do(ctx context.Context, client queue.Client, j Job) ([]byte, error)
	// End returns the place. It must be called once.
	End()
}

// Name is the name of the class.
func (c *Class) Name() string { return c.c.Name }

// Wanted receives whenever a job begins to wait or moves up: more places would be
// used.
func (c *Class) Wanted() <-chan struct{} { return c.wanted }

func (c *Class) want() {
	select {
	case c.wanted <- struct{}{}:
	default: // it has already been told
	}
}

// lent is how long a borrowed place is kept if no job takes it, because its client
// has left.
const lent = time.Second

// Lend adds a place on another machine for one turn. It is returned after that, or if no job takes it.
func (c *Class) Lend(a Away) {
	s := &slot{core: -1, away: a}
	c.mu.Lock()
	if c.shut {
		c.mu.Unlock()
		a.End()
		return
	}
	c.free = append(c.free, s)
	s.idle = time.AfterFunc(lent, func() { c.unlend(s) })
	c.mu.Unlock()
	c.queue.Grow(1)
}

// unlend returns a place that no job took.
func (c *Class) unlend(s *slot) {
	c.mu.Lock()
	at := slices.Index(c.free, s)
	switch {
	case at < 0 || c.shut:
		c.mu.Unlock()
		return
	case !c.queue.Shrink(): // a job has taken a place, this one or another one
		s.idle.Reset(lent)
		c.mu.Unlock()
		return
	}
	c.free = slices.Delete(c.free, at, at+1)
	c.mu.Unlock()
	s.away.End()
}

// giveBack returns a place after its turn. The queue has one less as soon as it is released.
func (c *Class) giveBack(s *slot) {
	s.away.End()
	c.queue.Grow(-1)
}

// Away reports whether the turn's place is on another machine.
func (t *Turn) Away() bool { return t.slot.away != nil }

// there does a job on another machine.
func (t *Turn) there(ctx context.Context, j Job) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.class.closing, cancel)()
	result, err := t.slot.away.Do(ctx, t.client, j)
	if errors.Is(err, ErrLost) {
		t.class.pool.c.Log.Warn("a machine was lost; its job is done again", "class", t.class.c.Name, "reason", err)
	}
	if err != nil {
		err = t.class.closedOr(err)
	}
	return result, err
}
