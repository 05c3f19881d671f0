package bounds

import (
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

var sums = []trace.Opcode{
	trace.OpIntAdd, trace.OpIntSub, trace.OpIntMul,
	trace.OpIntAddOvf, trace.OpIntSubOvf, trace.OpIntMulOvf,
}

// anySum chooses two integers and their sum, difference or product.
func anySum(d *domain, c *call) []term.Term {
	n := anyPair(d, c)
	e := d.exactly(c.code, n[0], n[1])
	d.exact = []term.Term{e}
	d.numbers = append(d.numbers, d.wrap(e))
	return n
}

// isExact returns whether a proof is about the sum, difference or product of two
// integers.
func (d *domain) isExact(code trace.Opcode, n []term.Term) bool {
	return slices.Contains(d.exact, d.exactly(code, n[0], n[1]))
}

// arguments returns that integers are members of two Bounds.
func (d *domain) arguments(a, b Value, n []term.Term) term.Term {
	return d.b.And(d.within(a, n[0]), d.within(b, n[1]))
}

// same128 is the contract of a function on words of 128 bits that is one operation.
func same128(name string, compute func(d *domain, c *call) Value) *Contract {
	return &Contract{Function: name, exact: func(d *domain, c *call) []Value { return []Value{compute(d, c)} }}
}

// wideContracts are those of words of double width.
func wideContracts() []*Contract {
	shift := same128("wide.Shift", func(d *domain, c *call) Value {
		return d.halves(d.b.Shl(d.wide(c.args[0]), d.b.ZeroExt(128, c.word(1))))
	})
	shift.needs = func(d *domain, c *call) term.Term { return d.b.Ult(c.word(1), d.b.Const(64, 64)) }
	return []*Contract{
		same128("Widen", func(d *domain, c *call) Value { return d.halves(d.extend(c.word(0))) }),
		same128("wide.add", func(d *domain, c *call) Value {
			return d.halves(d.b.Add(d.wide(c.args[0]), d.wide(c.args[1])))
		}),
		same128("wide.sub", func(d *domain, c *call) Value {
			return d.halves(d.b.Sub(d.wide(c.args[0]), d.wide(c.args[1])))
		}),
		same128("wide.less", func(d *domain, c *call) Value { return d.b.Slt(d.wide(c.args[0]), d.wide(c.args[1])) }),
		{
			Function: "mulWide", choose: func(d *domain, c *call) []term.Term {
				d.assumed = append(d.assumed, d.signs(c.word(0), c.word(1))...)
				return nil
			},
			exact: func(d *domain, c *call) []Value { return []Value{d.halves(d.product(c.word(0), c.word(1)))} },
		},
		shift,
	}
}

// sumContracts are those of sums, differences and products.
func sumContracts() []*Contract {
	return []*Contract{
		knownBits("knownSum", trace.OpIntAdd), knownBits("knownDifference", trace.OpIntSub),
		productBits(),
		{
			Function: "exactRange", Codes: sums, arity: 2, choose: func(d *domain, c *call) []term.Term {
				n := anySum(d, c)
				cornersRise(d, c, n[0], n[1])
				return n
			},
			facts: func(d *domain, c *call, n []term.Term) []fact {
				if !d.isExact(c.code, n) {
					return nil
				}
				e := d.exactly(c.code, n[0], n[1])
				lo, hi := d.wide(c.results[0]), d.wide(c.results[1])
				return []fact{{d.arguments(c.args[1], c.args[2], n), []term.Term{d.b.Sle(lo, e), d.b.Sle(e, hi)}}}
			},
			always: func(d *domain, c *call) []term.Term {
				lo, hi := d.wide(c.results[0]), d.wide(c.results[1])
				limit := d.b.Shl(d.b.Const(128, 1), d.b.Const(128, 126))
				return []term.Term{d.b.Sle(lo, hi), d.b.Sle(d.b.Neg(limit), lo), d.b.Sle(hi, limit)}
			},
		},
		{
			Function: "width.wrapped", Widths: []int{8, 16, 32, 64}, arity: 1, wide: true, choose: anyExact, needs: wideApart,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				return d.holding(c, d.wrapAt(c.width, n[0]), d.between(c, n[0])...)
			},
		},
		{
			Function: "width.clamped", found: 1, arity: 1, wide: true, choose: anyExact, needs: wideApart,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				return d.keeps(c, d.wrap(n[0]), append(d.between(c, n[0]), d.fits(n[0]))...)
			},
		},
		{
			Function: "width.restrict", Codes: sums, found: 1, arity: 2, choose: anySum,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				e := d.exactly(c.code, n[0], n[1])
				v := d.wrap(e)
				if !slices.Contains(d.numbers, v) {
					return nil
				}
				where := []term.Term{d.within(c.args[2], v), d.arguments(c.args[3], c.args[4], n)}
				if c.code >= trace.OpIntAddOvf {
					where = append(where, d.fits(e))
				}
				return d.keeps(c, v, where...)
			},
			always: func(d *domain, c *call) []term.Term { return d.inside(c.results[0], c.args[2]) },
		},
	}
}

// knownBits is the contract of a function that returns the bits of a result.
func knownBits(name string, code trace.Opcode) *Contract {
	return &Contract{
		Function: name, arity: 2, choose: anyPair,
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v := d.cut(d.exactly(code, n[0], n[1]))
			return []fact{{d.arguments(c.args[0], c.args[1], n), []term.Term{d.agrees(v, c.out(0), c.out(1))}}}
		},
		always: func(d *domain, c *call) []term.Term { return []term.Term{d.apart(c.out(0), c.out(1))} },
	}
}

// productBits is the contract of knownProduct. With u and v for the known ones, x*y - u*v
// is (x-u)*y + u*(y-v), and each of these ends in zeros.
func productBits() *Contract {
	k := knownBits("knownProduct", trace.OpIntMul)
	k.choose = func(d *domain, c *call) []term.Term {
		n := anyPair(d, c)
		d.alikeProducts(c.args[0], c.args[1], n[0], n[1])
		return n
	}
	return k
}

// alikeProducts means that x*y is like the product of the known ones of a and b in as many
// of the lowest bits as lowKnownProduct says.
func (d *domain) alikeProducts(a, b Value, x, y term.Term) {
	one := func(name string, args ...Value) term.Term { return d.body(name, args)[0].(term.Term) }
	u, v := part(a, fieldOnes), part(b, fieldOnes)
	zerosA, zerosB := one("Bounds.LowZeros", a), one("Bounds.LowZeros", b)
	lowA, lowB := one("Bounds.lowKnown", a), one("Bounds.lowKnown", b)
	known := one("lowKnownProduct", a, b)
	first, second := d.cut(d.product(d.b.Sub(x, u), y)), d.cut(d.product(u, d.b.Sub(y, v)))
	d.assumed = append(d.assumed, d.distribute(x, y, u, v)...)
	d.assumed = append(d.assumed,
		d.lowest(part(a, fieldUnknown)), d.lowest(part(b, fieldUnknown)),
		d.lowest(d.b.BvOr(u, part(a, fieldUnknown))), d.lowest(d.b.BvOr(v, part(b, fieldUnknown))),
		d.alike(x, u, lowA), d.alike(y, v, lowB),
		d.zeros(d.b.Sub(x, u), y, lowA, zerosB), d.zeros(u, d.b.Sub(y, v), zerosA, lowB),
		d.fewerZeros(first, d.b.Add(lowA, zerosB), known), d.fewerZeros(second, d.b.Add(zerosA, lowB), known),
		d.zerosOfSum(first, second, known), d.alike(d.cut(d.product(x, y)), d.cut(d.product(u, v)), known))
}

// anyExact chooses a number of 128 bits.
func anyExact(d *domain, c *call) []term.Term {
	d.exact = []term.Term{d.b.Fresh("e", term.BV(128))}
	d.numbers = []term.Term{d.wrapAt(c.width, d.exact[0])}
	return d.exact
}

// wideApart is what functions of an exact range and bits need: its ends are in order,
// it fits into 128 bits with a sign, and no bit is both 1 and unknown.
func wideApart(d *domain, c *call) term.Term {
	lo, hi := d.wide(c.args[1]), d.wide(c.args[2])
	limit := d.b.Shl(d.b.Const(128, 1), d.b.Const(128, 126))
	return d.b.And(d.apart(c.word(3), c.word(4)), d.b.Sle(lo, hi), d.b.Sle(d.b.Neg(limit), lo), d.b.Sle(hi, limit))
}

// between returns that a number of 128 bits is in an exact range and has the bits.
func (d *domain) between(c *call, n term.Term) []term.Term {
	return []term.Term{
		d.b.Sle(d.wide(c.args[1]), n), d.b.Sle(n, d.wide(c.args[2])), d.agrees(d.cut(n), c.word(3), c.word(4)),
	}
}

// cornersRise says what is needed about products of the members and the ends of
// Bounds.
func cornersRise(d *domain, c *call, x, y term.Term) {
	if c.code != trace.OpIntMul && c.code != trace.OpIntMulOvf {
		return
	}
	tell := func(facts []term.Term) { d.assumed = append(d.assumed, facts...) }
	loA, hiA := part(c.args[1], fieldLo), part(c.args[1], fieldHi)
	loB, hiB := part(c.args[2], fieldLo), part(c.args[2], fieldHi)
	for _, v := range []term.Term{y, loB, hiB} {
		tell(d.rise(loA, x, v))
		tell(d.rise(x, hiA, v))
	}
	for _, v := range []term.Term{loA, hiA} {
		tell(d.rise(loB, y, v))
		tell(d.rise(y, hiB, v))
		tell(d.room(v, loB))
		tell(d.room(v, hiB))
	}
}
