package optimizer

import (
	"strings"

	"unbox/heap"
	"unbox/trace"
)

// Allocation removal.
//
// A box that is allocated, read once and thrown away need not exist. The plan
// that does not work is to look ahead whether an object escapes: what a trace
// does with an object is known only at its end. So every allocation is removed
// optimistically, and the object is virtual: known by its class and by what was
// written to its fields. Reads and guards on it are answered at once.
//
//	p1 = new(Box)           p1 is virtual, of class Box
//	set(p1, val, i0)        its field val is i0
//	i2 = get(p1, val)       i2 is i0
//	jump(p1)                it escapes here: new and set come here
//
// If a virtual object is used in any other way it escapes: it is materialized,
// which means that the allocation and the writes go into the output at that
// point (Allocation Removal by Partial Evaluation in a Tracing JIT, section 5;
// Allocation Removal in the Toy Optimizer). It is not put back where it was:
// between there and the escape everything stays simplified, and often an object
// escapes only at the end.
//
// A guard is no escape. If it fails, the object has to exist, but then the guard's
// snapshot can say what it looks like; so virtual objects stand in snapshots as
// descriptions.
//
// To respect: an object stops being virtual before its fields are materialized,
// or a cycle never ends; a virtual object is different from everything else, so
// comparisons with it are decided; a field holds the last value written, and only
// the last write is put into the output.

func virtualHandler(code trace.Opcode) handler {
	switch code {
	case trace.OpNew:
		return virtualNew
	case trace.OpNewArray, trace.OpNewArrayClear:
		return virtualNewArray
	case trace.OpGet:
		return virtualGet
	case trace.OpSet:
		return virtualSet
	case trace.OpGetItem:
		return virtualGetItem
	case trace.OpSetItem:
		return virtualSetItem
	case trace.OpGetInterior:
		return virtualGetInterior
	case trace.OpSetInterior:
		return virtualSetInterior
	case trace.OpArrayLen:
		return virtualArrayLen
	case trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpGuardNonnull, trace.OpGuardIsnull:
		return virtualGuard
	case trace.OpPtrEq, trace.OpPtrNe:
		return virtualCompare
	case trace.OpAssertNonnull, trace.OpAssertClass, trace.OpAssertValue, trace.OpQuasiImmut:
		return virtualPromise
	case trace.OpKnownResult:
		return virtualKnownResult
	case trace.OpCall:
		return virtualCall
	case trace.OpVirtualRef:
		return virtualRefNew
	case trace.OpVirtualRefFinish:
		return virtualRefFinish
	case trace.OpParam:
		return nil
	}
	if !takesReferences(code) {
		return nil
	}
	return virtualEscape
}

// takesReferences tells whether an argument of the operation can be a reference.
func takesReferences(code trace.Opcode) bool {
	for _, s := range code.Info().Spellings {
		if s.Layout != "infix" && strings.ContainsAny(s.Layout, "ra*") {
			return true
		}
	}
	return false
}

// virtualEscape is for every use that lets an object escape.
func virtualEscape(w *walk, c *cur) verdict {
	for i, arg := range c.args {
		if w.virtualOf(arg) != 0 {
			w.materialize(arg)
			c.args[i] = w.find(arg)
		}
	}
	return next
}

func virtualNew(w *walk, c *cur) verdict {
	w.makeVirtual(c, trace.None)
	return w.remove(c, PassVirtual, ReasonVirtualNew, trace.None, trace.None)
}

// virtualNewArray makes arrays of a constant length virtual.
func virtualNewArray(w *walk, c *cur) verdict {
	n, ok := w.constInt(c.args[0])
	switch {
	case !ok:
		w.remarks.setStopped(&c.op, PassVirtual, ReasonVirtualLength, c.recordedArg(w))
		return next
	case n < 0:
		return next
	case n > maxVirtualLength:
		w.remarks.setStopped(&c.op, PassVirtual, ReasonVirtualTooLong, c.args[0])
		return next
	}
	w.makeVirtual(c, c.args[0])
	return w.remove(c, PassVirtual, ReasonVirtualNew, trace.None, trace.None)
}

// maxVirtualLength is the longest array that can be virtual: what a snapshot can
// say of it.
const maxVirtualLength = 1 << 20

func virtualGet(w *walk, c *cur) verdict {
	return virtualRead(w, c, w.virtualInstance(c.args[0], c.op.Descr), c.op.Descr, true)
}

// virtualInstance is virtualOf for values of which a field is asked for. It is 0
// also for arrays and for objects of classes without that field: the operation
// has no meaning for them, and stays.
func (w *walk) virtualInstance(v trace.Value, field int32) int32 {
	object := w.virtualOf(v)
	o := &w.virtuals.objects[object]
	if object == 0 || o.length != trace.None ||
		!w.in.Tables.Schema.HasField(heap.ClassID(o.allocation.Descr), heap.FieldID(field)) {
		return 0
	}
	return object
}

func virtualGetItem(w *walk, c *cur) verdict {
	object := w.virtualOf(c.args[0])
	item, ok := w.virtualItem(object, c)
	if !ok {
		return virtualEscape(w, c)
	}
	cleared := w.virtuals.objects[object].allocation.Code == trace.OpNewArrayClear
	return virtualRead(w, c, object, item, cleared)
}

// virtualItem returns the index of an item of a virtual array, if it is constant
// and inside the array, and the array is of the operation's type.
func (w *walk) virtualItem(object int32, c *cur) (int32, bool) {
	n, constant := w.constInt(c.args[1])
	if object == 0 || !constant || w.virtuals.objects[object].allocation.Descr != c.op.Descr {
		return 0, false
	}
	length, _ := w.constInt(w.virtuals.objects[object].length)
	return int32(n), n >= 0 && n < length
}

// virtualRead answers a read. What was never written reads as 0 or null if the
// object was cleared; else the read has no meaning and stays. So does one of
// another type than what was written, which toy fields allow.
func virtualRead(w *walk, c *cur, object, field int32, cleared bool) verdict {
	if object == 0 {
		return virtualEscape(w, c)
	}
	s := &w.virtuals
	self := s.objects[object].self
	i := s.lookup(object, field)
	if i == 0 && cleared {
		zero := w.constants.ofType(c.op.Type, 0)
		w.makeEqual(c.self, zero)
		return w.removeField(c, ReasonVirtualGetDefault, self, zero)
	}
	if i == 0 || w.valueType(s.fields[i].value) != c.op.Type {
		return virtualEscape(w, c)
	}
	value := w.find(s.fields[i].value)
	w.makeEqual(c.self, value)
	return w.removeField(c, ReasonVirtualGet, self, s.fields[i].value)
}

// valueType is typeOf for values that may be virtual objects.
func (w *walk) valueType(v trace.Value) trace.Type {
	v = w.find(v)
	if w.virtualOf(v) != 0 {
		return trace.Ref
	}
	return w.typeOf(v)
}

func (w *walk) removeField(c *cur, reason Reason, object, value trace.Value) verdict {
	return w.removeAbout(c, PassVirtual, reason, object, value, c.fieldDescr(w))
}

// fieldDescr returns what a remark names: the field, or for arrays the item.
func (c *cur) fieldDescr(w *walk) int32 {
	if c.op.Code == trace.OpGetItem || c.op.Code == trace.OpSetItem {
		if n, ok := w.constInt(c.args[1]); ok {
			return int32(n)
		}
		return -1
	}
	return c.op.Descr
}

func virtualSet(w *walk, c *cur) verdict {
	object := w.virtualInstance(c.args[0], c.op.Descr)
	if object == 0 {
		if w.canWait(c) {
			return w.deferWrite(c)
		}
		return virtualEscape(w, c)
	}
	return w.virtualWrite(c, object, c.op.Descr, c.args[1])
}

func virtualSetItem(w *walk, c *cur) verdict {
	object := w.virtualOf(c.args[0])
	item, ok := w.virtualItem(object, c)
	if !ok {
		return virtualEscape(w, c)
	}
	return w.virtualWrite(c, object, item, c.args[2])
}

func (w *walk) virtualWrite(c *cur, object, field int32, value trace.Value) verdict {
	overwritten := w.virtuals.write(object, field, value, writerOf(&c.op))
	self := w.virtuals.objects[object].self
	if w.recording {
		w.note(Event{Kind: EventField, Value: self, Descr: field, With: value})
	}
	if overwritten.src != 0 {
		w.remarks.overwritten(overwritten)
	}
	return w.removeField(c, ReasonVirtualSet, self, value)
}

func virtualArrayLen(w *walk, c *cur) verdict {
	object := w.virtualOf(c.args[0])
	if object == 0 || w.virtuals.objects[object].length == trace.None {
		return virtualEscape(w, c)
	}
	o := &w.virtuals.objects[object]
	w.makeEqual(c.self, o.length)
	return w.remove(c, PassVirtual, ReasonVirtualLen, o.self, o.length)
}

// virtualGuard decides guards on virtual objects. One that asks for another
// class, or for null, can never hold. Where a log does not tell the class of an
// allocation, it is the one of the first guard: that guard held when the trace was
// recorded, and the allocation makes the same class each time.
func virtualGuard(w *walk, c *cur) verdict {
	object := w.virtualOf(c.args[0])
	if object == 0 {
		return next
	}
	o := &w.virtuals.objects[object]
	reason := ReasonVirtualGuard
	switch c.op.Code {
	case trace.OpGuardIsnull:
		virtualEscape(w, c)
		return w.alwaysFails(c, PassVirtual)
	case trace.OpGuardNonnull:
		reason = ReasonVirtualNonnull
	default:
		if o.class == classOpen {
			o.class = c.op.Descr
		}
		if o.class != c.op.Descr {
			virtualEscape(w, c)
			return w.alwaysFails(c, PassVirtual)
		}
	}
	return w.removeAbout(c, PassVirtual, reason, o.self, trace.None, o.class)
}

// virtualCompare decides comparisons with a virtual object: nothing else is the
// same.
func virtualCompare(w *walk, c *cur) verdict {
	a, b := c.args[0], c.args[1]
	if w.virtualOf(a) == 0 && w.virtualOf(b) == 0 {
		return next
	}
	result := w.constants.Int(trace.BoolBit((a == b) == (c.op.Code == trace.OpPtrEq)))
	return w.replaceBy(c, result, PassVirtual, ReasonVirtualCompare)
}
