package native

import (
	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// comparison says how to read the flags after a comparison.
type comparison struct {
	cond x64.Cond
	// parity: after comparing doubles for equality, the parity flag means that one
	// is NaN. and means that the answer is yes if cond holds and it is not set;
	// or, if cond holds or it is set.
	parity parity
}

type parity uint8

const (
	noParity parity = iota
	andOrdered
	orUnordered
)

func (c comparison) negate() comparison {
	c.cond = c.cond.Negate()
	switch c.parity {
	case andOrdered:
		c.parity = orUnordered
	case orUnordered:
		c.parity = andOrdered
	}
	return c
}

// leaveUnless leaves if the answer is no.
func (g *generator) leaveUnless(c comparison, exit int32) {
	out := g.leave(exit)
	no := c.negate()
	switch no.parity {
	case noParity:
		g.asm.Jcc(no.cond, out, false)
	case orUnordered:
		g.asm.Jcc(no.cond, out, false)
		g.asm.Jcc(x64.Parity, out, false)
	case andOrdered:
		ordered := g.asm.NewLabel()
		g.asm.Jcc(x64.Parity, ordered, true)
		g.asm.Jcc(no.cond, out, false)
		g.asm.Place(ordered)
	}
}

// materialize computes 0 or 1 from a comparison.
func (g *generator) materialize(in *backend.Instr) {
	c := g.compare(in)
	if c.parity == noParity {
		g.done(in.A, in.B)
		dst := g.out(in.Dst)
		g.asm.Set(c.cond, dst)
		g.asm.RR(x64.MOVZXB, dst, dst)
		return
	}
	other := g.temp(false)
	g.done(in.A, in.B)
	dst := g.out(in.Dst)
	g.asm.Set(c.cond, dst)
	p, join := x64.NoParity, x64.ANDL
	if c.parity == orUnordered {
		p, join = x64.Parity, x64.ORL
	}
	g.asm.Set(p, other)
	g.asm.RR(join, dst, other)
	g.asm.RR(x64.MOVZXB, dst, dst)
}

// compare sets the flags and says how to read them. Operands stay pinned.
func (g *generator) compare(in *backend.Instr) comparison {
	switch code := in.Code; code {
	case trace.OpIntIsTrue, trace.OpIntIsZero:
		g.compareZero(in.A)
		if code == trace.OpIntIsZero {
			return comparison{cond: x64.Equal}
		}
		return comparison{cond: x64.NotEqual}
	case trace.OpPtrEq, trace.OpPtrNe:
		g.compareRefs(in.A, in.B)
		if code == trace.OpPtrEq {
			return comparison{cond: x64.Equal}
		}
		return comparison{cond: x64.NotEqual}
	}
	if isFloatComparison(in.Code) {
		return g.compareFloats(in)
	}
	cond := intConds[in.Code-trace.OpIntLt]
	if g.compareInts(in.A, in.B) {
		cond = cond.Swap()
	}
	return comparison{cond: cond}
}

// intConds are the conditions of the comparisons from int_lt to uint_ge.
var intConds = [...]x64.Cond{
	0:                              x64.Less,
	trace.OpIntLe - trace.OpIntLt:  x64.LessEqual,
	trace.OpIntEq - trace.OpIntLt:  x64.Equal,
	trace.OpIntNe - trace.OpIntLt:  x64.NotEqual,
	trace.OpIntGt - trace.OpIntLt:  x64.Greater,
	trace.OpIntGe - trace.OpIntLt:  x64.GreaterEqual,
	trace.OpUintLt - trace.OpIntLt: x64.Below,
	trace.OpUintLe - trace.OpIntLt: x64.BelowEqual,
	trace.OpUintGt - trace.OpIntLt: x64.Above,
	trace.OpUintGe - trace.OpIntLt: x64.AboveEqual,
}

// compareInts compares two integers and reports whether it had to exchange them.
func (g *generator) compareInts(a, b trace.Value) (swapped bool) {
	if _, constant := g.constInt(a); constant {
		if _, both := g.constInt(b); !both {
			a, b, swapped = b, a, true
		}
	}
	o := g.operand(b)
	if g.isFused(a) && o.kind != inMemory {
		m := g.address(&g.list[g.values[a].def])
		if o.kind == isConstant {
			g.asm.MI(x64.CMP, m, o.imm)
		} else {
			g.asm.MR(x64.CMP, m, o.reg)
		}
		return swapped
	}
	ra := g.in(a)
	if o.kind == isConstant && o.imm == 0 {
		g.asm.RR(x64.TEST, ra, ra)
		return swapped
	}
	g.apply(x64.CMP, ra, o)
	return swapped
}

// compareRefs compares two references: their lower halves are enough.
func (g *generator) compareRefs(a, b trace.Value) {
	if g.isNull(a) {
		a, b = b, a
	}
	ra := g.in(a)
	if g.isNull(b) {
		g.asm.RR(x64.TESTL, ra, ra)
		return
	}
	if b.IsConst() && g.val(b).reg == x64.NoReg {
		bits, _ := g.constBits(b)
		g.asm.RM(x64.CMPL, ra, word(int32(bits)))
		return
	}
	g.asm.RR(x64.CMPL, ra, g.in(b))
}

// isNull reports whether an operand is the constant null.
func (g *generator) isNull(v trace.Value) bool {
	return v == trace.None || v.IsConst() && !g.isObject(v)
}

// compareFloats compares so that NaN gives "no": with "above" and "above or equal",
// which need the greater operand first.
func (g *generator) compareFloats(in *backend.Instr) comparison {
	a, b := in.A, in.B
	c := comparison{}
	switch in.Code {
	case trace.OpFloatLt:
		a, b, c.cond = b, a, x64.Above
	case trace.OpFloatLe:
		a, b, c.cond = b, a, x64.AboveEqual
	case trace.OpFloatGt:
		c.cond = x64.Above
	case trace.OpFloatGe:
		c.cond = x64.AboveEqual
	case trace.OpFloatEq:
		c = comparison{x64.Equal, andOrdered}
	case trace.OpFloatNe:
		c = comparison{x64.NotEqual, orUnordered}
	}
	ra := g.in(a)
	g.apply(g.ucomisd(), ra, g.source(b))
	return c
}
