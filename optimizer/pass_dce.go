package optimizer

import "unbox/trace"

// Dead code removal.
//
// The other passes leave operations behind whose results nobody asks for any
// more: the sum of a value that was replaced, the read behind a guard that went.
// Going forward one cannot know that a value will not be used; so this pass goes
// over the finished output once, backwards. An operation stays if it does
// something beside computing, or if its result is an argument of, or in the
// snapshot of, an operation that stays.
//
// A write to an object that was allocated in the trace is of use only if the object
// is: an object that was written to but that nobody looks at goes with its writes.
//
// An overflow operation stays with its guard. A trace that falls off its end, as
// the posts' blocks do, is a part of something: who uses its values is unknown,
// so all of them are kept.

// removeDead takes the operations out of the output that nobody needs.
func (w *walk) removeDead() {
	ops := w.out.ops
	last := ops[len(ops)-1].Code
	if last != trace.OpJump && last != trace.OpFinish && !w.unreachable {
		w.remarks.setStopped(&ops[len(ops)-1], PassDCE, ReasonDeadOpenEnd, trace.None)
		return
	}
	w.markLive()
	before := w.out.dropped
	for i := 1; i < len(ops); i++ {
		self := w.out.self[i]
		if at := w.dead.targetOf(i); at != 0 {
			self = w.out.self[at]
		} else if !isRemovable[ops[i].Code] && !w.deadEffect(i) {
			continue
		}
		if !w.dead.live[self] {
			w.dropDead(i)
		}
	}
	if w.peel.active && w.out.dropped != before {
		w.dropUnused()
	}
}

// deadState is the memory of the pass: which values are live, and those whose
// operations are still to be looked at.
type deadState struct {
	live []bool
	todo []trace.Value
	// swept is how far the sweep backwards has come.
	swept int32
	// writesToNew tells that the three tables below are filled in: there are writes
	// to allocations.
	writesToNew bool
	// target has for each write to an allocation of the trace where in the output
	// the allocation is, 0 for all other operations. writes has for each
	// allocation its last write, and nextWrite the one before each write.
	target, writes, nextWrite []int32
}

// markLive marks all values that operations which stay need, directly or not. In
// a peeled loop, who needs a value of the iteration before also needs that of
// this iteration, for the next one.
//
// Operations come before those that use them, so one sweep backwards meets nearly
// all of them when it is known whether they stay. The others wait in todo.
func (w *walk) markLive() {
	d := &w.dead
	d.live = trace.Zeroed(d.live, len(w.replacedBy))
	d.todo = d.todo[:0]
	w.virtuals.startSweep(len(w.out.virtuals))
	w.findWrites()
	keep := w.keepAlive
	for i := len(w.out.ops) - 1; i > 0; i-- {
		d.swept = int32(i)
		if isRemovable[w.out.ops[i].Code] || w.deadEffect(i) {
			if !d.live[w.out.self[i]] {
				continue
			}
			w.keepWrites(i, keep)
		} else if d.targetOf(i) != 0 {
			continue
		}
		w.keepOperands(i, keep)
	}
	for len(d.todo) > 0 {
		v := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		if at := w.definedAt[v]; at != 0 && isRemovable[w.out.ops[at].Code] {
			w.keepOperands(int(at), keep)
			w.keepWrites(int(at), keep)
		}
		if w.peel.active && w.peel.isHeld.of(v) != 0 {
			w.keepAlive(w.peel.backOf.of(v))
		}
	}
}

// keepWrites marks what the writes to an allocation refer to.
func (w *walk) keepWrites(at int, keep func(trace.Value)) {
	if d := &w.dead; d.writesToNew {
		for i := d.writes[at]; i != 0; i = d.nextWrite[i] {
			w.keepOperands(int(i), keep)
		}
	}
}

// findWrites notes which writes go to allocations of the trace.
func (w *walk) findWrites() {
	d, n := &w.dead, len(w.out.ops)
	if d.writesToNew = w.allocatesInOutput(); !d.writesToNew {
		return
	}
	d.target, d.writes, d.nextWrite = trace.Zeroed(d.target, n), trace.Zeroed(d.writes, n), trace.Zeroed(d.nextWrite, n)
	for i := 1; i < n; i++ {
		if at := w.allocationWritten(i); at != 0 {
			d.target[i] = at
			d.nextWrite[i], d.writes[at] = d.writes[at], int32(i)
		}
	}
}

// targetOf returns where in the output the allocation is to which operation i
// writes, 0 if it does something else.
func (d *deadState) targetOf(i int) int32 {
	if !d.writesToNew {
		return 0
	}
	return d.target[i]
}

func (w *walk) allocatesInOutput() bool {
	for i := range w.out.ops {
		if w.out.ops[i].Code.Effect() == trace.EffectAllocate {
			return true
		}
	}
	return false
}

// allocationWritten returns where in the output the allocation is to which operation
// i writes, 0 if it does something else. What the loop writes to an object of the
// preamble is not looked at.
func (w *walk) allocationWritten(i int) int32 {
	op := &w.out.ops[i]
	if op.Code != trace.OpSet && op.Code != trace.OpSetItem && op.Code != trace.OpSetInterior {
		return 0
	}
	object := w.out.args[op.First]
	if object <= 0 {
		return 0
	}
	at := w.definedAt[object]
	if at == 0 || w.out.ops[at].Code.Effect() != trace.EffectAllocate || w.peel.active && (at >= w.peel.labelAt) != (int32(i) >= w.peel.labelAt) {
		return 0
	}
	return at
}

// keepOperands marks what operation i of the output refers to.
func (w *walk) keepOperands(i int, keep func(trace.Value)) {
	for _, v := range w.operands(i) {
		w.keepAlive(v)
	}
	if w.out.ops[i].Snap != 0 {
		w.eachInSnapshot(i, keep)
	}
}

// keepAlive marks a value. Where the sweep will not come to its operation any more,
// or the value is passed around the loop, it has to be looked at again.
func (w *walk) keepAlive(v trace.Value) {
	d := &w.dead
	if v <= 0 || d.live[v] {
		return
	}
	d.live[v] = true
	if w.definedAt[v] >= d.swept || w.peel.active && w.peel.isHeld.of(v) != 0 {
		d.todo = append(d.todo, v)
	}
}

// isRemovable has the operations that can go if their result is not used. A read
// can: where it has no meaning the whole trace has none.
var isRemovable = func() (list [256]bool) {
	for _, code := range trace.Opcodes() {
		switch code.Effect() {
		case trace.EffectPure, trace.EffectReadField, trace.EffectReadArray, trace.EffectAllocate:
			list[code] = true
		}
	}
	return list
}()

// dropDead takes operation i of the output out of it.
func (w *walk) dropDead(i int) {
	op := &w.out.ops[i]
	if op.Src != 0 {
		reason, object := ReasonDead, trace.None
		if at := w.dead.targetOf(i); at != 0 {
			reason, object = ReasonDeadWrite, w.out.self[at]
		}
		w.remarks.setRemoved(op, PassDCE, reason, object, trace.None, -1)
	}
	w.definedAt[w.out.self[i]] = 0
	w.out.drop(i)
}
