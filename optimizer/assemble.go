package optimizer

// assemble numbers the operations that are left and makes the result. All
// memory of the result is its own.
func (w *walk) assemble() *Result {
	number, count := w.numberOperations()
	out := &Trace{
		Ops:           make([]Op, 1, count),
		ArgList:       make([]Value, 0, len(w.out.args)),
		Consts:        w.constants.list[:len(w.constants.list):len(w.constants.list)],
		Snaps:         append([]Snapshot(nil), w.out.snaps...),
		SnapList:      w.translate(w.out.snapList, number),
		Virtuals:      append([]Virtual(nil), w.out.virtuals...),
		VirtualFields: w.translateFields(number),
		Tables:        w.in.Tables,
		Dialect:       w.in.Dialect,
	}
	for i := 1; i < len(w.out.ops); i++ {
		if number[i] == 0 {
			continue
		}
		op := w.out.ops[i]
		args := w.out.args[op.First : op.First+op.Len]
		op.First = uint32(len(out.ArgList))
		for _, v := range args {
			out.ArgList = append(out.ArgList, w.final(v, number))
		}
		out.Ops = append(out.Ops, op)
	}
	r := &Result{In: w.in, Out: out}
	r.ValueOf, r.Invented = w.valueTables(number)
	r.Remarks = w.collectRemarks(out, number)
	return r
}

// numberOperations gives every operation that is left its place in the result:
// 0 for those that dead code removal dropped. count includes the placeholder.
func (w *walk) numberOperations() (number []int32, count int) {
	number = w.virtuals.numberScratch(len(w.out.ops))
	count = 1
	for i := 1; i < len(w.out.ops); i++ {
		if w.out.ops[i].Code == OpNone {
			continue
		}
		number[i] = int32(count)
		count++
	}
	return number, count
}

// final turns a value of the walk into a value of the result.
func (w *walk) final(v Value, number []int32) Value {
	if v <= 0 {
		return v
	}
	return Value(number[w.definedAt[v]])
}

func (w *walk) translate(list []Value, number []int32) []Value {
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = w.final(v, number)
	}
	return out
}

func (w *walk) translateFields(number []int32) []VirtualField {
	out := make([]VirtualField, len(w.out.fields))
	for i, f := range w.out.fields {
		out[i] = VirtualField{f.Field, w.final(f.Value, number)}
	}
	return out
}

// valueTables says where the values of recorded and invented operations are.
func (w *walk) valueTables(number []int32) (recorded, invented []Value) {
	all := make([]Value, len(w.replacedBy))
	for v := 1; v < len(all); v++ {
		all[v] = w.final(w.find(Value(v)), number)
	}
	n := len(w.in.Ops)
	return all[:n:n], all[n:]
}

// collectRemarks puts the remarks in their order and says which operations of
// the result they are about.
func (w *walk) collectRemarks(out *Trace, number []int32) []Remark {
	remarks := make([]Remark, 0, len(w.remarks.list)+len(w.remarks.added))
	w.settleMoves(out)
	for _, k := range w.remarks.of {
		if k != 0 && w.remarks.list[k].Kind != 0 {
			remarks = append(remarks, w.remarks.list[k])
		}
	}
	for _, r := range w.remarks.added {
		if r.Out = Value(number[r.Out]); r.Out != None {
			remarks = append(remarks, r)
		}
	}
	return remarks
}

// settleMoves fills in where recorded operations are now, and takes back the
// remarks of operations that were put off but came to stand where they were:
// nothing that was recorded behind them is in front of them.
func (w *walk) settleMoves(out *Trace) {
	last := int32(0)
	for i := 1; i < len(out.Ops); i++ {
		src := out.Ops[i].Src
		if src == 0 {
			continue
		}
		if k := w.remarks.of[src]; k != 0 {
			r := &w.remarks.list[k]
			r.Out = Value(i)
			if r.Kind == Moved && src > last {
				r.Kind = 0
			}
		}
		last = max(last, src)
	}
}
