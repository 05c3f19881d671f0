package vm

import (
	"unbox/heap/arena"
	"unbox/trace"
)

// A bridge is a trace that continues where another one is left at a guard. It begins with the state of
// that trace: its parameters are what the snapshot of the guard needs. It first allocates the objects
// that the other trace has avoided, and does the delayed writes; the optimizer removes those that the
// bridge does not need either. Then it is recorded as any other trace, up to the first instruction of a
// loop that has a trace.

// Needed lists the results of operations from which [VM.Resume] makes frames and objects at a guard, each
// of them once: the parameters of a bridge.
func Needed(t *trace.Trace, guard trace.Value) []trace.Value { return needsOf(t, guard).list }

func needsOf(t *trace.Trace, guard trace.Value) *needs {
	n := &needs{t: t, results: make([]bool, len(t.Ops)), described: make([]bool, len(t.Virtuals)), list: make([]trace.Value, 0, 8)} // not nil: for a space, nil means all values
	snap := t.Ops[guard].Snap
	for _, v := range t.SnapValues(snap) {
		n.add(v)
	}
	for _, v := range t.SnapPending(snap) {
		n.add(v)
	}
	return n
}

// needs walks through a snapshot's descriptions. virtuals has the descriptions in the order in which they
// were reached, results and described say which were.
type needs struct {
	t                  *trace.Trace
	results, described []bool
	list               []trace.Value
	virtuals           []trace.Value
}

func (n *needs) add(v trace.Value) {
	switch {
	case v == trace.None || v.IsConst():
		return
	case !v.IsVirtual():
		if !n.results[v] {
			n.results[v] = true
			n.list = append(n.list, v)
		}
		return
	}
	k := v.VirtualIndex()
	if n.described[k] {
		return
	}
	n.described[k] = true
	if of := n.t.Virtuals[k].Of; of != trace.None {
		n.add(of)
	} else {
		n.virtuals = append(n.virtuals, v)
	}
	for _, f := range n.t.Fields(k) {
		n.add(f.Value)
	}
}

// RecordBridge records what the program does from where [VM.Resume] has just taken it: t was left at a
// guard, and is what the optimizer made of the recording from. The trace ends at the first
// instruction of a loop that has a trace. See [VM.Record] for loops, passed and the results.
func (vm *VM) RecordBridge(from *Recording, t *trace.Trace, guard trace.Value, loops Loops, passed func()) (rec *Recording, reason string) {
	if vm.exc != 0 {
		return nil, "an exception was raised"
	}
	snap := t.Ops[guard].Snap
	frames := t.SnapFrames(snap)
	id := LoopID{from.Code, from.Loop}
	r := vm.newRecorder(vm.codes[from.Code], id, loops, passed)
	r.rec.Bridge = true
	r.base = vm.depth - len(frames)
	in := r.inputs(t, guard)
	values := t.SnapValues(snap)
	for k, fr := range frames {
		p := &from.places[fr.PC]
		f := r.newFrame(vm.codes[fr.Code])
		f.fp, f.kind, f.dest = p.fp, p.kind, p.dest
		own := values[fr.First : fr.First+fr.Len]
		for j, reg := range p.regs {
			f.regs[reg] = in.value(own[j])
		}
		if len(own) > len(p.regs) {
			f.inst = in.value(own[len(p.regs)])
		}
		if k < len(frames)-1 {
			f.waits, f.waiting = p.pc, p.regs
		}
		r.frames = append(r.frames, f)
	}
	return r.run()
}

// carried makes values of a bridge from those of the trace that it continues: results has those for results of operations,
// objects those for descriptions.
type carried struct {
	r                *recorder
	t                *trace.Trace
	results, objects []trace.Value
}

// inputs begins a bridge: its label, the objects that were not allocated yet, and the delayed writes.
func (r *recorder) inputs(t *trace.Trace, guard trace.Value) *carried {
	n := needsOf(t, guard)
	types := make([]trace.Type, len(n.list))
	for k, v := range n.list {
		types[k] = t.TypeOf(v)
	}
	c := &carried{r: r, t: t, results: make([]trace.Value, len(t.Ops)), objects: make([]trace.Value, len(t.Virtuals))}
	for k, v := range r.label(types) {
		c.results[n.list[k]] = v
	}
	for _, v := range n.virtuals {
		c.allocate(v)
	}
	for _, v := range n.virtuals {
		c.fill(c.objects[v.VirtualIndex()], v)
	}
	for _, v := range t.SnapPending(t.Ops[guard].Snap) {
		c.fill(c.value(t.Virtuals[v.VirtualIndex()].Of), v)
	}
	return c
}

// value returns the bridge's value for a value of the other trace.
func (c *carried) value(v trace.Value) trace.Value {
	switch {
	case v == trace.None:
		return c.r.null()
	case v.IsVirtual():
		return c.objects[v.VirtualIndex()]
	case !v.IsConst():
		return c.results[v]
	}
	k := c.t.Const(v)
	if k.Name != 0 {
		if of := c.r.vm.pins.places[c.t.Tables.Syms[k.Name]]; of.moves {
			c.r.vm.share(c.r.rec, int(of.bits>>3)-c.r.vm.pins.table)
		}
		k.Name = c.r.sym(c.t.Tables.Syms[k.Name])
	}
	own := c.r.constant(k)
	if k.Kind == trace.ConstPtr {
		c.r.knows(own, c.r.vm.shapeOf(c.r.vm.ConstBits(c.t, v)))
	}
	return own
}

// allocate emits the allocation of a virtual object.
func (c *carried) allocate(v trace.Value) {
	virtual := &c.t.Virtuals[v.VirtualIndex()]
	var o trace.Value
	if virtual.Array {
		o = c.r.emit(trace.OpNewArrayClear, trace.Ref, virtual.Type, c.r.int(int64(virtual.Length)))
		c.r.shapes.set(o, uint64(virtual.Type+1)<<2|uint64(arena.KindArray))
	} else {
		o = c.r.emit(trace.OpNew, trace.Ref, virtual.Type)
		c.r.shapes.set(o, uint64(virtual.Type+1)<<2)
	}
	c.r.nonnull.set(o, true)
	c.objects[v.VirtualIndex()] = o
}

// fill emits the writes of a description to an object.
func (c *carried) fill(o, v trace.Value) {
	k := v.VirtualIndex()
	virtual := &c.t.Virtuals[k]
	for _, f := range c.t.Fields(k) {
		if virtual.Array {
			c.r.emit(trace.OpSetItem, trace.Void, virtual.Type, o, c.r.int(int64(f.Field)), c.value(f.Value))
		} else {
			c.r.emit(trace.OpSet, trace.Void, f.Field, o, c.value(f.Value))
		}
	}
}

// Arrive is [VM.Resume] at a recording's jump to the first instruction of a loop: the values that the jump passes
// become the registers that the loop reads.
func (vm *VM) Arrive(rec *Recording, t *trace.Trace, jump trace.Value, value func(trace.Value) uint64) {
	f := &vm.frames[vm.depth-1]
	c := vm.codes[rec.Target.Code]
	f.pc = c.Loops[rec.Target.Loop].Head
	c.flow.begins(f.pc, 1)
	b := vm.rebuild(t, value)
	args := t.Args(jump)
	bits := vm.rebuilt[:0]
	for k, v := range args {
		bits = append(bits, vm.received(rec.TargetTypes.passedAs(k), b.bits(v)))
	}
	vm.rebuilt = bits
	clearFew(vm.w.Words[f.fp : f.fp+c.NumRegs])
	for k, reg := range c.liveAt(f.pc) {
		vm.w.Words[f.fp+reg] = bits[k]
	}
}

// AtLoop returns a loop for which yes is true, and at whose first instruction the program is.
func (vm *VM) AtLoop(yes func(LoopID) bool) (loop LoopID, ok bool) {
	f := &vm.frames[vm.depth-1]
	return f.code.loopAt(f.pc, yes)
}

// loopAt finds a loop by its first instruction; several can have the same one.
func (c *code) loopAt(pc int, yes func(LoopID) bool) (loop LoopID, ok bool) {
	for k := range c.Loops {
		if id := (LoopID{c.ID, k}); c.Loops[k].Head == pc && yes(id) {
			return id, true
		}
	}
	return LoopID{}, false
}
