package fuzz

import "unbox/trace"

// limit is something that an optimizer can conclude from the range of an integer: up to
// some number an operation does one thing, and beyond it another.
type limit struct {
	// lowest and highest are the ends of the range in which it does the first
	// thing.
	lowest, highest uint64
	// then is the operation, on the integer and other.
	then  trace.Opcode
	other uint64
	// unary says that there is no other operand; swapped that the other one comes
	// first.
	unary, swapped bool
}

// atLimit guards an integer with an end of a range at a limit, or one off, and then does
// the operation that the limit is about. A conclusion that is correct on one side is a
// mistake on the other, and the inputs on both sides are tried (vary.go).
func (g *Generator) atLimit() {
	v, ok := g.limited()
	if !ok {
		return
	}
	l := g.limit()
	if !g.src.one(5) {
		g.bound(v, l.highest+g.near(), true)
	}
	if !g.src.one(5) {
		g.bound(v, l.lowest+g.near(), false)
	}
	g.budget -= 3
	switch l.then {
	case trace.OpIntAddOvf, trace.OpIntSubOvf, trace.OpIntMulOvf:
		g.checked(l.then, v, g.number(l.other))
		return
	}
	c := computation{code: l.then, a: v, b: g.number(l.other), unary: l.unary, result: trace.Int}
	if l.swapped {
		c.a, c.b = c.b, c.a
	}
	before := len(g.values[0])
	if g.compute(c); len(g.values[0]) > before && g.src.one(3) {
		g.guardLast()
	}
}

// limited chooses an integer whose example is known: most often an input, because inputs
// can be varied.
func (g *Generator) limited() (value, bool) {
	if len(g.params) > 0 && !g.src.one(3) {
		if v := g.params[g.src.pick(len(g.params))]; v.typ == trace.Int && v.known {
			return v, true
		}
	}
	v, ok := g.recent(0)
	return v, ok && v.known && !v.v.IsConst()
}

// near is -1, 0 or 1; 0 is as frequent as the others together.
func (g *Generator) near() uint64 {
	switch g.src.pick(4) {
	case 0:
		return 1
	case 1:
		return ^uint64(0)
	}
	return 0
}

// The largest and the smallest integer.
const (
	largestInteger  = 1<<63 - 1
	smallestInteger = 1 << 63
)

// limit chooses one.
func (g *Generator) limit() limit {
	switch g.src.pick(9) {
	case 0, 1: // what fits into some bytes with its sign
		bytes := uint64(1) << g.src.pick(4)
		top := uint64(1)<<(8*bytes-1) - 1
		return limit{lowest: ^top, highest: top, then: trace.OpIntSignext, other: bytes}
	case 2: // what a mask leaves alone
		mask := uint64(1)<<g.src.pick(63) - 1
		if g.src.one(3) {
			return limit{lowest: ^mask, highest: ^uint64(0), then: trace.OpIntOr, other: ^mask}
		}
		return limit{highest: mask, then: trace.OpIntAnd, other: mask}
	case 3: // what can be added
		n := g.src.integer()
		l := limit{lowest: smallestInteger, highest: largestInteger - n, then: trace.OpIntAddOvf, other: n}
		if n>>63 != 0 {
			l.lowest, l.highest = smallestInteger-n, largestInteger
		}
		return l
	case 4: // what can be subtracted from
		n := g.src.integer()
		l := limit{lowest: smallestInteger + n, highest: largestInteger, then: trace.OpIntSubOvf, other: n}
		if n>>63 != 0 {
			l.lowest, l.highest = smallestInteger, largestInteger+n
		}
		return l
	case 5: // what can be multiplied
		n := int64(2 + g.src.pick(30))
		return limit{lowest: uint64(-1 << 63 / n), highest: uint64(largestInteger / n), then: trace.OpIntMulOvf, other: uint64(n)}
	case 6: // signs and truth
		code := unaryCodes[g.src.pick(len(unaryCodes))]
		return limit{highest: uint64(g.src.pick(3)), then: code, unary: true}
	case 7: // amounts of shifts
		return limit{highest: 63, then: shiftCodes[g.src.pick(len(shiftCodes))], other: g.src.integer(), swapped: true}
	}
	low := g.src.integer()
	high := low + uint64(g.src.pick(40))
	other := high
	if g.src.one(2) {
		other = low
	}
	return limit{lowest: low, highest: high, then: compareCodes[g.src.pick(len(compareCodes))], other: other + g.near()}
}

// bound guards an integer by an end of a range, in one of the ways to write that. The
// guard holds for the example.
func (g *Generator) bound(v value, end uint64, isHighest bool) {
	code, b := trace.OpIntGe, end
	switch {
	case isHighest && g.src.one(3) && end != largestInteger:
		code, b = trace.OpIntLt, end+1
	case isHighest:
		code = trace.OpIntLe
	case g.src.one(3) && end != smallestInteger:
		code, b = trace.OpIntGt, end-1
	}
	before := len(g.values[0])
	g.compute(computation{code: code, a: v, b: g.number(b), result: trace.Int})
	if len(g.values[0]) > before {
		g.guardLast()
	}
}
