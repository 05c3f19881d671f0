package native

import (
	"math"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// With AVX each operation has a form of three operands; without, it overwrites its
// first one.

func (g *generator) ucomisd() x64.Op { return g.either(x64.UCOMISD, x64.VUCOMISD) }
func (g *generator) movqg() x64.Op   { return g.either(x64.MOVQG, x64.VMOVQG) }
func (g *generator) movqx() x64.Op   { return g.either(x64.MOVQX, x64.VMOVQX) }

func (g *generator) either(sse, avx x64.Op) x64.Op {
	if g.o.Features.AVX {
		return avx
	}
	return sse
}

// zeroVector puts 0.0 into a register.
func (g *generator) zeroVector(r x64.Reg) {
	if g.o.Features.AVX {
		g.asm.RRR(x64.VXORPD, r, r, r)
		return
	}
	g.asm.RR(x64.XORPD, r, r)
}

// float computes an operation on doubles.
func (g *generator) float(in *backend.Instr) {
	switch in.Code {
	case trace.OpFloatAdd:
		g.floatBinary(in, x64.ADDSD, x64.VADDSD, true)
	case trace.OpFloatSub:
		g.floatBinary(in, x64.SUBSD, x64.VSUBSD, false)
	case trace.OpFloatMul:
		g.floatBinary(in, x64.MULSD, x64.VMULSD, true)
	case trace.OpFloatTruediv:
		g.floatBinary(in, x64.DIVSD, x64.VDIVSD, false)
	case trace.OpFloatNeg:
		g.floatMask(in, x64.XORPD, x64.VXORPD, 1<<63)
	case trace.OpFloatAbs:
		g.floatMask(in, x64.ANDPD, x64.VANDPD, math.MaxInt64)
	case trace.OpFloatSqrt:
		g.floatSqrt(in)
	case trace.OpCastIntToFloat:
		g.intToFloat(in)
	case trace.OpCastFloatToInt:
		g.floatToInt(in)
	case trace.OpFloatToBits:
		r := g.in(in.A)
		g.done(in.A)
		g.asm.RR(g.movqg(), g.out(in.Dst), r)
	case trace.OpBitsToFloat:
		r := g.in(in.A)
		g.done(in.A)
		g.asm.RR(g.movqx(), g.out(in.Dst), r)
	default:
		panic("BUG: no code for the operation " + in.Code.String())
	}
}

func (g *generator) floatBinary(in *backend.Instr, sse, avx x64.Op, commutes bool) {
	a, b := in.A, in.B
	if commutes && (a.IsConst() && !b.IsConst() || g.isFused(a) && !g.isFused(b)) {
		a, b = b, a
	}
	ra := g.in(a)
	o := g.source(b)
	if !g.o.Features.AVX {
		dst := g.overwrite(in.Dst, a, b, ra, o, commutes)
		if o.kind == inRegister && dst == o.reg && dst != ra {
			g.asm.RR(sse, dst, ra)
			return
		}
		g.move(dst, ra)
		g.apply(sse, dst, o)
		return
	}
	g.done(a, b)
	if o.kind == inMemory {
		g.asm.RRM(avx, g.out(in.Dst, ra), ra, o.mem)
		return
	}
	g.asm.RRR(avx, g.out(in.Dst, ra, o.reg), ra, o.reg)
}

// floatMask changes the sign bit.
func (g *generator) floatMask(in *backend.Instr, sse, avx x64.Op, mask uint64) {
	ra := g.in(in.A)
	g.done(in.A)
	dst := g.out(in.Dst, ra)
	if g.o.Features.AVX {
		g.asm.RRM(avx, dst, ra, g.pooledMask(mask))
		return
	}
	g.move(dst, ra)
	g.asm.RM(sse, dst, g.pooledMask(mask))
}

func (g *generator) floatSqrt(in *backend.Instr) {
	o := g.source(in.A)
	g.done(in.A)
	prefer := x64.NoReg
	if o.kind == inRegister {
		prefer = o.reg
	}
	dst := g.out(in.Dst, prefer)
	switch {
	case !g.o.Features.AVX:
		g.apply(x64.SQRTSD, dst, o)
	case o.kind == inMemory:
		g.asm.RRM(x64.VSQRTSD, dst, regScratch, o.mem)
	default:
		g.asm.RRR(x64.VSQRTSD, dst, o.reg, o.reg)
	}
}

// intToFloat clears the register first, or takes the upper half from a register
// that is always ready: the instruction keeps that half, and would wait for it.
func (g *generator) intToFloat(in *backend.Instr) {
	o := g.source(in.A)
	g.done(in.A)
	dst := g.out(in.Dst)
	if !g.o.Features.AVX {
		g.zeroVector(dst)
		g.apply(x64.CVTSI2SD, dst, o)
		return
	}
	if o.kind == inMemory {
		g.asm.RRM(x64.VCVTSI2SD, dst, regScratch, o.mem)
		return
	}
	g.asm.RRR(x64.VCVTSI2SD, dst, regScratch, o.reg)
}

// floatToInt gives the smallest integer for what does not fit, so only that result
// has to be looked at more closely.
func (g *generator) floatToInt(in *backend.Instr) {
	ra := g.in(in.A)
	op := g.either(x64.CVTTSD2SI, x64.VCVTTSD2SI)
	dst := g.out(in.Dst)
	out := g.leave(in.Exit)
	g.asm.RR(op, dst, ra)
	g.asm.RI(x64.CMP, dst, 1)
	rare, back := g.asm.NewLabel(), g.asm.NewLabel()
	g.asm.Jcc(x64.Overflow, rare, false)
	g.asm.Place(back)
	smallest := g.pooled(math.Float64bits(-1 << 63))
	g.outline(func() {
		g.asm.Place(rare)
		g.asm.RM(g.ucomisd(), ra, smallest)
		g.asm.Jcc(x64.Parity, out, false)
		g.asm.Jcc(x64.Equal, back, false)
		g.asm.Jmp(out, false)
	})
	g.done(in.A)
}

// outline writes code for a rare case after the straight path.
func (g *generator) outline(write func()) {
	g.outlined = append(g.outlined, outlined{g.at, write})
}
