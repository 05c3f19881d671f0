package prove

import (
	"fmt"

	"unbox/heap"
	"unbox/prove/term"
	"unbox/trace"
)

// The heap of one side. For each field (over references), for the items of arrays
// by type, and for each field of structs in arrays (over references and indexes)
// there is an SMT array of what was there at the start, the same for both sides,
// and a list of what happened since: writes, and calls after which the outside may have changed everything that it can reach,
// or the part of it that the called function changes. A read goes through the list from its end; what cannot be decided on the
// way becomes an if-then-else, so that the solver sees arrays that are only read. The lists are shared, so that a guard can
// keep the heap of its moment for nothing.

// memory is one of those arrays: a field of objects, the items of a type, or a
// field of structs.
type memory struct {
	kind  placeKind
	field heap.FieldID
	typ   trace.Type
}

type placeKind uint8

const (
	placeField placeKind = iota
	placeItem
	placeStruct
	placeKindOf
	placeLength
)

// memoryEvent is a node of a list: a write, or a call.
type memoryEvent struct {
	before *memoryEvent
	// A write:
	ref, index, value term.Term
	// A call: its number, and which allocations it can reach.
	call    *call
	visible []uint64
	// objects are the side's allocations before the call.
	objects []object
	// depth is the length of the list, calls the number of its last call from 1
	// on, 0 if there is none.
	depth, calls int
}

// call is a visible effect after which the heap may be different: the same on
// both sides.
type call struct {
	number int
	// writes is what may be different.
	writes trace.Writes
}

// maxDepth bounds the writes to one field that a read has to go through.
const maxDepth = 4000

// heapState is the heap of a side at one moment. Copies are cheap: see clone.
type heapState struct {
	lists map[memory]*memoryEvent
	// calls are those of the side so far, nil at the start.
	calls *callList
}

// callList are the calls so far, the last one first.
type callList struct {
	before  *callList
	call    *call
	visible []uint64
	objects []object
}

func newHeapState() *heapState { return &heapState{lists: map[memory]*memoryEvent{}} }

// clone returns a copy that later writes to s do not change.
func (s *heapState) clone() *heapState {
	c := &heapState{lists: make(map[memory]*memoryEvent, len(s.lists)), calls: s.calls}
	for m, list := range s.lists {
		c.lists[m] = list
	}
	return c
}

// write appends a write.
func (s *heapState) write(m memory, ref, index, value term.Term) {
	list := s.list(m)
	e := &memoryEvent{before: list, ref: ref, index: index, value: value, depth: 1}
	if list != nil {
		e.depth, e.calls = list.depth+1, list.calls
	}
	s.lists[m] = e
}

func depthOf(e *memoryEvent) int {
	if e == nil {
		return 0
	}
	return e.depth
}

// list returns the events of a memory, with the calls that came after the last
// write to it.
func (s *heapState) list(m memory) *memoryEvent {
	list := s.lists[m]
	var missing []*callList
	for c := s.calls; c != nil; c = c.before {
		if list != nil && list.calls > c.call.number {
			break
		}
		missing = append(missing, c)
	}
	for k := len(missing) - 1; k >= 0; k-- {
		c := missing[k]
		list = &memoryEvent{before: list, call: c.call, visible: c.visible, objects: c.objects, depth: depthOf(list) + 1, calls: c.call.number + 1}
	}
	if len(missing) > 0 {
		s.lists[m] = list
	}
	return list
}

// outside notes a call: the outside may change what it can reach. objects are the allocations of the side so far.
func (s *heapState) outside(c *call, visible []uint64, objects []object) {
	s.calls = &callList{before: s.calls, call: c, visible: visible, objects: objects}
}

// pure reports whether the outside cannot change a memory.
func (e *encoder) pure(m memory) bool {
	return m.kind != placeItem && m.field >= 0 && e.tables.Schema.Fields[m.field].Pure
}

// changes returns whether a call can change a memory of an object: of an array, its type decides.
func (e *encoder) changes(list *memoryEvent, m memory, ref term.Term) term.Term {
	b, writes := e.b, list.call.writes
	switch m.kind {
	case placeStruct:
		return b.Bool(writes.ChangesItems(nil))
	case placeField:
		return b.Bool(writes.Changes(&e.tables.Schema.Fields[m.field]))
	case placeItem:
		return e.itemsChange(writes, list.objects, ref)
	}
	return b.True()
}

// itemsChange returns whether a call can change items of an array.
func (e *encoder) itemsChange(writes trace.Writes, objects []object, ref term.Term) term.Term {
	b := e.b
	untyped := writes.ChangesItems(nil)
	var others []heap.ArrayID // the types for which the answer is another
	for k := range e.tables.Schema.Arrays {
		if writes.ChangesItems(&e.tables.Schema.Arrays[k]) != untyped {
			others = append(others, heap.ArrayID(k))
		}
	}
	if len(others) == 0 {
		return b.Bool(untyped)
	}
	kind := e.kindAt(objects, ref)
	isOther := b.False()
	for _, k := range others {
		isOther = b.Or(isOther, b.Eq(kind, e.kindConst(e.arrayKind(k))))
	}
	if untyped {
		return b.Not(isOther)
	}
	return isOther
}

// arrayName is the name of the SMT array of a memory, at the start or after a
// call.
func (e *encoder) arrayName(m memory, c *call) string {
	name := ""
	switch m.kind {
	case placeField:
		name = "field." + e.tables.Schema.Fields[m.field].Name
	case placeItem:
		name = "items." + m.typ.String()
	case placeStruct:
		name = "struct." + e.tables.Schema.Fields[m.field].Name
	}
	if m.typ == trace.Any {
		name += ".type"
	} else if m.kind == placeField && e.isMixed(m.field) {
		name += "." + m.typ.String()
	}
	if m.kind != placeItem {
		name += fmt.Sprintf(".%d", m.field)
	}
	if c != nil {
		name += fmt.Sprintf("@call%d", c.number+1)
	}
	return name
}

// key returns the index of an SMT array.
func (e *encoder) key(m memory, ref, index term.Term) term.Term {
	if m.kind == placeField {
		return ref
	}
	return e.b.Concat(ref, index)
}

// base returns what an SMT array holds.
func (e *encoder) base(m memory, c *call, visible []uint64, ref, index term.Term) term.Term {
	b := e.b
	width := e.rw
	if m.kind != placeField {
		width += e.w
	}
	array := b.Var(e.arrayName(m, c), term.Array(width, int(e.sortOf(m.typ).Width)))
	v := b.Select(array, e.key(m, ref, index))
	e.fromOutside(v, m.typ, visible)
	if c == nil && !e.isPlace[v] {
		e.isPlace[v] = true
		e.places = append(e.places, place{m.kind, m.field, m.typ, ref, index, v})
	}
	return v
}

func (e *encoder) readRaw(s *heapState, m memory, ref, index term.Term) term.Term {
	list := s.list(m)
	if depthOf(list) > maxDepth {
		refuse("more than %d writes to `%s`", maxDepth, e.arrayName(m, nil))
	}
	key := readKey{list, m, ref, index}
	v, known := e.reads[key]
	if !known {
		v = e.readList(list, m, ref, index)
		e.reads[key] = v
	}
	return v
}

// write appends a write, and for a field of values of several types what type it
// holds now.
func (e *encoder) write(s *heapState, m memory, ref, index, value term.Term) {
	s.write(m, ref, index, value)
	if m.kind == placeField && e.isMixed(m.field) {
		s.write(tagOf(m), ref, index, e.b.Const(tagWidth, uint64(m.typ)))
	}
}

// tagWidth is the width of the number that gives the type of a field's value: an
// heap.Type, or 0 for nothing.
const tagWidth = 2

// tagOf returns the memory that gives the type of a field's value.
func tagOf(m memory) memory { return memory{m.kind, m.field, trace.Any} }

// holdsType returns whether a field can be read as a value of the memory's type: it
// was never written, or holds one.
func (e *encoder) holdsType(s *heapState, m memory, ref term.Term) term.Term {
	if m.kind != placeField || !e.isMixed(m.field) {
		return e.b.True()
	}
	tag := e.readRaw(s, tagOf(m), ref, 0)
	return e.b.Or(e.b.Eq(tag, e.b.Const(tagWidth, 0)), e.b.Eq(tag, e.b.Const(tagWidth, uint64(m.typ))))
}

// read returns what a memory holds at a place in the state s; for a field that
// holds values of several types, 0 or null if its value has another type.
func (e *encoder) read(s *heapState, m memory, ref, index term.Term) term.Term {
	v := e.readRaw(s, m, ref, index)
	if m.kind != placeField || m.typ == trace.Any || !e.isMixed(m.field) {
		return v
	}
	tag := e.readRaw(s, tagOf(m), ref, index)
	return e.b.Ite(e.b.Eq(tag, e.b.Const(tagWidth, uint64(m.typ))), v, e.zero(m.typ))
}

// isMixed reports whether a field can hold values of several types, as those of toy
// objects can: that a trace reads one object's field as an integer does not say that
// other objects have one there, unless the field was declared so.
func (e *encoder) isMixed(f heap.FieldID) bool {
	return e.tables.Schema.Fields[f].Type == trace.Any
}

// readKey is what a read depends on.
type readKey struct {
	list       *memoryEvent
	m          memory
	ref, index term.Term
}

func (e *encoder) readList(list *memoryEvent, m memory, ref, index term.Term) term.Term {
	b := e.b
	// What is decided on the way is collected; the if-then-else is built from
	// the end.
	type branch struct{ condition, value term.Term }
	var branches []branch
	var v term.Term
	for ; ; list = list.before {
		var condition, value term.Term
		switch {
		case list == nil:
			condition, value = b.True(), e.atStart(m, ref, index)
		case list.call != nil:
			if e.pure(m) {
				continue
			}
			condition = b.And(e.changes(list, m, ref), e.isVisible(ref, list.visible))
			if condition == b.False() {
				continue
			}
			value = e.base(m, list.call, list.visible, ref, index)
		default:
			condition, value = e.samePlace(m, list, ref, index), list.value
		}
		if condition == b.True() {
			v = value
			break
		}
		if condition != b.False() {
			branches = append(branches, branch{condition, value})
		}
	}
	for k := len(branches) - 1; k >= 0; k-- {
		v = b.Ite(branches[k].condition, branches[k].value, v)
	}
	return v
}

// atStart returns what was there at the start: nothing in objects that the trace
// allocated.
func (e *encoder) atStart(m memory, ref, index term.Term) term.Term {
	if _, allocated := e.newID(ref); allocated {
		return e.zero(m.typ)
	}
	v := e.base(m, nil, nil, ref, index)
	if e.isLow(ref) {
		return v
	}
	return e.b.Ite(e.b.Ult(ref, e.b.Const(e.rw, e.half)), v, e.zero(m.typ))
}

// isVisible returns whether the outside can reach an object.
func (e *encoder) isVisible(ref term.Term, visible []uint64) term.Term {
	if e.isLow(ref) {
		return e.b.True()
	}
	conditions := []term.Term{e.b.Ult(ref, e.b.Const(e.rw, e.half))}
	for _, id := range visible {
		conditions = append(conditions, e.eqRef(ref, e.b.Const(e.rw, id)))
	}
	return e.b.Or(conditions...)
}

// maxPlaces bounds how many reads and writes are compared, which takes about a second. Only
// questions have a time limit; without this bound, hundreds of guards after thousands of
// writes took minutes before the first question.
const maxPlaces = 3_000_000

// samePlace returns whether a read is of the place of a write.
func (e *encoder) samePlace(m memory, write *memoryEvent, ref, index term.Term) term.Term {
	if e.placesCompared++; e.placesCompared > maxPlaces {
		refuse("the traces write to too many objects before too many guards and effects: more than %d reads and writes had to be compared", maxPlaces)
	}
	same := e.eqRef(write.ref, ref)
	if m.kind == placeField || same == e.b.False() {
		return same
	}
	return e.b.And(same, e.b.Eq(write.index, index))
}

// written returns whether an item of an array that was not cleared was written.
// uncleared are the arrays of the side that need it.
func (e *encoder) written(s *heapState, m memory, ref, index term.Term, uncleared []uint64) term.Term {
	b := e.b
	unwritten := make([]term.Term, 0, len(uncleared))
	for _, id := range uncleared {
		unwritten = append(unwritten, e.eqRef(ref, b.Const(e.rw, id)))
	}
	ok := b.Not(b.Or(unwritten...))
	for list := s.list(m); list != nil && ok != b.True(); list = list.before {
		if list.call == nil {
			ok = b.Or(ok, e.samePlace(m, list, ref, index))
		}
	}
	return ok
}
