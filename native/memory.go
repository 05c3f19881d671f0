package native

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// A reference in a register is the heap's address plus an offset of 32 bits: it
// was read from memory with 32 bits, or passed to the code in this form, or made
// by an allocation. Loads and stores add a displacement from the layout, and an
// index that was compared with the length.

// address is where an OpGet or OpGetItem reads.
func (g *generator) address(in *backend.Instr) x64.Mem {
	base := g.in(in.A)
	if in.Op != backend.OpGetItem && in.Op != backend.OpSetItem {
		return x64.At(base, in.Offset)
	}
	return g.slot(in.B, base, arena.SlotSize, arena.HeaderSize+in.Offset*arena.SlotSize)
}

// slot is where the item with an index has one of its slots, or what there is of each slot: the part of
// item 0 is disp after the base, and the parts of neighbouring slots are size bytes apart.
func (g *generator) slot(index trace.Value, base x64.Reg, size uint8, disp int32) x64.Mem {
	stride := g.p.Layout.Stride
	if c, ok := g.constInt(index); ok && uint64(c) < 1<<24 {
		return x64.At(base, disp+int32(c)*stride*int32(size))
	}
	r := g.in(index)
	if stride > 1 {
		scaled := g.temp(false)
		g.asm.RRI(x64.IMUL, scaled, r, stride)
		r = scaled
	}
	return x64.Indexed(base, r, size, disp)
}

// loadAs loads a value of a type from the heap.
func (g *generator) loadAs(t heap.Type, r x64.Reg, m x64.Mem) {
	if t == heap.Ref {
		g.asm.RM(x64.MOVL, r, m)
		g.asm.RR(x64.OR, r, regHeap)
		return
	}
	g.load(r, m)
}

// get reads a field or an item.
func (g *generator) get(in *backend.Instr) {
	m := g.address(in)
	g.checkTag(in, m)
	g.done(in.A, in.B)
	base := m.Base
	if g.values[in.Dst].vector {
		base = x64.NoReg
	}
	g.loadAs(in.Type, g.out(in.Dst, base), m)
}

// checkTag leaves if a place holds something of another type; a place that was never
// stored to has tag 0, and its slot is 0.
func (g *generator) checkTag(in *backend.Instr, m x64.Mem) {
	if in.Checks&backend.CheckTag == 0 {
		return
	}
	tag := m
	if in.Op == backend.OpGetItem {
		tag = g.itemTag(in)
	} else {
		tag.Disp += arena.TagOffset
	}
	fine := g.asm.NewLabel()
	out := g.leave(in.Exit)
	g.asm.MI(x64.CMPB, tag, int32(in.Type))
	g.asm.Jcc(x64.Equal, fine, true)
	g.asm.MI(x64.CMPB, tag, int32(arena.TagZero))
	g.asm.Jcc(x64.NotEqual, out, false)
	g.asm.Place(fine)
}

// itemTag is the address of the byte with the tag of an item's slot: the tags come
// after the items.
func (g *generator) itemTag(in *backend.Instr) x64.Mem {
	base := g.in(in.A)
	stride := g.p.Layout.Stride
	at := g.temp(false)
	g.asm.RM(x64.MOVL, at, x64.At(base, arena.LengthOffset))
	if stride > 1 {
		g.asm.RRI(x64.IMUL, at, at, stride)
	}
	g.asm.RM(x64.LEA, at, x64.Indexed(base, at, arena.SlotSize, 0))
	return g.slot(in.B, at, 1, arena.HeaderSize+in.Offset)
}

// set writes a field or an item.
func (g *generator) set(in *backend.Instr) {
	src := in.B
	if in.Op == backend.OpSetItem {
		src = in.C
	}
	m := g.address(in)
	low := x64.NoReg
	if in.Tagged && in.Type == heap.Ref && !g.isNull(src) {
		low = g.temp(false)
	}
	skip := x64.Label(0)
	if in.Op == backend.OpSetNonnull { // from here on nothing may be loaded or spilled
		r := g.in(src)
		skip = g.asm.NewLabel()
		g.asm.RR(x64.TESTL, r, r)
		g.asm.Jcc(x64.Equal, skip, false)
	}
	g.storeValue(m, src, low, in)
	if in.Tagged {
		if in.Op == backend.OpSetItem {
			g.asm.MI(x64.MOVB, g.itemTag(in), int32(in.Type))
		} else {
			m.Disp += arena.TagOffset
			g.asm.MI(x64.MOV, m, int32(in.Type))
		}
	}
	if skip != 0 {
		g.asm.Place(skip)
	}
	g.done(in.A, in.B, in.C)
}

// storeValue stores an operand into the heap. For a reference that is its lower half;
// the upper half of the slot is 0, unless it may have held a number: then low is a
// register with which to clear it.
func (g *generator) storeValue(m x64.Mem, v trace.Value, low x64.Reg, in *backend.Instr) {
	if v == trace.None || in.Type == heap.Ref && g.isNull(v) {
		g.asm.MI(x64.MOV, m, 0)
		return
	}
	if c, ok := g.constInt32(v); ok {
		g.asm.MI(x64.MOV, m, c)
		return
	}
	r := g.in(v)
	switch {
	case in.Type != heap.Ref:
		g.store(m, r)
	case !in.Tagged:
		g.asm.MR(x64.MOVL, m, r)
	default:
		g.asm.RR(x64.MOVL, low, r)
		g.asm.MR(x64.MOV, m, low)
	}
}

// loadHeader loads a half of an object's header.
func (g *generator) loadHeader(in *backend.Instr, offset int32) {
	base := g.in(in.A)
	g.done(in.A)
	g.asm.RM(x64.MOVL, g.out(in.Dst, base), x64.At(base, offset))
}

// guardClass leaves if the shape is a different one; null has a shape of its
// own.
func (g *generator) guardClass(in *backend.Instr) {
	g.asm.MI(x64.CMPL, x64.At(g.in(in.A), 0), int32(in.Shape))
	g.asm.Jcc(x64.NotEqual, g.leave(in.Exit), false)
	g.done(in.A)
}

// checks writes the checks that are needed before an instruction.
func (g *generator) checks(in *backend.Instr) {
	if in.Checks == 0 {
		return
	}
	if in.Checks&(backend.CheckObject|backend.CheckField|backend.CheckArray|backend.CheckShape) != 0 {
		g.checkShape(in, g.in(in.A))
	}
	if in.Checks&backend.CheckBounds != 0 {
		g.checkBounds(in)
	}
	if in.Checks&backend.CheckOperand != 0 {
		g.checkOperand(in)
	}
	if in.Checks&backend.CheckUnknown != 0 {
		g.checkUnknown(in)
	}
}

func (g *generator) checkShape(in *backend.Instr, r x64.Reg) {
	shape := x64.At(r, 0)
	switch {
	case in.Checks&backend.CheckField != 0:
		t := g.temp(false)
		g.asm.RM(x64.MOVL, t, shape)
		g.asm.MI(x64.CMPB, x64.Indexed(regHeap, t, 1, in.Table), 0)
		g.asm.Jcc(x64.Equal, g.leave(in.Exit), false)
		g.pinned &^= only(t)
	case in.Checks&backend.CheckObject != 0:
		g.asm.MI(x64.TESTB, shape, 3)
		g.asm.Jcc(x64.NotEqual, g.leave(in.Exit), false)
	case in.Checks&backend.CheckShape != 0:
		g.asm.MI(x64.CMPL, shape, int32(in.Shape))
		g.asm.Jcc(x64.NotEqual, g.leave(in.Exit), false)
	default: // CheckArray: the lowest two bits are 01
		t := g.temp(false)
		g.asm.RM(x64.MOVL, t, shape)
		g.asm.RI(x64.ANDL, t, 3)
		g.asm.RI(x64.CMPL, t, int32(arena.KindArray))
		g.asm.Jcc(x64.NotEqual, g.leave(in.Exit), false)
		g.pinned &^= only(t)
	}
}

// checkBounds compares the whole index, as unsigned, with the length.
func (g *generator) checkBounds(in *backend.Instr) {
	base := g.in(in.A)
	length := x64.At(base, arena.LengthOffset)
	if c, ok := g.constInt32(in.B); ok && c >= 0 {
		g.asm.MI(x64.CMPL, length, c)
		g.asm.Jcc(x64.BelowEqual, g.leave(in.Exit), false)
		return
	}
	index := g.in(in.B)
	t := g.temp(false)
	g.asm.RM(x64.MOVL, t, length)
	g.asm.RR(x64.CMP, index, t)
	g.asm.Jcc(x64.AboveEqual, g.leave(in.Exit), false)
	g.pinned &^= only(t)
}

// checkOperand checks whether an operation has a meaning for its operands.
func (g *generator) checkOperand(in *backend.Instr) {
	switch in.Code.Needs() {
	case trace.NeedAmount:
		g.asm.RI(x64.CMP, g.in(in.B), 63)
		g.asm.Jcc(x64.Above, g.leave(in.Exit), false)
	case trace.NeedDivisor:
		r := g.in(in.B)
		g.asm.RR(x64.TEST, r, r)
		g.asm.Jcc(x64.Equal, g.leave(in.Exit), false)
	case trace.NeedNumber:
		r := g.in(in.A)
		g.asm.RR(g.ucomisd(), r, r)
		g.asm.Jcc(x64.Parity, g.leave(in.Exit), false)
	case trace.NeedWidth:
		g.checkWidth(in)
	case trace.NeedInRange: // checked afterwards, see floatToInt
	default:
		panic("BUG: no check of the operands of " + in.Code.String())
	}
}

// checkWidth leaves unless B is 1, 2, 4 or 8: at most 8.
func (g *generator) checkWidth(in *backend.Instr) {
	r := g.in(in.B)
	fine := g.asm.NewLabel()
	out := g.leave(in.Exit)
	for _, width := range [...]int32{1, 2, 4} {
		g.asm.RI(x64.CMP, r, width)
		g.asm.Jcc(x64.Equal, fine, true)
	}
	g.asm.RI(x64.CMP, r, 8)
	g.asm.Jcc(x64.NotEqual, out, false)
	g.asm.Place(fine)
}

// checkUnknown leaves if two references differ, neither is null, and one is to an
// object that is known only by a number: then it is unknown whether they are equal.
func (g *generator) checkUnknown(in *backend.Instr) {
	ra, rb := g.in(in.A), g.in(in.B)
	fine := g.asm.NewLabel()
	out := g.leave(in.Exit)
	g.asm.RR(x64.CMPL, ra, rb)
	g.asm.Jcc(x64.Equal, fine, true)
	g.asm.RR(x64.TESTL, ra, ra)
	g.asm.Jcc(x64.Equal, fine, true)
	g.asm.RR(x64.TESTL, rb, rb)
	g.asm.Jcc(x64.Equal, fine, true)
	g.asm.MI(x64.CMPL, x64.At(ra, 0), int32(arena.ShapeUnknown))
	g.asm.Jcc(x64.Equal, out, false)
	g.asm.MI(x64.CMPL, x64.At(rb, 0), int32(arena.ShapeUnknown))
	g.asm.Jcc(x64.Equal, out, false)
	g.asm.Place(fine)
}
