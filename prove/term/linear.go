package term

import "slices"

// A linear form is a sum of terms with factors, modulo 2^width. Sums, differences,
// negatives, inverses (~x is -x-1), shifts by constants and products with
// constants are kept as linear forms only, so that two of them are equal exactly
// if their difference is the empty form.
type linear struct {
	width int
	parts []part // by term, without factors of 0
	k     Value
}

// part is one summand. Its term is no sum, no inverse and no constant, and no
// product that begins with a constant.
type part struct {
	t Term
	c Value
}

// linearOf returns the linear form of a word.
func (b *Bank) linearOf(t Term) linear {
	l := linear{width: b.Width(t)}
	n := &b.nodes[t]
	if n.op == OpBvNot {
		l = b.linearOf(n.args[0])
		return l.scale(Ones(l.width)).plus(Ones(l.width))
	}
	terms := []Term{t}
	if n.op == OpAdd {
		terms = n.args
	}
	for _, a := range terms {
		if v, ok := b.Value(a); ok {
			l.k = v
			continue
		}
		l.parts = append(l.parts, b.partOf(a))
	}
	return l
}

// partOf splits a product into its constant factor and the rest.
func (b *Bank) partOf(t Term) part {
	n := &b.nodes[t]
	if n.op == OpMul {
		if c, ok := b.Value(n.args[0]); ok {
			if len(n.args) == 2 {
				return part{n.args[1], c}
			}
			return part{b.intern(node{op: OpMul, sort: n.sort, args: slices.Clone(n.args[1:])}), c}
		}
	}
	return part{t, Word(1)}
}

func (l linear) plus(k Value) linear {
	l.k = l.k.Add(k, l.width)
	return l
}

// scale multiplies by a constant.
func (l linear) scale(c Value) linear {
	r := linear{width: l.width, k: l.k.Mul(c, l.width)}
	for _, p := range l.parts {
		if f := p.c.Mul(c, l.width); !f.IsZero() {
			r.parts = append(r.parts, part{p.t, f})
		}
	}
	return r
}

func (l linear) add(m linear) linear {
	r := linear{width: l.width, k: l.k.Add(m.k, l.width)}
	x, y := l.parts, m.parts
	for len(x) > 0 || len(y) > 0 {
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].t < y[0].t:
			r.parts, x = append(r.parts, x[0]), x[1:]
		case len(x) == 0 || y[0].t < x[0].t:
			r.parts, y = append(r.parts, y[0]), y[1:]
		default:
			if c := x[0].c.Add(y[0].c, l.width); !c.IsZero() {
				r.parts = append(r.parts, part{x[0].t, c})
			}
			x, y = x[1:], y[1:]
		}
	}
	return r
}

// negative reports whether the first factor that has a sign is negative (the
// smallest integer is its own negative and has none).
func (l linear) negative() bool {
	smallest := Word(1).Shl(l.width-1, l.width)
	for _, p := range l.parts {
		if p.c != smallest {
			return p.c.Bit(l.width-1) == 1
		}
	}
	return false
}

// evenness returns the number of factors of 2 that all parts share; without
// parts, the width.
func (l linear) evenness() int {
	n := l.width
	for _, p := range l.parts {
		n = min(n, p.c.TrailingZeros())
	}
	return n
}

// fromLinear returns the term of a linear form. A form whose first factor is
// negative becomes the inverse of one that has a positive one, so that a sum and
// its inverse are made of the same bits.
func (b *Bank) fromLinear(l linear) Term {
	if l.negative() {
		return b.invert(b.fromLinear(l.scale(Ones(l.width)).plus(Ones(l.width))))
	}
	var args []Term
	if !l.k.IsZero() || len(l.parts) == 0 {
		args = append(args, b.ConstValue(l.width, l.k))
	}
	for _, p := range l.parts {
		args = append(args, b.scaled(p))
	}
	if len(args) == 1 {
		return args[0]
	}
	return b.intern(node{op: OpAdd, sort: BV(l.width), args: args})
}

// scaled returns the term of one part.
func (b *Bank) scaled(p part) Term {
	if p.c == Word(1) {
		return p.t
	}
	n := &b.nodes[p.t]
	args := []Term{b.constOf(n.sort, p.c)}
	n = &b.nodes[p.t]
	if n.op == OpMul {
		args = append(args, n.args...)
	} else {
		args = append(args, p.t)
	}
	return b.intern(node{op: OpMul, sort: n.sort, args: args})
}

// invert interns an inverse as it is.
func (b *Bank) invert(t Term) Term {
	n := b.nodes[t]
	switch n.op {
	case OpConst:
		return b.constOf(n.sort, n.val.Not(int(n.sort.Width)))
	case OpBvNot:
		return n.args[0]
	}
	return b.intern(node{op: OpBvNot, sort: n.sort, args: []Term{t}})
}

// Add returns the sum of two words, modulo 2^width.
func (b *Bank) Add(x, y Term) Term {
	b.want("Add", y, b.wantWord("Add", x))
	return b.fromLinear(b.linearOf(x).add(b.linearOf(y)))
}

// Sub returns the difference of two words, modulo 2^width.
func (b *Bank) Sub(x, y Term) Term {
	b.want("Sub", y, b.wantWord("Sub", x))
	return b.fromLinear(b.difference(x, y))
}

func (b *Bank) difference(x, y Term) linear {
	l := b.linearOf(y)
	return b.linearOf(x).add(l.scale(Ones(l.width)))
}

// Neg returns the negative of a word, modulo 2^width.
func (b *Bank) Neg(x Term) Term {
	b.wantWord("Neg", x)
	l := b.linearOf(x)
	return b.fromLinear(l.scale(Ones(l.width)))
}

// BvNot inverts each bit.
func (b *Bank) BvNot(x Term) Term {
	b.wantWord("BvNot", x)
	if op := b.nodes[x].op; op != OpAdd && op != OpMul {
		return b.invert(x)
	}
	l := b.linearOf(x)
	return b.fromLinear(l.scale(Ones(l.width)).plus(Ones(l.width)))
}

// maxFactors bounds how many factors a product lists. One that would have more has
// products among its factors: a number squared forty times would list 2^40.
const maxFactors = 64

// Mul returns the product of two words, modulo 2^width. Constants are
// multiplied into sums; signs, constant factors and shifts leave a product.
func (b *Bank) Mul(x, y Term) Term {
	s := b.wantWord("Mul", x)
	b.want("Mul", y, s)
	lx, ly := b.linearOf(x), b.linearOf(y)
	switch {
	case len(lx.parts) == 0:
		return b.fromLinear(ly.scale(lx.k))
	case len(ly.parts) == 0:
		return b.fromLinear(lx.scale(ly.k))
	}
	c := Word(1)
	var factors []Term
	for _, l := range [2]linear{lx, ly} {
		by, rest := l.primitive()
		c = c.Mul(by, l.width)
		t := b.fromLinear(rest)
		if n := &b.nodes[t]; n.op == OpMul && len(factors)+len(n.args) <= maxFactors {
			factors = append(factors, n.args...)
		} else {
			factors = append(factors, t)
		}
	}
	if c.IsZero() {
		return b.constOf(s, c)
	}
	slices.Sort(factors)
	for i, f := range factors {
		if n := b.nodes[f]; n.op == OpShl {
			rest := n.args[0]
			for j, g := range factors {
				if j != i {
					rest = b.Mul(rest, g)
				}
			}
			return b.Mul(b.constOf(s, c), b.Shl(rest, n.args[1]))
		}
	}
	product := b.intern(node{op: OpMul, sort: s, args: factors})
	return b.fromLinear(linear{width: int(s.Width), parts: []part{{product, c}}})
}

// primitive splits a form into a constant and a form whose first factor is
// positive, and whose constant and factors do not share a factor of 2.
func (l linear) primitive() (Value, linear) {
	c := Word(1)
	if l.negative() {
		c = Ones(l.width)
		l = l.scale(c)
	}
	n := min(l.evenness(), l.k.TrailingZeros())
	if len(l.parts) == 1 && l.k.IsZero() {
		return c.Mul(l.parts[0].c, l.width), linear{l.width, []part{{l.parts[0].t, Word(1)}}, Value{}}
	}
	if n == 0 {
		return c, l
	}
	r := linear{width: l.width, k: l.k.Shr(n)}
	for _, p := range l.parts {
		r.parts = append(r.parts, part{p.t, p.c.Shr(n)})
	}
	return c.Shl(n, l.width), r
}

// equalWords returns whether two words are equal, by their difference.
func (b *Bank) equalWords(x, y Term) Term {
	l := b.difference(x, y)
	if len(l.parts) == 0 {
		return b.Bool(l.k.IsZero())
	}
	if m, ok := b.expand(l); ok && (len(m.parts) == 0 || m.k.TrailingZeros() < m.evenness()) {
		return b.Bool(len(m.parts) == 0 && m.k.IsZero())
	}
	if n := l.evenness(); n > 0 {
		if l.k.TrailingZeros() < n {
			return b.no
		}
		return b.equalHalves(l, n)
	}
	if l.negative() {
		l = l.scale(Ones(l.width))
	}
	if len(l.parts) == 1 {
		// An odd factor can be divided by.
		p := l.parts[0]
		k := l.k.Neg(l.width).Mul(p.c.inverse(l.width), l.width)
		return b.equalAtoms(p.t, b.ConstValue(l.width, k))
	}
	left := linear{width: l.width}
	right := linear{width: l.width, k: l.k.Neg(l.width)}
	for _, p := range l.parts {
		if p.c.Bit(l.width-1) == 0 {
			left.parts = append(left.parts, p)
		} else {
			right.parts = append(right.parts, part{p.t, p.c.Neg(l.width)})
		}
	}
	return b.equalAtoms(b.fromLinear(left), b.fromLinear(right))
}

// equalHalves compares with 0 a form whose factors all have n zeros below: only
// the lower bits of the terms matter.
func (b *Bank) equalHalves(l linear, n int) Term {
	w := l.width - n
	if w == 0 {
		return b.Bool(l.k.IsZero())
	}
	sum := b.ConstValue(w, l.k.Shr(n))
	for _, p := range l.parts {
		sum = b.Add(sum, b.Mul(b.ConstValue(w, p.c.Shr(n)), b.Extract(w-1, 0, p.t)))
	}
	return b.equalWords(sum, b.Const(w, 0))
}
