// Package object defines the layout of the objects of Unbox's Python in a world
// (heap/arena): numbers are boxes, an instance has a map that says where its attributes
// are, a list has a strategy, and strings and large integers are bytes of which only
// the identity is visible to traces.
package object

import (
	"math/big"
	"strings"
	"sync"
	"unsafe"

	"unbox/heap"
	"unbox/heap/arena"
)

// Ref refers to an object: its offset in the region, in bytes; 0 is none.
type Ref = uint64

// The headers of objects whose size depends on their class only. The fields are in the
// comments.
const (
	HInt            = (iota + 1) << 2 // value
	HFloat                            // value
	HBool                             // value
	HNone                             //
	HNotImplemented                   //
	HList                             // length, items: an array whose type is the strategy, or 0
	HInstance                         // map, items
	HFunc                             // code, closure, defaults, attributes: a dictionary or 0, class cell
	HBound                            // function, self
	HBuiltin                          // number
	HType                             // number of the class
	HRange                            // start, stop, step
	HRangeIter                        // current, step, left
	HSeqIter                          // sequence, index; no sequence at its end
	HDict                             // used, filled, index, items, hashes, class, what makes missing values
	HSet                              // used, filled, keys, hashes
	HDictView                         // dict, kind
	HDictIter                         // dict, position, kind, used at the start, how many of what was deleted were passed
	HSetIter                          // set, position, used at the start
	HCell                             // value
	HSlice                            // start, stop, step
	HModule                           // number
	HEnumerate                        // iterator, index, the integer to which that is added, or 0
	HZip                              // iterators
	HReversed                         // sequence, index
	HMap                              // function, iterators
	HFilter                           // function or none, iterator
	HArray                            // length, items, type code
	HSuper                            // class, object
	HProperty                         // getter, setter, deleter; or none of them, and a descriptor
	HStatic                           // function
	HClassMethod                      // function
	HTraceback                        // next, code, line
	HRandom                           // number
	HCallIter                         // function, or 0 at the end; what it returns at the end
	HStream                           // number
	HEllipsis                         //
	HObject                           //
	HFrozenSet                        // as HSet, and the hash if it is known
	HGenerator                        // registers: an array, or 0 at the end; code, the next instruction, state
	HStrictZip                        // iterators, which must all have as many items
)

// fields of the classes above, in their order: the name of each and, after a colon, i for integers,
// f for floats, r for references. A capital letter says that it never changes.
var fields = [...]struct{ name, fields string }{
	{"int", "value:I"}, {"float", "value:F"}, {"bool", "value:I"}, {"NoneType", ""}, {"NotImplementedType", ""}, {"list", "length:i items:r"},
	{"instance", "map:i items:r"}, {"function", "code:I closure:R defaults:R attributes:r cell:r"}, {"method", "function:R self:R"}, {"builtin", "number:I"},
	{"type", "number:I"}, {"range", "start:R stop:R step:R"}, {"range_iterator", "current:i step:I left:i"}, {"iterator", "sequence:r index:i"},
	{"dict", "used:i filled:i index:r items:r hashes:r class:I default:R"}, {"set", "used:i filled:i keys:r hashes:r"}, {"dict_view", "dict:R kind:I"},
	{"dict_iterator", "dict:r position:i kind:I used:i passed:i"}, {"set_iterator", "set:r position:i used:i"}, {"cell", "value:r"},
	{"slice", "start:R stop:R step:R"}, {"module", "number:I"}, {"enumerate", "iterator:r index:i base:R"}, {"zip", "iterators:r"},
	{"reversed", "sequence:r index:i"}, {"map", "function:r iterators:r"}, {"filter", "function:r iterator:r"}, {"array", "length:i items:r code:I"},
	{"super", "class:R self:R"}, {"property", "getter:r setter:r deleter:r descriptor:r"}, {"staticmethod", "function:r"}, {"classmethod", "function:r"},
	{"traceback", "next:r code:i line:i"}, {"Random", "number:i"}, {"callable_iterator", "function:r sentinel:r"}, {"TextIOWrapper", "number:I"}, {"ellipsis", ""}, {"object", ""},
	{"frozenset", "used:i filled:i keys:r hashes:r hash:i"}, {"generator", "registers:r code:I pc:i state:i"},
	{"strict_zip", "iterators:r"},
}

// The shapes of arrays, whose length is in the upper half of the header.
const (
	ARefs   = (iota+1)<<2 | uint64(arena.KindArray) // items of lists, attributes
	ATuple                                          // a tuple
	AInts                                           // items of a list of integers
	AFloats                                         // items of a list of floats
)

// The shapes of bytes, whose number is in the upper half of the header.
const (
	BStr   = (iota+1)<<2 | uint64(arena.KindUnknown) // hash, number of characters, UTF-8
	BBig                                             // sign, limbs
	BTable                                           // a dictionary's index: 32 bits each
)

// Schema describes the classes and arrays, for the collector and for traces: the class number k has
// the header [HInt] + 4*k, and field k of its list is in slot k. All worlds and traces share it, so nobody changes it.
func Schema() *heap.Schema { return schema() }

var schema = sync.OnceValue(func() *heap.Schema {
	s := &heap.Schema{}
	types := map[string]heap.Type{"i": heap.Int, "f": heap.Float, "r": heap.Ref}
	for _, c := range fields {
		class := heap.Class{Name: c.name, Declared: true}
		for _, field := range strings.Fields(c.fields) {
			name, kind, _ := strings.Cut(field, ":")
			typ := types[strings.ToLower(kind)]
			class.Fields = append(class.Fields, heap.FieldID(len(s.Fields)))
			s.Fields = append(s.Fields, heap.Field{Name: c.name + "." + name, Type: typ, Pure: kind != strings.ToLower(kind)})
		}
		s.Classes = append(s.Classes, class)
	}
	for _, a := range []struct {
		name string
		elem heap.Type
	}{{"refs", heap.Ref}, {"tuple", heap.Ref}, {"ints", heap.Int}, {"floats", heap.Float}} {
		s.Arrays = append(s.Arrays, heap.ArrayType{Name: a.name, Elem: a.elem})
	}
	return s
})

// World is a region with the objects of a program.
type World struct {
	*arena.World
	// None, True and False are the objects with these names; NotImplemented is what an
	// operator's method returns to leave the work to the other operand.
	None, True, False, NotImplemented Ref
}

// New makes a world. See [arena.NewWorld].
func New(o arena.WorldOptions, roots func(visit func(*uint64))) *World {
	w := &World{World: arena.NewWorld(Schema(), o, roots)}
	w.None = w.fixed(HNone)
	w.True = w.fixed(HBool, 1)
	w.False = w.fixed(HBool, 0)
	w.NotImplemented = w.fixed(HNotImplemented)
	return w
}

func (w *World) fixed(header uint64, slots ...uint64) Ref {
	o := Ref(w.World.Fixed(header, 1+len(slots)))
	copy(w.Words[o>>3+1:], slots)
	return o
}

// Header returns the header of an object.
func (w *World) Header(o Ref) uint64 { return w.Words[o>>3] }

// Shape returns the lower half of the header.
func (w *World) Shape(o Ref) uint64 { return w.Words[o>>3] & 0xffffffff }

// Slot returns slot k of an object, from 0 on.
func (w *World) Slot(o Ref, k int) uint64 { return w.Words[int(o>>3)+1+k] }

// SetSlot changes slot k of an object.
func (w *World) SetSlot(o Ref, k int, v uint64) { w.Words[int(o>>3)+1+k] = v }

// Len returns the length of an array.
func (w *World) Len(o Ref) int { return int(w.Words[o>>3] >> 32) }

// Items returns the items of an array, or slots from the first one on. They are valid
// until the next allocation.
func (w *World) Items(o Ref, n int) []uint64 { return w.Words[o>>3+1 : int(o>>3)+1+n] }

// New allocates a small object.
func (w *World) New(header uint64, slots ...uint64) Ref {
	if !w.Room(len(slots) + 1) {
		panic(ErrMemory)
	}
	o := Ref(w.Alloc(header, 1+len(slots)))
	copy(w.Words[o>>3+1:], slots)
	return o
}

// memoryError is the type of ErrMemory.
type memoryError struct{}

func (memoryError) Error() string { return "the limit of memory" }

// ErrMemory is the value with which allocation panics when the limit is reached: the one exception
// that may be raised anywhere. The interpreter turns it into a MemoryError of the program.
var ErrMemory error = memoryError{}

// Array allocates an array of a shape with items that are 0.
func (w *World) Array(shape uint64, n int) Ref {
	if n > 1<<28 || !w.Room(n+1) {
		panic(ErrMemory)
	}
	return Ref(w.Alloc(shape|uint64(n)<<32, 1+n))
}

// Bytes allocates bytes that are 0.
func (w *World) Bytes(shape uint64, n int) Ref {
	words := 1 + (n+7)/8
	if n > 1<<31 || !w.Room(words) {
		panic(ErrMemory)
	}
	return Ref(w.Alloc(shape|uint64(n)<<32, words))
}

// Int boxes an integer.
func (w *World) Int(v int64) Ref { return w.New(HInt, uint64(v)) }

// Bool returns True or False.
func (w *World) Bool(b bool) Ref {
	if b {
		return w.True
	}
	return w.False
}

// strHeader is the number of bytes before a string's text.
const strHeader = 16

// Str allocates a string.
func (w *World) Str(s string) Ref {
	o := w.Bytes(BStr, strHeader+len(s))
	w.fill(o, s)
	return o
}

func (w *World) fill(o Ref, s string) {
	w.SetSlot(o, 1, uint64(runeCount(s)))
	if len(s) > 0 {
		copy(w.bytes(o)[strHeader:], s)
	}
}

// runeCount counts characters, with a fast path for ASCII.
func runeCount(s string) int {
	n := 0
	for k := range len(s) {
		if s[k]&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// bytes views the bytes of an object.
func (w *World) bytes(o Ref) []byte {
	n := w.Len(o)
	view := w.Words[o>>3+1 : int(o>>3)+1+(n+7)/8]
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(view))), n)
}

// View returns the text of a string without copying it: it is valid until the next
// allocation.
func (w *World) View(o Ref) string {
	b := w.bytes(o)[strHeader:]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Text returns the text of a string.
func (w *World) Text(o Ref) string { return string(w.bytes(o)[strHeader:]) }

// Table views a dictionary's index.
func (w *World) Table(o Ref) []int32 {
	n := w.Len(o) / 4
	view := w.Words[o>>3+1 : int(o>>3)+1+(n+1)/2]
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(view))), n)
}

// Big makes an integer of any size.
func (w *World) Big(v *big.Int) Ref {
	if v.IsInt64() {
		return w.Int(v.Int64())
	}
	limbs := v.Bits()
	o := w.Bytes(BBig, 8+8*len(limbs))
	w.fillBig(o, v)
	return o
}

func (w *World) fillBig(o Ref, v *big.Int) {
	if v.Sign() < 0 {
		w.SetSlot(o, 0, 1)
	}
	for k, limb := range v.Bits() {
		w.SetSlot(o, 1+k, uint64(limb))
	}
}

// BigOf returns the value of a large integer.
func (w *World) BigOf(o Ref) *big.Int {
	n := w.Len(o)/8 - 1
	limbs := make([]big.Word, n)
	for k := range limbs {
		limbs[k] = big.Word(w.Slot(o, 1+k))
	}
	v := new(big.Int).SetBits(limbs)
	if w.Slot(o, 0) != 0 {
		v.Neg(v)
	}
	return v
}

// Constant makes a fixed object of a constant: nil, a bool, an int64, a *big.Int, a
// float64 or a string.
func (w *World) Constant(v any, floatBits func(float64) uint64) Ref {
	switch v := v.(type) {
	case bool:
		return w.Bool(v)
	case int64:
		return w.fixed(HInt, uint64(v))
	case float64:
		return w.fixed(HFloat, floatBits(v))
	case string:
		o := Ref(w.World.Fixed(BStr|uint64(strHeader+len(v))<<32, 1+(strHeader+len(v)+7)/8))
		w.fill(o, v)
		return o
	case *big.Int:
		n := len(v.Bits())
		o := Ref(w.World.Fixed(BBig|uint64(8+8*n)<<32, 2+n))
		w.fillBig(o, v)
		return o
	}
	return w.None
}

// ConstantSize returns how many words a constant takes.
func ConstantSize(v any) int {
	switch v := v.(type) {
	case string:
		return 3 + (len(v)+7)/8 + 1
	case *big.Int:
		return 2 + len(v.Bits())
	}
	return 2
}

// TextBytes views the text of a string that is being made.
func (w *World) TextBytes(o Ref) []byte { return w.bytes(o)[strHeader:] }

// ReferencesOf says which slots of the objects with a header are references, for all slots that they have.
func (w *World) ReferencesOf(header uint64) []bool {
	class := &fields[arena.Shape(header).Class()]
	var refs []bool
	for _, field := range strings.Fields(class.fields) {
		_, kind, _ := strings.Cut(field, ":")
		refs = append(refs, strings.ToLower(kind) == "r")
	}
	return refs
}
