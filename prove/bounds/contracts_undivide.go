package bounds

import (
	"unbox/prove/term"
	"unbox/trace"
)

// Contracts of the backward functions for quotients and remainders, for divisors of one
// sign.

func undivideContracts() []*Contract {
	return []*Contract{lowBits(), undoneMultiples(), undoneWindows(), unremainders(), nextMultiples(), dividendRange(), divisorRange(), unquotients()}
}

// dividend is the contract of a function that refines only the dividend: its arguments are
// the Bounds of the result, the dividend and the divisor.
func dividend(name string, code trace.Opcode) *Contract {
	k := &Contract{
		Function: name, found: 1, arity: 2,
		choose: func(d *domain, c *call) []term.Term {
			c.code = code
			return anyOperation(d, c)
		},
		needs: func(d *domain, c *call) term.Term { return d.oneSign(c.args[2]) },
	}
	k.facts = func(d *domain, c *call, n []term.Term) []fact {
		v, where, ok := d.executed(code, n)
		if !ok {
			return nil
		}
		return d.keeps(c, n[0], where, d.within(c.args[0], v), d.arguments(c.args[1], c.args[2], n))
	}
	return k
}

// lowBits is the contract of meetLowBits: the difference between dividend and remainder is
// a multiple of the divisor, and ends in as many zeros.
func lowBits() *Contract {
	return telling(dividend("meetLowBits", trace.OpIntPyMod), func(d *domain, c *call, x, y term.Term) {
		b := c.args[2]
		q := d.floor(x, y)
		exact := d.cut(d.product(q, y))
		zeros := d.body("Bounds.LowZeros", []Value{b})[0].(term.Term)
		d.tell(
			d.lowest(d.b.BvOr(part(b, fieldOnes), part(b, fieldUnknown))),
			d.zeros(q, y, d.zero(), zeros), d.zerosOfNegated(exact, zeros), d.alike(d.b.Sub(x, exact), x, zeros),
		)
	})
}

// undoneWindows is the contract of undoWindows.
func undoneWindows() *Contract {
	return telling(dividend("undoWindows", trace.OpIntPyMod), func(d *domain, c *call, x, y term.Term) {
		divisor := part(c.args[2], fieldLo)
		d.tellAll(d.floorsOfSmall(x, y))
		d.tell(d.sameFloors(x, divisor, x, y), d.sameProducts(d.floor(x, divisor), divisor, d.floor(x, y), y))
	})
}

// undoneMultiples is the contract of undoMultiples. Between the ends of the dividend a
// quotient is that of one of them, if these are next to each other.
func undoneMultiples() *Contract {
	return &Contract{
		Function: "undoMultiples", found: 1, arity: 1,
		needs: func(d *domain, c *call) term.Term {
			b, y := d.b, c.word(2)
			return b.Or(b.Slt(b.Const(64, 1), y), b.Slt(y, b.Const(64, 1<<64-1)))
		},
		choose: func(d *domain, c *call) []term.Term {
			x, y := d.word("x"), c.word(2)
			d.numbers = []term.Term{x}
			lo, hi := part(c.args[1], fieldLo), part(c.args[1], fieldHi)
			d.tellAll(d.floorsRise(lo, x, y), d.floorsRise(x, hi, y))
			for _, end := range []term.Term{lo, hi} {
				p := d.floor(end, y)
				d.tellAll(d.floorsNear(end, y), d.room(p, y), d.sameRest(x, y, p, y))
			}
			return d.numbers
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			x, y := n[0], c.word(2)
			rest := d.b.Sub(x, d.cut(d.product(d.floor(x, y), y)))
			return d.keeps(c, x, d.within(c.args[0], rest), d.within(c.args[1], x))
		},
		cases: func(d *domain, c *call) []term.Term {
			b, y := d.b, c.word(2)
			first := d.floor(part(c.args[1], fieldLo), y)
			is := b.Eq(first, d.floor(d.numbers[0], y))
			return []term.Term{is, b.Not(is)}
		},
	}
}

// unremainders is the contract of unremainder.
func unremainders() *Contract {
	k := backwardOf("width.unremainder", trace.OpIntPyMod, 1, 2, 3)
	k.needs = func(d *domain, c *call) term.Term { return d.oneSign(c.args[3]) }
	return telling(k, func(d *domain, c *call, x, y term.Term) { d.tellAll(d.rests(x, y)) })
}

// nextMultiples is the contract of nextMultiple, which has a name like products.
func nextMultiples() *Contract {
	return &Contract{
		Function: "nextMultiple", choose: func(d *domain, c *call) []term.Term {
			d.tell(d.nextIs(c.word(0), c.word(1)))
			return nil
		},
		exact: func(d *domain, c *call) []Value { return []Value{d.halves(d.next(c.word(0), c.word(1)))} },
	}
}

// dividendRange is the contract of dividendEnds. A dividend is between the quotient's
// multiple of the divisor and the next one; both rise with the quotient, and rise or fall
// with the divisor.
func dividendRange() *Contract {
	return &Contract{
		Function: "dividendEnds", arity: 2,
		needs: func(d *domain, c *call) term.Term { return d.oneSign(c.args[1]) },
		choose: func(d *domain, c *call) []term.Term {
			n := anyPair(d, c)
			x, y := n[0], n[1]
			q := d.floor(x, y)
			r, b := c.args[0], c.args[1]
			lo, hi := part(r, fieldLo), part(r, fieldHi)
			d.tellAll(d.surrounds(x, y), d.rise(lo, q, y), d.nextsRise(q, hi, y))
			for _, end := range []term.Term{part(b, fieldLo), part(b, fieldHi)} {
				d.tellAll(d.rise(end, y, lo), d.rise(y, end, lo), d.nextsBend(hi, end, y), d.nextsBend(hi, y, end), d.nextRoom(hi, end))
			}
			return n
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			x, y := n[0], n[1]
			where := d.b.And(d.b.Not(d.noWord(x, y)), d.within(c.args[0], d.floor(x, y)), d.within(c.args[1], y))
			return []fact{{where, []term.Term{d.b.Sle(d.wide(c.results[0]), d.extend(x)), d.b.Sle(d.extend(x), d.wide(c.results[1]))}}}
		},
	}
}

// divisorRange is the contract of divisorFrom.
func divisorRange() *Contract {
	return &Contract{
		Function: "divisorFrom", found: 1, arity: 2,
		needs: func(d *domain, c *call) term.Term {
			return d.b.And(d.b.Sle(d.zero(), part(c.args[1], fieldLo)), d.b.Slt(d.zero(), part(c.args[2], fieldLo)))
		},
		choose: func(d *domain, c *call) []term.Term {
			n := anyPair(d, c)
			x, y := n[0], n[1]
			q := d.floor(x, y)
			r, a := c.args[0], c.args[1]
			lo, hi := part(r, fieldLo), part(r, fieldHi)
			after := d.b.Add(hi, d.b.Const(64, 1))
			d.tellAll(d.surrounds(x, y), d.rise(lo, q, y), d.nextsRise(q, hi, y))
			d.tell(d.nextIsProduct(hi, y), d.atMost(part(a, fieldHi), lo, y), d.below(part(a, fieldLo), after, y))
			return n
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			x, y := n[0], n[1]
			return d.keeps(c, y, d.within(c.args[0], d.floor(x, y)), d.arguments(c.args[1], c.args[2], n))
		},
	}
}

// unquotients is the contract of unquotient.
func unquotients() *Contract {
	k := backwardOf("width.unquotient", trace.OpIntPyDiv, 1, 2, 3)
	k.needs = func(d *domain, c *call) term.Term { return d.oneSign(c.args[3]) }
	return k
}
