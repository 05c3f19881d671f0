package prove

import (
	"unbox/prove/term"
	"unbox/trace"
)

// Conditional calls (cond_call, cond_call_value). Where an earlier guard has decided whether the
// call is made, it is a call like any other, or nothing. Otherwise a call that only computes is
// made by an if-then-else; a visible one is an effect with the condition as an argument, which the
// other side must have, too. What the outside does there is then the same on both sides whether
// the call is made or not, so this allows more than a real run does, and nothing less.

// isMade is the condition under which a call is made: true for all unconditional ones.
func (s *side) isMade(v trace.Value, op *trace.Op) term.Term {
	b := s.e.b
	condition := op.Condition()
	if condition == trace.CallsAlways {
		return b.True()
	}
	first := s.t.Arg(v, 0)
	isZero := term.Term(0)
	if s.t.TypeOf(first) == trace.Ref {
		isZero = s.e.eqRef(s.operand(first, v), s.e.null())
	} else {
		isZero = b.Not(s.e.isTrue(s.operand(first, v)))
	}
	made := isZero
	if condition == trace.CallsIfTrue {
		made = b.Not(isZero)
	}
	switch {
	case s.passed[made]:
		return b.True()
	case s.passed[b.Not(made)]:
		return b.False()
	}
	return made
}

// passedArgs are the arguments of a call: the function and what it gets.
func (s *side) passedArgs(v trace.Value, op *trace.Op) []trace.Value {
	args := s.t.Args(v)
	if op.Condition() != trace.CallsAlways {
		return args[1:]
	}
	return args
}

// resultOf is the result of a call that would give r if it was made.
func (s *side) resultOf(v trace.Value, op *trace.Op, made, r term.Term) term.Term {
	if op.Condition() != trace.CallsIfZero || made == s.e.b.True() {
		return r
	}
	first := s.operand(s.t.Arg(v, 0), v)
	if made == s.e.b.False() {
		return first
	}
	return s.e.b.Ite(made, r, first)
}
