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
// stands for both (see interiorNumbers), so that all that goes by numbers of fields
// works for it too.
//
// Descriptions in snapshots have no notation for structs. So an array that has
// some is materialized before a guard that can see it.

// interiorNumbers gives numbers to the places in arrays of structs. They are less
// than noField, which the fields of objects and the indexes of items are not.
type interiorNumbers struct {
	places  []heap.Place
	numbers map[heap.Place]int32
	// arrays counts the virtual arrays that have, or had, structs.
	arrays int

	stack []int32
	// looked says in which look around each object was visited last.
	looked []int32
	look   int32
}

// renewed returns no numbers, in the memory of these.
func (n interiorNumbers) renewed() interiorNumbers {
	clear(n.numbers)
	return interiorNumbers{places: n.places[:0], numbers: n.numbers, stack: n.stack[:0], looked: n.looked[:0]}
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

// virtualStruct returns the virtual array and the number of the field that an
// operation on an array of structs names, if the index is constant and inside the
// array.
func (p *virtualPass) virtualStruct(c *cur) (object, field int32, ok bool) {
	object = p.of(c.args[0])
	index, constant := p.constInt(c.args[1])
	if object == 0 || !constant || p.objects[object].length == trace.None {
		return 0, 0, false
	}
	length, _ := p.constInt(p.objects[object].length)
	if index < 0 || index >= length {
		return 0, 0, false
	}
	return object, p.interior.number(index, c.op.Descr), true
}

func (p *virtualPass) getInterior(c *cur) verdict {
	object, field, ok := p.virtualStruct(c)
	if !ok {
		return p.letEscape(c)
	}
	cleared := p.objects[object].allocation.Code == trace.OpNewArrayClear
	return p.read(c, object, field, cleared)
}

func (p *virtualPass) setInterior(c *cur) verdict {
	object, field, ok := p.virtualStruct(c)
	if !ok {
		return p.letEscape(c)
	}
	if o := &p.objects[object]; !o.structs {
		o.structs = true
		p.interior.arrays++
	}
	return p.virtualWrite(c, object, field, c.args[2])
}

// virtualFieldPlace returns the place in the heap of a field of an object, or of an
// item or a struct's field of an array, that was virtual.
func (p *virtualPass) virtualFieldPlace(o *virtualObject, field int32) heapPlace {
	if o.length == trace.None {
		return heapPlace{fieldPlace(field), o.self, trace.None}
	}
	if index, inner, ok := p.interior.place(field).Interior(); ok {
		return heapPlace{p.heap.interiorPlace(int32(inner)), o.self, p.constants.Int(int64(index))}
	}
	return heapPlace{p.heap.itemPlace(o.allocation.Descr), o.self, p.constants.Int(int64(field))}
}

// remarkedField returns what a remark says of a field of a virtual object: the
// field, for a struct the field in it, or the index of an item.
func (p *virtualPass) remarkedField(field int32) int32 {
	if _, inner, ok := p.interior.place(field).Interior(); ok {
		return int32(inner)
	}
	return field
}

// materializeStructs materializes the arrays of structs that a value leads to over
// virtual objects, for a snapshot. An object that did not change since it was
// described leads to none.
func (p *virtualPass) materializeStructs(v trace.Value) {
	s := &p.virtualObjects
	n := &s.interior
	if n.arrays == 0 {
		return
	}
	n.look++
	n.looked = growTo(n.looked, len(s.objects))
	for len(n.looked) < len(s.objects) {
		n.looked = append(n.looked, 0)
	}
	n.stack = n.stack[:0]
	p.lookInto(v)
	for len(n.stack) > 0 {
		object := n.stack[len(n.stack)-1]
		n.stack = n.stack[:len(n.stack)-1]
		o := &s.objects[object]
		if o.structs {
			p.materialize(o.self)
			continue
		}
		for i := o.first; i != 0; i = s.fields[i].next {
			p.lookInto(p.find(s.fields[i].value))
		}
	}
}

func (p *virtualPass) lookInto(v trace.Value) {
	s := &p.virtualObjects
	n := &s.interior
	object := p.of(v)
	if object == 0 || n.looked[object] == n.look || s.objects[object].epoch == s.epoch {
		return
	}
	n.looked[object] = n.look
	n.stack = append(n.stack, object)
}
