package native

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
)

// Allocation moves the word Free of the region up to Limit. If there is no room
// the code leaves, with all values where they are, and continues with what the driver
// allocated. What is after Free is 0, so only the header is written.

const (
	// maxInlineStride bounds the slots of an item of arrays that code allocates itself.
	maxInlineStride = 64
	// maxInlineSize is larger than any object or array that code allocates itself: a
	// slot and a byte for its tag, and padding.
	maxInlineSize = backend.MaxInline*maxInlineStride*(arena.SlotSize+1) + 1<<20
)

// resumeWith writes how code continues after an exit: with the result in a
// register, on the straight path at end.
func (g *generator) resumeWith(t heap.Type, dst x64.Reg, end x64.Label) {
	s := &g.stubs[len(g.stubs)-1]
	resume := s.resume
	g.outline(func() {
		g.asm.Place(resume)
		g.loadAs(t, dst, word(arena.WordResult))
		g.asm.Jmp(end, false)
	})
}

func (g *generator) newObject(in *backend.Instr) {
	end := g.asm.NewLabel()
	top := g.temp(false)
	dst := g.out(in.Dst)
	slow := g.leaveFresh(in.Exit)
	if in.Size > maxInlineSize {
		g.asm.Jmp(slow, false)
	}
	g.asm.RM(x64.LEA, top, x64.At(g.freePlace(dst), in.Size))
	g.bump(dst, top, slow)
	g.asm.MI(x64.MOV, x64.At(dst, 0), int32(in.Shape))
	g.resumeWith(heap.Ref, dst, end)
	g.asm.Place(end)
}

// loopAllocates reports whether the loop has objects to allocate.
func (g *generator) loopAllocates() bool {
	for k := max(g.p.Loop, 0); k < len(g.list); k++ {
		if op := g.list[k].Op; op == backend.OpNew || op == backend.OpNewArray {
			return true
		}
	}
	return false
}

// loadFree puts the place of the next allocation into its register.
func (g *generator) loadFree() {
	if g.freeInRegister {
		g.asm.RM(x64.MOVL, regFree, word(arena.WordFree))
	}
}

// freePlace returns the register with the offset of the next allocation; if that is in
// memory, it is loaded into dst.
func (g *generator) freePlace(dst x64.Reg) x64.Reg {
	if g.freeInRegister {
		return regFree
	}
	g.asm.RM(x64.MOVL, dst, word(arena.WordFree))
	return dst
}

// leaveFresh is leave, but never shares a stub: where the code continues belongs to one
// instruction.
func (g *generator) leaveFresh(exit int32) x64.Label {
	g.version++
	return g.leave(exit)
}

// bump allocates the room up to the offset top, and puts a reference to it into dst.
// The sum cannot exceed 32 bits: what is allocated here is at most maxInlineSize long,
// and the region ends that much below 2**32.
func (g *generator) bump(dst, top x64.Reg, slow x64.Label) {
	g.asm.RM(x64.CMPL, top, word(arena.WordLimit))
	g.asm.Jcc(x64.Above, slow, false)
	if g.freeInRegister {
		g.asm.RM(x64.LEA, dst, x64.Indexed(regHeap, regFree, 1, 0))
		g.asm.RR(x64.MOVL, regFree, top)
		return
	}
	g.asm.MR(x64.MOVL, word(arena.WordFree), top)
	g.asm.RR(x64.OR, dst, regHeap)
}

// newArray allocates a cleared array: 8 bytes for the header, 8 for each slot,
// and a byte for each slot with a tag, padded to a multiple of 8.
func (g *generator) newArray(in *backend.Instr) {
	end := g.asm.NewLabel()
	length := g.in(in.A)
	top, dst := g.temp(false), g.temp(false)
	slow := g.leaveFresh(in.Exit)
	if in.Slow || g.p.Layout.Stride > maxInlineStride {
		g.asm.Jmp(slow, false)
	} else {
		g.arraySize(in, length, top, dst, slow)
		g.asm.RR(x64.ADD, top, g.freePlace(dst))
		g.bump(dst, top, slow)
		g.asm.MI(x64.MOVL, x64.At(dst, 0), int32(in.Shape))
		g.asm.MR(x64.MOVL, x64.At(dst, arena.LengthOffset), length)
	}
	g.resumeWith(heap.Ref, dst, end)
	g.asm.Place(end)
	g.done(in.A)
	g.put(valueID(in.Dst), dst)
}

// arraySize computes the size of an array in bytes.
func (g *generator) arraySize(in *backend.Instr, length, size, tags x64.Reg, slow x64.Label) {
	stride := g.p.Layout.Stride
	g.asm.RI(x64.CMP, length, backend.MaxInline)
	g.asm.Jcc(x64.Above, slow, false)
	slots := length
	if stride > 1 {
		g.asm.RRI(x64.IMUL, size, length, stride)
		slots = size
	}
	if in.Tagged {
		g.asm.RM(x64.LEA, tags, x64.At(slots, arena.SlotSize-1))
		g.asm.RI(x64.AND, tags, -arena.SlotSize)
	}
	g.asm.RM(x64.LEA, size, x64.Indexed(x64.NoReg, slots, arena.SlotSize, arena.HeaderSize))
	if in.Tagged {
		g.asm.RR(x64.ADD, size, tags)
	}
}

// effect leaves and comes back, perhaps with a result.
func (g *generator) effect(in *backend.Instr) {
	g.asm.Jmp(g.leaveFresh(in.Exit), false)
	s := &g.stubs[len(g.stubs)-1]
	g.asm.Place(s.resume)
	if !g.unused(in) {
		dst := g.out(in.Dst)
		g.loadAs(g.values[in.Dst].typ, dst, word(arena.WordResult))
	}
}

// unused reports whether nobody asks for the result, or there is none.
func (g *generator) unused(in *backend.Instr) bool {
	d := &g.values[in.Dst]
	return d.next >= d.end
}
