package heap

import "slices"

// Place names a place in an object or array: the FieldID of an object's field,
// the index of an array's item, or the field of a struct in an array (see
// [InteriorPlace]). Places of one object are ordered: items by their index come
// first, then structs by their index and their fields by FieldID.
type Place int64

// InteriorPlace names a field of the struct with this index in an array of
// structs. The index is at least 0 and less than 2³¹.
func InteriorPlace(index int64, f FieldID) Place { return Place(index+1)<<32 | Place(f) }

// Interior returns the index and the field of a place that [InteriorPlace] made;
// ok is false for all other places.
func (p Place) Interior() (index int32, f FieldID, ok bool) {
	return int32(p>>32 - 1), FieldID(uint32(p)), p>>32 > 0
}

// interior holds the fields of structs in arrays. An array is one of structs as
// soon as a struct's field is written in it: the traces say which fields a
// struct has only where they use them, and most items of such an array (a hash
// table) are empty. So every field written has a slot of its own. A struct's
// fields and the item of the same index are different places.
type interior struct {
	slotOf map[interiorKey]uint32
	lists  map[Object]*interiorList
}

type interiorKey struct {
	array Object
	place Place
}

// interiorList has the places in one array that were written.
type interiorList struct {
	places []Place
	sorted bool
}

func (n *interior) reset() {
	clear(n.slotOf)
	clear(n.lists)
}

// add notes that a slot holds a place of an array.
func (n *interior) add(key interiorKey, slot uint32) {
	if n.slotOf == nil {
		n.slotOf, n.lists = make(map[interiorKey]uint32), make(map[Object]*interiorList)
	}
	n.slotOf[key] = slot
	list := n.lists[key.array]
	if list == nil {
		list = &interiorList{sorted: true}
		n.lists[key.array] = list
	}
	if last := len(list.places) - 1; last >= 0 && list.places[last] > key.place {
		list.sorted = false
	}
	list.places = append(list.places, key.place)
}

// of returns the places in an array that were written, in their order.
func (n *interior) of(array Object) []Place {
	list := n.lists[array]
	if list == nil {
		return nil
	}
	if !list.sorted {
		slices.Sort(list.places)
		list.sorted = true
	}
	return list.places
}

// interiorKey returns the key of a field of a struct, and the header of the array.
func (h *Heap) interiorKey(o Object, index int64, f FieldID) (interiorKey, *header, Status) {
	head, status := h.array(o, NoArray)
	if status == OK && uint64(index) >= uint64(head.size) {
		status = OutOfBounds
	}
	return interiorKey{o, InteriorPlace(index, f)}, head, status
}

// LoadInterior reads a field of the struct with this index in an array as a value
// of type t. In a cleared array a field never written reads as 0 or null. The
// status may be ThroughNull, OfUnknown, NotAnArray, OutOfBounds, Unwritten or
// OtherType.
func (h *Heap) LoadInterior(o Object, index int64, f FieldID, t Type) (uint64, Status) {
	key, head, status := h.interiorKey(o, index, f)
	if status != OK {
		return 0, status
	}
	if slot, written := h.interior.slotOf[key]; written {
		return h.read(slot, t)
	}
	if !head.cleared {
		return 0, Unwritten
	}
	return 0, OK
}

// StoreInterior writes a field of the struct with this index in an array. The
// status may be ThroughNull, OfUnknown, NotAnArray, OutOfBounds or Full.
func (h *Heap) StoreInterior(o Object, index int64, f FieldID, bits uint64, t Type) Status {
	key, _, status := h.interiorKey(o, index, f)
	if status != OK {
		return status
	}
	slot, written := h.interior.slotOf[key]
	if !written {
		if len(h.bits) >= h.limits.Slots {
			return Full
		}
		slot = uint32(len(h.bits))
		h.addSlots(1)
		h.interior.add(key, slot)
	}
	h.bits[slot], h.types[slot] = bits, t
	return OK
}

// FindInterior returns what a field of a struct holds, whatever its type; Void if
// it was never written.
func (h *Heap) FindInterior(o Object, index int64, f FieldID) (t Type, bits uint64) {
	slot, written := h.interior.slotOf[interiorKey{o, InteriorPlace(index, f)}]
	if !written {
		return Void, 0
	}
	return h.types[slot], h.bits[slot]
}
