package heap

import "fmt"

// Object is a reference to an object or an array: a small number, so that it
// fits wherever an integer does and means the same in every engine that shares
// the heap. References of one heap count up from 1 in the order of allocation.
type Object uint32

// Null refers to nothing.
const Null Object = 0

// NoArray is the type of an array without a declared type, which is not an array of
// any type. To read or write arrays of it works with those of all types.
const NoArray ArrayID = -1

// Kind says what a reference refers to.
type Kind uint8

const (
	// KindNull: nothing.
	KindNull Kind = iota
	// KindObject: an object with a class and fields.
	KindObject
	// KindArray: an array with a type and items.
	KindArray
	// KindUnknown: something of which only the identity is known. Its contents can
	// neither be read nor written.
	KindUnknown
	// KindText: a string, with characters. It is a value: nothing can be said of which string it is but what it holds.
	KindText
)

// Status says why an access to the heap has no meaning. The heap is unchanged
// unless the status is OK.
type Status uint8

const (
	// OK: the access was done.
	OK Status = iota
	// ThroughNull: an object or array was expected, and the reference is null.
	ThroughNull
	// OfUnknown: the reference is to something of KindUnknown.
	OfUnknown
	// NotAnObject: an object was expected, and the reference is to an array.
	NotAnObject
	// NotAnArray: an array was expected, and the reference is to an object.
	NotAnArray
	// NoSuchField: the class is declared, without this field.
	NoSuchField
	// OtherType: the slot holds a value of another type than asked for.
	OtherType
	// OtherArray: the array has another type than the access names.
	OtherArray
	// OutOfBounds: the index is negative or not less than the length.
	OutOfBounds
	// Unwritten: the item of an array that was not cleared was never written.
	Unwritten
	// BadLength: the length of a new array is negative.
	BadLength
	// Full: the heap's limits do not allow the allocation.
	Full
)

// Limits bound the memory that a running trace can take.
type Limits struct {
	// Objects is the number of objects and arrays.
	Objects int
	// Slots is the number of fields and items, 9 bytes each.
	Slots int
}

// DefaultLimits returns the limits of a heap for which none were set: 1,048,576
// objects with 4,194,304 slots, some 55 MB when full.
func DefaultLimits() Limits { return Limits{Objects: 1 << 20, Slots: 1 << 22} }

// String says what the limits allow, as a part of a message.
func (l Limits) String() string {
	return fmt.Sprintf("%d objects with %d fields and items", l.Objects, l.Slots)
}

// Heap holds the objects and arrays of one run. The zero Heap is empty; call
// [Heap.Reset] before each run, which keeps the memory of the run before.
//
// Contents are kept in one flat list of slots; an object is a range in it. Each
// slot has 64 bits and the type of the value last stored, Void if nothing was.
// The place of a field in the objects of a class (the class's layout) is
// decided when the field is first stored, because the papers' traces do not say
// which fields a class has. Nothing but this package knows about slots, so that
// another representation can take its place.
type Heap struct {
	schema  *Schema
	limits  Limits
	objects []header // objects[0] stands for null
	bits    []uint64
	types   []Type
	layouts []layout // of class c at c+1; NoClass comes first
	// interior are the fields of structs in arrays.
	interior interior
	// epoch distinguishes layouts of this run from those of earlier ones.
	epoch     uint32
	allocated int
	// elsewhere counts objects that were allocated but are not here, see Elsewhere.
	elsewhere int
}

// header describes an object or array: its contents are the size slots from
// first on.
type header struct {
	kind    Kind
	cleared bool
	// typ is a ClassID, or an ArrayID for arrays.
	typ         int32
	first, size uint32
}

// Reset empties the heap for a run of a trace with this schema. Limits that are
// 0 are the default ones.
func (h *Heap) Reset(s *Schema, l Limits) {
	if l.Objects <= 0 {
		l.Objects = DefaultLimits().Objects
	}
	if l.Slots <= 0 {
		l.Slots = DefaultLimits().Slots
	}
	h.schema, h.limits = s, l
	h.objects = append(h.objects[:0], header{})
	h.bits, h.types = h.bits[:0], h.types[:0]
	h.interior.reset()
	h.epoch++
	h.allocated, h.elsewhere = 0, 0
	if n := len(s.Classes) + 1; n > len(h.layouts) {
		h.layouts = append(h.layouts, make([]layout, n-len(h.layouts))...)
	}
}

// Schema returns the schema given to Reset.
func (h *Heap) Schema() *Schema { return h.schema }

// Limits returns the limits that apply.
func (h *Heap) Limits() Limits { return h.limits }

// Len returns the number of objects and arrays: the greatest reference.
func (h *Heap) Len() int { return max(0, len(h.objects)-1) }

// Allocations returns how many of them New and NewArray made since the run
// began, see [Heap.StartCounting].
func (h *Heap) Allocations() int { return h.Len() + h.elsewhere - h.allocated }

// StartCounting says that all objects that exist now existed before the run.
func (h *Heap) StartCounting() { h.allocated = h.Len() }

// Elsewhere says that the run allocated n objects and arrays that are not in this
// heap: it went on in another one, which may have collected them. They count as
// allocations and against the limit on objects. A negative n discounts objects
// that are here although the run has not allocated them yet.
func (h *Heap) Elsewhere(n int) { h.elsewhere = n }

// ElsewhereCount returns the number last given to Elsewhere.
func (h *Heap) ElsewhereCount() int { return h.elsewhere }

// New allocates an object; its fields are unwritten. Full is the only other
// status.
func (h *Heap) New(c ClassID) (Object, Status) {
	return h.allocate(header{kind: KindObject, typ: int32(c)}, uint64(h.layoutOf(c).size()))
}

// NewArray allocates an array. Unwritten items of a cleared array read as 0 or
// null; those of other arrays must not be read. The status may be BadLength or
// Full.
func (h *Heap) NewArray(a ArrayID, length int64, cleared bool) (Object, Status) {
	if length < 0 {
		return Null, BadLength
	}
	return h.allocate(header{kind: KindArray, typ: int32(a), cleared: cleared}, uint64(length))
}

// NewUnknown makes a reference to something of KindUnknown.
func (h *Heap) NewUnknown() (Object, Status) {
	return h.allocate(header{kind: KindUnknown, typ: -1}, 0)
}

func (h *Heap) allocate(head header, size uint64) (Object, Status) {
	if len(h.objects)+h.elsewhere > h.limits.Objects || size > uint64(h.limits.Slots-len(h.bits)) {
		return Null, Full
	}
	head.first, head.size = uint32(len(h.bits)), uint32(size)
	h.addSlots(int(size))
	h.objects = append(h.objects, head)
	return Object(len(h.objects) - 1), OK
}

// addSlots appends n unwritten slots.
func (h *Heap) addSlots(n int) {
	end := len(h.bits) + n
	if end <= cap(h.bits) && end <= cap(h.types) {
		clear(h.bits[len(h.bits):end])
		clear(h.types[len(h.types):end])
		h.bits, h.types = h.bits[:end], h.types[:end]
		return
	}
	h.bits = append(h.bits, make([]uint64, n)...)
	h.types = append(h.types, make([]Type, n)...)
}

// Kind says what o refers to. A reference that this heap never gave out counts
// as null.
func (h *Heap) Kind(o Object) Kind {
	if int(o) >= len(h.objects) {
		return KindNull
	}
	return h.objects[o].kind
}

// Class returns the class of an object, NoClass if it has none.
func (h *Heap) Class(o Object) ClassID { return ClassID(h.objects[o].typ) }

// ArrayType returns the type of an array, NoArray if it has none.
func (h *Heap) ArrayType(o Object) ArrayID { return ArrayID(h.objects[o].typ) }

// Cleared reports whether unwritten items of an array read as 0 or null.
func (h *Heap) Cleared(o Object) bool { return h.objects[o].cleared }
