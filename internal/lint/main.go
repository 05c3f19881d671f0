// Command lint looks for mistakes in the whole project and for functions that nobody calls:
//
//	go run ./internal/lint [packages]
//
// It runs the analyzers of `go vet` and staticcheck (https://staticcheck.dev) and the search of deadcode
// (golang.org/x/tools/cmd/deadcode) over one reading of the sources, tests included. Each of these programs reads
// and types everything by itself, and the first two analyze all packages of others from bottom to top as
// well; most of the time goes there. Packages that have files of their own for WebAssembly are looked at a second
// time, as they are there.
//
// What it leaves out is small. Of packages of others it analyzes those alone that the project imports, and not what
// they import. It reads no staticcheck.conf and no `//lint:ignore`: the project has none.
package main

import (
	"cmp"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// finding is a place and what is wrong there.
type finding struct {
	at   token.Position
	text string
}

func main() {
	patterns := os.Args[1:]
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	found, err := check(".", patterns)
	if err != nil {
		fmt.Fprintln(os.Stderr, "internal/lint:", err)
		os.Exit(2)
	}
	for _, f := range found {
		fmt.Println(f)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// check is what is wrong in the packages of a folder's module, in the order of files and lines.
//
// Errors: packages that cannot be read, or that the compiler refuses.
func check(dir string, patterns []string) ([]finding, error) {
	initial, err := read(dir, os.Environ(), nil, patterns)
	if err != nil {
		return nil, err
	}
	found, err := analyze(initial)
	if err != nil {
		return nil, err
	}
	elsewhere, err := inWebAssembly(dir, initial)
	if err != nil {
		return nil, err
	}
	found = slices.Concat(found, elsewhere, uncalled(initial))
	slices.SortFunc(found, func(a, b finding) int {
		return cmp.Or(strings.Compare(a.at.Filename, b.at.Filename), a.at.Line-b.at.Line, a.at.Column-b.at.Column, strings.Compare(a.text, b.text))
	})
	return slices.Compact(found), nil
}

// read reads and types packages with their tests, and all that they import.
func read(dir string, environment, flags, patterns []string) ([]*packages.Package, error) {
	mode := packages.LoadAllSyntax | packages.NeedModule | packages.NeedForTest
	initial, err := packages.Load(&packages.Config{Mode: mode, Tests: true, Dir: dir, Env: environment, BuildFlags: flags}, patterns...)
	if err != nil {
		return nil, err
	}
	if n := packages.PrintErrors(initial); n > 0 {
		return nil, fmt.Errorf("expected packages that compile, found %d errors", n)
	}
	return initial, nil
}

// inWebAssembly is what is wrong in files that only WebAssembly or bugs to plant have, as the page's whole module has both, and in
// what their packages make of the others there. What nobody uses is left out: others may use it natively.
func inWebAssembly(dir string, initial []*packages.Package) ([]finding, error) {
	var patterns []string
	for _, p := range initial {
		if p.ForTest == "" && slices.ContainsFunc(p.IgnoredFiles, onlyThere) {
			patterns = append(patterns, p.PkgPath)
		}
	}
	if len(patterns) == 0 {
		return nil, nil
	}
	there, err := read(dir, append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm"), []string{"-tags=planted"}, patterns)
	if err != nil {
		return nil, err
	}
	found, err := analyze(there)
	return slices.DeleteFunc(found, func(f finding) bool { return strings.HasSuffix(f.text, "(U1000)") }), err
}

// onlyThere reports whether a file is one that is left out natively.
func onlyThere(name string) bool {
	return strings.HasSuffix(name, "_wasip1.go") || strings.HasSuffix(name, "_on.go") || strings.HasSuffix(name, "_on_test.go")
}

// String is the finding as editors read it, with the path from this folder if it lies below.
func (f finding) String() string {
	if here, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(here, f.at.Filename); err == nil && filepath.IsLocal(short) {
			f.at.Filename = short
		}
	}
	return f.at.String() + ": " + f.text
}

// ours reports whether a package belongs to the module that is looked at.
func ours(p *packages.Package) bool { return p.Module != nil && p.Module.Main }
