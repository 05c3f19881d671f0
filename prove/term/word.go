package term

import "slices"

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

func (b *Bank) compare(op Op, what string, x, y Term) Term {
	b.want(what, y, b.wantWord(what, x))
	if x == y {
		return b.no
	}
	return b.fold(node{op: op, sort: Bool, args: []Term{x, y}})
}

// Ult returns whether x is less than y, without signs.
func (b *Bank) Ult(x, y Term) Term { return b.compare(OpUlt, "Ult", x, y) }

// Ule returns whether x is at most y, without signs.
func (b *Bank) Ule(x, y Term) Term { return b.Not(b.Ult(y, x)) }

// Slt returns whether x is less than y, with signs.
func (b *Bank) Slt(x, y Term) Term { return b.compare(OpSlt, "Slt", x, y) }

// Sle returns whether x is at most y, with signs.
func (b *Bank) Sle(x, y Term) Term { return b.Not(b.Slt(y, x)) }

// Add returns the sum of words, modulo 2^width.
func (b *Bank) Add(x, y Term) Term {
	if x > y {
		x, y = y, x
	}
	return b.binary(OpAdd, "Add", x, y)
}

// Sub returns the difference of two words, modulo 2^width.
func (b *Bank) Sub(x, y Term) Term { return b.Add(x, b.Neg(y)) }

// Neg returns the negative of a word, modulo 2^width.
func (b *Bank) Neg(x Term) Term { return b.Add(b.BvNot(x), b.Const(b.Width(x), 1)) }

// Mul returns the product of two words, modulo 2^width.
func (b *Bank) Mul(x, y Term) Term {
	if x > y {
		x, y = y, x
	}
	return b.binary(OpMul, "Mul", x, y)
}

// UDiv returns the quotient of two words without signs; by 0, all ones.
func (b *Bank) UDiv(x, y Term) Term { return b.binary(OpUDiv, "UDiv", x, y) }

// URem returns the remainder of two words without signs; by 0, the dividend.
func (b *Bank) URem(x, y Term) Term { return b.binary(OpURem, "URem", x, y) }

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

// Negative returns whether the sign bit of x is set.
func (b *Bank) Negative(x Term) Term { return b.Slt(x, b.Const(b.Width(x), 0)) }

// Shl shifts x to the left by y; from the width on, the result is 0.
func (b *Bank) Shl(x, y Term) Term { return b.binary(OpShl, "Shl", x, y) }

// LShr shifts x to the right by y; zeros come in.
func (b *Bank) LShr(x, y Term) Term { return b.binary(OpLShr, "LShr", x, y) }

// AShr shifts x to the right by y; copies of the sign come in.
func (b *Bank) AShr(x, y Term) Term { return b.binary(OpAShr, "AShr", x, y) }

// BvNot inverts each bit.
func (b *Bank) BvNot(x Term) Term {
	s := b.wantWord("BvNot", x)
	if n := &b.nodes[x]; n.op == OpBvNot {
		return n.args[0]
	}
	return b.fold(node{op: OpBvNot, sort: s, args: []Term{x}})
}

// BvAnd returns the bits that all words have; there must be one at least.
func (b *Bank) BvAnd(terms ...Term) Term { return b.chain(OpBvAnd, "BvAnd", terms) }

// BvXor returns the bits that an odd number of the words have.
func (b *Bank) BvXor(terms ...Term) Term { return b.chain(OpBvXor, "BvXor", terms) }

// BvOr returns the bits that one of the words has.
func (b *Bank) BvOr(terms ...Term) Term {
	inverse := make([]Term, len(terms))
	for i, t := range terms {
		inverse[i] = b.BvNot(t)
	}
	return b.BvNot(b.BvAnd(inverse...))
}

func (b *Bank) chain(op Op, what string, terms []Term) Term {
	sorted := slices.Sorted(slices.Values(terms))
	result := sorted[0]
	for _, t := range sorted[1:] {
		result = b.binary(op, what, result, t)
	}
	return result
}

// Concat returns the word with the bits of the first term on top.
func (b *Bank) Concat(hi, lo Term) Term {
	width := int(b.wantWord("Concat", hi).Width) + int(b.wantWord("Concat", lo).Width)
	return b.fold(node{op: OpConcat, sort: BV(width), args: []Term{hi, lo}})
}

// Extract returns the bits hi..lo of a word, both included.
func (b *Bank) Extract(hi, lo int, t Term) Term {
	s := b.wantWord("Extract", t)
	if lo < 0 || hi < lo || hi >= int(s.Width) {
		panic("BUG: Extract: expected bits of the word")
	}
	if lo == 0 && hi == int(s.Width)-1 {
		return t
	}
	return b.fold(node{op: OpExtract, sort: BV(hi - lo + 1), hi: uint8(hi), lo: uint8(lo), args: []Term{t}})
}

// ZeroExt returns the word with zeros on top, width bits in all.
func (b *Bank) ZeroExt(width int, t Term) Term {
	if more := width - b.Width(t); more > 0 {
		return b.Concat(b.Const(more, 0), t)
	}
	return t
}

// SignExt returns the word with copies of its sign on top, width bits in all.
func (b *Bank) SignExt(width int, t Term) Term {
	if width <= b.Width(t) {
		return t
	}
	return b.fold(node{op: OpSignExt, sort: BV(width), args: []Term{t}})
}
