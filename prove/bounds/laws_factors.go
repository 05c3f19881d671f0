package bounds

import "unbox/prove/term"

// factorLaws are those that the proof needs to recover a factor.
func factorLaws() []*Law {
	return []*Law{
		{"what is shifted up shifts the product", func(d *domain) (all []term.Term) {
			// What ends in n zeros is something shifted up by n.
			u, v := d.word("u"), d.word("v")
			for i := range 65 {
				n := d.b.Const(64, uint64(i))
				all = append(all, d.shiftsProduct(u, d.b.Shl(v, n), n))
			}
			return all
		}},
		{"what is alike stays so when it is shifted down", func(d *domain) (all []term.Term) {
			u, v := d.word("u"), d.word("v")
			for i := range 65 {
				for k := range 65 - i {
					all = append(all, d.alikeBelow(u, v, d.b.Const(64, uint64(i)), d.b.Const(64, uint64(k))))
				}
			}
			return all
		}},
		{"above the zeros there is a one", func(d *domain) []term.Term {
			return []term.Term{d.oddAbove(d.word("u"), d.word("v"))}
		}},
		{"the square of an odd number ends in 001", func(d *domain) []term.Term {
			return []term.Term{d.oddSquare(d.word("u"))}
		}},
		{"a better inverse has the square of the error", func(d *domain) []term.Term {
			return []term.Term{d.squaresError(d.word("u"), d.word("v"))}
		}},
		{"products can be grouped", func(d *domain) []term.Term {
			return []term.Term{d.regroup(d.word("u"), d.word("v"), d.word("w"))}
		}},
		{"multiplying by 1 changes nothing", func(d *domain) []term.Term {
			return []term.Term{d.byOne(d.word("u"), d.word("v"))}
		}},
	}
}

// wrapped returns the product of two words as a word.
func (d *domain) wrapped(x, y term.Term) term.Term { return d.cut(d.product(x, y)) }

func (d *domain) isOdd(t term.Term) term.Term {
	return d.b.Eq(d.b.Extract(0, 0, t), d.b.Const(1, 1))
}

// shiftsProduct says that u*v is u*(v>>n) shifted up by n, if v ends in n zeros.
func (d *domain) shiftsProduct(u, v, n term.Term) term.Term {
	where := d.b.And(d.b.Ule(n, d.b.Const(64, 64)), d.endsInZeros(v, n))
	return d.b.Implies(where, d.b.Eq(d.wrapped(u, v), d.b.Shl(d.wrapped(u, d.b.LShr(v, n)), n)))
}

// alikeBelow says that u agrees with v>>n in the lowest k bits, if u<<n agrees with v in
// the lowest n + k.
func (d *domain) alikeBelow(u, v, n, k term.Term) term.Term {
	b, most := d.b, d.b.Const(64, 64)
	few := b.And(b.Ule(n, most), b.Ule(k, most), b.Ule(b.Add(n, k), most))
	above := d.endsInZeros(b.BvXor(b.Shl(u, n), v), b.Add(n, k))
	return b.Implies(b.And(few, above), d.endsInZeros(b.BvXor(u, b.LShr(v, n)), k))
}

// oddAbove says that u without the zeros at the end of u|v is odd, if v ends in more.
func (d *domain) oddAbove(u, v term.Term) term.Term {
	zeros := func(t term.Term) term.Term {
		return d.library("TrailingZeros64", []Value{t}, d.b.True())[0].(term.Term)
	}
	both := zeros(d.b.BvOr(u, v))
	return d.b.Implies(d.b.Ult(both, zeros(v)), d.isOdd(d.b.LShr(u, both)))
}

// oddSquare says that 1 - u*u ends in 3 zeros for an odd u.
func (d *domain) oddSquare(u term.Term) term.Term {
	return d.b.Implies(d.isOdd(u), d.endsInZeros(d.errorOf(u, u), d.b.Const(64, 3)))
}

// errorOf returns 1 - u*v: 0 if v is the inverse of u.
func (d *domain) errorOf(u, v term.Term) term.Term {
	return d.b.Sub(d.b.Const(64, 1), d.wrapped(u, v))
}

// closer returns the next v in Newton's iteration for the inverse of u.
func (d *domain) closer(u, v term.Term) term.Term {
	return d.wrapped(v, d.b.Sub(d.b.Const(64, 2), d.wrapped(u, v)))
}

// squaresError says how far from the inverse of u the next v is.
func (d *domain) squaresError(u, v term.Term) term.Term {
	e := d.errorOf(u, v)
	return d.b.Eq(d.errorOf(u, d.closer(u, v)), d.wrapped(e, e))
}

// regroup says that (u*v)*w is u*(v*w).
func (d *domain) regroup(u, v, w term.Term) term.Term {
	return d.b.Eq(d.wrapped(d.wrapped(u, v), w), d.wrapped(u, d.wrapped(v, w)))
}

// byOne says that u*v is u for a v of 1.
func (d *domain) byOne(u, v term.Term) term.Term {
	return d.b.Implies(d.b.Eq(v, d.b.Const(64, 1)), d.b.Eq(d.wrapped(u, v), u))
}
