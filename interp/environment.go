package interp

import (
	"math"

	"unbox/heap"
	"unbox/trace"
)

// environment is what the outside knows during a run.
type environment struct {
	// found says for each object whether the current look around reached it: the
	// number of the look in the upper half, its place in queue in the lower.
	found []uint64
	look  uint64
	queue []heap.Object
	// escaped are the objects that escape and its relatives passed out or
	// returned.
	escaped []heap.Object
}

func (e *environment) reset() { e.escaped = e.escaped[:0] }

// begin starts a look around the heap.
func (e *environment) begin(objects int) {
	e.look++
	e.queue = e.queue[:0]
	for len(e.found) <= objects {
		e.found = append(e.found, 0)
	}
}

// visit puts an object into the queue unless it is there or the queue is full,
// and returns its place from 1 on, 0 if it is not in it.
func (e *environment) visit(o heap.Object, limit int) uint64 {
	if e.found[o]>>32 == e.look {
		return e.found[o] & math.MaxUint32
	}
	if len(e.queue) >= limit {
		return 0
	}
	e.queue = append(e.queue, o)
	e.found[o] = e.look<<32 | uint64(len(e.queue))
	return uint64(len(e.queue))
}

// mayChange reports whether a visible effect may change objects.
func (m *Interp) mayChange(in *instr) bool {
	effect := in.code.Info().Effect
	return in.code != trace.OpPrint && effect != trace.EffectReadRaw && effect != trace.EffectWriteRaw && effect != trace.EffectGuard
}

// someObject is a reference that the outside returns: an object of its own or,
// if it is hostile, sometimes one that it got.
func (m *Interp) someObject(index uint64, hostile bool) (heap.Object, heap.Status) {
	if n := uint64(len(m.env.escaped)); hostile && n > 0 && splitMix(index)%3 == 0 {
		return m.env.escaped[splitMix(index+1)%n], heap.OK
	}
	ref, status := m.heap.New(heap.NoClass)
	if hostile && status == heap.OK {
		m.env.escaped = append(m.env.escaped, ref)
	}
	return ref, status
}

// unpredictable is an integer that the outside returns: usually a small one,
// which is useful as an index or an amount, sometimes any.
func unpredictable(index uint64) uint64 {
	random := splitMix(index)
	if random&3 == 0 {
		return random
	}
	return random >> 60
}

// splitMix turns a number into one that looks random (the finalizer of SplitMix64).
func splitMix(x uint64) uint64 {
	x = (x + 0x9e3779b97f4a7c15)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// seenSlot is one thing that the outside saw at an effect. The slots of an
// effect describe the objects passed to it and what they contain, in the order
// in which they are reached, in a form that does not depend on where in the
// heap they are: two runs showed the same exactly if the slots are equal.
type seenSlot struct {
	// place is a place in the object; seenObject for what kind of object it is; seenOrigin for the origin that it has, if any, and seenText for a string.
	place heap.Place
	typ   trace.Type
	// bits are the contents; of a reference, the place in the order.
	bits uint64
}

const (
	seenObject heap.Place = -1 - iota
	seenOrigin
	seenText
)

// What the outside sees is bounded, for each effect and in total. The bounds
// cut off equivalent runs at the same place.
const (
	maxSeenObjects = 32
	maxSeenSlots   = 128
	maxSeenTotal   = 1 << 18
)

// see notes what the values passed to the outside show. frames means that it looks at fields of frames, too.
func (m *Interp) see(args []Datum, frames bool) {
	if !anyObject(args) {
		return
	}
	m.env.begin(m.heap.Len())
	for _, d := range args {
		switch {
		case d.Type != trace.Ref || d.Bits == 0:
		case m.isText(d.Bits):
			m.out.seen = append(m.out.seen, seenSlot{seenText, trace.Int, textBits(&m.heap, d.Object())})
		default:
			m.env.visit(d.Object(), maxSeenObjects)
		}
	}
	limit := min(len(m.out.seen)+maxSeenSlots, maxSeenTotal)
	for k := 0; k < len(m.env.queue) && len(m.out.seen) < limit; k++ {
		m.seeObject(m.env.queue[k], limit, frames)
	}
}

func anyObject(args []Datum) bool {
	for _, d := range args {
		if d.Type == trace.Ref && d.Bits != 0 {
			return true
		}
	}
	return false
}

func (m *Interp) seeObject(o heap.Object, limit int, frames bool) {
	m.out.seen = append(m.out.seen, seenSlot{seenObject, trace.Void, kindBits(&m.heap, o)})
	if origin := m.out.origin(o); origin != 0 {
		m.out.seen = append(m.out.seen, seenSlot{seenOrigin, trace.Void, origin})
	}
	for k, n := 0, m.heap.Slots(o); k < n && len(m.out.seen) < limit; k++ {
		place, t, bits := m.heap.Slot(o, k)
		if bits == 0 || t == trace.Void || !frames && m.isOfFrames(o, place) {
			continue
		}
		if t == trace.Ref && m.isText(bits) {
			bits = textBits(&m.heap, heap.Object(bits))
		} else if t == trace.Ref {
			bits = m.env.visit(heap.Object(bits), maxSeenObjects)
		}
		m.out.seen = append(m.out.seen, seenSlot{place, t, trace.SameNaN(t, bits)})
	}
}

// isOfFrames reports whether only those look at a place of an object who ask for frames.
func (m *Interp) isOfFrames(o heap.Object, place heap.Place) bool {
	return m.heap.Kind(o) == heap.KindObject && trace.IsOfFrames(&m.heap.Schema().Fields[place])
}

// kindBits packs what an object is into one number: kind, class or array type,
// and the length of an array.
func kindBits(h *heap.Heap, o heap.Object) uint64 {
	kind := h.Kind(o)
	switch kind {
	case heap.KindObject:
		return uint64(kind)<<56 | uint64(uint32(h.Class(o)))
	case heap.KindArray:
		n, _ := h.Length(o, heap.NoArray)
		return uint64(kind)<<56 | uint64(uint32(h.ArrayType(o)))&0xffffff<<32 | uint64(n)
	case heap.KindText:
		return uint64(kind)<<56 | uint64(h.TextLength(o))
	}
	return uint64(kind) << 56
}

// maxRewritten bounds the number of objects that a hostile call changes,
// maxRewrittenItems the number of items of an array.
const (
	maxRewritten      = 512
	maxRewrittenItems = 1024
)

// reachableSlots returns the number of places of an object that the outside
// looks at.
func (m *Interp) reachableSlots(o heap.Object) int {
	n := m.heap.Slots(o)
	if m.heap.Kind(o) == heap.KindArray {
		n = min(n, maxRewrittenItems)
	}
	return n
}

// rewrite changes the objects that the outside can reach: those of the inputs,
// and everything that escaped. Objects are taken in the order in which they are
// reached and their fields in the order of the schema. frames means that fields of frames lead on, too. Places that hold 0 or
// null are left alone unless the class declares them, so that the changes do
// not depend on the history of the heap.
func (m *Interp) rewrite(index uint64, what trace.Writes, frames bool) {
	env := &m.env
	env.begin(m.heap.Len())
	for k := range m.out.Inputs.Objects {
		env.visit(heap.Object(k+1), maxRewritten)
	}
	for _, o := range env.escaped {
		env.visit(o, maxRewritten)
	}
	for k := 0; k < len(env.queue); k++ {
		m.visitContents(env.queue[k], frames)
	}
	for k, o := range env.queue {
		m.rewriteObject(o, splitMix(index<<20|uint64(k)), what)
	}
}

func (m *Interp) visitContents(o heap.Object, frames bool) {
	for k, n := 0, m.reachableSlots(o); k < n; k++ {
		if place, t, bits := m.heap.Slot(o, k); t == trace.Ref && bits != 0 && !m.isText(bits) && (frames || !m.isOfFrames(o, place)) {
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
		if (!array || inStruct) && schema.Fields[field].Pure {
			continue
		}
		if array && !what.ChangesItems(m.typeOfItem(o, inStruct)) || !array && !what.Changes(&schema.Fields[field]) {
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

// typeOfItem returns the type of an array for an item, nil for a field of a struct in an array and if it has no type.
func (m *Interp) typeOfItem(array heap.Object, inStruct bool) *heap.ArrayType {
	t := m.heap.ArrayType(array)
	if inStruct || t == heap.NoArray {
		return nil
	}
	return &m.heap.Schema().Arrays[t]
}

// changed returns the value with which the outside overwrites another. A
// reference becomes one to another object of the same kind, but rarely, or runs
// would end early.
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
