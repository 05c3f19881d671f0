package arena

import (
	"encoding/binary"

	"unbox/heap"
)

// Ref is a reference: an offset in the region, 0 for null.
type Ref uint32

func (a *Arena) word(at int) uint32       { return binary.LittleEndian.Uint32(a.bytes[at:]) }
func (a *Arena) setWord(at int, x uint32) { binary.LittleEndian.PutUint32(a.bytes[at:], x) }
func (a *Arena) slot(at int) uint64       { return binary.LittleEndian.Uint64(a.bytes[at:]) }
func (a *Arena) setSlot(at int, x uint64) { binary.LittleEndian.PutUint64(a.bytes[at:], x) }
func (a *Arena) SetResult(bits uint64)    { a.setSlot(WordResult, bits) }
func (a *Arena) SetInvalid(x uint64)      { a.setSlot(WordInvalid, x) }
func (a *Arena) SetRaised(x uint64)       { a.setSlot(WordRaised, x) }
func (a *Arena) SetConst(k int, o Ref)    { a.setSlot(ConstTable+k*SlotSize, uint64(o)) }
func (a *Arena) Fuel() uint64             { return a.slot(WordFuel) }
func (a *Arena) SetFuel(n uint64)         { a.setSlot(WordFuel, n) }
func (a *Arena) Shape(o Ref) Shape        { return Shape(a.word(int(o))) }
func (a *Arena) Length(o Ref) int         { return int(a.word(int(o) + LengthOffset)) }
func (a *Arena) FrameSlot(k int) uint64   { return a.slot(int(a.layout.Frame) + k*SlotSize) }
func (a *Arena) SetFrame(k int, x uint64) { a.setSlot(int(a.layout.Frame)+k*SlotSize, x) }

// Place is a slot of an object or array, with its tag if it has one.
type place struct {
	at  int
	typ heap.Type
	tag int // the offset of the tag's byte, 0 if there is none
}

// fieldPlace returns the place of a field; the object must have room for it.
func (a *Arena) fieldPlace(o Ref, f heap.FieldID) place {
	field := &a.layout.Fields[f]
	p := place{at: int(o) + int(field.Offset), typ: field.Type}
	if field.Tagged {
		p.tag = p.at + TagOffset
	}
	return p
}

// itemPlace returns the place of a slot of an array, counted over all its items.
func (a *Arena) itemPlace(o Ref, n int) place {
	array := a.layout.Array(a.Shape(o).Array())
	stride := int(a.layout.Stride)
	p := place{at: int(o) + HeaderSize + n*SlotSize, typ: array.Elem}
	if k := n % stride; k > 0 {
		p.typ = a.interiorType(int32(k))
	}
	if array.Tagged {
		p.tag = int(o) + HeaderSize + a.Length(o)*stride*SlotSize + n
	}
	return p
}

func (a *Arena) interiorType(k int32) heap.Type { return a.layout.Fields[a.interior[k]].Type }

// read returns what a place holds. A place that was never written gives Void with
// 0 bits; the second type is Any if it must not be read.
func (a *Arena) read(p place) (t heap.Type, bits uint64, unwritten bool) {
	bits = a.slot(p.at)
	if p.tag == 0 {
		return p.typ, bits, false
	}
	switch tag := a.bytes[p.tag]; tag {
	case TagZero:
		return heap.Void, 0, false
	case Unwritten:
		return heap.Void, 0, true
	default:
		return heap.Type(tag), bits, false
	}
}

func (a *Arena) write(p place, t heap.Type, bits uint64) {
	a.setSlot(p.at, bits)
	if p.tag != 0 {
		a.bytes[p.tag] = byte(t)
	}
}

// size returns the size of an object in bytes.
func (a *Arena) size(o Ref) int {
	switch shape := a.Shape(o); shape.Kind() {
	case KindArray:
		return int(a.layout.ArraySize(shape.Array(), int64(a.Length(o))))
	case KindObject:
		return int(a.layout.Class(shape.Class()).Size)
	}
	return HeaderSize
}
