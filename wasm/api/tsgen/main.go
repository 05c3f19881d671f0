// Command tsgen writes the requests and responses of unbox/wasm/api as
// TypeScript, so that the page is checked against what the optimizer answers:
//
//	go generate ./wasm/api
//
// A struct becomes an interface with the names of its JSON tags; a struct
// without tags becomes a tuple of its fields in order; a named integer with
// constants becomes the union of their values, and each of them a constant.
// `omitempty` makes a property optional, a pointer can be null. Documentation
// comments are carried over.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	in := flag.String("in", "types.go", "the Go file")
	out := flag.String("out", "", "the TypeScript file")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "tsgen:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	source, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	text, err := typeScript(source)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return os.WriteFile(out, text, 0o644)
}
