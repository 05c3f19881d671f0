package bounds

import "unbox/prove/term"

// Quotients rounded up: names, as quotients rounded down are (floors.go).

// ceil returns the name of a quotient rounded up.
func (d *domain) ceil(x, y term.Term) term.Term {
	if t, ok := d.chosen(x, func(x term.Term) term.Term { return d.ceil(x, y) }); ok {
		return t
	}
	if t, ok := d.chosen(y, func(y term.Term) term.Term { return d.ceil(x, y) }); ok {
		return t
	}
	key := [2]term.Term{x, y}
	if _, ok := d.ceils[key]; !ok {
		d.ceils[key] = d.word("ceil")
		if d.real {
			d.tell(d.b.Implies(d.b.Distinct(y, d.zero()), d.b.And(d.isCeil(x, y, d.ceils[key])...)))
		}
	}
	return d.ceils[key]
}

// isCeil says that q is x divided by y, rounded up: q*y exceeds x by less than y.
func (d *domain) isCeil(x, y, q term.Term) []term.Term {
	b := d.b
	exact, wx, wy := d.product(q, y), d.extend(x), d.extend(y)
	before := b.Sub(exact, wy)
	none := d.noWord(x, y)
	positive, negative := b.Slt(d.zero(), y), b.And(b.Not(none), b.Slt(y, d.zero()))
	return []term.Term{
		b.Implies(none, b.Eq(q, b.Const(64, 1<<63-1))),
		b.Implies(positive, b.Sle(wx, exact)), b.Implies(positive, b.Slt(before, wx)),
		b.Implies(negative, b.Sle(exact, wx)), b.Implies(negative, b.Slt(wx, before)),
	}
}

// ceilContract is the contract of fraction.ceil.
func ceilContract() *Contract {
	k := floorContract()
	ends := func(c *call) (above, below term.Term) { return part(c.args[0], 0), part(c.args[0], 1) }
	k.Function = "fraction.ceil"
	k.choose = func(d *domain, c *call) []term.Term {
		d.tellAll(d.restIsWord(ends(c)))
		return nil
	}
	k.always = func(d *domain, c *call) []term.Term {
		above, below := ends(c)
		return d.isCeil(above, below, c.out(0))
	}
	k.name = func(d *domain, c *call) []Value {
		above, below := ends(c)
		return []Value{d.ceil(above, below)}
	}
	return k
}

// ceilsRise is floorsRise of quotients rounded up.
func (d *domain) ceilsRise(x, z, y term.Term) []term.Term {
	b, p, q := d.b, d.ceil(x, y), d.ceil(z, y)
	return []term.Term{
		b.Implies(b.And(b.Sle(x, z), b.Slt(d.zero(), y)), b.Sle(p, q)),
		b.Implies(b.And(b.Sle(x, z), b.Slt(y, d.zero())), b.Sle(q, p)),
	}
}

// ceilsBend is floorsBend of quotients rounded up.
func (d *domain) ceilsBend(x, y, z term.Term) []term.Term {
	b, p, q := d.b, d.ceil(x, y), d.ceil(x, z)
	var all []term.Term
	for _, one := range []term.Term{b.Slt(d.zero(), y), b.Slt(z, d.zero())} {
		one = b.And(b.Sle(y, z), one)
		all = append(all, b.Implies(b.And(one, b.Sle(d.zero(), x)), b.Sle(q, p)), b.Implies(b.And(one, b.Slt(x, d.zero())), b.Sle(p, q)))
	}
	return all
}

// ceilSigns says which sign a quotient rounded up has.
func (d *domain) ceilSigns(x, y term.Term) []term.Term {
	b, q := d.b, d.ceil(x, y)
	positive, negative := b.Slt(d.zero(), y), b.Slt(y, d.zero())
	return []term.Term{
		b.Implies(b.And(positive, b.Slt(d.zero(), x)), b.Slt(d.zero(), q)), b.Implies(b.And(positive, b.Sle(x, d.zero())), b.Sle(q, d.zero())),
		b.Implies(b.And(negative, b.Slt(x, d.zero())), b.Slt(d.zero(), q)), b.Implies(b.And(negative, b.Sle(d.zero(), x)), b.Sle(q, d.zero())),
	}
}

// exactQuotient says that p*y, if it is a word, has the quotient p, whichever way it is
// rounded.
func (d *domain) exactQuotient(p, y term.Term) []term.Term {
	b := d.b
	exact := d.product(p, y)
	where := b.And(d.fits(exact), b.Distinct(y, d.zero()))
	return []term.Term{b.Implies(where, b.Eq(d.floor(d.cut(exact), y), p)), b.Implies(where, b.Eq(d.ceil(d.cut(exact), y), p))}
}

// ceilLaws are those of quotients rounded up.
func ceilLaws() []*Law {
	return []*Law{
		{"quotients rounded up rise with the dividend", func(d *domain) []term.Term {
			return d.ceilsRise(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"quotients rounded up have the signs of both", func(d *domain) []term.Term { return d.ceilSigns(d.word("u"), d.word("v")) }},
		{"quotients rounded up bend with the divisor", func(d *domain) []term.Term {
			u, v, w := d.word("u"), d.word("v"), d.word("w")
			for _, y := range []term.Term{v, w} {
				d.tellAll(d.ceilSigns(u, y), d.rise(v, w, d.ceil(u, y)))
			}
			return d.ceilsBend(u, v, w)
		}},
		{"exact quotients", func(d *domain) []term.Term { return d.exactQuotient(d.word("p"), d.word("y")) }},
	}
}
