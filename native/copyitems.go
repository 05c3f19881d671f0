package native

import (
	"unbox/backend"
	"unbox/heap/arena"
	"unbox/native/x64"
)

// copyItems copies the items of array A to array B: a loop of a load and a store. It leaves if there are not
// that many items; a recorded trace has checked that before.
func (g *generator) copyItems(in *backend.Instr) {
	from, to, start := g.in(in.A), g.in(in.B), g.in(in.C)
	n, place, item := g.temp(false), g.temp(false), g.temp(false)
	out := g.leave(in.Exit)
	part, whole := from, to
	if in.Copy == backend.CopyInto {
		part, whole = to, from
	}
	g.asm.RM(x64.MOVL, n, x64.At(whole, arena.LengthOffset))
	g.asm.RM(x64.MOVL, item, x64.At(part, arena.LengthOffset))
	g.asm.RR(x64.CMP, start, item)
	if in.Copy == backend.CopyBackwards {
		g.asm.Jcc(x64.AboveEqual, out, false)
		g.asm.RM(x64.LEA, place, x64.At(start, 1))
		g.asm.RR(x64.SUB, place, n)
		g.asm.Jcc(x64.Below, out, false)
	} else {
		g.asm.Jcc(x64.Above, out, false)
		g.asm.RR(x64.SUB, item, start)
		g.asm.RR(x64.CMP, n, item)
		g.asm.Jcc(x64.Above, out, false)
		g.asm.RR(x64.MOV, place, start)
	}
	g.asm.RM(x64.LEA, place, x64.Indexed(part, place, arena.SlotSize, arena.HeaderSize))
	again, end := g.asm.NewLabel(), g.asm.NewLabel()
	g.asm.RR(x64.TEST, n, n)
	g.asm.Jcc(x64.Equal, end, true)
	g.asm.Place(again)
	last := x64.Indexed(whole, n, arena.SlotSize, arena.HeaderSize-arena.SlotSize) // from the last one on
	other := x64.Indexed(place, n, arena.SlotSize, -arena.SlotSize)
	switch in.Copy {
	case backend.CopyBackwards:
		g.asm.RM(x64.MOV, item, x64.At(place, 0))
		g.asm.RI(x64.ADD, place, arena.SlotSize)
		g.asm.MR(x64.MOV, last, item)
	case backend.CopyInto:
		g.asm.RM(x64.MOV, item, last)
		g.asm.MR(x64.MOV, other, item)
	default:
		g.asm.RM(x64.MOV, item, other)
		g.asm.MR(x64.MOV, last, item)
	}
	g.asm.RI(x64.SUB, n, 1)
	g.asm.Jcc(x64.NotEqual, again, true)
	g.asm.Place(end)
	g.done(in.A, in.B, in.C)
}
