package native

import (
	"slices"

	"unbox/backend"
	"unbox/trace"
)

// A division of doubles takes as long as ten other operations, and the next iteration often
// waits for its result. If it comes after a guard that compares one of its operands, usually
// to check whether the divisor is 0, both need the same unit in the same cycle, and the
// processor takes the older one first. So the division is written before the guard: it cannot
// trap, and if the guard fails its result is not used.

// decideEarly finds such divisions, and square roots.
func (g *generator) decideEarly() {
	g.early = resize(g.early, len(g.list))
	clear(g.early)
	for i := range g.list {
		in := &g.list[i]
		if in.Op != backend.OpGuardTrue && in.Op != backend.OpGuardFalse || !g.isFused(in.A) || slices.Contains(g.together, int32(i)) {
			continue
		}
		def := &g.list[g.values[in.A].def]
		if def.Op != backend.OpPure || !isFloatComparison(def.Code) || g.reaches[in.A].first != int32(i) {
			continue
		}
		if j := g.nextWritten(i); j > i && g.canBeEarly(&g.list[j], def, i) {
			g.early[i] = int32(j)
		}
	}
}

// nextWritten returns the next instruction in the same part of the code that is not
// fused into another one, 0 if there is none.
func (g *generator) nextWritten(i int) int {
	for j := i + 1; j < len(g.list) && j != g.p.Loop; j++ {
		if !g.fused[j] {
			return j
		}
	}
	return 0
}

// canBeEarly reports whether an instruction is a division of what def compares, and needs
// nothing that is computed at or after guard i.
func (g *generator) canBeEarly(in, def *backend.Instr, i int) bool {
	if in.Op != backend.OpPure || in.Exit >= 0 || in.Code != trace.OpFloatTruediv && in.Code != trace.OpFloatSqrt {
		return false
	}
	shared := false
	for _, v := range [...]trace.Value{in.A, in.B} {
		if v.IsOp() && g.values[v].def >= int32(i) {
			return false
		}
		shared = shared || v.IsOp() && (v == def.A || v == def.B)
	}
	return shared
}

// writeEarly writes the division before the current guard.
func (g *generator) writeEarly() {
	guard := g.at
	if j := g.early[guard]; j > 0 {
		g.at = j
		g.site()
		g.instruction(&g.list[j])
		g.pinned = 0
		g.at = guard
	}
}

// wasEarly reports whether the current instruction was written before a guard.
func (g *generator) wasEarly(i int32) bool {
	for k := i - 1; k >= 0 && (g.fused[k] || g.early[k] > 0); k-- {
		if g.early[k] == i {
			return true
		}
	}
	return false
}
