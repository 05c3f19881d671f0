package optimizer_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// services are the methods that passes may call on one another and on the construction of
// the output: everything else is private to a pass.
var services = map[string][]string{
	"cse":     {"enterFormer", "lengthOf", "rewritten", "shareVirtual"},
	"bounds":  {"of", "refine", "source"},
	"guards":  {"becomes", "differ", "differenceOf", "hasLearned", "isNotZero", "notZeroSince", "sameNumbered"},
	"virtual": {"describe", "describeAnew", "forcedBy", "materialize", "materializeIn", "materializeUndescribed", "object", "of", "overdrawn", "prepareForSnapshot", "renamed", "sorted", "structPlace", "valueType"},
	"heap":    {"assumeFields", "at", "canWait", "deferWrite", "describePending", "flushConcrete", "flushPending", "holds", "interiorPlace", "isUnseen", "itemPlace", "placeOf", "rename", "seen", "waits"},
	"peel":    {"allCarried", "assumedNothing", "carries", "dropUnused", "inPreamble", "isOfIterationBefore", "next", "paramOf", "tablesWithLabel"},
}

// Passes do not reach into one another: what one needs from another is a method in the
// list above, and nothing in the list is unused.
func TestPassesAskOneAnother(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		called := map[ast.Expr]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				called[call.Fun] = true
			}
			outer, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			inner, ok := outer.X.(*ast.SelectorExpr)
			if !ok || services[inner.Sel.Name] == nil {
				return true
			}
			pass, asked := inner.Sel.Name, outer.Sel.Name
			used[pass+"."+asked] = true
			if !called[outer] || !slices.Contains(services[pass], asked) {
				t.Errorf("%s: expected a method of the pass `%s` in the list of services, found `%s`", fset.Position(outer.Pos()), pass, asked)
			}
			return true
		})
	}
	for pass, list := range services {
		for _, name := range list {
			if !used[pass+"."+name] {
				t.Errorf("expected that somebody asks the pass `%s` for `%s`, found nobody", pass, name)
			}
		}
	}
}
