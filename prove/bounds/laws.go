package bounds

import "unbox/prove/term"

// Law is a fact of arithmetic that has nothing to do with the source. Proofs in which
// products are names are told what they need of them by laws.
type Law struct {
	Name string
	// state returns what the law says, each part for all values of new variables.
	state func(d *domain) []term.Term
}

// Lemma returns a law as a question.
func (w *Law) Lemma(p *Program) []*Lemma {
	d := newDomain(p, 64)
	d.real = true
	goals := w.state(d)
	return []*Lemma{{Name: "law: " + w.Name, Width: 64, Bank: d.b, Assume: d.assumed, Goals: goals}}
}

// unsignedRise is the law that no solver has settled.
const unsignedRise = "products without a sign rise with a factor"

// Laws returns all laws.
func Laws() []*Law {
	return []*Law{
		{"products rise with a factor", func(d *domain) []term.Term {
			return d.rise(d.word("u"), d.word("v"), d.word("w"))
		}},
		{unsignedRise, func(d *domain) []term.Term {
			return []term.Term{d.riseUnsigned(d.word("u"), d.word("v"), d.word("w"))}
		}},
		{"a mask leaves and takes away", func(d *domain) []term.Term {
			return []term.Term{d.masks(d.word("u"), d.word("m"))}
		}},
		{"products have 127 bits", func(d *domain) []term.Term {
			d.real = false
			u, v := d.word("u"), d.word("v")
			for _, end := range []uint64{1 << 63, 1<<63 - 1} {
				d.assumed = append(d.assumed, d.rise(u, d.b.Const(64, end), v)...)
				d.assumed = append(d.assumed, d.rise(d.b.Const(64, end), u, v)...)
			}
			return d.room(u, v)
		}},
		{"products with and without a sign", func(d *domain) []term.Term {
			return d.signs(d.word("u"), d.word("v"))
		}},
		{"products have the zeros of both factors", func(d *domain) (all []term.Term) {
			// What ends in i zeros is something shifted up by i.
			u, v := d.word("u"), d.word("v")
			for i := range 65 {
				for j := range 65 {
					shifted := d.b.Mul(d.b.Shl(u, d.b.Const(64, uint64(i))), d.b.Shl(v, d.b.Const(64, uint64(j))))
					all = append(all, d.b.Eq(d.b.BvAnd(shifted, d.low(d.b.Const(64, uint64(i+j)))), d.zero()))
				}
			}
			return all
		}},
		{"products of sums", func(d *domain) []term.Term {
			return d.distribute(d.word("u"), d.word("v"), d.word("w"), d.word("z"))
		}},
	}
}

// rise says that u*w < v*w, by w at least, for u < v and a positive w, and the other way
// round for a negative one.
func (d *domain) rise(u, v, w term.Term) []term.Term {
	b := d.b
	low, high, step := d.product(u, w), d.product(v, w), d.extend(w)
	less := b.Slt(u, v)
	return []term.Term{
		b.Implies(b.And(less, b.Slt(d.zero(), w)), b.And(b.Sle(low, high), b.Sle(b.Add(low, step), high))),
		b.Implies(b.And(less, b.Slt(w, d.zero())), b.And(b.Sle(high, low), b.Sle(high, b.Add(low, step)))),
		b.Implies(b.Eq(w, d.zero()), b.And(b.Eq(low, b.Const(128, 0)), b.Eq(high, b.Const(128, 0)))),
		b.Implies(b.Eq(u, v), b.Eq(low, high)),
	}
}

// riseUnsigned says that u*w is not greater than v*w, all read without a sign, for u not
// greater than v.
func (d *domain) riseUnsigned(u, v, w term.Term) term.Term {
	return d.b.Implies(d.b.Ule(u, v), d.b.Ule(d.unsignedProduct(u, w), d.unsignedProduct(v, w)))
}

// masks says that u is the sum of what a mask leaves of it and of what it takes away.
func (d *domain) masks(u, mask term.Term) term.Term {
	return d.b.Eq(d.b.Add(d.b.BvAnd(u, mask), d.b.BvAnd(u, d.b.BvNot(mask))), u)
}

// room says how large a product is.
func (d *domain) room(u, v term.Term) []term.Term {
	b := d.b
	p, limit := d.product(u, v), b.Shl(b.Const(128, 1), b.Const(128, 126))
	return []term.Term{b.Sle(p, limit), b.Sle(b.Neg(limit), p)}
}

// signs says how products with and without a sign differ: a negative word is greater
// without its sign by 2 to the power of 64, and the rest is multiplying out.
func (d *domain) signs(u, v term.Term) (all []term.Term) {
	b := d.b
	up := func(t term.Term) term.Term { return b.Concat(t, b.Const(64, 0)) }
	read := func(t term.Term, negative bool) (sign, number term.Term) {
		if negative {
			return b.Negative(t), b.Add(d.extend(t), b.Shl(b.Const(128, 1), b.Const(128, 64)))
		}
		return b.Not(b.Negative(t)), d.extend(t)
	}
	for _, negative := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
		signU, numberU := read(u, negative[0])
		signV, numberV := read(v, negative[1])
		where, without := b.And(signU, signV), d.unsignedProduct(u, v)
		if d.real {
			all = append(all, b.Implies(signU, b.Eq(d.unsigned(u), numberU)), b.Implies(signV, b.Eq(d.unsigned(v), numberV)))
			where, without = b.True(), b.Mul(numberU, numberV)
		}
		sum := d.product(u, v)
		if negative[0] {
			sum = b.Add(sum, up(v))
		}
		if negative[1] {
			sum = b.Add(sum, up(u))
		}
		all = append(all, b.Implies(where, b.Eq(without, sum)))
	}
	return all
}

// low returns the lowest n bits.
func (d *domain) low(n term.Term) term.Term { return d.b.BvNot(d.b.Shl(d.b.Const(64, ^uint64(0)), n)) }

// zeros says that a product ends in as many zeros as u and v do together, if u ends in i
// and v in j.
func (d *domain) zeros(u, v, i, j term.Term) term.Term {
	b := d.b
	ends := func(t, n term.Term) term.Term { return b.Eq(b.BvAnd(t, d.low(n)), d.zero()) }
	few := b.And(b.Ule(i, b.Const(64, 64)), b.Ule(j, b.Const(64, 64)))
	return b.Implies(b.And(few, ends(u, i), ends(v, j)), ends(d.cut(d.product(u, v)), b.Add(i, j)))
}

// distribute says that x*y - u*v is (x-u)*y + u*(y-v).
func (d *domain) distribute(x, y, u, v term.Term) []term.Term {
	b := d.b
	low := func(s, t term.Term) term.Term { return d.cut(d.product(s, t)) }
	return []term.Term{b.Eq(b.Sub(low(x, y), low(u, v)), b.Add(low(b.Sub(x, u), y), low(u, b.Sub(y, v))))}
}
