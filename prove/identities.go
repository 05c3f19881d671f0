package prove

import (
	"slices"

	"unbox/trace"
)

// identities gives allocations their references. Those of the recorded trace get
// new ones in order. An allocation of the optimized trace gets the reference of
// the recorded allocation that it is: then equal objects are equal terms. Any
// choice in which different allocations of a side have different references is
// correct, because only the identity of a reference matters; a bad choice only
// makes equal things look different. It starts from Op.Src, and is corrected where
// the exits show that another object is meant (see giveaway.pair).
type identities struct {
	next uint64
	// first is the reference after those of the recorded trace.
	first uint64
	// recorded are the references of the recorded trace's allocations.
	recorded map[instance]uint64
	// wanted corrects the references of the optimized trace's; 0 asks for a new one.
	wanted map[instance]uint64
	// tried are the corrections so far, 0 for a new reference.
	tried map[instance][]uint64
	// taken are the references of the optimized trace's allocations so far.
	taken map[uint64]bool
	// owner finds the allocation of the optimized trace for a reference.
	owner map[uint64]instance
	// limit is after the last reference that the width allows.
	limit uint64
	bits  int
	// token is the reference of the frame's token, on both sides.
	token uint64
}

// instance is one run of an allocating operation: its identity (or, in the
// optimized trace, its place) and the jumps taken before.
type instance struct {
	op    int32
	jumps int
}

func newIdentities(e *encoder) *identities {
	return &identities{
		next: e.half + 1, token: e.half, limit: 2 * e.half, bits: e.rw, recorded: map[instance]uint64{},
		wanted: map[instance]uint64{}, tried: map[instance][]uint64{}, taken: map[uint64]bool{}, owner: map[uint64]instance{},
	}
}

func (d *identities) fresh() uint64 {
	if d.next >= d.limit {
		refuse("more allocations than references of %d bits can tell apart", d.bits)
	}
	d.next++
	return d.next - 1
}

// allocate returns the reference of an allocation.
func (d *identities) allocate(s *side, v trace.Value) uint64 {
	if !s.after {
		id, src := d.fresh(), s.t.Ops[v].Src
		if src == 0 {
			src = int32(v)
		}
		d.recorded[instance{src, s.jumps}] = id
		return id
	}
	own := instance{int32(v), s.jumps}
	id := d.choose(own, instance{s.t.Ops[v].Src, s.jumps})
	d.taken[id] = true
	d.owner[id] = own
	return id
}

// choose returns the reference of an allocation of the optimized trace: the
// correction, otherwise that of the recorded one that it is, otherwise a new
// one.
func (d *identities) choose(own, recorded instance) uint64 {
	id, corrected := d.wanted[own]
	if !corrected {
		id = d.recorded[recorded]
		for _, other := range d.wanted {
			if other == id {
				id = 0
			}
		}
	}
	if id == 0 || d.taken[id] {
		return d.fresh()
	}
	return id
}

// restart forgets the optimized trace's allocations, but not the corrections.
func (d *identities) restart() {
	if d.first == 0 {
		d.first = d.next
	}
	d.next = d.first
	clear(d.taken)
	clear(d.owner)
}

// want corrects the reference of an allocation of the optimized trace. It returns
// false if that was tried before.
func (d *identities) want(have, want uint64) bool {
	own, ok := d.owner[have]
	if !ok || slices.Contains(d.tried[own], want) {
		return false
	}
	for _, other := range d.wanted {
		if other == want {
			return false
		}
	}
	d.tried[own] = append(d.tried[own], want)
	d.wanted[own] = want
	return true
}

// release says that the allocation with a reference is not the object that was
// assumed, but some other.
func (d *identities) release(have uint64) bool {
	own, ok := d.owner[have]
	if !ok || slices.Contains(d.tried[own], 0) {
		return false
	}
	d.tried[own] = append(d.tried[own], 0)
	d.wanted[own] = 0
	return true
}

// keep gives up the references of virtual objects that one exit revealed: no two
// exits are taken in one run.
func (d *identities) keep(next uint64) { d.next = next }
