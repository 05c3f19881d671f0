package term

import "slices"

// BvAnd returns the bits that all words have; there must be at least one word.
// Masks become one, which comes first; each word occurs once, and is not
// repeated inside the others.
func (b *Bank) BvAnd(terms ...Term) Term {
	s := b.wantWord("BvAnd", terms[0])
	w := int(s.Width)
	mask := Ones(w)
	var flat []Term
	for _, t := range terms {
		b.want("BvAnd", t, s)
		parts := []Term{t}
		if n := &b.nodes[t]; n.op == OpBvAnd {
			parts = n.args
		}
		for _, p := range parts {
			if v, ok := b.Value(p); ok {
				mask = mask.And(v)
			} else {
				flat = append(flat, p)
			}
		}
	}
	slices.Sort(flat)
	flat = slices.Compact(flat)
	flat, again := b.absorb(flat)
	switch {
	case flat == nil && again || mask.IsZero():
		return b.constOf(s, Value{})
	case again:
		return b.BvAnd(append(flat, b.constOf(s, mask))...)
	case len(flat) == 0:
		return b.constOf(s, mask)
	}
	if mask != Ones(w) {
		flat = append([]Term{b.constOf(s, mask)}, flat...)
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return b.intern(node{op: OpBvAnd, sort: s, args: flat})
}

// absorb simplifies a conjunction of words by its own parts: x & ~x is 0,
// x & ~(x & y) is x & ~y, and x & ~(~x & y) is x. It reports whether something
// changed; then nil stands for 0.
func (b *Bank) absorb(flat []Term) ([]Term, bool) {
	has := func(t Term) bool {
		_, ok := slices.BinarySearch(flat, t)
		return ok
	}
	for i, t := range flat {
		n := b.nodes[t]
		if n.op != OpBvNot {
			continue
		}
		if has(n.args[0]) {
			return nil, true
		}
		inner := b.nodes[n.args[0]]
		if inner.op != OpBvAnd {
			continue
		}
		var left []Term
		for _, a := range inner.args {
			if has(b.invert(a)) {
				return without(flat, i), true
			}
			if !has(a) {
				left = append(left, a)
			}
		}
		if len(left) < len(inner.args) {
			if len(left) == 0 {
				return nil, true
			}
			return append(without(flat, i), b.BvNot(b.BvAnd(left...))), true
		}
	}
	return flat, false
}

func without(list []Term, i int) []Term { return slices.Delete(slices.Clone(list), i, i+1) }

// BvOr returns the bits that one of the words has.
func (b *Bank) BvOr(terms ...Term) Term {
	inverse := make([]Term, len(terms))
	for i, t := range terms {
		inverse[i] = b.BvNot(t)
	}
	return b.BvNot(b.BvAnd(inverse...))
}

// BvXor returns the bits that an odd number of the words have. Equal words
// cancel each other; inverses and constants become one constant, which comes
// first.
func (b *Bank) BvXor(terms ...Term) Term {
	s := b.wantWord("BvXor", terms[0])
	w := int(s.Width)
	k := Value{}
	var flat []Term
	for _, t := range terms {
		b.want("BvXor", t, s)
		if n := &b.nodes[t]; n.op == OpBvNot {
			k, t = k.Not(w), n.args[0]
		}
		parts := []Term{t}
		if n := &b.nodes[t]; n.op == OpBvXor {
			parts = n.args
		}
		for _, p := range parts {
			if v, ok := b.Value(p); ok {
				k = k.Xor(v)
			} else {
				flat = append(flat, p)
			}
		}
	}
	slices.Sort(flat)
	flat = cancelPairs(flat)
	if len(flat) == 0 {
		return b.constOf(s, k)
	}
	inverse := k == Ones(w)
	if !inverse && !k.IsZero() {
		flat = append([]Term{b.constOf(s, k)}, flat...)
	}
	result := flat[0]
	if len(flat) > 1 {
		result = b.intern(node{op: OpBvXor, sort: s, args: flat})
	}
	if inverse {
		return b.BvNot(result)
	}
	return result
}

// Concat returns the word with the bits of the first term on top. Parts of one
// word that follow each other become one, and chains lean to the right.
func (b *Bank) Concat(hi, lo Term) Term {
	s := BV(int(b.wantWord("Concat", hi).Width) + int(b.wantWord("Concat", lo).Width))
	nh, nl := b.nodes[hi], b.nodes[lo]
	switch {
	case nh.op == OpConst && nl.op == OpConst:
		return b.fold(node{op: OpConcat, sort: s, args: []Term{hi, lo}})
	case nh.op == OpConcat:
		return b.Concat(nh.args[0], b.Concat(nh.args[1], lo))
	case nl.op == OpConcat:
		if joined, ok := b.join(hi, nl.args[0]); ok {
			return b.Concat(joined, nl.args[1])
		}
	}
	if joined, ok := b.join(hi, lo); ok {
		return joined
	}
	return b.intern(node{op: OpConcat, sort: s, args: []Term{hi, lo}})
}

// join puts two neighbours together: constants, and parts of one word.
func (b *Bank) join(hi, lo Term) (Term, bool) {
	nh, nl := b.nodes[hi], b.nodes[lo]
	switch {
	case nh.op == OpConst && nl.op == OpConst:
		return b.fold(node{op: OpConcat, sort: BV(int(nh.sort.Width) + int(nl.sort.Width)), args: []Term{hi, lo}}), true
	case nh.op == OpExtract && nl.op == OpExtract && nh.args[0] == nl.args[0] && nh.lo == nl.hi+1:
		return b.Extract(int(nh.hi), int(nl.lo), nh.args[0]), true
	}
	return 0, false
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
	n := b.nodes[t]
	out := BV(hi - lo + 1)
	switch n.op {
	case OpConst:
		return b.constOf(out, n.val.Shr(lo).Trunc(int(out.Width)))
	case OpExtract:
		return b.Extract(hi+int(n.lo), lo+int(n.lo), n.args[0])
	case OpConcat:
		return b.extractConcat(hi, lo, n)
	case OpSignExt:
		return b.extractSign(hi, lo, n.args[0])
	case OpBvNot:
		return b.BvNot(b.Extract(hi, lo, n.args[0]))
	case OpIte:
		if b.constArms(n) {
			return b.Ite(n.args[0], b.Extract(hi, lo, n.args[1]), b.Extract(hi, lo, n.args[2]))
		}
	case OpBvAnd, OpBvXor:
		if lo == 0 || b.nodes[n.args[0]].op == OpConst {
			parts := make([]Term, len(n.args))
			for i, a := range n.args {
				parts[i] = b.Extract(hi, lo, a)
			}
			if n.op == OpBvAnd {
				return b.BvAnd(parts...)
			}
			return b.BvXor(parts...)
		}
	case OpAdd, OpMul:
		if r, ok := b.extractSum(hi, lo, n); ok {
			return r
		}
	}
	return b.intern(node{op: OpExtract, sort: out, hi: uint8(hi), lo: uint8(lo), args: []Term{t}})
}

func (b *Bank) extractConcat(hi, lo int, n node) Term {
	low := b.Width(n.args[1])
	switch {
	case hi < low:
		return b.Extract(hi, lo, n.args[1])
	case lo >= low:
		return b.Extract(hi-low, lo-low, n.args[0])
	}
	return b.Concat(b.Extract(hi-low, 0, n.args[0]), b.Extract(low-1, lo, n.args[1]))
}

// extractSign extracts from the sign extension of x.
func (b *Bank) extractSign(hi, lo int, x Term) Term {
	w := b.Width(x)
	switch {
	case hi < w:
		return b.Extract(hi, lo, x)
	case lo >= w:
		return b.SignExt(hi-lo+1, b.Extract(w-1, w-1, x))
	}
	return b.SignExt(hi-lo+1, b.Extract(w-1, lo, x))
}

// extractSum extracts from sums and products: the lowest bits of the result
// depend on the lowest bits of the arguments alone, and below a factor that is
// a power of two there are zeros.
func (b *Bank) extractSum(hi, lo int, n node) (Term, bool) {
	if lo == 0 {
		args := make([]Term, len(n.args))
		for i, a := range n.args {
			args[i] = b.Extract(hi, 0, a)
		}
		if n.op == OpAdd {
			return b.foldl(b.Add, args), true
		}
		return b.foldl(b.Mul, args), true
	}
	c, ok := b.Value(n.args[0])
	if n.op != OpMul || !ok || c.OnesCount() != 1 {
		return 0, false
	}
	k := c.TrailingZeros()
	rest := n.args[1]
	if len(n.args) > 2 {
		rest = b.intern(node{op: OpMul, sort: n.sort, args: n.args[1:]})
	}
	switch {
	case lo >= k:
		return b.Extract(hi-k, lo-k, rest), true
	case hi < k:
		return b.Const(hi-lo+1, 0), true
	}
	return b.Concat(b.Extract(hi-k, 0, rest), b.Const(k-lo, 0)), true
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
	b.wantWord("SignExt", t)
	if width <= b.Width(t) {
		return t
	}
	n := b.nodes[t]
	switch n.op {
	case OpConst:
		return b.constOf(BV(width), n.val.Sext(int(n.sort.Width), width))
	case OpSignExt:
		t = n.args[0]
	case OpConcat:
		if k, ok := b.Value(n.args[0]); ok && k.Bit(b.Width(n.args[0])-1) == 0 {
			return b.ZeroExt(width, t)
		}
	case OpIte:
		if b.constArms(n) {
			return b.Ite(n.args[0], b.SignExt(width, n.args[1]), b.SignExt(width, n.args[2]))
		}
	}
	return b.intern(node{op: OpSignExt, sort: BV(width), args: []Term{t}})
}
