package rules

import (
	"unbox/optimizer"
)

// Numbers. A rule is computed for given numbers of its names, as the optimizer
// and the interpreter would: by optimizer.Eval.

// Result is what a side of a rule gives.
type Result struct {
	Bits   uint64
	Status optimizer.EvalStatus
}

// Outcome is a rule for given numbers.
type Outcome struct {
	// Fires tells that the pattern has a meaning, the condition holds, and the
	// target's constants can be computed.
	Fires           bool
	Pattern, Target Result
}

// Evaluate computes both sides of a rule at 64 bits. values are those of the names,
// in their order; those behind `as` are computed.
func Evaluate(tree *optimizer.RuleTree, values []uint64) Outcome {
	e := evaluation{tree: tree, values: append([]uint64(nil), values...)}
	var out Outcome
	out.Pattern = e.side(&tree.Pattern, true)
	switch status := out.Pattern.Status; {
	case status != optimizer.EvalOK && (status != optimizer.EvalOverflow || !isOverflow(&tree.Pattern)):
		return out
	case tree.Condition != nil && e.truth(tree.Condition) != yes:
		return out
	}
	var ok bool
	out.Target, ok = e.target(&tree.Target, true)
	out.Fires = ok
	return out
}

// Wrong tells whether the rule fires and its target is not its pattern.
func (o Outcome) Wrong(typ optimizer.Type) bool {
	if !o.Fires || o.Pattern.Status == o.Target.Status && o.Pattern.Status != optimizer.EvalOK {
		return false
	}
	return o.Pattern.Status != o.Target.Status || oneNaN(typ, o.Pattern.Bits) != oneNaN(typ, o.Target.Bits)
}

// oneNaN returns the one NaN for all.
func oneNaN(typ optimizer.Type, bits uint64) uint64 {
	if typ == optimizer.Float && bits&(doubleSign-1) > infinity {
		return infinity | 1<<51
	}
	return bits
}

type evaluation struct {
	tree   *optimizer.RuleTree
	values []uint64
}

// side computes a side of the rule. Overflow is a status of the outermost
// operation only: one inside is followed by its guard.
func (e *evaluation) side(n *optimizer.RuleNode, outermost bool) Result {
	switch n.Kind {
	case optimizer.RuleValue, optimizer.RuleConstant:
		return Result{e.values[n.Name], optimizer.EvalOK}
	case optimizer.RuleNumber:
		return Result{n.Bits, optimizer.EvalOK}
	}
	var operands [2]uint64
	for i := range n.Args {
		arg := e.side(&n.Args[i], false)
		if arg.Status != optimizer.EvalOK {
			return Result{0, optimizer.EvalUndefined}
		}
		operands[i] = arg.Bits
	}
	bits, status := evalOperation(n.Code, operands)
	if n.Name >= 0 {
		e.values[n.Name] = bits
	}
	if !outermost && status != optimizer.EvalOK {
		status = optimizer.EvalUndefined
	}
	return Result{bits, status}
}

// target computes the target; ok is false if a constant cannot be computed.
func (e *evaluation) target(n *optimizer.RuleNode, outermost bool) (r Result, ok bool) {
	if n.Kind != optimizer.RuleOperation {
		bits, ok := e.compute(n)
		return Result{bits, optimizer.EvalOK}, ok
	}
	var operands [2]uint64
	status := optimizer.EvalOK
	for i := range n.Args {
		arg, ok := e.target(&n.Args[i], false)
		if !ok {
			return r, false
		}
		operands[i] = arg.Bits
		status = max(status, arg.Status)
	}
	if status != optimizer.EvalOK {
		return Result{0, optimizer.EvalUndefined}, true
	}
	r.Bits, r.Status = evalOperation(n.Code, operands)
	if !outermost && r.Status != optimizer.EvalOK {
		r.Status = optimizer.EvalUndefined
	}
	return r, true
}

// evalOperation computes comparisons of references too, whose bits are their
// identity.
func evalOperation(code optimizer.Opcode, operands [2]uint64) (uint64, optimizer.EvalStatus) {
	switch code {
	case optimizer.OpSameAs:
		return operands[0], optimizer.EvalOK
	case optimizer.OpPtrEq:
		code = optimizer.OpIntEq
	case optimizer.OpPtrNe:
		code = optimizer.OpIntNe
	}
	return optimizer.Eval(code, operands[0], operands[1])
}

// compute computes an expression; ok is false where it has no meaning.
func (e *evaluation) compute(n *optimizer.RuleNode) (bits uint64, ok bool) {
	switch n.Kind {
	case optimizer.RuleValue, optimizer.RuleConstant:
		return e.values[n.Name], true
	case optimizer.RuleNumber:
		return n.Bits, true
	case optimizer.RuleAnd, optimizer.RuleOr, optimizer.RuleNot, optimizer.RuleNoOverflow:
		t := e.truth(n)
		return uint64(t & yes), t != unclear
	}
	var operands [2]uint64
	for i := range n.Args {
		if operands[i], ok = e.compute(&n.Args[i]); !ok {
			return 0, false
		}
	}
	if n.Kind == optimizer.RuleFunction {
		return optimizer.EvalRuleFunction(n.Function, operands[0])
	}
	bits, status := evalOperation(n.Code, operands)
	return bits, status == optimizer.EvalOK
}

// answer is that to a condition.
type answer uint8

const (
	no      answer = 0
	yes     answer = 1
	unclear answer = 2 // it has no meaning
)

func answerOf(b bool) answer {
	if b {
		return yes
	}
	return no
}

func (e *evaluation) truth(n *optimizer.RuleNode) answer {
	switch n.Kind {
	case optimizer.RuleNot:
		if t := e.truth(&n.Args[0]); t != unclear {
			return yes - t
		}
		return unclear
	case optimizer.RuleAnd, optimizer.RuleOr:
		x, y := e.truth(&n.Args[0]), e.truth(&n.Args[1])
		decides := answerOf(n.Kind == optimizer.RuleOr)
		switch {
		case x == decides || y == decides:
			return decides
		case x == unclear || y == unclear:
			return unclear
		}
		return yes - decides
	case optimizer.RuleNoOverflow:
		return answerOf(e.exact(&n.Args[0]))
	}
	bits, ok := e.compute(n)
	if !ok {
		return unclear
	}
	return answerOf(bits != 0)
}

// exact answers no_overflow by the overflow operations.
func (e *evaluation) exact(n *optimizer.RuleNode) bool {
	var operands [2]uint64
	for i := range n.Args {
		var ok bool
		if operands[i], ok = e.compute(&n.Args[i]); !ok {
			return false
		}
	}
	x, y := operands[0], operands[1]
	code := optimizer.OpIntAddOvf
	switch n.Code {
	case optimizer.OpIntSub:
		code = optimizer.OpIntSubOvf
	case optimizer.OpIntMul:
		code = optimizer.OpIntMulOvf
	case optimizer.OpIntNeg:
		code, x, y = optimizer.OpIntSubOvf, 0, x
	case optimizer.OpIntLshift:
		bits, status := optimizer.Eval(optimizer.OpIntLshift, x, y)
		return status == optimizer.EvalOK && int64(bits)>>y == int64(x)
	}
	_, status := optimizer.Eval(code, x, y)
	return status == optimizer.EvalOK
}
