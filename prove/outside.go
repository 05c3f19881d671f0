package prove

import (
	"fmt"

	"unbox/heap"
	"unbox/prove/term"
	"unbox/trace"
)

// What the outside may do besides changing objects: raise exceptions, invalidate
// what the trace took to be constant, and have guards fail that only the traced program can decide. At visible effects both are variables with the
// effect's number, so that both sides see the same; whether calls that only compute
// raise is an unknown function of their arguments.

// thrown is the outcome of the last call.
type thrown struct {
	// raised is the condition under which it raised; 0 if it cannot.
	raised term.Term
	// object is the exception.
	object term.Term
}

// outsideTerms are what the outside decides at visible effect number at; 0 where it
// has no choice.
type outsideTerms struct {
	at                  int
	invalidates, raises term.Term
	fails               term.Term
	object, kind        term.Term
	result              term.Term
	typ                 trace.Type
}

// decisionsAt returns where the decisions at a visible effect are kept.
func (e *encoder) decisionsAt(n int) *outsideTerms {
	for k := range e.outside {
		if e.outside[k].at == n {
			return &e.outside[k]
		}
	}
	e.outside = append(e.outside, outsideTerms{at: n})
	return &e.outside[len(e.outside)-1]
}

// decides returns a condition that only the outside decides, at visible effect n.
func (s *side) decides(what string, n int) term.Term {
	return s.e.b.Eq(s.e.b.Var(fmt.Sprintf("%s.%d", what, n), term.BV(1)), s.e.b.Const(1, 1))
}

// The names of what the outside decides.
const (
	invalidatesName = "invalidates"
	raisesName      = "raises"
	exceptionName   = "exception"
	// failsName: a guard fails that only the traced program can decide.
	failsName = "fails"
)

// beginOutside notes that something may have been invalidated before the run.
func (s *side) beginOutside() {
	s.invalid = s.decides(invalidatesName, 0)
	s.e.decisionsAt(0).invalidates = s.invalid
}

// react lets the outside decide about visible effect n, counted from 1, which happens if
// made holds.
func (s *side) react(v trace.Value, n int, made term.Term) {
	s.thrown = thrown{}
	if s.t.MayInvalidate(v) {
		now := s.decides(invalidatesName, n)
		s.e.decisionsAt(n).invalidates = now
		s.invalid = s.e.b.Or(s.invalid, s.e.b.And(made, now))
	}
	if s.t.Raises(v) != trace.RaisesFreely {
		return
	}
	object := s.e.b.Var(fmt.Sprintf("%s.%d", exceptionName, n), s.e.sortOf(trace.Ref))
	raised := s.decides(raisesName, n)
	terms := s.e.decisionsAt(n)
	terms.raises, terms.object = raised, object
	s.throws(v, s.e.b.And(made, raised), object)
}

// raisesByArguments lets a call that only computes raise if it is made. name and args are
// those of its function.
func (s *side) raisesByArguments(v trace.Value, name string, args []term.Term, made term.Term) {
	s.thrown = thrown{}
	if s.t.Raises(v) != trace.RaisesByArguments {
		return
	}
	raised := s.e.b.Eq(s.e.b.Apply(raisesName+" "+name, term.BV(1), args...), s.e.b.Const(1, 1))
	s.throws(v, s.e.b.And(made, raised), s.e.b.Apply(exceptionName+" "+name, s.e.sortOf(trace.Ref), args...))
}

func (s *side) throws(v trace.Value, raised, object term.Term) {
	s.thrown = thrown{raised, object}
	s.missing[v] = raised
}

// present returns the result of a call for a snapshot or a label: 0 or null if it
// raised.
func (s *side) present(v trace.Value, t term.Term) term.Term {
	if !v.IsOp() || s.missing[v] == 0 {
		return t
	}
	return s.e.b.Ite(s.missing[v], s.e.zero(s.t.TypeOf(v)), t)
}

// guardOutside runs the guards that depend on the outside.
func (s *side) guardOutside(v trace.Value, op *trace.Op) {
	b, e := s.e.b, s.e
	raised := s.thrown.raised
	if raised == 0 || s.t.Raises(s.t.AskedCall(v)) == trace.RaisesNever {
		raised = b.False()
	}
	switch op.Code {
	case trace.OpGuardNotInvalidated:
		s.guard(v, b.Not(s.invalid))
		return
	case trace.OpGuardNoException:
		s.guard(v, b.Not(raised))
		return
	}
	if raised == b.False() {
		s.guard(v, raised)
		return
	}
	if s.t.Tables.ClassSpelling[op.Descr] == trace.ClassSize {
		refuse("%s: the class is not known, only a size", s.names.at(v))
	}
	object := s.thrown.object
	e.fromOutside(object, trace.Ref, nil)
	e.learn(object, b.Not(b.Eq(object, e.null())))
	kind := e.kindAt(s.objects, object)
	for k := range e.outside {
		if e.outside[k].object == object {
			e.outside[k].kind = kind
		}
	}
	s.guard(v, b.And(raised, b.Eq(kind, e.kindConst(e.kindOf(heap.ClassID(op.Descr))))))
	s.value[v] = object
}
