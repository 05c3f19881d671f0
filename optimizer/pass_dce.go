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
	live := w.virtuals.numberScratch(len(w.replacedBy))
	seen := make([]bool, len(w.out.virtuals))
	for i := len(ops) - 1; i > 0; i-- {
		op := &ops[i]
		if live[w.out.self[i]] == 0 && removable(op.Code) {
			w.dropDead(i)
			continue
		}
		for _, arg := range w.out.args[op.First : op.First+op.Len] {
			markLive(live, arg)
		}
		if op.Snap != 0 {
			snap := w.out.snaps[op.Snap]
			w.markSnapshot(live, seen, w.out.snapList[snap.First:snap.First+snap.Len])
		}
	}
}

// removable tells whether an operation can go if its result is not used. A read
// can: where it has no meaning the whole trace has none.
func removable(code Opcode) bool {
	switch code.Info().Effect {
	case EffectPure, EffectReadField, EffectReadArray, EffectAllocate:
		return true
	}
	return false
}

func markLive(live []int32, v Value) {
	if v > 0 {
		live[v] = 1
	}
}

// markSnapshot marks all values that a snapshot needs, also those inside of
// descriptions, each of which is looked at once.
func (w *walk) markSnapshot(live []int32, seen []bool, values []Value) {
	pending := w.virtuals.pending[:0]
	visit := func(v Value) {
		switch {
		case !v.IsVirtual():
			markLive(live, v)
		case !seen[v.VirtualIndex()]:
			seen[v.VirtualIndex()] = true
			pending = append(pending, int32(v.VirtualIndex()))
		}
	}
	for _, v := range values {
		visit(v)
	}
	for len(pending) > 0 {
		virt := w.out.virtuals[pending[len(pending)-1]]
		pending = pending[:len(pending)-1]
		for _, f := range w.out.fields[virt.First : virt.First+virt.Len] {
			visit(f.Value)
		}
	}
	w.virtuals.pending = pending[:0]
}

// dropDead takes operation i of the output out of it.
func (w *walk) dropDead(i int) {
	op := &w.out.ops[i]
	if op.Src != 0 {
		w.remarks.set(Remark{Kind: Removed, Pass: PassDCE, Reason: ReasonDead, Rule: -1, In: Value(op.Src), Descr: -1})
	}
	w.definedAt[w.out.self[i]] = 0
	op.Code = OpNone
}
