package bounds

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
)

// Program is Go source that was parsed and type-checked: functions that can be
// executed with terms instead of numbers.
type Program struct {
	fset  *token.FileSet
	info  types.Info
	pkgs  map[string]*types.Package // by folder
	funcs map[*types.Func]*ast.FuncDecl
	named map[string]*types.Func // "normal", "Bounds.meet", "width.forward"
}

// Load reads the files that match the patterns, tests left out. Those of one folder are a
// package; a package that others import comes before them. What the files mention but do
// not contain is an error only if it is executed.
func Load(patterns ...string) (*Program, error) {
	return LoadChanged(func(text string) string { return text }, patterns...)
}

// LoadChanged is [Load] with each file's text changed before it is parsed, for planting
// mistakes.
func LoadChanged(change func(text string) string, patterns ...string) (*Program, error) {
	p := &Program{fset: token.NewFileSet(), pkgs: map[string]*types.Package{}, funcs: map[*types.Func]*ast.FuncDecl{}, named: map[string]*types.Func{}}
	var folders []string
	files := map[string][]*ast.File{}
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			return nil, fmt.Errorf("expected files that match `%s`, found none (%v)", pattern, err)
		}
		sort.Strings(names)
		for _, name := range names {
			if matched, _ := filepath.Match("*_test.go", filepath.Base(name)); matched {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			file, err := parser.ParseFile(p.fset, name, change(string(text)), parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			folder := filepath.Dir(name)
			if files[folder] == nil {
				folders = append(folders, folder)
			}
			files[folder] = append(files[folder], file)
		}
	}
	p.info = types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
	}
	config := types.Config{Importer: loaded{p}, Error: func(error) {}}
	for _, folder := range folders {
		p.pkgs[folder], _ = config.Check(filepath.Base(folder), p.fset, files[folder], &p.info)
		for _, file := range files[folder] {
			for _, decl := range file.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok {
					p.enter(f)
				}
			}
		}
	}
	return p, nil
}

// loaded finds imported packages among those that were loaded, and in the standard library.
type loaded struct{ p *Program }

// standard reads packages of the standard library, each once for all programs: reading them takes three
// times as long as reading a program that imports them.
var standard = struct {
	sync.Mutex
	types.Importer
}{Importer: importer.ForCompiler(token.NewFileSet(), "source", nil)}

func (l loaded) Import(path string) (*types.Package, error) {
	if inside, ok := strings.CutPrefix(path, "unbox/"); ok {
		for folder, pkg := range l.p.pkgs {
			if strings.HasSuffix(filepath.ToSlash(folder), "/"+inside) {
				return pkg, nil
			}
		}
		return nil, fmt.Errorf("package `%s` was not loaded", path)
	}
	standard.Lock()
	defer standard.Unlock()
	return standard.Import(path)
}

func (p *Program) enter(f *ast.FuncDecl) {
	object, ok := p.info.Defs[f.Name].(*types.Func)
	if !ok {
		return
	}
	name := object.Name()
	if recv := object.Signature().Recv(); recv != nil {
		if named, ok := types.Unalias(recv.Type()).(*types.Named); ok {
			name = named.Obj().Name() + "." + name
		}
	}
	p.funcs[object], p.named[name] = f, object
}

// Names returns the functions that can be called, sorted.
func (p *Program) Names() []string {
	var names []string
	for name := range p.named {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
