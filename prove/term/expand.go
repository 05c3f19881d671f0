package term

import "slices"

// maxMonomials bounds the size of products of sums that are multiplied out.
const maxMonomials = 128

// expand multiplies products of sums out. It is used only for comparing,
// because sums of products cost more than products of sums. It returns false if
// there is nothing to do, or too much.
func (b *Bank) expand(l linear) (linear, bool) {
	if !slices.ContainsFunc(l.parts, func(p part) bool { return b.sumFactor(p.t) >= 0 }) {
		return l, false
	}
	out := linear{width: l.width, k: l.k}
	work := slices.Clone(l.parts)
	for steps := 0; len(work) > 0; steps++ {
		if steps > maxMonomials {
			return l, false
		}
		p := work[len(work)-1]
		work = work[:len(work)-1]
		i := b.sumFactor(p.t)
		if i < 0 {
			out = out.add(linear{width: l.width, parts: []part{p}})
			continue
		}
		factors := b.nodes[p.t].args
		rest := without(factors, i)
		sum := b.linearOf(factors[i])
		if c := sum.k.Mul(p.c, l.width); !c.IsZero() {
			work = append(work, part{b.monomial(rest), c})
		}
		for _, q := range sum.parts {
			if c := q.c.Mul(p.c, l.width); !c.IsZero() {
				work = append(work, part{b.monomial(append(slices.Clone(rest), q.t)), c})
			}
		}
	}
	return out, true
}

// sumFactor returns which factor of a product is a sum, or -1.
func (b *Bank) sumFactor(t Term) int {
	n := &b.nodes[t]
	if n.op != OpMul {
		return -1
	}
	return slices.IndexFunc(n.args, func(a Term) bool {
		op := b.nodes[a].op
		return op == OpAdd || op == OpBvNot
	})
}

// monomial returns the product of factors without simplifying it.
func (b *Bank) monomial(factors []Term) Term {
	var flat []Term
	for _, f := range factors {
		if n := &b.nodes[f]; n.op == OpMul {
			flat = append(flat, n.args...)
		} else {
			flat = append(flat, f)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	slices.Sort(flat)
	return b.intern(node{op: OpMul, sort: b.nodes[flat[0]].sort, args: flat})
}
