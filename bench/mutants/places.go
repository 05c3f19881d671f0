package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// mutant is a change of one place.
type mutant struct {
	source *source
	file   *file
	area   *area
	// function is the one that it is in, kind which sort of change it is.
	function, kind string
	// what says what is changed, and into what.
	what string
	// from and to are where the text is replaced.
	from, to    int
	replacement string
	// again numbers the places of a function that read alike, from 2 on.
	again int
}

// name tells mutants apart, without line numbers, so that it outlasts changes elsewhere.
func (m *mutant) name() string {
	name := fmt.Sprintf("%s: %s: %s", m.file.name, m.function, m.what)
	if m.again > 1 {
		name += fmt.Sprintf(" (place %d)", m.again)
	}
	return name
}

// text returns the file with the change.
func (m *mutant) text() []byte {
	return slices.Concat(m.file.text[:m.from], []byte(m.replacement), m.file.text[m.to:])
}

// finder goes through functions and enters what can be changed.
type finder struct {
	source   *source
	file     *file
	area     *area
	function string
	parents  []ast.Node
	seen     map[string]int
	found    []*mutant
}

// mutants returns all changes of a file, also those that do not compile.
func mutants(s *source, f *file, a *area) []*mutant {
	find := &finder{source: s, file: f, area: a, seen: map[string]int{}}
	for _, decl := range f.tree.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Body != nil {
				find.in(nameOf(decl), decl.Body)
			}
		case *ast.GenDecl:
			find.inTables(decl)
		}
	}
	return find.found
}

// in goes through the body of a function.
func (f *finder) in(function string, body *ast.BlockStmt) {
	f.function = function
	clear(f.seen)
	f.walk(body)
}

// inTables goes through the functions that stand in declarations, such as the meanings of operations in their table:
// their names are those of the variable and of the keys, "opTable.OpIntAdd.Eval". All else that tables say is not of this kind.
func (f *finder) inTables(decl *ast.GenDecl) {
	var path []string // the names of the parents, "" for one that has none
	ast.Inspect(decl, func(n ast.Node) bool {
		name := ""
		switch n := n.(type) {
		case nil:
			path = path[:len(path)-1]
			return true
		case *ast.FuncLit:
			f.in(strings.Join(slices.DeleteFunc(slices.Clone(path), func(s string) bool { return s == "" }), "."), n.Body)
			return false
		case *ast.ValueSpec:
			name = n.Names[0].Name
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				name = key.Name
			}
		}
		path = append(path, name)
		return true
	})
}

// nameOf returns "fitsBytes" or "walk.flushPending".
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if index, ok := t.(*ast.IndexExpr); ok {
		t = index.X
	}
	return t.(*ast.Ident).Name + "." + fn.Name.Name
}

func (f *finder) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			f.parents = f.parents[:len(f.parents)-1]
			return true
		}
		if isAssertion(n) {
			return false
		}
		f.visit(n)
		f.parents = append(f.parents, n)
		return true
	})
}

// isAssertion reports whether a node is about bugs of our own: a panic or an error that reports one, or a hook for planted
// bugs with all that happens only if one is planted. In a right program of the usual build it does nothing.
func isAssertion(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ExprStmt:
		return callsNamed(n.X, "panic")
	case *ast.CallExpr:
		return needsPlanted(n)
	case *ast.IfStmt:
		if n.Else != nil {
			return false
		}
		if needsPlanted(n.Cond) {
			return true
		}
		if len(n.Body.List) == 0 {
			return false
		}
		if saysBug(n.Body.List[0]) {
			return true
		}
		call, ok := n.Body.List[0].(*ast.ExprStmt)
		return ok && len(n.Body.List) == 1 && callsNamed(call.X, "panic")
	}
	return false
}

// saysBug reports whether a statement makes an error that reports a bug of our own.
func saysBug(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		found = found || ok && strings.HasPrefix(lit.Value, `"BUG: `)
		return !found
	})
	return found
}

// needsPlanted reports whether a condition holds only if a bug is planted.
func needsPlanted(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return e.Op == token.LAND && (needsPlanted(e.X) || needsPlanted(e.Y))
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "on" {
			return false
		}
		on, ok := sel.X.(*ast.SelectorExpr)
		return ok && on.Sel.Name == "planted"
	}
	return false
}

func callsNamed(e ast.Expr, name string) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == name
}

// add enters the replacement of a part by another text. shown is the expression or statement
// around it that makes the change understandable.
func (f *finder) add(kind string, from, to token.Pos, replacement string, shown ast.Node) {
	m := &mutant{source: f.source, file: f.file, area: f.area, function: f.function, kind: kind,
		from: f.offset(from), to: f.offset(to), replacement: replacement}
	begin, end := f.offset(shown.Pos()), f.offset(shown.End())
	old := string(f.file.text[begin:end])
	m.what = inLine(old) + " → " + inLine(string(f.file.text[begin:m.from])+replacement+string(f.file.text[m.to:end]))
	f.enter(m)
}

// drop enters that a statement is gone.
func (f *finder) drop(s ast.Stmt) {
	m := &mutant{source: f.source, file: f.file, area: f.area, function: f.function, kind: "dropped statement",
		from: f.offset(s.Pos()), to: f.offset(s.End())}
	m.what = inLine(string(f.file.text[m.from:m.to])) + " → nothing"
	f.enter(m)
}

func (f *finder) enter(m *mutant) {
	f.seen[m.what]++
	m.again = f.seen[m.what]
	f.found = append(f.found, m)
}

func (f *finder) offset(p token.Pos) int { return f.source.fset.Position(p).Offset }

// inLine writes a text in one line.
func inLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// around returns the expression that an expression is a part of, itself if there is none.
func (f *finder) around(e ast.Expr) ast.Node {
	for _, p := range slices.Backward(f.parents) {
		switch p := p.(type) {
		case *ast.ParenExpr, *ast.UnaryExpr:
			continue
		case *ast.FuncLit, *ast.CompositeLit:
			return e
		case ast.Expr, *ast.AssignStmt, *ast.ReturnStmt:
			return p
		}
		return e
	}
	return e
}

// typeOf returns the type of an expression, nil if it has none.
func (f *finder) typeOf(e ast.Expr) types.Type { return f.source.info.Types[e].Type }
