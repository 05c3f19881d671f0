package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// chooser decides what a plan leaves open.
type chooser interface {
	// number returns a value for a shape that is a number.
	number(s int32) uint64
	// refer returns what a reference is to.
	refer(s int32) choice
	// length returns the length of an array.
	length(s int32) int32
}

// choice is what a reference is to.
type choice struct {
	kind choiceKind
	// class is the class of a new object or array.
	class int32
	// object is one that exists, for choiceAlias.
	object int32
}

type choiceKind uint8

const (
	choiceNull choiceKind = iota
	choiceObject
	choiceArray
	choiceAlias
)

// inputBuilder makes inputs of a plan.
type inputBuilder struct {
	plan *inputPlan
	in   *Inputs
	// objects is the object made for each shape, 0 if none was decided on yet.
	objects []int32
	shapes  []int32 // of each object
}

// build fills in with values that a chooser decides on.
func (b *inputBuilder) build(p *inputPlan, in *Inputs, c chooser) {
	b.plan, b.in = p, in
	in.reset(p.inputs)
	b.objects = trace.Zeroed(b.objects, len(p.shapes))
	b.shapes = b.shapes[:0]
	for k, root := range p.roots {
		before := len(in.Objects)
		in.set(p.inputs[k], b.value(root, c))
		if len(in.Objects) > before && in.Objects[before].Constant == 0 {
			in.Objects[before].Name = p.inputs[k].Name
		}
	}
	for k := range p.shapes {
		if sh := &p.shapes[k]; sh.constant != trace.None && (sh.class >= 0 || sh.first != 0) {
			b.value(int32(k), c)
		}
	}
	for k := 0; k < len(b.shapes); k++ {
		b.fill(int32(k), c)
	}
}

// value returns the value for a shape, making its object if it has none yet.
func (b *inputBuilder) value(s int32, c chooser) Datum {
	sh := &b.plan.shapes[s]
	if sh.typ != trace.Ref {
		return Datum{sh.typ, c.number(s)}
	}
	if b.objects[s] != 0 {
		return Datum{trace.Ref, uint64(b.objects[s])}
	}
	if sh.same != 0 && !sh.null {
		return b.value(sh.same, c)
	}
	choice := c.refer(s)
	switch choice.kind {
	case choiceNull:
		return Datum{trace.Ref, 0}
	case choiceAlias:
		b.objects[s] = choice.object
		return Datum{trace.Ref, uint64(choice.object)}
	}
	o := InputObject{Type: choice.class, Array: choice.kind == choiceArray}
	if o.Array {
		o.Length = c.length(s)
	}
	if sh.constant != trace.None {
		o.Constant = b.plan.trace.Const(sh.constant).Name
		o.Name = b.plan.trace.Tables.Syms[o.Constant]
	}
	b.in.Objects = append(b.in.Objects, o)
	b.shapes = append(b.shapes, s)
	b.objects[s] = int32(len(b.in.Objects))
	return Datum{trace.Ref, uint64(b.objects[s])}
}

// fill gives object k its contents.
func (b *inputBuilder) fill(k int32, c chooser) {
	s := b.shapes[k]
	first := uint32(len(b.in.Slots))
	// An object where the trace expects an array has nothing of what the trace
	// reads.
	if b.plan.shapes[s].array == b.in.Objects[k].Array {
		for i := b.plan.shapes[s].first; i != 0; i = b.plan.slots[i].next {
			if slot := &b.plan.slots[i]; slot.initial != 0 {
				b.fillPlace(k, slot, c)
			}
		}
	}
	b.in.Objects[k].First, b.in.Objects[k].Len = first, uint32(len(b.in.Slots))-first
}

func (b *inputBuilder) fillPlace(k int32, slot *shapeSlot, c chooser) {
	o := &b.in.Objects[k]
	schema := &b.plan.trace.Tables.Schema
	switch {
	case o.Array && slot.place == anyItem:
		for i := range b.in.Objects[k].Length {
			if _, single := b.plan.places[uint64(b.shapes[k])<<32|uint64(i)]; !single {
				b.in.Slots = append(b.in.Slots, InputSlot{i, b.value(slot.initial, c)})
			}
		}
	case o.Array && slot.place >= o.Length:
	case !o.Array && (slot.place < 0 || !schema.HasField(heap.ClassID(o.Type), heap.FieldID(slot.place))):
	default:
		b.in.Slots = append(b.in.Slots, InputSlot{slot.place, b.value(slot.initial, c)})
	}
}
