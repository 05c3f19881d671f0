package bounds

import (
	"slices"

	"unbox/prove/term"
)

// Law is a fact of arithmetic, independent of the source. In proofs in which products
// are names, laws say what is needed about them.
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

// Laws returns all laws.
func Laws() []*Law {
	return slices.Concat(arithmeticLaws(), factorLaws(), highLaws(), divisionLaws(), ceilLaws(), undivideLaws())
}

func arithmeticLaws() []*Law {
	return []*Law{
		{"products rise with a factor", func(d *domain) []term.Term {
			return d.rise(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"products without a sign rise with a factor", func(d *domain) []term.Term {
			return d.riseUnsigned(d.word("u"), d.word("v"), d.word("w"))
		}},
		{"a mask leaves and takes away", func(d *domain) []term.Term {
			return []term.Term{d.masks(d.word("u"), d.word("m"))}
		}},
		{"shifting up keeps the order", func(d *domain) (all []term.Term) {
			u, v := d.word("u"), d.word("v")
			for n := range 64 {
				all = append(all, d.shiftsKeepOrder(u, v, d.b.Const(64, uint64(n))))
			}
			return all
		}},
		{"shifting up leads away from 0", func(d *domain) (all []term.Term) {
			u := d.word("u")
			for m := range 64 {
				for n := range m + 1 {
					all = append(all, d.shiftsLeadAway(u, d.b.Const(64, uint64(n)), d.b.Const(64, uint64(m))))
				}
			}
			return all
		}},
		{"windows rise in steps", func(d *domain) (all []term.Term) {
			u, v := d.word("u"), d.word("v")
			for width := range 64 {
				all = append(all, d.inWindow(u, width+1))
				all = append(all, d.windowsRise(u, v, width+1)...)
			}
			return all
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
		{"below the lowest one there are zeros", func(d *domain) []term.Term { return []term.Term{d.lowest(d.word("u"))} }},
		{"what is alike in its lowest bits differs by a multiple", func(d *domain) (all []term.Term) {
			u, v := d.word("u"), d.word("v")
			for i := range 65 {
				all = append(all, d.alike(u, v, d.b.Const(64, uint64(i))))
			}
			return all
		}},
		{"what ends in zeros ends in fewer", func(d *domain) (all []term.Term) {
			u := d.word("u")
			for i := range 65 {
				all = append(all, d.fewerZeros(u, d.word("n"), d.b.Const(64, uint64(i))))
			}
			return all
		}},
		{"sums have the zeros of both", func(d *domain) (all []term.Term) {
			u, v := d.word("u"), d.word("v")
			for i := range 65 {
				all = append(all, d.zerosOfSum(u, v, d.b.Const(64, uint64(i))))
			}
			return all
		}},
		{"what is negated ends in the same zeros", func(d *domain) (all []term.Term) {
			u := d.word("u")
			for i := range 65 {
				all = append(all, d.zerosOfNegated(u, d.b.Const(64, uint64(i))))
			}
			return all
		}},
		{"products of sums", func(d *domain) []term.Term {
			return d.distribute(d.word("u"), d.word("v"), d.word("w"), d.word("z"))
		}},
	}
}

// tell assumes facts.
func (d *domain) tell(facts ...term.Term) { d.assumed = append(d.assumed, facts...) }

// tellAll assumes lists of facts.
func (d *domain) tellAll(lists ...[]term.Term) { d.tell(slices.Concat(lists...)...) }

// rise says that u*w is at most v*w for u < v and a positive w, and at least v*w for a
// negative one.
func (d *domain) rise(u, v, w term.Term) []term.Term {
	b := d.b
	low, high := d.product(u, w), d.product(v, w)
	less := b.Slt(u, v)
	return []term.Term{
		b.Implies(b.And(less, b.Slt(d.zero(), w)), b.Sle(low, high)),
		b.Implies(b.And(less, b.Slt(w, d.zero())), b.Sle(high, low)),
		b.Implies(b.Eq(w, d.zero()), b.And(b.Eq(low, b.Const(128, 0)), b.Eq(high, b.Const(128, 0)))),
		b.Implies(b.Eq(u, v), b.Eq(low, high)),
	}
}

// window returns where the window of a word at a width begins. It is a name, as products
// are.
func (d *domain) window(u term.Term, width int) term.Term {
	if d.real {
		return d.b.Sub(d.extend(u), d.extend(d.wrapAt(width, u)))
	}
	key := [3]term.Term{u, term.Term(width), windowKind}
	if _, ok := d.products[key]; !ok {
		d.products[key] = d.b.Fresh("window", term.BV(128))
	}
	return d.products[key]
}

// windowKind distinguishes the names of windows from those of products.
const windowKind = 3

// inWindow says that a word is as far from the beginning of its window as what is left of it
// is from 0.
func (d *domain) inWindow(u term.Term, width int) term.Term {
	return d.b.Eq(d.b.Sub(d.extend(u), d.window(u, width)), d.extend(d.wrapAt(width, u)))
}

// windowsRise says that windows of greater words are the same, or begin after the end of
// the others, and that none begins far from words.
func (d *domain) windowsRise(u, v term.Term, width int) []term.Term {
	b, first, second := d.b, d.window(u, width), d.window(v, width)
	next := b.Add(first, b.Shl(b.Const(128, 1), b.Const(128, uint64(width))))
	return []term.Term{b.Implies(b.Sle(u, v), b.Or(b.Eq(first, second), b.Sle(next, second))), d.near(first, 66), d.near(second, 66)}
}

// up shifts a word up in 128 bits.
func (d *domain) up(u, n term.Term) term.Term { return d.b.Shl(d.extend(u), d.b.ZeroExt(128, n)) }

// shiftsKeepOrder says that u shifted by n is not greater than v shifted by n, if u is not
// greater than v.
func (d *domain) shiftsKeepOrder(u, v, n term.Term) term.Term {
	few := d.b.Ult(n, d.b.Const(64, 64))
	return d.b.Implies(d.b.And(few, d.b.Sle(u, v)), d.b.Sle(d.up(u, n), d.up(v, n)))
}

// shiftsLeadAway says that u shifted by m is at least as far from 0 as u shifted by n, for
// m from n on.
func (d *domain) shiftsLeadAway(u, n, m term.Term) term.Term {
	b := d.b
	few := b.And(b.Ule(n, m), b.Ult(m, b.Const(64, 64)))
	away := b.Ite(b.Negative(u), b.Sle(d.up(u, m), d.up(u, n)), b.Sle(d.up(u, n), d.up(u, m)))
	return b.Implies(few, away)
}

// riseUnsigned says that u*w is not greater than v*w, all read without a sign, for u not
// greater than v.
func (d *domain) riseUnsigned(u, v, w term.Term) []term.Term {
	b := d.b
	low, high := d.unsignedProduct(u, w), d.unsignedProduct(v, w)
	return []term.Term{
		b.Implies(b.And(b.Ule(u, v), b.Ult(d.zero(), w)), b.Ule(low, high)),
		b.Implies(b.Eq(w, d.zero()), b.Eq(low, b.Const(128, 0))),
	}
}

// masks says that u is the sum of what a mask leaves of it and what it removes.
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
	few := b.And(b.Ule(i, b.Const(64, 64)), b.Ule(j, b.Const(64, 64)))
	return b.Implies(b.And(few, d.endsInZeros(u, i), d.endsInZeros(v, j)), d.endsInZeros(d.cut(d.product(u, v)), b.Add(i, j)))
}

// endsInZeros returns whether the lowest n bits are 0.
func (d *domain) endsInZeros(t, n term.Term) term.Term {
	return d.b.Eq(d.b.BvAnd(t, d.low(n)), d.zero())
}

// lowest says that t ends in as many zeros as are counted.
func (d *domain) lowest(t term.Term) term.Term {
	n := d.library("TrailingZeros64", []Value{t}, d.b.True())[0].(term.Term)
	return d.b.And(d.endsInZeros(t, n), d.b.Ule(n, d.b.Const(64, 64)))
}

// alike says that the lowest n bits of u and v are equal exactly if u - v ends in n
// zeros.
func (d *domain) alike(u, v, n term.Term) term.Term {
	return d.b.Eq(d.endsInZeros(d.b.BvXor(u, v), n), d.endsInZeros(d.b.Sub(u, v), n))
}

// fewerZeros says that what ends in n zeros ends in k, for a k up to n and 64.
func (d *domain) fewerZeros(t, n, k term.Term) term.Term {
	few := d.b.And(d.b.Ule(k, n), d.b.Ule(k, d.b.Const(64, 64)))
	return d.b.Implies(d.b.And(few, d.endsInZeros(t, n)), d.endsInZeros(t, k))
}

// zerosOfSum says that a sum ends in n zeros if both parts do.
func (d *domain) zerosOfSum(u, v, n term.Term) term.Term {
	return d.b.Implies(d.b.And(d.endsInZeros(u, n), d.endsInZeros(v, n)), d.endsInZeros(d.b.Add(u, v), n))
}

// distribute says that x*y - u*v is (x-u)*y + u*(y-v).
func (d *domain) distribute(x, y, u, v term.Term) []term.Term {
	b := d.b
	low := func(s, t term.Term) term.Term { return d.cut(d.product(s, t)) }
	return []term.Term{b.Eq(b.Sub(low(x, y), low(u, v)), b.Add(low(b.Sub(x, u), y), low(u, b.Sub(y, v))))}
}

// zerosOfNegated says that -t ends in n zeros if t does.
func (d *domain) zerosOfNegated(t, n term.Term) term.Term {
	return d.b.Implies(d.endsInZeros(t, n), d.endsInZeros(d.b.Neg(t), n))
}
