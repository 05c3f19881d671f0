package optimizer

// Dead code removal.
//
// The other passes leave operations behind whose results nobody asks for any
// more: the sum of a value that was replaced, the read behind a guard that went.
// Going forward one cannot know that a value will not be used; so this pass goes
// over the finished output once, backwards. An operation stays if it does
// something beside computing, or if its result is an argument of, or in the
// snapshot of, an operation that stays.
//
// An overflow operation stays with its guard. A trace that falls off its end, as
// the posts' blocks do, is a part of something: who uses its values is unknown,
// so all of them are kept.

// removeDead takes the operations out of the output that nobody needs.
func (w *walk) removeDead() {
	ops := w.out.ops
	last := ops[len(ops)-1].Code
	if last != OpJump && last != OpFinish && !w.unreachable {
		return
	}
	w.markLive()
	for i := 1; i < len(ops); i++ {
		if removable(ops[i].Code) && w.dead.live[w.out.self[i]] == 0 {
			w.dropDead(i)
		}
	}
	if w.peel.active {
		w.dropUnused()
	}
}

// deadState is the memory of the pass: which values are live, and those whose
// operations are still to be looked at.
type deadState struct {
	live []int32
	todo []Value
}

// markLive marks all values that operations which stay need, directly or not. In
// a peeled loop, who needs a value of the iteration before also needs that of
// this iteration, for the next one.
func (w *walk) markLive() {
	d := &w.dead
	d.live = zeroed(d.live, len(w.replacedBy))
	d.todo = d.todo[:0]
	w.virtuals.startSweep(len(w.out.virtuals))
	for i := len(w.out.ops) - 1; i > 0; i-- {
		if !removable(w.out.ops[i].Code) {
			w.eachOperand(i, w.keepAlive)
		}
	}
	for len(d.todo) > 0 {
		v := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		if at := w.definedAt[v]; at != 0 && removable(w.out.ops[at].Code) {
			w.eachOperand(int(at), w.keepAlive)
		}
		if w.peel.active && w.peel.isHeld[v] != 0 {
			w.keepAlive(w.peel.backOf[v])
		}
	}
}

func (w *walk) keepAlive(v Value) {
	if v > 0 && w.dead.live[v] == 0 {
		w.dead.live[v] = 1
		w.dead.todo = append(w.dead.todo, v)
	}
}

// removable tells whether an operation can go if its result is not used. A read
// can: where it has no meaning the whole trace has none.
func removable(code Opcode) bool {
	switch code.effect() {
	case EffectPure, EffectReadField, EffectReadArray, EffectAllocate:
		return true
	}
	return false
}

// dropDead takes operation i of the output out of it.
func (w *walk) dropDead(i int) {
	op := &w.out.ops[i]
	if op.Src != 0 {
		w.remarks.set(Remark{Kind: Removed, Pass: PassDCE, Reason: ReasonDead, Rule: -1, In: Value(op.Src), Copy: op.Copy, Descr: -1})
	}
	w.definedAt[w.out.self[i]] = 0
	op.Code = OpNone
}
