package term

import "fmt"

// Rebuild builds a term's operation again with other arguments, of the same
// sorts, through the constructors, so that it is simplified.
func (b *Bank) Rebuild(t Term, args []Term) Term {
	n := b.nodes[t]
	switch n.op {
	case OpConst, OpVar:
		return t
	case OpNot:
		return b.Not(args[0])
	case OpAnd:
		return b.And(args...)
	case OpXor:
		return b.foldl(b.Xor, args)
	case OpIte:
		return b.Ite(args[0], args[1], args[2])
	case OpEq:
		return b.Eq(args[0], args[1])
	case OpUlt:
		return b.Ult(args[0], args[1])
	case OpSlt:
		return b.Slt(args[0], args[1])
	case OpAdd:
		return b.foldl(b.Add, args)
	case OpMul:
		return b.foldl(b.Mul, args)
	case OpUDiv:
		return b.UDiv(args[0], args[1])
	case OpURem:
		return b.URem(args[0], args[1])
	case OpShl:
		return b.Shl(args[0], args[1])
	case OpLShr:
		return b.LShr(args[0], args[1])
	case OpAShr:
		return b.AShr(args[0], args[1])
	case OpBvNot:
		return b.BvNot(args[0])
	case OpBvAnd:
		return b.BvAnd(args...)
	case OpBvXor:
		return b.BvXor(args...)
	case OpConcat:
		return b.Concat(args[0], args[1])
	case OpExtract:
		return b.Extract(int(n.hi), int(n.lo), args[0])
	case OpSignExt:
		return b.SignExt(int(n.sort.Width), args[0])
	case OpSelect:
		return b.Select(args[0], args[1])
	case OpStore:
		return b.Store(args[0], args[1], args[2])
	case OpConstArray:
		return b.ConstArray(n.sort, args[0])
	case OpApply:
		return b.Apply(n.name, n.sort, args...)
	}
	panic(fmt.Sprintf("BUG: expected a known operation, found %d", n.op))
}

func (b *Bank) foldl(f func(x, y Term) Term, args []Term) Term {
	result := args[0]
	for _, a := range args[1:] {
		result = f(result, a)
	}
	return result
}

// Substitute replaces terms, wherever they occur in the given ones, and
// simplifies what changes. The replacements are not searched again.
func (b *Bank) Substitute(terms []Term, by map[Term]Term) []Term {
	done := map[Term]Term{}
	b.Walk(terms, func(t Term) {
		if r, ok := by[t]; ok {
			done[t] = r
			return
		}
		args := b.nodes[t].args
		changed := false
		for _, a := range args {
			changed = changed || done[a] != a
		}
		if !changed {
			done[t] = t
			return
		}
		next := make([]Term, len(args))
		for i, a := range args {
			next[i] = done[a]
		}
		done[t] = b.Rebuild(t, next)
	})
	out := make([]Term, len(terms))
	for i, t := range terms {
		out[i] = done[t]
	}
	return out
}
