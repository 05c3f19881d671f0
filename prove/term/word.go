package term

// fold interns an operation on words, or its value if all arguments are
// constants.
func (b *Bank) fold(n node) Term {
	for _, a := range n.args {
		if b.nodes[a].op != OpConst {
			return b.intern(n)
		}
	}
	vals := make([]Value, len(n.args))
	for i, a := range n.args {
		vals[i] = b.nodes[a].val
	}
	return b.constOf(n.sort, b.compute(&n, vals))
}

func (b *Bank) binary(op Op, what string, x, y Term) Term {
	s := b.wantWord(what, x)
	b.want(what, y, s)
	return b.fold(node{op: op, sort: s, args: []Term{x, y}})
}

// UDiv returns the quotient of two words without signs; by 0, all ones.
func (b *Bank) UDiv(x, y Term) Term {
	s := b.wantWord("UDiv", x)
	w := int(s.Width)
	if v, ok := b.Value(y); ok && v.OnesCount() == 1 {
		return b.LShr(x, b.Const(w, uint64(v.TrailingZeros())))
	}
	zero, ones := b.constOf(s, Value{}), b.constOf(s, Ones(w))
	switch {
	case y == zero:
		return ones
	case x == zero:
		return b.Ite(b.Eq(y, zero), ones, zero)
	case x == y:
		return b.Ite(b.Eq(y, zero), ones, b.Const(w, 1))
	}
	return b.binary(OpUDiv, "UDiv", x, y)
}

// URem returns the remainder of two words without signs; by 0, the dividend.
func (b *Bank) URem(x, y Term) Term {
	s := b.wantWord("URem", x)
	w := int(s.Width)
	zero := b.constOf(s, Value{})
	if v, ok := b.Value(y); ok && v.OnesCount() == 1 {
		return b.BvAnd(x, b.constOf(s, v.Sub(Word(1), w)))
	}
	switch {
	case y == zero || x == zero:
		return x
	case x == y:
		return zero
	}
	return b.binary(OpURem, "URem", x, y)
}

// abs returns the magnitude of a signed word.
func (b *Bank) abs(x, negative Term) Term { return b.Ite(negative, b.Neg(x), x) }

// SDiv returns the quotient of two signed words, rounded towards 0.
func (b *Bank) SDiv(x, y Term) Term {
	nx, ny := b.Negative(x), b.Negative(y)
	q := b.UDiv(b.abs(x, nx), b.abs(y, ny))
	return b.Ite(b.Xor(nx, ny), b.Neg(q), q)
}

// SRem returns the remainder that belongs to [Bank.SDiv]; it has the sign of x.
func (b *Bank) SRem(x, y Term) Term {
	nx, ny := b.Negative(x), b.Negative(y)
	r := b.URem(b.abs(x, nx), b.abs(y, ny))
	return b.Ite(nx, b.Neg(r), r)
}

// Shl shifts x to the left by y; from the width on, the result is 0.
func (b *Bank) Shl(x, y Term) Term {
	s := b.wantWord("Shl", x)
	w := int(s.Width)
	if v, ok := b.Value(y); ok {
		return b.Mul(x, b.constOf(s, Word(1).Shl(v.shift(), w)))
	}
	if v, ok := b.Value(x); ok && v != Word(1) {
		return b.Mul(x, b.Shl(b.Const(w, 1), y))
	}
	return b.binary(OpShl, "Shl", x, y)
}

// LShr shifts x to the right by y; zeros come in.
func (b *Bank) LShr(x, y Term) Term {
	s := b.wantWord("LShr", x)
	w := int(s.Width)
	if v, ok := b.Value(y); ok {
		b.want("LShr", y, s)
		n := v.shift()
		if n >= w {
			return b.constOf(s, Value{})
		}
		return b.ZeroExt(w, b.Extract(w-1, n, x))
	}
	if b.isConst(x, Value{}) {
		return x
	}
	return b.binary(OpLShr, "LShr", x, y)
}

// AShr shifts x to the right by y; copies of the sign come in.
func (b *Bank) AShr(x, y Term) Term {
	s := b.wantWord("AShr", x)
	w := int(s.Width)
	if v, ok := b.Value(y); ok {
		b.want("AShr", y, s)
		return b.SignExt(w, b.Extract(w-1, min(v.shift(), w-1), x))
	}
	if b.isConst(x, Value{}) || b.isConst(x, Ones(w)) {
		return x
	}
	if n := b.nodes[x]; n.op == OpBvNot {
		return b.BvNot(b.AShr(n.args[0], y))
	}
	return b.binary(OpAShr, "AShr", x, y)
}
