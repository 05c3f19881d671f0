package native

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/native/x64"
	"unbox/trace"
)

// guardTruth leaves depending on its condition: a comparison that is part of it,
// or a value.
func (g *generator) guardTruth(in *backend.Instr) {
	if g.asksTogether() {
		g.askTogether(in)
		return
	}
	want := in.Op == backend.OpGuardTrue
	if g.isFused(in.A) {
		if def := &g.list[g.values[in.A].def]; def.Op == backend.OpPure {
			answer := g.compare(def)
			if !want {
				answer = answer.negate()
			}
			// It leaves if the answer is no, so at the exit the value is the opposite.
			g.decide(in.A, !want)
			g.leaveUnless(answer, in.Exit)
			g.decide(in.A, want)
			g.done(def.A, def.B)
			return
		}
	}
	answer := comparison{cond: x64.NotEqual}
	if !want {
		answer.cond = x64.Equal
	}
	g.compareZero(in.A)
	g.leaveUnless(answer, in.Exit)
	g.done(in.A)
}

// compareZero compares an integer with 0 or a reference with null.
func (g *generator) compareZero(v trace.Value) {
	if g.val(v).typ == heap.Ref {
		r := g.in(v)
		g.asm.RR(x64.TESTL, r, r)
		return
	}
	if c, ok := g.constInt(v); ok {
		r := g.temp(false)
		g.asm.MovImm(r, c)
		g.asm.RR(x64.TEST, r, r)
		return
	}
	o := g.source(v)
	if o.kind == inMemory {
		g.asm.MI(x64.CMP, o.mem, 0)
		return
	}
	g.asm.RR(x64.TEST, o.reg, o.reg)
}

// guardValue leaves if two values differ as bits.
func (g *generator) guardValue(in *backend.Instr) {
	switch g.val(in.A).typ {
	case heap.Float:
		g.guardDouble(in)
		return
	case heap.Ref:
		g.compareRefs(in.A, in.B)
	default:
		g.compareInts(in.A, in.B)
	}
	g.leaveUnless(comparison{cond: x64.Equal}, in.Exit)
	g.done(in.A, in.B)
}

// guardDouble leaves unless two doubles have the same bits, or both are NaN.
func (g *generator) guardDouble(in *backend.Instr) {
	ra, rb := g.in(in.A), g.in(in.B)
	x, y := g.temp(false), g.temp(false)
	out, same := g.leave(in.Exit), g.asm.NewLabel()
	g.asm.RR(g.movqg(), x, ra)
	g.asm.RR(g.movqg(), y, rb)
	g.asm.RR(x64.CMP, x, y)
	g.asm.Jcc(x64.Equal, same, true)
	g.asm.RR(g.ucomisd(), ra, ra)
	g.asm.Jcc(x64.NoParity, out, false)
	g.asm.RR(g.ucomisd(), rb, rb)
	g.asm.Jcc(x64.NoParity, out, false)
	g.asm.Place(same)
	g.done(in.A, in.B)
}
