package term

import (
	"fmt"
	"slices"
)

// compute returns the value of an operation on words and truth values.
func (b *Bank) compute(n *node, v []Value) Value {
	w := int(n.sort.Width)
	of := w // the width of the first argument
	if len(n.args) > 0 {
		of = b.Width(n.args[0])
	}
	switch n.op {
	case OpConst:
		return n.val
	case OpNot:
		return truth(v[0].IsZero())
	case OpAnd:
		return truth(!slices.Contains(v, Value{}))
	case OpXor, OpBvXor, OpBvAnd, OpAdd, OpMul:
		return reduce(n.op, v, w)
	case OpIte:
		if v[0].IsZero() {
			return v[2]
		}
		return v[1]
	case OpEq:
		return truth(v[0] == v[1])
	case OpUlt:
		return truth(v[0].Less(v[1]))
	case OpSlt:
		sign := Word(1).Shl(of-1, of)
		return truth(v[0].Xor(sign).Less(v[1].Xor(sign)))
	case OpUDiv:
		q, _ := v[0].DivRem(v[1], w)
		return q
	case OpURem:
		_, r := v[0].DivRem(v[1], w)
		return r
	case OpShl:
		return v[0].Shl(v[1].shift(), w)
	case OpLShr:
		return v[0].Shr(v[1].shift())
	case OpAShr:
		return v[0].Sext(w, 128).Shr(v[1].shift()).Or(v[0].signFill(w, v[1].shift())).Trunc(w)
	case OpBvNot:
		return v[0].Not(w)
	case OpConcat:
		return v[0].Shl(b.Width(n.args[1]), w).Or(v[1])
	case OpExtract:
		return v[0].Shr(int(n.lo)).Trunc(w)
	case OpSignExt:
		return v[0].Sext(of, w)
	}
	panic(fmt.Sprintf("BUG: operation %d has no value of its own", n.op))
}

// signFill returns the copies of the sign that a shift by n brings in.
func (v Value) signFill(width, n int) Value {
	if v.Bit(width-1) == 0 {
		return Value{}
	}
	return Ones(width).Xor(Ones(width).Shr(n))
}

func reduce(op Op, v []Value, w int) Value {
	r := v[0]
	for _, x := range v[1:] {
		switch op {
		case OpXor, OpBvXor:
			r = r.Xor(x)
		case OpBvAnd:
			r = r.And(x)
		case OpAdd:
			r = r.Add(x, w)
		case OpMul:
			r = r.Mul(x, w)
		}
	}
	return r
}

// Evaluator computes terms under one model, each of them once.
type Evaluator struct {
	bank   *Bank
	model  Model
	done   []bool
	words  []Value
	arrays map[Term]ArrayValue
}

// NewEvaluator returns an evaluator of b's terms under m. What m does not
// mention is 0, false, or an array of zeros.
func NewEvaluator(b *Bank, m Model) *Evaluator {
	return &Evaluator{bank: b, model: m, arrays: map[Term]ArrayValue{}}
}

// Eval returns the value of a word or a truth value under a model. For many
// terms under one model, [NewEvaluator] is faster.
func (b *Bank) Eval(t Term, m Model) Value { return NewEvaluator(b, m).Word(t) }

// Word returns the value of a word or a truth value.
func (e *Evaluator) Word(t Term) Value {
	e.run(t)
	return e.words[t]
}

// Bool returns whether a truth value holds.
func (e *Evaluator) Bool(t Term) bool { return !e.Word(t).IsZero() }

// run computes t and all its parts, without recursion, since traces are long.
func (e *Evaluator) run(t Term) {
	if more := e.bank.Len() - len(e.done); more > 0 {
		e.done = append(e.done, make([]bool, more)...)
		e.words = append(e.words, make([]Value, more)...)
	}
	work := []Term{t}
	for len(work) > 0 {
		t := work[len(work)-1]
		if e.done[t] {
			work = work[:len(work)-1]
			continue
		}
		open := len(work)
		for _, a := range e.bank.nodes[t].args {
			if !e.done[a] {
				work = append(work, a)
			}
		}
		if len(work) == open {
			e.step(t)
			e.done[t] = true
			work = work[:open-1]
		}
	}
}

func (e *Evaluator) step(t Term) {
	n := &e.bank.nodes[t]
	if n.sort.Kind == KindArray {
		e.arrays[t] = e.array(n)
		return
	}
	var buf [4]Value
	vals := buf[:0]
	for _, a := range n.args {
		vals = append(vals, e.words[a])
	}
	switch {
	case n.op == OpVar:
		e.words[t] = e.model.Words[n.name]
	case n.op == OpSelect:
		e.words[t] = e.arrays[n.args[0]].At(vals[1])
	case n.op == OpApply:
		e.words[t] = e.model.apply(n.name, vals)
	case n.op == OpEq && e.bank.Sort(n.args[0]).Kind == KindArray:
		e.words[t] = truth(e.arrays[n.args[0]].Equal(e.arrays[n.args[1]], int(e.bank.Sort(n.args[0]).Index)))
	default:
		e.words[t] = e.bank.compute(n, vals)
	}
}

func (e *Evaluator) array(n *node) ArrayValue {
	switch n.op {
	case OpVar:
		return e.model.Arrays[n.name]
	case OpConstArray:
		return ArrayValue{Default: e.words[n.args[0]]}
	case OpStore:
		return e.arrays[n.args[0]].with(e.words[n.args[1]], e.words[n.args[2]])
	case OpIte:
		if e.words[n.args[0]].IsZero() {
			return e.arrays[n.args[2]]
		}
		return e.arrays[n.args[1]]
	}
	panic(fmt.Sprintf("BUG: operation %d makes no array", n.op))
}
