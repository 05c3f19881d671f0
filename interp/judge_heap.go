package interp

import (
	"math"

	"unbox/heap"
	"unbox/trace"
)

// objectPair is two objects that have to be the same, and how they are reached:
// from the pair at queue[parent] through a place, or from a root.
type objectPair struct {
	before, after heap.Object
	// parent is an index in the queue, or -1-root for a root.
	parent int32
	// place is the place in the parent; for roots their number.
	place heap.Place
}

// The roots from which objects are reached.
const (
	rootInput int32 = -1 - iota
	rootConstant
	rootEffect // place is the index in EffectArgs
	rootValue
)

func (j *Judge) pairInputs() difference {
	for k := range j.before.Inputs.Objects {
		ref := heap.Object(k + 1)
		if d := j.pair(ref, ref, rootInput, heap.Place(k)); d.kind != diffNone {
			return d
		}
	}
	return difference{}
}

// pairConstants pairs the constants of both traces. A constant that only one of
// them has is unchanged unless that trace wrote to it.
func (j *Judge) pairConstants() difference {
	if len(j.before.constants)+len(j.after.constants) == 0 {
		return difference{}
	}
	if j.constants == nil {
		j.constants = make(map[uint64]heap.Object)
	}
	clear(j.constants)
	first := heap.Object(len(j.after.Inputs.Objects) + 1)
	for k := range j.after.constants {
		ref := first + heap.Object(k)
		j.constants[j.after.origin(ref)] = ref
	}
	for k := range j.before.constants {
		ref := first + heap.Object(k)
		origin := j.before.origin(ref)
		other, both := j.constants[origin]
		if !both {
			if d := j.untouched(j.before, ref, 0); d.kind != diffNone {
				return d
			}
			continue
		}
		delete(j.constants, origin)
		if d := j.pair(ref, other, rootConstant, heap.Place(ref)); d.kind != diffNone {
			return d
		}
	}
	for k := range j.after.constants {
		ref := first + heap.Object(k)
		if _, alone := j.constants[j.after.origin(ref)]; alone {
			if d := j.untouched(j.after, ref, 1); d.kind != diffNone {
				return d
			}
		}
	}
	return difference{}
}

// untouched looks for the first write to a constant of one side.
func (j *Judge) untouched(o *Outcome, ref heap.Object, side int) difference {
	for k, n := 0, o.Heap.Slots(ref); k < n; k++ {
		place, t, bits := o.Heap.Slot(ref, k)
		if bits == 0 {
			continue
		}
		d := difference{kind: diffContent, place: place, path: []objectPair{{ref, ref, rootConstant, heap.Place(ref)}}}
		d.datums[side] = Datum{t, bits}
		d.datums[1-side] = Datum{t, 0}
		d.index = side
		return d
	}
	return difference{}
}

// pair says that two objects have to be the same.
func (j *Judge) pair(a, b heap.Object, parent int32, place heap.Place) difference {
	have, taken := j.partner[a], j.reverse[b]
	if have == b && taken == a {
		return difference{}
	}
	here := objectPair{a, b, parent, place}
	kind := diffNone
	text := j.before.Heap.Kind(a) == heap.KindText
	switch {
	case text && kindBits(j.before.Heap, a) == kindBits(j.after.Heap, b): // it is a value
	case have != heap.Null || taken != heap.Null:
		kind = diffSharing
	case j.before.origin(a) != j.after.origin(b):
		kind = diffOrigin
	case kindBits(j.before.Heap, a) != kindBits(j.after.Heap, b):
		kind = diffObject
	}
	if kind != diffNone {
		return difference{kind: kind, path: j.pathTo(here),
			datums: [2]Datum{{trace.Ref, uint64(a)}, {trace.Ref, uint64(b)}}}
	}
	if !text {
		j.partner[a], j.reverse[b] = b, a
	}
	j.queue = append(j.queue, here)
	return difference{}
}

// compareHeap compares the contents of all pairs, finding more of them.
func (j *Judge) compareHeap() difference {
	for k := 0; k < len(j.queue); k++ {
		if d := j.compareContents(int32(k)); d.kind != diffNone {
			return d
		}
	}
	return difference{}
}

// compareContents merges the places of two objects, which come in the same
// order, skipping those that hold nothing.
func (j *Judge) compareContents(k int32) difference {
	a, b := j.queue[k].before, j.queue[k].after
	x, y := newCursor(j.before.Heap, a), newCursor(j.after.Heap, b)
	for {
		place := min(x.place, y.place)
		if place == math.MaxInt64 {
			return difference{}
		}
		var have, other Datum
		if x.place == place {
			have = x.take()
		}
		if y.place == place {
			other = y.take()
		}
		if have.Type == trace.Void {
			have.Type = other.Type
		}
		if other.Type == trace.Void {
			other.Type = have.Type
		}
		if d := j.comparePlain(have, other, k, place); d.kind != diffNone {
			if d.kind == diffValue {
				d.kind, d.path = diffContent, j.pathTo(j.queue[k])
			}
			return d
		}
	}
}

// cursor goes through the places of an object that hold something other than 0
// or null.
type cursor struct {
	heap  *heap.Heap
	of    heap.Object
	next  int
	slots int
	place heap.Place // math.MaxInt64 at the end
	datum Datum
}

func newCursor(h *heap.Heap, o heap.Object) cursor {
	c := cursor{heap: h, of: o, slots: h.Slots(o)}
	c.advance()
	return c
}

func (c *cursor) advance() {
	for c.next < c.slots {
		place, t, bits := c.heap.Slot(c.of, c.next)
		c.next++
		if bits != 0 && t != trace.Void {
			c.place, c.datum = place, Datum{t, bits}
			return
		}
	}
	c.place = math.MaxInt64
}

func (c *cursor) take() Datum {
	d := c.datum
	c.advance()
	return d
}

// pathTo returns the pairs through which a pair was reached, from the last one
// back to the root, at most maxPath of them.
func (j *Judge) pathTo(p objectPair) []objectPair {
	path := []objectPair{p}
	for p.parent >= 0 && len(path) < maxPath {
		p = j.queue[p.parent]
		path = append(path, p)
	}
	return path
}

const maxPath = 6
