package queue

// account records how much each block has used, and decides which one has the next turn. The places' time is shared evenly: each block that
// wants turns earns the same part of it, whether its turns are short or long. Of those that have not used more than they have earned, the
// one that is likely to finish first goes first. Places that are reserved for known clients are not part of this. So a visitor who runs
// something short goes between any two turns of those whose endless programs take all they get.
//
// Earning starts when a block comes, and use is free while no other block wants turns. A block that
// comes back has a little saved up: a learner who reads and thinks between two runs uses less than
// it earns, and goes before those who never pause.
//
// Source: Bennett and Zhang, "WF2Q: Worst-case Fair Weighted Fair Queueing", INFOCOM 1996.
type account struct {
	blocks map[string]*usage
	// active is the number of blocks that want turns or have one.
	active int
	// earned is what each block that wants turns has earned since the beginning, in
	// milliseconds of a place.
	earned float64
	// typical is the recent cost of turns, in milliseconds of a place. It is assumed for
	// blocks about which nothing is known.
	typical float64
}

// usage is what a block has used.
type usage struct {
	// used is on the scale of earned. If it is less, the block is owed what it has earned; of what
	// it earned while it wanted nothing, at most maxSaved counts.
	used float64
	// last is the cost of the last turn, in milliseconds of a place; less than 0 before the first
	// one.
	last float64
	// requests is the number of the block's requests that wait or are served.
	requests int
}

// turnCost is the fixed cost of each turn in addition to what is charged for it, in milliseconds:
// reading and answering the request, and a fresh instance for the next one, which is made after the
// answer. So many turns that do next to nothing do not cost nothing.
const turnCost = 10

// maxSaved is how much a block keeps of what it earned while it wanted nothing, in milliseconds of a
// place: about ten runs of a lesson. With thirty others who want all of two places, a learner who runs one
// each second keeps up. More would let blocks that pause at the same time come back at the same time, and
// keep all others waiting.
const maxSaved = 500

// maxAccounts is the number of blocks in an account above which those are forgotten that want
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

// of returns, on the scale of earned, when a block with requests will have earned the start of
// its next turn, and when that turn's likely cost will be earned.
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
	a.earned = max(a.earned, begin) // no block had earned more: then nothing is owed to any block
	a.use(block, turnCost)
}

// charge records the cost of a block's turn beyond what was recorded before.
func (a *account) charge(block string, cost float64) {
	a.use(block, cost)
	a.expect(block, cost)
}

// expect records the likely cost of a block's turns: that of the last one.
func (a *account) expect(block string, cost float64) {
	a.blocks[block].last = cost
	a.typical += (cost - a.typical) / typicalTurns
}

// typicalTurns is the approximate number of turns over which the typical cost
// is averaged.
const typicalTurns = 8

// use records a part of what a block uses, which all active blocks earn.
func (a *account) use(block string, cost float64) {
	a.blocks[block].used += cost
	a.earned += cost / float64(a.active)
}
