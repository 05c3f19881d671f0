package codegen

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/trace"
)

// heap writes an operation on the heap.
func (g *generator) heap(k int) {
	in := &g.program.Code[k]
	switch in.Op {
	case backend.OpGet:
		g.check(in)
		if in.Checks&backend.CheckTag != 0 {
			g.push(in.A)
			g.memory(opI32Load8U, in.Offset+arena.TagOffset)
			g.checkTag(in)
		}
		if g.used(in.Dst) {
			g.push(in.A)
			g.load(in.Type, g.region()+in.Offset)
			g.pop(in.Dst)
		}
	case backend.OpSet:
		g.check(in)
		g.setField(in)
	case backend.OpSetNonnull:
		g.check(in)
		g.push(in.B)
		g.open(opIf)
		g.setField(in)
		g.close()
	case backend.OpNew:
		if g.placed != nil {
			g.allocatePlaced(in)
		} else {
			g.newObject(in)
		}
	case backend.OpNewArray:
		switch {
		case g.placed == nil:
			g.newArray(in)
		case g.isShort(in):
			g.allocatePlaced(in)
		default:
			g.arrayPlaced(k)
		}
	case backend.OpGetItem, backend.OpSetItem:
		g.item(in)
	case backend.OpArrayLen:
		g.check(in)
		if g.used(in.Dst) {
			g.length(in.A)
			g.pop(in.Dst)
		}
	case backend.OpCopy:
		g.copyItems(in)
	case backend.OpShape:
		if g.used(in.Dst) {
			g.shape(in.A)
			g.op(opI64ExtendU)
			g.pop(in.Dst)
		}
	default:
		panic("BUG: an instruction without code")
	}
}

// shape puts the shape of an object on the stack.
func (g *generator) shape(v trace.Value) {
	g.push(v)
	g.memory(opI32Load, g.region())
}

// length puts the length of an array on the stack, as an i64.
func (g *generator) length(v trace.Value) {
	g.push(v)
	g.memory(opI32Load, g.region()+arena.LengthOffset)
	g.op(opI64ExtendU)
}

// checkTag leaves if the tag on the stack is not 0 or the type that is read.
func (g *generator) checkTag(in *backend.Instr) {
	g.tee(localA32)
	g.i32(int32(in.Type))
	g.op(opI32Ne)
	g.get(localA32)
	g.op(opI32Eqz, opI32Eqz, opI32And)
	g.leaveIf(in.Exit)
}

func (g *generator) setField(in *backend.Instr) {
	g.push(in.A)
	g.push(in.B)
	g.store(in.Type, g.region()+in.Offset)
	if in.Tagged {
		g.push(in.A)
		g.i32(int32(in.Type))
		g.memory(opI32Store8, in.Offset+arena.TagOffset)
	}
}

// newObject allocates by moving Free; where there is no room it asks the driver.
func (g *generator) newObject(in *backend.Instr) {
	g.get(localFree)
	g.i32(in.Size)
	g.op(opI32Add)
	g.tee(localA32)
	g.get(localLimit)
	g.op(opI32GtU)
	g.allocate(in, func() { g.i64(int64(in.Shape)) })
}

// allocate writes both ways to allocate: the condition that there is no room is on
// the stack, and A has where Free moves to.
func (g *generator) allocate(in *backend.Instr, header func()) {
	g.open(opIf)
	g.visit(in.Exit)
	g.result(heap.Ref)
	g.set(localB32)
	g.op(opElse)
	g.get(localFree)
	g.tee(localB32)
	header()
	g.memory(opI64Store, 0)
	g.get(localA32)
	g.set(localFree)
	g.close()
	if g.used(in.Dst) {
		g.get(localB32)
		g.pop(in.Dst)
	}
}

// newArray does the same with the length in the header. What it computes for a
// length above MaxInline may be anything, and is not used.
func (g *generator) newArray(in *backend.Instr) {
	stride := int32(g.program.Layout.Stride)
	if in.Slow || stride > maxStride {
		g.visit(in.Exit)
		if g.used(in.Dst) {
			g.result(heap.Ref)
			g.pop(in.Dst)
		}
		return
	}
	g.push(in.A)
	g.op(opI32WrapI64)
	g.i32(stride)
	g.op(opI32Mul)
	g.tee(localB32) // slots
	g.i32(3)
	g.op(opI32Shl)
	g.i32(arena.HeaderSize)
	g.op(opI32Add)
	g.get(localFree)
	g.op(opI32Add)
	if in.Tagged {
		g.get(localB32)
		g.i32(arena.SlotSize - 1)
		g.op(opI32Add)
		g.i32(-arena.SlotSize)
		g.op(opI32And, opI32Add)
	}
	g.tee(localA32)
	g.get(localLimit)
	g.op(opI32GtU)
	g.push(in.A)
	g.i64(backend.MaxInline)
	g.op(opI64GtU, opI32Or)
	g.allocate(in, func() {
		g.push(in.A)
		g.i64(32)
		g.op(opI64Shl)
		g.i64(int64(in.Shape))
		g.op(opI64Or)
	})
}

// maxStride bounds the slots of an item of arrays that code allocates itself, so that
// their size fits into 32 bits.
const maxStride = 1 << 12

// item reads or writes a slot of an array.
func (g *generator) item(in *backend.Instr) {
	g.check(in)
	if in.Checks&backend.CheckTag != 0 {
		g.tagAddress(in)
		g.memory(opI32Load8U, 0)
		g.checkTag(in)
	}
	offset := g.region() + arena.HeaderSize + in.Offset*arena.SlotSize
	if in.Op == backend.OpGetItem {
		if g.used(in.Dst) {
			g.itemAddress(in)
			g.load(in.Type, offset)
			g.pop(in.Dst)
		}
		return
	}
	g.itemAddress(in)
	g.push(in.C)
	g.store(in.Type, offset)
	if in.Tagged {
		g.tagAddress(in)
		g.i32(int32(in.Type))
		g.memory(opI32Store8, 0)
	}
}

// itemAddress puts the address of an item, without the header, on the stack.
func (g *generator) itemAddress(in *backend.Instr) {
	g.push(in.A)
	g.push(in.B)
	g.op(opI32WrapI64)
	if stride := g.program.Layout.Stride; stride > 1 {
		g.i32(stride * arena.SlotSize)
		g.op(opI32Mul)
	} else {
		g.i32(3)
		g.op(opI32Shl)
	}
	g.op(opI32Add)
}

// tagAddress puts the address of a slot's tag on the stack: tags are bytes after all
// slots.
func (g *generator) tagAddress(in *backend.Instr) {
	stride := g.program.Layout.Stride
	g.push(in.A)
	g.push(in.A)
	g.memory(opI32Load, arena.LengthOffset)
	g.i32(stride * arena.SlotSize)
	g.op(opI32Mul, opI32Add)
	g.push(in.B)
	g.op(opI32WrapI64)
	g.i32(stride)
	g.op(opI32Mul, opI32Add)
	g.i32(arena.HeaderSize + in.Offset)
	g.op(opI32Add)
}
