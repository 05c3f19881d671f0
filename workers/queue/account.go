package queue

// account decides which block has the next turn. The places' time is shared evenly: what a block's turns cost is added up, and a block
// that has had less than the others goes first, whether its turns are short or long. Places that are reserved for known clients are not
// part of this.
//
// All is counted on one scale, in milliseconds of a place. Each block has a mark on it, which its turns move forward by what they cost. The
// scale's present is the mark of the block that began a turn last. A block that comes, for the first time or after a rest, has its mark at
// the present if it would lie behind: nothing is saved up. If it is not ahead, it goes before all who are, so it waits for the turns
// that run now, and for others who are not ahead either. Since the present is some block's mark, it cannot run ahead of all who wait, as
// a sum of what everybody has earned would. Then newcomers, who have earned nothing yet, would come last.
//
// Of the others, only those are due whose mark is not beyond the average of all who want turns: whoever has short turns does not have
// thirty of them in a row, and then waits for thirty long ones. Of these, the one goes first whose turn will probably end first on the
// scale, so a short turn goes before long ones.
//
// All this would give a client who looks at each answer, for as long as it had to wait for it, no more than a program that asks again at
// once: beside thirty of these, it would wait for thirty turns each second time. So a turn costs up to three times as much for a block that
// hardly rests, in comparison to how long it waits. Whoever rests in order to pay less wants less, too.
//
// Sources: Goyal, Vin and Cheng, "Start-time Fair Queuing", SIGCOMM 1996; for several places Jin, Chase and Kaur, "Interposed Proportional
// Sharing for a Storage Service Utility", SIGMETRICS 2004; for who is due Stoica and Abdel-Wahab, "Earliest Eligible Virtual Deadline
// First", 1995; for rests Roberson, "ULE: A Modern Scheduler for FreeBSD", BSDCon 2003.
type account struct {
	blocks map[string]*usage
	// now is the mark of the turn that began last.
	now float64
	// active is the number of blocks with requests, and sum that of their marks.
	active int
	sum    float64
	// work is what all turns have cost. It is the clock of rests: if nobody else has turns, nobody waits.
	work float64
	// typical is the recent cost of turns. It is assumed for blocks about which nothing is known.
	typical float64
}

// usage is what is known of a block.
type usage struct {
	// mark is where its next turn begins on the scale.
	mark float64
	// ahead means that it has had more than others, as far as is known since it came or had its last turn.
	ahead bool
	// served means that it has had a turn since it came.
	served bool
	// last is the cost of the last turn; less than 0 before the first one.
	last float64
	// requests is the number of the block's requests that wait or are served.
	requests int
	// waited and rested are what the turns of others cost while it wanted turns and while it wanted none. Each of its turns lets it
	// forget a quarter of both.
	waited, rested float64
	// own is what its turns have cost, and seen what those of all others had when waited or rested were counted.
	own, seen float64
}

const (
	// turnCost is the fixed cost of each turn in addition to what is charged for it, in milliseconds: reading and answering the
	// request, and a fresh instance for the next one, which is made after the answer. So many turns that do next to nothing do not
	// cost nothing.
	turnCost = 10
	// carried is the part of what a block is ahead by that it still is when it comes back. If it were all, a client who looks at each answer
	// for as long as it took would have answers at once and after twice the usual time by turns.
	carried = 0.9
	// restless is how much more turns cost for a block that never rests.
	restless = 3
	// maxRested bounds what a rest is worth: that of an hour must not last for many turns.
	maxRested = 2000
	// remembered is the part of waits and rests that a turn leaves.
	remembered = 0.75
	// typicalTurns is the approximate number of turns over which the typical cost is averaged.
	typicalTurns = 8
	// maxAccounts is the number of blocks in an account above which those are forgotten that want nothing and are not ahead.
	maxAccounts = 1024
)

// come notes that a block has one more request.
func (a *account) come(block string) {
	u := a.blocks[block]
	if u == nil {
		a.forget()
		u = &usage{mark: a.now, last: -1, seen: a.work}
		a.blocks[block] = u
	}
	if u.requests > 0 {
		u.requests++
		return
	}
	a.look(u)
	u.requests++
	a.active++
	more := u.mark - a.now
	u.ahead = more > 0
	if more > 0 && u.served { // once for each turn: asking and giving up again and again gains nothing
		more *= carried
	}
	u.mark, u.served = a.now+max(more, 0), false
	a.sum += u.mark
}

// gone notes that a request of a block is over.
func (a *account) gone(block string) {
	u := a.blocks[block]
	a.look(u)
	if u.requests--; u.requests == 0 {
		a.active--
		a.sum -= u.mark
	}
}

// move moves the mark of a block with requests.
func (a *account) move(u *usage, by float64) {
	u.mark += by
	a.sum += by
}

// look counts what others had as waited or rested.
func (a *account) look(u *usage) {
	others := a.work - u.own
	if u.requests > 0 {
		u.waited += others - u.seen
	} else {
		u.rested = min(u.rested+others-u.seen, maxRested)
	}
	u.seen = others
}

// forget makes room for a block.
func (a *account) forget() {
	if a.blocks == nil {
		a.blocks = map[string]*usage{}
	}
	if len(a.blocks) < maxAccounts {
		return
	}
	for name, u := range a.blocks {
		if u.requests == 0 && u.mark <= a.now {
			delete(a.blocks, name)
		}
	}
}

// probable is by how much the next turn of a block will probably move its mark.
func (a *account) probable(u *usage) float64 {
	cost := u.last
	if cost < 0 {
		cost = a.typical
	}
	return (cost + turnCost) * u.rate()
}

// order is where a block with requests stands on the scale among those who wait, and due whether its mark is no further than those of
// all who want turns are on average.
func (a *account) order(block string) (at float64, due bool) {
	u := a.blocks[block]
	at, due = u.mark, u.mark*float64(a.active) <= a.sum
	if u.ahead {
		at += a.probable(u)
	}
	return at, due
}

// before reports whether a block has its turn before another one.
func (a *account) before(block, other string) bool {
	at, due := a.order(block)
	otherAt, otherDue := a.order(other)
	if due != otherDue {
		return due
	}
	return at < otherAt
}

// turn notes that a block with requests begins a turn, and returns what it is charged in advance.
func (a *account) turn(block string) (advance float64) {
	u := a.blocks[block]
	a.now = max(a.now, u.mark)
	advance = a.probable(u)
	a.move(u, advance)
	u.ahead, u.served = true, true
	return advance
}

// charge records the cost of a block's turn, of which a part was charged in advance.
func (a *account) charge(block string, cost, advance float64) {
	u := a.blocks[block]
	a.look(u)
	a.move(u, (cost+turnCost)*u.rate()-advance)
	a.work += cost + turnCost
	u.own += cost + turnCost
	if u.last < 0 {
		a.pass((cost + turnCost) / float64(a.active))
	}
	a.expect(block, cost)
}

// pass moves the present, but not beyond the average mark of those who want turns. A new block begins at the present, so a stream of them would
// never move it by having turns: whoever is ahead would wait for all of them, and none of them would ever be forgotten.
func (a *account) pass(by float64) {
	a.now = max(a.now, min(a.now+by, a.sum/float64(a.active)))
}

// rate is how much more a turn of a block costs because the block hardly rests: 1 if it rests at least as long as it waits.
func (u *usage) rate() float64 {
	if u.last < 0 || u.waited == 0 {
		return 1
	}
	resting := u.rested / (u.rested + u.waited)
	return restless - (restless-1)*min(1, 2*resting)
}

// expect records the likely cost of a block's turns: that of the last one.
func (a *account) expect(block string, cost float64) {
	u := a.blocks[block]
	if u.last < 0 {
		u.waited = 0 // it could not rest before it came
	}
	u.waited *= remembered
	u.rested *= remembered
	u.last = cost
	a.typical += (cost - a.typical) / typicalTurns
}
