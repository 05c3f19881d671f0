package native

import (
	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// shift shifts by a constant or by a register.
func (g *generator) shift(in *backend.Instr) {
	op, three := x64.SHL, x64.SHLX
	switch in.Code {
	case trace.OpIntRshift:
		op, three = x64.SAR, x64.SARX
	case trace.OpUintRshift:
		op, three = x64.SHR, x64.SHRX
	}
	if c, ok := g.constInt(in.B); ok {
		ra := g.in(in.A)
		g.done(in.A)
		dst := g.out(in.Dst, ra)
		if op == x64.SHL && c == 1 && dst != ra {
			g.asm.RM(x64.LEA, dst, x64.Indexed(ra, ra, 1, 0))
			return
		}
		g.move(dst, ra)
		if c != 0 {
			g.asm.RI(op, dst, int32(c&63))
		}
		return
	}
	if !g.o.Features.BMI2 {
		g.shiftByCL(op, in.Dst, in.A, in.B)
		return
	}
	rb := g.in(in.B)
	ra := g.in(in.A)
	g.done(in.A, in.B)
	g.asm.RRR(three, g.out(in.Dst, ra), ra, rb)
}

// shiftByCL shifts on processors that take the amount from cl only.
func (g *generator) shiftByCL(op x64.Op, v, a, b trace.Value) {
	ra := g.inAvoiding(a, only(x64.RCX))
	if ra == x64.RCX { // what is shifted is in the register that the amount needs
		ra = g.free(false, only(x64.RCX))
		g.pinned |= only(ra)
		g.move(ra, x64.RCX)
		g.pinned &^= only(x64.RCX)
	}
	if d := g.val(b); d.reg != x64.RCX {
		g.claim(x64.RCX)
		g.bring(b, x64.RCX)
	}
	g.pinned |= only(x64.RCX)
	dst := g.out(v)
	g.move(dst, ra)
	g.asm.R(op, dst)
	g.done(a, b)
}

// bring copies an operand into a register that is not occupied, without moving it.
func (g *generator) bring(v trace.Value, r x64.Reg) {
	id := g.id(v)
	if d := &g.values[id]; d.reg != x64.NoReg {
		g.move(r, d.reg)
		return
	}
	g.fill(id, r)
}

// signext extends the sign of the lowest bytes.
func (g *generator) signext(in *backend.Instr) {
	width, ok := g.constInt(in.B)
	if !ok {
		g.signextBy(in)
		return
	}
	ra := g.in(in.A)
	g.done(in.A)
	dst := g.out(in.Dst, ra)
	switch width {
	case 1:
		g.asm.RR(x64.MOVSXB, dst, ra)
	case 2:
		g.asm.RR(x64.MOVSXW, dst, ra)
	case 4:
		g.asm.RR(x64.MOVSXD, dst, ra)
	default:
		g.move(dst, ra)
	}
}

// signextBy shifts left and back by 64 minus eight times the width.
func (g *generator) signextBy(in *backend.Instr) {
	g.in(in.B)
	g.in(in.A)
	g.claim(x64.RCX)
	ra := g.val(in.A).reg // it may have been in rcx
	g.pinned |= only(x64.RCX)
	dst := g.out(in.Dst)
	g.move(dst, ra)
	g.asm.MovImm(x64.RCX, 8)
	g.asm.RR(x64.SUB, x64.RCX, g.val(in.B).reg)
	g.asm.RI(x64.SHL, x64.RCX, 3)
	g.asm.R(x64.SHL, dst)
	g.asm.R(x64.SAR, dst)
	g.done(in.A, in.B)
}
