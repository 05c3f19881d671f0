package arch

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestTestsStandBesideWhatTheyTest looks at tests that are no part of a package: a file of
// them that uses packages of ours uses the one beside which it stands, itself or through
// what another file there declares.
func TestTestsStandBesideWhatTheyTest(t *testing.T) {
	all := sources(t)
	helpers := map[string]map[string]bool{} // by folder, what files that use its package declare
	for _, s := range all {
		if s.outside() && slices.Contains(s.ours(), s.dir) {
			if helpers[s.dir] == nil {
				helpers[s.dir] = map[string]bool{}
			}
			for _, decl := range s.file.Decls {
				if name := functionName(decl); name != "" {
					helpers[s.dir][name] = true
				}
			}
		}
	}
	for _, s := range all {
		ours := s.ours()
		if !s.outside() || !hasTests(s.file) || len(ours) == 0 || slices.Contains(ours, s.dir) {
			continue
		}
		if !mentions(s.file, helpers[s.dir]) {
			t.Errorf("%s: expected tests of `%s`, found tests that use only %q", s.name, s.dir, ours)
		}
	}
}

// outside reports whether a file has tests that see only what a package exports.
func (s source) outside() bool { return s.test && strings.HasSuffix(s.file.Name.Name, "_test") }

// ours returns the folders of our own packages that a file imports.
func (s source) ours() (dirs []string) {
	for _, p := range s.imports() {
		if dir, ok := strings.CutPrefix(p, module+"/"); ok {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// functionName returns the name of a function that is no method, else "".
func functionName(decl ast.Decl) string {
	if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
		return f.Name.Name
	}
	return ""
}

// hasTests reports whether a file has tests, and not only what helps them.
func hasTests(file *ast.File) bool {
	return slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
		name := functionName(decl)
		return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz")
	})
}

// mentions reports whether a file calls one of the functions.
func mentions(file *ast.File, functions map[string]bool) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && functions[nameOf(call.Fun)] {
			found = true
		}
		return !found
	})
	return found
}
