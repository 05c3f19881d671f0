package fuzz

import (
	"unbox/interp"
	"unbox/trace"
	"unbox/world"
)

// draft is a trace that can be changed: operations can be removed, added and given
// other operands without renumbering anything. Values name operations by their
// index in ops, which stays the same; build numbers what is left.
//
// A copy shares the lists of arguments with its original, so a change to one makes a
// new list.
type draft struct {
	from   *trace.Trace
	ops    []draftOp
	order  []trace.Value
	consts []trace.Const
	// inputs are those of the trace except for the parameters, which are in
	// draftOp.input.
	inputs *interp.Inputs
	// world is the trace's world except for facts about inputs, which are in draftOp.fact;
	// nil for nothing.
	world *world.World
}

// draftOp is an operation of a draft.
type draftOp struct {
	op   trace.Op
	args []trace.Value
	// snap are the values of a guard's snapshot, pending the writes after them.
	snap, pending []trace.Value
	// with replaces the result of a removed operation.
	with trace.Value
	gone bool
	// input is the value of a parameter of the first label at the start, fact what the world
	// knows of it.
	input interp.Datum
	fact  world.Fact
}

// newDraft makes a draft from a trace and inputs for it, which may be nil.
func newDraft(t *trace.Trace, in *interp.Inputs) *draft {
	d := &draft{from: t, consts: append([]trace.Const(nil), t.Consts...)}
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
		op.args = t.Args(trace.Value(v))
		if s := op.op.Snap; s != 0 {
			op.snap, op.pending = t.SnapValues(s), t.SnapPending(s)
		}
		d.order = append(d.order, trace.Value(v))
	}
	if in != nil {
		for k := range in.Params {
			d.ops[2+k].input = in.Params[k]
		}
	}
	return d
}

// know enters a world.
func (d *draft) know(w *world.World) {
	if d.world = w; w == nil {
		return
	}
	for k := range w.Inputs {
		d.ops[2+k].fact = w.Inputs[k]
	}
}

// known returns the world of the trace that is built.
func (d *draft) known() *world.World {
	if d.world == nil {
		return nil
	}
	w := world.World{Objects: d.world.Objects, Calls: d.world.Calls}
	labels := 0
	number := make(map[int]int)
	for _, v := range d.order {
		switch op := &d.ops[v]; {
		case op.gone:
		case op.op.Code == trace.OpLabel:
			labels++
		case op.op.Code == trace.OpParam && labels == 1:
			w.Inputs = append(w.Inputs, op.fact)
			number[int(v)-1] = len(w.Inputs)
		}
	}
	for k := range w.Inputs {
		w.Inputs[k].Fields = renumbered(w.Inputs[k].Fields, number)
	}
	return &w
}

// renumbered returns what fields hold, with other numbers for the parameters; without those that hold a parameter
// that is gone.
func renumbered(list []world.Held, number map[int]int) (kept []world.Held) {
	for _, held := range list {
		if held.Param != 0 {
			if held.Param = number[held.Param]; held.Param == 0 {
				continue
			}
		}
		kept = append(kept, held)
	}
	return kept
}

func (d *draft) clone() *draft {
	c := *d
	c.ops = append([]draftOp(nil), d.ops...)
	c.order = append([]trace.Value(nil), d.order...)
	if d.inputs != nil {
		c.inputs = d.inputs.Clone()
	}
	return &c
}

// op returns an operation by its place in the order.
func (d *draft) op(place int) *draftOp { return &d.ops[d.order[place]] }

// resolve returns what has replaced a value, None if nothing has. It also ends
// where two removed operations replace each other, as swapped operations can.
func (d *draft) resolve(v trace.Value) trace.Value {
	for range len(d.ops) {
		if !v.IsOp() || !d.ops[v].gone {
			return v
		}
		v = d.ops[v].with
	}
	return trace.None
}

// typeOf returns the type of a value.
func (d *draft) typeOf(v trace.Value) trace.Type {
	switch {
	case v.IsOp():
		return d.ops[v].op.Type
	case v.IsConst():
		return d.consts[v.ConstIndex()].Type()
	}
	return trace.Ref
}

// constant returns the value that names a constant.
func (d *draft) constant(c trace.Const) trace.Value {
	for k := range d.consts {
		if d.consts[k] == c {
			return trace.ConstValue(k)
		}
	}
	// The list may be shared with the draft that this is a copy of.
	d.consts = append(d.consts[:len(d.consts):len(d.consts)], c)
	return trace.ConstValue(len(d.consts) - 1)
}

// number returns the constant of a type with these bits; for references only null.
func (d *draft) number(t trace.Type, bits uint64) trace.Value {
	switch t {
	case trace.Ref:
		return d.constant(trace.Const{Kind: trace.ConstNull})
	case trace.Float:
		return d.constant(trace.Const{Kind: trace.ConstFloat, Bits: bits})
	}
	return d.constant(trace.Const{Kind: trace.ConstInt, Bits: bits})
}

// drop removes an operation; with replaces its result.
func (d *draft) drop(place int, with trace.Value) {
	op := d.op(place)
	op.gone, op.with = true, with
}

// compact forgets the places of removed operations.
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
func (d *draft) insert(place int, op draftOp) trace.Value {
	v := trace.Value(len(d.ops))
	d.ops = append(d.ops, op)
	d.order = append(d.order, 0)
	copy(d.order[place+1:], d.order[place:])
	d.order[place] = v
	return v
}

// standIn returns what can replace a result: an argument of the same type, an
// earlier value after the same label, or 0 or null.
func (d *draft) standIn(place int) trace.Value {
	op := d.op(place)
	if op.op.Type == trace.Void {
		return trace.None
	}
	for _, arg := range op.args {
		if d.typeOf(arg) == op.op.Type {
			return arg
		}
	}
	for k := place - 1; k >= 0; k-- {
		earlier := d.op(k)
		if earlier.op.Code == trace.OpLabel {
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
	out     *trace.Trace
	numbers []trace.Value // of each operation of the draft
	consts  []trace.Value // of each constant of the draft
}

// build returns the trace and its inputs, nil if the draft has none. The trace is
// well-formed only if the changes were correct: ask trace.Check.
func (d *draft) build() (*trace.Trace, *interp.Inputs) {
	tables := d.from.Tables
	if len(tables.Comments) > 0 {
		bare := *tables
		bare.Comments = nil // they belong to operations by number
		tables = &bare
	}
	b := &drafted{d: d, numbers: make([]trace.Value, len(d.ops)), consts: make([]trace.Value, len(d.consts))}
	b.out = &trace.Trace{
		Ops: make([]trace.Op, 1, len(d.order)+1), Snaps: make([]trace.Snapshot, 1), Frames: d.from.Frames, Tables: tables, Dialect: d.from.Dialect,
	}
	var params []interp.Datum
	for _, v := range d.order {
		op := &d.ops[v]
		if op.gone {
			continue
		}
		if op.op.Code == trace.OpParam && len(b.out.Ops)-2 == len(params) {
			params = append(params, op.input)
		}
		b.add(v, op)
	}
	b.addVirtuals()
	if d.inputs == nil {
		return b.out, nil
	}
	return b.out, &interp.Inputs{Params: params, Args: d.inputs.Args, Objects: d.inputs.Objects, Slots: d.inputs.Slots, Outside: d.inputs.Outside}
}

func (b *drafted) add(v trace.Value, op *draftOp) {
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
		for _, list := range [...][]trace.Value{op.snap, op.pending} {
			for _, held := range list {
				out.SnapList = append(out.SnapList, b.value(held))
			}
		}
		out.Snaps = append(out.Snaps, snap)
	}
	b.numbers[v] = trace.Value(len(out.Ops))
	out.Ops = append(out.Ops, made)
}

// value returns the name that a value has in the trace.
func (b *drafted) value(v trace.Value) trace.Value {
	v = b.d.resolve(v)
	switch {
	case v.IsOp():
		return b.numbers[v]
	case v.IsConst():
		k := v.ConstIndex()
		if b.consts[k] == trace.None {
			b.consts[k] = trace.ConstValue(len(b.out.Consts))
			b.out.Consts = append(b.out.Consts, b.d.consts[k])
		}
		return b.consts[k]
	}
	return v
}

// addVirtuals adds the descriptions of virtual objects of the original.
func (b *drafted) addVirtuals() {
	from := b.d.from
	b.out.Virtuals = append([]trace.Virtual(nil), from.Virtuals...)
	for k := range b.out.Virtuals {
		b.out.Virtuals[k].Of = b.value(b.out.Virtuals[k].Of)
	}
	b.out.VirtualFields = append([]trace.VirtualField(nil), from.VirtualFields...)
	for k := range b.out.VirtualFields {
		b.out.VirtualFields[k].Value = b.value(b.out.VirtualFields[k].Value)
	}
}

// cloneTrace copies a trace that shares its lists with a generator.
func cloneTrace(t *trace.Trace) *trace.Trace {
	c := *t
	c.Ops = append([]trace.Op(nil), t.Ops...)
	c.ArgList = append([]trace.Value(nil), t.ArgList...)
	c.Consts = append([]trace.Const(nil), t.Consts...)
	c.Snaps = append([]trace.Snapshot(nil), t.Snaps...)
	c.SnapList = append([]trace.Value(nil), t.SnapList...)
	return &c
}
