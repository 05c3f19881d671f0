package optimizer

import "unbox/trace"

// A write of a virtual object into one that exists makes it escape; but often
// another write to the same field follows, and nobody but guards could have seen
// the first. A frame that is linked into a list and unlinked again is the usual
// case. So such a write waits:
//
//	set(p0, top, p1)         p1 is virtual, the write waits
//	guard_true(i2) [i3]      in the snapshot: {p0(top=Frame(…))}
//	set(p0, top, p4)         the write that waited goes
//
// It is done as soon as anything but a guard could see it: a read of a field that
// may be the same, a call, the end of the trace.

// pendingWrite is a write that waits.
type pendingWrite struct {
	place heapPlace
	value trace.Value
	write trace.Op
	self  trace.Value
	// before is what the place holds as long as the write waits, None if that is
	// not known.
	before trace.Value
}

// maxPending is how many writes can wait at once.
const maxPending = 16

// canWait tells whether a write to an object that exists puts a virtual object
// into a field and may wait.
func (w *walk) canWait(c *cur) bool {
	return w.passes.Has(PassHeap) && c.op.Src != 0 && w.virtualOf(c.args[1]) != 0 &&
		w.virtualOf(c.args[0]) == 0 && !w.isNull(c.args[0]) && w.virtuals.described <= w.virtuals.budget
}

// deferWrite takes the write out of the trace for now.
func (w *walk) deferWrite(c *cur) verdict {
	place := heapPlace{fieldPlace(c.op.Descr), c.args[0], trace.None}
	w.renameEntries(place.where)
	before := trace.None
	if waiting := w.waitingAt(place); waiting >= 0 {
		before = w.pending[waiting].before
		w.dropPending(waiting)
	} else if e := w.heap.find(place); e != nil {
		if before = w.find(e.value); e.writtenAt != 0 && e.epoch == w.heap.epoch {
			w.dropWrite(int(e.writtenAt), place.object)
			before = trace.None
		}
	}
	w.flushAliases(place)
	if len(w.pending) == maxPending {
		oldest := w.pending[0].write
		w.flushOne(0)
		w.remarks.setReason(&oldest, ReasonHeapFull)
	}
	w.heap.forgetAliases(w, place)
	w.heap.enter(heapEntry{place: place, value: c.args[1], written: true, epoch: w.heap.epoch})
	if w.recording {
		w.note(Event{Kind: EventWait, Value: place.object, With: c.args[1], Descr: c.op.Descr})
	}
	w.pending = append(w.pending, pendingWrite{place, c.args[1], c.op, c.self, before})
	return w.removeAbout(c, PassHeap, ReasonHeapPending, place.object, c.args[1], c.op.Descr)
}

// waitingAt returns the number of the write to exactly this place that waits, -1
// if there is none.
func (w *walk) waitingAt(place heapPlace) int {
	for k := range w.pending {
		if w.pending[k].place == place {
			return k
		}
	}
	return -1
}

// dropPending drops a write that waits: another one takes its place.
func (w *walk) dropPending(k int) {
	p := &w.pending[k]
	w.remarks.setRemoved(&p.write, PassHeap, ReasonHeapDead, p.place.object, trace.None, p.write.Descr)
	w.pending = append(w.pending[:k], w.pending[k+1:]...)
}

// settlePending is for a write to a place where one waits, which is then not to be
// done. It returns true if the new one is not either: the place holds that value
// all the time, or gets it from the write that waits.
func (w *walk) settlePending(place heapPlace, value trace.Value) bool {
	k := w.waitingAt(place)
	if k < 0 {
		return false
	}
	if w.find(w.pending[k].value) == value {
		return true // which is what the write that waits will put there
	}
	same := w.pending[k].before == value
	w.dropPending(k)
	if same {
		w.heap.enter(heapEntry{place: place, value: value, epoch: w.heap.epoch})
	}
	return same
}

// flushAliases does the writes to places that may be this one.
func (w *walk) flushAliases(place heapPlace) {
	for k := 0; k < len(w.pending); {
		if w.mayBeSamePlace(w.pending[k].place, place) {
			w.flushOne(k)
		} else {
			k++
		}
	}
}

// flushConcrete does the writes of objects that have escaped otherwise, or that
// cannot be described.
func (w *walk) flushConcrete() {
	for k := range w.pending {
		w.materializeStructs(w.find(w.pending[k].value))
	}
	overdrawn := w.virtuals.described > w.virtuals.budget
	for k := 0; k < len(w.pending); {
		if overdrawn || w.virtualOf(w.find(w.pending[k].value)) == 0 {
			w.flushOne(k)
		} else {
			k++
		}
	}
}

// flushPending does all writes that wait, in their order.
func (w *walk) flushPending() {
	for len(w.pending) > 0 {
		w.flushOne(0)
	}
}

// flushOne does a write that waits: the object is allocated, and the write goes
// into the output.
func (w *walk) flushOne(k int) {
	p := w.pending[k]
	w.pending = append(w.pending[:k], w.pending[k+1:]...)
	value := w.find(p.value)
	w.materialize(value)
	c := cur{op: p.write, self: p.self}
	c.rewritten = Remark{Kind: Moved, Pass: PassHeap, Reason: ReasonHeapDelayed, Rule: -1,
		Facts: [3]trace.Value{p.place.object, value}, Descr: p.write.Descr}
	c.args = append(c.argBuf[:0], p.place.object, w.find(value))
	c.heapPlace, c.heapValue, c.tells = p.place, w.find(value), tellsHeap
	w.emit(&c)
}

// describePending adds the writes that wait to the snapshot at hand, in front of
// those that the recorded snapshot has: they were done before the guard, and those
// are done when it is left.
func (w *walk) describePending(recorded int32) {
	for k := range w.pending {
		p := &w.pending[k]
		value := w.describe(w.find(p.value))
		w.out.snapList = append(w.out.snapList, trace.VirtualValue(len(w.out.virtuals)))
		w.out.virtuals = append(w.out.virtuals, trace.Virtual{Type: -1, Of: p.place.object, Src: p.write.Src, Copy: p.write.Copy,
			First: uint32(len(w.out.fields)), Len: 1})
		w.out.fields = append(w.out.fields, trace.VirtualField{Field: p.write.Descr, Value: value})
	}
	for _, v := range w.in.SnapPending(recorded) {
		w.out.snapList = append(w.out.snapList, w.copyDescribed(v))
	}
}
