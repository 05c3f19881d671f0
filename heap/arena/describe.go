package arena

import "unbox/heap"

// ShapeInfo is what a collector needs to know about one shape, for hosts with a
// collector of their own.
type ShapeInfo struct {
	Shape Shape
	// Size is the size of an object in bytes; for arrays 8, without items.
	Size int32
	// Refs are the offsets of slots with references, from the object's start. For
	// arrays they are those of the first item; the others follow at a distance of
	// ItemSize.
	Refs []int32
	// Tagged are, in the same way, offsets of slots that hold a reference if their
	// tag is heap.Ref. The tag of a field is the byte TagOffset after it, that of an
	// array's slot number n the byte number n after the last item.
	Tagged []int32
	// ItemSize is the size of an item, 0 for objects; Tags means that an array has a
	// byte for each slot after its items, padded to 8.
	ItemSize int32
	Tags     bool
}

// Shapes lists all shapes of a layout.
func (l *Layout) Shapes() []ShapeInfo {
	list := []ShapeInfo{{Shape: ShapeUnknown, Size: HeaderSize}}
	for c := range l.Classes {
		info := ShapeInfo{Shape: ObjectShape(heap.ClassID(c - 1)), Size: l.Classes[c].Size}
		for _, f := range l.Classes[c].Fields {
			info.add(l.Fields[f].Type, l.Fields[f].Offset)
		}
		list = append(list, info)
	}
	for a := range l.Arrays {
		info := ShapeInfo{
			Shape: ArrayShape(heap.ArrayID(a - 1)), Size: HeaderSize,
			ItemSize: l.Stride * SlotSize, Tags: l.Arrays[a].Tagged,
		}
		info.add(l.Arrays[a].Elem, HeaderSize)
		for f, k := range l.Interior {
			if k > 0 {
				info.add(l.Fields[f].Type, HeaderSize+k*SlotSize)
			}
		}
		list = append(list, info)
	}
	return list
}

func (s *ShapeInfo) add(t heap.Type, offset int32) {
	switch t {
	case heap.Ref:
		s.Refs = append(s.Refs, offset)
	case heap.Any:
		s.Tagged = append(s.Tagged, offset)
	}
}
