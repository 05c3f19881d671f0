package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
)

// source is a package with types.
type source struct {
	dir   string
	path  string
	files []*file
	fset  *token.FileSet
	info  types.Info
	// imports gives the types of what it imports.
	imports types.Importer
}

// file is one of its files.
type file struct {
	name string // from the project's folder
	text []byte
	tree *ast.File
}

// listed is what `go list` says of a package.
type listed struct {
	ImportPath, Export, Dir string
	GoFiles                 []string
}

// load reads the packages in folders of a project.
//
// Errors: a package that does not compile.
func load(root string, folders []string) ([]*source, error) {
	args := []string{"list", "-deps", "-export", "-json=ImportPath,Export,Dir,GoFiles"}
	for _, folder := range folders {
		args = append(args, "./"+folder)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("expected packages that compile: %w", err)
	}
	all := map[string]listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		all[p.ImportPath] = p
	}
	var list []*source
	for _, folder := range folders {
		s, err := parse(folder, "unbox/"+folder, all)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// parse parses a package and gives it types.
func parse(folder, importPath string, all map[string]listed) (*source, error) {
	s := &source{dir: folder, path: importPath, fset: token.NewFileSet()}
	s.imports = importer.ForCompiler(s.fset, "gc", func(name string) (io.ReadCloser, error) {
		return os.Open(all[name].Export)
	})
	for _, name := range all[importPath].GoFiles {
		text, err := os.ReadFile(filepath.Join(all[importPath].Dir, name))
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(s.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, &file{path.Join(folder, name), text, tree})
	}
	s.info = types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	return s, s.check(&s.info, s.trees())
}

func (s *source) trees() (list []*ast.File) {
	for _, f := range s.files {
		list = append(list, f.tree)
	}
	return list
}

// check gives files types.
func (s *source) check(info *types.Info, trees []*ast.File) error {
	config := types.Config{Importer: s.imports}
	_, err := config.Check(s.path, s.fset, trees, info)
	return err
}

// compiles reports whether the package has types with another text in the place of a file.
func (s *source) compiles(f *file, text []byte) bool {
	tree, err := parser.ParseFile(s.fset, f.name, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	trees := s.trees()
	trees[slices.Index(s.files, f)] = tree
	return s.check(nil, trees) == nil
}
