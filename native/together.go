package native

import (
	"slices"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// A guard that compares doubles costs a comparison, of which most processors do one per
// cycle, and a jump. Where an iteration of a loop has several such guards before it writes
// anything, the quick copy (counted.go) checks them together: each comparison gives a mask,
// the masks are combined, and one jump is enough for all. If one of the guards fails, the
// iteration starts again in the other copy, which checks them one by one and leaves where it
// has to: so far the iteration has only computed.
//
// For this, everything that the loop's head has must still be available at the last
// of the guards (generator.headUses).

const (
	// fewestTogether is the minimum number of guards for which this is worthwhile.
	fewestTogether = 4
	// regTogether holds the combined mask, from the first of the guards to the last.
	regTogether = regScratch - 1
)

// decideTogether finds the guards: the first ones of an iteration, without anything between
// them that could leave or be seen.
func (g *generator) decideTogether() {
	g.together, g.vectors = g.together[:0], vectorSet
	if g.counting == nil || !g.o.Features.AVX || g.pressure[kindVector] >= vectorSet.count()-loopReserve {
		return
	}
	for i := int32(g.p.Loop); int(i) < len(g.list)-1; i++ {
		in := &g.list[i]
		if g.comparesFloats(in, i) {
			g.together = append(g.together, i)
			continue
		}
		stays := in.Exit < 0 || g.asksAhead(i)
		if !g.keepsHeap(in) || !stays && len(g.together) > 0 {
			break
		}
	}
	if len(g.together) < fewestTogether {
		g.together = g.together[:0]
		return
	}
	g.vectors &^= only(regTogether)
}

// comparesFloats reports whether an instruction is a guard with a comparison of doubles as
// its part.
func (g *generator) comparesFloats(in *backend.Instr, i int32) bool {
	if in.Op != backend.OpGuardTrue && in.Op != backend.OpGuardFalse || in.A <= 0 || in.Checks != 0 || g.asksAhead(i) {
		return false
	}
	def := g.values[in.A].def
	if def < int32(g.p.Loop) || !g.fused[def] || g.reaches[in.A].first != i {
		return false
	}
	return g.list[def].Op == backend.OpPure && isFloatComparison(g.list[def].Code)
}

// headUses visits what the loop begins with, which the last of the guards needs.
func (g *generator) headUses(i int32, visit func(valueID, use)) {
	if n := len(g.together); n == 0 || g.together[n-1] != i {
		return
	}
	for _, m := range g.p.MovesOf(&g.list[len(g.list)-1]) {
		if g.reaches[m.Dst].count > 0 && !g.isDerived(m.Dst) {
			g.use(m.Dst, useAt(2*i+1, true), visit)
		}
	}
}

// asksTogether reports whether the current guard is checked together with
// others.
func (g *generator) asksTogether() bool {
	return g.quick && slices.Contains(g.together, g.at)
}

// askTogether writes such a guard.
func (g *generator) askTogether(in *backend.Instr) {
	def := &g.list[g.values[in.A].def]
	is, a, b := relationOf(def)
	if in.Op == backend.OpGuardFalse {
		is = is.Negate()
	}
	first := g.at == g.together[0]
	mask := regScratch
	if first {
		mask = regTogether
	}
	ra := g.in(a)
	if o := g.source(b); o.kind == inMemory {
		g.asm.CompareMem(is, mask, ra, o.mem)
	} else {
		g.asm.Compare(is, mask, ra, o.reg)
	}
	if !first {
		g.asm.RRR(x64.VANDPD, regTogether, regTogether, mask)
	}
	g.decide(in.A, in.Op == backend.OpGuardTrue)
	g.done(def.A, def.B)
	if g.at == g.together[len(g.together)-1] {
		g.answerTogether()
	}
}

// relationOf returns the relation that a comparison tests. As in compareFloats, the
// operand that may be in memory comes second.
func relationOf(def *backend.Instr) (is x64.Relation, a, b trace.Value) {
	switch def.Code {
	case trace.OpFloatLt:
		return x64.IsGreater, def.B, def.A
	case trace.OpFloatLe:
		return x64.IsGreaterOrEqual, def.B, def.A
	case trace.OpFloatGt:
		return x64.IsGreater, def.A, def.B
	case trace.OpFloatGe:
		return x64.IsGreaterOrEqual, def.A, def.B
	case trace.OpFloatEq:
		return x64.IsEqual, def.A, def.B
	case trace.OpFloatNe:
		return x64.IsNotEqual, def.A, def.B
	}
	panic("BUG: no comparison of doubles: " + def.Code.String())
}

// answerTogether starts the iteration again in the other copy if one of the guards
// fails.
func (g *generator) answerTogether() {
	r := g.temp(false)
	g.asm.RR(x64.VMOVMSKPD, r, regTogether)
	g.asm.RI(x64.TESTL, r, 1) // the upper half of the mask has no meaning
	anew := g.asm.NewLabel()
	g.asm.Jcc(x64.Equal, anew, false)
	moves := g.backToHead()
	g.outline(func() {
		g.asm.Place(anew)
		g.transfers = append(g.transfers[:0], moves...)
		g.transferAll()
		g.asm.Jmp(g.slowLabel, false)
	})
	g.point++
	for k := range g.heads {
		if h := &g.heads[k]; !h.constant && g.dead(&g.values[h.id]) {
			g.forget(h.id)
		}
	}
	g.point--
}

// backToHead returns the moves that establish the state of the loop's head in the
// middle of an iteration.
func (g *generator) backToHead() []transfer {
	for k := range g.heads {
		h := &g.heads[k]
		began := trace.Value(h.id)
		if !h.constant && g.where(began) == locNowhere {
			panic("BUG: what the loop began with is gone")
		}
		g.addHead(h, began)
	}
	moves := slices.Clone(g.transfers)
	g.transfers = g.transfers[:0]
	return moves
}
