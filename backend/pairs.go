package backend

import "unbox/trace"

// pair is two values about which something is known together.
type pair struct{ a, b trace.Value }

func (p pair) hash() uint32 {
	h := (uint64(uint32(p.a))<<32 | uint64(uint32(p.b))) * 0x9E3779B97F4A7C15
	return uint32(h >> 32)
}

// pairSet is a set of pairs: an open hash table of places in a list. It is emptied by counting
// up the generation, so memory is used again without being cleared.
type pairSet struct {
	list       []pair
	slots      []pairSlot
	generation uint32
}

// pairSlot leads to a pair. It counts only if it is of the set's generation.
type pairSlot struct{ generation, at uint32 }

// clear removes all pairs.
func (s *pairSet) clear() {
	s.list = s.list[:0]
	s.generation++
}

// slot returns the slot of a pair, or the empty one where it belongs.
func (s *pairSet) slot(p pair) *pairSlot {
	mask := uint32(len(s.slots) - 1)
	for k := p.hash() & mask; ; k = (k + 1) & mask {
		if at := &s.slots[k]; at.generation != s.generation || s.list[at.at] == p {
			return at
		}
	}
}

func (s *pairSet) has(p pair) bool {
	return len(s.list) > 0 && s.slot(p).generation == s.generation
}

func (s *pairSet) add(p pair) {
	if len(s.list)*2 >= len(s.slots) {
		s.grow()
	}
	if at := s.slot(p); at.generation != s.generation {
		*at = pairSlot{s.generation, uint32(len(s.list))}
		s.list = append(s.list, p)
	}
}

// grow makes room for twice as many pairs.
func (s *pairSet) grow() {
	s.slots = make([]pairSlot, max(32, 2*len(s.slots)))
	s.generation = 1
	for k, p := range s.list {
		*s.slot(p) = pairSlot{s.generation, uint32(k)}
	}
}

// lengthTable has the lengths of arrays: pairs, linked by their arrays.
type lengthTable struct {
	// first has for each value the place in list, from 1 on, of the first pair with this array,
	// 0 if there is none.
	first []int32
	list  []lengthOf
}

type lengthOf struct {
	n, array trace.Value
	next     int32
}

// begin removes everything, and makes room for a number of values.
func (t *lengthTable) begin(values int) {
	t.first, t.list = trace.Zeroed(t.first, values), t.list[:0]
}

// add enters that n is the length of an array, which is the value number at.
func (t *lengthTable) add(at int, n, array trace.Value) {
	t.list = append(t.list, lengthOf{n, array, t.first[at]})
	t.first[at] = int32(len(t.list))
}
