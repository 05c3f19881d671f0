package bounds

import (
	"unbox/prove/term"
	"unbox/trace"
)

// concluding are the contracts of what passes conclude from Bounds: that an operation
// cannot overflow, which argument its result equals, what follows when a guard passes.
// Together with those of the transfer functions, they cover the way from a fact to a
// change of the trace.
func concluding() []*Contract {
	return []*Contract{
		{
			Function: "width.cannotOverflow", open: true, Codes: sums, arity: 2, choose: anySum,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				if !d.isExact(c.code, n) {
					return nil
				}
				where := d.b.And(c.out(0), d.arguments(c.args[2], c.args[3], n))
				return []fact{{where, []term.Term{d.fits(d.exactly(c.code, n[0], n[1]))}}}
			},
		},
		{
			Function: "Bounds.IsConstant", open: true, arity: 1, choose: anyNumber,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				lo := part(c.args[0], fieldLo)
				return []fact{{d.b.And(c.out(0), d.within(c.args[0], n[0])), []term.Term{d.b.Eq(n[0], lo)}}}
			},
			always: func(d *domain, c *call) []term.Term {
				return []term.Term{d.b.Eq(c.out(0), d.b.Eq(part(c.args[0], fieldLo), part(c.args[0], fieldHi)))}
			},
		},
		{
			Function: "Bounds.Contains", open: true, always: func(d *domain, c *call) []term.Term {
				return []term.Term{d.b.Eq(c.out(0), d.within(c.args[0], c.word(1)))}
			},
		},
		{
			Function: "Bounds.Within", open: true, arity: 1, choose: anyNumber,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				return []fact{{d.b.And(c.out(0), d.within(c.args[0], n[0])), d.member(c.args[1], n[0])}}
			},
			always: func(d *domain, c *call) []term.Term {
				// That one is a part of the other is seen where the ends show it.
				return []term.Term{d.b.Implies(d.b.Eq(part(c.args[1], fieldUnknown), d.b.Const(64, 1<<64-1)),
					d.b.Eq(c.out(0), d.b.And(d.inside(c.args[0], c.args[1])...)))}
			},
		},
		extending(),
		replacing(),
		guarding(),
	}
}

// extended returns the result of int_signext for a number, and whether it has a
// meaning.
func (d *domain) extended(n, bytes term.Term) (v, defined term.Term) {
	m := d.operation(trace.OpIntSignext, n, bytes)
	return m.Value, m.Defined
}

// extending is the contract of fitsBytes: it is true exactly where sign extension
// changes neither end, and then it changes no member.
func extending() *Contract {
	return &Contract{
		Function: "Bounds.fitsBytes", arity: 1, choose: anyNumber,
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v, defined := d.extended(n[0], c.word(1))
			return []fact{{d.b.And(c.out(0), defined, d.within(c.args[0], n[0])), []term.Term{d.b.Eq(v, n[0])}}}
		},
		always: func(d *domain, c *call) []term.Term {
			lo, defined := d.extended(part(c.args[0], fieldLo), c.word(1))
			hi, _ := d.extended(part(c.args[0], fieldHi), c.word(1))
			fits := d.b.And(d.b.Eq(lo, part(c.args[0], fieldLo)), d.b.Eq(hi, part(c.args[0], fieldHi)))
			return []term.Term{d.b.Implies(defined, d.b.Eq(c.out(0), fits))}
		},
	}
}

// replacing is the contract of sameAs: the argument that it names is the result, for all
// members.
func replacing() *Contract {
	return &Contract{
		Function: "SameAs", arity: 2, choose: anyPair,
		Codes: []trace.Opcode{
			trace.OpIntAnd, trace.OpIntOr, trace.OpIntForceGeZero, trace.OpIntIsTrue, trace.OpIntSignext,
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			m := d.operation(c.code, n[0], n[1])
			where := d.b.And(m.Defined, d.within(c.args[1], n[0]))
			if !isUnary(c.code) {
				where = d.b.And(where, d.within(c.args[2], n[1]))
			}
			is := func(k uint64) term.Term { return d.b.And(where, d.b.Eq(c.out(0), d.b.Const(64, k))) }
			return []fact{
				{is(1), []term.Term{d.b.Eq(m.Value, n[0])}}, {is(2), []term.Term{d.b.Eq(m.Value, n[1])}},
			}
		},
		always: func(d *domain, c *call) []term.Term {
			all := []term.Term{d.b.Ule(c.out(0), d.b.Const(64, 2))}
			if isUnary(c.code) { // there is no second argument
				all = append(all, d.b.Ule(c.out(0), d.b.Const(64, 1)))
			}
			return append(all, d.seen(c)...)
		},
	}
}

// seen returns where sameAs has to see that the result is the first argument.
func (d *domain) seen(c *call) []term.Term {
	lo, hi := part(c.args[1], fieldLo), part(c.args[1], fieldHi)
	var where term.Term
	switch c.code {
	case trace.OpIntForceGeZero:
		where = d.b.Sle(d.zero(), lo)
	case trace.OpIntIsTrue:
		bits := d.b.BvOr(part(c.args[1], fieldOnes), part(c.args[1], fieldUnknown))
		where = d.b.And(d.b.Sle(d.zero(), lo), d.b.Ule(bits, d.b.Const(64, 1)))
	case trace.OpIntSignext:
		bytes := part(c.args[2], fieldLo)
		low, defined := d.extended(lo, bytes)
		high, _ := d.extended(hi, bytes)
		where = d.b.And(d.b.Eq(bytes, part(c.args[2], fieldHi)), defined, d.b.Eq(low, lo), d.b.Eq(high, hi))
	default:
		return nil
	}
	return []term.Term{d.b.Implies(where, d.b.Eq(c.out(0), d.b.Const(64, 1)))}
}

// guarding is the contract of passing: an integer that passes the guard stays a member;
// if none can pass, there are no Bounds.
func guarding() *Contract {
	passes := func(d *domain, c *call, n term.Term) term.Term {
		switch c.code {
		case trace.OpGuardTrue:
			return d.b.Distinct(n, d.zero())
		case trace.OpGuardFalse:
			return d.b.Eq(n, d.zero())
		}
		return d.b.Eq(n, c.word(2))
	}
	return &Contract{
		Function: "Bounds.Passing", found: 1, arity: 1, choose: anyNumber,
		Codes: []trace.Opcode{trace.OpGuardTrue, trace.OpGuardFalse, trace.OpGuardValue},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			return d.keeps(c, n[0], d.within(c.args[0], n[0]), passes(d, c, n[0]))
		},
		always: func(d *domain, c *call) []term.Term {
			if c.code == trace.OpGuardTrue {
				return d.inside(c.results[0], c.args[0])
			}
			lo, hi := part(c.results[0], fieldLo), part(c.results[0], fieldHi)
			return []term.Term{passes(d, c, lo), d.b.Eq(lo, hi), d.within(c.args[0], lo)}
		},
	}
}
