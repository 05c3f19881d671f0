package native

import (
	"math/bits"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
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
func (g *generator) operand(v trace.Value) operand {
	if c, ok := g.constInt32(v); ok {
		return operand{kind: isConstant, imm: c}
	}
	return g.source(v)
}

// source is an operand in a register or in memory.
func (g *generator) source(v trace.Value) operand {
	if g.isFused(v) {
		return operand{kind: inMemory, mem: g.address(&g.list[g.values[v].def])}
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
	case trace.OpIntAdd:
		g.add(in)
	case trace.OpIntSub:
		g.sub(in)
	case trace.OpIntMul:
		g.mul(in)
	case trace.OpIntAnd:
		g.binary(x64.AND, in, true)
	case trace.OpIntOr:
		g.binary(x64.OR, in, true)
	case trace.OpIntXor:
		g.binary(x64.XOR, in, true)
	case trace.OpIntNeg:
		g.unary(x64.NEG, in)
	case trace.OpIntInvert:
		g.unary(x64.NOT, in)
	case trace.OpIntLshift, trace.OpIntRshift, trace.OpUintRshift:
		g.shift(in)
	case trace.OpIntSignext:
		g.signext(in)
	case trace.OpUintMulHigh:
		g.mulHigh(in)
	case trace.OpIntForceGeZero:
		g.forceGeZero(in)
	case trace.OpIntPyDiv, trace.OpIntPyMod:
		g.divide(in)
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
func (g *generator) ordered(in *backend.Instr) (a, b trace.Value) {
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
	if c, ok := g.constInt(a); ok { // the first one is loaded into the register of the result
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
// the first operand if it is not needed any more; that of the second only if
// their order does not matter.
func (g *generator) overwrite(v, a, b trace.Value, ra x64.Reg, o operand, commutes bool) x64.Reg {
	rb := x64.NoReg
	if o.kind == inRegister {
		rb = o.reg
	}
	if commutes && o.kind != inMemory {
		g.done(a, b)
		return g.out(v, ra, rb)
	}
	g.done(a)
	if o.kind == inRegister { // the result must not overwrite it before it is read, even if done has freed a
		g.pinned |= only(rb)
	}
	dst := g.out(v, ra)
	g.done(b)
	return dst
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

// mul multiplies; for a constant factor it looks for something cheaper.
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

func (g *generator) mulOperands(in *backend.Instr, a, b trace.Value) {
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
