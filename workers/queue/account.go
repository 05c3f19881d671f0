package queue

// account says how much each block has used, and which one has the next turn. The places' time is
// shared evenly: each block that wants turns has earned the same part of it, whether its turns are
// short or long. Of those who have not used more than they have earned, whoever is likely to be done
// first goes first. So a visitor who runs something short goes between any two turns of those
// whose endless programs take all they get.
//
// What is earned counts from when a block comes: nobody can save turns up, and nobody pays for what
// was used while nobody else wanted it.
//
// Source: Bennett and Zhang, "WF2Q: Worst-case Fair Weighted Fair Queueing", INFOCOM 1996.
type account struct {
	blocks map[string]*usage
	// earned is what each block that wants turns has earned since the beginning, in
	// milliseconds of a place.
	earned float64
	// typical is what turns cost of late, in milliseconds of a place. It is expected of blocks
	// of which nothing is known.
	typical float64
}

// usage is what a block has used.
type usage struct {
	// used is on the scale of earned: where it is less, the block has not wanted it all.
	used float64
	// last is what the last turn cost, in milliseconds of a place.
	last float64
}

// turnCost is what each turn costs at least, in milliseconds: it decides where nothing is charged.
const turnCost = 1

// mostAccounts is how many blocks there are in an account before those are forgotten that have used no
// more than they have earned.
const mostAccounts = 1024

// of returns when a block's next turn begins to be its own, on the scale of earned, and when it
// is likely to be used up.
func (a *account) of(block string) (begin, end float64) {
	u := a.blocks[block]
	if u == nil {
		return a.earned, a.earned + a.typical
	}
	begin = max(a.earned, u.used)
	return begin, begin + u.last
}

// before tells whether a block has its turn before another one.
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

// turn notes that a block begins a turn, while so many want one.
func (a *account) turn(block string, wanting int) {
	begin, _ := a.of(block)
	a.earned = max(a.earned, begin) // nobody had earned more: then nothing is owed to anybody
	a.use(block, turnCost, wanting)
	if len(a.blocks) < mostAccounts {
		return
	}
	for name, u := range a.blocks {
		if u.used <= a.earned {
			delete(a.blocks, name)
		}
	}
}

// charge notes what a block's turn has cost beyond what was noted, while so many want one.
func (a *account) charge(block string, cost float64, wanting int) {
	a.use(block, cost, wanting).last = cost
	a.typical += (cost - a.typical) / typicalTurns
}

// typicalTurns is over how many turns, about, the typical cost is taken.
const typicalTurns = 8

// use notes a part of what a block uses.
func (a *account) use(block string, cost float64, wanting int) *usage {
	u := a.blocks[block]
	if u == nil {
		u = &usage{last: a.typical}
		if a.blocks == nil {
			a.blocks = map[string]*usage{}
		}
		a.blocks[block] = u
	}
	u.used = max(a.earned, u.used) + cost
	a.earned += cost / float64(max(wanting, 1))
	return u
}
