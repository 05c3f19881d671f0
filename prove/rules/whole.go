package rules

import (
	"math/big"

	"unbox/optimizer/rules"
	"unbox/prove/integers"
	"unbox/trace"
)

// Whole numbers. Quotients and remainders have too many bits to search, and what
// makes a rule about them correct is not in the bits: rounding down twice is
// rounding down once, for all integers. So a rule is also read as a claim about
// whole numbers, in which x = y*q + r with 0 <= r < y says everything about a
// division, and package integers searches for a contradiction. A shift is a
// division by a power of two, or a multiplication, whatever the power is.
//
// A word is a whole number within its range; where an operation may wrap around, a
// multiple of 2 to the power of the width is subtracted. What cannot be read (an
// "or" in a condition, logic operations) is not assumed, and a claim that needs it
// is not proved: leaving out what is known is never wrong.

// wholeNumbers reports whether the rule is proved by reasoning about whole numbers.
// Divisors are positive or negative: all combinations of signs are looked at.
func (p *proof) wholeNumbers() bool {
	tree := &p.claim.tree
	if !divides(&tree.Pattern) || isOverflow(&tree.Pattern) {
		return false
	}
	divisors := signsOf(tree)
	for signs := range 1 << len(divisors) {
		w := &whole{width: p.claim.Width, tree: tree, sys: integers.New(p.stopped), positive: map[int]bool{}}
		w.names()
		for k, slot := range divisors {
			w.positive[slot] = signs>>k&1 == 0
			if w.positive[slot] {
				w.sys.Positive(w.values[slot].Sub(integers.Small(1)))
			} else {
				w.sys.Positive(integers.Small(-1).Sub(w.values[slot]))
			}
		}
		if !w.holds() {
			return false
		}
	}
	return true
}

// divides reports whether an operation is a quotient or a remainder.
func divides(n *rules.RuleNode) bool {
	return n.Kind == rules.RuleOperation && (n.Code == trace.OpIntPyDiv || n.Code == trace.OpIntPyMod)
}

// signsOf returns the names that are divisors: neither is 0.
func signsOf(tree *rules.RuleTree) (names []int) {
	var visit func(n *rules.RuleNode)
	visit = func(n *rules.RuleNode) {
		if divides(n) {
			if y := &n.Args[1]; y.Kind == rules.RuleValue || y.Kind == rules.RuleConstant {
				names = appendNew(names, y.Name)
			}
		}
		for i := range n.Args {
			visit(&n.Args[i])
		}
	}
	visit(&tree.Pattern)
	return names
}

// whole reads one rule as a claim about whole numbers.
type whole struct {
	width    int
	tree     *rules.RuleTree
	sys      *integers.System
	values   []integers.Poly
	powers   map[int]integers.Poly // 2 to the power of a name that is an amount
	positive map[int]bool          // the signs of divisors
	exact    []*rules.RuleNode     // operations that do not wrap around
}

func (w *whole) names() {
	low, high := w.limits()
	w.powers = map[int]integers.Poly{}
	for _, name := range w.tree.Names {
		if name.Inner {
			w.values = append(w.values, nil)
			continue
		}
		w.values = append(w.values, w.sys.Word(low, high))
	}
}

func (w *whole) limits() (low, high *big.Int) {
	high = new(big.Int).Lsh(big.NewInt(1), uint(w.width-1))
	return new(big.Int).Neg(high), high.Sub(high, big.NewInt(1))
}

// holds reports whether the pattern equals the target.
func (w *whole) holds() bool {
	if c := w.tree.Condition; c != nil {
		w.noteExact(c)
		if !w.assume(c) {
			return false
		}
	}
	if w.sys.Impossible() {
		return true // no numbers with these signs satisfy the condition
	}
	pattern, ok := w.read(&w.tree.Pattern)
	if !ok {
		return false
	}
	target, ok := w.read(&w.tree.Target)
	return ok && w.sys.Differ(pattern.Sub(target))
}

// noteExact remembers what the condition says does not overflow.
func (w *whole) noteExact(n *rules.RuleNode) {
	switch n.Kind {
	case rules.RuleNoOverflow:
		w.exact = append(w.exact, &n.Args[0])
	case rules.RuleAnd:
		w.noteExact(&n.Args[0])
		w.noteExact(&n.Args[1])
	}
}

// isExact reports whether an operation is known not to wrap around.
func (w *whole) isExact(n *rules.RuleNode) bool {
	for _, known := range w.exact {
		if sameOperation(n, known) {
			return true
		}
	}
	return isOverflow(n)
}

// sameOperation compares what two nodes compute, whether they are written as
// operations or with operators.
func sameOperation(x, y *rules.RuleNode) bool {
	leafX, leafY := x.Kind <= rules.RuleNumber, y.Kind <= rules.RuleNumber
	if leafX || leafY {
		return x.Kind == y.Kind && x.Name == y.Name && x.Bits == y.Bits
	}
	if x.Code != y.Code || len(x.Args) != len(y.Args) || x.Function != y.Function {
		return false
	}
	for i := range x.Args {
		if !sameOperation(&x.Args[i], &y.Args[i]) {
			return false
		}
	}
	return true
}

// assume adds what a condition says, as far as it can be read. It returns false if
// what it computes has no reading.
func (w *whole) assume(n *rules.RuleNode) bool {
	switch n.Kind {
	case rules.RuleAnd:
		return w.assume(&n.Args[0]) && w.assume(&n.Args[1])
	case rules.RuleNoOverflow:
		v, ok := w.read(&n.Args[0])
		if ok {
			low, high := w.limits()
			w.sys.Positive(v.Sub(integers.Int(low)))
			w.sys.Positive(integers.Int(high).Sub(v))
		}
		return ok
	case rules.RuleOperator, rules.RuleOperation:
	default:
		return true
	}
	x, okX := w.read(&n.Args[0])
	if !okX || len(n.Args) < 2 {
		return okX
	}
	y, ok := w.read(&n.Args[1])
	if !ok {
		return false
	}
	one := integers.Small(1)
	switch n.Code {
	case trace.OpIntEq:
		w.sys.Zero(x.Sub(y))
	case trace.OpIntLt:
		w.sys.Positive(y.Sub(x).Sub(one))
	case trace.OpIntLe:
		w.sys.Positive(y.Sub(x))
	case trace.OpIntGt:
		w.sys.Positive(x.Sub(y).Sub(one))
	case trace.OpIntGe:
		w.sys.Positive(x.Sub(y))
	}
	return true
}

// read returns the whole number for a node.
func (w *whole) read(n *rules.RuleNode) (integers.Poly, bool) {
	switch n.Kind {
	case rules.RuleValue, rules.RuleConstant:
		v := w.values[n.Name]
		return v, v != nil
	case rules.RuleNumber:
		return integers.Small(int64(n.Bits)), true
	case rules.RuleOperation, rules.RuleOperator:
	default:
		return nil, false
	}
	x, ok := w.read(&n.Args[0])
	if !ok {
		return nil, false
	}
	switch n.Code {
	case trace.OpIntLshift, trace.OpIntRshift:
		return w.shift(n, x)
	case trace.OpIntNeg:
		return w.wrapped(n, integers.Small(0).Sub(x)), true
	}
	if len(n.Args) < 2 {
		return nil, false
	}
	y, ok := w.read(&n.Args[1])
	if !ok {
		return nil, false
	}
	switch n.Code {
	case trace.OpIntAdd, trace.OpIntAddOvf:
		return w.wrapped(n, x.Add(y)), true
	case trace.OpIntSub, trace.OpIntSubOvf:
		return w.wrapped(n, x.Sub(y)), true
	case trace.OpIntMul, trace.OpIntMulOvf:
		return w.wrapped(n, x.Mul(y)), true
	case trace.OpIntPyDiv, trace.OpIntPyMod:
		return w.divide(n, x, y)
	}
	return nil, false
}

// wrapped subtracts a multiple of 2 to the power of the width where the result may
// not fit.
func (w *whole) wrapped(n *rules.RuleNode, v integers.Poly) integers.Poly {
	low, high := w.limits()
	if w.isExact(n) || w.sys.Within(v, low, high) {
		return v
	}
	circle := new(big.Int).Lsh(big.NewInt(1), uint(w.width))
	v = v.Sub(w.sys.Fresh().Mul(integers.Int(circle)))
	w.sys.Range(v, integers.Int(low), integers.Int(high))
	return v
}

// shift divides or multiplies by a power of two, which is at least 1 and has a
// meaning.
func (w *whole) shift(n *rules.RuleNode, x integers.Poly) (integers.Poly, bool) {
	amount := &n.Args[1]
	if amount.Kind != rules.RuleConstant && amount.Kind != rules.RuleValue {
		return nil, false
	}
	power, ok := w.powers[amount.Name]
	if !ok {
		_, high := w.limits()
		power = w.sys.Word(big.NewInt(1), high.Add(high, big.NewInt(1)))
		w.sys.Positive(power.Sub(integers.Small(1)))
		w.powers[amount.Name] = power
	}
	if n.Code == trace.OpIntLshift {
		return w.wrapped(n, x.Mul(power)), true
	}
	q, _ := w.sys.Floor(x, power)
	return q, true
}

// divide returns a quotient rounded down, or the remainder that belongs to it. By a
// negative divisor, both operands change their signs, and so does the remainder.
func (w *whole) divide(n *rules.RuleNode, x, y integers.Poly) (integers.Poly, bool) {
	one := integers.Small(1)
	negative := integers.Small(-1)
	positive := w.sys.Follows(y.Sub(one))
	if !positive && !w.sys.Follows(negative.Sub(y)) {
		return nil, false
	}
	if !positive {
		x, y = x.Mul(negative), y.Mul(negative)
	}
	q, r := w.sys.Floor(x, y)
	switch {
	case n.Code == trace.OpIntPyDiv && positive:
		return q, true // not farther from 0 than the dividend, which fits
	case n.Code == trace.OpIntPyDiv:
		return w.wrapped(n, q), true // the smallest integer by -1 does not fit
	case !positive:
		r = r.Mul(negative)
	}
	return r, true
}
