// Command lint looks for mistakes in the whole project and for unused functions:
//
//	go run ./internal/lint [packages]
//
// It runs the analyzers of `go vet` and staticcheck (https://staticcheck.dev) and the search of deadcode
// (golang.org/x/tools/cmd/deadcode) over one reading of the sources, tests included. Each of these programs reads
// and type-checks everything by itself, and the first two analyze all third-party packages, too, which takes most
// of the time. Packages with extra files for WebAssembly are analyzed a second time, as they are there.
//
// It leaves out little. Of third-party packages it analyzes only those that the project imports, not the packages
// that they import. It reads no staticcheck.conf and no `//lint:ignore`: the project has none.
package main

import (
	"cmp"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// memory is how much may be used before garbage is collected, in bytes: half of what is read and built for the whole project is needed to
// the end, so each earlier collection takes seconds and frees little.
const memory = 6 << 30

// finding is a place with a message.
type finding struct {
	at   token.Position
	text string
}

func main() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memory)
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

// check returns what is wrong in the packages of a folder's module, in the order of files and
// lines.
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

// read reads and type-checks packages with their tests, and all that they
// import.
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

// inWebAssembly returns what is wrong in files that are only for WebAssembly or planted bugs, as the page's whole module has both,
// and in their packages as they are there. It leaves out unused functions: they may be used natively.
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

// String returns the finding in the form that editors read, with a relative path if it is
// below this folder.
func (f finding) String() string {
	if here, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(here, f.at.Filename); err == nil && filepath.IsLocal(short) {
			f.at.Filename = short
		}
	}
	return f.at.String() + ": " + f.text
}

// ours reports whether a package belongs to the analyzed module.
func ours(p *packages.Package) bool { return p.Module != nil && p.Module.Main }
