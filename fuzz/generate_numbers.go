package fuzz

import "unbox/trace"

// number returns a constant integer.
func (g *Generator) number(bits uint64) value {
	return value{v: g.int(bits), bits: bits, typ: trace.Int, known: true}
}

// constantNumber returns a constant integer: at the edges, one that the trace has
// already used, or one near the example of some value, so that comparisons are close.
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

// pair returns two operands, rarely two constants.
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
	g.compute(computation{code: binaryCodes[g.src.pick(len(binaryCodes))], a: a, b: b, result: trace.Int})
}

// compare compares two integers, and most often guards the answer at once.
func (g *Generator) compare() {
	a, b := g.pair()
	if n := len(g.values[0]); g.src.one(4) && n > 0 {
		a = g.values[0][n-1] // what was computed last
	}
	g.compute(computation{code: compareCodes[g.src.pick(len(compareCodes))], a: a, b: b, result: trace.Int})
	if !g.src.one(3) {
		g.guardLast()
	}
}

func (g *Generator) unary() {
	a := g.integer()
	g.compute(computation{code: unaryCodes[g.src.pick(len(unaryCodes))], a: a, unary: true, result: trace.Int})
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
		g.guard(trace.OpGuardValue, -1, v.v, g.int(v.bits))
	case v.bits != 0:
		g.guard(trace.OpGuardTrue, -1, v.v)
	default:
		g.guard(trace.OpGuardFalse, -1, v.v)
	}
}

// compute emits a pure operation on numbers, if it has a meaning for the example.
func (g *Generator) compute(c computation) {
	result := value{typ: c.result, known: c.a.known && (c.unary || c.b.known)}
	bits, status := trace.Eval(c.code, c.a.bits, c.b.bits)
	if status != trace.EvalOK {
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
		if info.Commuted != trace.OpNone {
			c.code, c.a, c.b = info.Commuted, c.b, c.a
		}
	case 2:
		if info.Inverse != trace.OpNone {
			c.code = info.Inverse
		}
	case 3:
		switch c.code {
		case trace.OpIntAdd, trace.OpIntSub, trace.OpIntMul:
			g.checked(overflowCodes[c.code-trace.OpIntAdd], c.a, c.b)
			return
		case trace.OpFloatLt, trace.OpFloatLe, trace.OpFloatGt, trace.OpFloatGe:
			c.code = floatCompare[g.src.pick(len(floatCompare))]
		}
	}
	g.compute(c)
	if c.result == trace.Int && g.src.one(4) {
		g.guardLast()
	}
}

// undo reverses what was computed last: a sum minus one of its parts, the opposite
// of an opposite. Most rules are about such chains.
func (g *Generator) undo() {
	if len(g.pure) == 0 {
		g.binary()
		return
	}
	last := g.pure[len(g.pure)-1]
	list := g.values[0]
	if last.result != trace.Int || len(list) == 0 || list[len(list)-1].v.IsConst() {
		g.again()
		return
	}
	result, part := list[len(list)-1], last.a
	if g.src.one(2) && !last.unary {
		part = last.b
	}
	if part.typ != trace.Int {
		g.unary()
		return
	}
	code := binaryCodes[g.src.pick(len(binaryCodes))]
	switch g.src.pick(4) {
	case 0:
		g.checked(overflowCodes[g.src.pick(2)], result, part)
		return
	case 1:
		code = trace.OpIntSub
	case 2:
		code = compareCodes[g.src.pick(len(compareCodes))]
	}
	g.compute(computation{code: code, a: result, b: part, result: trace.Int})
}

func (g *Generator) overflow() {
	a, b := g.pair()
	g.checked(overflowCodes[g.src.pick(len(overflowCodes))], a, b)
}

// checked emits an overflow operation with the guard that holds.
func (g *Generator) checked(code trace.Opcode, a, b value) {
	if !a.known || !b.known {
		return
	}
	bits, status := trace.Eval(code, a.bits, b.bits)
	v := g.emit(code, trace.Int, -1, a.v, b.v)
	if status == trace.EvalOverflow {
		g.guard(trace.OpGuardOverflow, -1)
		return
	}
	g.guard(trace.OpGuardNoOverflow, -1)
	g.keep(value{v: v, bits: bits, typ: trace.Int, known: true})
	if len(g.pure) < 64 {
		plain := trace.OpIntAdd + (code - trace.OpIntAddOvf)
		g.pure = append(g.pure, computation{code: plain, a: a, b: b, result: trace.Int})
	}
}

// shift emits a shift whose amount has a meaning.
func (g *Generator) shift() {
	a, amount := g.integer(), value{}
	if g.src.one(2) {
		by := g.integer()
		amount = value{bits: by.bits & 63, typ: trace.Int, known: by.known}
		amount.v = g.emit(trace.OpIntAnd, trace.Int, -1, by.v, g.int(63))
		g.keep(amount)
	} else if g.src.one(2) {
		amount = g.number(uint64(g.src.pick(64)))
	} else {
		amount = g.number(uint64(g.src.pick(5)))
	}
	g.compute(computation{code: shiftCodes[g.src.pick(len(shiftCodes))], a: a, b: amount, result: trace.Int})
}

// divide emits a division by something that is not 0, or a sign extension.
func (g *Generator) divide() {
	a, by := g.pair()
	if g.src.one(4) {
		g.compute(computation{code: widthCodes[g.src.pick(len(widthCodes))], a: a, b: g.number(1 << g.src.pick(4)), result: trace.Int})
		return
	}
	if by.bits == 0 || !by.known {
		by = g.number(uint64(1 + g.src.pick(8)))
	}
	code := divisionCodes[g.src.pick(len(divisionCodes))]
	g.compute(computation{code: code, a: a, b: by, result: trace.Int})
}

// double returns a float, made from an integer if there is none.
func (g *Generator) double() value {
	if v, ok := g.recent(2); ok && !g.src.one(4) {
		return v
	}
	bits := g.src.float()
	return value{v: g.constant(trace.Const{Kind: trace.ConstFloat, Bits: bits}), bits: bits, typ: trace.Float, known: true}
}

func (g *Generator) floating() {
	switch g.src.pick(8) {
	default:
		g.compute(computation{code: floatCodes[g.src.pick(len(floatCodes))], a: g.double(), b: g.double(), result: trace.Float})
	case 0:
		g.compute(computation{code: floatUnary[g.src.pick(len(floatUnary))], a: g.double(), unary: true, result: trace.Float})
	case 1:
		g.convert(fromInteger[0])
	case 2:
		g.convert(fromFloat[0])
	case 3:
		g.convert(rareConversions[g.src.pick(len(rareConversions))])
	}
}

// convert makes a double from an integer, or the reverse.
func (g *Generator) convert(code trace.Opcode) {
	if code.Info().Result == 'i' {
		g.compute(computation{code: code, a: g.double(), unary: true, result: trace.Int})
		return
	}
	g.compute(computation{code: code, a: g.integer(), unary: true, result: trace.Float})
}

// compareFloats compares two doubles; half the time the answer is turned around,
// because "not less" is where NaN matters.
func (g *Generator) compareFloats() {
	a, b := g.double(), g.double()
	if g.src.one(8) {
		b = a
	}
	before := len(g.values[0])
	g.compute(computation{code: floatCompare[g.src.pick(len(floatCompare))], a: a, b: b, result: trace.Int})
	if len(g.values[0]) == before {
		return
	}
	truth := g.values[0][len(g.values[0])-1]
	switch g.src.pick(4) {
	case 0, 1:
		g.guardNumber(truth)
	case 2:
		g.compute(computation{code: trace.OpIntIsZero, a: truth, unary: true, result: trace.Int})
	}
}

func (g *Generator) same() {
	v, ok := g.recent(g.src.pick(3))
	if !ok || v.v == trace.None {
		return
	}
	v.v = g.emit(trace.OpSameAs, v.typ, -1, v.v)
	g.keep(v)
}

// guardAny guards some integer.
func (g *Generator) guardAny() {
	if v, ok := g.recent(0); ok {
		g.guardNumber(v)
	}
}
