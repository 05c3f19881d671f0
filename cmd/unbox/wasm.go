package main

import (
	"fmt"
	"os"

	"unbox/backend"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/codegen"
)

const wasmDoc = `Makes a WebAssembly module of a trace and writes it to a file.

The module imports a memory and a function, env.memory and env.leave, and exports
the function run. What the host has to put into the memory, and what it is asked
for, is told by the documentation of the package unbox/wasm/codegen.

    -o OUT         the file to write; - is standard output
    --passes LIST  optimize with these passes first, separated by commas
    --preset NAME  optimize with the passes of a preset first
    --untyped      take arrays of no type among the inputs as well
    --all-checks   ask every question at run time, also where a guard answers it

Calls are exits of kind "effect". A trace that asks what a constant is of which a log
tells only a number is refused, with the line: exit code 1.
`

// wasm is the command `unbox wasm`.
func (p *program) wasm(args []string) int {
	flags := p.flags("wasm")
	chosen := flags.passFlags()
	out := flags.String("o", "", "")
	untyped := flags.Bool("untyped", false, "")
	allChecks := flags.Bool("all-checks", false, "")
	names, code, ok := flags.files(args)
	switch {
	case !ok:
		return code
	case len(names) != 1:
		return p.unusable("expected one FILE, found %d", len(names))
	case *out == "":
		return p.unusable("expected `-o OUT`, found none; see `unbox help wasm`")
	}
	file, err := p.read(names[0])
	if err != nil {
		return p.unusable("%v", err)
	}
	trace, list := trace.Parse(file.text)
	if p.report(file, list); trace == nil {
		return exitUnusable
	}
	if flags.given("passes") || flags.given("preset") {
		set, err := flags.set(chosen)
		if err != nil {
			return p.unusable("%v", err)
		}
		trace = optimizer.Optimize(trace, set).Out
	}
	planned, err := backend.Plan(trace, backend.Options{Untyped: *untyped, AllChecks: *allChecks})
	if err != nil {
		fmt.Fprintf(p.stderr, "unbox: %s: %v\n", names[0], err)
		return exitNo
	}
	module, err := codegen.Generate(planned)
	if err != nil {
		return p.unusable("%s: %v", names[0], err)
	}
	if *out == "-" {
		p.stdout.Write(module.Bytes)
		return exitGood
	}
	if err := os.WriteFile(*out, module.Bytes, 0o644); err != nil {
		return p.unusable("%v", err)
	}
	fmt.Fprintf(p.stdout, "%s: %d instructions, %d bytes, %d ways out\n", *out, len(planned.Code), len(module.Bytes), len(planned.Exits))
	return exitGood
}
