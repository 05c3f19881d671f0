package playground

import (
	"sync"
	"time"

	"unbox/playground/visit"
	"unbox/workers/queue"
)

// This file limits how often visitors may do what they could do too often, such as try a code.

// maxCounts is how many counts an allowance keeps, at about 100 bytes each. To make it forget one of an address, somebody needs tens of
// thousands of other addresses, which have allowances of their own.
const maxCounts = 1 << 16

// allowance is how often each of many may do something in a while, which begins when they do it first.
type allowance struct {
	most  int
	while time.Duration
	now   func() time.Time
	mu    sync.Mutex
	used  map[string]count
}

// count is how often somebody did it, until it is forgotten.
type count struct {
	times int
	until time.Time
}

func newAllowance(most int, while time.Duration) *allowance {
	return &allowance{most: most, while: while, now: time.Now, used: map[string]count{}}
}

// take counts that somebody does it; false, and nothing is counted, if they have done it too often.
func (a *allowance) take(who string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	c, known := a.used[who]
	if now.After(c.until) {
		c = count{until: now.Add(a.while)}
	}
	if c.times >= a.most {
		return false
	}
	if !known && len(a.used) >= maxCounts {
		a.forgetOne(now)
	}
	c.times++
	a.used[who] = c
	return true
}

// forgetOne makes room: of the first few counts, in no order, it forgets one that is over, or any.
func (a *allowance) forgetOne(now time.Time) {
	seen := 0
	for who, c := range a.used {
		if seen++; seen == 8 || now.After(c.until) {
			delete(a.used, who)
			return
		}
	}
}

// giveBack undoes a count.
func (a *allowance) giveBack(who string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.used[who]
	if c.times--; c.times <= 0 {
		delete(a.used, who)
		return
	}
	a.used[who] = c
}

// tries are allowances of visitors who share an address. A whole school may have one: what some of them use up must not keep the others
// out. So each visitor's first tries are their own, and only more than these come out of what the address has. Visitors of a block without
// a seat count as one.
type tries struct {
	// own are for the life of a seat. The number of new seats is limited, and with it that of all tries; those for a proof have none.
	own *allowance
	// visitor and block are for an hour. own counts for visitor, too, and not for block.
	visitor, block *allowance
}

func newTries(own, visitor, block int) tries {
	return tries{newAllowance(own, visit.Lifetime), newAllowance(visitor, time.Hour), newAllowance(block, time.Hour)}
}

// take counts a try before it is known whether it fails, so that many at the same time do not count as one. giveBack undoes that; it is nil
// if there is no try left.
func (t *tries) take(c queue.Client) (giveBack func()) {
	who := c.Block + " " + c.Seat
	if !t.visitor.take(who) {
		return nil
	}
	from, whose := t.own, who
	if visit.Proved(c.Seat) || !from.take(whose) { // the number of seats for a proof is not limited
		from, whose = t.block, c.Block
		if !from.take(whose) {
			t.visitor.giveBack(who)
			return nil
		}
	}
	return func() {
		from.giveBack(whose)
		t.visitor.giveBack(who)
	}
}
