package main

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// uncalled returns the project's functions that no program and no test reaches, by rapid type analysis: a
// method is reached if a method with its name is called on a value that may have its type.
func uncalled(initial []*packages.Package) []finding {
	program, pkgs := ssautil.AllPackages(initial, ssa.InstantiateGenerics)
	program.Build()
	var roots []*ssa.Function
	for _, main := range ssautil.MainPackages(pkgs) {
		roots = append(roots, main.Func("init"), main.Func("main"))
	}
	if len(roots) == 0 {
		return nil // no program and no test, so there is no result
	}
	// A function is in several packages: its own, and its variants for tests. It is called if one of them is.
	reached := map[token.Position]bool{}
	for f := range rta.Analyze(roots, false).Reachable {
		if f.Pos().IsValid() {
			reached[program.Fset.Position(f.Pos())] = true
		}
	}
	var found []finding
	packages.Visit(initial, nil, func(p *packages.Package) {
		if !ours(p) {
			return
		}
		for _, file := range p.Syntax {
			if ast.IsGenerated(file) {
				continue
			}
			for _, d := range file.Decls {
				f, is := d.(*ast.FuncDecl)
				if !is || f.Name.Name == "init" || f.Name.Name == "_" || marks(p, f) {
					continue
				}
				if at := p.Fset.Position(f.Name.Pos()); !reached[at] {
					found = append(found, finding{at, "function " + f.Name.Name + " is never called (deadcode)"})
				}
			}
		}
	})
	return found
}

// marks reports whether a method only serves to mark its type as implementing an interface of its package.
func marks(p *packages.Package, f *ast.FuncDecl) bool {
	if f.Recv == nil || f.Name.IsExported() || f.Body == nil || len(f.Body.List) > 0 || f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() > 0 {
		return false
	}
	method := p.TypesInfo.Defs[f.Name].(*types.Func)
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		named, is := scope.Lookup(name).(*types.TypeName)
		if !is {
			continue
		}
		if face, is := named.Type().Underlying().(*types.Interface); is && types.Implements(method.Signature().Recv().Type(), face) {
			return true
		}
	}
	return false
}
