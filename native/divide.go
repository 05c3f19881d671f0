package native

import (
	"math/bits"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// Division rounds down, and so does a shift to the right: a power of two as divisor
// is a shift or a mask. By other constants above 1 the quotient is the upper half of
// a product (T. Granlund, P. L. Montgomery, "Division by Invariant Integers using
// Multiplication", 1994). That is for numbers that are not negative; for a negative
// one ^n is not negative, and floor(n/d) == ^floor(^n/d).

// divide computes py_div or py_mod.
func (g *generator) divide(in *backend.Instr) {
	d, constant := g.constInt(in.B)
	switch {
	case constant && d > 0 && d&(d-1) == 0:
		g.divideByPower(in, d)
	case constant && d > 0:
		g.divideByConstant(in, uint64(d))
	default:
		g.divideByRegister(in)
	}
}

func (g *generator) divideByPower(in *backend.Instr, d int64) {
	shift := int32(bits.TrailingZeros64(uint64(d)))
	ra := g.in(in.A)
	g.done(in.A)
	dst := g.out(in.Dst, ra)
	if in.Code == trace.OpIntPyDiv {
		g.move(dst, ra)
		if shift > 0 {
			g.asm.RI(x64.SAR, dst, shift)
		}
		return
	}
	mask := d - 1
	if mask == int64(int32(mask)) {
		g.move(dst, ra)
		g.asm.RI(x64.AND, dst, int32(mask))
		return
	}
	g.move(dst, ra) // the lowest bits, without a constant that does not fit
	g.asm.RI(x64.SHL, dst, 64-shift)
	g.asm.RI(x64.SHR, dst, 64-shift)
}

// reciprocal returns m and s such that n/d == (n*m)>>(64+s) for all n from 0 to
// 2**63-1. d must be above 2 and no power of two. With 2**s < d < 2**(s+1), m is
// 2**(64+s)/d rounded up, which fits into 64 bits; the product is too large by at most
// d*n < 2**(64+s), less than what would change the quotient.
func reciprocal(d uint64) (m uint64, s int32) {
	s = int32(bits.Len64(d)) - 1
	quotient, _ := bits.Div64(1<<s, 0, d)
	return quotient + 1, s
}

func (g *generator) divideByConstant(in *backend.Instr, d uint64) {
	m, s := reciprocal(d)
	ra := g.in(in.A)
	g.claim(x64.RDX)
	g.pinned |= only(x64.RDX)
	g.claim(x64.RAX)
	g.pinned |= only(x64.RAX)
	ra = g.again(in.A, ra)
	sign := g.temp(false)
	g.move(sign, ra)
	g.asm.RI(x64.SAR, sign, 63)
	g.move(x64.RAX, ra)
	g.asm.RR(x64.XOR, x64.RAX, sign)
	g.asm.MovImm(x64.RDX, int64(m))
	g.asm.R(x64.MUL, x64.RDX)
	if s > 0 {
		g.asm.RI(x64.SHR, x64.RDX, s)
	}
	g.asm.RR(x64.XOR, x64.RDX, sign)
	if in.Code == trace.OpIntPyDiv {
		g.done(in.A)
		g.result(in.Dst, x64.RDX)
		return
	}
	if d == uint64(int32(d)) {
		g.asm.RRI(x64.IMUL, x64.RDX, x64.RDX, int32(d))
	} else {
		g.asm.MovImm(x64.RAX, int64(d))
		g.asm.RR(x64.IMUL, x64.RDX, x64.RAX)
	}
	g.move(x64.RAX, ra)
	g.asm.RR(x64.SUB, x64.RAX, x64.RDX)
	g.done(in.A)
	g.result(in.Dst, x64.RAX)
}

// again returns the register of an operand, which a claim may have moved.
func (g *generator) again(v trace.Value, before x64.Reg) x64.Reg {
	if d := g.val(v); d.reg != x64.NoReg {
		return d.reg
	}
	return before
}

// result says that a claimed register now holds the result.
func (g *generator) result(v trace.Value, r x64.Reg) {
	d := &g.values[v]
	if h := g.hinted(d); h != x64.NoReg {
		g.move(h, r)
		r = h
	}
	g.put(valueID(v), r)
}

// divideByRegister divides with div on 32 bits if both operands are small and not
// negative, which most are: that is quicker, much so on older processors, and there is
// nothing to round. Larger ones that are not negative need no rounding either; the
// branch costs nothing where the code would otherwise wait for the rounding. Both are
// out of line.
func (g *generator) divideByRegister(in *backend.Instr) {
	g.in(in.A)
	g.in(in.B)
	g.claim(x64.RAX)
	g.pinned |= only(x64.RAX)
	g.claim(x64.RDX)
	g.pinned |= only(x64.RDX)
	ra, rb := g.val(in.A).reg, g.val(in.B).reg
	other := g.temp(false) // what this spills is stored on all paths
	large, end := g.asm.NewLabel(), g.asm.NewLabel()
	g.move(x64.RAX, ra)
	g.move(other, ra)
	g.asm.RR(x64.OR, other, rb)
	g.asm.RI(x64.SHR, other, 32)
	g.asm.Jcc(x64.NotEqual, large, false)
	g.asm.RR(x64.XORL, x64.RDX, x64.RDX)
	g.asm.R(x64.DIVL, rb)
	g.asm.Place(end)
	quotient := in.Code == trace.OpIntPyDiv
	g.outline(func() {
		signed := g.asm.NewLabel()
		g.asm.Place(large)
		g.asm.RR(x64.TESTL, other, other) // its upper half is that of both operands
		g.asm.Jcc(x64.Sign, signed, true)
		g.asm.RR(x64.XORL, x64.RDX, x64.RDX)
		g.asm.R(x64.DIV, rb)
		g.asm.Jmp(end, false)
		g.asm.Place(signed)
		g.divideSigned(quotient, rb, other)
		g.asm.Jmp(end, false)
	})
	g.done(in.A, in.B)
	if quotient {
		g.result(in.Dst, x64.RAX)
	} else {
		g.result(in.Dst, x64.RDX)
	}
}

// divideSigned divides rax with idiv, which cannot divide the smallest integer by -1
// and rounds toward zero. The quotient is then in rax, or the remainder in rdx.
func (g *generator) divideSigned(quotient bool, rb, other x64.Reg) {
	minusOne, done := g.asm.NewLabel(), g.asm.NewLabel()
	g.asm.RI(x64.CMP, rb, -1)
	g.asm.Jcc(x64.Equal, minusOne, true)
	g.asm.Plain(x64.CQO)
	g.asm.R(x64.IDIV, rb)
	if quotient { // subtract one if there is a remainder and its sign is not the divisor's
		g.asm.RM(x64.LEA, other, x64.At(x64.RAX, -1))
		g.asm.RR(x64.TEST, x64.RDX, x64.RDX)
		g.asm.Cmov(x64.Equal, other, x64.RAX)
		g.asm.RR(x64.XOR, x64.RDX, rb)
		g.asm.Cmov(x64.Sign, x64.RAX, other)
	} else { // add the divisor, likewise
		g.asm.RM(x64.LEA, x64.RAX, x64.Indexed(x64.RDX, rb, 1, 0))
		g.asm.RR(x64.TEST, x64.RDX, x64.RDX)
		g.asm.Cmov(x64.Equal, x64.RAX, x64.RDX)
		g.move(other, x64.RDX)
		g.asm.RR(x64.XOR, other, rb)
		g.asm.Cmov(x64.Sign, x64.RDX, x64.RAX)
	}
	g.asm.Jmp(done, true)
	g.asm.Place(minusOne)
	g.asm.R(x64.NEG, x64.RAX)
	g.asm.MovImm(x64.RDX, 0)
	g.asm.Place(done)
}

// mulHigh computes the upper half of an unsigned product.
func (g *generator) mulHigh(in *backend.Instr) {
	g.in(in.A)
	g.in(in.B)
	g.claim(x64.RAX)
	g.pinned |= only(x64.RAX)
	g.claim(x64.RDX)
	g.pinned |= only(x64.RDX)
	g.move(x64.RAX, g.val(in.A).reg)
	g.asm.R(x64.MUL, g.val(in.B).reg)
	g.done(in.A, in.B)
	g.result(in.Dst, x64.RDX)
}
