package term

import "fmt"

func (b *Bank) wantArray(what string, t Term) Sort {
	s := b.nodes[t].sort
	if s.Kind != KindArray {
		panic(fmt.Sprintf("BUG: %s: expected an array, found %v", what, s))
	}
	return s
}

// Select returns the element of an array at index i.
func (b *Bank) Select(array, i Term) Term {
	s := b.wantArray("Select", array)
	b.want("Select", i, BV(int(s.Index)))
	n := &b.nodes[array]
	switch n.op {
	case OpConstArray:
		return n.args[0]
	case OpStore:
		from, at, v := n.args[0], n.args[1], n.args[2]
		switch b.Eq(at, i) {
		case b.yes:
			return v
		case b.no:
			return b.Select(from, i)
		}
	}
	return b.intern(node{op: OpSelect, sort: BV(int(s.Width)), args: []Term{array, i}})
}

// Store returns the array with v at index i, and the elements of array elsewhere.
func (b *Bank) Store(array, i, v Term) Term {
	s := b.wantArray("Store", array)
	b.want("Store", i, BV(int(s.Index)))
	b.want("Store", v, BV(int(s.Width)))
	if b.Select(array, i) == v {
		return array
	}
	// Stores at different indexes are sorted, so that their order does not matter.
	if n := b.nodes[array]; n.op == OpStore {
		from, at, old := n.args[0], n.args[1], n.args[2]
		switch same := b.Eq(at, i); {
		case same == b.yes:
			return b.Store(from, i, v)
		case same == b.no && i < at:
			return b.Store(b.Store(from, i, v), at, old)
		}
	}
	return b.intern(node{op: OpStore, sort: s, args: []Term{array, i, v}})
}

// ConstArray returns the array of sort s with v everywhere.
func (b *Bank) ConstArray(s Sort, v Term) Term {
	b.want("ConstArray", v, BV(int(s.Width)))
	return b.intern(node{op: OpConstArray, sort: s, args: []Term{v}})
}

// Apply returns the result of a function about which only this is known: equal
// arguments give equal results. The operations of [FloatOps] are such functions
// too; on constants they are computed.
func (b *Bank) Apply(fn string, result Sort, args ...Term) Term {
	if op, ok := floatOp(fn); ok {
		return b.applyFloat(op, result, args)
	}
	return b.intern(node{op: OpApply, sort: result, name: fn, args: append([]Term(nil), args...)})
}
