package optimizer

import (
	"cmp"
	"slices"
	"strconv"

	"unbox/heap"
	"unbox/trace"
)

// virtualObjects holds the virtual objects of a walk: objects whose allocation was
// removed from the trace and that are known by what was written to them. The
// papers call them static objects.
type virtualObjects struct {
	objects []virtualObject // objects[0] is a placeholder
	fields  []virtualField  // fields[0] is a placeholder
	// index finds the fields of objects that have many of them.
	index map[fieldKey]int32
	// rank orders fields: toy fields by their number, others as the trace
	// mentions them.
	rank []int32
	// interior numbers the fields of structs in arrays.
	interior interiorNumbers
	// undescribed looks for objects that snapshots cannot describe.
	undescribed undescribedSearch

	// epoch counts up when an object that was described is written to; earlier
	// descriptions are then no longer true for later guards.
	epoch int32
	// describedFields counts the fields in descriptions, budget bounds them.
	describedFields, budget int

	stack   []liftFrame
	order   []virtualField
	pending []int32
}

// virtualObject is an object or array that is not allocated.
type virtualObject struct {
	// self is the value that names it; virtualPass.number leads back here.
	self trace.Value
	// kind says what is special about it.
	kind kindID
	// allocation is its operation: new, new_array or new_array_clear.
	allocation trace.Op
	// class is an object's heap.ClassID; heap.NoClass for arrays and toy objects;
	// classOpen while it is not known, because a log that gives only the size
	// leaves it to the first guard.
	class int32
	// length is an array's constant length as an argument, None for objects.
	length trace.Value
	// parts is, for a string that a call makes, how many such strings it is made of, itself included; 0 for others.
	parts int32
	// first and last chain what was written to it; count is the number of fields
	// written.
	first, last, count int32
	// epoch and description are its description in snapshots.
	epoch       int32
	description int32
}

// virtualField is what one field or item of a virtual object holds.
type virtualField struct {
	// field is a heap.FieldID, an item's index, or the number of a field of a struct
	// in an array.
	field int32
	value trace.Value
	next  int32
	// by is the operation that wrote it last.
	by writer
}

// writer is the operation that wrote into a field of a virtual object: a copy of a
// recorded one, or, if src is 0, one that a pass invented for a line of the source.
type writer struct {
	src, line int32
	copy      uint8
}

// number is the walk's number of the operation, None if the recorded trace does not have it.
func (by writer) number(w *walk) trace.Value {
	if by.src == 0 {
		return trace.None
	}
	return trace.Value(by.src) + trace.Value(by.copy)*trace.Value(len(w.in.Ops))
}

func writerOf(op *trace.Op) writer { return writer{op.Src, op.Line, op.Copy} }

// writeOf returns the operation that writes a field once the object is
// materialized.
func (p *virtualPass) writeOf(o *virtualObject, f *virtualField) trace.Op {
	if f.by.src == 0 {
		write := p.kindOf(o).write(p, o, f.field)
		write.Line = f.by.line
		return write
	}
	write := p.in.Ops[f.by.src]
	write.Copy = f.by.copy
	return write
}

// isCleared reports whether what was never written to the object reads as 0 or null.
func (o *virtualObject) isCleared() bool { return o.allocation.Code != trace.OpNewArray }

type fieldKey struct{ object, field int32 }

// manyFields is the number of fields from which on an object's fields are found
// by hashing.
const manyFields = 8

// renewed returns an empty set of virtual objects that reuses the memory of this one.
func (s virtualObjects) renewed(in *trace.Trace) virtualObjects {
	clear(s.index)
	return virtualObjects{
		objects: append(s.objects[:0], virtualObject{}), fields: append(s.fields[:0], virtualField{}), index: s.index,
		rank: fieldRanks(s.rank[:0], in.Tables.Schema.Fields), interior: s.interior.renewed(), undescribed: s.undescribed.renewed(),
		epoch: 1, budget: 16*len(in.Ops) + 4096,
		stack: s.stack[:0], order: s.order[:0], pending: s.pending[:0],
	}
}

// fieldRanks gives each field its place among the fields of an object.
func fieldRanks(rank []int32, fields []heap.Field) []int32 {
	for id, f := range fields {
		place := int32(id)
		if f.Type == trace.Any {
			if n, err := strconv.Atoi(f.Name); err == nil {
				place = int32(n)
			}
		}
		rank = append(rank, place)
	}
	return rank
}

// makeVirtual makes the result of an allocation a virtual object of a kind. class and length
// are as in virtualObject.
func (p *virtualPass) makeVirtual(c *cur, kind kindID, class int32, length trace.Value) {
	s := &p.virtualObjects
	p.number.set(c.self, int32(len(s.objects)))
	if p.recording {
		p.note(Event{Kind: EventVirtual, Value: c.self, Descr: c.op.Descr})
	}
	o := oneMore(&s.objects)
	o.self, o.kind, o.class, o.length = c.self, kind, class, length
	o.allocation.Set(&c.op)
	o.parts, o.first, o.last, o.count, o.epoch, o.description = 0, 0, 0, 0, 0, 0
}

// of returns the number of the virtual object that v is, 0 if it is none.
func (p *virtualPass) of(v trace.Value) int32 {
	if !v.IsOp() {
		return 0
	}
	return p.number.of(v)
}

// lookup returns the index of a field that was written, 0 if it was not.
func (s *virtualObjects) lookup(object, field int32) int32 {
	o := &s.objects[object]
	if o.count > manyFields {
		return s.index[fieldKey{object, field}]
	}
	for i := o.first; i != 0; i = s.fields[i].next {
		if s.fields[i].field == field {
			return i
		}
	}
	return 0
}

// overdrawn reports whether descriptions have used up what they may.
func (s *virtualObjects) overdrawn() bool { return s.describedFields > s.budget }

// describeAnew makes later snapshots describe objects again.
func (s *virtualObjects) describeAnew() { s.epoch++ }

// object returns the virtual object with a number.
func (s *virtualObjects) object(number int32) *virtualObject { return &s.objects[number] }

// renamed makes later snapshots describe objects again, because a value in them may have
// another name; it does so as long as half of the budget of descriptions is left.
func (s *virtualObjects) renamed() {
	if s.describedFields <= s.budget/2 {
		s.describeAnew()
	}
}

// write puts a value into a field and returns the operation whose write it
// replaces, the zero writer if the field was not written before.
func (s *virtualObjects) write(object, field int32, v trace.Value, by writer) (overwritten writer) {
	if s.objects[object].epoch == s.epoch {
		s.epoch++
	}
	if i := s.lookup(object, field); i != 0 {
		overwritten = s.fields[i].by
		s.fields[i].value, s.fields[i].by = v, by
		return overwritten
	}
	s.append(object, virtualField{field: field, value: v, by: by})
	return writer{}
}

func (s *virtualObjects) append(object int32, f virtualField) {
	o := &s.objects[object]
	at := int32(len(s.fields))
	s.fields = append(s.fields, f)
	if o.first == 0 {
		o.first = at
	} else {
		s.fields[o.last].next = at
	}
	o.last = at
	o.count++
	switch {
	case o.count == manyFields+1:
		if s.index == nil {
			s.index = make(map[fieldKey]int32)
		}
		for i := o.first; i != 0; i = s.fields[i].next {
			s.index[fieldKey{object, s.fields[i].field}] = i
		}
	case o.count > manyFields:
		s.index[fieldKey{object, f.field}] = at
	}
}

// sorted appends the fields of an object to list in the order in which they are
// written when it is materialized.
func (s *virtualObjects) sorted(list []virtualField, object int32) []virtualField {
	from := len(list)
	for i := s.objects[object].first; i != 0; i = s.fields[i].next {
		list = append(list, s.fields[i])
	}
	kind := s.objects[object].kind
	slices.SortStableFunc(list[from:], func(a, b virtualField) int { return s.compareFields(kind, a.field, b.field) })
	return list
}

// compareFields orders the fields of an object of a kind.
func (s *virtualObjects) compareFields(kind kindID, a, b int32) int {
	if kind.isText() {
		return cmp.Compare(a, b)
	}
	return virtualKinds[kind].order(s, a, b)
}
