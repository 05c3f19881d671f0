package term

import (
	"fmt"
	"slices"
)

// Term is a term of a [Bank]. Two terms of one bank that are built alike are
// the same number.
type Term int32

// Op is what a term does with its arguments.
type Op uint8

// The operations that terms consist of. Others are written with these: an "or"
// with "and" and "not", a signed division with an unsigned one.
const (
	OpConst      Op = iota // a word or a truth value
	OpVar                  // a variable of any sort
	OpNot                  // of a truth value
	OpAnd                  // of two or more truth values
	OpXor                  // of two or more truth values
	OpIte                  // condition, then, else; of any sort
	OpEq                   // of two words, or of two arrays
	OpUlt                  // unsigned less than
	OpSlt                  // signed less than
	OpAdd                  // of two or more words
	OpMul                  // of two or more words; a constant comes first
	OpUDiv                 // by 0: all ones
	OpURem                 // by 0: the dividend
	OpShl                  // from the width on: 0
	OpLShr                 // from the width on: 0
	OpAShr                 // from the width on: copies of the sign
	OpBvNot                // each bit
	OpBvAnd                // of two or more words
	OpBvXor                // of two or more words
	OpConcat               // two words, the upper one first
	OpExtract              // the bits Hi..Lo
	OpSignExt              // to the width of the result
	OpSelect               // array, index
	OpStore                // array, index, element
	OpConstArray           // an array with the same element everywhere
	OpApply                // a function that is known only by its name
)

// node is a term as it is stored.
type node struct {
	op     Op
	sort   Sort
	hi, lo uint8 // OpExtract
	args   []Term
	val    Value  // OpConst
	name   string // OpVar, OpApply
	next   Term   // the next node with the same hash, or -1
}

// Bank keeps terms, each of them once. Its zero value is not usable: call
// [NewBank]. A bank is not safe for concurrent use.
type Bank struct {
	nodes   []node
	table   map[uint64]Term
	vars    map[string]Term
	fresh   int
	yes, no Term
}

// NewBank returns a bank without terms.
func NewBank() *Bank {
	b := &Bank{table: map[uint64]Term{}, vars: map[string]Term{}}
	b.no = b.intern(node{op: OpConst, sort: Bool})
	b.yes = b.intern(node{op: OpConst, sort: Bool, val: Value{0, 1}})
	return b
}

// Len returns the number of terms that were built so far. Arguments have
// smaller numbers than the terms that use them.
func (b *Bank) Len() int { return len(b.nodes) }

// Sort returns the sort of a term.
func (b *Bank) Sort(t Term) Sort { return b.nodes[t].sort }

// Width returns the width of a word, or of an array's elements; 0 for truth
// values.
func (b *Bank) Width(t Term) int { return int(b.nodes[t].sort.Width) }

// Op returns what a term does.
func (b *Bank) Op(t Term) Op { return b.nodes[t].op }

// Args returns the arguments of a term; they must not be changed.
func (b *Bank) Args(t Term) []Term { return b.nodes[t].args }

// Name returns the name of a variable or of an applied function.
func (b *Bank) Name(t Term) string { return b.nodes[t].name }

// Bounds returns the highest and the lowest bit of an OpExtract.
func (b *Bank) Bounds(t Term) (hi, lo int) { return int(b.nodes[t].hi), int(b.nodes[t].lo) }

// Value returns the value of a constant, and whether t is one.
func (b *Bank) Value(t Term) (Value, bool) {
	n := &b.nodes[t]
	return n.val, n.op == OpConst
}

// Var returns the variable with this name. The same name always stands for the
// same variable, so asking for another sort is a bug of the caller.
func (b *Bank) Var(name string, s Sort) Term {
	if t, ok := b.vars[name]; ok {
		if b.nodes[t].sort != s {
			panic(fmt.Sprintf("BUG: variable `%s` expected of sort %v, found %v", name, b.nodes[t].sort, s))
		}
		return t
	}
	t := b.intern(node{op: OpVar, sort: s, name: name})
	b.vars[name] = t
	return t
}

// Fresh returns a variable with a name that no other has, which begins with
// prefix.
func (b *Bank) Fresh(prefix string, s Sort) Term {
	for {
		b.fresh++
		name := fmt.Sprintf("%s!%d", prefix, b.fresh)
		if _, used := b.vars[name]; !used {
			return b.Var(name, s)
		}
	}
}

// Vars returns the variables in the terms, the oldest first.
func (b *Bank) Vars(terms ...Term) []Term {
	var vars []Term
	b.Walk(terms, func(t Term) {
		if b.nodes[t].op == OpVar {
			vars = append(vars, t)
		}
	})
	return vars
}

// Walk calls visit once for each term in the given ones, themselves included,
// arguments before what uses them.
func (b *Bank) Walk(terms []Term, visit func(Term)) {
	seen := map[Term]bool{}
	work := slices.Clone(terms)
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		work = append(work, b.nodes[t].args...)
	}
	order := make([]Term, 0, len(seen))
	for t := range seen {
		order = append(order, t)
	}
	slices.Sort(order)
	for _, t := range order {
		visit(t)
	}
}

// intern returns the term for a node, which is new or was built before.
func (b *Bank) intern(n node) Term {
	h := n.hash()
	first, ok := b.table[h]
	if !ok {
		first = -1
	}
	for t := first; t >= 0; t = b.nodes[t].next {
		if b.nodes[t].equal(&n) {
			return t
		}
	}
	t := Term(len(b.nodes))
	n.next = first
	b.nodes = append(b.nodes, n)
	b.table[h] = t
	return t
}

func (n *node) equal(m *node) bool {
	return n.op == m.op && n.sort == m.sort && n.hi == m.hi && n.lo == m.lo && n.val == m.val &&
		n.name == m.name && slices.Equal(n.args, m.args)
}

func (n *node) hash() uint64 {
	h := uint64(n.op)<<40 | uint64(n.sort.Kind)<<32 | uint64(n.sort.Width)<<24 | uint64(n.sort.Index)<<16 | uint64(n.hi)<<8 | uint64(n.lo)
	h = mix(h, n.val.Lo)
	h = mix(h, n.val.Hi)
	for i := range len(n.name) {
		h = mix(h, uint64(n.name[i]))
	}
	for _, a := range n.args {
		h = mix(h, uint64(a))
	}
	return h
}

// mix adds v to the hash h.
func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// True is the truth value that holds.
func (b *Bank) True() Term { return b.yes }

// False is the truth value that does not hold.
func (b *Bank) False() Term { return b.no }

// Bool returns the truth value v.
func (b *Bank) Bool(v bool) Term {
	if v {
		return b.yes
	}
	return b.no
}

// Const returns a word of the given width with the lowest bits of v.
func (b *Bank) Const(width int, v uint64) Term { return b.ConstValue(width, Value{0, v}) }

// ConstSigned returns a word of the given width with the value v, sign-extended
// or cut off.
func (b *Bank) ConstSigned(width int, v int64) Term {
	return b.ConstValue(width, Value{uint64(v >> 63), uint64(v)})
}

// ConstValue returns a word of the given width with the lowest bits of v.
func (b *Bank) ConstValue(width int, v Value) Term {
	return b.intern(node{op: OpConst, sort: BV(width), val: v.Trunc(width)})
}

// constOf returns a constant of sort s.
func (b *Bank) constOf(s Sort, v Value) Term {
	return b.intern(node{op: OpConst, sort: s, val: v})
}

// isConst reports whether t is the constant v.
func (b *Bank) isConst(t Term, v Value) bool {
	n := &b.nodes[t]
	return n.op == OpConst && n.val == v
}

// want panics if t is not of sort s.
func (b *Bank) want(what string, t Term, s Sort) {
	if found := b.nodes[t].sort; found != s {
		panic(fmt.Sprintf("BUG: %s: expected an argument of sort %v, found %v", what, s, found))
	}
}

// wantWord panics if t is no word.
func (b *Bank) wantWord(what string, t Term) Sort {
	s := b.nodes[t].sort
	if s.Kind != KindBV {
		panic(fmt.Sprintf("BUG: %s: expected a word, found %v", what, s))
	}
	return s
}
