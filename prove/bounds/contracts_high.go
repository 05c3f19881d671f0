package bounds

import (
	"unbox/prove/term"
	"unbox/trace"
)

// highFactors is the contract of highFactor. The product is at most the factor to be found
// times the largest member of the other, and at least that times the smallest: dividing by
// these bounds it.
func highFactors() *Contract {
	k := &Contract{
		Function: "width.highFactor", found: 1, arity: 2, choose: func(d *domain, c *call) []term.Term {
			c.code = trace.OpUintMulHigh
			return anyOperation(d, c)
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v, _, ok := d.executed(trace.OpUintMulHigh, n)
			if !ok {
				return nil
			}
			return d.keeps(c, n[0], d.within(c.args[1], v), d.arguments(c.args[2], c.args[3], n))
		},
	}
	return telling(k, func(d *domain, c *call, x, y term.Term) {
		smallest, largest := d.withoutSign(c.args[1])
		least, most := d.withoutSign(c.args[3])
		d.tellAll(d.riseUnsigned(y, most, x), d.riseUnsigned(least, y, x))
		d.tellAll(d.longFactor(x, smallest, d.zero(), most), d.longFactor(x, largest, d.b.Const(64, 1<<64-1), least))
		d.tellAll(d.upperHalf(x, y))
	})
}

// withoutSign returns the ends of Bounds, read without a sign.
func (d *domain) withoutSign(b Value) (lo, hi term.Term) {
	list := d.body("Bounds.unsigned", []Value{b})
	return list[0].(term.Term), list[1].(term.Term)
}
