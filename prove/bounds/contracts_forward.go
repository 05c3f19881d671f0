package bounds

import (
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

// anyOperation chooses the operands of an operation.
func anyOperation(d *domain, c *call) []term.Term {
	n := anyPair(d, c)
	d.numbers = append(d.numbers, d.operation(c.code, n[0], n[1]).Value)
	if slices.Contains(sums, c.code) {
		d.exact = []term.Term{d.exactly(c.code, n[0], n[1])}
	}
	if c.code == trace.OpIntNeg { // 0 - x
		d.exact = []term.Term{d.exactly(trace.OpIntSub, d.zero(), n[0])}
		d.numbers = append(d.numbers, d.zero())
	}
	return n
}

// executed returns the result of an operation in a proof, and the conditions under
// which it can be used. ok is false if the proof is not about it.
func (d *domain) executed(code trace.Opcode, n []term.Term) (v, where term.Term, ok bool) {
	m := d.operation(code, n[0], n[1])
	return m.Value, d.b.And(m.Defined, m.Fits), slices.Contains(d.numbers, m.Value)
}

// forwardContract is the contract of a function that returns the Bounds of an operation's result.
// a and b are the places of the operands' Bounds.
func forwardContract(name string, codes []trace.Opcode, a, b int) *Contract {
	return &Contract{
		Function: name, Codes: codes, arity: 2, choose: anyOperation,
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v, where, ok := d.executed(c.code, n)
			if !ok {
				return nil
			}
			where = d.b.And(where, d.within(c.args[a], n[0]))
			if b > 0 && !isUnary(c.code) {
				where = d.b.And(where, d.within(c.args[b], n[1]))
			}
			return d.holding(c, v, where)
		},
	}
}

// forwardOf is forwardContract for a function that is for one operation.
func forwardOf(name string, code trace.Opcode, a, b int) *Contract {
	k := forwardContract(name, nil, a, b)
	choose, facts := k.choose, k.facts
	k.choose = func(d *domain, c *call) []term.Term {
		c.code = code
		n := choose(d, c)
		for _, v := range slices.Clone(d.numbers) { // the inverted values are needed, too
			d.numbers = append(d.numbers, d.b.BvNot(v))
		}
		return n
	}
	k.facts = func(d *domain, c *call, n []term.Term) []fact {
		c.code = code
		return facts(d, c, n)
	}
	return k
}

var (
	shifts    = []trace.Opcode{trace.OpIntLshift, trace.OpIntRshift, trace.OpUintRshift}
	divisions = []trace.Opcode{trace.OpIntPyDiv, trace.OpIntPyMod}
)

// operations are all operations on integers that have a meaning at all widths.
func operations() (codes []trace.Opcode) {
	for code := trace.OpIntAdd; code <= trace.OpIntMulOvf; code++ {
		codes = append(codes, code)
	}
	return codes
}

func forwardContracts() []*Contract {
	return []*Contract{
		spanEnd("minOr", trace.OpIntOr, false), spanEnd("maxOr", trace.OpIntOr, true),
		smallestXor(), spanEnd("maxXor", trace.OpIntXor, true),
		bitwiseRange(),
		forwardOf("width.forwardAnd", trace.OpIntAnd, 1, 2), forwardOf("width.forwardOr", trace.OpIntOr, 1, 2),
		forwardOf("width.forwardXor", trace.OpIntXor, 1, 2),
		shiftedWord(),
		knownShift(),
		shiftedBy(),
		shiftedLeft(),
		amountsKnown(forwardOf("width.shiftZerosIn", trace.OpUintRshift, 1, 2)),
		forwardContract("width.forwardShift", shifts, 2, 3),
		signExtended(),
		forwardOf("width.forwardSignext", trace.OpIntSignext, 1, 2),
		highProducts(),
		forwardContract("forwardCompare", compares(), 1, 2),
		forwardContract("width.forward", operations(), 2, 3),
	}
}

// bitwiseRange is the contract of logicRange.
func bitwiseRange() *Contract {
	return &Contract{
		Function: "logicRange", Codes: []trace.Opcode{trace.OpIntOr, trace.OpIntXor}, arity: 2, choose: anyOperation,
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v, _, ok := d.executed(c.code, n)
			if !ok {
				return nil
			}
			return []fact{{d.arguments(c.args[1], c.args[2], n), []term.Term{d.b.Sle(c.out(0), v), d.b.Sle(v, c.out(1))}}}
		},
	}
}

// shiftedWord is the contract of shiftWord.
func shiftedWord() *Contract {
	return &Contract{
		Function: "width.shiftWord", Codes: shifts, arity: 2, choose: anyPair,
		needs: func(d *domain, c *call) term.Term { return d.b.Ult(c.word(3), d.b.Const(64, 64)) },
		facts: func(d *domain, c *call, n []term.Term) []fact {
			// Shifting keeps the order of bits: what has fewer has fewer.
			b, v := d.b, d.operation(c.code, n[0], n[1]).Value
			is := b.Eq(c.word(3), n[1])
			fewer := func(x, y term.Term) term.Term { return b.Eq(b.BvAnd(x, b.BvNot(y)), d.zero()) }
			return []fact{
				{b.And(is, fewer(c.word(2), n[0])), []term.Term{fewer(c.out(0), v)}},
				{b.And(is, fewer(n[0], c.word(2))), []term.Term{fewer(v, c.out(0))}},
			}
		},
		open: true,
	}
}

// knownShift is the contract of knownShift.
func knownShift() *Contract {
	return &Contract{
		Function: "width.knownShift", Codes: shifts, closed: []string{"width.shiftWord"}, arity: 2, choose: anyPair,
		needs: func(d *domain, c *call) term.Term {
			return d.b.And(d.b.Sle(d.zero(), part(c.args[3], fieldLo)), d.b.Slt(part(c.args[3], fieldHi), d.b.Const(64, 64)))
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v := d.operation(c.code, n[0], n[1]).Value
			return []fact{{d.arguments(c.args[2], c.args[3], n), []term.Term{d.agrees(v, c.out(0), c.out(1))}}}
		},
		always: func(d *domain, c *call) []term.Term { return []term.Term{d.apart(c.out(0), c.out(1))} },
		invariant: func(d *domain, c *call, n []term.Term, vars map[string]Value) ([]term.Term, term.Term) {
			b, v := d.b, d.operation(c.code, n[0], n[1]).Value
			always, sometimes := vars["always"].(term.Term), vars["sometimes"].(term.Term)
			where := b.And(d.arguments(c.args[2], c.args[3], n), b.Slt(n[1], vars["n"].(term.Term)))
			done, left := d.rounds(vars["n"].(term.Term), c.args[3])
			return append(done,
				b.Implies(where, b.Eq(b.BvAnd(always, b.BvNot(v)), d.zero())),
				b.Implies(where, b.Eq(b.BvAnd(v, b.BvNot(sometimes)), d.zero())),
			), left
		},
	}
}

// shiftedBy is the contract of shiftBy.
func shiftedBy() *Contract {
	return &Contract{
		Function: "width.shiftBy", Codes: shifts, Amounts: upTo(0, 63), arity: 2,
		needs: func(d *domain, c *call) term.Term { return d.b.Ult(c.word(3), d.b.Const(64, 64)) },
		choose: func(d *domain, c *call) []term.Term {
			x := d.word("x")
			// The smallest member gives a member of the result, so there is one.
			d.numbers = []term.Term{x, d.operation(c.code, x, c.word(3)).Value}
			if c.code != trace.OpIntLshift {
				d.numbers = append(d.numbers, d.operation(c.code, part(c.args[2], fieldLo), c.word(3)).Value)
			}
			d.exact = []term.Term{d.b.Shl(d.extend(x), d.b.ZeroExt(128, c.word(3)))}
			return []term.Term{x, c.word(3)}
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v, _, ok := d.executed(c.code, n)
			if !ok {
				return nil
			}
			return d.holding(c, v, d.within(c.args[2], n[0]), d.b.Eq(c.word(3), n[1]))
		},
		always: func(d *domain, c *call) []term.Term {
			// Shifted up again, the ends are words.
			b, lo, hi := d.b, part(c.results[0], fieldLo), part(c.results[0], fieldHi)
			switch c.code {
			case trace.OpIntRshift:
				return []term.Term{b.Sle(b.AShr(b.Const(64, 1<<63), c.word(3)), lo), b.Sle(hi, b.AShr(b.Const(64, 1<<63-1), c.word(3)))}
			case trace.OpUintRshift:
				shifted, limit := b.Ult(d.zero(), c.word(3)), b.LShr(b.Const(64, 1<<64-1), c.word(3))
				return []term.Term{b.Implies(shifted, b.And(b.Sle(d.zero(), lo), b.Sle(hi, limit)))}
			}
			return nil
		},
	}
}

// signExtended is the contract of signext.
func signExtended() *Contract {
	return &Contract{
		Function: "width.signext", Widths: []int{8, 16, 32, 64}, arity: 1, choose: func(d *domain, c *call) []term.Term {
			n := d.word("n")
			d.numbers, d.exact = []term.Term{n}, []term.Term{d.extend(n)}
			return d.numbers
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			return d.holding(c, d.wrapAt(c.width, n[0]), d.within(c.args[1], n[0]))
		},
	}
}

// shiftedLeft is the contract of shiftLeft: before each round the result has what the
// amounts so far give.
func shiftedLeft() *Contract {
	k := amountsKnown(forwardOf("width.shiftLeft", trace.OpIntLshift, 1, 2))
	choose := k.choose
	k.choose = func(d *domain, c *call) []term.Term {
		n := choose(d, c)
		lo, hi := part(c.args[1], fieldLo), part(c.args[1], fieldHi)
		first, last := part(c.args[2], fieldLo), part(c.args[2], fieldHi)
		d.assumed = append(d.assumed, d.shiftsKeepOrder(lo, n[0], n[1]), d.shiftsKeepOrder(n[0], hi, n[1]))
		for _, end := range []term.Term{lo, hi} {
			d.assumed = append(d.assumed, d.shiftsLeadAway(end, first, n[1]), d.shiftsLeadAway(end, n[1], last))
		}
		return n
	}
	k.invariant = func(d *domain, c *call, n []term.Term, vars map[string]Value) ([]term.Term, term.Term) {
		b, v := d.b, d.operation(trace.OpIntLshift, n[0], n[1]).Value
		done, left := d.rounds(vars["n"].(term.Term), c.args[2])
		done = append(done, d.normal(vars["result"])...)
		where := b.And(d.arguments(c.args[1], c.args[2], n), b.Slt(n[1], vars["n"].(term.Term)))
		return append(done, b.Implies(where, d.within(vars["result"], v))), left
	}
	return k
}

// rounds says, for a loop over the amounts of a shift, where n is, and how many rounds are
// left.
func (d *domain) rounds(n term.Term, amounts Value) (done []term.Term, left term.Term) {
	b, lo, hi := d.b, part(amounts, fieldLo), part(amounts, fieldHi)
	return []term.Term{b.Sle(lo, n), b.Sle(n, b.Add(hi, b.Const(64, 1)))}, b.Sub(b.Add(hi, b.Const(64, 1)), n)
}

// amountsKnown adds what a function requires of its amounts: that there are several,
// and that each has a meaning.
func amountsKnown(k *Contract) *Contract {
	k.needs = func(d *domain, c *call) term.Term {
		lo, hi := part(c.args[2], fieldLo), part(c.args[2], fieldHi)
		return d.b.And(d.b.Sle(d.zero(), lo), d.b.Slt(lo, hi), d.b.Slt(hi, d.b.Const(64, 64)))
	}
	choose := k.choose
	k.choose = func(d *domain, c *call) []term.Term {
		n := choose(d, c)
		d.numbers = append(d.numbers, part(c.args[2], fieldHi)) // a member that is not 0
		return n
	}
	return k
}

// highProducts is the contract of forwardMulHigh: between the ends of both factors, read
// as unsigned, products rise.
func highProducts() *Contract {
	k := forwardOf("width.forwardMulHigh", trace.OpUintMulHigh, 1, 2)
	choose := k.choose
	k.choose = func(d *domain, c *call) []term.Term {
		n := choose(d, c)
		loA, hiA := d.withoutSign(c.args[1])
		loB, hiB := d.withoutSign(c.args[2])
		d.assumed = slices.Concat(d.assumed, d.riseUnsigned(loA, n[0], loB), d.riseUnsigned(loB, n[1], n[0]),
			d.riseUnsigned(n[0], hiA, n[1]), d.riseUnsigned(n[1], hiB, hiA))
		return n
	}
	return k
}

// upTo returns numbers, both ends included.
func upTo(from, to int) (list []int) {
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}

func compares() []trace.Opcode {
	return slices.DeleteFunc(operations(), func(code trace.Opcode) bool {
		return code < trace.OpIntLt || code > trace.OpIntIsZero
	})
}
