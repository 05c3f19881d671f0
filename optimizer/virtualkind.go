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

// virtualKinds are the kinds, by number, but for strings: these are in stringKnowledge.
var virtualKinds = [...]virtualKind{
	kindObject:     objectKind{},
	kindVirtualRef: virtualRefKind{},
	kindArray:      arrayKind{},
	kindStructs:    structsKind{},
}

// kindOf returns the kind of an object.
func (p *virtualPass) kindOf(o *virtualObject) virtualKind {
	if o.kind.isText() {
		return p.ofStrings.kinds[o.kind-kindWrittenText]
	}
	return virtualKinds[o.kind]
}

// stringKnowledge is what passes do where it is known what is in strings: what guards take over of an operation, what is done
// with operations on virtual strings and with calls that make or compare them, and the kinds of virtual strings. Only
// TrustRecording refers to the one that there is (stringsOfRecordings), so a program that trusts no recording, as the
// module of the page's first visit, is linked without it.
type stringKnowledge struct {
	guards  func(p *guardsPass, c *cur) verdict
	virtual func(p *virtualPass, c *cur) verdict
	kinds   [3]virtualKind
}

// isText reports whether an object is a string; isMadeText whether a call makes it.
func (k kindID) isText() bool     { return k >= kindWrittenText }
func (k kindID) isMadeText() bool { return k > kindWrittenText }

// knowsStrings reports whether it is known what is in strings. The guards behind the calls that make them are those of the
// guards pass to remove.
func (p *virtualPass) knowsStrings() bool { return p.ofStrings != nil && p.passes.Has(PassGuards) }

// textOperation makes strings virtual, or reads and writes virtual ones.
func (p *virtualPass) textOperation(c *cur) verdict {
	switch {
	case p.knowsStrings():
		return p.ofStrings.virtual(p, c)
	case c.op.Code == trace.OpStrNew:
		return next
	}
	return p.letEscape(c)
}
