package codegen

import (
	"unbox/backend"
	"unbox/heap/arena"
)

// copyItems copies the items of array A to array B, from the last one on. It leaves if there are not that many items; a
// recorded trace has checked that before. The loop is the code's own: engines call a function for memory.copy.
func (g *generator) copyItems(in *backend.Instr) {
	part, whole := in.A, in.B
	if in.Copy == backend.CopyInto {
		part, whole = in.B, in.A
	}
	less := opI64GtU // start > length(part) || length(whole) > length(part) - start
	if in.Copy == backend.CopyBackwards {
		less = opI64GeU // start >= length(part) || length(whole) > start + 1
	}
	g.push(in.C)
	g.length(part)
	g.op(less)
	g.length(whole)
	if in.Copy == backend.CopyBackwards {
		g.push(in.C)
		g.i64(1)
		g.op(opI64Add)
	} else {
		g.length(part)
		g.push(in.C)
		g.op(opI64Sub)
	}
	g.op(opI64GtU, opI32Or)
	g.leaveIf(in.Exit)
	// A is the size of what is left, B the address of the part, or, backwards, of the item that comes next.
	g.push(whole)
	g.memory(opI32Load, g.region()+arena.LengthOffset)
	g.i32(3)
	g.op(opI32Shl)
	g.set(localA32)
	g.push(part)
	g.push(in.C)
	g.op(opI32WrapI64)
	if in.Copy == backend.CopyBackwards {
		g.i32(1)
		g.op(opI32Add)
	}
	g.i32(3)
	g.op(opI32Shl, opI32Add)
	if in.Copy == backend.CopyBackwards {
		g.get(localA32)
		g.op(opI32Sub)
	}
	g.set(localB32)
	g.get(localA32)
	g.open(opIf)
	g.open(opLoop)
	g.copyItem(in)
	g.get(localA32)
	g.i32(arena.SlotSize)
	g.op(opI32Sub)
	g.tee(localA32)
	g.op(opBrIf)
	g.unsigned(0)
	g.close()
	g.close()
}

// copyItem copies the last of the items that are left.
func (g *generator) copyItem(in *backend.Instr) {
	const first = arena.HeaderSize
	last := func(base func()) int32 { // of the items that are left, after an address
		base()
		g.get(localA32)
		g.op(opI32Add)
		return g.region() + first - arena.SlotSize
	}
	whole := func() { g.push(in.B) }
	inPart := func() { g.get(localB32) }
	switch in.Copy {
	case backend.CopyBackwards:
		to := last(whole)
		g.get(localB32)
		g.memory(opI64Load, g.region()+first)
		g.memory(opI64Store, to)
		g.get(localB32)
		g.i32(arena.SlotSize)
		g.op(opI32Add)
		g.set(localB32)
	case backend.CopyInto:
		to := last(inPart)
		from := last(func() { g.push(in.A) })
		g.memory(opI64Load, from)
		g.memory(opI64Store, to)
	default:
		to := last(whole)
		from := last(inPart)
		g.memory(opI64Load, from)
		g.memory(opI64Store, to)
	}
}
