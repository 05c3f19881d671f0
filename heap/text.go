package heap

// NewText makes a string of a length; its characters are unwritten. The status may be BadLength or Full.
func (h *Heap) NewText(length int64) (Object, Status) {
	if length < 0 {
		return Null, BadLength
	}
	return h.allocate(header{kind: KindText, typ: -1}, uint64(length))
}

// TextLength returns the number of characters of a string that NewText made.
func (h *Heap) TextLength(o Object) int64 { return int64(h.objects[o].size) }

// Character reads a character of a string that NewText made. The status may be OutOfBounds or Unwritten.
func (h *Heap) Character(o Object, index int64) (uint64, Status) {
	head := &h.objects[o]
	if uint64(index) >= uint64(head.size) {
		return 0, OutOfBounds
	}
	slot := head.first + uint32(index)
	if h.types[slot] == Void {
		return 0, Unwritten
	}
	return h.bits[slot], OK
}

// SetCharacter writes a character of a string that NewText made. The status may be OutOfBounds.
func (h *Heap) SetCharacter(o Object, index int64, character uint64) Status {
	head := &h.objects[o]
	if uint64(index) >= uint64(head.size) {
		return OutOfBounds
	}
	slot := head.first + uint32(index)
	h.bits[slot], h.types[slot] = character, Int
	return OK
}
