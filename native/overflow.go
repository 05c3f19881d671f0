package native

import (
	"slices"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// overflow computes and leaves by the overflow flag.
func (g *generator) overflow(in *backend.Instr) {
	if g.overflowInPlace(in) {
		return
	}
	switch in.Code {
	case trace.OpIntAddOvf:
		g.binary(x64.ADD, in, true)
	case trace.OpIntSubOvf:
		g.binary(x64.SUB, in, false)
	default:
		a, b := g.ordered(in)
		c, ok := g.constInt32(b)
		if _, both := g.constInt(a); ok && !both {
			ra := g.in(a)
			g.done(a)
			g.asm.RRI(x64.IMUL, g.out(in.Dst, ra), ra, c)
			break
		}
		g.mulOperands(in, a, b)
	}
	cond := x64.Overflow
	if in.Inverted {
		cond = x64.NoOverflow
	}
	if in.Exit >= 0 {
		g.asm.Jcc(cond, g.leave(in.Exit), false)
	}
}

// overflowInPlace overwrites an operand that only the exit still needs: the exit
// recovers it from the sum, which wrapped around. So a sum that is carried around a
// loop stays in one register.
func (g *generator) overflowInPlace(in *backend.Instr) bool {
	op, undo := x64.ADD, x64.SUB
	a, b := in.A, in.B
	switch in.Code {
	case trace.OpIntAddOvf:
		a, b = g.ordered(in)
		if !g.onlyForExit(a) && g.onlyForExit(b) {
			a, b = b, a
		}
	case trace.OpIntSubOvf:
		op, undo = undo, op
	default:
		return false
	}
	if in.Exit < 0 || in.Inverted || a == b || !g.onlyForExit(a) || slices.Contains(g.p.LiveAt(in.Exit), in.Dst) {
		return false
	}
	ra := g.in(a)
	o := g.operand(b)
	g.apply(op, ra, o)
	overflowed := g.asm.NewLabel()
	g.asm.Jcc(x64.Overflow, overflowed, false)
	out := g.leaveFresh(in.Exit)
	g.outline(func() {
		g.asm.Place(overflowed)
		g.apply(undo, ra, o)
		g.asm.Jmp(out, false)
	})
	g.done(b)
	g.forget(valueID(a))
	g.put(valueID(in.Dst), ra)
	return true
}

// onlyForExit reports whether the exit of the current instruction is the last use of a
// value.
func (g *generator) onlyForExit(v trace.Value) bool {
	if !v.IsOp() || g.isFused(v) || g.values[v].known != 0 {
		return false
	}
	d := &g.values[v]
	return d.end == d.next || g.uses[d.end-1].point() <= g.point+1
}
