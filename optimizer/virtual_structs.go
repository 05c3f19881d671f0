package optimizer

import (
	"unbox/heap"
	"unbox/trace"
)

// Virtual arrays of structs.
//
// A hash table is an array of structs: each item has named fields. Such an array
// is virtual like any other, and a field of a struct in it is known by index and
// field together. What is written into it is one more virtualField, whose number
// encodes both (see interiorNumbers), so everything that uses numbers of fields
// works for it too.
//
// Descriptions in snapshots have no notation for structs. So an array that has
// some is materialized before a guard that can see it.

// structsKind is a virtual array with fields of structs in it. It is an array until the first
// one is written.
type structsKind struct{ arrayKind }

func (structsKind) handler(p *virtualPass, code trace.Opcode) handler {
	switch code {
	case trace.OpGetInterior:
		return p.getInterior
	case trace.OpSetInterior:
		return p.setInterior
	}
	return nil
}

func (k structsKind) place(p *virtualPass, o *virtualObject, field int32) heapPlace {
	if index, inner, ok := p.interior.place(field).Interior(); ok {
		return heapPlace{p.heap.interiorPlace(int32(inner)), o.self, p.constants.Int(int64(index))}
	}
	return k.arrayKind.place(p, o, field)
}

// remarked returns for a struct the field in it.
func (structsKind) remarked(p *virtualPass, field int32) int32 {
	if _, inner, ok := p.interior.place(field).Interior(); ok {
		return int32(inner)
	}
	return field
}

func (structsKind) description(*virtualPass, *virtualObject) (trace.Virtual, bool) {
	return trace.Virtual{}, false
}

// noField is the number of no field.
const noField = -1

// interiorNumbers gives numbers to the places in arrays of structs. They are less
// than noField, which the fields of objects and the indexes of items are not.
type interiorNumbers struct {
	places  []heap.Place
	numbers map[heap.Place]int32
}

// renewed returns an empty table that reuses the memory of this one.
func (n interiorNumbers) renewed() interiorNumbers {
	clear(n.numbers)
	return interiorNumbers{places: n.places[:0], numbers: n.numbers}
}

// number returns the number of a struct's field.
func (n *interiorNumbers) number(index int64, field int32) int32 {
	place := heap.InteriorPlace(index, heap.FieldID(field))
	if k, known := n.numbers[place]; known {
		return k
	}
	if n.numbers == nil {
		n.numbers = make(map[heap.Place]int32)
	}
	n.places = append(n.places, place)
	k := noField - int32(len(n.places))
	n.numbers[place] = k
	return k
}

// place is the inverse of number; for an item of an array it is its index.
func (n *interiorNumbers) place(field int32) heap.Place {
	if field < noField {
		return n.places[noField-1-field]
	}
	return heap.Place(field)
}

// structPlace returns the place in an array of structs for the number of a
// field.
func (p *virtualPass) structPlace(field int32) heap.Place { return p.interior.place(field) }

// virtualStruct returns the virtual array and the number of the field that an
// operation on an array of structs names, if the index is constant and inside the
// array.
func (p *virtualPass) virtualStruct(c *cur) (object, field int32, ok bool) {
	object = p.of(c.args[0])
	index, constant := p.constInt(c.args[1])
	if object == 0 || !constant || p.objects[object].length == trace.None || p.objects[object].kind.isText() {
		return 0, 0, false
	}
	length, _ := p.constInt(p.objects[object].length)
	if index < 0 || index >= length {
		return 0, 0, false
	}
	return object, p.interior.number(index, c.op.Descr), true
}

func (p *virtualPass) getInterior(c *cur) verdict {
	object, field, _ := p.virtualStruct(c)
	return p.read(c, object, field)
}

func (p *virtualPass) setInterior(c *cur) verdict {
	object, field, ok := p.virtualStruct(c)
	if !ok {
		return p.letEscape(c)
	}
	if o := &p.objects[object]; o.kind == kindArray {
		o.kind = kindStructs
		p.undescribed.any = true
	}
	return p.virtualWrite(c, object, field, c.args[2])
}
