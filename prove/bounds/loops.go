package bounds

import (
	"fmt"
	"go/ast"
	"go/types"

	"unbox/prove/term"
)

// loopState collects the places where a loop is left, or one of its rounds.
type loopState struct{ breaks, continues term.Term }

// loop executes a loop: by its invariant, or unrolled.
func (x *Executor) loop(f *frame, s *ast.ForStmt, live term.Term) term.Term {
	if invariant := x.Invariants[f.name]; invariant != nil {
		return x.loopByInvariant(f, s, live, invariant)
	}
	if s.Init != nil {
		live = x.statement(f, s.Init, live)
	}
	state := &loopState{x.b.False(), x.b.False()}
	f.loops = append(f.loops, state)
	after := x.b.False()
	for n := 0; live != x.b.False(); n++ {
		if s.Cond != nil {
			c := x.value(f, s.Cond, live).(term.Term)
			after = x.b.Or(after, x.b.And(live, x.b.Not(c)))
			live = x.b.And(live, c)
		}
		if n >= maxUnroll {
			x.Obligations = append(x.Obligations, live)
			break
		}
		live = x.block(f, s.Body.List, live)
		live = x.b.Or(live, state.continues)
		state.continues = x.b.False()
		if s.Post != nil && live != x.b.False() {
			live = x.statement(f, s.Post, live)
		}
	}
	f.loops = f.loops[:len(f.loops)-1]
	return x.b.Or(after, state.breaks)
}

// rounds executes a range over a number or over an array.
func (x *Executor) rounds(f *frame, s *ast.RangeStmt, live term.Term) term.Term {
	over := x.value(f, s.X, live)
	array, isArray := over.(*Record)
	n := 0
	if isArray {
		n = len(array.Parts)
	} else {
		v, ok := x.b.Value(over.(term.Term))
		if !ok {
			panic("BUG: a range over an unknown number is not supported")
		}
		n = int(v.Lo)
	}
	state := &loopState{x.b.False(), x.b.False()}
	f.loops = append(f.loops, state)
	for k := range n {
		state.continues = x.b.False()
		if s.Key != nil {
			x.define(f, s.Key, x.b.Const(64, uint64(k)))
		}
		if s.Value != nil {
			x.define(f, s.Value, copied(array.Parts[k]))
		}
		live = x.b.Or(x.block(f, s.Body.List, live), state.continues)
	}
	f.loops = f.loops[:len(f.loops)-1]
	return x.b.Or(live, state.breaks)
}

// Invariant is what holds for a loop's variables, by name, whenever its condition is
// evaluated. The measure, read without a sign, falls with each round, so that the loop
// ends.
type Invariant func(vars map[string]Value) (holds []term.Term, measure term.Term)

// loopByInvariant executes a loop's body once, for all rounds: what the loop changes can be
// anything for which the invariant holds. That it holds before the first round and after
// each, and that the measure falls, are obligations.
func (x *Executor) loopByInvariant(f *frame, s *ast.ForStmt, live term.Term, invariant Invariant) term.Term {
	if s.Init != nil {
		live = x.statement(f, s.Init, live)
	}
	expect := func(live term.Term) (measure term.Term) {
		holds, measure := invariant(f.byName())
		for _, h := range holds {
			x.Obligations = append(x.Obligations, x.b.And(live, x.b.Not(h)))
		}
		return measure
	}
	expect(live)
	for _, v := range x.changed(f, s) {
		f.vars[v].v = x.choose(live, x.Unknown(v.Type()), f.vars[v].v)
	}
	holds, before := invariant(f.byName())
	for _, h := range holds {
		x.Assumed = append(x.Assumed, x.b.Implies(live, h))
	}
	after := x.b.False()
	if s.Cond != nil {
		c := x.value(f, s.Cond, live).(term.Term)
		after, live = x.b.And(live, x.b.Not(c)), x.b.And(live, c)
	}
	state := &loopState{x.b.False(), x.b.False()}
	f.loops = append(f.loops, state)
	live = x.b.Or(x.block(f, s.Body.List, live), state.continues)
	f.loops = f.loops[:len(f.loops)-1]
	if s.Post != nil {
		live = x.statement(f, s.Post, live)
	}
	measure := expect(live)
	x.Obligations = append(x.Obligations, x.b.And(live, x.b.Not(x.b.Ult(measure, before))))
	x.Cut = x.b.Or(x.Cut, live)
	return x.b.Or(after, state.breaks)
}

// byName returns the variables of a call by their names. In a function with a loop that
// has an invariant, no two have the same.
func (f *frame) byName() map[string]Value {
	list := make(map[string]Value, len(f.vars))
	for object, c := range f.vars {
		list[object.Name()] = c.v
	}
	return list
}

// changed returns the variables that a loop assigns to and that were there before.
func (x *Executor) changed(f *frame, s *ast.ForStmt) (list []types.Object) {
	seen := map[types.Object]bool{}
	note := func(e ast.Expr) {
		if sel, ok := e.(*ast.SelectorExpr); ok {
			e = sel.X
		}
		id, ok := e.(*ast.Ident)
		if !ok {
			panic(fmt.Sprintf("BUG: an assignment to %T in a loop with an invariant is not supported", e))
		}
		object := x.p.info.Uses[id]
		if _, old := f.vars[object]; old && !seen[object] {
			seen[object] = true
			list = append(list, object)
		}
	}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n != s.Init {
				for _, e := range n.Lhs {
					note(e)
				}
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.UnaryExpr:
			if n.Op.String() == "&" {
				note(n.X)
			}
		}
		return true
	})
	return list
}
