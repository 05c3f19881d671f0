package fuzz

import (
	"unbox/interp"
	"unbox/trace"
)

// object is the example of an object or array.
type object struct {
	// class is an index in vocabulary.classes, or one of those below.
	class int32
	// array is the kind of an array's items.
	array int8
	// first is the place of the contents in Generator.slots: fields in the order of
	// the class; items, and after them the structs.
	first, length int32
	// unwritten means that items must not be read before they were written.
	unwritten bool
}

const (
	classArray   = -1
	classUnknown = -2
)

// slot is what a place holds; its type is Void if nothing was written.
type slot = value

// access is an earlier read or write.
type access struct {
	object int32
	field  int
}

// addObject enters an object with room for what it holds.
func (g *Generator) addObject(o object, slots int) int32 {
	o.first = int32(len(g.slots))
	for range slots {
		g.slots = append(g.slots, slot{known: true})
	}
	g.objects = append(g.objects, o)
	return int32(len(g.objects) - 1)
}

func (g *Generator) addInstance(class int) int32 {
	return g.addObject(object{class: int32(class)}, len(g.vocabulary.classes[class].fields))
}

func (g *Generator) addArray(kind, length int) int32 {
	o := object{class: classArray, array: int8(kind), length: int32(length)}
	return g.addObject(o, length*(1+len(g.vocabulary.entry)))
}

// inputObjects makes the objects of the inputs, at most n, with contents that refer
// to one another.
func (g *Generator) inputObjects(n int) {
	for range n {
		if g.src.one(5) {
			g.addArray(g.src.pick(len(itemTypes)), 1+g.src.pick(3))
		} else {
			g.addInstance(g.src.pick(len(g.vocabulary.classes)))
		}
	}
	for k := 1; k <= n; k++ {
		g.fillInput(int32(k))
	}
}

// fillInput decides what an object of the inputs holds.
func (g *Generator) fillInput(id int32) {
	in, o := &g.inputs, &g.objects[id]
	made := interp.InputObject{Type: g.typeOfObject(o), First: uint32(len(in.Slots))}
	if o.class == classArray {
		made.Array, made.Length = true, o.length
		for k := range o.length {
			g.fillSlot(k, o.first+k, itemTypes[o.array])
		}
	} else {
		for k, f := range g.vocabulary.classes[o.class].fields {
			g.fillSlot(f.id, o.first+int32(k), f.typ)
		}
	}
	made.Len = uint32(len(in.Slots)) - made.First
	in.Objects = append(in.Objects, made)
}

func (g *Generator) fillSlot(place, at int32, t trace.Type) {
	if t == trace.Any {
		t = typeOf[g.src.pick(2)]
	}
	held := value{typ: t, known: true}
	switch t {
	case trace.Int:
		held.bits = g.src.integer()
	case trace.Float:
		held.bits = g.src.float()
	case trace.Ref:
		held.object = int32(g.src.pick(min(len(g.objects), 4)))
	}
	if g.src.one(4) {
		held.bits, held.object = 0, 0
	}
	g.slots[at] = held
	g.inputs.Slots = append(g.inputs.Slots, interp.InputSlot{Place: place, Value: g.datum(held)})
}

// typeOfObject is what an operation's descriptor says of an object: its class or
// array type.
func (g *Generator) typeOfObject(o *object) int32 {
	if o.class == classArray {
		return g.vocabulary.arrays[o.array]
	}
	return g.vocabulary.classes[o.class].id
}

// inputReference chooses what an input refers to: null now and then, and objects that
// other inputs refer to as well.
func (g *Generator) inputReference() value {
	v := value{typ: trace.Ref, known: true}
	if n := len(g.inputs.Objects); n > 0 && !g.src.one(10) {
		v.object = int32(1 + g.src.pick(n))
	}
	return v
}

// reference returns a reference: a value, null, or a constant.
func (g *Generator) reference() value {
	v, ok := g.recent(1)
	switch {
	case !ok || g.src.one(12):
		return value{v: g.null(), typ: trace.Ref, known: true}
	case g.src.one(16) && len(g.vocabulary.fixed) > 0:
		return g.fixedObject()
	}
	return v
}

// fixedObject returns a constant object.
func (g *Generator) fixedObject() value {
	c := g.constant(g.vocabulary.fixed[g.src.pick(len(g.vocabulary.fixed))])
	for _, v := range g.objects {
		if v.class == classUnknown && v.first == int32(c) {
			return value{v: c, object: v.length, typ: trace.Ref, known: true}
		}
	}
	id := int32(len(g.objects))
	g.objects = append(g.objects, object{class: classUnknown, first: int32(c), length: id})
	return value{v: c, object: id, typ: trace.Ref, known: true}
}

// anyOf returns a value that can be stored in a place of a type.
func (g *Generator) anyOf(t trace.Type) value {
	if t == trace.Any {
		t = typeOf[g.src.pick(3)]
	}
	switch t {
	case trace.Ref:
		return g.reference()
	case trace.Float:
		return g.double()
	}
	return g.integer()
}

func (g *Generator) new() { g.newInstance() }

// newInstance makes an object and writes to it, because an object without
// writes tests nothing.
func (g *Generator) newInstance() value {
	class := g.src.pick(len(g.vocabulary.classes))
	v := value{typ: trace.Ref, object: g.addInstance(class), known: true}
	v.v = g.emit(trace.OpNew, trace.Ref, g.vocabulary.classes[class].made)
	g.keep(v)
	for range g.src.pick(3) {
		g.write(v, g.src.pick(len(g.vocabulary.classes[class].fields)))
	}
	return v
}

// instance chooses a reference to an object with fields, and one of the fields.
func (g *Generator) instance() (v value, field int, ok bool) {
	for range 4 {
		v, ok := g.recent(1)
		if ok && v.known && v.object > 0 && g.objects[v.object].class >= 0 {
			return v, g.src.pick(len(g.vocabulary.classes[g.objects[v.object].class].fields)), true
		}
	}
	return value{}, 0, false
}

func (g *Generator) get() {
	if v, field, ok := g.instance(); ok {
		g.read(v, field)
	} else {
		g.new()
	}
}

func (g *Generator) set() {
	if v, field, ok := g.instance(); ok {
		g.write(v, field)
	} else {
		g.new()
	}
}

// retouch reads or writes once more what was read or written before, by any name
// that leads to an object of the class: perhaps the same one.
func (g *Generator) retouch() {
	if len(g.accesses) == 0 {
		g.set()
		return
	}
	a := g.accesses[g.src.pick(len(g.accesses))]
	class := g.objects[a.object].class
	start := g.src.pick(len(g.values[1]) + 1)
	same := g.src.one(2)
	for k := range g.values[1] {
		v := g.values[1][(start+k)%len(g.values[1])]
		if !v.known || v.object == 0 || g.objects[v.object].class != class || same && v.object != a.object {
			continue
		}
		if g.src.one(2) {
			g.write(v, a.field)
		} else {
			g.read(v, a.field)
		}
		return
	}
}

// read emits a read of a field and enters its result.
func (g *Generator) read(v value, k int) {
	o := &g.objects[v.object]
	f := g.vocabulary.classes[o.class].fields[k]
	held := g.slots[o.first+int32(k)]
	if held.typ == trace.Void {
		held.typ = f.typ
		if f.typ == trace.Any {
			held.typ = trace.Int
		}
	}
	held.v = g.emit(trace.OpGet, held.typ, f.id, v.v)
	g.keep(held)
	g.touched(v, k)
}

// write emits a write of a field.
func (g *Generator) write(v value, k int) {
	g.writeTo(v, k, g.anyOf(g.vocabulary.classes[g.objects[v.object].class].fields[k].typ))
}

// writeTo emits a write of a value into a field.
func (g *Generator) writeTo(v value, k int, held value) {
	o := &g.objects[v.object]
	g.slots[o.first+int32(k)] = held
	g.emit(trace.OpSet, trace.Void, g.vocabulary.classes[o.class].fields[k].id, v.v, held.v)
	g.touched(v, k)
}

func (g *Generator) touched(v value, k int) {
	if len(g.accesses) < 16 {
		g.accesses = append(g.accesses, access{v.object, k})
	}
}

// waiting writes a new object into a field of an object that came from outside, as writes do that wait, and then reads or writes that field by
// other names that may be one with the first.
func (g *Generator) waiting() {
	into, field, ok := g.outsideObject()
	if !ok {
		g.retouch()
		return
	}
	g.writeTo(into, field, g.newInstance())
	label := g.label
	for n := 1 + g.src.pick(3); n > 0 && g.label == label; n-- { // after another label, the object has no name
		other, ok := g.outsideLike(into)
		switch g.src.pick(4) {
		case 0:
			g.read(into, field)
		case 1:
			g.guardRef()
		default:
			if !ok {
				other = into
			}
			if g.src.one(2) {
				g.read(other, field)
			} else {
				g.writeTo(other, field, g.reference())
			}
		}
	}
}

// outsideObject chooses an object that was not made in the trace, with a field for references.
func (g *Generator) outsideObject() (v value, field int, ok bool) {
	start := g.src.pick(len(g.values[1]) + 1)
	for k := range g.values[1] {
		v := g.values[1][(start+k)%len(g.values[1])]
		if !g.fromOutside(v) {
			continue
		}
		fields := g.vocabulary.classes[g.objects[v.object].class].fields
		first := g.src.pick(len(fields))
		for n := range fields {
			at := (first + n) % len(fields)
			if t := fields[at].typ; t == trace.Ref || t == trace.Any {
				return v, at, true
			}
		}
	}
	return value{}, 0, false
}

// outsideLike chooses another name of an object of the same class that was not made in the trace: perhaps of the same one.
func (g *Generator) outsideLike(a value) (value, bool) {
	start := g.src.pick(len(g.values[1]) + 1)
	for k := range g.values[1] {
		v := g.values[1][(start+k)%len(g.values[1])]
		if v.v != a.v && g.fromOutside(v) && g.objects[v.object].class == g.objects[a.object].class {
			return v, true
		}
	}
	return value{}, false
}

// fromOutside reports whether a value is an object with fields that the inputs have.
func (g *Generator) fromOutside(v value) bool {
	return v.known && v.object > 0 && int(v.object) <= g.given && g.objects[v.object].class >= 0
}

func (g *Generator) newArray() {
	kind, n := g.src.pick(len(itemTypes)), g.src.pick(4)
	length := g.number(uint64(n))
	if v, ok := g.recent(0); ok && v.known && v.bits < 8 {
		length, n = v, int(v.bits)
	}
	v := value{typ: trace.Ref, object: g.addArray(kind, n), known: true}
	code := trace.OpNewArrayClear
	if g.src.one(4) {
		code = trace.OpNewArray
		g.objects[v.object].unwritten = true
	}
	v.v = g.emit(code, trace.Ref, g.vocabulary.arrays[kind], length.v)
	g.keep(v)
}

// array chooses an array that has items, with an index inside it, most of the time a
// constant.
func (g *Generator) array() (v, index value, ok bool) {
	for k := len(g.values[1]) - 1; k >= 0; k-- {
		v := g.values[1][k]
		if !v.known || v.object == 0 || g.objects[v.object].class != classArray || g.objects[v.object].length == 0 {
			continue
		}
		if g.src.one(4) {
			continue
		}
		n := g.objects[v.object].length
		if i, ok := g.recent(0); ok && i.known && i.bits < uint64(n) {
			return v, i, true
		}
		return v, g.number(uint64(g.src.pick(int(n)))), true
	}
	return v, index, false
}

func (g *Generator) getItem() {
	v, index, ok := g.array()
	if !ok {
		g.newArray()
		return
	}
	o := &g.objects[v.object]
	held := g.slots[o.first+int32(index.bits)]
	if held.typ == trace.Void {
		if o.unwritten {
			g.setItem()
			return
		}
		held.typ = itemTypes[o.array]
	}
	held.v = g.emit(trace.OpGetItem, held.typ, g.vocabulary.arrays[o.array], v.v, index.v)
	g.keep(held)
}

func (g *Generator) setItem() {
	v, index, ok := g.array()
	if !ok {
		g.newArray()
		return
	}
	held := g.anyOf(itemTypes[g.objects[v.object].array])
	o := &g.objects[v.object]
	g.slots[o.first+int32(index.bits)] = held
	g.emit(trace.OpSetItem, trace.Void, g.vocabulary.arrays[o.array], v.v, index.v, held.v)
}

func (g *Generator) arrayLength() {
	v, _, ok := g.array()
	if !ok {
		g.newArray()
		return
	}
	o := &g.objects[v.object]
	n := value{bits: uint64(o.length), typ: trace.Int, known: true}
	n.v = g.emit(trace.OpArrayLen, trace.Int, g.vocabulary.arrays[o.array], v.v)
	g.keep(n)
}

// interior reads or writes a field of a struct in an array.
func (g *Generator) interior() {
	v, index, ok := g.array()
	if !ok || len(g.vocabulary.entry) == 0 || g.objects[v.object].unwritten {
		g.newArray()
		return
	}
	k := g.src.pick(len(g.vocabulary.entry))
	f := g.vocabulary.entry[k]
	at := int32(index.bits)*int32(len(g.vocabulary.entry)) + int32(k)
	if g.src.one(2) {
		held := g.anyOf(f.typ)
		o := &g.objects[v.object]
		g.slots[o.first+o.length+at] = held
		g.emit(trace.OpSetInterior, trace.Void, f.id, v.v, index.v, held.v)
		return
	}
	o := &g.objects[v.object]
	held := g.slots[o.first+o.length+at]
	held.typ = f.typ
	held.v = g.emit(trace.OpGetInterior, f.typ, f.id, v.v, index.v)
	g.keep(held)
}

func (g *Generator) comparePointers() {
	a, b := g.reference(), g.reference()
	if !a.known || !b.known {
		return
	}
	v := value{typ: trace.Int, known: true}
	code := trace.OpPtrEq + trace.Opcode(g.src.pick(2))
	if (a.object == b.object) == (code == trace.OpPtrEq) {
		v.bits = 1
	}
	v.v = g.emit(code, trace.Int, -1, a.v, b.v)
	g.keep(v)
	if g.src.one(2) {
		g.guardNumber(v)
	}
}

// guardRef guards a reference for the value of its example.
func (g *Generator) guardRef() {
	v, ok := g.recent(1)
	if !ok || !v.known || v.v.IsConst() {
		return
	}
	o := &g.objects[v.object]
	switch {
	case v.object == 0:
		g.guard(trace.OpGuardIsnull, -1, v.v)
	case o.class < 0 || g.vocabulary.classes[o.class].id < 0 || g.src.one(3):
		g.guard(trace.OpGuardNonnull, -1, v.v)
		if g.src.one(3) && o.class >= 0 && g.vocabulary.classes[o.class].id >= 0 {
			label := g.label
			if g.step(); g.label == label {
				g.guard(trace.OpGuardClass, g.vocabulary.classes[g.objects[v.object].class].id, v.v)
			}
		}
	default:
		code := trace.OpGuardClass
		if g.src.one(3) {
			code = trace.OpGuardNonnullClass
		}
		g.guard(code, g.vocabulary.classes[o.class].id, v.v)
	}
}
