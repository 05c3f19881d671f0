package optimizer

import (
	"cmp"

	"unbox/heap"
	"unbox/trace"
)

// arrayKind is a virtual array of a constant length, as `new_array` makes it: its fields are
// the indexes of its items.
type arrayKind struct{}

func (arrayKind) handler(p *virtualPass, code trace.Opcode) handler {
	switch code {
	case trace.OpNewArray, trace.OpNewArrayClear:
		return p.newArray
	case trace.OpGetItem:
		return p.getItem()
	case trace.OpSetItem:
		return p.setItem()
	case trace.OpArrayLen:
		return p.arrayLen
	case trace.OpCall:
		return p.call // which may copy items
	}
	return nil
}

// order is by index, even where there are structs.
func (arrayKind) order(s *virtualObjects, a, b int32) int {
	return cmp.Compare(s.interior.place(a), s.interior.place(b))
}

func (arrayKind) arguments(o *virtualObject, list []trace.Value) []trace.Value {
	return append(list, o.length)
}

func (arrayKind) write(p *virtualPass, o *virtualObject, _ int32) trace.Op {
	write := p.inventedWrite(o.allocation.Descr)
	write.Code, write.Spelling = trace.OpSetItem, trace.OpSetItem.SpellingFor(p.in.Dialect, trace.Void)
	return write
}

// inventedBecause: only copying writes items that no recorded operation wrote.
func (arrayKind) inventedBecause() Reason { return ReasonVirtualCopy }

func (arrayKind) place(p *virtualPass, o *virtualObject, item int32) heapPlace {
	return heapPlace{p.heap.itemPlace(o.allocation.Descr), o.self, p.constants.Int(int64(item))}
}

func (arrayKind) remarked(_ *virtualPass, item int32) int32 { return item }

func (arrayKind) isCleared(_ *virtualPass, o *virtualObject, _ int32) bool { return o.isCleared() }

func (arrayKind) description(p *virtualPass, o *virtualObject) (trace.Virtual, bool) {
	n, _ := p.constInt(o.length)
	return trace.Virtual{Array: true, Type: o.allocation.Descr, Name: o.allocation.Name, Length: int32(n)}, true
}

// newArray makes arrays of a constant length virtual.
func (p *virtualPass) newArray(c *cur) verdict {
	n, ok := p.constInt(c.args[0])
	switch {
	case !ok:
		p.remarks.setStopped(&c.op, PassVirtual, ReasonVirtualLength, c.recordedArg(p.walk))
		return next
	case n < 0:
		return next
	case n > maxVirtualLength:
		p.remarks.setStopped(&c.op, PassVirtual, ReasonVirtualTooLong, c.args[0])
		return next
	}
	p.makeVirtual(c, kindArray, int32(heap.NoClass), c.args[0])
	return p.remove(c, PassVirtual, ReasonVirtualNew, trace.None, trace.None)
}

// maxVirtualLength is the maximum length of a virtual array: what a snapshot can
// describe.
const maxVirtualLength = 1 << 20

//
//go:noinline
func (p *virtualPass) getItem() handler {
	return func(c *cur) verdict {
		object := p.of(c.args[0])
		item, ok := p.virtualItem(object, c)
		if !ok {
			return p.letEscape(c)
		}
		return p.read(c, object, item)
	}
}

// virtualItem returns the index of an item of a virtual array, if it is constant
// and inside the array, and the array is of the operation's type.
func (p *virtualPass) virtualItem(object int32, c *cur) (int32, bool) {
	n, constant := p.constInt(c.args[1])
	if object == 0 || !constant || p.objects[object].kind.isText() || p.objects[object].allocation.Descr != c.op.Descr {
		return 0, false
	}
	length, _ := p.constInt(p.objects[object].length)
	return int32(n), n >= 0 && n < length
}

//
//go:noinline
func (p *virtualPass) setItem() handler {
	return func(c *cur) verdict {
		object := p.of(c.args[0])
		item, ok := p.virtualItem(object, c)
		switch {
		case ok:
			return p.virtualWrite(c, object, item, c.args[2])
		case p.heap.canWait(c):
			return p.heap.deferWrite(c)
		}
		return p.letEscape(c)
	}
}

func (p *virtualPass) arrayLen(c *cur) verdict {
	object := p.of(c.args[0])
	if object == 0 || p.objects[object].length == trace.None || p.objects[object].kind.isText() {
		return p.letEscape(c)
	}
	o := &p.objects[object]
	p.makeEqual(c.self, o.length)
	return p.remove(c, PassVirtual, ReasonVirtualLen, o.self, o.length)
}
