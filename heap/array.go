package heap

// array returns the header of an array that can be accessed as one of type a.
func (h *Heap) array(o Object, a ArrayID) (*header, Status) {
	head := &h.objects[o]
	if head.kind == KindArray {
		if head.typ != int32(a) && a != NoArray {
			return nil, OtherArray
		}
		return head, OK
	}
	switch head.kind {
	case KindNull:
		return nil, ThroughNull
	case KindObject, KindText:
		return nil, NotAnArray
	}
	return nil, OfUnknown
}

// LoadItem reads an item of an array of type a as a value of type t. The status
// may be ThroughNull, OfUnknown, NotAnArray, OtherArray, OutOfBounds, Unwritten
// or OtherType.
func (h *Heap) LoadItem(o Object, a ArrayID, index int64, t Type) (uint64, Status) {
	head, status := h.array(o, a)
	if status != OK {
		return 0, status
	}
	if uint64(index) >= uint64(head.size) {
		return 0, OutOfBounds
	}
	slot := head.first + uint32(index)
	if h.types[slot] == Void && !head.cleared {
		return 0, Unwritten
	}
	return h.read(slot, t)
}

// StoreItem writes an item of an array of type a. The status may be
// ThroughNull, OfUnknown, NotAnArray, OtherArray or OutOfBounds.
func (h *Heap) StoreItem(o Object, a ArrayID, index int64, bits uint64, t Type) Status {
	head, status := h.array(o, a)
	if status != OK {
		return status
	}
	if uint64(index) >= uint64(head.size) {
		return OutOfBounds
	}
	slot := head.first + uint32(index)
	h.bits[slot], h.types[slot] = bits, t
	return OK
}

// Length returns the length of an array of type a. The status may be
// ThroughNull, OfUnknown, NotAnArray or OtherArray.
func (h *Heap) Length(o Object, a ArrayID) (int64, Status) {
	head, status := h.array(o, a)
	if status != OK {
		return 0, status
	}
	return int64(head.size), OK
}
