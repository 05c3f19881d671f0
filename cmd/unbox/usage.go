package main

import (
	"fmt"
	"strings"

	"unbox/optimizer"
)

// command is one command of the program.
type command struct {
	name string
	// synopsis stands after "unbox", summary beside it in the overview.
	synopsis, summary string
	// doc explains the command and its flags.
	doc string
	run func(p *program, args []string) int
}

// commands lists the commands in the order in which help shows them.
func commands() []command {
	return []command{
		{"opt", "opt [--passes LIST | --preset NAME] [--remarks] [--numbered PREFIX] [--json] FILE...",
			"optimize a trace", optDoc(), (*program).opt},
		{"run", "run [--in INPUTS] [--steps N] [--passes LIST | --preset NAME] [--json] FILE...",
			"run a trace and say what it did", runDoc, (*program).run},
		{"check", "check [--json] FILE...",
			"say whether a trace is well-formed", checkDoc, (*program).check},
		{"fmt", "fmt [-w] FILE...",
			"print a trace in its usual form", fmtDoc, (*program).fmt},
		{"import", "import [--json] LOG [NUMBER]",
			"list the traces of a log of PyPy, or print one", importDoc, (*program).imports},
		{"compare", "compare [--json] RECORDED OPTIMIZED... | LOG... | FOLDER...",
			"count what is left of traces, beside what PyPy left", compareDoc, (*program).compare},
		{"prove", "prove [--solver NAME] [--width N] [--timeout TIME] [--unroll N] [-v] BEFORE AFTER | [--preset NAME] FILE",
			"tell whether two traces do the same for all inputs", proveDoc, (*program).prove},
		{"smt", "smt [--width N] [--unroll N] BEFORE AFTER | [--preset NAME] FILE",
			"print what prove asks, as SMT-LIB", smtDoc, (*program).smt},
		{"rule", "rule [--trace TRACE] [--solver NAME] [--timeout TIME] [--passes LIST | --preset NAME] FILE",
			"prove or refute rewrite rules of one's own", ruleDoc, (*program).rule},
		{"fuzz", "fuzz [--seed S] [--from N] [--time D | --n N] [--passes LIST | --preset NAME] [--prove D | --prove-steps N] [--findings N] [--workers N] [--out DIR] [--bug NAME] [--json] [FILE...]",
			"look for traces that the optimizer gets wrong", fuzzDoc(), (*program).fuzz},
		{"time", "time [--backend NAME] [--vs OTHER] [--in INPUTS] [--quick] [--json] FILE",
			"measure a trace as machine code", timeDoc, (*program).time},
		{"asm", "asm [--recorded | --passes LIST | --preset NAME] [--bytes] [--cpu NAME] FILE...",
			"show the machine code of a trace", asmDoc, (*program).asm},
		{"wasm", "wasm -o OUT [--passes LIST | --preset NAME] FILE",
			"make a WebAssembly module of a trace", wasmDoc, (*program).wasm},
		{"lesson", "lesson new DIR | lint [DIR] | test [--native] [--step STEP] [--cache DIR] [--pass PROGRAM.wasm] [DIR] | serve [--addr HOST:PORT] DIR",
			"write, check and show lessons", lessonDoc, (*program).lesson},
		{"describe", "describe [--json] [NAME...]",
			"explain operations, passes, rules and reasons", describeDoc, (*program).describe},
	}
}

func commandNames() string {
	var names []string
	for _, c := range commands() {
		names = append(names, "`"+c.name+"`")
	}
	return strings.Join(names, ", ")
}

// usage is the overview.
func usage() string {
	var b strings.Builder
	b.WriteString("unbox shows how a tracing JIT optimizes.\n\nUsage:\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "    unbox %-9s %s\n", c.name, c.summary)
	}
	b.WriteString(`
    unbox help COMMAND    more about a command
    unbox --version       the version

FILE is a trace in any notation; - reads standard input. Flags may stand before
or after files.

Exit codes: 0 good, 1 the answer is "no" (a trace is not well-formed, outcomes
differ), 2 the input cannot be used, with the reason on standard error, 3 unknown,
4 a proof that says nothing because no input reaches the end.
`)
	return b.String()
}

// help explains the program or one command.
func (p *program) help(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(p.stdout, usage())
		return exitGood
	}
	for _, c := range commands() {
		if c.name == args[0] {
			fmt.Fprint(p.stdout, c.help())
			return exitGood
		}
	}
	return p.unusable("expected a command (%s), found `%s`", commandNames(), args[0])
}

func (c command) help() string {
	return "Usage: unbox " + c.synopsis + "\n\n" + c.doc
}

// optDoc names the passes and presets that there are.
func optDoc() string {
	var b strings.Builder
	b.WriteString(`Takes a trace through the optimizer and prints what is left of it.

    --passes LIST      the passes to run, separated by commas, in any order
    --preset NAME      a named set of passes; "loop" if neither is given
    --remarks          write the optimizer's reason under every change, as
                       comments: the output is still a trace
    --numbered PREFIX  number all operations after PREFIX, as the toy posts do
    --json             print what every pass did, both traces, the rows that
                       align them and all reasons as one line of JSON per file

Passes, in the order in which they run:

`)
	for _, pass := range optimizer.Passes() {
		fmt.Fprintf(&b, "    %-10s %s\n", pass, pass.Info().Title)
	}
	b.WriteString("\nPresets:\n\n")
	for _, preset := range optimizer.Presets() {
		fmt.Fprintf(&b, "    %-10s %s\n", preset.Name, preset.Title)
	}
	return b.String()
}

const runDoc = `Runs a trace in the interpreter and prints through which exit it was left, with
which values, what it did that can be seen from outside, and the objects that
can be reached. What only the program knows that a log comes from is made up, and said:
what calls do, and which objects constants are of which there are only numbers. Inputs can
speak of these: 'ConstPtr(ptr7)=ConstPtr(ptr9)' makes two of them one.

    --in INPUTS        the inputs, for example
                       'i0=3, p1=BoxedInteger(intval=5), p2=p1';
                       inputs left out take a value that suits the trace;
                       without --in they are printed, as --in reads them
    --steps N          stop a loop after N jumps; 1000 if not given
    --passes LIST      run the optimized trace as well and compare: exit code 1
    --preset NAME      if the outcomes differ
    --json             print both outcomes as one line of JSON per file
`

const checkDoc = `Says on standard error what is wrong with a trace, at the exact characters.
The exit code is 0 if nothing is, 1 if it cannot be used as a trace.

    --json             print the errors and warnings as one line of JSON per file
`

const fmtDoc = `Prints a trace with its names, its notation and its comments, in the form in
which Unbox prints everything.

    -w                 write the result back to the file
`

const importDoc = `Lists the traces of a log that PyPy wrote, or prints the one with the number.

    PYPYLOG=jit-log-noopt,jit-log-opt:FILE pypy3 program.py

writes such a log. A recorded trace and what PyPy's optimizer made of it belong
to one another.

    --json             print the list, and the text of the trace with the
                       number, as JSON
`

const compareDoc = `Optimizes traces that PyPy recorded and counts the operations by kind: before,
in our result, in PyPy's. A ! stands after those of ours that are more. Of loops
the peeled loop is counted once more by itself. Not counted are labels, inputs,
jumps, marks and promises, and in PyPy's results the reads at the beginning, which
the recorded traces have as inputs.

The pairs are two files each, those of a log, or the files NAME.noopt.txt and
NAME.opt.txt in a folder and the folders in it. The exit code is 0 if ours is
nowhere larger, 1 if it is somewhere, 2 if a trace cannot be used.

    --json             print the counts and our result as one line of JSON for
                       each pair
`

const describeDoc = `Explains operations, passes, presets, rules and reasons. Without a name it
lists them.

    --json             print everything that is known, or the entries with the
                       names, as JSON
`
