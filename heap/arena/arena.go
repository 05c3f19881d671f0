package arena

import (
	"errors"

	"unbox/heap"
)

// ErrFull says that the heap's limit does not allow an allocation, even after a
// collection.
var ErrFull = errors.New("the heap is full")

// Options bound an arena. Fields that are 0 have defaults.
type Options struct {
	// Young is the size of one young space in bytes at the start; 0 means 256 KiB,
	// which fits into a second-level cache.
	Young int
	// Limit is the maximum size in bytes of old and young objects together; 0
	// means 64 MiB. The region itself is larger by the other young space.
	Limit int
	// Chunk, if it is not 0, makes code ask for room again after that many bytes,
	// and the objects are moved each time. Tests use it to collect at every
	// allocation.
	Chunk int
}

func (o Options) withDefaults() Options {
	if o.Young <= 0 {
		o.Young = 256 << 10
	}
	if o.Limit <= 0 {
		o.Limit = 64 << 20
	}
	o.Limit = min(o.Limit, 1<<30)
	o.Young = min(max(o.Young&^(SlotSize-1), 64), o.Limit)
	return o
}

// Stats counts what an arena did since it was last reset.
type Stats struct {
	// Collections is the number of times that objects were moved.
	Collections int
	// Slow is the number of allocations that the driver made.
	Slow int
}

// Arena keeps the objects of one run in a region.
type Arena struct {
	layout  *Layout
	memory  Memory
	bytes   []byte
	options Options
	// interior[k] is the field in slot k of an item.
	interior []heap.FieldID
	// oldEnd is the end of the old objects, young the start of the two young spaces,
	// space the size of each, and upper says which one is in use.
	oldEnd, young, space int
	upper                bool
	// oldRefs lists old objects that have references.
	oldRefs []Ref
	// Roots are references that the driver keeps; a collection changes them.
	roots *[]Ref
	stats Stats
	used  int // bytes after Old that may not be zero
}

// New makes an arena in a region that holds nothing else.
func New(l *Layout, m Memory) *Arena {
	a := &Arena{layout: l, memory: m, interior: make([]heap.FieldID, l.Stride)}
	for f, k := range l.Interior {
		if k > 0 {
			a.interior[k] = heap.FieldID(f)
		}
	}
	return a
}

// Layout returns the layout of the objects.
func (a *Arena) Layout() *Layout { return a.layout }

// Stats returns what was counted since Reset.
func (a *Arena) Stats() Stats { return a.stats }

// Bytes returns the region.
func (a *Arena) Bytes() []byte { return a.bytes }

// Reset empties the arena. Objects allocated before Seal are old.
func (a *Arena) Reset(o Options) error {
	a.options = o.withDefaults()
	if !a.room(int(a.layout.Old)) {
		return ErrFull
	}
	clear(a.bytes[:max(int(a.layout.Old), min(a.used, len(a.bytes)))])
	a.used = 0
	a.setWord(0, uint32(ShapeNull))
	for _, t := range a.layout.HasTables {
		for c := range a.layout.Classes {
			if a.layout.Schema.HasField(heap.ClassID(c-1), t.Field) {
				a.bytes[int(t.Offset)+c<<2+int(KindObject)] = 1
			}
		}
	}
	a.oldEnd, a.oldRefs = int(a.layout.Old), a.oldRefs[:0]
	a.young, a.space, a.upper = 0, 0, false
	a.stats = Stats{}
	return nil
}

// room makes the region at least size bytes long.
func (a *Arena) room(size int) bool {
	if size > len(a.bytes) && !a.memory.Grow(size) {
		return false
	}
	a.bytes = a.memory.Bytes()
	return size <= len(a.bytes)
}

// AllocOld allocates an object that is never moved; between Reset and Seal only.
func (a *Arena) AllocOld(shape Shape, length int64) (Ref, error) {
	size := a.sizeOf(shape, length)
	if size > int64(a.options.Limit) || a.oldEnd+int(size) > int(a.layout.Old)+a.options.Limit || !a.room(a.oldEnd+int(size)) {
		return 0, ErrFull
	}
	o := Ref(a.oldEnd)
	a.oldEnd += int(size)
	a.used = a.oldEnd
	a.begin(o, shape, length)
	if a.hasRefs(shape) {
		a.oldRefs = append(a.oldRefs, o)
	}
	return o, nil
}

func (a *Arena) sizeOf(shape Shape, length int64) int64 {
	switch shape.Kind() {
	case KindArray:
		return a.layout.ArraySize(shape.Array(), length)
	case KindObject:
		return int64(a.layout.Class(shape.Class()).Size)
	}
	return HeaderSize
}

func (a *Arena) begin(o Ref, shape Shape, length int64) {
	a.setWord(int(o), uint32(shape))
	a.setWord(int(o)+LengthOffset, uint32(length))
}

// MarkUnwritten says that the items of a new array with tags must not be read.
func (a *Arena) MarkUnwritten(o Ref) {
	n := a.Length(o) * int(a.layout.Stride)
	if n == 0 || !a.layout.Array(a.Shape(o).Array()).Tagged {
		return
	}
	first := a.itemPlace(o, 0).tag
	for k := range n {
		a.bytes[first+k] = Unwritten
	}
}

// Seal ends the allocation of old objects. roots are references that the driver
// keeps, and that a collection has to treat as roots.
func (a *Arena) Seal(roots *[]Ref) error {
	a.roots = roots
	a.young = (a.oldEnd + 63) &^ 63
	a.space = a.options.Young
	if !a.room(a.young + 2*a.space) {
		return ErrFull
	}
	a.used = a.young + 2*a.space
	a.setWord(WordFree, uint32(a.young))
	a.allow(0)
	return nil
}

// lo returns where the young space in use begins.
func (a *Arena) lo() int {
	if a.upper {
		return a.young + a.space
	}
	return a.young
}

// free returns where the next object will be.
func (a *Arena) free() int { return int(a.word(WordFree)) }

// allow sets the word Limit: to the space's end, or as far as Options.Chunk
// allows.
func (a *Arena) allow(need int) {
	limit := a.lo() + a.space
	if a.options.Chunk > 0 {
		limit = min(limit, a.free()+need+a.options.Chunk&^(SlotSize-1))
	}
	a.setWord(WordLimit, uint32(limit))
}

// Alloc allocates a young object. If there is no room it collects: frame lists the
// slots of the frame that hold references. The error is ErrFull.
func (a *Arena) Alloc(shape Shape, length int64, frame []int32) (Ref, error) {
	a.stats.Slow++
	size := a.sizeOf(shape, length)
	if size > int64(a.options.Limit) {
		return 0, ErrFull
	}
	if a.options.Chunk > 0 || a.free()+int(size) > a.lo()+a.space {
		if err := a.Collect(int(size), frame); err != nil {
			return 0, err
		}
	}
	o := Ref(a.free())
	a.setWord(WordFree, uint32(int(o)+int(size)))
	a.begin(o, shape, length)
	a.allow(0)
	return o, nil
}

// Young returns where the two young spaces begin, and the size of each.
func (a *Arena) Young() (start, space int) { return a.young, a.space }

// OldRefs lists the old objects that can hold references.
func (a *Arena) OldRefs() []Ref { return a.oldRefs }
