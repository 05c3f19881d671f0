package bounds

import (
	"unbox/prove/term"
	"unbox/trace"
)

// divideContracts are those of divisions by numbers of one sign.
func divideContracts() []*Contract {
	return []*Contract{floorContract(), ceilContract(), quotients(), wrappingQuotients(), remainders(), forwardContract("width.forwardDivide", divisions, 2, 3)}
}

// oneSign returns that Bounds do not reach over 0.
func (d *domain) oneSign(b Value) term.Term {
	return d.b.Or(d.b.Slt(d.zero(), part(b, fieldLo)), d.b.Slt(part(b, fieldHi), d.zero()))
}

// telling adds to a contract what its proof needs to know about the integers that it is
// about.
func telling(k *Contract, tell func(d *domain, c *call, x, y term.Term)) *Contract {
	choose := k.choose
	k.choose = func(d *domain, c *call) []term.Term {
		n := choose(d, c)
		tell(d, c, n[0], n[1])
		return n
	}
	return k
}

// quotients is the contract of quotient. The corners divide dividends of their own, whose
// quotients bend with the divisor and rise to those of all others.
func quotients() *Contract {
	k := forwardOf("width.quotient", trace.OpIntPyDiv, 1, 2)
	k.needs = func(d *domain, c *call) term.Term { return d.oneSign(c.args[2]) }
	return telling(k, func(d *domain, c *call, x, y term.Term) {
		a, b := c.args[1], c.args[2]
		for _, above := range []term.Term{part(a, fieldLo), part(a, fieldHi)} {
			for _, below := range []term.Term{part(b, fieldLo), part(b, fieldHi)} {
				d.tellAll(d.floorsBend(above, y, below), d.floorsBend(above, below, y))
			}
			d.tellAll(d.floorsRise(above, x, y), d.floorsRise(x, above, y))
		}
		amount := d.body("TrailingZeros", []Value{part(b, fieldOnes)})[0].(term.Term)
		d.tell(d.lowest(part(b, fieldOnes)), d.floorShifts(x, y, amount))
		d.numbers = []term.Term{x, y, d.operation(trace.OpIntPyDiv, x, y).Value, amount, d.b.AShr(x, amount)}
	})
}

// wrappingQuotients is the contract of quotientWrapping.
func wrappingQuotients() *Contract {
	k := forwardOf("width.quotientWrapping", trace.OpIntPyDiv, 1, 2)
	k.needs = func(d *domain, c *call) term.Term {
		return d.b.And(d.b.Eq(part(c.args[1], fieldLo), d.b.Const(64, 1<<63)), d.b.Eq(part(c.args[2], fieldHi), d.b.Const(64, 1<<64-1)))
	}
	return k
}

// remainders is the contract of remainder.
func remainders() *Contract {
	k := forwardOf("width.remainder", trace.OpIntPyMod, 1, 2)
	k.needs = func(d *domain, c *call) term.Term { return d.oneSign(c.args[2]) }
	return telling(k, func(d *domain, c *call, x, y term.Term) {
		a, b := c.args[1], c.args[2]
		lo, hi, divisor := part(a, fieldLo), part(a, fieldHi), part(b, fieldLo)
		q, first := d.floor(x, y), d.floor(lo, divisor)
		d.tellAll(d.floorsRise(lo, x, y), d.floorsRise(x, hi, y), d.floorsOfSmall(x, y), d.floorProducts(x, y), d.rests(x, y), d.rests(lo, divisor), d.rests(hi, divisor))
		zeros := d.body("Bounds.LowZeros", []Value{b})[0].(term.Term)
		exact := d.cut(d.product(q, y))
		d.tell(
			d.sameFloors(lo, divisor, lo, y), d.sameFloors(hi, divisor, hi, y), d.sameProducts(first, divisor, q, y),
			d.lowest(d.b.BvOr(part(b, fieldOnes), part(b, fieldUnknown))),
			d.zeros(q, y, d.zero(), zeros), d.zerosOfNegated(exact, zeros), d.alike(d.b.Sub(x, exact), x, zeros),
		)
	})
}

// sameFloors says that quotients of the same words are the same.
func (d *domain) sameFloors(x, y, u, v term.Term) term.Term {
	return d.b.Implies(d.b.And(d.b.Eq(x, u), d.b.Eq(y, v)), d.b.Eq(d.floor(x, y), d.floor(u, v)))
}

// sameProducts says that products of the same words are the same.
func (d *domain) sameProducts(x, y, u, v term.Term) term.Term {
	return d.b.Implies(d.b.And(d.b.Eq(x, u), d.b.Eq(y, v)), d.b.Eq(d.product(x, y), d.product(u, v)))
}
