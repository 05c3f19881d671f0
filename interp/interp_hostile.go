package interp

import (
	"math"

	"unbox/heap"
	"unbox/trace"
)

// maxRewritten bounds how many objects a hostile call changes, maxRewrittenItems how
// many items of an array.
const (
	maxRewritten      = 512
	maxRewrittenItems = 1024
)

// reachableSlots returns how many places of an object the outside looks at.
func (m *Interp) reachableSlots(o heap.Object) int {
	n := m.heap.Slots(o)
	if m.heap.Kind(o) == heap.KindArray {
		n = min(n, maxRewrittenItems)
	}
	return n
}

// rewrite changes the objects that the outside can reach: those of the inputs,
// and everything that escaped. Objects are taken in the order in which they are
// come across and their fields in the order of the schema, and places that hold
// 0 or null are left alone unless the class declares them, so that the changes
// do not depend on how the heap came to be what it is.
func (m *Interp) rewrite(index uint64, what trace.Writes) {
	env := &m.env
	env.begin(m.heap.Len())
	for k := range m.out.Inputs.Objects {
		env.visit(heap.Object(k+1), maxRewritten)
	}
	for _, o := range env.escaped {
		env.visit(o, maxRewritten)
	}
	for k := 0; k < len(env.queue); k++ {
		m.visitContents(env.queue[k])
	}
	for k, o := range env.queue {
		m.rewriteObject(o, splitMix(index<<20|uint64(k)), what)
	}
}

func (m *Interp) visitContents(o heap.Object) {
	for k, n := 0, m.reachableSlots(o); k < n; k++ {
		if _, t, bits := m.heap.Slot(o, k); t == trace.Ref && bits != 0 {
			m.env.visit(heap.Object(bits), maxRewritten)
		}
	}
}

func (m *Interp) rewriteObject(o heap.Object, seed uint64, what trace.Writes) {
	schema := m.heap.Schema()
	array := m.heap.Kind(o) == heap.KindArray
	declared := !array && m.heap.Kind(o) == heap.KindObject &&
		m.heap.Class(o) != heap.NoClass && schema.Classes[m.heap.Class(o)].Declared
	for k, n := 0, m.reachableSlots(o); k < n; k++ {
		place, t, bits := m.heap.Slot(o, k)
		index, field, inStruct := place.Interior()
		if !array {
			field = heap.FieldID(place)
		}
		if (!array || inStruct) && schema.Fields[field].Pure || !what.Changes(fieldOf(schema, field, array), array) {
			continue
		}
		if t == trace.Void && declared {
			t = schema.Fields[field].Type
		}
		if bits == 0 && !declared {
			continue
		}
		bits, change := m.changed(t, bits, splitMix(seed+uint64(place)))
		if !change {
			continue
		}
		switch {
		case inStruct:
			m.heap.StoreInterior(o, int64(index), field, bits, t)
		case array:
			m.heap.StoreItem(o, heap.NoArray, int64(place), bits, t)
		default:
			m.heap.Store(o, field, bits, t)
		}
	}
}

// fieldOf is the field that a place of an object belongs to, nil for items of arrays.
func fieldOf(schema *heap.Schema, field heap.FieldID, array bool) *heap.Field {
	if array {
		return nil
	}
	return &schema.Fields[field]
}

// changed returns what the outside writes over a value. A reference becomes one
// to another object of the same kind, and not often, or runs would end early.
func (m *Interp) changed(t trace.Type, bits, random uint64) (uint64, bool) {
	switch t {
	case trace.Int:
		return bits + 1 + random>>60, true
	case trace.Float:
		return math.Float64bits(float64(int64(random>>56)) / 4), true
	case trace.Ref:
		if bits == 0 || random&3 != 0 {
			return bits, false
		}
		other := m.env.queue[random>>2%uint64(len(m.env.queue))]
		return uint64(other), kindBits(&m.heap, other) == kindBits(&m.heap, heap.Object(bits))
	}
	return bits, false
}
