package bounds

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"unbox/prove/term"
)

// Executor executes functions with terms instead of numbers. Both branches of an
// `if` are executed, each statement under the condition that it is reached; an
// assignment there is a choice between the new value and the old one.
type Executor struct {
	p *Program
	b *term.Bank
	// Intrinsics are functions that are not executed but replaced by something
	// else.
	Intrinsics map[string]func(x *Executor, live term.Term, args []Value) []Value
	// Obligations must hold for the result to mean anything: that loops have ended
	// where unrolling stopped, that nothing was divided by 0. Each is a condition that
	// must never hold.
	Obligations []term.Term
	// Multiply returns the product of two words in 128 bits, read with or without a
	// sign. Without it, products are terms.
	Multiply func(v, w term.Term, unsigned bool) term.Term
	// Divide returns what bits.Div64 does. Without it, quotients and rests are terms.
	Divide func(high, low, by term.Term) (quotient, rest term.Term)
	// Invariants are those of loops, by the names of their functions. Other loops are
	// unrolled. Unknown makes a value of which nothing is known; Assumed is what
	// invariants say of such values. Cut is the end of a round: nothing is returned there.
	Invariants map[string]Invariant
	Unknown    func(t types.Type) Value
	Assumed    []term.Term
	Cut        term.Term
	depth      int
}

// NewExecutor returns an executor whose terms are in b.
func NewExecutor(p *Program, b *term.Bank) *Executor {
	return &Executor{p: p, b: b, Cut: b.False(), Intrinsics: map[string]func(*Executor, term.Term, []Value) []Value{}}
}

// maxUnroll is the maximum number of times that a loop is unrolled, maxDepth the
// maximum depth of calls. That nothing continues from there is an obligation.
const (
	maxUnroll = 65
	maxDepth  = 24
)

// frame is a call.
type frame struct {
	vars    map[types.Object]*cell
	name    string
	results []Value
	named   []types.Object // of results with names
	loops   []*loopState
}

// Call executes a function, with a name such as "normal" or "Bounds.meet"; the
// receiver is the first argument.
func (x *Executor) Call(name string, args ...Value) []Value {
	fn, ok := x.p.named[name]
	if !ok {
		panic(fmt.Sprintf("BUG: there is no function `%s`", name))
	}
	return x.call(fn, x.b.True(), args)
}

func (x *Executor) nameOf(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if named, ok := types.Unalias(recv.Type()).(*types.Named); ok {
			return named.Obj().Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}

// call executes a function under a condition.
func (x *Executor) call(fn *types.Func, live term.Term, args []Value) []Value {
	if intrinsic := x.Intrinsics[x.nameOf(fn)]; intrinsic != nil {
		return intrinsic(x, live, args)
	}
	return x.execute(fn, live, args)
}

// body executes the source of a function, even if it is replaced by something
// elsewhere.
func (x *Executor) body(name string, args []Value) []Value {
	return x.execute(x.p.named[name], x.b.True(), args)
}

func (x *Executor) execute(fn *types.Func, live term.Term, args []Value) []Value {
	decl := x.p.funcs[fn]
	if decl == nil {
		panic(fmt.Sprintf("BUG: the source of `%s` is not there", x.nameOf(fn)))
	}
	sig := fn.Signature()
	f := &frame{vars: map[types.Object]*cell{}, name: x.nameOf(fn)}
	results := sig.Results()
	for i := range results.Len() {
		v := results.At(i)
		f.results = append(f.results, x.zero(v.Type()))
		if v.Name() != "" {
			f.named = append(f.named, v)
			f.vars[v] = &cell{x.zero(v.Type())}
		}
	}
	if live == x.b.False() {
		return f.results
	}
	if x.depth++; x.depth > maxDepth {
		x.depth--
		x.Obligations = append(x.Obligations, live)
		return f.results
	}
	k := 0
	if recv := sig.Recv(); recv != nil {
		f.vars[recv], k = &cell{copied(args[0])}, 1
	}
	for i := range sig.Params().Len() {
		f.vars[sig.Params().At(i)] = &cell{copied(args[k+i])}
	}
	x.block(f, decl.Body.List, live)
	x.depth--
	return f.results
}

// block executes statements; it returns the condition under which control continues
// after them.
func (x *Executor) block(f *frame, list []ast.Stmt, live term.Term) term.Term {
	for _, s := range list {
		if live == x.b.False() {
			break
		}
		live = x.statement(f, s, live)
	}
	return live
}

func (x *Executor) statement(f *frame, s ast.Stmt, live term.Term) term.Term {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return x.block(f, s.List, live)
	case *ast.ExprStmt:
		x.values(f, s.X, live)
	case *ast.AssignStmt:
		x.assign(f, s, live)
	case *ast.IncDecStmt:
		x.step(f, s, live)
	case *ast.DeclStmt:
		x.declare(f, s.Decl.(*ast.GenDecl), live)
	case *ast.ReturnStmt:
		return x.leave(f, s, live)
	case *ast.IfStmt:
		return x.branch(f, s, live)
	case *ast.SwitchStmt:
		return x.cases(f, s, live)
	case *ast.ForStmt:
		return x.loop(f, s, live)
	case *ast.RangeStmt:
		return x.rounds(f, s, live)
	case *ast.BranchStmt:
		loop := f.loops[len(f.loops)-1]
		if s.Tok == token.BREAK {
			loop.breaks = x.b.Or(loop.breaks, live)
		} else {
			loop.continues = x.b.Or(loop.continues, live)
		}
		return x.b.False()
	case *ast.EmptyStmt:
	default:
		panic(fmt.Sprintf("BUG: a statement %T is not supported", s))
	}
	return live
}

func (x *Executor) branch(f *frame, s *ast.IfStmt, live term.Term) term.Term {
	if s.Init != nil {
		live = x.statement(f, s.Init, live)
	}
	c := x.value(f, s.Cond, live).(term.Term)
	yes := x.block(f, s.Body.List, x.b.And(live, c))
	no := x.b.And(live, x.b.Not(c))
	if s.Else != nil {
		no = x.statement(f, s.Else, no)
	}
	if yes == x.b.False() {
		return no
	}
	return x.b.Or(yes, no)
}

// cases executes a switch: with a tag or without, and without fallthrough.
func (x *Executor) cases(f *frame, s *ast.SwitchStmt, live term.Term) term.Term {
	if s.Init != nil {
		live = x.statement(f, s.Init, live)
	}
	var tag Value
	if s.Tag != nil {
		tag = x.value(f, s.Tag, live)
	}
	after, rest := x.b.False(), live
	var fallback []ast.Stmt
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CaseClause)
		if clause.List == nil {
			fallback = clause.Body
			continue
		}
		hit := x.b.False()
		for _, e := range clause.List {
			here := x.b.And(rest, x.b.Not(hit))
			v := x.value(f, e, here)
			if s.Tag != nil {
				v = x.same(tag, x.converted(v, x.typeOf(e), x.typeOf(s.Tag)))
			}
			hit = x.b.Or(hit, v.(term.Term))
		}
		after = x.b.Or(after, x.block(f, clause.Body, x.b.And(rest, hit)))
		rest = x.b.And(rest, x.b.Not(hit))
	}
	return x.b.Or(after, x.block(f, fallback, rest))
}

// define makes a new variable.
func (x *Executor) define(f *frame, e ast.Expr, v Value) {
	id := e.(*ast.Ident)
	if object := x.p.info.Defs[id]; object != nil {
		f.vars[object] = &cell{v}
	}
}

func (x *Executor) leave(f *frame, s *ast.ReturnStmt, live term.Term) term.Term {
	var values []Value
	switch {
	case len(s.Results) == 0:
		for _, object := range f.named {
			values = append(values, f.vars[object].v)
		}
	case len(s.Results) == 1:
		values = x.values(f, s.Results[0], live)
	default:
		for _, e := range s.Results {
			values = append(values, x.value(f, e, live))
		}
	}
	for i := range f.results {
		f.results[i] = x.choose(live, copied(values[i]), f.results[i])
	}
	return x.b.False()
}

func (x *Executor) declare(f *frame, d *ast.GenDecl, live term.Term) {
	for _, spec := range d.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for i, name := range spec.Names {
			object := x.p.info.Defs[name]
			v := x.zero(object.Type())
			if len(spec.Values) > i {
				v = x.converted(x.value(f, spec.Values[i], live), x.typeOf(spec.Values[i]), object.Type())
			}
			f.vars[object] = &cell{copied(v)}
		}
	}
}

func (x *Executor) assign(f *frame, s *ast.AssignStmt, live term.Term) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := assignOps[s.Tok]
		v := x.binary(op, x.value(f, s.Lhs[0], live), x.typeOf(s.Lhs[0]), x.value(f, s.Rhs[0], live), x.typeOf(s.Rhs[0]), x.typeOf(s.Lhs[0]), live)
		x.store(f, s.Lhs[0], v, live)
		return
	}
	var values []Value
	if len(s.Rhs) == 1 {
		values = x.values(f, s.Rhs[0], live)
	} else {
		for _, e := range s.Rhs {
			values = append(values, x.value(f, e, live))
		}
	}
	for i, e := range s.Lhs {
		id, isName := e.(*ast.Ident)
		if isName && id.Name == "_" {
			continue
		}
		v := copied(values[i])
		if isName && s.Tok == token.DEFINE && x.p.info.Defs[id] != nil {
			f.vars[x.p.info.Defs[id]] = &cell{v}
			continue
		}
		x.store(f, e, v, live)
	}
}

var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.AND_ASSIGN: token.AND,
	token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR, token.AND_NOT_ASSIGN: token.AND_NOT,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
}

func (x *Executor) step(f *frame, s *ast.IncDecStmt, live term.Term) {
	t := x.typeOf(s.X)
	bits, _ := bitsOf(t)
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	x.store(f, s.X, x.binary(op, x.value(f, s.X, live), t, x.b.Const(bits, 1), t, t, live), live)
}

// store assigns to a variable, a field, or what a pointer points to.
func (x *Executor) store(f *frame, e ast.Expr, v Value, live term.Term) {
	switch e := e.(type) {
	case *ast.Ident:
		c := f.vars[x.p.info.Uses[e]]
		c.v = x.choose(live, v, c.v)
	case *ast.SelectorExpr:
		index := x.p.info.Selections[e].Index()[0]
		if p, ok := x.value(f, e.X, live).(*pointer); ok {
			for i, c := range p.cells {
				r := c.v.(*Record)
				r.Parts[index] = x.choose(x.b.And(live, p.conds[i]), v, r.Parts[index])
			}
			return
		}
		r := x.place(f, e.X).(*Record)
		r.Parts[index] = x.choose(live, v, r.Parts[index])
	default:
		panic(fmt.Sprintf("BUG: an assignment to %T is not supported", e))
	}
}

// place returns the variable's own record, not a copy.
func (x *Executor) place(f *frame, e ast.Expr) Value {
	id, ok := e.(*ast.Ident)
	if !ok {
		panic(fmt.Sprintf("BUG: an assignment to a part of %T is not supported", e))
	}
	return f.vars[x.p.info.Uses[id]].v
}
