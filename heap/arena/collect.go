package arena

import "unbox/heap"

// Collect copies every object that can be reached to the other young space, and to
// larger spaces if more than half of it is then taken, so that need bytes are
// free after it. Roots are the old objects, the table of constants, the slots of
// the frame listed, and the driver's own references. The error is ErrFull.
func (a *Arena) Collect(need int, frame []int32) error {
	a.copyTo(a.young+boolInt(!a.upper)*a.space, frame)
	a.upper = !a.upper
	live := a.free() - a.lo()
	if live+need <= a.space/2 || a.options.Chunk > 0 && live+need <= a.space {
		a.allow(need)
		return nil
	}
	return a.grow(live, need, frame)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// grow makes both young spaces larger: once what is live is in the lower one, that one
// can extend into what was the upper one, which is empty. At the limit it settles for
// less.
func (a *Arena) grow(live, need int, frame []int32) error {
	limit := (a.options.Limit - (a.young - int(a.layout.Old))) &^ (SlotSize - 1)
	size := a.space
	for size < 2*(live+need) && size < limit {
		size *= 2
	}
	size = max(min(size, limit), a.space)
	if live+need > size || !a.room(a.young+2*size) {
		return ErrFull
	}
	if size > a.space && a.upper {
		a.copyTo(a.young, frame)
		a.upper = false
	}
	if size > a.space {
		a.used = max(a.used, a.young+2*size)
		a.space = size
	}
	a.allow(need)
	return nil
}

// copyTo is Cheney's algorithm: reachable young objects move to a place that is
// zero, and the space that they leave is zeroed.
func (a *Arena) copyTo(to int, frame []int32) {
	c := collector{a: a, lo: Ref(a.lo()), hi: Ref(a.free()), free: to}
	for k := range int(a.layout.Consts) {
		c.forwardSlot(ConstTable + k*SlotSize)
	}
	for _, k := range frame {
		c.forwardSlot(int(a.layout.Frame) + int(k)*SlotSize)
	}
	if a.roots != nil {
		for k, o := range *a.roots {
			(*a.roots)[k] = c.forward(o)
		}
	}
	for _, o := range a.oldRefs {
		c.scan(o)
	}
	for scan := to; scan < c.free; {
		o := Ref(scan)
		c.scan(o)
		scan += a.size(o)
	}
	clear(a.bytes[c.lo:c.hi])
	a.stats.Collections++
	a.setWord(WordFree, uint32(c.free))
}

// collector moves the objects from lo to hi.
type collector struct {
	a      *Arena
	lo, hi Ref
	free   int
}

// kindMoved is the shape of an object that has moved; its new place is stored
// where an array has its length. Null's shape is the same, but null is not
// young.
const kindMoved = ShapeNull

func (c *collector) forward(o Ref) Ref {
	if o < c.lo || o >= c.hi {
		return o
	}
	a := c.a
	if a.Shape(o) == kindMoved {
		return Ref(a.word(int(o) + LengthOffset))
	}
	size := a.size(o)
	to := Ref(c.free)
	copy(a.bytes[to:int(to)+size], a.bytes[o:int(o)+size])
	c.free += size
	a.setWord(int(o), uint32(kindMoved))
	a.setWord(int(o)+LengthOffset, uint32(to))
	return to
}

func (c *collector) forwardSlot(at int) {
	if o := Ref(c.a.slot(at)); o >= c.lo && o < c.hi {
		c.a.setSlot(at, uint64(c.forward(o)))
	}
}

func (c *collector) forwardPlace(p place) {
	if p.typ == heap.Ref || p.typ == heap.Any && c.a.bytes[p.tag] == byte(heap.Ref) {
		c.forwardSlot(p.at)
	}
}

// scan moves what an object refers to.
func (c *collector) scan(o Ref) {
	a := c.a
	shape := a.Shape(o)
	switch shape.Kind() {
	case KindObject:
		for _, f := range a.layout.Class(shape.Class()).Fields {
			c.forwardPlace(a.fieldPlace(o, f))
		}
	case KindArray:
		if !a.hasRefs(shape) {
			return
		}
		for n := range a.Length(o) * int(a.layout.Stride) {
			c.forwardPlace(a.itemPlace(o, n))
		}
	}
}

// hasRefs reports whether objects of a shape can have references.
func (a *Arena) hasRefs(shape Shape) bool {
	switch shape.Kind() {
	case KindObject:
		for _, f := range a.layout.Class(shape.Class()).Fields {
			if t := a.layout.Fields[f].Type; t == heap.Ref || t == heap.Any {
				return true
			}
		}
	case KindArray:
		t := a.layout.Array(shape.Array()).Elem
		if t == heap.Ref || t == heap.Any {
			return true
		}
		for _, f := range a.interior[1:] {
			if t := a.layout.Fields[f].Type; t == heap.Ref || t == heap.Any {
				return true
			}
		}
	}
	return false
}
