// Package arch has no code: its tests keep the promises that the whole project
// makes about itself. Who may import whom, that what the documents name exists,
// and that nothing in the project points at one machine.
package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "unbox"

// layers are the project's folders from the bottom up. A package imports only
// from layers below its own, or from its own folder. The longest folder that
// matches a package decides.
var layers = [][]string{
	{"internal/processes"},
	{".", "internal/version", "workers/queue", "workers/sandbox", "internal/child", "internal/cluster", "internal/golden", "internal/jsonlist", "internal/harmless", "internal/words", "internal/patience", "heap", "native/measure", "wasm/vet"},
	{"trace", "workers"},
	{"world", "internal/edges"},
	{"interp", "trace/pypylog"},
	{"optimizer"},
	{"examples", "terms", "prove", "backend", "lang/library", "lang/object", "lang/elementary", "lang/hashing", "lang/sorting", "lang/texts", "lang/twister"},
	{"lang/syntax"},
	{"lang/compile", "lang/numbers"},
	{"lang/vm"},
	{"lang/judge"},
	{"fuzz", "internal/corpus", "wasm/codegen", "native", "tutorials/learn"},
	{"jit"},
	{"wasm/api"},
	{"show", "tutorials", "static"},
	{"native/timing"},
	{"playground/secret"},
	{"playground/visit", "playground/receipt", "classroom/journal"},
	{"classroom"},
	{"playground"},
	{"static/build", "playground/browsertest"},
	{"cmd", "bench", "wasm/module", "wasm/wasirun", "static/build/cmd", "internal/arch", "internal/lint"},
}

// pure packages run inside WebAssembly, in the judge and in proofs: no I/O, no
// clock, no chance, no goroutines.
var pure = []string{"heap", "trace", "world", "interp", "optimizer"}

// impure are the packages of the standard library that pure ones do without.
var impure = []string{
	"bufio", "context", "database", "io/fs", "io/ioutil", "crypto", "log", "net", "os", "path/filepath",
	"plugin", "reflect", "runtime", "sync/atomic", "syscall", "time", "unsafe",
}

// partly are packages of which a pure package may use these names only: tables
// that are made when they are first asked for, and generators that the caller
// seeds, so that the same seed gives the same numbers.
var partly = map[string][]string{
	"sync": {"OnceValue"},
	"rand": {"Rand", "New", "NewPCG"},
}

// source is one Go file of the project.
type source struct {
	dir  string // the package's folder, with slashes, "." for the root
	name string // the file's path from the root
	test bool
	file *ast.File
	fset *token.FileSet
}

// root is the project's folder.
const root = "../.."

// skipped folders hold nothing of ours.
var skipped = []string{".git", ".build", "bin", "node_modules", "dist"}

// walk calls visit with the path, from the root, of every file of the project.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if slices.Contains(skipped, entry.Name()) {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil // .git is a file in a second work tree
		}
		if entry.Type().IsRegular() {
			name, err := filepath.Rel(root, file)
			if err != nil {
				return err
			}
			visit(filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sources parses every Go file of the project.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	walk(t, func(name string) {
		if path.Ext(name) != ".go" || strings.Contains(name, "testdata/") {
			return
		}
		fset := token.NewFileSet()
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, source{path.Dir(name), name, strings.HasSuffix(name, "_test.go"), file, fset})
	})
	return all
}

func (s source) imports() []string {
	var paths []string
	for _, spec := range s.file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic("BUG: the parser accepted an import path that is no string: " + spec.Path.Value)
		}
		paths = append(paths, p)
	}
	return paths
}

// layerOf returns the index of a folder in layers with the entry that matched,
// or -1.
func layerOf(dir string) (int, string) {
	best, entry := -1, ""
	for i, layer := range layers {
		for _, folder := range layer {
			if within(dir, folder) && len(folder) > len(entry) {
				best, entry = i, folder
			}
		}
	}
	return best, entry
}

func within(dir, folder string) bool {
	return dir == folder || strings.HasPrefix(dir, folder+"/")
}

func TestImportsPointDownwards(t *testing.T) {
	for _, s := range sources(t) {
		own, ownEntry := layerOf(s.dir)
		if own < 0 {
			t.Errorf("%s: expected a folder of the table `layers`, found `%s`", s.name, s.dir)
			continue
		}
		if s.test {
			continue // a test may look at everything
		}
		for _, p := range s.imports() {
			dir, ours := strings.CutPrefix(p, module+"/")
			if !ours {
				continue
			}
			layer, entry := layerOf(dir)
			if layer >= own && entry != ownEntry {
				t.Errorf("%s: expected imports from layers below `%s`, found `%s`", s.name, ownEntry, p)
			}
		}
	}
}

func TestPurePackages(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || !slices.ContainsFunc(pure, func(folder string) bool { return within(s.dir, folder) }) {
			continue
		}
		for _, p := range s.imports() {
			if strings.Contains(p, ".") {
				t.Errorf("%s: expected only our own and standard packages, found `%s`", s.name, p)
			}
			if slices.ContainsFunc(impure, func(folder string) bool { return within(p, folder) }) {
				t.Errorf("%s: expected no I/O, clock, chance or goroutines, found the import `%s`", s.name, p)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
				t.Errorf("%s: expected no goroutines, found one", s.fset.Position(n.Pos()))
			case *ast.SelectorExpr:
				if id, ok := x.X.(*ast.Ident); ok && slices.Contains(partly[id.Name], x.Sel.Name) != (partly[id.Name] != nil) {
					t.Errorf("%s: expected of `%s` only %q, found `%s`", s.fset.Position(n.Pos()), id.Name, partly[id.Name], x.Sel.Name)
				}
			}
			return true
		})
	}
}
