package term

import "slices"

// Not returns the negation of a truth value.
func (b *Bank) Not(t Term) Term {
	b.want("Not", t, Bool)
	switch n := &b.nodes[t]; {
	case t == b.yes:
		return b.no
	case t == b.no:
		return b.yes
	case n.op == OpNot:
		return n.args[0]
	}
	return b.intern(node{op: OpNot, sort: Bool, args: []Term{t}})
}

// And returns whether all of the terms hold; of none, it is true. Nested
// conjunctions become one, with each part once, in the order in which the parts
// were made.
func (b *Bank) And(terms ...Term) Term {
	var flat []Term
	for _, t := range terms {
		b.want("And", t, Bool)
		switch n := &b.nodes[t]; {
		case t == b.no:
			return b.no
		case t == b.yes:
		case n.op == OpAnd:
			flat = append(flat, n.args...)
		default:
			flat = append(flat, t)
		}
	}
	slices.Sort(flat)
	flat = slices.Compact(flat)
	if next, ok := b.absorbBool(flat); ok {
		return b.And(next...)
	}
	switch len(flat) {
	case 0:
		return b.yes
	case 1:
		return flat[0]
	}
	return b.intern(node{op: OpAnd, sort: Bool, args: flat})
}

// absorbBool simplifies a conjunction by its own parts: what is a part by
// itself need not be repeated inside another part.
func (b *Bank) absorbBool(flat []Term) ([]Term, bool) {
	has := func(t Term) bool {
		_, ok := slices.BinarySearch(flat, t)
		return ok
	}
	for i, t := range flat {
		n := b.nodes[t]
		if n.op != OpNot {
			continue
		}
		if has(n.args[0]) {
			return []Term{b.no}, true
		}
		inner := b.nodes[n.args[0]]
		if inner.op != OpAnd {
			continue
		}
		var left []Term
		for _, a := range inner.args {
			if has(b.Not(a)) {
				return without(flat, i), true
			}
			if !has(a) {
				left = append(left, a)
			}
		}
		if len(left) < len(inner.args) {
			return append(without(flat, i), b.Not(b.And(left...))), true
		}
	}
	return flat, false
}

// Or returns whether one of the terms holds; of none, it is false.
func (b *Bank) Or(terms ...Term) Term {
	inverse := make([]Term, len(terms))
	for i, t := range terms {
		inverse[i] = b.Not(t)
	}
	return b.Not(b.And(inverse...))
}

// Implies returns whether y holds where x does.
func (b *Bank) Implies(x, y Term) Term { return b.Not(b.And(x, b.Not(y))) }

// Xor returns whether exactly one of the two holds.
func (b *Bank) Xor(x, y Term) Term {
	odd := false
	var flat []Term
	for _, t := range [2]Term{x, y} {
		b.want("Xor", t, Bool)
		if n := &b.nodes[t]; n.op == OpNot {
			odd, t = !odd, n.args[0]
		}
		switch n := &b.nodes[t]; {
		case t == b.yes:
			odd = !odd
		case t == b.no:
		case n.op == OpXor:
			flat = append(flat, n.args...)
		default:
			flat = append(flat, t)
		}
	}
	slices.Sort(flat)
	flat = cancelPairs(flat)
	result := b.no
	switch len(flat) {
	case 0:
	case 1:
		result = flat[0]
	default:
		result = b.intern(node{op: OpXor, sort: Bool, args: flat})
	}
	if odd {
		return b.Not(result)
	}
	return result
}

// cancelPairs takes out two equal terms each from a sorted list.
func cancelPairs(sorted []Term) []Term {
	out := sorted[:0]
	for _, t := range sorted {
		if len(out) > 0 && out[len(out)-1] == t {
			out = out[:len(out)-1]
		} else {
			out = append(out, t)
		}
	}
	return out
}

// Iff returns whether both hold or both do not.
func (b *Bank) Iff(x, y Term) Term { return b.Not(b.Xor(x, y)) }

// Ite returns x where c holds and y elsewhere, for x and y of one sort.
func (b *Bank) Ite(c, x, y Term) Term {
	b.want("Ite", c, Bool)
	b.want("Ite", y, b.Sort(x))
	switch n := &b.nodes[c]; {
	case c == b.yes || x == y:
		return x
	case c == b.no:
		return y
	case n.op == OpNot:
		c, x, y = n.args[0], y, x
	}
	if n := &b.nodes[x]; n.op == OpIte && n.args[0] == c {
		return b.Ite(c, n.args[1], y)
	}
	if n := &b.nodes[y]; n.op == OpIte && n.args[0] == c {
		return b.Ite(c, x, n.args[2])
	}
	if b.Sort(x) == Bool {
		return b.boolIte(c, x, y)
	}
	if n := &b.nodes[y]; n.op == OpIte && n.args[1] == x {
		return b.Ite(b.Or(c, n.args[0]), x, n.args[2])
	}
	if n := &b.nodes[x]; n.op == OpIte && n.args[2] == y {
		return b.Ite(b.And(c, n.args[0]), n.args[1], y)
	}
	return b.intern(node{op: OpIte, sort: b.Sort(x), args: []Term{c, x, y}})
}

func (b *Bank) boolIte(c, x, y Term) Term {
	switch {
	case x == b.yes || x == c:
		return b.Or(c, y)
	case x == b.no || x == b.Not(c):
		return b.And(b.Not(c), y)
	case y == b.yes || y == b.Not(c):
		return b.Or(b.Not(c), x)
	case y == b.no || y == c:
		return b.And(c, x)
	case x == b.Not(y):
		return b.Iff(c, x)
	}
	return b.intern(node{op: OpIte, sort: Bool, args: []Term{c, x, y}})
}

// Eq returns whether two terms of one sort are the same.
func (b *Bank) Eq(x, y Term) Term {
	b.want("Eq", y, b.Sort(x))
	if x == y {
		return b.yes
	}
	if b.Sort(x) == Bool {
		return b.Iff(x, y)
	}
	if b.Sort(x).Kind == KindBV {
		return b.equalWords(x, y)
	}
	if x > y {
		x, y = y, x
	}
	return b.intern(node{op: OpEq, sort: Bool, args: []Term{x, y}})
}

// Distinct returns whether x and y differ.
func (b *Bank) Distinct(x, y Term) Term { return b.Not(b.Eq(x, y)) }
