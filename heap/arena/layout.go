package arena

import "unbox/heap"

// Shape is the first word of an object or array: what it is, and of which class
// or array type. The lowest two bits are the kind.
type Shape uint32

// The kinds of shapes.
const (
	KindObject  Shape = 0
	KindArray   Shape = 1
	KindUnknown Shape = 2
	kindNull    Shape = 3
	// KindMask masks the kind in a shape.
	KindMask Shape = 3

	// ShapeUnknown is that of an object known only by its identity.
	ShapeUnknown = KindUnknown
	// ShapeNull is at offset 0, so that looking at the shape of null is safe and
	// finds neither an object nor an array.
	ShapeNull = kindNull
)

// ObjectShape returns the shape of the objects of a class.
func ObjectShape(c heap.ClassID) Shape { return Shape(c+1)<<2 | KindObject }

// ArrayShape returns the shape of the arrays of a type.
func ArrayShape(a heap.ArrayID) Shape { return Shape(a+1)<<2 | KindArray }

// Kind returns KindObject, KindArray, KindUnknown or that of ShapeNull.
func (s Shape) Kind() Shape { return s & KindMask }

// Class returns the class of an object's shape.
func (s Shape) Class() heap.ClassID { return heap.ClassID(s>>2) - 1 }

// Array returns the type of an array's shape.
func (s Shape) Array() heap.ArrayID { return heap.ArrayID(s>>2) - 1 }

// Sizes and offsets in bytes.
const (
	HeaderSize = 8
	SlotSize   = 8
	// LengthOffset is where an array's header has the number of items, 32 bits.
	LengthOffset = 4
	// TagOffset is the distance from a field without a fixed type to its tag.
	TagOffset = SlotSize
)

// Tags other than those that are a heap.Type. TagZero is that of a place that was
// never stored to and reads as 0 or null; Unwritten that of a place which must not
// be read.
const (
	TagZero   = byte(heap.Void)
	Unwritten = byte(heap.Any)
)

// The words that code and driver share, as offsets in the region.
const (
	// WordFree and WordLimit (32 bits each) bound the room for new objects.
	WordFree  = 8
	WordLimit = 12
	// WordFuel (64 bits) is the number of times that the back edge may still be
	// taken. Code subtracts one each time, and leaves when none is left. The driver
	// may set it to 0 at any time to make code leave.
	WordFuel = 16
	// WordResult (64 bits) is the result of what an exit asked the driver to do.
	WordResult = 24
	// WordInvalid (64 bits) is not 0 once the outside has changed what the trace took to
	// be constant. The driver sets it.
	WordInvalid = 32
	// WordRaised (64 bits) is 0 if the last call did not raise an exception, else
	// RaisedWord of its class. The driver sets it.
	WordRaised = 40
	// WordInterrupted (64 bits) is not 0 when code of a world's program has to leave at
	// the next guard_not_interrupted.
	WordInterrupted = 48
	// WordStack (64 bits) comes before a world's first register: the owner of the world may make it a header, so that the
	// registers are the items of an array.
	WordStack = 56
	// ConstTable is the offset of the table of references to object constants.
	ConstTable = 64
)

// RaisedWord is what WordRaised is after an exception of a class, which may be
// heap.NoClass.
func RaisedWord(c heap.ClassID) int32 { return int32(c) + 2 }

// Layout says where everything is in the objects of one trace.
type Layout struct {
	Schema *heap.Schema
	// Fields, by heap.FieldID.
	Fields []Field
	// Classes, by heap.ClassID + 1: the first one is heap.NoClass.
	Classes []Class
	// Arrays, by heap.ArrayID + 1: the first one is heap.NoArray.
	Arrays []Array
	// Stride is the number of slots of an item: 1, and one more for each field of
	// structs in arrays that the trace mentions.
	Stride int32
	// Interior has the slot of each such field within an item, 0 for all others.
	Interior []int32
	// Consts is the number of object constants in the table.
	Consts int32
	// HasTables are the fields with a table of one byte for each shape, which is 1
	// for objects that may have the field.
	HasTables []HasTable
	// Frame is the offset of the frame, FrameSlots its length, and Old the offset
	// of the first object.
	Frame, FrameSlots, Old int32
}

// Field is where a field is.
type Field struct {
	// Offset is the distance from the reference in bytes; 0 if code never accesses
	// the field, so that objects have no room for it.
	Offset int32
	Type   heap.Type
	// Tagged means that the slot after the field has a tag.
	Tagged bool
}

// Class is the layout of the objects of a class.
type Class struct {
	// Size is the size of an object in bytes, with its header.
	Size int32
	// Fields are those that an object has room for, in ascending order.
	Fields []heap.FieldID
}

// Array is the layout of the arrays of a type.
type Array struct {
	// Elem is the type of the items, heap.Any if it is not fixed.
	Elem heap.Type
	// Tagged means that there is a byte with a tag for each slot after the last
	// item.
	Tagged bool
}

// HasTable is a table of bytes in the region, one for each shape.
type HasTable struct {
	Field  heap.FieldID
	Offset int32
}

// Field returns where a field is.
func (l *Layout) Field(f heap.FieldID) *Field { return &l.Fields[f] }

// Class returns the layout of the objects of a class.
func (l *Layout) Class(c heap.ClassID) *Class { return &l.Classes[c+1] }

// Array returns the layout of the arrays of a type.
func (l *Layout) Array(a heap.ArrayID) *Array { return &l.Arrays[a+1] }

// ArraySize returns the size of an array in bytes, a multiple of 8. The length
// must not be negative.
func (l *Layout) ArraySize(a heap.ArrayID, length int64) int64 {
	slots := length * int64(l.Stride)
	size := HeaderSize + slots*SlotSize
	if l.Array(a).Tagged {
		size += (slots + SlotSize - 1) &^ (SlotSize - 1)
	}
	return size
}
