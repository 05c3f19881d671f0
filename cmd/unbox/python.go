package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"time"

	"unbox/lang/compile"
	"unbox/lang/syntax"
	"unbox/lang/vm"
)

func pythonCommand() command {
	return command{
		name: "python", operands: "FILE", summary: "run a program in a subset of Python", declare: (*program).python,
		about: `Runs a program in Unbox's Python, a strict subset of Python 3.9: the file runs
unchanged under CPython and PyPy, and prints the same. docs/language.md says
what the subset is. What is outside of it is an error at its place.

The exit code is that of the program: 0, what it gave to sys.exit, or 1 after an
exception that nobody caught, with CPython's traceback on standard error; 2 if
the file cannot be used.
`,
	}
}

// pythonFlags are the flags of `unbox python`.
type pythonFlags struct {
	stats, timed bool
	fuel, memory int
}

// python is the command `unbox python`.
func (p *program) python(flags *flagSet) func(names []string) int {
	var f pythonFlags
	flags.Bool("no-jit", false, "interpret only; there is no compiler yet, so this changes nothing today")
	flags.BoolVar(&f.stats, "stats", false, "write on standard error which loops ran, how often, and what the collector did")
	flags.BoolVar(&f.timed, "time", false, "write on standard error how long reading and running took")
	flags.IntVar(&f.fuel, "fuel", 0, "stop after `N` rounds of loops and calls; 0 is no limit")
	flags.IntVar(&f.memory, "memory", 1024, "the limit of the program's memory in `MB`")
	return func(names []string) int {
		switch {
		case len(names) == 0:
			return flags.noFile()
		case len(names) > 1:
			return p.unusable("expected one FILE, found %d", len(names))
		case f.memory < 4 || f.memory > 2048 || f.fuel < 0:
			return p.unusable("expected 4 to 2048 as --memory and no negative number as --fuel, found %d and %d", f.memory, f.fuel)
		}
		return p.runPython(f, names)
	}
}

func (p *program) runPython(f pythonFlags, names []string) int {
	begun := time.Now()
	file, err := p.read(names[0])
	if err != nil {
		return p.unusable("%v", err)
	}
	compiled, err := compile.File(file.name, file.text)
	if err != nil {
		return p.syntaxError(file, err)
	}
	machine := vm.New(compiled, vm.Options{Out: p.stdout, Err: beforeErrors{p}, Fuel: int64(f.fuel), Memory: f.memory << 20,
		Clock: func() float64 { return float64(time.Now().UnixNano()) / 1e9 }, Seed: uint64(begun.UnixNano())})
	ready := time.Now()
	outcome := machine.Run()
	if f.stats {
		p.writeStats(machine.Stats())
	}
	if f.timed {
		fmt.Fprintf(p.stderr, "read and compiled in %v, ran for %v\n", ready.Sub(begun).Round(time.Microsecond), time.Since(ready).Round(time.Microsecond))
	}
	return outcome.Code
}

// beforeErrors is standard error; what was printed before comes out before.
type beforeErrors struct{ p *program }

// Write never fails.
func (b beforeErrors) Write(text []byte) (int, error) {
	if err := b.p.stdout.flush(); err != nil {
		fmt.Fprintf(os.Stderr, "unbox: writing the result: %v\n", err)
	}
	return b.p.stderr.Write(text)
}

// syntaxError says where a program leaves the subset.
func (p *program) syntaxError(file source, err error) int {
	var wrong *syntax.Error
	if !errors.As(err, &wrong) {
		return p.unusable("%v", err)
	}
	line, column := 1, 1
	for k, r := range file.text {
		if k >= wrong.From {
			break
		}
		if column++; r == '\n' {
			line, column = line+1, 1
		}
	}
	fmt.Fprintf(p.stderr, "%s:%d:%d: error: %s\n", file.name, line, column, wrong.Message)
	if file.text != "" {
		fmt.Fprint(p.stderr, excerpt(file.text, wrong.From, wrong.To))
	}
	return exitUnusable
}

// shownLoops is how many loops the statistics name.
const shownLoops = 20

func (p *program) writeStats(s vm.Stats) {
	sort.SliceStable(s.Loops, func(a, b int) bool { return s.Loops[a].Count > s.Loops[b].Count })
	fmt.Fprintf(p.stderr, "%d rounds of loops and calls; %d collections moved %d KB, the region has %d KB\n", s.Work, s.Collections, s.Copied>>10, s.Region>>10)
	for k, l := range s.Loops {
		if k == shownLoops {
			fmt.Fprintf(p.stderr, "and %d loops more\n", len(s.Loops)-k)
			break
		}
		fmt.Fprintf(p.stderr, "%12d rounds  line %d, in %s\n", l.Count, l.Line, l.Name)
	}
}
