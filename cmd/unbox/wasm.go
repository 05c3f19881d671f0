package main

import (
	"fmt"

	"unbox/backend"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/codegen"
)

func wasmCommand() command {
	return command{
		name: "wasm", operands: "FILE", summary: "compile a trace to a WebAssembly module", declare: (*program).wasm,
		about: `Compiles a trace to a WebAssembly module and writes it to a file.

The module imports a memory and a function, env.memory and env.leave, and exports
the function run. The documentation of the package unbox/wasm/codegen says what the
host must put into the memory and what the module asks of it.

Calls are exits of kind "effect". If a trace depends on a constant of which the log
has only a number, it is refused, with the line: exit code 1.
`,
	}
}

// moduleFlags are the flags of `unbox wasm`.
type moduleFlags struct {
	out    string
	passes *passFlags
	plan   backend.Options
}

// wasm is the command `unbox wasm`.
func (p *program) wasm(flags *flagSet) func(names []string) int {
	var f moduleFlags
	flags.StringVarP(&f.out, "output", "o", "", "the file to write (`OUT`); - is standard output")
	f.passes = flags.passFlagsFor("optimize with these passes first, a `LIST` separated by commas", "optimize with a named set of passes first (`NAME`)")
	flags.BoolVar(&f.plan.AllChecks, "all-checks", false, "make every check at run time, even where a guard makes it unnecessary")
	return func(names []string) int {
		switch {
		case len(names) == 0:
			return flags.noFile()
		case len(names) != 1:
			return p.unusable("expected one FILE, found %s", counted(names))
		case f.out == "":
			return p.unusable("expected `-o OUT`, found none; see `unbox help wasm`")
		case overwrites(f.out, names[0]):
			return p.unusable("expected another file than the trace as --output, found `%s`", f.out)
		}
		return p.makeModule(flags, &f, names)
	}
}

func (p *program) makeModule(flags *flagSet, f *moduleFlags, names []string) int {
	file, err := p.read(names[0])
	if err != nil {
		return p.unusable("%v", err)
	}
	trace, list := trace.Parse(file.text)
	if p.report(file, list); trace == nil {
		return exitUnusable
	}
	if flags.given("passes") || flags.given("preset") {
		set, err := flags.set(f.passes)
		if err != nil {
			return p.unusable("%v", err)
		}
		trace = optimizer.Optimize(trace, set).Out
	}
	planned, err := backend.Plan(trace, f.plan)
	if err != nil {
		fmt.Fprintf(p.stderr, "unbox: %s: %v\n", names[0], err)
		return exitNo
	}
	module, err := codegen.Generate(planned)
	if err != nil {
		return p.unusable("%s: %v", names[0], err)
	}
	if f.out == "-" {
		p.stdout.Write(module.Bytes)
		return exitGood
	}
	if err := replaceFile(f.out, module.Bytes); err != nil {
		return p.unusable("%v", err)
	}
	fmt.Fprintf(p.stdout, "%s: %d instructions, %d bytes, %d exits\n", f.out, len(planned.Code), len(module.Bytes), len(planned.Exits))
	return exitGood
}
