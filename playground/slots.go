package playground

import (
	"fmt"
	"sync"

	"unbox/workers/queue"
)

// slots bounds something that clients keep open: connections, WebSockets. If all slots are
// taken, one on which nothing happens makes room for a new one.
type slots struct {
	// total, perBlock and perSeat are the maximum numbers that may be open; 0
	// means any number.
	total, perBlock, perSeat int
	// noun names them, in the plural.
	noun string
	// gives says which one the block with the most gives up when all are in use and the new one is of a
	// block that has fewer; within a full block, the same holds for seats if it is givesNewest.
	gives giving

	mu     sync.Mutex
	open   map[*slot]bool
	blocks map[string]int
	seats  map[queue.Client]int
	clock  int64
}

// giving says which slot in use makes room.
type giving int

const (
	// givesNone means that those in use stay, and the new one is refused.
	givesNone giving = iota
	// givesOldest suits what should be over soon: the oldest one is likely to hang.
	givesOldest
	// givesNewest suits what stays open as long as somebody works: the newest one of the seat with the most, so that those who
	// came first stay.
	givesNewest
)

// slot is one open connection.
type slot struct {
	client queue.Client
	// proxy means that many visitors come through it: no limit of a block counts.
	proxy bool
	// busy means that something happens; since is when that changed, in steps of the
	// clock of slots.
	busy  bool
	since int64
	// end closes it, without waiting.
	end func()
}

// errNoSlot means that all are taken and in use.
type errNoSlot struct {
	most int
	noun string
	of   string
}

func (e *errNoSlot) Error() string {
	return fmt.Sprintf("expected at most %d %s%s, found that all are in use; try again in a moment", e.most, e.noun, e.of)
}

// take opens one on which nothing happens yet. Another may be ended for it.
//
// Errors: an *errNoSlot.
func (s *slots) take(new *slot) error {
	s.mu.Lock()
	victim, err := s.room(new)
	if err == nil {
		s.add(new)
	}
	if victim != nil {
		s.remove(victim)
	}
	s.mu.Unlock()
	if victim != nil {
		victim.end()
	}
	return err
}

// room returns the one that has to make room; nil if there is room.
func (s *slots) room(new *slot) (victim *slot, err error) {
	c := new.client
	switch {
	case s.perSeat > 0 && s.seats[c] >= s.perSeat:
		victim = s.oldest(false, func(o *slot) bool { return o.client == c })
		err = &errNoSlot{s.perSeat, s.noun, " of one visitor"}
	case s.perBlock > 0 && !new.proxy && s.blocks[c.Block] >= s.perBlock:
		inBlock := func(o *slot) bool { return o.client.Block == c.Block }
		victim = s.oldest(false, inBlock)
		if victim == nil && s.gives == givesNewest {
			victim = s.newest(func(o *slot) bool { return inBlock(o) && s.seats[o.client] > s.seats[c]+1 })
		}
		err = &errNoSlot{s.perBlock, s.noun, " of one network address"}
	case s.total > 0 && len(s.open) >= s.total:
		most := s.largest(func(o *slot) bool { return !o.busy })
		victim = s.oldest(false, func(o *slot) bool { return o.client.Block == most })
		if victim == nil && s.gives != givesNone {
			victim = s.forced(c.Block)
		}
		err = &errNoSlot{s.total, s.noun, " at a time"}
	}
	if victim != nil {
		err = nil
	}
	return victim, err
}

// forced returns the one in use that the block with the most gives up, if that has more than a block
// would have with one more.
func (s *slots) forced(block string) *slot {
	direct := func(o *slot) bool { return !o.proxy }
	most := s.largest(direct)
	if s.blocks[most] <= s.blocks[block]+1 {
		return nil
	}
	inBlock := func(o *slot) bool { return direct(o) && o.client.Block == most }
	if s.gives == givesOldest {
		return s.oldest(true, inBlock)
	}
	return s.newest(inBlock)
}

// newest returns the one of a kind on which something happens since the shortest time, of the seat that has the most; nil if there is none.
func (s *slots) newest(kind func(*slot) bool) *slot {
	var best *slot
	for o := range s.open {
		if !o.busy || !kind(o) {
			continue
		}
		if best == nil || s.seats[o.client] > s.seats[best.client] || s.seats[o.client] == s.seats[best.client] && o.since > best.since {
			best = o
		}
	}
	return best
}

// largest returns the block that has the most, of those that have one of a kind; among equals, the one in which nothing
// has happened on one of them for the longest time.
func (s *slots) largest(kind func(*slot) bool) string {
	most := 0
	var best *slot
	for o := range s.open {
		if n := s.blocks[o.client.Block]; kind(o) && (n > most || n == most && o.since < best.since) {
			best, most = o, n
		}
	}
	if best == nil {
		return ""
	}
	return best.client.Block
}

// oldest returns the one of a kind on which nothing happens for the longest time, or that is
// busy for the longest; nil if there is none.
func (s *slots) oldest(busy bool, kind func(*slot) bool) *slot {
	var best *slot
	for o := range s.open {
		if o.busy == busy && kind(o) && (best == nil || o.since < best.since) {
			best = o
		}
	}
	return best
}

func (s *slots) add(o *slot) {
	if s.open == nil {
		s.open, s.blocks, s.seats = map[*slot]bool{}, map[string]int{}, map[queue.Client]int{}
	}
	s.open[o] = true
	s.blocks[o.client.Block]++
	s.seats[o.client]++
	s.clock++
	o.since = s.clock
}

func (s *slots) remove(o *slot) {
	if !s.open[o] {
		return
	}
	delete(s.open, o)
	if s.blocks[o.client.Block]--; s.blocks[o.client.Block] == 0 {
		delete(s.blocks, o.client.Block)
	}
	if s.seats[o.client]--; s.seats[o.client] == 0 {
		delete(s.seats, o.client)
	}
}

// count is the number of open ones.
func (s *slots) count() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return float64(len(s.open))
}

// give notes that one is closed.
func (s *slots) give(o *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(o)
}

// use notes whether something happens on one.
func (s *slots) use(o *slot, busy bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.busy != busy {
		s.clock++
		o.busy, o.since = busy, s.clock
	}
}
