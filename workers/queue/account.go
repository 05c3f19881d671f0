package queue

// account says how much each block has used, and which one has the next turn. The places' time is
// shared evenly: each block that wants turns has earned the same part of it, whether its turns are
// short or long. Of those who have not used more than they have earned, whoever is likely to be done
// first goes first. Places that are kept from strangers are outside of it. So a visitor who runs something short goes between any two turns of those
// whose endless programs take all they get.
//
// What is earned counts from when a block comes, and nobody pays for what was used while nobody else
// wanted it. A block that comes back has a little saved up: whoever reads and thinks between two
// runs uses less than it earns, and goes before those who never rest.
//
// Source: Bennett and Zhang, "WF2Q: Worst-case Fair Weighted Fair Queueing", INFOCOM 1996.
type account struct {
	blocks map[string]*usage
	// active is how many blocks want turns or have one.
	active int
	// earned is what each block that wants turns has earned since the beginning, in
	// milliseconds of a place.
	earned float64
	// typical is what turns cost of late, in milliseconds of a place. It is expected of blocks
	// of which nothing is known.
	typical float64
}

// usage is what a block has used.
type usage struct {
	// used is on the scale of earned. Where it is less, the block waits for what it has earned; of
	// what it has earned while it wanted nothing, at most maxSaved counts.
	used float64
	// last is what the last turn cost, in milliseconds of a place; less than 0 before the first one.
	last float64
	// requests is how many of the block wait or are served.
	requests int
}

// turnCost is what each turn costs beside what is charged for it, in milliseconds: reading and answering
// the request, and a fresh instance for the next one, which is made after the answer. So whoever sends
// many turns that do next to nothing has not many for one of somebody else's.
const turnCost = 10

// maxSaved is how much a block keeps of what it earned while it wanted nothing, in milliseconds of a
// place: about ten runs of a lesson. Beside thirty who want all of two places, a learner who runs one each
// second keeps up with it. More would let blocks that rest together come back together, and
// keep all others waiting.
const maxSaved = 500

// maxAccounts is how many blocks there are in an account before those are forgotten that want
// nothing and have used no more than they have earned.
const maxAccounts = 1024

// come notes that a block has one more request.
func (a *account) come(block string) {
	u := a.blocks[block]
	if u == nil {
		a.forget()
		u = &usage{used: a.earned, last: -1} // an address that was invented has saved nothing
		a.blocks[block] = u
	}
	if u.requests++; u.requests == 1 {
		a.active++
		u.used = max(a.earned-maxSaved, u.used)
	}
}

// gone notes that a request of a block is over.
func (a *account) gone(block string) {
	u := a.blocks[block]
	if u.requests--; u.requests == 0 {
		a.active--
	}
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
		if u.requests == 0 && u.used <= a.earned {
			delete(a.blocks, name)
		}
	}
}

// of returns when the next turn of a block with requests begins to be its own, on the scale of
// earned, and when it is likely to be used up.
func (a *account) of(block string) (begin, end float64) {
	u := a.blocks[block]
	if u.last < 0 {
		return u.used, u.used + a.typical
	}
	return u.used, u.used + u.last
}

// before reports whether a block has its turn before another one.
func (a *account) before(block, other string) bool {
	begin, end := a.of(block)
	otherBegin, otherEnd := a.of(other)
	owed, otherOwed := begin <= a.earned, otherBegin <= a.earned
	switch {
	case owed != otherOwed:
		return owed
	case owed:
		return end < otherEnd
	}
	return begin < otherBegin
}

// turn notes that a block with requests begins a turn.
func (a *account) turn(block string) {
	begin, _ := a.of(block)
	a.earned = max(a.earned, begin) // nobody had earned more: then nothing is owed to anybody
	a.use(block, turnCost)
}

// charge notes what a block's turn has cost beyond what was noted.
func (a *account) charge(block string, cost float64) {
	a.use(block, cost)
	a.expect(block, cost)
}

// expect notes what a block's turns are likely to cost: as much as the last one.
func (a *account) expect(block string, cost float64) {
	a.blocks[block].last = cost
	a.typical += (cost - a.typical) / typicalTurns
}

// typicalTurns is over how many turns, about, the typical cost is taken.
const typicalTurns = 8

// use notes a part of what a block uses: it is earned by all that are active.
func (a *account) use(block string, cost float64) {
	a.blocks[block].used += cost
	a.earned += cost / float64(a.active)
}
