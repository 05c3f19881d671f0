package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// assembly numbers the operations that are left and makes the result, which
// shares no memory with the walk.
type assembly struct {
	w *walk
	// number is the place in the result of each operation of the output, 0 for
	// those that dead code removal dropped.
	number []int32
	// carriedAt is the place of the first parameter for a carried value.
	carriedAt int32
	out       *trace.Trace
	// last is the place among the recorded operations, copies included, of the last
	// one that was added.
	last int32
}

// assembleTrace makes the trace of the result.
func (w *walk) assembleTrace() *assembly {
	w.numbers = trace.Zeroed(w.numbers, len(w.out.ops))
	a := &assembly{w: w, number: w.numbers}
	a.out = &trace.Trace{
		Ops:      make([]trace.Op, 1, len(w.out.ops)-w.out.dropped+len(w.carried())),
		ArgList:  make([]trace.Value, 0, len(w.out.args)+2*len(w.carried())),
		Consts:   w.constants.list[:len(w.constants.list):len(w.constants.list)],
		Snaps:    append([]trace.Snapshot(nil), w.out.snaps...),
		Frames:   w.in.Frames,
		Virtuals: append([]trace.Virtual(nil), w.out.virtuals...),
		Tables:   w.in.Tables,
		Dialect:  w.in.Dialect,
	}
	w.remarks.copies = w.remarks.copies[:0]
	if w.out.loop.active {
		a.out.Tables = w.peel.tablesWithLabel(w.in.Tables)
		a.addOperations(1, int(w.out.loop.labelAt), false)
		a.addOperations(int(w.out.loop.labelAt), int(w.out.loop.bodyAt), true)
		a.addCarriedParams()
		a.addOperations(int(w.out.loop.bodyAt), len(w.out.ops), true)
	} else {
		a.addOperations(1, len(w.out.ops), false)
	}
	a.translateSnapshots()
	return a
}

// assemble makes the result.
func (w *walk) assemble() *Result {
	a := w.assembleTrace()
	r := &Result{In: w.in, Out: a.out, Rules: w.rules, Peeled: w.out.loop.active, passes: w.passes}
	if r.Peeled {
		r.forced = w.peel.assumedNothing()
	}
	r.ValueOf, r.Invented = a.valueTables()
	r.Remarks = a.collectRemarks()
	r.details = append([]remarkDetails(nil), w.remarks.details...)
	r.known = append([]bounds.Bounds(nil), w.remarks.known...)
	r.fromWorld = w.worldlyIntegers()
	return r
}

// carried returns the values of the preamble that the peeled loop takes besides
// the leaves of the jump's arguments.
func (w *walk) carried() []trace.Value {
	if !w.out.loop.active {
		return nil
	}
	return w.peel.allCarried()
}

// addOperations adds a stretch of the output. Each operation gets its place, by
// which later ones refer to it.
func (a *assembly) addOperations(from, to int, inLoop bool) {
	w, labelAt := a.w, int32(0)
	if inLoop {
		labelAt = w.out.loop.labelAt
	}
	for i := from; i < to; i++ {
		recorded := &w.out.ops[i]
		if recorded.Code == trace.OpNone {
			continue
		}
		at := int32(len(a.out.Ops))
		a.number[i] = at
		op := oneMore(&a.out.Ops)
		op.Set(recorded)
		op.First = uint32(len(a.out.ArgList))
		for _, v := range w.out.args[recorded.First : recorded.First+recorded.Len] {
			if v.IsOp() {
				if at := w.definedAt[v]; at >= labelAt {
					v = trace.Value(a.number[at])
				} else {
					v = a.final(v, inLoop)
				}
			}
			a.out.ArgList = append(a.out.ArgList, v)
		}
		if op.Code == trace.OpJump && w.out.loop.active {
			a.addCarriedArgs(inLoop)
		}
		op.Len = uint32(len(a.out.ArgList)) - op.First
		if op.Src != 0 && !w.remarks.off {
			a.settle(op, at)
		}
	}
}

// addCarriedArgs adds what a jump passes for carried values.
func (a *assembly) addCarriedArgs(inLoop bool) {
	for _, v := range a.w.carried() {
		if inLoop {
			v = a.w.peel.next(v)
		}
		a.out.ArgList = append(a.out.ArgList, a.final(v, inLoop))
	}
}

// addCarriedParams adds the parameters of the peeled loop for carried values.
func (a *assembly) addCarriedParams() {
	a.carriedAt = int32(len(a.out.Ops))
	for _, v := range a.w.carried() {
		a.out.Ops = append(a.out.Ops, trace.Op{
			Code: trace.OpParam, Type: a.w.typeOf(v), Descr: -1, First: uint32(len(a.out.ArgList)), Name: a.w.definition(v).Name,
		})
	}
}

// final turns a value of the walk into a value of the result, None if the
// result does not have it. In the peeled loop, values of the preamble are
// parameters.
func (a *assembly) final(v trace.Value, inLoop bool) trace.Value {
	if !v.IsOp() {
		return v
	}
	at := a.w.definedAt[v]
	if !inLoop || at == 0 || at >= a.w.out.loop.labelAt {
		return trace.Value(a.number[at])
	}
	return a.passed(v)
}

// passed returns the parameter of the peeled loop that has a value of the
// preamble.
func (a *assembly) passed(v trace.Value) trace.Value {
	w := a.w
	if param := w.peel.paramOf(v); param != trace.None {
		return trace.Value(a.number[w.definedAt[param]])
	}
	if k := w.peel.carries(v); k != 0 {
		return trace.Value(a.carriedAt + k - 1)
	}
	return trace.None
}

func (a *assembly) translateSnapshots() {
	w := a.w
	a.out.SnapList = make([]trace.Value, len(w.out.snapList))
	for i, v := range w.out.snapList {
		a.out.SnapList[i] = a.final(v, w.out.loop.active && i >= w.out.loop.snapAt)
	}
	for i := range a.out.Virtuals {
		virt := &a.out.Virtuals[i]
		virt.Of = a.final(virt.Of, w.out.loop.active && i >= w.out.loop.virtualAt)
	}
	a.out.VirtualFields = make([]trace.VirtualField, len(w.out.fields))
	for i, f := range w.out.fields {
		a.out.VirtualFields[i] = trace.VirtualField{Field: f.Field, Value: a.final(f.Value, w.out.loop.active && i >= w.out.loop.fieldAt)}
	}
}

// valueTables says where the values of recorded operations are, and those of
// their copies and of invented operations.
func (a *assembly) valueTables() (recorded, others []trace.Value) {
	w := a.w
	n := len(w.in.Ops)
	all := make([]trace.Value, len(w.replacedBy))
	for v, at := range w.definedAt {
		switch {
		case at != 0:
			// A guard may have made it equal to a constant, but only from the guard on.
			all[v] = trace.Value(a.number[at])
		case w.replacedBy[v] != trace.None:
			all[v] = a.final(w.find(trace.Value(v)), v >= n && v < w.firstInvented)
		}
	}
	return all[:n:n], all[n:]
}

// collectRemarks puts the remarks in their order and says which operations of
// the result they are about.
func (a *assembly) collectRemarks() []Remark {
	w := a.w
	a.numberAdded()
	t := &w.remarks
	remarks := make([]Remark, 0, len(t.list)+len(t.added)+len(t.copies)+len(t.learned)+len(t.stopped))
	// Most remarks were given in the order of their operations: they are copied together.
	from, to := int32(0), int32(0)
	for _, k := range t.of {
		if k == 0 || t.list[k].Kind == 0 {
			continue
		}
		if k != to {
			remarks = append(remarks, t.list[from:to]...)
			from = k
		}
		to = k + 1
	}
	remarks = append(remarks, t.list[from:to]...)
	remarks = append(remarks, t.added...)
	for _, at := range t.copies {
		remarks = remarks[:len(remarks)+1]
		remarks[len(remarks)-1].isCopy(&a.out.Ops[at], trace.Value(at))
	}
	remarks = append(remarks, t.learned...)
	return a.addStopped(remarks)
}

// addStopped appends why passes stopped, once for each operation that is still there.
func (a *assembly) addStopped(remarks []Remark) []Remark {
	t := &a.w.remarks
	if len(t.stopped) == 0 {
		return remarks
	}
	// last has the last remark about each recorded operation, before the one before
	// each remark.
	t.last, t.before = trace.Zeroed(t.last, t.ops), trace.Zeroed(t.before, len(t.stopped))
	for i := range t.stopped {
		r := &t.stopped[i]
		r.Out = trace.Value(a.number[a.w.definedAt[int(r.In)+int(r.Copy)*t.ops]])
		if r.Out == trace.None || t.isToldBefore(r) {
			continue
		}
		t.before[i], t.last[r.In] = t.last[r.In], int32(i+1)
		remarks = append(remarks, *r)
	}
	return remarks
}

// isToldBefore reports whether an earlier remark about the operation says why a pass
// stopped.
func (t *remarkTable) isToldBefore(r *Remark) bool {
	for k := t.last[r.In]; k != 0; k = t.before[k-1] {
		if t.stopped[k-1].Reason == r.Reason {
			return true
		}
	}
	return false
}

// numberAdded finds the places of invented operations in the result, and drops
// the reasons for those that are not there.
func (a *assembly) numberAdded() {
	added := a.w.remarks.added
	kept := added[:0]
	for i := range added {
		r := &added[i]
		if r.Out = trace.Value(a.number[r.Out]); r.Out != trace.None {
			kept = kept[:len(kept)+1]
			kept[len(kept)-1].set(r)
		}
	}
	a.w.remarks.added = kept
}

// settle fills in where a recorded operation is now. It takes back the remark
// about one that was delayed but ended up where it was: nothing that was recorded
// after it comes before it.
func (a *assembly) settle(op *trace.Op, at int32) {
	t := &a.w.remarks
	place := op.Src + int32(op.Copy)*int32(t.ops)
	if k := t.of[place]; k != 0 {
		r := &t.list[k]
		r.Out = trace.Value(at)
		if r.Kind == Moved && place > a.last {
			r.settleInPlace(op)
		}
	} else if op.Copy != 0 {
		t.copies = append(t.copies, at)
	}
	a.last = max(a.last, place)
}

// settleInPlace is for an operation that was delayed and yet is where it was:
// there is nothing to say, except about those of the peeled loop, which are
// new.
func (r *Remark) settleInPlace(op *trace.Op) {
	if op.Copy == 0 {
		r.Kind = 0
		return
	}
	r.isCopy(op, r.Out)
}

// isCopy makes the remark say that an operation is the copy in the peeled loop.
func (r *Remark) isCopy(op *trace.Op, at trace.Value) {
	r.Kind, r.Pass, r.Reason, r.Copy = Added, PassPeel, ReasonPeelCopy, op.Copy
	r.In, r.Out = trace.Value(op.Src), at
	r.Facts = [2]trace.Value{}
	r.Descr, r.rest = -1, 0
}
