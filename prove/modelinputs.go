package prove

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"unbox/heap"
	"unbox/interp"
	"unbox/prove/term"
	"unbox/trace"
)

// modelInputs makes inputs from a model: the values of the inputs, and the objects
// of the initial heap that were asked for.
type modelInputs struct {
	e     *encoder
	t     *trace.Trace
	eval  *term.Evaluator
	in    *interp.Inputs
	found map[uint64]*modelObject // by reference
	order []*modelObject
}

// modelObject is what a model says about an object that existed at the start.
type modelObject struct {
	ref    uint64
	number uint64 // in Inputs.Objects, from 1 on
	known  bool   // the solver was asked for its kind
	kind   uint64
	length int64
	array  bool // the solver was asked for its items
	slots  map[int32]interp.Datum
	// typed are the contents of fields that hold values of several types, and
	// types which of them it is.
	typed map[int32][]interp.Datum
	types map[int32]trace.Type
}

// maxModelLength bounds the arrays of a counterexample.
const maxModelLength = 4096

// errTooLong says that a counterexample is too long to be written.
var errTooLong = errors.New("its array is too long to try")

func (e *encoder) modelInputs(t *trace.Trace, m term.Model) (*interp.Inputs, error) {
	b := &modelInputs{e: e, t: t, eval: term.NewEvaluator(e.b, m), in: new(interp.Inputs), found: make(map[uint64]*modelObject)}
	for _, p := range e.places {
		b.place(p)
	}
	for _, input := range e.inputs {
		d := b.datum(input.Type, input.term)
		if input.Arg < 0 {
			b.in.Params = append(b.in.Params, d)
			continue
		}
		for len(b.in.Args) <= input.Arg {
			b.in.Args = append(b.in.Args, interp.Datum{})
		}
		b.in.Args[input.Arg] = d
	}
	// Objects that only constants lead to are included.
	for _, o := range slices.SortedFunc(b.values(), func(x, y *modelObject) int { return cmp.Compare(x.ref, y.ref) }) {
		if o.ref <= uint64(e.fixedObjects) && len(o.slots) > 0 {
			b.number(o.ref)
		}
	}
	for k := 0; k < len(b.order); k++ { // numbering contents finds more
		if err := b.fill(b.order[k]); err != nil {
			return nil, err
		}
	}
	b.outside()
	return b.in, nil
}

// outside makes what a model says about the outside a part of the inputs, except what
// the interpreter's outside does anyway.
func (b *modelInputs) outside() {
	for k := range b.e.outside {
		o := &b.e.outside[k]
		ev := interp.OutsideEvent{At: int32(o.at), Class: heap.NoClass}
		ev.Invalidates = o.invalidates != 0 && b.eval.Bool(o.invalidates)
		ev.Fails = o.fails != 0 && b.eval.Bool(o.fails)
		ev.Raises = o.raises != 0 && b.eval.Bool(o.raises)
		if ev.Raises && o.kind != 0 {
			if kind := b.eval.Word(o.kind).Lo; kind > 0 && kind <= uint64(len(b.t.Tables.Schema.Classes)) {
				ev.Class = heap.ClassID(kind - 1)
			}
		}
		if usual, ok := interp.OutsideAnswer(o.at-1, o.typ); ok && o.result != 0 {
			if d := b.datum(o.typ, o.result); d.Bits != usual {
				ev.Result = d
			}
		}
		if ev.Invalidates || ev.Fails || ev.Raises || ev.Result.Type != trace.Void {
			b.in.Outside.Events = append(b.in.Outside.Events, ev)
		}
	}
	slices.SortFunc(b.in.Outside.Events, func(x, y interp.OutsideEvent) int { return cmp.Compare(x.At, y.At) })
}

func (b *modelInputs) values() func(func(*modelObject) bool) {
	return func(yield func(*modelObject) bool) {
		for _, o := range b.found {
			if !yield(o) {
				return
			}
		}
	}
}

// object returns what is known of the object of a reference.
func (b *modelInputs) object(ref uint64) *modelObject {
	o := b.found[ref]
	if o == nil {
		o = &modelObject{ref: ref, slots: make(map[int32]interp.Datum), typed: make(map[int32][]interp.Datum), types: make(map[int32]trace.Type)}
		b.found[ref] = o
	}
	return o
}

// place notes what a place holds at the start.
func (b *modelInputs) place(p place) {
	ref := b.eval.Word(p.ref).Lo
	if ref == 0 || ref >= b.e.half {
		return
	}
	o := b.object(ref)
	value := b.eval.Word(p.value)
	switch p.kind {
	case placeKindOf:
		o.kind, o.known = value.Lo, true
	case placeLength:
		o.length = value.Signed(b.e.w)
	case placeField:
		switch f := int32(p.field); {
		case p.typ == trace.Any:
			o.types[f] = trace.Type(value.Lo)
		case b.e.isMixed(p.field):
			o.typed[f] = append(o.typed[f], b.raw(p.typ, value))
		default:
			o.slots[f] = b.raw(p.typ, value)
		}
	case placeItem:
		o.array = true
		if index := b.eval.Word(p.index).Signed(b.e.w); index >= 0 && index < maxModelLength {
			o.slots[int32(index)] = b.raw(p.typ, value)
		}
	}
}

// raw returns a value with a reference as the solver numbers it.
func (b *modelInputs) raw(t trace.Type, v term.Value) interp.Datum {
	if t == trace.Int {
		return interp.Datum{Type: t, Bits: uint64(v.Signed(b.e.w))}
	}
	return interp.Datum{Type: t, Bits: v.Lo}
}

// datum returns the value of a term for the inputs.
func (b *modelInputs) datum(t trace.Type, v term.Term) interp.Datum {
	return b.resolve(b.raw(t, b.eval.Word(v)))
}

// resolve turns a reference as the solver numbers it into one of the inputs.
func (b *modelInputs) resolve(d interp.Datum) interp.Datum {
	if d.Type == trace.Ref && d.Bits != 0 {
		if d.Bits >= b.e.half {
			d.Bits = 0 // it was never asked which object it is
		} else {
			d.Bits = b.number(d.Bits)
		}
	}
	return d
}

// number gives an object its number in the inputs.
func (b *modelInputs) number(ref uint64) uint64 {
	o := b.object(ref)
	if o.number == 0 {
		b.order = append(b.order, o)
		o.number = uint64(len(b.order))
	}
	return o.number
}

// fill writes an object with its contents.
func (b *modelInputs) fill(o *modelObject) error {
	object := interp.InputObject{Type: int32(heap.NoClass), First: uint32(len(b.in.Slots)), Constant: b.constant(o.ref)}
	b.setKind(o, &object)
	if object.Array {
		if o.length < 0 || o.length > maxModelLength {
			return errTooLong
		}
		object.Length = int32(o.length)
	}
	for f, typ := range o.types {
		if typ != trace.Void {
			o.slots[f] = interp.Datum{Type: typ} // it was never asked what it is, only of which type
		}
		for _, d := range o.typed[f] {
			if d.Type == typ {
				o.slots[f] = d
			}
		}
	}
	places := make([]int32, 0, len(o.slots))
	for place := range o.slots {
		if o.array != object.Array || object.Array && place >= object.Length ||
			!object.Array && !b.e.tables.Schema.HasField(heap.ClassID(object.Type), heap.FieldID(place)) {
			continue
		}
		places = append(places, place)
	}
	slices.Sort(places)
	for _, place := range places {
		b.in.Slots = append(b.in.Slots, interp.InputSlot{Place: place, Value: b.resolve(o.slots[place])})
	}
	object.Len = uint32(len(places))
	if object.Constant == 0 {
		object.Name = fmt.Sprintf("o%d", o.ref)
	}
	b.in.Objects = append(b.in.Objects, object)
	return nil
}

// setKind sets the class or array type of an object. If the solver was not asked
// for it, it is a class that has the fields.
func (b *modelInputs) setKind(o *modelObject, object *interp.InputObject) {
	schema := &b.e.tables.Schema
	switch {
	case o.known && o.kind >= b.e.firstArray():
		object.Array = true
		object.Type = int32(min(o.kind-b.e.firstArray(), uint64(len(schema.Arrays)))) - 1
	case o.known && o.kind > 0:
		object.Type = int32(o.kind) - 1
	case !o.known && o.array:
		object.Array = true
	}
}

// constant returns the name of the constant that a reference is, the first one of several, 0 for none.
func (b *modelInputs) constant(ref uint64) (name trace.Sym) {
	for key, t := range b.e.constants {
		if key.name == 0 || name != 0 && name < key.name {
			continue
		}
		if v, ok := b.e.b.Value(t); ok && v.Lo == ref && b.e.b.Width(t) == b.e.rw {
			name = key.name
		}
	}
	return name
}
