package bounds

import (
	"unbox/prove/term"
	"unbox/trace"
)

// backwardContract is the contract of a function that returns the Bounds of two operands: r, a and b
// are the places of the Bounds of the result and of the operands.
func backwardContract(name string, codes []trace.Opcode, r, a, b int) *Contract {
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

// backwardOf is backwardContract for a function that is for one operation.
func backwardOf(name string, code trace.Opcode, r, a, b int) *Contract {
	k := backwardContract(name, nil, r, a, b)
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

// anyUndone chooses the operands of an operation, and adds the numbers that the
// backward proof needs: an "or" is undone as an "and" of what is inverted, and truth is
// a comparison with 0.
func anyUndone(d *domain, c *call) []term.Term {
	n := anyOperation(d, c)
	switch c.code {
	case trace.OpIntOr:
		x, y := d.b.BvNot(n[0]), d.b.BvNot(n[1])
		d.numbers = append(d.numbers, x, y, d.operation(trace.OpIntAnd, x, y).Value)
	case trace.OpIntIsTrue, trace.OpIntIsZero:
		d.numbers = append(d.numbers, d.zero())
	}
	return n
}

// masking adds the numbers that a proof about masks needs: each operand as a mask, what
// it removes from the other, and the sum of that and what it leaves.
func masking(k *Contract) *Contract {
	choose := k.choose
	k.choose = func(d *domain, c *call) []term.Term {
		n := choose(d, c)
		for i, x := range n {
			mask := n[1-i]
			off := d.b.BvNot(mask)
			taken := d.operation(trace.OpIntAnd, x, off).Value
			left := d.operation(trace.OpIntAnd, x, mask).Value
			sum := d.wrap(d.exactly(trace.OpIntAdd, left, taken))
			d.numbers = append(d.numbers, off, taken, sum)
			d.assumed = append(d.assumed, d.masks(x, mask))
		}
		return n
	}
	return k
}

// eitherWindow is the contract of meetEither, of windows of any size: of a number, what is
// left of it, and where its window begins.
func eitherWindow() *Contract {
	steps := func(d *domain, c *call, u, v term.Term) term.Term {
		return d.b.Or(d.b.Eq(u, v), d.b.Sle(d.b.Add(u, d.wide(c.args[3])), v))
	}
	return &Contract{
		Function: "Bounds.meetEither", found: 1, arity: 1, wide: true, raw: true, closed: []string{"joinFound"},
		needs: func(d *domain, c *call) term.Term {
			lower, upper, size := d.wide(c.args[1]), d.wide(c.args[2]), d.wide(c.args[3])
			all := append(d.normal(c.args[0]), d.near(lower, 66), d.near(upper, 66), steps(d, c, lower, upper))
			return d.b.And(append(all, d.b.Slt(d.b.Const(128, 0), size), d.near(size, 66))...)
		},
		choose: func(d *domain, c *call) []term.Term {
			d.numbers = []term.Term{d.word("n"), d.word("left")}
			d.exact = []term.Term{d.b.Fresh("window", term.BV(128))}
			return d.exact
		},
		facts: func(d *domain, c *call, w []term.Term) []fact {
			b, n, left := d.b, d.numbers[0], d.numbers[1]
			return d.keeps(c, n, d.within(c.args[0], n), b.Eq(b.Sub(d.extend(n), w[0]), d.extend(left)), d.near(w[0], 66),
				steps(d, c, d.wide(c.args[1]), w[0]), steps(d, c, w[0], d.wide(c.args[2])),
				b.Sle(part(c.args[4], fieldLo), left), b.Sle(left, part(c.args[4], fieldHi)))
		},
		cases: func(d *domain, c *call) []term.Term {
			lower, upper := d.b.Eq(d.exact[0], d.wide(c.args[1])), d.b.Eq(d.exact[0], d.wide(c.args[2]))
			return []term.Term{lower, d.b.And(d.b.Not(lower), upper), d.b.And(d.b.Not(lower), d.b.Not(upper))}
		},
	}
}

// unshifted is the contract of backwardShift: before each round, the result so far
// includes what the amounts so far give.
func unshifted() *Contract {
	k := backwardContract("width.backwardShift", shifts, 2, 3, 4)
	k.invariant = func(d *domain, c *call, n []term.Term, vars map[string]Value) ([]term.Term, term.Term) {
		b := d.b
		v, _, _ := d.executed(c.code, n)
		at, found := vars["n"].(term.Term), vars["found"].(term.Term)
		first, last := vars["first"].(term.Term), vars["last"].(term.Term)
		done, left := d.rounds(at, vars["amounts"])
		done = append(done, b.Implies(found, b.And(b.And(d.normal(vars["newA"])...), b.Sle(first, last), b.Slt(last, at), b.Sle(d.zero(), first))))
		where := b.And(d.within(c.args[2], v), d.arguments(c.args[3], c.args[4], n), d.within(vars["amounts"], n[1]), b.Slt(n[1], at))
		return append(done, b.Implies(where, b.And(found, d.within(vars["newA"], n[0]), b.Sle(first, n[1]), b.Sle(n[1], last)))), left
	}
	return k
}

func isUnary(code trace.Opcode) bool { return len(code.Info().Spellings[0].Layout) == 1 }

func backwardContracts() []*Contract {
	return []*Contract{
		{
			Function: "width.window", Widths: upTo(1, 64), real: true,
			exact: func(d *domain, c *call) []Value { return []Value{d.halves(d.window(c.word(1), c.width))} },
		},
		eitherWindow(),
		metWindows(),
		unsignExtended(),
		unshiftedBy(),
		backwardContract("width.backwardSum", []trace.Opcode{sums[0], sums[1], sums[3], sums[4]}, 2, 3, 4),
		backwardContract("width.backwardProduct", []trace.Opcode{sums[2], sums[5]}, 2, 3, 4),
		masking(backwardOf("width.backwardAnd", trace.OpIntAnd, 1, 2, 3)),
		backwardOf("width.backwardXor", trace.OpIntXor, 1, 2, 3),
		unshifted(),
		backwardOf("width.backwardSignext", trace.OpIntSignext, 1, 2, 3),
		highFactors(),
		backwardOf("width.backwardMulHigh", trace.OpUintMulHigh, 1, 2, 3),
		backwardOf("width.backwardQuotient", trace.OpIntPyDiv, 1, 2, 3),
		backwardOf("width.backwardRemainder", trace.OpIntPyMod, 1, 2, 3),
		backwardContract("backwardCompare", compares(), 1, 2, 3),
		backwardContract("width.backward", operations(), 2, 3, 4),
	}
}

// metWindows is the contract of meetWindows. The range of what is left is arbitrary, and may be empty.
func metWindows() *Contract {
	return &Contract{
		Function: "width.meetWindows", Widths: upTo(1, 64), found: 1, arity: 1, raw: true,
		needs: func(d *domain, c *call) term.Term { return d.b.And(d.normal(c.args[2])...) },
		choose: func(d *domain, c *call) []term.Term {
			n := d.word("n")
			d.numbers = []term.Term{n, d.wrapAt(c.width, n)}
			d.exact = []term.Term{d.window(n, c.width)}
			lo, hi := part(c.args[2], fieldLo), part(c.args[2], fieldHi)
			d.tell(d.inWindow(n, c.width))
			d.tellAll(d.windowsRise(lo, n, c.width), d.windowsRise(n, hi, c.width), d.windowsRise(lo, hi, c.width))
			return d.numbers[:1]
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			left := d.wrapAt(c.width, n[0])
			return d.keeps(c, n[0], d.within(c.args[2], n[0]), d.b.Sle(part(c.args[1], fieldLo), left), d.b.Sle(left, part(c.args[1], fieldHi)))
		},
	}
}

// unsignExtended is the contract of unsignext.
func unsignExtended() *Contract {
	return &Contract{
		Function: "width.unsignext", Widths: upTo(1, 64), found: 1, arity: 1, choose: anyNumber, raw: true,
		needs: func(d *domain, c *call) term.Term {
			apart := d.apart(part(c.args[1], fieldOnes), part(c.args[1], fieldUnknown))
			return d.b.And(append(d.normal(c.args[2]), apart)...)
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			return d.keeps(c, n[0], d.within(c.args[2], n[0]), d.within(c.args[1], d.wrapAt(c.width, n[0])))
		},
	}
}

// unshiftedBy is the contract of unshift.
func unshiftedBy() *Contract {
	return &Contract{
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
	}
}
