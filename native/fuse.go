package native

import (
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/trace"
)

// Some instructions are not computed where they are, but become part of the one
// that uses them: a comparison becomes part of its guard, a load part of the
// operation that takes it as its second operand. Which ones these are is decided
// before anything else, because their operands are then needed later.

// reach is where the uses of a value begin, as an instruction, and how many there are. taken is the last
// one that takes it as an operand, -1 if it is only moved or live at exits.
type reach struct{ first, count, taken int32 }

// fuseWindow bounds how far a load may move down to its use: registers of its
// address are needed that much longer.
const fuseWindow = 12

// decideFusion fills fused.
func (g *generator) decideFusion() {
	g.fused = resize(g.fused, len(g.list))
	clear(g.fused)
	g.reaches = resize(g.reaches, len(g.values))
	clear(g.reaches)
	g.findReaches()
	for i := range g.list {
		in := &g.list[i]
		if (in.Op == backend.OpGuardTrue || in.Op == backend.OpGuardFalse) && in.A.IsOp() {
			g.fuseComparison(in.A, int32(i))
		}
	}
	for i := len(g.list) - 1; i >= 0; i-- {
		g.fuseLoads(i)
	}
}

// findReaches notes where values are used.
func (g *generator) findReaches() {
	note := func(v trace.Value, i int) {
		if !v.IsOp() {
			return
		}
		r := &g.reaches[v]
		if r.count == 0 {
			r.first, r.taken = int32(i), -1
		}
		r.count++
	}
	p := g.p
	for i := range g.list {
		in := &g.list[i]
		switch in.Op {
		case backend.OpMoves, backend.OpBack:
			for _, m := range p.MovesOf(in) {
				note(m.Src, i)
			}
		case backend.OpEffect, backend.OpLeave:
		default:
			for _, v := range [...]trace.Value{in.A, in.B, in.C} {
				if note(v, i); v.IsOp() {
					g.reaches[v].taken = int32(i)
				}
			}
		}
		if in.Exit >= 0 {
			for _, v := range p.LiveAt(in.Exit) {
				note(v, i)
			}
		}
	}
}

// isComparison reports whether an operation gives 0 or 1 by comparing.
func isComparison(code trace.Opcode) bool {
	switch {
	case code >= trace.OpIntLt && code <= trace.OpIntIsZero,
		code == trace.OpPtrEq || code == trace.OpPtrNe:
		return true
	}
	return isFloatComparison(code)
}

// isFloatComparison reports whether an operation compares doubles.
func isFloatComparison(code trace.Opcode) bool {
	return code >= trace.OpFloatLt && code <= trace.OpFloatGe
}

// fuseComparison makes the comparison that computes v part of the guard, if the
// guard is its first use. After that, the answer is known.
func (g *generator) fuseComparison(v trace.Value, guard int32) {
	def := g.values[v].def
	if def < 0 || g.fused[def] || g.reaches[v].first != guard || (int(def) < g.p.Loop) != (int(guard) < g.p.Loop) {
		return
	}
	in := &g.list[def]
	g.fused[def] = in.Op == backend.OpPure && isComparison(in.Code) && in.Checks == 0 && g.staysPut(in, int(def), int(guard))
}

// staysPut reports whether the references that an instruction takes are still valid at a later one: wherever objects may be
// moved in between, they are among the exit's live values.
func (g *generator) staysPut(in *backend.Instr, from, to int) bool {
	for _, v := range [...]trace.Value{in.A, in.B} {
		if !v.IsOp() || g.values[v].typ != heap.Ref {
			continue
		}
		for k := from + 1; k < to; k++ {
			if exit := g.list[k].Exit; exit >= 0 && g.p.Exits[exit].Kind != backend.ExitLeave && !slices.Contains(g.p.LiveAt(exit), v) {
				return false
			}
		}
	}
	return true
}

// fuseLoads makes loads part of instruction i. Of two operands that could be
// loads, the second is.
func (g *generator) fuseLoads(i int) {
	in := &g.list[i]
	if g.fused[i] && in.Op != backend.OpPure {
		return // a load itself
	}
	second, first := takesMemory(in)
	if second && g.fuseLoad(in.B, i) {
		return
	}
	if first {
		g.fuseLoad(in.A, i)
	}
}

// takesMemory says which operands of an instruction may be in memory.
func takesMemory(in *backend.Instr) (second, first bool) {
	switch in.Op {
	case backend.OpGuardTrue, backend.OpGuardFalse:
		return false, true
	case backend.OpOverflow:
		return true, in.Code != trace.OpIntSubOvf
	case backend.OpPure:
	default:
		return false, false
	}
	switch in.Code {
	case trace.OpIntAdd, trace.OpIntMul, trace.OpIntAnd, trace.OpIntOr, trace.OpIntXor,
		trace.OpFloatAdd, trace.OpFloatMul,
		trace.OpIntLt, trace.OpIntLe, trace.OpIntEq, trace.OpIntNe, trace.OpIntGt, trace.OpIntGe,
		trace.OpUintLt, trace.OpUintLe, trace.OpUintGt, trace.OpUintGe:
		return true, true
	case trace.OpIntSub, trace.OpFloatSub, trace.OpFloatTruediv,
		trace.OpFloatGt, trace.OpFloatGe, trace.OpFloatEq, trace.OpFloatNe:
		return true, false
	case trace.OpFloatSqrt, trace.OpCastIntToFloat, trace.OpIntIsTrue, trace.OpIntIsZero,
		trace.OpFloatLt, trace.OpFloatLe:
		return false, true
	}
	return false, false
}

// fuseLoad makes the load of v part of instruction i, if it is used only there,
// has no checks, and there is no write or exit in between.
func (g *generator) fuseLoad(v trace.Value, i int) bool {
	if !v.IsOp() {
		return false
	}
	def := int(g.values[v].def)
	if def < 0 || g.reaches[v].count != 1 || g.fused[def] || g.values[v].typ == heap.Ref {
		return false
	}
	load := &g.list[def]
	if load.Op != backend.OpGet && load.Op != backend.OpGetItem || load.Checks != 0 {
		return false
	}
	until := g.emittedAt(i)
	if until-def > fuseWindow || (def < g.p.Loop) != (until < g.p.Loop) {
		return false
	}
	for k := def + 1; k < until; k++ {
		if !g.keepsHeap(&g.list[k]) {
			return false
		}
	}
	g.fused[def] = true
	return true
}

// emittedAt is the instruction as part of which another one is computed.
func (g *generator) emittedAt(i int) int {
	for g.fused[i] {
		i = int(g.reaches[g.list[i].Dst].first)
	}
	return i
}

// keepsHeap reports whether loads may move across an instruction. Final exits do
// not matter: what was not loaded yet is not live there.
func (g *generator) keepsHeap(in *backend.Instr) bool {
	switch in.Op {
	case backend.OpPure, backend.OpOverflow, backend.OpMove, backend.OpGet, backend.OpGetItem, backend.OpArrayLen, backend.OpShape,
		backend.OpGuardTrue, backend.OpGuardFalse, backend.OpGuardValue, backend.OpGuardClass, backend.OpGuardWord:
		return true
	}
	return false
}
