package bounds

import "unbox/prove/term"

// Numbers of two words divided by one, as bits.Div64 does. Like products, the quotient and
// the remainder are names in proofs: all that is needed is how they bound a factor of a
// product whose upper half is known.

// long returns the quotient and the rest of the number whose halves are high and low,
// divided by a word, all without a sign.
func (d *domain) long(high, low, by term.Term) (quotient, rest term.Term) {
	if d.real {
		return d.longDivision(high, low, by)
	}
	key := [3]term.Term{high, low, by}
	if _, ok := d.longs[key]; !ok {
		d.longs[key] = [2]term.Term{d.word("quotient"), d.word("rest")}
	}
	return d.longs[key][0], d.longs[key][1]
}

// longFits says that the quotient is a word if the divisor is greater than the upper half,
// and that the rest is one.
func (d *domain) longFits(high, low, by term.Term) []term.Term {
	b := d.b
	number, divisor, where := d.twoWords(high, low), d.unsigned(by), b.Ult(high, by)
	return []term.Term{
		b.Implies(where, b.Ult(b.UDiv(number, divisor), d.pastWords())),
		b.Implies(where, b.Ult(b.URem(number, divisor), d.pastWords())),
	}
}

// cutsNothing says that nothing is cut off of a number of two words that fits
// into one.
func (d *domain) cutsNothing(t term.Term) term.Term {
	return d.b.Implies(d.b.Ult(t, d.pastWords()), d.b.Eq(d.unsigned(d.cut(t)), t))
}

// isLong says that quotient and divisor multiplied leave the rest, and that this is less
// than the divisor.
func (d *domain) isLong(high, low, by term.Term) []term.Term {
	b := d.b
	quotient, rest := d.long(high, low, by)
	product, number, where := d.unsignedProduct(quotient, by), d.twoWords(high, low), b.Ult(high, by)
	return []term.Term{
		b.Implies(where, b.Ule(product, number)), b.Implies(where, b.Eq(b.Sub(number, product), d.unsigned(rest))),
		b.Implies(where, b.Ult(rest, by)),
	}
}

// stepUnsigned says that v*w is greater than u*w by at least w, for a v greater than u.
func (d *domain) stepUnsigned(u, v, w term.Term) []term.Term {
	b, low, high := d.b, d.unsignedProduct(u, w), d.unsignedProduct(v, w)
	next := b.Add(low, d.unsigned(w))
	return []term.Term{b.Ule(low, next), b.Implies(b.And(b.Ult(u, v), b.Ult(d.zero(), w)), b.Ule(next, high))}
}

// longFactor says how large x is if x*by is known to be at least, or at most, the number
// whose halves are high and low.
func (d *domain) longFactor(x, high, low, by term.Term) []term.Term {
	b := d.b
	quotient, rest := d.long(high, low, by)
	product, number := d.unsignedProduct(x, by), d.twoWords(high, low)
	above := b.And(b.Ult(high, by), b.Ule(number, product))
	below := b.And(b.Ult(high, by), b.Ule(product, number))
	return []term.Term{
		b.Implies(above, b.Ule(quotient, x)),
		b.Implies(b.And(above, b.Distinct(rest, d.zero())), b.Ult(quotient, x)),
		b.Implies(below, b.Ule(x, quotient)),
	}
}

// upperHalf says that the upper half of a product is less than a factor that is not 0.
func (d *domain) upperHalf(x, y term.Term) []term.Term {
	b, product := d.b, d.unsignedProduct(x, y)
	return []term.Term{
		b.Implies(b.Ult(d.zero(), y), b.Ult(product, b.Concat(y, d.zero()))),
		b.Implies(b.Eq(y, d.zero()), b.Eq(product, b.Const(128, 0))),
	}
}

// highLaws are those of numbers of two words.
func highLaws() []*Law {
	return []*Law{
		{"quotients of two words fit", func(d *domain) []term.Term {
			return d.longFits(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"what is one word has no upper half", func(d *domain) []term.Term {
			return []term.Term{d.cutsNothing(d.b.Concat(d.word("u"), d.word("v")))}
		}},
		{"quotients of two words leave a rest", func(d *domain) []term.Term {
			u, v, w := d.word("u"), d.word("v"), d.word("w")
			number, divisor := d.twoWords(u, v), d.unsigned(w)
			d.tellAll(d.longFits(u, v, w))
			d.tell(d.cutsNothing(d.b.UDiv(number, divisor)), d.cutsNothing(d.b.URem(number, divisor)))
			return d.isLong(u, v, w)
		}},
		{"products without a sign rise by the factor", func(d *domain) []term.Term {
			return d.stepUnsigned(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"quotients of two words bound a factor", func(d *domain) []term.Term {
			d.real = false
			x, u, v, w := d.word("x"), d.word("u"), d.word("v"), d.word("w")
			quotient, _ := d.long(u, v, w)
			d.tellAll(d.isLong(u, v, w), d.riseUnsigned(x, quotient, w), d.stepUnsigned(x, quotient, w), d.stepUnsigned(quotient, x, w))
			return d.longFactor(x, u, v, w)
		}},
		{"upper halves are less than a factor", func(d *domain) []term.Term {
			d.real = false
			u, v := d.word("u"), d.word("v")
			d.tell(d.riseUnsigned(u, d.b.Const(64, 1<<64-1), v)...)
			return d.upperHalf(u, v)
		}},
	}
}
