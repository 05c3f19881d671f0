package optimizer

import "unbox/trace"

// virtualKind is a kind of virtual objects: everything that is special about objects,
// arrays, arrays of structs, virtual_refs and strings is in the methods of one type for each. A kind
// is a file with such a type, and a line of virtualKinds; no other code asks what kind an
// object is. What is written into an object is a list of numbered fields, whatever its kind;
// only the kind knows what the numbers mean.
type virtualKind interface {
	// handler returns what is done with operations that make objects of this kind, or read
	// and write them; nil for all others. The first kind that has a handler for an
	// operation gets it.
	handler(p *virtualPass, code trace.Opcode) handler
	// order compares two fields in the order in which they are written when an object is
	// materialized, and in which snapshots describe them.
	order(s *virtualObjects, a, b int32) int
	// arguments appends those of the allocation.
	arguments(o *virtualObject, list []trace.Value) []trace.Value
	// write returns the operation that writes a field which no recorded operation wrote,
	// and inventedBecause why there is one.
	write(p *virtualPass, o *virtualObject, field int32) trace.Op
	inventedBecause() Reason
	// place returns where in the heap the field of a formerly virtual object is.
	place(p *virtualPass, o *virtualObject, field int32) heapPlace
	// remarked returns what a remark calls a field: a field of the schema, or an item.
	remarked(p *virtualPass, field int32) int32
	// isCleared reports whether a field of a new object holds 0 or null.
	isCleared(p *virtualPass, o *virtualObject, field int32) bool
	// description returns how snapshots describe an object, without its contents, and false
	// if they cannot: then it is materialized before guards that can see it.
	description(p *virtualPass, o *virtualObject) (d trace.Virtual, possible bool)
}

// kindID is the number of a kind of virtual objects, so that tables of them have no pointers.
type kindID uint8

const (
	kindObject kindID = iota
	kindVirtualRef
	kindArray
	kindStructs
	kindWrittenText // strings come last
	kindJoinedText
	kindSlicedText
)

// virtualKinds are the kinds, by number.
var virtualKinds = [...]virtualKind{
	kindObject:      objectKind{},
	kindVirtualRef:  virtualRefKind{},
	kindArray:       arrayKind{},
	kindStructs:     structsKind{},
	kindWrittenText: writtenTextKind{},
	kindJoinedText:  joinedTextKind{},
	kindSlicedText:  slicedTextKind{},
}

// is returns the kind.
func (k kindID) is() virtualKind { return virtualKinds[k] }
