package arena

import (
	"slices"

	"unbox/heap"
)

// Access is one way in which a trace touches a field.
type Access struct {
	Field heap.FieldID
	// Known means that the object is always of Class; otherwise it may be of any
	// class that may have the field.
	Known bool
	Class heap.ClassID
}

// Usage is what a trace does with the heap, as far as the layout depends on it.
type Usage struct {
	Accesses []Access
	// Interior are the fields of structs in arrays.
	Interior []heap.FieldID
	// Uncleared are the array types of which arrays are allocated without being
	// cleared; Untyped means that some array is accessed or allocated without a
	// type, so that every array has tags.
	Uncleared []heap.ArrayID
	Untyped   bool
	// Consts is the number of object constants, FrameSlots the length of the frame.
	Consts, FrameSlots int
}

// NewLayout lays out the objects of a trace.
func NewLayout(s *heap.Schema, u Usage) *Layout {
	l := &Layout{
		Schema: s, Stride: 1, Consts: int32(u.Consts), FrameSlots: int32(u.FrameSlots),
		Fields:   make([]Field, len(s.Fields)),
		Classes:  make([]Class, len(s.Classes)+1),
		Arrays:   make([]Array, len(s.Arrays)+1),
		Interior: make([]int32, len(s.Fields)),
	}
	for f := range s.Fields {
		l.Fields[f] = Field{Type: s.Fields[f].Type, Tagged: s.Fields[f].Type == heap.Any}
	}
	l.placeFields(u.Accesses)
	l.placeInterior(u.Interior)
	l.chooseTags(u)
	l.placeTables(u.Accesses)
	return l
}

// placeFields finds an offset for each field that is accessed, so that fields that
// one class may have together do not overlap: greedily, in the order of the fields.
func (l *Layout) placeFields(list []Access) {
	classes := l.holders(list)
	occupied := make([][]bool, len(l.Classes)) // by class and slot
	for f := range l.Fields {
		if len(classes[f]) == 0 {
			continue
		}
		width := 1
		if l.Fields[f].Tagged {
			width = 2
		}
		at := freeSlots(occupied, classes[f], width)
		l.Fields[f].Offset = HeaderSize + int32(at)*SlotSize
		for _, c := range classes[f] {
			for len(occupied[c]) < at+width {
				occupied[c] = append(occupied[c], false)
			}
			for k := range width {
				occupied[c][at+k] = true
			}
			l.Classes[c].Fields = append(l.Classes[c].Fields, heap.FieldID(f))
		}
	}
	for c := range l.Classes {
		l.Classes[c].Size = HeaderSize + int32(len(occupied[c]))*SlotSize
	}
}

// holders returns for each field the classes (plus 1) whose objects need room for it.
func (l *Layout) holders(list []Access) [][]int {
	anywhere := make([]bool, len(l.Fields))
	classes := make([][]int, len(l.Fields))
	for _, a := range list {
		if !a.Known {
			anywhere[a.Field] = true
		} else if k := int(a.Class) + 1; !slices.Contains(classes[a.Field], k) {
			classes[a.Field] = append(classes[a.Field], k)
		}
	}
	for f, everywhere := range anywhere {
		if !everywhere {
			slices.Sort(classes[f])
			continue
		}
		classes[f] = classes[f][:0]
		for c := range l.Classes {
			if l.Schema.HasField(heap.ClassID(c-1), heap.FieldID(f)) {
				classes[f] = append(classes[f], c)
			}
		}
	}
	return classes
}

// freeSlots returns the first place at which n slots are free in all the given
// classes.
func freeSlots(occupied [][]bool, classes []int, width int) int {
next:
	for at := 0; ; at++ {
		for _, c := range classes {
			for k := at; k < at+width && k < len(occupied[c]); k++ {
				if occupied[c][k] {
					continue next
				}
			}
		}
		return at
	}
}

func (l *Layout) placeInterior(fields []heap.FieldID) {
	for _, f := range fields {
		if l.Interior[f] == 0 {
			l.Interior[f] = l.Stride
			l.Stride++
		}
	}
}

func (l *Layout) chooseTags(u Usage) {
	all := u.Untyped
	for _, f := range u.Interior {
		all = all || len(u.Uncleared) > 0 || l.Fields[f].Tagged
	}
	for a := range l.Arrays {
		elem := heap.Any
		if a > 0 && !u.Untyped { // else anything may be stored anywhere
			elem = l.Schema.Arrays[a-1].Elem
		}
		l.Arrays[a] = Array{elem, all || elem == heap.Any || slices.Contains(u.Uncleared, heap.ArrayID(a-1))}
	}
}

// placeTables gives a table to each field that some class may not have.
func (l *Layout) placeTables(list []Access) {
	at := int32(ConstTable) + l.Consts*SlotSize
	shapes := int32(max(len(l.Classes), len(l.Arrays))) << 2
	for f := range l.Fields {
		asked := slices.ContainsFunc(list, func(a Access) bool { return !a.Known && int(a.Field) == f })
		if !asked || !l.someDeny(heap.FieldID(f)) {
			continue
		}
		l.HasTables = append(l.HasTables, HasTable{heap.FieldID(f), at})
		at += shapes
	}
	l.Frame = (at + SlotSize - 1) &^ (SlotSize - 1)
	l.Old = l.Frame + l.FrameSlots*SlotSize
}

func (l *Layout) someDeny(f heap.FieldID) bool {
	for c := range l.Classes {
		if !l.Schema.HasField(heap.ClassID(c-1), f) {
			return true
		}
	}
	return false
}

// TableOf returns the table of a field, 0 if every class may have it.
func (l *Layout) TableOf(f heap.FieldID) int32 {
	for _, t := range l.HasTables {
		if t.Field == f {
			return t.Offset
		}
	}
	return 0
}
