package native

import (
	"math/bits"
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/native/x64"
	"unbox/optimizer"
)

// operand is the second operand of an instruction: a register, memory or a
// constant.
type operand struct {
	kind operandKind
	reg  x64.Reg
	mem  x64.Mem
	imm  int32
}

type operandKind uint8

const (
	inRegister operandKind = iota
	inMemory
	isConstant
)

// operand finds the best form of an operand. A constant must fit into 32 bits,
// unless the value has to be in a register anyway.
func (g *generator) operand(v optimizer.Value) operand {
	if c, ok := g.constInt32(v); ok {
		return operand{kind: isConstant, imm: c}
	}
	return g.source(v)
}

// source is an operand in a register or in memory.
func (g *generator) source(v optimizer.Value) operand {
	if g.isFused(v) {
		return operand{kind: inMemory, mem: g.address(&g.p.Code[g.values[v].def])}
	}
	id := g.id(v)
	d := &g.values[id]
	if d.reg == x64.NoReg && d.known == 0 {
		if d.constant && d.vector {
			if bits, _ := g.p.ConstBits(v); bits != 0 {
				return operand{kind: inMemory, mem: g.pooled(bits)}
			}
		}
		if d.inSlot && !d.constant && (g.dead(d) || g.nextUse(d) >= far) {
			return operand{kind: inMemory, mem: slotMem(d.slot)}
		}
	}
	return operand{kind: inRegister, reg: g.in(v)}
}

// apply writes "op dst, o".
func (g *generator) apply(op x64.Op, dst x64.Reg, o operand) {
	switch o.kind {
	case inRegister:
		g.asm.RR(op, dst, o.reg)
	case inMemory:
		g.asm.RM(op, dst, o.mem)
	default:
		g.asm.RI(op, dst, o.imm)
	}
}

// pure computes an operation on numbers, or a comparison of references.
func (g *generator) pure(in *backend.Instr) {
	switch code := in.Code; code {
	case optimizer.OpIntAdd:
		g.add(in)
	case optimizer.OpIntSub:
		g.sub(in)
	case optimizer.OpIntMul:
		g.mul(in)
	case optimizer.OpIntAnd:
		g.binary(x64.AND, in, true)
	case optimizer.OpIntOr:
		g.binary(x64.OR, in, true)
	case optimizer.OpIntXor:
		g.binary(x64.XOR, in, true)
	case optimizer.OpIntNeg:
		g.unary(x64.NEG, in)
	case optimizer.OpIntInvert:
		g.unary(x64.NOT, in)
	case optimizer.OpIntLshift, optimizer.OpIntRshift, optimizer.OpUintRshift:
		g.shift(in)
	case optimizer.OpIntSignext:
		g.signext(in)
	case optimizer.OpUintMulHigh:
		g.mulHigh(in)
	case optimizer.OpIntForceGeZero:
		g.forceGeZero(in)
	case optimizer.OpIntPyDiv, optimizer.OpIntPyMod:
		g.divide(in)
	case optimizer.OpSameAs:
		g.moves([]backend.Move{{Dst: in.Dst, Src: in.A}})
	default:
		if isComparison(code) {
			g.materialize(in)
			return
		}
		g.float(in)
	}
}

// ordered returns the operands of an operation for which the order does not matter:
// a constant comes second, and so does one that is read from memory.
func (g *generator) ordered(in *backend.Instr) (a, b optimizer.Value) {
	a, b = in.A, in.B
	if _, constant := g.constInt(a); constant || g.isFused(a) && !g.isFused(b) {
		if _, both := g.constInt(b); !both {
			a, b = b, a
		}
	}
	return a, b
}

// binary computes an operation that overwrites its first operand.
func (g *generator) binary(op x64.Op, in *backend.Instr, commutes bool) {
	a, b := in.A, in.B
	if commutes {
		a, b = g.ordered(in)
	}
	if c, ok := g.constInt(a); ok { // the first one is made where the result comes to be
		o := g.operand(b)
		dst := g.out(in.Dst)
		g.asm.MovImm(dst, c)
		g.apply(op, dst, o)
		g.done(b)
		return
	}
	ra := g.in(a)
	o := g.operand(b)
	dst := g.overwrite(in.Dst, a, b, ra, o, commutes)
	if dst == o.reg && o.kind == inRegister && dst != ra {
		g.asm.RR(op, dst, ra)
		return
	}
	g.move(dst, ra)
	g.apply(op, dst, o)
}

// overwrite gives the result of an operation of two operands a register: that of
// the first operand if nobody needs it any more; that of the second only if their
// order does not matter.
func (g *generator) overwrite(v, a, b optimizer.Value, ra x64.Reg, o operand, commutes bool) x64.Reg {
	rb := x64.NoReg
	if o.kind == inRegister {
		rb = o.reg
	}
	if commutes && o.kind != inMemory {
		g.done(a, b)
		return g.out(v, ra, rb)
	}
	g.done(a)
	var keep set
	if o.kind != isConstant {
		keep = g.operandSet(o)
	}
	g.pinned |= keep // the result may not overwrite it before it is read
	dst := g.out(v, ra)
	g.done(b)
	return dst
}

// operandSet is the registers that an operand needs.
func (g *generator) operandSet(o operand) (s set) {
	switch o.kind {
	case inRegister:
		s |= only(o.reg)
	case inMemory:
		for _, r := range [...]x64.Reg{o.mem.Base, o.mem.Index} {
			if r < 32 {
				s |= only(r)
			}
		}
	}
	return s
}

// add uses lea where the result gets another register than the operands.
func (g *generator) add(in *backend.Instr) {
	a, b := g.ordered(in)
	if _, constant := g.constInt(a); constant || g.isFused(b) {
		g.binary(x64.ADD, in, true)
		return
	}
	ra := g.in(a)
	o := g.operand(b)
	if o.kind == inMemory {
		dst := g.overwrite(in.Dst, a, b, ra, o, false)
		g.move(dst, ra)
		g.apply(x64.ADD, dst, o)
		return
	}
	dst := g.overwrite(in.Dst, a, b, ra, o, true)
	switch {
	case dst == ra:
		g.apply(x64.ADD, dst, o)
	case o.kind == isConstant:
		g.asm.RM(x64.LEA, dst, x64.At(ra, o.imm))
	case dst == o.reg:
		g.asm.RR(x64.ADD, dst, ra)
	default:
		g.asm.RM(x64.LEA, dst, x64.Indexed(ra, o.reg, 1, 0))
	}
}

func (g *generator) sub(in *backend.Instr) {
	c, ok := g.constInt32(in.B)
	if _, constant := g.constInt(in.A); !ok || constant || c == -1<<31 {
		g.binary(x64.SUB, in, false)
		return
	}
	ra := g.in(in.A)
	g.done(in.A)
	dst := g.out(in.Dst, ra)
	if dst == ra {
		g.asm.RI(x64.SUB, dst, c)
		return
	}
	g.asm.RM(x64.LEA, dst, x64.At(ra, -c))
}

// mul multiplies; by a constant it looks for something cheaper.
func (g *generator) mul(in *backend.Instr) {
	a, b := g.ordered(in)
	c, ok := g.constInt(b)
	if _, both := g.constInt(a); !ok || both || c != int64(int32(c)) {
		if _, constant := g.constInt(a); constant && !g.isFused(b) {
			a, b = b, a
		}
		g.mulOperands(in, a, b)
		return
	}
	ra := g.in(a)
	g.done(a)
	dst := g.out(in.Dst, ra)
	switch {
	case c > 0 && c&(c-1) == 0:
		g.move(dst, ra)
		if c > 1 {
			g.asm.RI(x64.SHL, dst, int32(bits.TrailingZeros64(uint64(c))))
		}
	case c == 3 || c == 5 || c == 9:
		g.asm.RM(x64.LEA, dst, x64.Indexed(ra, ra, uint8(c-1), 0))
	case c == -1:
		g.move(dst, ra)
		g.asm.R(x64.NEG, dst)
	case c == 0:
		g.asm.MovImm(dst, 0)
	default:
		g.asm.RRI(x64.IMUL, dst, ra, int32(c))
	}
}

func (g *generator) mulOperands(in *backend.Instr, a, b optimizer.Value) {
	ra := g.in(a)
	o := g.source(b)
	dst := g.overwrite(in.Dst, a, b, ra, o, o.kind == inRegister)
	if o.kind == inRegister && dst == o.reg && dst != ra {
		g.asm.RR(x64.IMUL, dst, ra)
		return
	}
	g.move(dst, ra)
	g.apply(x64.IMUL, dst, o)
}

func (g *generator) unary(op x64.Op, in *backend.Instr) {
	ra := g.in(in.A)
	g.done(in.A)
	dst := g.out(in.Dst, ra)
	g.move(dst, ra)
	g.asm.R(op, dst)
}

// shift shifts by a constant or by a register.
func (g *generator) shift(in *backend.Instr) {
	op, three := x64.SHL, x64.SHLX
	switch in.Code {
	case optimizer.OpIntRshift:
		op, three = x64.SAR, x64.SARX
	case optimizer.OpUintRshift:
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
func (g *generator) shiftByCL(op x64.Op, v, a, b optimizer.Value) {
	ra := g.inAvoiding(a, only(x64.RCX))
	if ra == x64.RCX { // what is shifted stands where the amount has to be
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
func (g *generator) bring(v optimizer.Value, r x64.Reg) {
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
	ra := g.in(in.A)
	g.claim(x64.RCX)
	if ra = g.val(in.A).reg; ra == x64.RCX || g.val(in.B).reg == x64.RCX {
		panic("BUG: an operand is still in rcx")
	}
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

func (g *generator) forceGeZero(in *backend.Instr) {
	ra := g.in(in.A)
	zero := g.temp(false)
	g.asm.MovImm(zero, 0)
	g.done(in.A)
	dst := g.out(in.Dst, ra)
	g.move(dst, ra)
	g.asm.RR(x64.TEST, dst, dst)
	g.asm.Cmov(x64.Sign, dst, zero)
}

// overflow computes and leaves by the overflow flag.
func (g *generator) overflow(in *backend.Instr) {
	if g.overflowInPlace(in) {
		return
	}
	switch in.Code {
	case optimizer.OpIntAddOvf:
		g.binary(x64.ADD, in, true)
	case optimizer.OpIntSubOvf:
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

// overflowInPlace overwrites an operand that only the exit still needs: the way out
// computes it back from the sum, which wrapped around. So a sum that goes round a loop
// stays in one register.
func (g *generator) overflowInPlace(in *backend.Instr) bool {
	op, undo := x64.ADD, x64.SUB
	a, b := in.A, in.B
	switch in.Code {
	case optimizer.OpIntAddOvf:
		a, b = g.ordered(in)
		if !g.onlyForExit(a) && g.onlyForExit(b) {
			a, b = b, a
		}
	case optimizer.OpIntSubOvf:
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
	g.pinned &^= only(ra)
	g.forget(valueID(a))
	g.put(valueID(in.Dst), ra)
	return true
}

// onlyForExit tells whether the exit of the instruction at hand is the last that needs
// a value.
func (g *generator) onlyForExit(v optimizer.Value) bool {
	if v <= 0 || g.isFused(v) || g.values[v].known != 0 {
		return false
	}
	d := &g.values[v]
	return d.end == d.next || g.uses[d.end-1].point() <= g.point+1
}

// guardTruth leaves by what is asked: a comparison that is part of it, or a value.
func (g *generator) guardTruth(in *backend.Instr) {
	want := in.Op == backend.OpGuardTrue
	if g.isFused(in.A) {
		if def := &g.p.Code[g.values[in.A].def]; def.Op == backend.OpPure {
			answer := g.compare(def)
			if !want {
				answer = answer.negate()
			}
			// It leaves if the answer is no, so there it has the other value.
			d := &g.values[in.A]
			d.known = 2
			if want {
				d.known = 1
			}
			g.version++
			g.leaveUnless(answer, in.Exit)
			d.known = 3 - d.known
			g.version++
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
func (g *generator) compareZero(v optimizer.Value) {
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
