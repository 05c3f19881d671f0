package optimizer

import (
	"unbox/heap"
	"unbox/trace"
)

// objectKind is a virtual object with fields, as `new` makes it: its fields are those of the
// schema, toy objects' among them, and what was never written is 0 or null.
type objectKind struct{}

func (objectKind) handler(p *virtualPass, code trace.Opcode) handler {
	switch code {
	case trace.OpNew:
		return p.newObject()
	case trace.OpGet:
		return p.get()
	case trace.OpSet:
		return p.set()
	}
	return nil
}

func (objectKind) order(s *virtualObjects, a, b int32) int { return int(s.rank[a]) - int(s.rank[b]) }

func (objectKind) arguments(_ *virtualObject, list []trace.Value) []trace.Value { return list }

func (objectKind) write(p *virtualPass, _ *virtualObject, field int32) trace.Op {
	return p.inventedWrite(field)
}

func (objectKind) inventedBecause() Reason { return ReasonNone }

func (objectKind) place(_ *virtualPass, o *virtualObject, field int32) heapPlace {
	return heapPlace{fieldPlace(field), o.self, trace.None}
}

func (objectKind) remarked(_ *virtualPass, field int32) int32 { return field }

// isCleared is false for a toy object's field: it has no type, so 0 has to be written into
// it.
func (objectKind) isCleared(p *virtualPass, _ *virtualObject, field int32) bool {
	return p.in.Tables.Schema.Fields[field].Type != trace.Any
}

func (objectKind) description(_ *virtualPass, o *virtualObject) (trace.Virtual, bool) {
	return trace.Virtual{Type: o.allocation.Descr, Name: o.allocation.Name}, true
}

//
//go:noinline
func (p *virtualPass) newObject() handler {
	return func(c *cur) verdict {
		class := c.op.Descr
		if p.onlySizeKnown(class) {
			class = classOpen
		}
		p.makeVirtual(c, kindObject, class, trace.None)
		return p.remove(c, PassVirtual, ReasonVirtualNew, trace.None, trace.None)
	}
}

// classOpen is the class of a virtual object whose class the first guard
// decides.
const classOpen = int32(heap.NoClass) - 1

// onlySizeKnown reports whether the class of an allocation is no more than a size.
func (w *walk) onlySizeKnown(class int32) bool {
	return class >= 0 && w.in.Tables.ClassSpelling[class] == trace.ClassSize
}

//
//go:noinline
func (p *virtualPass) get() handler {
	return func(c *cur) verdict {
		return p.read(c, p.virtualInstance(c.args[0], c.op.Descr), c.op.Descr)
	}
}

// virtualInstance is virtualOf for values whose field is accessed. It is also 0
// for arrays and for objects of classes without that field: the operation has no
// meaning for them, and stays.
func (p *virtualPass) virtualInstance(v trace.Value, field int32) int32 {
	object := p.of(v)
	o := &p.objects[object]
	if object == 0 || o.kind != kindObject && o.kind != kindVirtualRef ||
		!p.in.Tables.Schema.HasField(heap.ClassID(o.allocation.Descr), heap.FieldID(field)) {
		return 0
	}
	return object
}

//
//go:noinline
func (p *virtualPass) set() handler {
	return func(c *cur) verdict {
		object := p.virtualInstance(c.args[0], c.op.Descr)
		if object == 0 {
			if p.heap.canWait(c) {
				return p.heap.deferWrite(c)
			}
			return p.letEscape(c)
		}
		return p.virtualWrite(c, object, c.op.Descr, c.args[1])
	}
}
