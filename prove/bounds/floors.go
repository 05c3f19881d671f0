package bounds

import (
	"unbox/prove"
	"unbox/prove/term"
	"unbox/trace"
)

// Quotients rounded down. Like products they are names in proofs: what fraction.floor
// returns for a dividend and a divisor is one word, of which nothing is known but what the
// contract of that function and the laws say.

// floor returns the name of a quotient rounded down.
func (d *domain) floor(x, y term.Term) term.Term {
	if t, ok := d.chosen(x, func(x term.Term) term.Term { return d.floor(x, y) }); ok {
		return t
	}
	if t, ok := d.chosen(y, func(y term.Term) term.Term { return d.floor(x, y) }); ok {
		return t
	}
	key := [2]term.Term{x, y}
	if _, ok := d.floors[key]; !ok {
		d.floors[key] = d.word("floor")
		if d.real {
			d.assumed = append(d.assumed, d.b.Implies(d.b.Distinct(y, d.zero()), d.b.And(d.isFloor(x, y, d.floors[key])...)))
		}
	}
	return d.floors[key]
}

// noWord returns whether the quotient of x and y does not fit into a word: the source
// then uses the largest word, and the operation wraps around.
func (d *domain) noWord(x, y term.Term) term.Term {
	return d.b.And(d.b.Eq(x, d.b.Const(64, 1<<63)), d.b.Eq(y, d.b.Const(64, 1<<64-1)))
}

// isFloor says that q is x divided by y, rounded down: the remainder is less than y,
// and has its sign.
func (d *domain) isFloor(x, y, q term.Term) []term.Term {
	b := d.b
	exact, wx, wy := d.product(q, y), d.extend(x), d.extend(y)
	next := b.Add(exact, wy)
	none := d.noWord(x, y)
	positive, negative := b.Slt(d.zero(), y), b.And(b.Not(none), b.Slt(y, d.zero()))
	return []term.Term{
		b.Implies(none, b.Eq(q, b.Const(64, 1<<63-1))),
		b.Implies(positive, b.Sle(exact, wx)), b.Implies(positive, b.Slt(wx, next)),
		b.Implies(negative, b.Sle(wx, exact)), b.Implies(negative, b.Slt(next, wx)),
	}
}

// rests says that the remainder is less than the divisor, and has its sign.
func (d *domain) rests(x, y term.Term) []term.Term {
	b, q := d.b, d.floor(x, y)
	rest := b.Sub(x, d.cut(d.product(q, y)))
	positive, negative := b.Slt(d.zero(), y), b.And(b.Not(d.noWord(x, y)), b.Slt(y, d.zero()))
	return []term.Term{
		b.Implies(positive, b.Sle(d.zero(), rest)), b.Implies(positive, b.Slt(rest, y)),
		b.Implies(negative, b.Sle(rest, d.zero())), b.Implies(negative, b.Slt(y, rest)),
	}
}

// restIsWord says that nothing of the remainder is cut off.
func (d *domain) restIsWord(x, y term.Term) []term.Term {
	b, q := d.b, d.floor(x, y)
	rest, exact := b.Sub(x, d.cut(d.product(q, y))), b.Sub(d.extend(x), d.product(q, y))
	same := b.Eq(d.extend(rest), exact)
	return []term.Term{
		b.Implies(b.Slt(d.zero(), y), same), b.Implies(b.And(b.Not(d.noWord(x, y)), b.Slt(y, d.zero())), same),
	}
}

// floorContract is the contract of fraction.floor.
func floorContract() *Contract {
	ends := func(c *call) (above, below term.Term) { return part(c.args[0], 0), part(c.args[0], 1) }
	return &Contract{
		Function: "fraction.floor", real: true,
		needs: func(d *domain, c *call) term.Term {
			_, below := ends(c)
			return d.b.Distinct(below, d.zero())
		},
		always: func(d *domain, c *call) []term.Term {
			above, below := ends(c)
			return d.isFloor(above, below, c.out(0))
		},
		cases: func(d *domain, c *call) []term.Term {
			above, below := ends(c)
			return d.divisionCases(above, below)
		},
		name: func(d *domain, c *call) []Value {
			above, below := ends(c)
			return []Value{d.floor(above, below)}
		},
	}
}

// divisionCases are the combinations of signs, with the smallest dividend and the divisor -1
// on their own.
func (d *domain) divisionCases(x, y term.Term) (cases []term.Term) {
	b := d.b
	smallest := b.Eq(x, b.Const(64, 1<<63))
	dividends := []term.Term{b.Not(b.Negative(x)), b.And(b.Negative(x), b.Not(smallest)), smallest}
	for _, dividend := range dividends {
		for _, divisor := range []term.Term{b.Not(b.Negative(y)), b.Eq(y, b.Const(64, 1<<64-1)), b.Slt(y, b.Const(64, 1<<64-1))} {
			cases = append(cases, b.And(dividend, divisor))
		}
	}
	return cases
}

// floorSigns says which sign a quotient has.
func (d *domain) floorSigns(x, y term.Term) []term.Term {
	b, q := d.b, d.floor(x, y)
	positive, negative := b.Slt(d.zero(), y), b.Slt(y, d.zero())
	return []term.Term{
		b.Implies(b.And(positive, b.Sle(d.zero(), x)), b.Sle(d.zero(), q)), b.Implies(b.And(positive, b.Slt(x, d.zero())), b.Slt(q, d.zero())),
		b.Implies(b.And(negative, b.Sle(x, d.zero())), b.Sle(d.zero(), q)), b.Implies(b.And(negative, b.Slt(d.zero(), x)), b.Slt(q, d.zero())),
	}
}

// floorsRise says how quotients change with the dividend: they rise for a positive divisor,
// and fall for a negative one.
func (d *domain) floorsRise(x, z, y term.Term) []term.Term {
	b, p, q := d.b, d.floor(x, y), d.floor(z, y)
	return []term.Term{
		b.Implies(b.And(b.Sle(x, z), b.Slt(d.zero(), y)), b.Sle(p, q)),
		b.Implies(b.And(b.Sle(x, z), b.Slt(y, d.zero())), b.Sle(q, p)),
	}
}

// floorsBend says how quotients change with a divisor of one sign: the farther the
// divisor is from 0, the closer they are to 0, or to -1.
func (d *domain) floorsBend(x, y, z term.Term) []term.Term {
	b, p, q := d.b, d.floor(x, y), d.floor(x, z)
	var all []term.Term
	for _, one := range []term.Term{b.Slt(d.zero(), y), b.Slt(z, d.zero())} {
		one = b.And(b.Sle(y, z), one)
		all = append(all, b.Implies(b.And(one, b.Sle(d.zero(), x)), b.Sle(q, p)), b.Implies(b.And(one, b.Slt(x, d.zero())), b.Sle(p, q)))
	}
	return all
}

// onlyFloor says that p is the quotient if it is x divided by y, rounded down.
func (d *domain) onlyFloor(x, y, p term.Term) []term.Term {
	b, q := d.b, d.floor(x, y)
	is := b.And(append(d.isFloor(x, y, p), b.Distinct(y, d.zero()))...)
	return []term.Term{b.Implies(is, b.Sle(p, q)), b.Implies(is, b.Sle(q, p))}
}

// floorShifts says that dividing by 2 to the power of n is shifting by n.
func (d *domain) floorShifts(x, y, n term.Term) term.Term {
	b := d.b
	power := b.And(b.Ult(n, b.Const(64, 63)), b.Eq(y, b.Shl(b.Const(64, 1), n)))
	return b.Implies(power, b.Eq(d.floor(x, y), b.AShr(x, n)))
}

// floorsOfSmall says that what is nearer to 0 than the divisor, and has its sign, has the
// quotient 0.
func (d *domain) floorsOfSmall(x, y term.Term) []term.Term {
	b, q := d.b, d.floor(x, y)
	none := b.And(b.Eq(q, d.zero()), b.Eq(d.product(q, y), b.Const(128, 0)))
	return []term.Term{
		b.Implies(b.And(b.Sle(d.zero(), x), b.Slt(x, y)), none), b.Implies(b.And(b.Sle(x, d.zero()), b.Slt(y, x)), none),
	}
}

// floorProducts says that a quotient and its divisor together have the sign of the
// dividend, if the dividend has that of the divisor.
func (d *domain) floorProducts(x, y term.Term) []term.Term {
	b, exact := d.b, d.product(d.floor(x, y), y)
	return []term.Term{
		b.Implies(b.And(b.Sle(d.zero(), x), b.Slt(d.zero(), y)), b.Sle(b.Const(128, 0), exact)),
		b.Implies(b.And(b.Sle(x, d.zero()), b.Slt(y, d.zero())), b.Sle(exact, b.Const(128, 0))),
	}
}

// divided returns what int_py_div or int_py_mod compute, using the name of the quotient.
// Laws say that it is the same.
func (d *domain) divided(code trace.Opcode, x, y term.Term) prove.Meaning {
	b, q := d.b, d.floor(x, y)
	m := prove.Meaning{Defined: b.Distinct(y, d.zero()), Fits: b.True()}
	m.Value = b.Ite(d.noWord(x, y), b.Const(64, 1<<63), q)
	if code == trace.OpIntPyMod {
		m.Value = b.Ite(d.noWord(x, y), d.zero(), b.Sub(x, d.cut(d.product(q, y))))
	}
	return m
}

// divisionLaws are those of quotients.
func divisionLaws() []*Law {
	return []*Law{
		{"int_py_div rounds down", func(d *domain) []term.Term {
			x, y := d.word("x"), d.word("y")
			v := d.computed(trace.OpIntPyDiv, x, y)
			d.assumed = append(d.assumed, d.b.Distinct(y, d.zero()))
			goals := d.isFloor(x, y, v)
			goals[0] = d.b.Implies(d.noWord(x, y), d.b.Eq(v, d.b.Const(64, 1<<63)))
			return d.split(goals, d.divisionCases(x, y))
		}},
		{"int_py_mod is the rest", func(d *domain) []term.Term {
			x, y := d.word("x"), d.word("y")
			q, rest := d.computed(trace.OpIntPyDiv, x, y), d.computed(trace.OpIntPyMod, x, y)
			d.assumed = append(d.assumed, d.b.Distinct(y, d.zero()))
			return d.split([]term.Term{d.b.Eq(rest, d.b.Sub(x, d.cut(d.product(q, y))))}, d.divisionCases(x, y))
		}},
		{"rests are less than divisors", func(d *domain) []term.Term {
			x, y := d.word("x"), d.word("y")
			d.tellAll(d.restIsWord(x, y))
			return d.rests(x, y)
		}},
		{"rests are words", func(d *domain) []term.Term { return d.restIsWord(d.word("x"), d.word("y")) }},
		{"one word is the quotient", func(d *domain) []term.Term {
			x, y := d.word("x"), d.word("y")
			return d.split(d.onlyFloor(x, y, d.word("p")), d.divisionCases(x, y))
		}},
		{"quotients rise with the dividend", func(d *domain) []term.Term {
			return d.floorsRise(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"quotients have the signs of both", func(d *domain) []term.Term { return d.floorSigns(d.word("u"), d.word("v")) }},
		{"dividing by a power of 2 shifts", func(d *domain) (all []term.Term) {
			u := d.word("u")
			for n := range 63 {
				power, amount := d.b.Const(64, 1<<n), d.b.Const(64, uint64(n))
				d.tellAll(d.onlyFloor(u, power, d.b.AShr(u, amount)))
				all = append(all, d.floorShifts(u, power, amount))
			}
			return all
		}},
		{"quotients of small dividends", func(d *domain) []term.Term {
			u, v := d.word("u"), d.word("v")
			d.tellAll(d.floorSigns(u, v))
			return d.floorsOfSmall(u, v)
		}},
		{"quotients times divisors", func(d *domain) []term.Term {
			u, v := d.word("u"), d.word("v")
			d.tellAll(d.floorSigns(u, v))
			return d.floorProducts(u, v)
		}},
		{"quotients bend with the divisor", func(d *domain) []term.Term {
			u, v, w := d.word("u"), d.word("v"), d.word("w")
			for _, y := range []term.Term{v, w} {
				d.tellAll(d.floorSigns(u, y), d.rise(v, w, d.floor(u, y)))
			}
			return d.floorsBend(u, v, w)
		}},
	}
}
