package bounds

import (
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

// Contracts of what finds a factor of a product that may have wrapped around.

func factorContracts() []*Contract {
	return []*Contract{
		factorContract(), factorEndsContract(),
		{
			// About x, q and k, in this order: if x*odd agrees with q in the lowest k bits, x
			// agrees with q times the inverse.
			Function: "inverse", arity: 3,
			needs: func(d *domain, c *call) term.Term { return d.isOdd(c.word(0)) },
			choose: func(d *domain, c *call) []term.Term {
				d.numbers = []term.Term{d.word("x"), d.word("q"), d.word("k")}
				inverse := d.invertible(c.word(0))
				d.dividing(d.numbers[0], d.numbers[1], d.numbers[2], c.word(0), inverse)
				return d.numbers
			},
			facts: func(d *domain, c *call, n []term.Term) []fact {
				if !slices.Equal(n, d.numbers) {
					return nil
				}
				x, q, k := n[0], n[1], n[2]
				where := d.b.And(d.b.Ule(k, d.b.Const(64, 64)), d.like(d.wrapped(x, c.word(0)), q, k))
				return []fact{{where, []term.Term{d.like(x, d.wrapped(q, c.out(0)), k)}}}
			},
		},
		{
			// Also for Bounds that a first refinement left without members, hence raw.
			Function: "width.knownFactor", arity: 2, raw: true,
			choose: func(d *domain, c *call) []term.Term {
				c.code = trace.OpIntMul
				n := []term.Term{d.word("x"), d.word("f")}
				d.exact = []term.Term{d.product(n[0], n[1])}
				d.factorAgain(c.args, n[0], n[1])
				return n
			},
			facts: func(d *domain, c *call, n []term.Term) []fact {
				c.code = trace.OpIntMul
				if !d.isExact(c.code, n) {
					return nil
				}
				where := d.b.And(d.within(c.args[1], d.wrap(d.product(n[0], n[1]))), d.within(c.args[2], n[1]))
				return []fact{{where, []term.Term{d.agrees(n[0], c.out(0), c.out(1))}}}
			},
			always: func(d *domain, c *call) []term.Term { return []term.Term{d.apart(c.out(0), c.out(1))} },
		},
	}
}

// factorContract is the contract of factor: of x and f, whose product is a member of r. If
// exact is set, the product did not wrap around.
func factorContract() *Contract {
	return &Contract{
		Function: "width.factor", found: 1, arity: 2,
		choose: func(d *domain, c *call) []term.Term {
			n := []term.Term{d.word("x"), d.word("f")}
			exact := d.product(n[0], n[1])
			d.exact, d.numbers = []term.Term{exact}, append(n, d.cut(exact), d.zero())
			d.tellAll(d.rise(n[0], n[0], n[1])) // times 0 it is 0
			return n
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			if !d.isExact(trace.OpIntMul, n) {
				return nil
			}
			exact := d.product(n[0], n[1])
			whole := d.b.Implies(c.word(4), d.fits(exact))
			return d.keeps(c, n[0], d.within(c.args[1], d.cut(exact)), d.within(c.args[2], n[0]), d.within(c.args[3], n[1]), whole)
		},
		always: func(d *domain, c *call) []term.Term { return d.inside(c.results[0], c.args[2]) },
	}
}

// factorEndsContract is that of factorEnds: the corners divide exact products of their own, whose quotients bend with the factor and rise to those of all
// others.
func factorEndsContract() *Contract {
	return &Contract{
		Function: "factorEnds", arity: 2,
		needs: func(d *domain, c *call) term.Term { return d.oneSign(c.args[1]) },
		choose: func(d *domain, c *call) []term.Term {
			n := anyPair(d, c)
			exact := d.product(n[0], n[1])
			d.exact = []term.Term{exact}
			v, f := d.cut(exact), n[1]
			d.tellAll(d.exactQuotient(n[0], f))
			for _, above := range []term.Term{part(c.args[0], fieldLo), part(c.args[0], fieldHi)} {
				for _, below := range []term.Term{part(c.args[1], fieldLo), part(c.args[1], fieldHi)} {
					d.tellAll(d.floorsBend(above, f, below), d.floorsBend(above, below, f), d.ceilsBend(above, f, below), d.ceilsBend(above, below, f))
				}
				d.tellAll(d.floorsRise(above, v, f), d.floorsRise(v, above, f), d.ceilsRise(above, v, f), d.ceilsRise(v, above, f))
			}
			return n
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			if !d.isExact(trace.OpIntMul, n) {
				return nil
			}
			exact := d.product(n[0], n[1])
			where := d.b.And(d.within(c.args[0], d.cut(exact)), d.within(c.args[1], n[1]), d.fits(exact))
			return []fact{{where, []term.Term{d.b.Sle(c.out(0), n[0]), d.b.Sle(n[0], c.out(1))}}}
		},
	}
}

// like returns whether u and v are the same in their lowest n bits.
func (d *domain) like(u, v, n term.Term) term.Term { return d.endsInZeros(d.b.BvXor(u, v), n) }

// invertible returns what the function inverse computes, and means that its product with
// odd is 1: the start is right in 3 bits, and each step doubles that.
func (d *domain) invertible(odd term.Term) term.Term {
	v := odd
	d.tell(d.oddSquare(odd))
	for right := uint64(3); right < 64; right *= 2 {
		e, known := d.errorOf(odd, v), d.b.Const(64, right)
		d.tell(d.squaresError(odd, v), d.zeros(e, e, known, known))
		v = d.closer(odd, v)
	}
	return v
}

// dividing says what is needed to multiply both sides of x*odd and q, that are alike in
// the lowest k bits, by the inverse of odd: x is (x*odd)*inverse, and the difference to
// q*inverse ends in the zeros of that of x*odd and q.
func (d *domain) dividing(x, q, k, odd, inverse term.Term) {
	product := d.wrapped(x, odd)
	d.tell(d.regroup(x, odd, inverse), d.byOne(x, d.wrapped(odd, inverse)))
	d.tell(d.distribute(product, inverse, q, inverse)...)
	d.tell(d.alike(product, q, k), d.zeros(d.b.Sub(product, q), inverse, k, d.zero()),
		d.alike(x, d.wrapped(q, inverse), k))
}

// factorAgain says what is needed to find x in the product x*f. With F for the known ones
// of f, which are an odd number shifted up by z, and known for the bits of x to be found:
// x*F is like x*f, and so like the product's known ones, in the lowest known+z bits; both
// shifted down, x*(F>>z) is like these in known bits, and the rest is division by an odd
// number.
func (d *domain) factorAgain(args []Value, x, f term.Term) {
	one := func(name string, args ...Value) term.Term { return d.body(name, args)[0].(term.Term) }
	product, factor := args[1], args[2]
	ones, onesF := part(product, fieldOnes), part(factor, fieldOnes)
	unknown, unknownF := part(product, fieldUnknown), part(factor, fieldUnknown)
	z, known := one("Bounds.LowZeros", factor), one("width.lowKnownFactor", args...)
	alike := d.b.Add(known, z)
	d.numbers = []term.Term{x, d.b.LShr(ones, z), known}

	whole, partial := d.wrapped(x, f), d.wrapped(x, onesF)
	d.tell(d.lowest(unknown), d.lowest(unknownF), d.lowest(d.b.BvOr(onesF, unknownF)), d.oddAbove(onesF, unknownF))
	d.tell(d.fewerZeros(d.b.BvXor(whole, ones), one("Bounds.lowKnown", product), alike),
		d.fewerZeros(d.b.BvXor(f, onesF), one("Bounds.lowKnown", factor), alike))
	d.tell(d.distribute(x, onesF, x, f)...)
	d.tell(d.alike(onesF, f, alike), d.zeros(x, d.b.Sub(onesF, f), d.zero(), alike))
	d.tell(d.alike(whole, ones, alike), d.zerosOfSum(d.wrapped(x, d.b.Sub(onesF, f)), d.b.Sub(whole, ones), alike),
		d.alike(partial, ones, alike))
	d.tell(d.shiftsProduct(x, onesF, z), d.alikeBelow(d.wrapped(x, d.b.LShr(onesF, z)), ones, z, known))
}
