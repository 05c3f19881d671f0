package heap

import "slices"

// layout says where fields are in the objects of one class. It grows during a
// run: an object that was allocated before a field became known is moved to a
// larger range of slots when the field is stored in it.
type layout struct {
	epoch uint32
	// dense holds offset+1 of fields with small identifiers, 0 if unknown;
	// sparse that of all others.
	dense  []int32
	sparse map[FieldID]int32
	// fields are in the order of their offsets.
	fields []FieldID
	// sorted holds field<<32 | offset for all fields, in the order of the
	// fields, if it is as long as fields.
	sorted []int64
}

// denseFields bounds dense, because a trace may have many classes and many
// fields, though few of both together.
const denseFields = 256

func (l *layout) size() int { return len(l.fields) }

// layoutOf returns the layout of a class for this run.
func (h *Heap) layoutOf(c ClassID) *layout {
	l := &h.layouts[c+1]
	if l.epoch != h.epoch {
		l.epoch = h.epoch
		h.beginLayout(l, c)
	}
	return l
}

func (h *Heap) beginLayout(l *layout, c ClassID) {
	for _, f := range l.fields {
		if f < denseFields {
			l.dense[f] = 0
		}
	}
	clear(l.sparse)
	l.fields, l.sorted = l.fields[:0], l.sorted[:0]
	if c == NoClass || !h.schema.Classes[c].Declared {
		return
	}
	for _, f := range h.schema.Classes[c].Fields {
		if _, known := l.offset(f); !known {
			l.add(f)
		}
	}
}

func (l *layout) offset(f FieldID) (offset uint32, known bool) {
	if uint(f) < uint(len(l.dense)) {
		k := l.dense[f]
		return uint32(k - 1), k != 0
	}
	if f < denseFields {
		return 0, false
	}
	k, known := l.sparse[f]
	return uint32(k), known
}

func (l *layout) add(f FieldID) (offset uint32) {
	offset = uint32(len(l.fields))
	l.fields = append(l.fields, f)
	if f >= denseFields {
		if l.sparse == nil {
			l.sparse = make(map[FieldID]int32)
		}
		l.sparse[f] = int32(offset)
		return offset
	}
	for int(f) >= len(l.dense) {
		l.dense = append(l.dense, 0)
	}
	l.dense[f] = int32(offset) + 1
	return offset
}

// inFieldOrder returns field<<32 | offset of all fields, sorted.
func (l *layout) inFieldOrder() []int64 {
	if len(l.sorted) != len(l.fields) {
		l.sorted = l.sorted[:0]
		for offset, f := range l.fields {
			l.sorted = append(l.sorted, int64(f)<<32|int64(offset))
		}
		slices.Sort(l.sorted)
	}
	return l.sorted
}

// object returns the header of an object that can have fields.
func (h *Heap) object(o Object) (*header, Status) {
	head := &h.objects[o]
	if head.kind == KindObject {
		return head, OK
	}
	switch head.kind {
	case KindNull:
		return nil, ThroughNull
	case KindArray, KindText:
		return nil, NotAnObject
	}
	return nil, OfUnknown
}

// Load reads a field as a value of type t. A field never written reads as 0 or
// null. The status may be ThroughNull, OfUnknown, NotAnObject, NoSuchField, or
// OtherType, which only fields of type Any can give.
func (h *Heap) Load(o Object, f FieldID, t Type) (uint64, Status) {
	head, status := h.object(o)
	if status != OK {
		return 0, status
	}
	offset, known := h.layoutOf(ClassID(head.typ)).offset(f)
	if !known {
		if !h.schema.HasField(ClassID(head.typ), f) {
			return 0, NoSuchField
		}
		return 0, OK
	}
	if offset >= head.size {
		return 0, OK
	}
	return h.read(head.first+offset, t)
}

// read returns the contents of a slot, 0 if it was never written.
func (h *Heap) read(slot uint32, t Type) (uint64, Status) {
	if have := h.types[slot]; have != t && have != Void {
		return 0, OtherType
	}
	return h.bits[slot], OK
}

// Store writes a field. The status may be one of those of Load except
// OtherType, or Full.
func (h *Heap) Store(o Object, f FieldID, bits uint64, t Type) Status {
	head, status := h.object(o)
	if status != OK {
		return status
	}
	l := h.layoutOf(ClassID(head.typ))
	offset, known := l.offset(f)
	if !known {
		if !h.schema.HasField(ClassID(head.typ), f) {
			return NoSuchField
		}
		offset = l.add(f)
	}
	if offset >= head.size {
		if status := h.grow(head, l); status != OK {
			return status
		}
	}
	h.bits[head.first+offset], h.types[head.first+offset] = bits, t
	return OK
}

// grow moves an object to a range of slots that has room for all fields known.
func (h *Heap) grow(head *header, l *layout) Status {
	size := max(l.size(), 2*int(head.size), 2)
	if size > h.limits.Slots-len(h.bits) {
		return Full
	}
	from, n := head.first, head.size
	head.first, head.size = uint32(len(h.bits)), uint32(size)
	h.addSlots(size)
	copy(h.bits[head.first:], h.bits[from:from+n])
	copy(h.types[head.first:], h.types[from:from+n])
	return OK
}

// Slots returns how many places [Heap.Slot] can be asked for: an array's
// length and the fields of structs that were written in it, or an upper bound
// for the number of an object's fields.
func (h *Heap) Slots(o Object) int {
	head := &h.objects[o]
	switch head.kind {
	case KindObject:
		return h.layoutOf(ClassID(head.typ)).size()
	case KindArray:
		return int(head.size) + len(h.interior.of(o))
	case KindText:
		return int(head.size)
	}
	return 0
}

// Slot returns place k of an object or array, and what it holds; the type is
// Void if it was never written. Places come in a fixed order, so that two heaps
// with the same contents are enumerated alike, whatever their history. Writing
// while enumerating is allowed if it only overwrites.
func (h *Heap) Slot(o Object, k int) (place Place, t Type, bits uint64) {
	head := &h.objects[o]
	if head.kind == KindArray || head.kind == KindText {
		if k >= int(head.size) {
			place = h.interior.of(o)[k-int(head.size)]
			slot := h.interior.slotOf[interiorKey{o, place}]
			return place, h.types[slot], h.bits[slot]
		}
		slot := head.first + uint32(k)
		return Place(k), h.types[slot], h.bits[slot]
	}
	at := h.layoutOf(ClassID(head.typ)).inFieldOrder()[k]
	field, offset := Place(at>>32), uint32(at)
	if offset >= head.size {
		return field, Void, 0
	}
	return field, h.types[head.first+offset], h.bits[head.first+offset]
}

// Find returns what the field of an object holds, whatever its type; Void if it
// was never written.
func (h *Heap) Find(o Object, f FieldID) (t Type, bits uint64) {
	head := &h.objects[o]
	offset, known := h.layoutOf(ClassID(head.typ)).offset(f)
	if !known || offset >= head.size {
		return Void, 0
	}
	return h.types[head.first+offset], h.bits[head.first+offset]
}
