package bounds

import "unbox/prove/term"

// undivideLaws are those that the backward functions for quotients and remainders
// need.
func undivideLaws() []*Law {
	return []*Law{
		{"quotients are not large but by 1 and -1", func(d *domain) []term.Term { return d.floorsNear(d.word("u"), d.word("v")) }},
		{"rests of the same quotients are the same", func(d *domain) []term.Term {
			x, y, p, z := d.word("x"), d.word("y"), d.word("p"), d.word("z")
			d.tellAll(d.restIsWord(x, y))
			return d.sameRest(x, y, p, z)
		}},
		{"a dividend lies between two multiples", func(d *domain) []term.Term { return d.surrounds(d.word("u"), d.word("v")) }},
		{"the next multiple is one divisor farther", func(d *domain) []term.Term {
			u, v := d.word("u"), d.word("v")
			return []term.Term{d.nextIs(u, v), d.nextIsProduct(u, v)}
		}},
		{"next multiples have 128 bits", func(d *domain) []term.Term {
			d.real = false
			u, v := d.word("u"), d.word("v")
			d.tellAll(d.room(u, v), []term.Term{d.nextIs(u, v)})
			return d.nextRoom(u, v)
		}},
		{"next multiples rise with the quotient", func(d *domain) []term.Term {
			return d.nextsRise(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"next multiples rise or fall with the divisor", func(d *domain) []term.Term {
			return d.nextsBend(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"what multiplied is not too much is at most the quotient", func(d *domain) []term.Term {
			u, v, w := d.word("u"), d.word("v"), d.word("w")
			return []term.Term{d.atMost(u, v, w), d.below(u, v, w)}
		}},
	}
}

// floorsNear says that a divisor that is neither 1 nor -1 leaves at most half of a dividend,
// so that the difference of two quotients is a word.
func (d *domain) floorsNear(x, y term.Term) (all []term.Term) {
	b, q, limit := d.b, d.floor(x, y), d.b.Const(64, 1<<62)
	for _, far := range []term.Term{b.Slt(b.Const(64, 1), y), b.Slt(y, b.Const(64, 1<<64-1))} {
		all = append(all, b.Implies(far, b.Sle(q, limit)), b.Implies(far, b.Sle(b.Neg(limit), q)))
	}
	return all
}

// sameRest says what the rest of x and y is for a p that is their quotient and a z that is y:
// nothing is cut off of it.
func (d *domain) sameRest(x, y, p, z term.Term) []term.Term {
	b, q := d.b, d.floor(x, y)
	same := b.And(b.Eq(p, q), b.Eq(z, y), b.Distinct(y, d.zero()), b.Not(d.noWord(x, y)))
	rest := b.Sub(x, d.cut(d.product(p, z)))
	return []term.Term{
		b.Implies(same, b.Eq(rest, b.Sub(x, d.cut(d.product(q, y))))),
		b.Implies(same, b.Eq(d.extend(rest), b.Sub(d.extend(x), d.product(p, z)))),
	}
}

// next returns the multiple of v after u*v: (u+1) * v, even if u+1 does not fit
// into a word.
func (d *domain) next(u, v term.Term) term.Term {
	if d.real {
		return d.b.Add(d.product(u, v), d.extend(v))
	}
	key := [3]term.Term{u, v, nextKind}
	if _, ok := d.products[key]; !ok {
		d.products[key] = d.b.Fresh("next", term.BV(128))
	}
	return d.products[key]
}

// nextKind distinguishes the names of next multiples from those of products.
const nextKind = 2

// nextIs says what the next multiple is.
func (d *domain) nextIs(u, v term.Term) term.Term {
	return d.b.Eq(d.next(u, v), d.b.Add(d.product(u, v), d.extend(v)))
}

// nextIsProduct says the same with u+1, where that is a word.
func (d *domain) nextIsProduct(u, v term.Term) term.Term {
	b := d.b
	return b.Implies(b.Slt(u, b.Const(64, 1<<63-1)), b.Eq(d.next(u, v), d.product(b.Add(u, b.Const(64, 1)), v)))
}

// nextRoom says how large a next multiple is: one less or one more also fits
// into 128 bits.
func (d *domain) nextRoom(u, v term.Term) []term.Term {
	b := d.b
	p, limit := d.next(u, v), b.Shl(b.Const(128, 3), b.Const(128, 125))
	return []term.Term{b.Sle(p, limit), b.Sle(b.Neg(limit), p)}
}

// surrounds says that x is between the multiple of y that its quotient gives and the next
// one.
func (d *domain) surrounds(x, y term.Term) []term.Term {
	b, q := d.b, d.floor(x, y)
	positive, negative := b.Slt(d.zero(), y), b.And(b.Not(d.noWord(x, y)), b.Slt(y, d.zero()))
	exact, next, wx := d.product(q, y), d.next(q, y), d.extend(x)
	return []term.Term{
		b.Implies(positive, b.Sle(exact, wx)), b.Implies(positive, b.Slt(wx, next)),
		b.Implies(negative, b.Sle(wx, exact)), b.Implies(negative, b.Slt(next, wx)),
	}
}

// nextsRise says that next multiples of w rise with u, and fall if w is negative.
func (d *domain) nextsRise(u, v, w term.Term) []term.Term {
	b := d.b
	less, low, high := b.Sle(u, v), d.next(u, w), d.next(v, w)
	return []term.Term{
		b.Implies(b.And(less, b.Slt(d.zero(), w)), b.Sle(low, high)),
		b.Implies(b.And(less, b.Slt(w, d.zero())), b.Sle(high, low)),
	}
}

// nextsBend says that (u+1)*v is at most (u+1)*w for v up to w, if u+1 is not negative, and
// at least otherwise.
func (d *domain) nextsBend(u, v, w term.Term) []term.Term {
	b := d.b
	less, low, high := b.Sle(v, w), d.next(u, v), d.next(u, w)
	return []term.Term{
		b.Implies(b.And(less, b.Not(b.Negative(u))), b.Sle(low, high)),
		b.Implies(b.And(less, b.Negative(u)), b.Sle(high, low)),
	}
}

// atMost says that z is at most x / y if y*z is at most x, for a positive y.
func (d *domain) atMost(x, y, z term.Term) term.Term {
	b := d.b
	where := b.And(b.Slt(d.zero(), y), b.Sle(d.product(y, z), d.extend(x)))
	return b.Implies(where, b.Sle(z, d.floor(x, y)))
}

// below says that x / y is less than z if x is less than y*z, for a positive y.
func (d *domain) below(x, y, z term.Term) term.Term {
	b := d.b
	where := b.And(b.Slt(d.zero(), y), b.Slt(d.extend(x), d.product(y, z)))
	return b.Implies(where, b.Slt(d.floor(x, y), z))
}
