// Command tsgen writes the requests and responses of unbox/wasm/api as
// TypeScript, so that the page is type-checked against what the optimizer
// answers:
//
//	go generate ./wasm/api
//
// A struct becomes an interface with the names of its JSON tags; a struct
// without tags becomes a tuple of its fields in order; a named integer with
// constants becomes the union of their values, and each of them a constant; so
// does an alias of one in another package of the project.
// `omitempty` makes a property optional, a pointer can be null. Documentation
// comments are carried over.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	in := flag.String("in", "types*.go", "the Go files")
	out := flag.String("out", "", "the TypeScript file")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "tsgen:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	sources, err := read(in)
	if err != nil {
		return err
	}
	text, err := typeScript(project(filepath.Dir(in)), sources...)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return os.WriteFile(out, text, 0o644)
}

// project returns what reads the files of the project's packages, without their tests; within is a folder of the project.
func project(within string) func(path string) ([][]byte, error) {
	return func(path string) ([][]byte, error) {
		root, err := filepath.Abs(within)
		if err != nil {
			return nil, err
		}
		for {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
			if filepath.Dir(root) == root {
				return nil, fmt.Errorf("expected `go.mod` above %s, found none", within)
			}
			root = filepath.Dir(root)
		}
		_, folder, _ := strings.Cut(path, "/") // the first part is the project itself
		return read(filepath.Join(root, filepath.FromSlash(folder), "*.go"))
	}
}

// read reads the files that a pattern matches, in the order of their names.
func read(pattern string) ([][]byte, error) {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("expected files that match %s, found none", pattern)
	}
	var sources [][]byte
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	return sources, nil
}
