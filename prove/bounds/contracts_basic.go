package bounds

import (
	"slices"

	"unbox/prove/term"
)

// anyNumber chooses one integer.
func anyNumber(d *domain, _ *call) []term.Term {
	d.numbers = []term.Term{d.word("n")}
	return d.numbers
}

// anyPair chooses two integers.
func anyPair(d *domain, _ *call) []term.Term {
	d.numbers = []term.Term{d.word("x"), d.word("y")}
	return d.numbers
}

// keeps returns a fact about a function that returns Bounds and whether there are
// any: if a condition holds, there are, and n is a member.
func (d *domain) keeps(c *call, n term.Term, where ...term.Term) []fact {
	return []fact{{d.b.And(where...), append([]term.Term{c.out(1)}, d.member(c.results[0], n)...)}}
}

// holding is the same for a function that always returns Bounds.
func (d *domain) holding(c *call, n term.Term, where ...term.Term) []fact {
	return []fact{{d.b.And(where...), d.member(c.results[0], n)}}
}

// inside returns that the range of r is a part of that of b.
func (d *domain) inside(r, b Value) []term.Term {
	return []term.Term{d.b.Sle(part(b, fieldLo), part(r, fieldLo)), d.b.Sle(part(r, fieldHi), part(b, fieldHi))}
}

// basic are the contracts of the functions that all others use.
func basic() []*Contract { return slices.Concat(members(), meetings(), joinings()) }

// members are the contracts of functions that find the first and the last number with known bits, and of what they need.
func members() []*Contract {
	return []*Contract{
		{
			Function: "upTo",
			always: func(d *domain, c *call) []term.Term {
				b, x, m := d.b, c.word(0), c.out(0)
				top := b.BvXor(m, b.LShr(m, b.Const(64, 1)))
				return []term.Term{
					b.Eq(b.BvAnd(m, b.Add(m, b.Const(64, 1))), d.zero()), b.Eq(b.BvAnd(x, b.BvNot(m)), d.zero()),
					b.Eq(b.BvAnd(top, b.BvNot(x)), d.zero()),
				}
			},
		},
		{
			Function: "firstMember", found: 1, arity: 1, choose: anyNumber,
			needs: func(d *domain, c *call) term.Term {
				return d.b.And(d.apart(c.word(1), c.word(2)), d.b.Not(d.agrees(c.word(0), c.word(1), c.word(2))))
			},
			facts: func(d *domain, c *call, n []term.Term) []fact {
				where := d.b.And(d.b.Sle(c.word(0), n[0]), d.agrees(n[0], c.word(1), c.word(2)))
				return []fact{{where, []term.Term{c.out(1), d.b.Sle(c.out(0), n[0])}}}
			},
			always: func(d *domain, c *call) []term.Term {
				return []term.Term{d.b.Sle(c.word(0), c.out(0)), d.agrees(c.out(0), c.word(1), c.word(2))}
			},
		},
		{
			Function: "lastMember", found: 1, arity: 1, choose: func(d *domain, c *call) []term.Term {
				n := anyNumber(d, c)
				d.numbers = []term.Term{d.b.BvNot(n[0])}
				return n
			},
			needs: func(d *domain, c *call) term.Term {
				return d.b.And(d.apart(c.word(1), c.word(2)), d.b.Not(d.agrees(c.word(0), c.word(1), c.word(2))))
			},
			facts: func(d *domain, c *call, n []term.Term) []fact {
				where := d.b.And(d.b.Sle(n[0], c.word(0)), d.agrees(n[0], c.word(1), c.word(2)))
				return []fact{{where, []term.Term{c.out(1), d.b.Sle(n[0], c.out(0))}}}
			},
			always: func(d *domain, c *call) []term.Term {
				return []term.Term{d.b.Sle(c.out(0), c.word(0)), d.agrees(c.out(0), c.word(1), c.word(2))}
			},
		},
		{
			Function: "normal", found: 1, arity: 1, choose: anyNumber,
			needs: func(d *domain, c *call) term.Term { return d.apart(c.word(2), c.word(3)) },
			facts: func(d *domain, c *call, n []term.Term) []fact {
				return d.keeps(c, n[0], d.member(&Record{c.args}, n[0])...)
			},
			always: func(d *domain, c *call) []term.Term { return d.inside(c.results[0], &Record{c.args}) },
		},
	}
}

// meetings are those of functions that leave what is in two sets.
func meetings() []*Contract {
	return []*Contract{
		meeting("Bounds.meetRange", func(d *domain, c *call, n term.Term) []term.Term {
			return []term.Term{d.b.Sle(c.word(1), n), d.b.Sle(n, c.word(2))}
		}, func(d *domain, c *call) []term.Term {
			return []term.Term{d.b.Sle(c.word(1), part(c.results[0], fieldLo)), d.b.Sle(part(c.results[0], fieldHi), c.word(2))}
		}, nil),
		meeting("Bounds.meetBits", func(d *domain, c *call, n term.Term) []term.Term {
			return []term.Term{d.agrees(n, c.word(1), c.word(2))}
		}, nil, func(d *domain, c *call) term.Term { return d.apart(c.word(1), c.word(2)) }),
		meeting("Bounds.meet", func(d *domain, c *call, n term.Term) []term.Term {
			return d.member(&Record{c.args[1:]}, n)
		}, func(d *domain, c *call) []term.Term { return d.inside(c.results[0], &Record{c.args[1:]}) }, func(d *domain, c *call) term.Term { return d.apart(c.word(3), c.word(4)) }),
		meeting("Bounds.Intersect", func(d *domain, c *call, n term.Term) []term.Term {
			return d.member(c.args[1], n)
		}, func(d *domain, c *call) []term.Term { return d.inside(c.results[0], c.args[1]) },
			func(d *domain, c *call) term.Term {
				return d.apart(part(c.args[1], fieldOnes), part(c.args[1], fieldUnknown))
			}),
		meeting("Bounds.meetArc", func(d *domain, c *call, n term.Term) []term.Term {
			// n is at most as far from the arc's beginning as its end is.
			return []term.Term{d.b.Ule(d.b.Sub(n, c.word(1)), d.b.Sub(c.word(2), c.word(1)))}
		}, nil, nil),
		meeting("Bounds.meetUnsigned", func(d *domain, c *call, n term.Term) []term.Term {
			return []term.Term{d.b.Ule(c.word(1), n), d.b.Ule(n, c.word(2))}
		}, nil, nil),
		windows(),
		meeting("Bounds.without", func(d *domain, c *call, n term.Term) []term.Term {
			return []term.Term{d.b.Distinct(n, c.word(1))}
		}, nil, nil),
	}
}

// joinings are those of functions that return what is in one of two sets, or of a set as something else.
func joinings() []*Contract {
	return []*Contract{
		joining("Bounds.Join", 0, func(d *domain, c *call) (a, b term.Term) { return d.b.True(), d.b.True() }),
		joining("Bounds.joinIf", 0, func(d *domain, c *call) (a, b term.Term) { return d.b.True(), c.word(2) }),
		joining("joinFound", 1, func(d *domain, c *call) (a, b term.Term) { return c.word(1), c.word(3) }),
		{
			Function: "Bounds.invert", open: true, arity: 1, choose: anyNumber,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				return d.holding(c, d.b.BvNot(n[0]), d.member(c.args[0], n[0])...)
			},
		},
		{
			Function: "Bounds.unsigned", open: true, arity: 1, choose: anyNumber,
			facts: func(d *domain, c *call, n []term.Term) []fact {
				return []fact{{d.within(c.args[0], n[0]), []term.Term{d.b.Ule(c.out(0), n[0]), d.b.Ule(n[0], c.out(1))}}}
			},
			always: func(d *domain, c *call) []term.Term { return []term.Term{d.b.Ule(c.out(0), c.out(1))} },
		},
	}
}

// windows is the contract of meetWindow, for one number: if it is as far from the
// beginning as r allows, it stays. r is arbitrary, and may have no members.
func windows() *Contract {
	return &Contract{
		Function: "Bounds.meetWindow", found: 1, arity: 1, choose: anyNumber, raw: true,
		needs: func(d *domain, c *call) term.Term {
			return d.b.And(d.apart(part(c.args[0], fieldOnes), part(c.args[0], fieldUnknown)), d.near(d.wide(c.args[1]), 126))
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			if n[0] != d.numbers[0] {
				return nil
			}
			distance := d.b.Sub(d.extend(n[0]), d.wide(c.args[1]))
			lo, hi := d.extend(part(c.args[2], fieldLo)), d.extend(part(c.args[2], fieldHi))
			return d.keeps(c, n[0], d.within(c.args[0], n[0]), d.b.Sle(lo, distance), d.b.Sle(distance, hi))
		},
		always: func(d *domain, c *call) []term.Term { return d.inside(c.results[0], c.args[0]) },
	}
}

// near returns that a number of 128 bits is at most 2 to the power of n away from 0.
func (d *domain) near(t term.Term, n uint64) term.Term {
	limit := d.b.Shl(d.b.Const(128, 1), d.b.Const(128, n))
	return d.b.And(d.b.Sle(d.b.Neg(limit), t), d.b.Sle(t, limit))
}

// meeting is the contract of a function that returns the members of its receiver
// for which something holds.
func meeting(name string, holds func(*domain, *call, term.Term) []term.Term, always func(*domain, *call) []term.Term,
	needs func(*domain, *call) term.Term) *Contract {
	return &Contract{
		Function: name, found: 1, arity: 1, choose: anyNumber, raw: name != "Bounds.without",
		needs: func(d *domain, c *call) term.Term {
			apart := d.apart(part(c.args[0], fieldOnes), part(c.args[0], fieldUnknown))
			if needs != nil {
				return d.b.And(apart, needs(d, c))
			}
			return apart
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			return d.keeps(c, n[0], append(d.member(c.args[0], n[0]), holds(d, c, n[0])...)...)
		},
		always: func(d *domain, c *call) []term.Term {
			all := d.inside(c.results[0], c.args[0])
			if always != nil {
				all = append(all, always(d, c)...)
			}
			return all
		},
	}
}

// joining is the contract of a function that joins those of two Bounds that exist.
func joining(name string, found int, there func(*domain, *call) (a, b term.Term)) *Contract {
	return &Contract{
		Function: name, found: found, arity: 1, choose: anyNumber, raw: true, open: true,
		needs: func(d *domain, c *call) term.Term {
			isA, isB := there(d, c)
			a, b := c.sides()
			if found > 0 {
				return d.b.And(append(d.normal(a), d.normal(b)...)...)
			}
			return d.b.And(d.b.Implies(isA, d.b.And(d.normal(a)...)), d.b.Implies(isB, d.b.And(d.normal(b)...)))
		},
		facts: func(d *domain, c *call, n []term.Term) []fact {
			isA, isB := there(d, c)
			a, b := c.sides()
			where := d.b.Or(d.b.And(isA, d.within(a, n[0])), d.b.And(isB, d.within(b, n[0])))
			if found > 0 {
				return d.keeps(c, n[0], where)
			}
			return d.holding(c, n[0], where)
		},
	}
}

// sides returns the two Bounds among the arguments.
func (c *call) sides() (a, b Value) {
	var list []Value
	for _, v := range c.args {
		if r, ok := v.(*Record); ok {
			list = append(list, r)
		}
	}
	return list[0], list[1]
}

// Contracts returns the contracts of all functions.
func Contracts() []*Contract {
	return slices.Concat(basic(), concluding(), wideContracts(), sumContracts(), factorContracts(), forwardContracts(), divideContracts(), backwardContracts(), undivideContracts())
}
