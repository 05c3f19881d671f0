package rules

import (
	"unbox/optimizer/rules"
	"unbox/trace"
)

// Numbers. A rule is computed for given numbers of its names, as the optimizer
// and the interpreter would: by trace.Eval.

// Result is the result of one side of a rule.
type Result struct {
	Bits   uint64
	Status trace.EvalStatus
}

// Outcome is what a rule does for given numbers.
type Outcome struct {
	// Fires means that the pattern has a meaning, the condition holds, and the
	// target's constants can be computed.
	Fires           bool
	Pattern, Target Result
}

// Evaluate computes both sides of a rule at 64 bits. values are those of the names,
// in their order; those after `as` are computed.
func Evaluate(tree *rules.RuleTree, values []uint64) Outcome {
	e := evaluation{tree: tree, values: append([]uint64(nil), values...)}
	var out Outcome
	out.Pattern = e.side(&tree.Pattern, true)
	switch status := out.Pattern.Status; {
	case status != trace.EvalOK && (status != trace.EvalOverflow || !isOverflow(&tree.Pattern)):
		return out
	case tree.Condition != nil && e.truth(tree.Condition) != yes:
		return out
	}
	var ok bool
	out.Target, ok = e.target(&tree.Target, true)
	out.Fires = ok
	return out
}

// Wrong reports whether the rule fires and its target differs from its pattern.
func (o Outcome) Wrong(typ trace.Type) bool {
	if !o.Fires || o.Pattern.Status == o.Target.Status && o.Pattern.Status != trace.EvalOK {
		return false
	}
	return o.Pattern.Status != o.Target.Status || oneNaN(typ, o.Pattern.Bits) != oneNaN(typ, o.Target.Bits)
}

// oneNaN replaces every NaN by the one NaN.
func oneNaN(typ trace.Type, bits uint64) uint64 {
	if typ == trace.Float && bits&(doubleSign-1) > infinity {
		return infinity | 1<<51
	}
	return bits
}

type evaluation struct {
	tree   *rules.RuleTree
	values []uint64
}

// side computes a side of the rule. Overflow is a status of the outermost
// operation only: one inside is followed by its guard.
func (e *evaluation) side(n *rules.RuleNode, outermost bool) Result {
	switch n.Kind {
	case rules.RuleValue, rules.RuleConstant:
		return Result{e.values[n.Name], trace.EvalOK}
	case rules.RuleNumber:
		return Result{n.Bits, trace.EvalOK}
	}
	var operands [2]uint64
	for i := range n.Args {
		arg := e.side(&n.Args[i], false)
		if arg.Status != trace.EvalOK {
			return Result{0, trace.EvalUndefined}
		}
		operands[i] = arg.Bits
	}
	bits, status := evalOperation(n.Code, operands)
	if n.Name >= 0 {
		e.values[n.Name] = bits
	}
	if !outermost && status != trace.EvalOK {
		status = trace.EvalUndefined
	}
	return Result{bits, status}
}

// target computes the target; ok is false if a constant cannot be computed.
func (e *evaluation) target(n *rules.RuleNode, outermost bool) (r Result, ok bool) {
	if n.Kind != rules.RuleOperation {
		bits, ok := e.compute(n)
		return Result{bits, trace.EvalOK}, ok
	}
	var operands [2]uint64
	status := trace.EvalOK
	for i := range n.Args {
		arg, ok := e.target(&n.Args[i], false)
		if !ok {
			return r, false
		}
		operands[i] = arg.Bits
		status = max(status, arg.Status)
	}
	if status != trace.EvalOK {
		return Result{0, trace.EvalUndefined}, true
	}
	r.Bits, r.Status = evalOperation(n.Code, operands)
	if !outermost && r.Status != trace.EvalOK {
		r.Status = trace.EvalUndefined
	}
	return r, true
}

// evalOperation computes comparisons of references too, whose bits are their
// identity.
func evalOperation(code trace.Opcode, operands [2]uint64) (uint64, trace.EvalStatus) {
	switch code {
	case trace.OpSameAs:
		return operands[0], trace.EvalOK
	case trace.OpPtrEq:
		code = trace.OpIntEq
	case trace.OpPtrNe:
		code = trace.OpIntNe
	}
	return trace.Eval(code, operands[0], operands[1])
}

// compute computes an expression; ok is false where it has no meaning.
func (e *evaluation) compute(n *rules.RuleNode) (bits uint64, ok bool) {
	switch n.Kind {
	case rules.RuleValue, rules.RuleConstant:
		return e.values[n.Name], true
	case rules.RuleNumber:
		return n.Bits, true
	case rules.RuleAnd, rules.RuleOr, rules.RuleNot, rules.RuleNoOverflow:
		t := e.truth(n)
		return uint64(t & yes), t != unclear
	}
	var operands [2]uint64
	for i := range n.Args {
		if operands[i], ok = e.compute(&n.Args[i]); !ok {
			return 0, false
		}
	}
	if n.Kind == rules.RuleFunction {
		return rules.EvalRuleFunction(n.Function, operands[0])
	}
	bits, status := evalOperation(n.Code, operands)
	return bits, status == trace.EvalOK
}

// answer is the answer to a condition.
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

func (e *evaluation) truth(n *rules.RuleNode) answer {
	switch n.Kind {
	case rules.RuleNot:
		if t := e.truth(&n.Args[0]); t != unclear {
			return yes - t
		}
		return unclear
	case rules.RuleAnd, rules.RuleOr:
		x, y := e.truth(&n.Args[0]), e.truth(&n.Args[1])
		decides := answerOf(n.Kind == rules.RuleOr)
		switch {
		case x == decides || y == decides:
			return decides
		case x == unclear || y == unclear:
			return unclear
		}
		return yes - decides
	case rules.RuleNoOverflow:
		return answerOf(e.exact(&n.Args[0]))
	}
	bits, ok := e.compute(n)
	if !ok {
		return unclear
	}
	return answerOf(bits != 0)
}

// exact answers no_overflow by the overflow operations.
func (e *evaluation) exact(n *rules.RuleNode) bool {
	var operands [2]uint64
	for i := range n.Args {
		var ok bool
		if operands[i], ok = e.compute(&n.Args[i]); !ok {
			return false
		}
	}
	x, y := operands[0], operands[1]
	code := trace.OpIntAddOvf
	switch n.Code {
	case trace.OpIntSub:
		code = trace.OpIntSubOvf
	case trace.OpIntMul:
		code = trace.OpIntMulOvf
	case trace.OpIntNeg:
		code, x, y = trace.OpIntSubOvf, 0, x
	case trace.OpIntLshift:
		bits, status := trace.Eval(trace.OpIntLshift, x, y)
		return status == trace.EvalOK && int64(bits)>>y == int64(x)
	}
	_, status := trace.Eval(code, x, y)
	return status == trace.EvalOK
}
