package fuzz

import "unbox/optimizer"

var (
	binaryCodes = [...]optimizer.Opcode{
		optimizer.OpIntAdd, optimizer.OpIntSub, optimizer.OpIntMul, optimizer.OpIntAdd, optimizer.OpIntSub, optimizer.OpIntAnd,
		optimizer.OpIntOr, optimizer.OpIntXor, optimizer.OpUintMulHigh,
	}
	compareCodes = [...]optimizer.Opcode{
		optimizer.OpIntLt, optimizer.OpIntLe, optimizer.OpIntEq, optimizer.OpIntNe, optimizer.OpIntGt, optimizer.OpIntGe,
		optimizer.OpUintLt, optimizer.OpUintLe, optimizer.OpUintGt, optimizer.OpUintGe,
	}
	unaryCodes = [...]optimizer.Opcode{
		optimizer.OpIntNeg, optimizer.OpIntInvert, optimizer.OpIntForceGeZero, optimizer.OpIntIsTrue, optimizer.OpIntIsZero,
	}
	overflowCodes = [...]optimizer.Opcode{optimizer.OpIntAddOvf, optimizer.OpIntSubOvf, optimizer.OpIntMulOvf}
	shiftCodes    = [...]optimizer.Opcode{optimizer.OpIntLshift, optimizer.OpIntRshift, optimizer.OpUintRshift}
	floatCodes    = [...]optimizer.Opcode{
		optimizer.OpFloatAdd, optimizer.OpFloatSub, optimizer.OpFloatMul, optimizer.OpFloatTruediv,
	}
	floatUnary   = [...]optimizer.Opcode{optimizer.OpFloatNeg, optimizer.OpFloatAbs, optimizer.OpFloatSqrt}
	floatCompare = [...]optimizer.Opcode{
		optimizer.OpFloatLt, optimizer.OpFloatLe, optimizer.OpFloatEq, optimizer.OpFloatNe, optimizer.OpFloatGt, optimizer.OpFloatGe,
	}
)

// number returns a constant integer.
func (g *Generator) number(bits uint64) value {
	return value{v: g.int(bits), bits: bits, typ: optimizer.Int, known: true}
}

// constantNumber returns a constant integer: at the edges, one that the trace has used
// already, or one near to the example of some value, so that comparisons are close.
func (g *Generator) constantNumber() value {
	bits := uint64(0)
	switch {
	case len(g.pool) > 0 && g.src.one(3):
		bits = g.pool[len(g.pool)-1-g.src.pick(min(len(g.pool), 4))]
	case g.src.one(3):
		v, _ := g.recent(0)
		bits = v.bits + uint64(g.src.pick(3)) - 1
	default:
		bits = g.src.integer()
	}
	g.pool = append(g.pool, bits)
	return g.number(bits)
}

// integer returns a value or a constant.
func (g *Generator) integer() value {
	if g.src.one(4) {
		return g.constantNumber()
	}
	v, ok := g.recent(0)
	if !ok {
		return g.constantNumber()
	}
	return v
}

// pair returns two operands, not often both constants.
func (g *Generator) pair() (a, b value) {
	a, b = g.integer(), g.integer()
	if a.v.IsConst() && b.v.IsConst() && !g.src.one(4) {
		if v, ok := g.recent(0); ok {
			a = v
		}
	}
	if g.src.one(8) {
		b = a
	}
	return a, b
}

func (g *Generator) binary() {
	a, b := g.pair()
	g.compute(computation{code: binaryCodes[g.src.pick(len(binaryCodes))], a: a, b: b, result: optimizer.Int})
}

// compare compares two integers, and most often asks for the answer at once.
func (g *Generator) compare() {
	a, b := g.pair()
	if n := len(g.values[0]); g.src.one(4) && n > 0 {
		a = g.values[0][n-1] // what was computed last
	}
	g.compute(computation{code: compareCodes[g.src.pick(len(compareCodes))], a: a, b: b, result: optimizer.Int})
	if !g.src.one(3) {
		g.guardLast()
	}
}

func (g *Generator) unary() {
	a := g.integer()
	g.compute(computation{code: unaryCodes[g.src.pick(len(unaryCodes))], a: a, unary: true, result: optimizer.Int})
	if g.src.one(3) {
		g.guardLast()
	}
}

// guardLast guards what was computed last.
func (g *Generator) guardLast() { g.guardNumber(g.values[0][len(g.values[0])-1]) }

// guardNumber emits a guard on an integer that holds for the example.
func (g *Generator) guardNumber(v value) {
	switch {
	case !v.known || v.v.IsConst():
	case g.src.one(6):
		g.guard(optimizer.OpGuardValue, -1, v.v, g.int(v.bits))
	case v.bits != 0:
		g.guard(optimizer.OpGuardTrue, -1, v.v)
	default:
		g.guard(optimizer.OpGuardFalse, -1, v.v)
	}
}

// compute emits a pure operation on numbers, if it has a meaning for the example.
func (g *Generator) compute(c computation) {
	result := value{typ: c.result, known: c.a.known && (c.unary || c.b.known)}
	bits, status := optimizer.Eval(c.code, c.a.bits, c.b.bits)
	if status != optimizer.EvalOK {
		return
	}
	result.bits = bits
	if c.unary {
		result.v = g.emit(c.code, c.result, -1, c.a.v)
	} else {
		result.v = g.emit(c.code, c.result, -1, c.a.v, c.b.v)
	}
	g.keep(result)
	if len(g.pure) < 64 {
		g.pure = append(g.pure, c)
	}
}

// again writes an earlier computation once more, with the arguments exchanged where
// that makes no difference, as its opposite, or as one with a check.
func (g *Generator) again() {
	if len(g.pure) == 0 {
		g.binary()
		return
	}
	c := g.pure[g.src.pick(len(g.pure))]
	info := c.code.Info()
	switch g.src.pick(5) {
	case 0, 1:
		if info.Commuted != optimizer.OpNone {
			c.code, c.a, c.b = info.Commuted, c.b, c.a
		}
	case 2:
		if info.Inverse != optimizer.OpNone {
			c.code = info.Inverse
		}
	case 3:
		switch c.code {
		case optimizer.OpIntAdd, optimizer.OpIntSub, optimizer.OpIntMul:
			g.checked(overflowCodes[c.code-optimizer.OpIntAdd], c.a, c.b)
			return
		case optimizer.OpFloatLt, optimizer.OpFloatLe, optimizer.OpFloatGt, optimizer.OpFloatGe:
			c.code = floatCompare[g.src.pick(len(floatCompare))]
		}
	}
	g.compute(c)
	if c.result == optimizer.Int && g.src.one(4) {
		g.guardLast()
	}
}

// undo takes back what was computed last: a sum minus one of its parts, the opposite
// of an opposite. Most rules are about such chains.
func (g *Generator) undo() {
	if len(g.pure) == 0 {
		g.binary()
		return
	}
	last := g.pure[len(g.pure)-1]
	list := g.values[0]
	if last.result != optimizer.Int || len(list) == 0 || list[len(list)-1].v.IsConst() {
		g.again()
		return
	}
	result, part := list[len(list)-1], last.a
	if g.src.one(2) && !last.unary {
		part = last.b
	}
	if part.typ != optimizer.Int {
		g.unary()
		return
	}
	code := binaryCodes[g.src.pick(len(binaryCodes))]
	switch g.src.pick(4) {
	case 0:
		g.checked(overflowCodes[g.src.pick(2)], result, part)
		return
	case 1:
		code = optimizer.OpIntSub
	case 2:
		code = compareCodes[g.src.pick(len(compareCodes))]
	}
	g.compute(computation{code: code, a: result, b: part, result: optimizer.Int})
}

func (g *Generator) overflow() {
	a, b := g.pair()
	g.checked(overflowCodes[g.src.pick(len(overflowCodes))], a, b)
}

// checked emits an overflow operation with the guard that holds.
func (g *Generator) checked(code optimizer.Opcode, a, b value) {
	if !a.known || !b.known {
		return
	}
	bits, status := optimizer.Eval(code, a.bits, b.bits)
	v := g.emit(code, optimizer.Int, -1, a.v, b.v)
	if status == optimizer.EvalOverflow {
		g.guard(optimizer.OpGuardOverflow, -1)
		return
	}
	g.guard(optimizer.OpGuardNoOverflow, -1)
	g.keep(value{v: v, bits: bits, typ: optimizer.Int, known: true})
	if len(g.pure) < 64 {
		plain := optimizer.OpIntAdd + (code - optimizer.OpIntAddOvf)
		g.pure = append(g.pure, computation{code: plain, a: a, b: b, result: optimizer.Int})
	}
}

// shift emits a shift whose amount has a meaning.
func (g *Generator) shift() {
	a, amount := g.integer(), value{}
	if g.src.one(2) {
		by := g.integer()
		amount = value{bits: by.bits & 63, typ: optimizer.Int, known: by.known}
		amount.v = g.emit(optimizer.OpIntAnd, optimizer.Int, -1, by.v, g.int(63))
		g.keep(amount)
	} else if g.src.one(2) {
		amount = g.number(uint64(g.src.pick(64)))
	} else {
		amount = g.number(uint64(g.src.pick(5)))
	}
	g.compute(computation{code: shiftCodes[g.src.pick(len(shiftCodes))], a: a, b: amount, result: optimizer.Int})
}

// divide emits a division by something that is not 0, or a sign extension.
func (g *Generator) divide() {
	a, by := g.pair()
	if g.src.one(4) {
		g.compute(computation{code: optimizer.OpIntSignext, a: a, b: g.number(1 << g.src.pick(4)), result: optimizer.Int})
		return
	}
	if by.bits == 0 || !by.known {
		by = g.number(uint64(1 + g.src.pick(8)))
	}
	code := optimizer.OpIntPyDiv + optimizer.Opcode(g.src.pick(2))
	g.compute(computation{code: code, a: a, b: by, result: optimizer.Int})
}

// double returns a float, made of an integer if there is none.
func (g *Generator) double() value {
	if v, ok := g.recent(2); ok && !g.src.one(4) {
		return v
	}
	bits := g.src.float()
	return value{v: g.constant(optimizer.Const{Kind: optimizer.ConstFloat, Bits: bits}), bits: bits, typ: optimizer.Float, known: true}
}

func (g *Generator) floating() {
	switch g.src.pick(8) {
	default:
		g.compute(computation{code: floatCodes[g.src.pick(len(floatCodes))], a: g.double(), b: g.double(), result: optimizer.Float})
	case 0:
		g.compute(computation{code: floatUnary[g.src.pick(len(floatUnary))], a: g.double(), unary: true, result: optimizer.Float})
	case 1:
		g.compute(computation{code: optimizer.OpCastIntToFloat, a: g.integer(), unary: true, result: optimizer.Float})
	case 2:
		g.compute(computation{code: optimizer.OpCastFloatToInt, a: g.double(), unary: true, result: optimizer.Int})
	case 3:
		g.convert()
	}
}

// convert reads a double as an integer, or the other way round.
func (g *Generator) convert() {
	if g.src.one(2) {
		g.compute(computation{code: optimizer.OpFloatToBits, a: g.double(), unary: true, result: optimizer.Int})
		return
	}
	g.compute(computation{code: optimizer.OpBitsToFloat, a: g.integer(), unary: true, result: optimizer.Float})
}

// compareFloats compares two doubles; half the time the answer is turned around,
// because "not less" is where NaN matters.
func (g *Generator) compareFloats() {
	a, b := g.double(), g.double()
	if g.src.one(8) {
		b = a
	}
	before := len(g.values[0])
	g.compute(computation{code: floatCompare[g.src.pick(len(floatCompare))], a: a, b: b, result: optimizer.Int})
	if len(g.values[0]) == before {
		return
	}
	truth := g.values[0][len(g.values[0])-1]
	switch g.src.pick(4) {
	case 0, 1:
		g.guardNumber(truth)
	case 2:
		g.compute(computation{code: optimizer.OpIntIsZero, a: truth, unary: true, result: optimizer.Int})
	}
}

func (g *Generator) same() {
	v, ok := g.recent(g.src.pick(3))
	if !ok || v.v == optimizer.None {
		return
	}
	v.v = g.emit(optimizer.OpSameAs, v.typ, -1, v.v)
	g.keep(v)
}

// guardAny guards some integer.
func (g *Generator) guardAny() {
	if v, ok := g.recent(0); ok {
		g.guardNumber(v)
	}
}
