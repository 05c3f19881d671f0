package optimizer

import "unbox/trace"

// Load and store forwarding.
//
// Objects that exist before the trace cannot be virtual, but what is in their
// fields is still known for a while: behind a write it is what was written, behind
// a read what was read. A second read can use the first, a write of what is there
// already can go, and so can a write that another one overwrites before anybody
// could see it.
//
//	i1 = get(p0, val)
//	set(p2, other, i3)       another field: p0.val stays known
//	i4 = get(p0, val)        the same as i1
//	set(p5, val, i6)         p5 may be p0: p0.val is no longer known
//
// The plan that does not work is to know a field's content until the next write to
// the same object: two references can lead to one object. So a write to a field
// forgets the same field of every object that may be the one written. Two
// references are known to differ if their classes do, or if one is an allocation
// that came after the other existed. Different fields are different places, and
// so are array items with different constant indexes. A field of a struct in an
// array of structs is told apart by both: field and index.
//
// Guards and calls see the heap, so a write in front of them stays; calls and
// unknown operations may also write, and everything is forgotten behind them
// unless it is known what they change (trace/calls.go).
//
// To respect: for each field at most heapEntries objects are remembered, the last
// ones, so that a trace that writes to a million objects takes linear time.

func heapHandler(code trace.Opcode) handler {
	switch code {
	case trace.OpGet:
		return heapGet
	case trace.OpSet:
		return heapSet
	case trace.OpGetItem:
		return heapGetItem
	case trace.OpSetItem:
		return heapSetItem
	case trace.OpGetInterior:
		return heapGetInterior
	case trace.OpSetInterior:
		return heapSetInterior
	case trace.OpCall:
		return heapCall
	case trace.OpPrint, trace.OpJump, trace.OpFinish, trace.OpLabel:
		return heapObserved
	}
	switch code.Info().Effect {
	case trace.EffectGuard:
		return heapGuard
	case trace.EffectVisible, trace.EffectOpaque:
		return heapForgotten
	}
	return nil
}

// heapGet answers a read of a known field.
func heapGet(w *walk, c *cur) verdict {
	place := heapPlace{fieldPlace(c.op.Descr), c.args[0], trace.None}
	return w.heapRead(c, place)
}

func heapGetItem(w *walk, c *cur) verdict {
	place := heapPlace{w.itemPlace(c.op.Descr), c.args[0], c.args[1]}
	return w.heapRead(c, place)
}

func heapGetInterior(w *walk, c *cur) verdict {
	place := heapPlace{w.interiorPlace(c.op.Descr), c.args[0], c.args[1]}
	return w.heapRead(c, place)
}

func (w *walk) heapRead(c *cur, place heapPlace) verdict {
	w.renameEntries(place.where)
	if e := w.heap.find(place); e != nil && w.valueType(e.value) == c.op.Type {
		reason := ReasonHeapRead
		if e.written {
			reason = ReasonHeapWritten
		}
		value := e.value
		w.makeEqual(c.self, value)
		return w.removeAbout(c, PassHeap, reason, place.object, value, c.fieldDescr(w))
	}
	w.flushAliases(place)
	w.observe(place)
	c.heapPlace, c.heapValue = place, c.self
	c.tells |= tellsHeap
	return next
}

// heapSet drops a write of what is there, and the write before it that nobody saw.
func heapSet(w *walk, c *cur) verdict {
	place := heapPlace{fieldPlace(c.op.Descr), c.args[0], trace.None}
	return w.heapWrite(c, place, c.args[1])
}

func heapSetItem(w *walk, c *cur) verdict {
	place := heapPlace{w.itemPlace(c.op.Descr), c.args[0], c.args[1]}
	return w.heapWrite(c, place, c.args[2])
}

func heapSetInterior(w *walk, c *cur) verdict {
	place := heapPlace{w.interiorPlace(c.op.Descr), c.args[0], c.args[1]}
	return w.heapWrite(c, place, c.args[2])
}

func (w *walk) heapWrite(c *cur, place heapPlace, value trace.Value) verdict {
	w.renameEntries(place.where)
	if w.settlePending(place, value) {
		return w.removeAbout(c, PassHeap, ReasonHeapSame, place.object, value, c.fieldDescr(w))
	}
	w.flushAliases(place)
	if e := w.heap.find(place); e != nil {
		if w.find(e.value) == value {
			return w.removeAbout(c, PassHeap, ReasonHeapSame, place.object, value, c.fieldDescr(w))
		}
		if e.writtenAt != 0 && (e.epoch == w.heap.epoch || w.planted.on(bugSeenStore)) {
			w.dropWrite(int(e.writtenAt), place.object)
		}
	}
	c.heapPlace, c.heapValue = place, value
	c.tells |= tellsHeap
	return next
}

// dropWrite takes a write that is overwritten unseen out of the output.
func (w *walk) dropWrite(at int, object trace.Value) {
	op := &w.out.ops[at]
	w.definedAt[w.out.self[at]] = 0
	if op.Src != 0 {
		w.remarks.setRemoved(op, PassHeap, ReasonHeapDead, object, trace.None, w.fieldOrItem(op))
	}
	w.out.drop(at)
}

// fieldOrItem returns the field that an operation of the output writes, or the
// index of the item, -1 if that is not constant.
func (w *walk) fieldOrItem(op *trace.Op) int32 {
	if op.Code != trace.OpSetItem {
		return op.Descr
	}
	if n, ok := w.constInt(w.out.args[op.First+1]); ok {
		return int32(n)
	}
	return -1
}

// heapEmitted enters what an access that is now in the output says about the
// heap. Writes forget what they may have changed.
func (w *walk) heapEmitted(c *cur, at int32) {
	var e *heapEntry
	isWrite := c.op.Type == trace.Void
	if isWrite {
		e = w.heap.forgetAliases(w, c.heapPlace)
	} else {
		e, at = w.heap.find(c.heapPlace), 0
	}
	if e == nil {
		e = w.heap.add(c.heapPlace)
		w.sayOldest(c)
	}
	e.value, e.written, e.writtenAt, e.epoch = c.heapValue, isWrite, at, w.heap.epoch
}

// sayOldest says when an entry took the place of the oldest for the first time.
func (w *walk) sayOldest(c *cur) {
	if l := &w.heap.lists[w.heap.heads[c.heapPlace.where]]; l.overflowed && !l.said {
		l.said = true
		w.remarks.setStopped(&c.op, PassHeap, ReasonHeapOldest, trace.None)
	}
}

// observe notes that a read may see earlier writes to other objects.
func (w *walk) observe(place heapPlace) {
	list := w.heap.list(place.where)
	for i := range list {
		if e := &list[i]; e.writtenAt != 0 && w.mayBeSamePlace(e.place, place) {
			e.writtenAt = 0
		}
	}
}

// heapObserved is for operations that see the heap: writes before them stay.
func heapObserved(w *walk, c *cur) verdict {
	w.flushPending()
	w.heap.epoch++
	return next
}

// heapGuard is for guards: writes before them stay, but those of virtual objects
// can wait in the snapshot.
func heapGuard(w *walk, c *cur) verdict {
	w.flushConcrete()
	w.heap.epoch++
	return next
}

// heapForgotten is for operations that may change the heap.
func heapForgotten(w *walk, c *cur) verdict {
	w.flushPending()
	w.heap.epoch++
	if w.planted.on(bugStaleCall) {
		return next
	}
	return w.heapChanges(c, trace.WritesAnything)
}

// heapChanges forgets what the operation at hand may change, and says so if there was any.
func (w *walk) heapChanges(c *cur, what trace.Writes) verdict {
	if w.heap.forget(what, w.in.Tables.Schema.Fields) {
		w.remarks.setStopped(&c.op, PassHeap, ReasonHeapForgotten, trace.None)
	}
	return next
}

// heapCall goes by what the call may change.
func heapCall(w *walk, c *cur) verdict {
	what := w.callWrites(c)
	if what == trace.WritesAnything {
		return heapForgotten(w, c)
	}
	w.flushPending()
	w.heap.epoch++
	return w.heapChanges(c, what)
}

// callWrites says what the call at hand may change.
func (w *walk) callWrites(c *cur) trace.Writes {
	if c.op.Src == 0 {
		return trace.WritesAnything
	}
	return w.in.CallWrites(&c.op, w.in.Args(trace.Value(c.op.Src)))
}

// mayBeSamePlace tells whether two places can be one.
func (w *walk) mayBeSamePlace(a, b heapPlace) bool {
	if a.where != b.where {
		return false
	}
	if a.index != b.index {
		m, constantM := w.constInt(a.index)
		n, constantN := w.constInt(b.index)
		if constantM && constantN && m != n {
			return false
		}
		if _, possible := w.boundsOf(a.index).Intersect(w.boundsOf(b.index)); !possible {
			return false
		}
	}
	return w.mayBeSameObject(a.object, b.object)
}

// mayBeSameObject tells whether two references can lead to one object.
func (w *walk) mayBeSameObject(a, b trace.Value) bool {
	if a == b {
		return true
	}
	if w.planted.on(bugAliasStore) {
		return false
	}
	if a.IsConst() && b.IsConst() {
		return !(w.isFixedObject(a) && w.isFixedObject(b))
	}
	classA, knownA := w.refFactOf(a).class()
	classB, knownB := w.refFactOf(b).class()
	if knownA && knownB && classA != classB {
		return false
	}
	return !w.differ(a, b) && !w.existedBefore(a, b) && !w.existedBefore(b, a)
}

// differ tells whether a guard found two references to be different objects.
func (w *walk) differ(a, b trace.Value) bool {
	return w.relations.references > 0 && w.relationBetween(a, b)&relEqual == 0
}

// existedBefore tells whether b is an allocation that was made when a existed.
func (w *walk) existedBefore(a, b trace.Value) bool {
	if !b.IsOp() || w.definedAt[b] == 0 {
		return false
	}
	if w.out.ops[w.definedAt[b]].Code.Info().Effect != trace.EffectAllocate {
		return false
	}
	return a.IsConst() || w.definedAt[a] < w.definedAt[b]
}
