package fuzz

import "unbox/optimizer"

// draft is a trace that can be changed: operations can go, come and get other
// operands without anything being renumbered. Values name operations by their index
// in ops, which stays the same; build numbers what is left.
//
// A copy shares the lists of arguments with its original, so whoever changes one makes
// a new list.
type draft struct {
	from   *optimizer.Trace
	ops    []draftOp
	order  []optimizer.Value
	consts []optimizer.Const
	// inputs are those of the trace but for the parameters, which draftOp.input has.
	inputs *optimizer.Inputs
}

// draftOp is an operation of a draft.
type draftOp struct {
	op   optimizer.Op
	args []optimizer.Value
	// snap are the values of a guard's snapshot, pending the writes behind them.
	snap, pending []optimizer.Value
	// with takes the place of the result of an operation that is gone.
	with optimizer.Value
	gone bool
	// input is what a parameter of the first label is at the start.
	input optimizer.Datum
}

// newDraft takes a trace and inputs for it, which may be nil, apart.
func newDraft(t *optimizer.Trace, in *optimizer.Inputs) *draft {
	d := &draft{from: t, consts: append([]optimizer.Const(nil), t.Consts...)}
	if in != nil {
		d.inputs = in.Clone()
	}
	d.ops = make([]draftOp, len(t.Ops))
	for v := range t.Ops {
		op := &d.ops[v]
		op.op = t.Ops[v]
		if v == 0 {
			continue
		}
		op.args = t.Args(optimizer.Value(v))
		if s := op.op.Snap; s != 0 {
			op.snap, op.pending = t.SnapValues(s), t.SnapPending(s)
		}
		d.order = append(d.order, optimizer.Value(v))
	}
	if in != nil {
		for k := range in.Params {
			d.ops[2+k].input = in.Params[k]
		}
	}
	return d
}

func (d *draft) clone() *draft {
	c := *d
	c.ops = append([]draftOp(nil), d.ops...)
	c.order = append([]optimizer.Value(nil), d.order...)
	if d.inputs != nil {
		c.inputs = d.inputs.Clone()
	}
	return &c
}

// op returns an operation by its place in the order.
func (d *draft) op(place int) *draftOp { return &d.ops[d.order[place]] }

// resolve returns what stands for a value, None if nothing does: also where two
// operations that are gone stand for each other, as operations that were swapped
// can.
func (d *draft) resolve(v optimizer.Value) optimizer.Value {
	for range len(d.ops) {
		if !v.IsOp() || !d.ops[v].gone {
			return v
		}
		v = d.ops[v].with
	}
	return optimizer.None
}

// typeOf returns the type of a value.
func (d *draft) typeOf(v optimizer.Value) optimizer.Type {
	switch {
	case v.IsOp():
		return d.ops[v].op.Type
	case v.IsConst():
		return d.consts[v.ConstIndex()].Type()
	}
	return optimizer.Ref
}

// constant returns the value that names a constant.
func (d *draft) constant(c optimizer.Const) optimizer.Value {
	for k := range d.consts {
		if d.consts[k] == c {
			return optimizer.ConstValue(k)
		}
	}
	// The list may be shared with the draft that this is a copy of.
	d.consts = append(d.consts[:len(d.consts):len(d.consts)], c)
	return optimizer.ConstValue(len(d.consts) - 1)
}

// number returns the constant of a type that has the bits; of a reference only null.
func (d *draft) number(t optimizer.Type, bits uint64) optimizer.Value {
	switch t {
	case optimizer.Ref:
		return d.constant(optimizer.Const{Kind: optimizer.ConstNull})
	case optimizer.Float:
		return d.constant(optimizer.Const{Kind: optimizer.ConstFloat, Bits: bits})
	}
	return d.constant(optimizer.Const{Kind: optimizer.ConstInt, Bits: bits})
}

// drop takes an operation out; with takes the place of its result.
func (d *draft) drop(place int, with optimizer.Value) {
	op := d.op(place)
	op.gone, op.with = true, with
}

// compact forgets the places of operations that are gone.
func (d *draft) compact() {
	kept := d.order[:0]
	for _, v := range d.order {
		if !d.ops[v].gone {
			kept = append(kept, v)
		}
	}
	d.order = kept
}

// insert puts an operation at a place and returns its value.
func (d *draft) insert(place int, op draftOp) optimizer.Value {
	v := optimizer.Value(len(d.ops))
	d.ops = append(d.ops, op)
	d.order = append(d.order, 0)
	copy(d.order[place+1:], d.order[place:])
	d.order[place] = v
	return v
}

// standIn returns what can take the place of a result: an argument of the same type,
// an earlier value behind the same label, or 0 or null.
func (d *draft) standIn(place int) optimizer.Value {
	op := d.op(place)
	if op.op.Type == optimizer.Void {
		return optimizer.None
	}
	for _, arg := range op.args {
		if d.typeOf(arg) == op.op.Type {
			return arg
		}
	}
	for k := place - 1; k >= 0; k-- {
		earlier := d.op(k)
		if earlier.op.Code == optimizer.OpLabel {
			break
		}
		if !earlier.gone && earlier.op.Type == op.op.Type {
			return d.order[k]
		}
	}
	return d.number(op.op.Type, 0)
}

// drafted is a trace under construction.
type drafted struct {
	d       *draft
	out     *optimizer.Trace
	numbers []optimizer.Value // of each operation of the draft
	consts  []optimizer.Value // of each constant of the draft
}

// build returns the trace and its inputs, nil if the draft has none. The trace is
// well-formed only if the changes were right: ask optimizer.Check.
func (d *draft) build() (*optimizer.Trace, *optimizer.Inputs) {
	tables := d.from.Tables
	if len(tables.Comments) > 0 {
		bare := *tables
		bare.Comments = nil // they belong to operations by number
		tables = &bare
	}
	b := &drafted{d: d, numbers: make([]optimizer.Value, len(d.ops)), consts: make([]optimizer.Value, len(d.consts))}
	b.out = &optimizer.Trace{
		Ops: make([]optimizer.Op, 1, len(d.order)+1), Snaps: make([]optimizer.Snapshot, 1), Tables: tables, Dialect: d.from.Dialect,
	}
	var params []optimizer.Datum
	for _, v := range d.order {
		op := &d.ops[v]
		if op.gone {
			continue
		}
		if op.op.Code == optimizer.OpParam && len(b.out.Ops)-2 == len(params) {
			params = append(params, op.input)
		}
		b.add(v, op)
	}
	b.addVirtuals()
	if d.inputs == nil {
		return b.out, nil
	}
	return b.out, &optimizer.Inputs{Params: params, Args: d.inputs.Args, Objects: d.inputs.Objects, Slots: d.inputs.Slots, Outside: d.inputs.Outside}
}

func (b *drafted) add(v optimizer.Value, op *draftOp) {
	out := b.out
	made := op.op
	made.First, made.Len = uint32(len(out.ArgList)), uint32(len(op.args))
	for _, arg := range op.args {
		out.ArgList = append(out.ArgList, b.value(arg))
	}
	made.Src, made.Copy, made.Line = int32(len(out.Ops)), 0, 0
	if op.op.Snap != 0 {
		snap := b.d.from.Snaps[op.op.Snap]
		made.Snap = int32(len(out.Snaps))
		snap.First, snap.Len, snap.Pending, snap.Takes = uint32(len(out.SnapList)), uint32(len(op.snap)), uint32(len(op.pending)), 0
		snap.RowsFirst, snap.RowsLen = 0, 0
		for _, list := range [...][]optimizer.Value{op.snap, op.pending} {
			for _, held := range list {
				out.SnapList = append(out.SnapList, b.value(held))
			}
		}
		out.Snaps = append(out.Snaps, snap)
	}
	b.numbers[v] = optimizer.Value(len(out.Ops))
	out.Ops = append(out.Ops, made)
}

// value returns the name that a value has in the trace.
func (b *drafted) value(v optimizer.Value) optimizer.Value {
	v = b.d.resolve(v)
	switch {
	case v.IsOp():
		return b.numbers[v]
	case v.IsConst():
		k := v.ConstIndex()
		if b.consts[k] == optimizer.None {
			b.consts[k] = optimizer.ConstValue(len(b.out.Consts))
			b.out.Consts = append(b.out.Consts, b.d.consts[k])
		}
		return b.consts[k]
	}
	return v
}

// addVirtuals adds the descriptions of virtual objects of the original.
func (b *drafted) addVirtuals() {
	from := b.d.from
	b.out.Virtuals = append([]optimizer.Virtual(nil), from.Virtuals...)
	for k := range b.out.Virtuals {
		b.out.Virtuals[k].Of = b.value(b.out.Virtuals[k].Of)
	}
	b.out.VirtualFields = append([]optimizer.VirtualField(nil), from.VirtualFields...)
	for k := range b.out.VirtualFields {
		b.out.VirtualFields[k].Value = b.value(b.out.VirtualFields[k].Value)
	}
}

// cloneTrace copies a trace that shares its lists with a generator.
func cloneTrace(t *optimizer.Trace) *optimizer.Trace {
	c := *t
	c.Ops = append([]optimizer.Op(nil), t.Ops...)
	c.ArgList = append([]optimizer.Value(nil), t.ArgList...)
	c.Consts = append([]optimizer.Const(nil), t.Consts...)
	c.Snaps = append([]optimizer.Snapshot(nil), t.Snaps...)
	c.SnapList = append([]optimizer.Value(nil), t.SnapList...)
	return &c
}
