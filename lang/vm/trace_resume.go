package vm

import (
	"unbox/heap/arena"
	"unbox/trace"
)

// Resume rebuilds frames and objects from the state of a trace that was left at a guard: it writes the
// registers of the frame from which the trace was entered, begins those that were inlined, and allocates
// the objects that the trace did without. Then the program continues from there; Raised says whether by
// raising an exception. Value returns the bits of an operation's result.
func (vm *VM) Resume(rec *Recording, t *trace.Trace, guard trace.Value, value func(trace.Value) uint64) {
	snap := t.Ops[guard].Snap
	b := vm.rebuild(t, value)
	values := t.SnapValues(snap)
	bits := vm.rebuilt[:0]
	for _, v := range values {
		bits = append(bits, b.bits(v))
	}
	vm.rebuilt = bits
	for _, v := range t.SnapPending(snap) {
		b.write(v)
	}
	base := vm.frames[vm.depth-1].fp
	for k, fr := range t.SnapFrames(snap) {
		p := &rec.places[fr.PC]
		c := vm.codes[fr.Code]
		if k > 0 {
			vm.begins(c, base+p.fp, p)
		} else {
			f := &vm.frames[vm.depth-1]
			clearFew(vm.w.Words[f.fp : f.fp+c.NumRegs])
		}
		f := &vm.frames[vm.depth-1]
		f.pc = p.pc
		c.flow.begins(p.pc, 1)
		own := bits[fr.First : fr.First+fr.Len]
		for j, reg := range p.regs {
			vm.w.Words[f.fp+reg] = own[j]
		}
		if len(own) > len(p.regs) {
			f.inst = own[len(p.regs)]
		}
	}
}

// begins makes a frame without values. The registers of the frames below may have reached farther when the trace was
// recorded: what is between those and this one's is cleared as well, since the collector will look at it.
func (vm *VM) begins(c *code, fp int, p *place) {
	f := &vm.frames[vm.depth]
	clearFew(vm.w.Words[min(fp, vm.w.Top) : fp+c.NumRegs])
	f.code, f.fp, f.kind, f.dest, f.inst, f.top = c, fp, p.kind, p.dest, 0, max(vm.w.Top, fp+c.NumRegs)
	vm.depth++
	vm.w.Top = f.top
}

// rebuilder allocates the objects that a snapshot describes.
type rebuilder struct {
	vm    *VM
	t     *trace.Trace
	value func(trace.Value) uint64
}

// rebuilt is an object that the rebuilder with a number has made.
type rebuilt struct {
	object Ref
	by     int
}

// rebuild prepares for the objects of a trace.
func (vm *VM) rebuild(t *trace.Trace, value func(trace.Value) uint64) rebuilder {
	if n := len(t.Virtuals); n > len(vm.made) {
		vm.made = make([]rebuilt, 2*n)
	}
	vm.rebuilders++
	return rebuilder{vm: vm, t: t, value: value}
}

// clearFew clears the registers of a frame. There are few of them, for which a loop is quicker than what clear calls, most of all in
// WebAssembly.
func clearFew(words []uint64) {
	if len(words) > window {
		clear(words)
		return
	}
	for ; len(words) >= 4; words = words[4:] {
		words[0], words[1], words[2], words[3] = 0, 0, 0, 0
	}
	switch len(words) {
	case 3:
		words[2] = 0
		fallthrough
	case 2:
		words[1] = 0
		fallthrough
	case 1:
		words[0] = 0
	}
}

// bits returns what a value of a snapshot is in the program.
func (b *rebuilder) bits(v trace.Value) uint64 {
	switch {
	case v == trace.None:
		return 0
	case v.IsConst():
		return b.vm.ConstBits(b.t, v)
	case v.IsVirtual():
		return b.object(v)
	}
	return b.value(v)
}

// ConstBits returns the bits that a constant of a trace has now.
func (vm *VM) ConstBits(t *trace.Trace, v trace.Value) uint64 {
	switch c := t.Const(v); c.Kind {
	case trace.ConstInt, trace.ConstFloat:
		return c.Bits
	case trace.ConstPtr:
		bits, moves := vm.Constant(t.Tables.Syms[c.Name])
		if moves {
			return vm.w.Words[bits>>3]
		}
		return bits
	}
	return 0
}

// object allocates a virtual object; those that refer to each other in a circle are made once.
func (b *rebuilder) object(v trace.Value) Ref {
	k := v.VirtualIndex()
	made := &b.vm.made[k]
	if made.by == b.vm.rebuilders {
		return made.object
	}
	virtual := &b.t.Virtuals[k]
	var o Ref
	if virtual.Array {
		o = b.vm.w.Array(uint64(virtual.Type+1)<<2|uint64(arena.KindArray), int(virtual.Length))
	} else {
		header := uint64(virtual.Type+1) << 2
		o = b.vm.w.New(header, b.vm.zeros(len(b.t.Tables.Schema.Classes[virtual.Type].Fields))...)
	}
	*made = rebuilt{o, b.vm.rebuilders}
	b.fill(o, k)
	return o
}

// zeros returns n zeros, which callers only read.
func (vm *VM) zeros(n int) []uint64 {
	if n > len(vm.zero) {
		vm.zero = make([]uint64, n)
	}
	return vm.zero[:n]
}

// fill writes the fields or items of a description into an object.
func (b *rebuilder) fill(o Ref, k int) {
	virtual := &b.t.Virtuals[k]
	for _, f := range b.t.Fields(k) {
		slot := int(f.Field)
		if !virtual.Array {
			slot -= int(b.t.Tables.Schema.Classes[arena.Shape(b.vm.shapeOf(o)).Class()].Fields[0])
		}
		b.vm.w.SetSlot(o, slot, b.bits(f.Value))
	}
}

// write does a delayed write.
func (b *rebuilder) write(v trace.Value) {
	k := v.VirtualIndex()
	b.fill(b.bits(b.t.Virtuals[k].Of), k)
}
