package optimizer

import (
	"math"

	"unbox/trace"
)

// Writing a virtual object into an existing one makes it escape. But often
// another write to the same field follows, and only guards could have seen the
// first. A frame that is linked into a list and unlinked again is the usual
// case, and so are the local variables of a generator, which are items of an array. So such a write waits:
//
//	set(p0, top, p1)         p1 is virtual, the write waits
//	guard_true(i2) [i3]      in the snapshot: {p0(top=Frame(…))}
//	set(p0, top, p4)         the write that waited goes
//
// While it waits, what other places hold stays known: if they may be this one, a read of them does the write first, and that
// forgets them. If the write is taken back, nothing has changed.
//
// It is done as soon as anything other than a guard could see it: a read of a
// field that may be the same, a call, the end of the trace.

// pendingWrite is a write that waits.
type pendingWrite struct {
	place heapPlace
	value trace.Value
	write trace.Op
	self  trace.Value
	// before is what the place holds while the write waits, None if that is not
	// known; beforeBy is the operation that says so.
	before, beforeBy trace.Value
}

// waits reports whether any write does.
func (p *heapPass) waits() bool { return len(p.pending) > 0 }

// maxPending is the maximum number of writes that can wait at once.
const maxPending = 16

// canWait reports whether a write to an existing object puts a virtual object
// into a field, or into an item whose index is constant, and may wait.
func (p *heapPass) canWait(c *cur) bool {
	return p.passes.Has(PassHeap) && c.op.Src != 0 && p.virtual.of(c.args[len(c.args)-1]) != 0 &&
		p.virtual.of(c.args[0]) == 0 && !p.isNull(c.args[0]) && !p.virtual.overdrawn() && p.isFixedPlace(c)
}

// isFixedPlace reports whether a snapshot can say where the current write writes.
func (p *heapPass) isFixedPlace(c *cur) bool {
	if c.op.Code != trace.OpSetItem {
		return true
	}
	n, ok := p.constInt(c.args[1])
	return ok && n >= 0 && n <= math.MaxInt32
}

// writtenPlace is where the current write writes.
func (p *heapPass) writtenPlace(c *cur) heapPlace {
	if c.op.Code == trace.OpSetItem {
		return heapPlace{p.itemPlace(c.op.Descr), c.args[0], c.args[1]}
	}
	return heapPlace{fieldPlace(c.op.Descr), c.args[0], trace.None}
}

// deferWrite takes the write out of the trace for now.
func (p *heapPass) deferWrite(c *cur) verdict {
	place, value := p.writtenPlace(c), c.args[len(c.args)-1]
	p.renameEntries(place.where)
	p.flushOthers(place) // what this place holds is not known before they are done
	before, beforeBy := trace.None, trace.None
	if waiting := p.waitingAt(place); waiting >= 0 {
		before, beforeBy = p.pending[waiting].before, p.pending[waiting].beforeBy
		p.dropPending(waiting)
	} else if e := p.entry(place); e != nil {
		beforeBy = e.by
		if before = p.find(e.value); e.writtenAt != 0 && e.epoch == p.epoch {
			p.dropWrite(int(e.writtenAt), place.object)
			before, beforeBy = p.heldBefore(e), e.beforeBy
		}
	}
	if len(p.pending) == maxPending {
		oldest := p.pending[0].write
		p.flushOne(0)
		p.remarks.setReason(&oldest, ReasonHeapFull)
	}
	p.enter(place, heapEntry{value: value, written: true, epoch: p.epoch, by: c.self})
	if p.recording {
		p.note(Event{Kind: EventWait, Code: c.op.Code, Value: place.object, With: value, Descr: c.fieldDescr(p.walk)})
	}
	p.pending = append(p.pending, pendingWrite{place, value, c.op, c.self, before, beforeBy})
	return p.removeAbout(c, PassHeap, ReasonHeapPending, place.object, value, c.fieldDescr(p.walk))
}

// remarked is what a remark calls the place of a waiting write: a field, or the index of an item.
func (p *heapPass) remarked(waiting *pendingWrite) int32 {
	if waiting.place.index == trace.None {
		return waiting.write.Descr
	}
	n, _ := p.constInt(waiting.place.index)
	return int32(n)
}

// waitingAt returns the number of the waiting write to exactly this place, -1 if
// there is none.
func (p *heapPass) waitingAt(place heapPlace) int {
	for k := range p.pending {
		if p.pending[k].place == place {
			return k
		}
	}
	return -1
}

// dropPending drops a waiting write: another one takes its place.
func (p *heapPass) dropPending(k int) {
	waiting := &p.pending[k]
	p.remarks.setRemoved(&waiting.write, PassHeap, ReasonHeapDead, waiting.place.object, trace.None, p.remarked(waiting)).rest = int32(p.here())
	p.pending = append(p.pending[:k], p.pending[k+1:]...)
}

// settlePending is for a write to a place for which another write waits, which is
// then not done. It returns true if the new one is not needed either: the place
// already holds that value, or gets it from the waiting write.
func (p *heapPass) settlePending(place heapPlace, value trace.Value) bool {
	k := p.waitingAt(place)
	if k < 0 {
		return false
	}
	if p.find(p.pending[k].value) == value {
		return true // which is what the waiting write will put there
	}
	before, by := p.pending[k].before, p.pending[k].beforeBy
	p.dropPending(k)
	p.holds(place, before, by)
	return before == value
}

// flushAliases does the writes to places that may be this one.
func (p *heapPass) flushAliases(place heapPlace) {
	for k := 0; k < len(p.pending); {
		if p.mayBeSamePlace(p.pending[k].place, place) {
			p.flushOne(k)
		} else {
			k++
		}
	}
}

// flushOthers does the writes to other places that may be this one. A read of the place itself takes
// what waits for it.
func (p *heapPass) flushOthers(place heapPlace) {
	for k := 0; k < len(p.pending); {
		if p.pending[k].place != place && p.mayBeSamePlace(p.pending[k].place, place) {
			p.flushOne(k)
		} else {
			k++
		}
	}
}

// isBehind reports whether a write waits that may change what is known of another place.
func (p *heapPass) isBehind(where int32, key heapKey) bool {
	for k := range p.pending {
		if place := p.pending[k].place; place.where == where && place.key() != key && p.mayBeSame(place.key(), key) {
			return true
		}
	}
	return false
}

// enterPending says of places that have other names now what waits for them: another name of the same place was known by what
// it holds until then, even if nothing was known by the name under which the write waits.
func (p *heapPass) enterPending(where int32) {
	for k := range p.pending {
		waiting := &p.pending[k]
		if e := p.entry(waiting.place); waiting.place.where == where && e != nil {
			*e = heapEntry{value: p.find(waiting.value), written: true, epoch: p.epoch, by: waiting.self}
		}
	}
}

// flushConcrete does the writes of objects that have escaped in another way, or
// that cannot be described.
func (p *heapPass) flushConcrete() {
	for k := range p.pending {
		p.virtual.materializeUndescribed(p.find(p.pending[k].value))
	}
	overdrawn := p.virtual.overdrawn()
	for k := 0; k < len(p.pending); {
		if overdrawn || p.virtual.of(p.find(p.pending[k].value)) == 0 {
			p.flushOne(k)
		} else {
			k++
		}
	}
}

// flushPending does all waiting writes, in their order.
func (p *heapPass) flushPending() {
	for len(p.pending) > 0 {
		p.flushOne(0)
	}
}

// flushSeen does the waiting writes that a recorded call may see.
func (p *heapPass) flushSeen(call trace.Value) {
	if len(p.pending) == 0 {
		return
	}
	asks := p.in.AsksForFrames(call)
	for k := 0; k < len(p.pending); {
		write := &p.pending[k].write
		if asks || write.Code != trace.OpSet || !trace.IsOfFrames(&p.in.Tables.Schema.Fields[write.Descr]) {
			p.flushOne(k)
		} else {
			k++
		}
	}
}

// flushImmutable does the waiting writes to fields that are never written again.
func (p *heapPass) flushImmutable() {
	for k := 0; k < len(p.pending); {
		if write := &p.pending[k].write; write.Code == trace.OpSet && p.in.Tables.Schema.Fields[write.Descr].Pure {
			p.flushOne(k)
		} else {
			k++
		}
	}
}

// flushOne does a waiting write: the object is allocated, and the write goes
// into the output.
func (p *heapPass) flushOne(k int) {
	waiting := p.pending[k]
	p.pending = append(p.pending[:k], p.pending[k+1:]...)
	value := p.find(waiting.value)
	p.virtual.materializeIn(waiting.place.object, value)
	c := cur{op: waiting.write, self: waiting.self}
	c.rewritten = Remark{Kind: Moved, Pass: PassHeap, Reason: ReasonHeapDelayed,
		Facts: [2]trace.Value{waiting.place.object, value}, rest: int32(p.here()), Descr: p.remarked(&waiting)}
	c.args = append(c.argBuf[:0], waiting.place.object)
	if waiting.place.index != trace.None {
		c.args = append(c.args, waiting.place.index)
	}
	c.args = append(c.args, p.find(value))
	c.heapPlace, c.heapValue, c.tells = waiting.place, p.find(value), c.tells.With(PassHeap)
	p.holds(waiting.place, waiting.before, waiting.beforeBy)
	p.emit(&c)
}

// describePending adds the waiting writes to the current snapshot, before those
// that the recorded snapshot has: they came before the guard, and those are done
// when execution leaves through it.
func (p *heapPass) describePending(recorded int32) {
	for k := range p.pending {
		waiting := &p.pending[k]
		value := p.virtual.describe(p.find(waiting.value))
		p.out.snapList = append(p.out.snapList, trace.VirtualValue(len(p.out.virtuals)))
		written := trace.Virtual{Type: -1, Of: waiting.place.object, Src: waiting.write.Src, Copy: waiting.write.Copy, First: uint32(len(p.out.fields)), Len: 1}
		if waiting.place.index != trace.None {
			written.Array, written.Type = true, waiting.write.Descr
		}
		p.out.virtuals = append(p.out.virtuals, written)
		p.out.fields = append(p.out.fields, trace.VirtualField{Field: p.remarked(waiting), Value: value})
	}
	for _, v := range p.in.SnapPending(recorded) {
		p.out.snapList = append(p.out.snapList, p.copyDescribed(v))
	}
}
