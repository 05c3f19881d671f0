package keeper

import (
	"sync"
	"time"
)

// This file is about how long a server may answer from its memory. A server that is cut off from NATS does not hear that another one took
// its lease, and one that was suspended has not heard it yet. So each renewal is good for a while by the holder's own clock, and whoever
// takes the lease waits until that is over before anybody sees the classes there. No clock has to be right: all have to run about as fast.

const (
	// trust is how long a server answers from its memory after it began a renewal that NATS has confirmed.
	trust = time.Second
	// mistrust is how long another server waits, from when it saw that renewal. By then trust is over, also where a clock runs a tenth slower.
	mistrust = trust + trust/10
)

// moment is a time by two clocks: one goes on while a machine sleeps, but can be set; the other one cannot be set, but may stand
// still meanwhile.
type moment struct{ wall, steady time.Duration }

var started = time.Now()

func now() moment {
	return moment{time.Duration(time.Now().UnixNano()), time.Since(started)}
}

// term is the time for which this server may answer from its memory.
type term struct {
	mu sync.Mutex
	// begun is when the last confirmed renewal began.
	begun moment
}

// renewed records a confirmed renewal that began at a moment.
func (t *term) renewed(begun moment) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun = begun
}

// sure reports whether no other server can have shown the classes to anybody by now.
func (t *term) sure(now moment) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.begun != moment{} && now.steady-t.begun.steady < trust && now.wall-t.begun.wall < trust
}
