package interp

import (
	"math"

	"unbox/heap"
	"unbox/trace"
)

// environment is what the outside knows during a run.
type environment struct {
	// found says for each object whether the look around at hand came across it:
	// the number of the look in the upper half, its place in queue in the lower.
	found []uint64
	look  uint64
	queue []heap.Object
	// escaped are the objects that escape and its relatives handed out or got.
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

// effect does a visible effect: the values are noted, and so is what the outside
// can see of the objects among them.
func (m *Interp) effect(v trace.Value, in *instr) progress {
	index := len(m.out.Effects)
	if index >= m.options.Effects || len(m.out.EffectArgs) > 10*m.options.Effects {
		return m.blame(trouble{kind: troubleEffects, a: uint64(m.options.Effects)})
	}
	e := VisibleEffect{Op: v, First: uint32(len(m.out.EffectArgs)), Len: in.b}
	for _, r := range m.moves[in.a : in.a+in.b] {
		m.out.EffectArgs = append(m.out.EffectArgs, Datum{m.typeOfRegister(r), m.regs[r]})
	}
	args := m.out.Args(e)
	e.seenFirst = uint32(len(m.out.seen))
	m.see(args)
	e.seenLen = uint32(len(m.out.seen)) - e.seenFirst
	m.out.Effects = append(m.out.Effects, e)
	return m.answer(in, args, uint64(index))
}

// answer lets the outside react: keep objects, change them, return a value.
func (m *Interp) answer(in *instr, args []Datum, index uint64) progress {
	hostile := m.options.HostileCalls && m.mayChange(in)
	if hostile {
		for _, d := range args {
			if d.Type == trace.Ref && d.Bits != 0 {
				m.env.escaped = append(m.env.escaped, d.Object())
			}
		}
		m.rewrite(index, in.writes)
	}
	switch in.typ {
	case trace.Int, trace.Float:
		m.regs[in.dst], _ = OutsideAnswer(int(index), in.typ)
		if e := m.out.Inputs.Outside.at(int(index) + 1); e != nil && e.Result.Type == in.typ {
			m.regs[in.dst] = e.Result.Bits
		}
	case trace.Ref:
		ref, status := m.someObject(index, hostile)
		if status != heap.OK {
			return m.blame(trouble{kind: troubleHeap, status: status})
		}
		m.regs[in.dst] = uint64(ref)
	}
	m.react(in, int(index)+1)
	return goOn
}

// mayChange tells whether a visible effect may change objects.
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

// unpredictable is an integer that the outside returns: mostly a small one, so
// that it is of use as an index or an amount, sometimes any.
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
// effect describe the objects handed over and what they contain, in the order
// in which they are come across, in a form that does not depend on where in the
// heap they are: two runs showed the same exactly if the slots are equal.
type seenSlot struct {
	// place is a place in the object; seenObject for what kind of object it is; seenOrigin for the origin that it has, if any.
	place heap.Place
	typ   trace.Type
	// bits are the contents; of a reference, the place in the order.
	bits uint64
}

const (
	seenObject heap.Place = -1 - iota
	seenOrigin
)

// What an effect sees is bounded: per effect and in total. The bounds cut off
// equivalent runs at the same place.
const (
	maxSeenObjects = 32
	maxSeenSlots   = 128
	maxSeenTotal   = 1 << 18
)

// see notes what the values handed to the outside show.
func (m *Interp) see(args []Datum) {
	if !anyObject(args) {
		return
	}
	m.env.begin(m.heap.Len())
	for _, d := range args {
		if d.Type == trace.Ref && d.Bits != 0 {
			m.env.visit(d.Object(), maxSeenObjects)
		}
	}
	limit := min(len(m.out.seen)+maxSeenSlots, maxSeenTotal)
	for k := 0; k < len(m.env.queue) && len(m.out.seen) < limit; k++ {
		m.seeObject(m.env.queue[k], limit)
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

func (m *Interp) seeObject(o heap.Object, limit int) {
	m.out.seen = append(m.out.seen, seenSlot{seenObject, trace.Void, kindBits(&m.heap, o)})
	if origin := m.out.origin(o); origin != 0 {
		m.out.seen = append(m.out.seen, seenSlot{seenOrigin, trace.Void, origin})
	}
	for k, n := 0, m.heap.Slots(o); k < n && len(m.out.seen) < limit; k++ {
		place, t, bits := m.heap.Slot(o, k)
		if bits == 0 || t == trace.Void {
			continue
		}
		if t == trace.Ref {
			bits = m.env.visit(heap.Object(bits), maxSeenObjects)
		}
		m.out.seen = append(m.out.seen, seenSlot{place, t, trace.SameNaN(t, bits)})
	}
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
	}
	return uint64(kind) << 56
}
