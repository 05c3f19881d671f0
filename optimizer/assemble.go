package optimizer

// assembly numbers the operations that are left and makes the result. All
// memory of the result is its own.
type assembly struct {
	w *walk
	// number is the place in the result of each operation of the output, 0 for
	// those that dead code removal dropped.
	number []int32
	// carriedAt is the place of the first parameter for a carried value.
	carriedAt int32
	out       *Trace
}

func (w *walk) assemble() *Result {
	a := &assembly{w: w}
	count := a.numberOperations()
	a.out = &Trace{
		Ops:      make([]Op, 1, count),
		ArgList:  make([]Value, 0, len(w.out.args)+2*len(w.carried())),
		Consts:   w.constants.list[:len(w.constants.list):len(w.constants.list)],
		Snaps:    append([]Snapshot(nil), w.out.snaps...),
		Virtuals: append([]Virtual(nil), w.out.virtuals...),
		Tables:   w.in.Tables,
		Dialect:  w.in.Dialect,
	}
	if w.peel.active {
		a.out.Tables = w.peel.tablesWithLabel(w.in.Tables)
	}
	a.translateSnapshots()
	for i := 1; i < len(w.out.ops); i++ {
		if w.peel.active && i == int(w.peel.bodyAt) {
			a.addCarriedParams()
		}
		if a.number[i] != 0 {
			a.addOperation(i)
		}
	}
	r := &Result{In: w.in, Out: a.out, Rules: w.rules, Peeled: w.peel.active}
	r.ValueOf, r.Invented = a.valueTables()
	r.Remarks = a.collectRemarks()
	r.Known = append([]Bounds(nil), w.remarks.known...)
	return r
}

// carried returns the values of the preamble that the peeled loop takes beside
// the leaves of the jump's arguments.
func (w *walk) carried() []Value {
	if !w.peel.active {
		return nil
	}
	return w.peel.carried
}

// numberOperations gives every operation that is left its place. The count
// includes the placeholder.
func (a *assembly) numberOperations() (count int) {
	w := a.w
	a.number = w.virtuals.numberScratch(len(w.out.ops))
	count = 1
	for i := 1; i < len(w.out.ops); i++ {
		if w.peel.active && i == int(w.peel.bodyAt) {
			a.carriedAt = int32(count)
			count += len(w.peel.carried)
		}
		if w.out.ops[i].Code == OpNone {
			continue
		}
		a.number[i] = int32(count)
		count++
	}
	return count
}

func (a *assembly) addOperation(i int) {
	w := a.w
	a.out.Ops = append(a.out.Ops, w.out.ops[i])
	op := &a.out.Ops[len(a.out.Ops)-1]
	args := w.out.args[op.First : op.First+op.Len]
	op.First = uint32(len(a.out.ArgList))
	inLoop := a.isLoop(i)
	for _, v := range args {
		if v > 0 {
			v = a.final(v, inLoop)
		}
		a.out.ArgList = append(a.out.ArgList, v)
	}
	if op.Code == OpJump && w.peel.active {
		for _, v := range w.peel.carried {
			if inLoop {
				v = w.peel.backOf.of(v)
			}
			a.out.ArgList = append(a.out.ArgList, a.final(v, inLoop))
		}
	}
	op.Len = uint32(len(a.out.ArgList)) - op.First
}

// addCarriedParams adds the parameters of the peeled loop for carried values.
func (a *assembly) addCarriedParams() {
	for _, v := range a.w.peel.carried {
		op := Op{Code: OpParam, Type: a.w.typeOf(v), Descr: -1, First: uint32(len(a.out.ArgList))}
		if def := a.w.definition(v); def != nil {
			op.Name = def.Name
		}
		a.out.Ops = append(a.out.Ops, op)
	}
}

// isLoop tells whether operation i of the output belongs to the peeled loop.
func (a *assembly) isLoop(i int) bool { return a.w.peel.active && i >= int(a.w.peel.labelAt) }

// final turns a value of the walk into a value of the result, None if it is not
// there. In the peeled loop, values of the preamble are parameters.
func (a *assembly) final(v Value, inLoop bool) Value {
	if v <= 0 {
		return v
	}
	at := a.w.definedAt[v]
	if !inLoop || at == 0 || at >= a.w.peel.labelAt {
		return Value(a.number[at])
	}
	return a.passed(v)
}

// passed returns the parameter that a value of the preamble is in the peeled loop.
func (a *assembly) passed(v Value) Value {
	w := a.w
	if leaf := w.peel.leafOf.of(v); leaf != 0 {
		return Value(a.number[w.definedAt[w.peel.entry.leaves[leaf-1].param]])
	}
	if k := w.peel.isHeld.of(v); k != 0 {
		return Value(a.carriedAt + k - 1)
	}
	return None
}

func (a *assembly) translateSnapshots() {
	w := a.w
	a.out.SnapList = make([]Value, len(w.out.snapList))
	for i, v := range w.out.snapList {
		a.out.SnapList[i] = a.final(v, w.peel.active && i >= w.peel.snapAt)
	}
	for i := range a.out.Virtuals {
		virt := &a.out.Virtuals[i]
		virt.Of = a.final(virt.Of, w.peel.active && i >= w.peel.virtualAt)
	}
	a.out.VirtualFields = make([]VirtualField, len(w.out.fields))
	for i, f := range w.out.fields {
		a.out.VirtualFields[i] = VirtualField{f.Field, a.final(f.Value, w.peel.active && i >= w.peel.fieldAt)}
	}
}

// valueTables says where the values of recorded operations are, and those of
// their copies and of invented operations.
func (a *assembly) valueTables() (recorded, others []Value) {
	w := a.w
	n := len(w.in.Ops)
	all := make([]Value, len(w.replacedBy))
	for v, at := range w.definedAt {
		switch {
		case at != 0:
			// A guard may have made it equal to a constant, but only behind it.
			all[v] = Value(a.number[at])
		case w.replacedBy[v] != None:
			all[v] = a.final(w.find(Value(v)), v >= n && v < w.firstInvented)
		}
	}
	return all[:n:n], all[n:]
}

// collectRemarks puts the remarks in their order and says which operations of
// the result they are about.
func (a *assembly) collectRemarks() []Remark {
	w := a.w
	a.numberAdded()
	copies := a.settle()
	t := &w.remarks
	remarks := make([]Remark, 0, len(t.list)+len(t.added)+len(copies)+len(t.learned))
	for _, k := range t.of {
		if k != 0 && t.list[k].Kind != 0 {
			remarks = append(remarks, t.list[k])
		}
	}
	remarks = append(remarks, t.added...)
	for _, at := range copies {
		remarks = remarks[:len(remarks)+1]
		remarks[len(remarks)-1].isCopy(&a.out.Ops[at], Value(at))
	}
	return append(remarks, t.learned...)
}

// numberAdded says where in the result the invented operations are, and drops the
// reasons for those that are not there.
func (a *assembly) numberAdded() {
	added := a.w.remarks.added
	kept := added[:0]
	for _, r := range added {
		if r.Out = Value(a.number[r.Out]); r.Out != None {
			kept = append(kept, r)
		}
	}
	a.w.remarks.added = kept
}

// settle fills in where recorded operations are now, and takes back the remarks of
// operations that were put off but came to stand where they were: nothing that was
// recorded behind them is in front of them. It returns where the operations of the
// peeled loop are that stand there as they were recorded.
func (a *assembly) settle() (copies []int32) {
	t := &a.w.remarks
	copies = t.copies[:0]
	last := int32(0)
	for i := 1; i < len(a.out.Ops); i++ {
		op := &a.out.Ops[i]
		if op.Src == 0 {
			continue
		}
		place := op.Src + int32(op.Copy)*int32(t.ops)
		if k := t.of[place]; k != 0 {
			r := &t.list[k]
			r.Out = Value(i)
			if r.Kind == Moved && place > last {
				r.settleInPlace(op)
			}
		} else if op.Copy != 0 {
			copies = append(copies, int32(i))
		}
		last = max(last, place)
	}
	t.copies = copies
	return copies
}

// settleInPlace is for an operation that was put off and yet stands where it
// stood: nothing is to be said, except for the peeled loop's, which are new.
func (r *Remark) settleInPlace(op *Op) {
	if op.Copy == 0 {
		r.Kind = 0
		return
	}
	r.isCopy(op, r.Out)
}

// isCopy makes the remark say that an operation is the copy in the peeled loop.
func (r *Remark) isCopy(op *Op, at Value) {
	r.Kind, r.Pass, r.Reason, r.Copy = Added, PassPeel, ReasonPeelCopy, op.Copy
	r.Rule = -1
	r.In, r.Out = Value(op.Src), at
	r.Facts = [3]Value{}
	r.Known, r.Descr = 0, -1
}
