package codegen

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/trace"
)

// region is where the region is in the memory.
func (g *generator) region() int32 {
	if g.placed != nil {
		return int32(g.placed.Region)
	}
	return 0
}

// word puts a word of the region on the stack.
func (g *generator) word(op opcode, offset int32) {
	g.i32(0)
	g.memory(op, g.region()+offset)
}

// reload reads the words that the driver may have changed.
func (g *generator) reload() {
	g.word(opI32Load, arena.WordFree)
	g.set(localFree)
	g.word(opI32Load, arena.WordLimit)
	g.set(localLimit)
	g.word(opI64Load, arena.WordFuel)
	g.set(localFuel)
}

// save writes the words that the driver reads.
func (g *generator) save() {
	g.i32(0)
	g.get(localFree)
	g.memory(opI32Store, g.region()+arena.WordFree)
	g.i32(0)
	g.get(localFuel)
	g.memory(opI64Store, g.region()+arena.WordFuel)
}

// leaveIf leaves for good if the condition on the stack is not 0.
func (g *generator) leaveIf(exit int32) {
	g.open(opIf)
	g.leave(exit)
	g.close()
}

// leave leaves for good.
func (g *generator) leave(exit int32) {
	if g.placed != nil {
		g.leavePlaced(exit)
		return
	}
	g.handOver(exit)
	g.i32(exit)
	g.set(localExit)
	g.out()
}

// fusedAnswer returns the comparison that is fused with a guard, None if there is none, and its answer, which
// is known where the guard fails.
func (g *generator) fusedAnswer(exit int32) (v trace.Value, isTrue bool) {
	at := g.program.Exits[exit].Instr
	if at > 0 && g.fused[at-1] {
		return g.program.Code[at-1].Dst, g.program.Code[at].Op == backend.OpGuardFalse
	}
	return trace.None, false
}

// handOver writes the live values to the frame.
func (g *generator) handOver(exit int32) {
	fused, isTrue := g.fusedAnswer(exit)
	for k, v := range g.program.LiveAt(exit) {
		g.i32(0)
		if v == fused && fused != trace.None {
			g.answer(isTrue)
		} else {
			g.push(v)
		}
		g.store(g.program.TypeOf(v), g.frame(k))
	}
}

func (g *generator) answer(isTrue bool) {
	if isTrue {
		g.i64(1)
		return
	}
	g.i64(0)
}

func (g *generator) frame(k int) int32 { return g.program.Layout.Frame + int32(k)*arena.SlotSize }

// visit leaves and comes back.
func (g *generator) visit(exit int32) {
	g.handOver(exit)
	g.save()
	g.i32(exit)
	g.call(funcLeave)
	g.op(opI32Eqz)
	g.begin(opIf)
	g.op(opReturn, opEnd)
	for k, v := range g.program.LiveAt(exit) {
		if g.program.TypeOf(v) == heap.Ref {
			g.i32(0)
			g.load(heap.Ref, g.frame(k))
			g.set(g.define(v))
		}
	}
	g.reload()
}

// result puts on the stack what the driver returned.
func (g *generator) result(t heap.Type) {
	g.i32(0)
	g.load(t, g.region()+arena.WordResult)
}

// check writes the checks of an object or array, and leaves if one fails.
func (g *generator) check(in *backend.Instr) {
	c := in.Checks
	if c&backend.CheckField != 0 {
		g.shape(in.A)
		g.memory(opI32Load8U, in.Table)
		g.op(opI32Eqz)
		g.leaveIf(in.Exit)
	} else if c&(backend.CheckObject|backend.CheckArray) != 0 {
		g.shape(in.A)
		g.i32(int32(arena.KindMask))
		g.op(opI32And)
		if c&backend.CheckArray != 0 {
			g.i32(int32(arena.KindArray))
			g.op(opI32Ne)
		}
		g.leaveIf(in.Exit)
	}
	if c&backend.CheckShape != 0 {
		g.shape(in.A)
		g.i32(int32(in.Shape))
		g.op(opI32Ne)
		g.leaveIf(in.Exit)
	}
	if c&backend.CheckBounds != 0 {
		g.push(in.B)
		g.length(in.A)
		g.op(opI64GeU)
		g.leaveIf(in.Exit)
	}
}

// checkUnknown leaves if it is unknown whether two references are to the same
// object.
func (g *generator) checkUnknown(in *backend.Instr) {
	g.push(in.A)
	g.push(in.B)
	g.op(opI32Ne)
	g.open(opIf)
	// If one of them is null, the answer is known.
	g.push(in.A)
	g.op(opI32Eqz, opI32Eqz)
	g.push(in.B)
	g.op(opI32Eqz, opI32Eqz, opI32And)
	for _, operand := range [...]trace.Value{in.A, in.B} {
		g.shape(operand)
		g.i32(int32(arena.ShapeUnknown))
		g.op(opI32Eq)
	}
	g.op(opI32Or, opI32And)
	g.leaveIf(in.Exit)
	g.close()
}
