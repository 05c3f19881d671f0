package term

// equalAtoms returns whether two words are equal about which linear forms say
// nothing more.
func (b *Bank) equalAtoms(x, y Term) Term {
	if x == y {
		return b.yes
	}
	if b.nodes[y].op == OpConst {
		x, y = y, x
	}
	if v, ok := b.Value(x); ok {
		if w, ok := b.Value(y); ok {
			return b.Bool(v == w)
		}
		if r, ok := b.equalConst(y, v); ok {
			return r
		}
	}
	nx, ny := b.nodes[x], b.nodes[y]
	switch {
	case nx.op == OpSignExt && ny.op == OpSignExt && b.Width(nx.args[0]) == b.Width(ny.args[0]):
		return b.Eq(nx.args[0], ny.args[0])
	case nx.op == OpConcat && ny.op == OpConcat && b.Width(nx.args[0]) == b.Width(ny.args[0]):
		return b.And(b.Eq(nx.args[0], ny.args[0]), b.Eq(nx.args[1], ny.args[1]))
	case ny.op == OpIte && (ny.args[1] == x || ny.args[2] == x):
		return b.Ite(ny.args[0], b.Eq(ny.args[1], x), b.Eq(ny.args[2], x))
	case nx.op == OpIte && (nx.args[1] == y || nx.args[2] == y):
		return b.Ite(nx.args[0], b.Eq(nx.args[1], y), b.Eq(nx.args[2], y))
	case nx.op == OpIte && ny.op == OpIte && nx.args[0] == ny.args[0]:
		return b.Ite(nx.args[0], b.Eq(nx.args[1], ny.args[1]), b.Eq(nx.args[2], ny.args[2]))
	case nx.op == OpIte && ny.op == OpIte && b.constArms(nx) && b.constArms(ny):
		return b.Ite(nx.args[0], b.Eq(nx.args[1], y), b.Eq(nx.args[2], y))
	case nx.op == OpBvXor && ny.op == OpBvXor && shares(nx.args, ny.args):
		return b.Eq(b.BvXor(x, y), b.constOf(nx.sort, Value{}))
	}
	if x > y {
		x, y = y, x
	}
	return b.intern(node{op: OpEq, sort: Bool, args: []Term{x, y}})
}

func shares(x, y []Term) bool {
	for _, t := range x {
		for _, u := range y {
			if t == u {
				return true
			}
		}
	}
	return false
}

func (b *Bank) constArms(ite node) bool {
	return b.nodes[ite.args[1]].op == OpConst && b.nodes[ite.args[2]].op == OpConst
}

// equalConst returns whether t has the value v, where that follows from its parts.
func (b *Bank) equalConst(t Term, v Value) (Term, bool) {
	n := b.nodes[t]
	w := int(n.sort.Width)
	switch n.op {
	case OpSignExt:
		of := b.Width(n.args[0])
		if v.Trunc(of).Sext(of, w) != v {
			return b.no, true
		}
		return b.Eq(n.args[0], b.ConstValue(of, v)), true
	case OpConcat:
		low := b.Width(n.args[1])
		return b.And(b.Eq(n.args[0], b.ConstValue(w-low, v.Shr(low))), b.Eq(n.args[1], b.ConstValue(low, v))), true
	case OpIte:
		if b.nodes[n.args[1]].op == OpConst || b.nodes[n.args[2]].op == OpConst {
			k := b.constOf(n.sort, v)
			return b.Ite(n.args[0], b.Eq(n.args[1], k), b.Eq(n.args[2], k)), true
		}
	case OpBvXor:
		if len(n.args) == 2 && v.IsZero() {
			return b.Eq(n.args[0], n.args[1]), true
		}
		if k, ok := b.Value(n.args[0]); ok {
			return b.Eq(b.BvXor(n.args[1:]...), b.ConstValue(w, v.Xor(k))), true
		}
	case OpBvAnd:
		k, ok := b.Value(n.args[0])
		if ok && !v.And(k.Not(w)).IsZero() {
			return b.no, true
		}
	}
	return 0, false
}

func (b *Bank) compare(op Op, what string, x, y Term) (Term, bool) {
	b.want(what, y, b.wantWord(what, x))
	if x == y {
		return b.no, true
	}
	nx, ny := b.nodes[x], b.nodes[y]
	if nx.op == OpConst && ny.op == OpConst {
		return b.fold(node{op: op, sort: Bool, args: []Term{x, y}}), true
	}
	// A choice of two constants, compared with a constant, is a condition.
	again := func(x, y Term) Term {
		r, ok := b.compare(op, what, x, y)
		if !ok {
			r = b.intern(node{op: op, sort: Bool, args: []Term{x, y}})
		}
		return r
	}
	if nx.op == OpIte && b.constArms(nx) && (ny.op == OpConst || ny.op == OpIte && b.constArms(ny)) {
		return b.Ite(nx.args[0], again(nx.args[1], y), again(nx.args[2], y)), true
	}
	if ny.op == OpIte && b.constArms(ny) && nx.op == OpConst {
		return b.Ite(ny.args[0], again(x, ny.args[1]), again(x, ny.args[2])), true
	}
	if nx.op == OpBvNot && ny.op == OpBvNot {
		return again(ny.args[0], nx.args[0]), true
	}
	return 0, false
}

// Ult returns whether x is less than y, without signs.
func (b *Bank) Ult(x, y Term) Term {
	if r, ok := b.compare(OpUlt, "Ult", x, y); ok {
		return r
	}
	s := b.Sort(x)
	w := int(s.Width)
	if v, ok := b.Value(x); ok {
		switch v {
		case Ones(w):
			return b.no
		case Value{}:
			return b.Distinct(y, x)
		case Ones(w).Sub(Word(1), w):
			return b.Eq(y, b.constOf(s, Ones(w)))
		}
	}
	if v, ok := b.Value(y); ok {
		switch v {
		case Value{}:
			return b.no
		case Word(1):
			return b.Eq(x, b.constOf(s, Value{}))
		case Ones(w):
			return b.Distinct(x, y)
		}
	}
	if r, ok := b.ultPrefix(x, y); ok {
		return r
	}
	return b.intern(node{op: OpUlt, sort: Bool, args: []Term{x, y}})
}

// ultPrefix compares words whose upper bits are the same, or known.
func (b *Bank) ultPrefix(x, y Term) (Term, bool) {
	nx, ny := b.nodes[x], b.nodes[y]
	switch {
	case nx.op == OpConcat && ny.op == OpConcat && b.Width(nx.args[0]) == b.Width(ny.args[0]) && nx.args[0] == ny.args[0]:
		return b.Ult(nx.args[1], ny.args[1]), true
	case nx.op == OpConcat && ny.op == OpConst:
		low := b.Width(nx.args[1])
		if k, ok := b.Value(nx.args[0]); ok {
			if top := ny.val.Shr(low); top != k {
				return b.Bool(k.Less(top)), true
			}
			return b.Ult(nx.args[1], b.ConstValue(low, ny.val)), true
		}
	case ny.op == OpConcat && nx.op == OpConst:
		low := b.Width(ny.args[1])
		if k, ok := b.Value(ny.args[0]); ok {
			if top := nx.val.Shr(low); top != k {
				return b.Bool(top.Less(k)), true
			}
			return b.Ult(b.ConstValue(low, nx.val), ny.args[1]), true
		}
	}
	return 0, false
}

// Ule returns whether x is at most y, without signs.
func (b *Bank) Ule(x, y Term) Term { return b.Not(b.Ult(y, x)) }

// Slt returns whether x is less than y, with signs.
func (b *Bank) Slt(x, y Term) Term {
	if r, ok := b.compare(OpSlt, "Slt", x, y); ok {
		return r
	}
	s := b.Sort(x)
	w := int(s.Width)
	least, most := Word(1).Shl(w-1, w), Ones(w-1)
	if v, ok := b.Value(x); ok {
		switch v {
		case most:
			return b.no
		case least:
			return b.Distinct(y, x)
		case most.Sub(Word(1), w):
			return b.Eq(y, b.constOf(s, most))
		case Ones(w): // -1 < y is not y < 0
			return b.Not(b.Slt(y, b.constOf(s, Value{})))
		}
	}
	if v, ok := b.Value(y); ok {
		switch v {
		case least:
			return b.no
		case least.Add(Word(1), w):
			return b.Eq(x, b.constOf(s, least))
		case most:
			return b.Distinct(x, y)
		case Value{}:
			return b.sign(x)
		}
	}
	nx, ny := b.nodes[x], b.nodes[y]
	if nx.op == OpSignExt && ny.op == OpSignExt && b.Width(nx.args[0]) == b.Width(ny.args[0]) {
		return b.Slt(nx.args[0], ny.args[0])
	}
	return b.intern(node{op: OpSlt, sort: Bool, args: []Term{x, y}})
}

// sign returns whether the sign bit of x is set: that of the part of x that it
// comes from.
func (b *Bank) sign(x Term) Term {
	n := b.nodes[x]
	switch n.op {
	case OpBvNot:
		return b.Not(b.sign(n.args[0]))
	case OpSignExt:
		return b.sign(n.args[0])
	case OpConcat:
		return b.sign(n.args[0])
	case OpConst:
		return b.Bool(n.val.Bit(int(n.sort.Width)-1) == 1)
	case OpIte:
		if b.constArms(n) {
			return b.Ite(n.args[0], b.sign(n.args[1]), b.sign(n.args[2]))
		}
	case OpBvXor, OpBvAnd:
		if k, ok := b.Value(n.args[0]); ok {
			rest := n.args[1]
			if len(n.args) > 2 {
				rest = b.intern(node{op: n.op, sort: n.sort, args: n.args[1:]})
			}
			top := b.Bool(k.Bit(int(n.sort.Width)-1) == 1)
			if n.op == OpBvAnd {
				return b.And(top, b.sign(rest))
			}
			return b.Xor(top, b.sign(rest))
		}
	case OpExtract:
		if hi := int(n.hi); hi == b.Width(n.args[0])-1 {
			return b.sign(n.args[0])
		}
	}
	return b.intern(node{op: OpSlt, sort: Bool, args: []Term{x, b.constOf(n.sort, Value{})}})
}

// Sle returns whether x is at most y, with signs.
func (b *Bank) Sle(x, y Term) Term { return b.Not(b.Slt(y, x)) }

// Negative returns whether the sign bit of x is set.
func (b *Bank) Negative(x Term) Term { return b.Slt(x, b.Const(b.Width(x), 0)) }
