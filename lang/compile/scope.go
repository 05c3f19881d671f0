package compile

import (
	"strings"

	"unbox/lang/library"
	"unbox/lang/syntax"
)

// scope is a scope of names: a module, a function, a class or a comprehension. The last
// one is a part of the code around it.
type scope struct {
	kind   byte // 'm', 'f', 'c' or 'l'
	parent *scope
	name   string
	// bound are the names that are assigned here, in this order; binds has the same.
	bound []string
	binds map[string]bool
	// elsewhere are the names that `global` ('g') or `nonlocal` ('n') declare.
	elsewhere map[string]byte
	// cells are names of this scope that functions inside use.
	cells map[string]bool
	// free are the names that come from functions around; frees has the same.
	free  []string
	frees map[string]bool
	// deleted are names that may be unbound after they were bound.
	deleted map[string]bool
	// midway are names that an expression may assign.
	midway map[string]bool
	regs   map[string]int
	// yields means that the function is a generator.
	yields bool
}

// use is a name that is read or written in a scope.
type use struct {
	scope *scope
	name  string
	at    syntax.Span
}

// analysis finds out which scope each name belongs to.
type analysis struct {
	scopes map[any]*scope // by the node that makes one
	uses   []use
	s      *scope
	// imports are the modules that are imported anywhere.
	imports []string
	// otherJSON means that the name json is bound by something else than `import json`, anywhere.
	otherJSON bool
	replaced  *replacements
}

func analyse(body []syntax.Stmt) *analysis {
	a := &analysis{scopes: make(map[any]*scope), replaced: replacementsOf(body)}
	a.s = newScope('m', nil, "<module>")
	a.scopes[nil] = a.s
	a.block(body)
	for _, u := range a.uses {
		a.resolve(u)
	}
	return a
}

func newScope(kind byte, parent *scope, name string) *scope {
	return &scope{kind: kind, parent: parent, name: name, elsewhere: make(map[string]byte), cells: make(map[string]bool),
		binds: make(map[string]bool), frees: make(map[string]bool), deleted: make(map[string]bool), midway: make(map[string]bool), regs: make(map[string]int)}
}

// inside analyses a scope that a node makes.
func (a *analysis) inside(node any, kind byte, name string, do func()) {
	outer := a.s
	a.s = newScope(kind, outer, name)
	a.scopes[node] = a.s
	do()
	a.s = outer
}

func (a *analysis) bind(name string, at syntax.Span) {
	if !a.s.binds[name] {
		a.s.binds[name] = true
		a.s.bound = append(a.s.bound, name)
	}
	a.otherJSON = a.otherJSON || name == "json"
	a.uses = append(a.uses, use{a.s, name, at})
}

// resolve finds the scope that has a name, and makes the name a cell of it if a function
// is between.
func (a *analysis) resolve(u use) {
	if u.scope.elsewhere[u.name] == 'g' || u.scope.has(u.name) {
		return
	}
	crossed := []*scope{}
	for s := u.scope; s != nil; s = s.parent {
		if s != u.scope && s.elsewhere[u.name] == 'g' {
			return
		}
		visible := s.kind != 'c' || s == u.scope || u.name == "__class__"
		if visible && s.kind != 'm' && s.has(u.name) {
			a.capture(s, crossed, u.name)
			return
		}
		if s.kind == 'f' || s.kind == 'c' {
			crossed = append(crossed, s)
		}
	}
	if u.scope.elsewhere[u.name] == 'n' {
		panic(&syntax.Error{From: u.at.From, To: u.at.To,
			Message: "expected a variable of a function around this one after `nonlocal`, found `" + u.name + "`"})
	}
}

func (a *analysis) capture(owner *scope, crossed []*scope, name string) {
	if len(crossed) == 0 {
		return
	}
	owner.cells[name] = true
	for _, s := range crossed {
		if !s.frees[name] {
			s.frees[name] = true
			s.free = append(s.free, name)
		}
	}
}

// has reports whether a name is a variable of the scope itself.
func (s *scope) has(name string) bool {
	if s.kind == 'c' && name == "__class__" {
		return true
	}
	return s.elsewhere[name] == 0 && s.binds[name]
}

// mangle changes a name of a class's own as Python does, wherever it is in the class: `__x` in a class C
// is `_C__x`. The analysis writes such names into the tree, except for those by which functions and classes
// call themselves.
func (s *scope) mangle(name string) string {
	if len(name) < 3 || name[:2] != "__" || name[len(name)-2:] == "__" {
		return name
	}
	for ; s != nil; s = s.parent {
		if s.kind == 'c' {
			if class := strings.TrimLeft(s.name, "_"); class != "" {
				return "_" + class + name
			}
			return name
		}
	}
	return name
}

// block analyses the body of a scope.
func (a *analysis) block(list []syntax.Stmt) {
	a.declareAll(list)
	a.stmts(list)
}

// declare looks for `global` and `nonlocal` before anything else.
func (a *analysis) declare(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Scope:
		for _, name := range s.Names {
			name = a.s.mangle(name)
			a.s.elsewhere[name] = s.Word[0]
			if s.Word == "nonlocal" {
				a.uses = append(a.uses, use{a.s, name, s.Span})
			}
		}
	case *syntax.If:
		a.declareAll(s.Then, s.Else)
	case *syntax.While:
		a.declareAll(s.Body, s.Else)
	case *syntax.For:
		a.declareAll(s.Body, s.Else)
	case *syntax.With:
		a.declareAll(s.Body)
	case *syntax.Try:
		a.declareAll(s.Body, s.Else, s.Finally)
		for _, h := range s.Handlers {
			a.declareAll(h.Body)
		}
	}
}

func (a *analysis) declareAll(blocks ...[]syntax.Stmt) {
	for _, list := range blocks {
		for _, s := range list {
			a.declare(s)
		}
	}
}

func (a *analysis) stmts(list []syntax.Stmt) {
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *analysis) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		a.expr(s.X)
	case *syntax.Assign:
		if consumesGenerator(s) {
			a.consumed(s.Value)
		} else {
			a.expr(s.Value)
		}
		a.targets(s.Targets)
	case *syntax.AugAssign:
		a.expr(s.Value)
		a.target(s.Target)
	case *syntax.Return:
		a.expr(s.X)
	case *syntax.If:
		a.expr(s.Test)
		a.stmts(s.Then)
		a.stmts(s.Else)
	case *syntax.While:
		a.expr(s.Test)
		a.stmts(s.Body)
		a.stmts(s.Else)
	case *syntax.For:
		a.expr(s.Iter)
		a.target(s.Target)
		a.stmts(s.Body)
		a.stmts(s.Else)
	case *syntax.Def:
		a.def(s)
	case *syntax.Class:
		a.class(s)
	case *syntax.Import:
		s.Name = a.s.mangle(s.Name)
		other := a.otherJSON
		a.bind(s.Name, s.Span)
		if s.Module == "json" && s.Item == "" {
			a.otherJSON = other
		}
		a.imports = append(a.imports, s.Module)
	case *syntax.Assert:
		a.expr(s.Test)
		a.expr(s.Message)
	case *syntax.Raise:
		a.expr(s.X)
		a.expr(s.Cause)
	case *syntax.Try:
		a.try(s)
	case *syntax.With:
		a.expr(s.X)
		if s.Target != nil {
			a.target(s.Target)
		}
		a.stmts(s.Body)
	case *syntax.Delete:
		for _, x := range s.Targets {
			a.target(x)
			if n, ok := x.(*syntax.Name); ok {
				a.s.deleted[n.Text] = true
			}
		}
	}
}

func (a *analysis) try(s *syntax.Try) {
	a.stmts(s.Body)
	for k := range s.Handlers {
		h := &s.Handlers[k]
		a.expr(h.Type)
		if h.Name != "" {
			h.Name = a.s.mangle(h.Name)
			a.bind(h.Name, h.Span)
			a.s.deleted[h.Name] = true
		}
		a.stmts(h.Body)
	}
	a.stmts(s.Else)
	a.stmts(s.Finally)
}

func (a *analysis) def(s *syntax.Def) {
	a.exprs(s.Decorators)
	a.defaults(s.Params)
	a.bind(a.s.mangle(s.Name), s.Span)
	a.function(s, s.Name, s.Params, func() { a.block(s.Body) })
	if s.Dispatch != nil {
		a.expr(s.Dispatch)
	}
}

// function analyses the scope of a function; its parameters are bound before its body.
func (a *analysis) function(node any, name string, params []syntax.Param, body func()) {
	a.inside(node, 'f', name, func() {
		for k := range params {
			p := &params[k]
			p.Name = a.s.mangle(p.Name)
			a.bind(p.Name, p.Span)
		}
		body()
	})
}

func (a *analysis) defaults(params []syntax.Param) {
	for _, p := range params {
		a.expr(p.Default)
	}
}

func (a *analysis) class(s *syntax.Class) {
	a.exprs(s.Decorators)
	a.exprs(s.Bases)
	for _, b := range s.Bases {
		a.base(b)
	}
	for _, k := range s.Keywords {
		a.expr(k.X)
	}
	a.bind(a.s.mangle(s.Name), s.Span)
	a.inside(s, 'c', s.Name, func() { a.block(s.Body) })
}

// needs has a module of the library compiled with the program, if there is one.
func (a *analysis) needs(module string) {
	if module != "" {
		a.imports = append(a.imports, module)
	}
}

// base imports the module of the library that has what a class is derived from whose base is one of the language.
func (a *analysis) base(x syntax.Expr) {
	name := ""
	switch x := x.(type) {
	case *syntax.Name:
		name = x.Text
	case *syntax.Attribute:
		name = x.Name
	case *syntax.Subscript: // with parameters, as in Iterator[int]
		a.base(x.X)
	}
	a.needs(library.BasesOf(name))
}

func (a *analysis) targets(list []syntax.Expr) {
	for _, x := range list {
		a.target(x)
	}
}

func (a *analysis) target(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Name:
		x.Text = a.s.mangle(x.Text)
		a.bind(x.Text, x.Span)
	case *syntax.Tuple:
		a.targets(x.Items)
	case *syntax.List:
		a.targets(x.Items)
	case *syntax.Star:
		a.target(x.X)
	default:
		a.expr(x)
	}
}

func (a *analysis) exprs(list []syntax.Expr) {
	for _, x := range list {
		a.expr(x)
	}
}

func (a *analysis) expr(x syntax.Expr) {
	switch x := x.(type) {
	case nil:
	case *syntax.Name:
		x.Text = a.s.mangle(x.Text)
		a.uses = append(a.uses, use{a.s, x.Text, x.Span})
		if x.Text == syntax.BytesFunction {
			a.needs(library.Bytes)
		}
		a.needs(library.ModuleOfName(x.Text))
		if x.Text == "super" {
			a.uses = append(a.uses, use{a.s, "__class__", x.Span})
		}
	case *syntax.Format:
		for _, part := range x.Parts {
			a.expr(part.X)
			if part.Spec != nil {
				a.expr(part.Spec)
			}
		}
	case *syntax.Tuple:
		a.exprs(x.Items)
	case *syntax.List:
		a.exprs(x.Items)
	case *syntax.Set:
		a.exprs(x.Items)
	case *syntax.Dict:
		a.exprs(x.Keys)
		a.exprs(x.Values)
	case *syntax.Comprehension:
		if x.Kind == '(' {
			a.lazy(x)
			return
		}
		a.comprehension(x)
	case *syntax.Yield:
		a.yield(x)
	case *syntax.Unary:
		a.expr(x.X)
	case *syntax.Binary:
		a.exprs([]syntax.Expr{x.X, x.Y})
	case *syntax.Bool:
		a.exprs([]syntax.Expr{x.X, x.Y})
	case *syntax.Compare:
		a.expr(x.First)
		a.exprs(x.Rest)
	case *syntax.Conditional:
		a.exprs([]syntax.Expr{x.Test, x.Then, x.Else})
	case *syntax.Call:
		a.expr(x.Func)
		a.arguments(x)
		for _, k := range x.Keywords { // whose names stay as they are
			a.expr(k.X)
		}
	case *syntax.NamedExpr:
		a.named(x)
	case *syntax.Attribute:
		x.Name = a.s.mangle(x.Name)
		a.needs(library.ModuleOfAttribute(x.Name))
		a.expr(x.X)
	case *syntax.Subscript:
		a.exprs([]syntax.Expr{x.X, x.Index})
	case *syntax.Slice:
		a.exprs([]syntax.Expr{x.Low, x.High, x.Step})
	case *syntax.Star:
		a.consumed(x.X)
	case *syntax.Lambda:
		a.defaults(x.Params)
		a.function(x, "<lambda>", x.Params, func() { a.expr(x.Body) })
	}
}

// named analyses `name := x`: what assigns in a comprehension assigns a variable of the function around it.
func (a *analysis) named(x *syntax.NamedExpr) {
	a.expr(x.X)
	inner := a.s
	for ; a.s.kind == 'l'; a.s = a.s.parent {
		if a.s.binds[x.Name.Text] {
			panic(&syntax.Error{From: x.Name.From, To: x.Name.To,
				Message: "expected another name than that of the comprehension's own variable before `:=`, found `" + x.Name.Text + "`"})
		}
	}
	if a.s.kind == 'c' && inner != a.s {
		panic(&syntax.Error{From: x.From, To: x.To, Message: "expected no `:=` in a comprehension in the body of a class, found one"})
	}
	x.Name.Text = a.s.mangle(x.Name.Text)
	a.bind(x.Name.Text, x.Name.Span)
	a.s.midway[x.Name.Text] = true
	a.s = inner
}

func (a *analysis) comprehension(x *syntax.Comprehension) {
	a.expr(x.Clauses[0].Iter)
	a.inside(x, 'l', "", func() { a.parts(x) })
}

// parts analyses all of a comprehension but the first iterator.
func (a *analysis) parts(x *syntax.Comprehension) {
	for k, c := range x.Clauses {
		if k > 0 {
			a.expr(c.Iter)
		}
		a.target(c.Target)
		a.exprs(c.Conditions)
	}
	a.expr(x.Element)
	a.expr(x.Value)
}
