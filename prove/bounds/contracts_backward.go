package bounds

import (
	"unbox/optimizer"
	"unbox/prove/term"
)

// behind is the contract of a function that returns the Bounds of two operands: r, a and b
// are the places of the Bounds of the result and of the operands.
func behind(name string, codes []optimizer.Opcode, r, a, b int) *Contract {
	return &Contract{
		Function: name, Codes: codes, found: 2, arity: 2, choose: anyUndone,
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v, where, ok := d.executed(c.code, n)
			if !ok {
				return nil
			}
			where = d.b.And(where, d.within(c.args[r], v), d.within(c.args[a], n[0]))
			holds := append([]term.Term{c.out(2)}, d.member(c.results[0], n[0])...)
			if !isUnary(c.code) {
				where = d.b.And(where, d.within(c.args[b], n[1]))
				holds = append(holds, d.member(c.results[1], n[1])...)
			}
			return []fact{{where, holds}}
		},
	}
}

// onlyBehind is behind for a function that is for one operation.
func onlyBehind(name string, code optimizer.Opcode, r, a, b int) *Contract {
	k := behind(name, nil, r, a, b)
	choose, facts := k.choose, k.facts
	k.choose = func(d *domain, c *call) []term.Term {
		c.code = code
		return choose(d, c)
	}
	k.facts = func(d *domain, c *call, n []term.Term) []fact {
		c.code = code
		return facts(d, c, n)
	}
	return k
}

// anyUndone chooses the operands of an operation, and adds the numbers of which the way
// back speaks: an "or" is undone as an "and" of what is inverted, and truth is a
// comparison with 0.
func anyUndone(d *domain, c *call) []term.Term {
	n := anyOperation(d, c)
	switch c.code {
	case optimizer.OpIntOr:
		x, y := d.b.BvNot(n[0]), d.b.BvNot(n[1])
		d.numbers = append(d.numbers, x, y, d.operation(optimizer.OpIntAnd, x, y).Value)
	case optimizer.OpIntIsTrue, optimizer.OpIntIsZero:
		d.numbers = append(d.numbers, d.zero())
	}
	return n
}

// masking adds the numbers of which a proof about masks speaks: what each operand is as a
// mask, what it takes away from the other, and the sum of that and what it leaves.
func masking(k *Contract) *Contract {
	choose := k.choose
	k.choose = func(d *domain, c *call) []term.Term {
		n := choose(d, c)
		for i, x := range n {
			mask := n[1-i]
			off := d.b.BvNot(mask)
			taken := d.operation(optimizer.OpIntAnd, x, off).Value
			left := d.operation(optimizer.OpIntAnd, x, mask).Value
			sum := d.wrap(d.exactly(optimizer.OpIntAdd, left, taken))
			d.numbers = append(d.numbers, off, taken, sum)
			d.assumed = append(d.assumed, d.masks(x, mask))
		}
		return n
	}
	return k
}

func isUnary(code optimizer.Opcode) bool { return len(code.Info().Spellings[0].Layout) == 1 }

func backwardContracts() []*Contract {
	return []*Contract{
		{
			// The range of what is left may be any, also an empty one.
			Function: "width.unsignext", Widths: upTo(1, 64), found: 1, arity: 1, choose: anyNumber, raw: true,
			needs: func(d *domain, c *call) term.Term {
				apart := d.apart(part(c.args[1], fieldOnes), part(c.args[1], fieldUnknown))
				return d.b.And(append(d.normal(c.args[2]), apart)...)
			},
			facts: func(d *domain, c *call, n []term.Term) []fact {
				return d.keeps(c, n[0], d.within(c.args[2], n[0]), d.within(c.args[1], d.wrapAt(c.width, n[0])))
			},
		},
		{
			Function: "width.unshift", Codes: shifts, Amounts: upTo(0, 63), found: 1, arity: 2,
			needs: func(d *domain, c *call) term.Term { return d.b.Ult(c.word(4), d.b.Const(64, 64)) },
			choose: func(d *domain, c *call) []term.Term {
				x := d.word("x")
				d.numbers = []term.Term{x, c.word(4), d.operation(c.code, x, c.word(4)).Value}
				return []term.Term{x, c.word(4)}
			},
			facts: func(d *domain, c *call, n []term.Term) []fact {
				v, _, ok := d.executed(c.code, n)
				if !ok {
					return nil
				}
				return d.keeps(c, n[0], d.within(c.args[3], n[0]), d.within(c.args[2], v), d.b.Eq(c.word(4), n[1]))
			},
		},
		behind("width.backwardSum", []optimizer.Opcode{sums[0], sums[1], sums[3], sums[4]}, 2, 3, 4),
		behind("width.backwardProduct", []optimizer.Opcode{sums[2], sums[5]}, 2, 3, 4),
		masking(onlyBehind("width.backwardAnd", optimizer.OpIntAnd, 1, 2, 3)),
		onlyBehind("width.backwardXor", optimizer.OpIntXor, 1, 2, 3),
		behind("width.backwardShift", shifts, 2, 3, 4),
		onlyBehind("width.backwardSignext", optimizer.OpIntSignext, 1, 2, 3),
		onlyBehind("width.backwardMulHigh", optimizer.OpUintMulHigh, 1, 2, 3),
		onlyBehind("width.backwardQuotient", optimizer.OpIntPyDiv, 1, 2, 3),
		onlyBehind("width.backwardRemainder", optimizer.OpIntPyMod, 1, 2, 3),
		behind("backwardCompare", compares(), 1, 2, 3),
		behind("width.backward", operations(), 2, 3, 4),
	}
}
