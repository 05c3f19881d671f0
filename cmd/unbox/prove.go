package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// exitUnknown: done, and the result is unknown.
const exitUnknown = 3

// exitVacuous: done, and there is nothing that could be wrong.
const exitVacuous = 4

func proveCommand() command {
	return command{
		name: "prove", operands: "BEFORE AFTER | FILE", summary: "decide whether two traces do the same for all inputs", declare: (*program).prove,
		about: `Decides whether two traces do the same for all inputs. BEFORE is the recorded trace,
AFTER its result; for a single FILE, the passes make the result.

At corresponding guards, effects and ends, an SMT solver is asked whether the two can
differ. A counterexample is shrunk and run in the interpreter: a trace is refuted only
if the runs differ. Guards of two files correspond if they check the same; "from 7, 12"
after a guard says that it checks the conditions of rows 7 and 12 of BEFORE, whose
operations are counted from 1. A loop is unrolled, and the verdict says how often.

If no input takes BEFORE to its end, nothing is proved about what comes after that
point, and the operation is named.

Exit codes: 0 proved, 1 refuted, 2 the input cannot be used, 3 unknown, 4 no input
reaches the end.
`,
	}
}

// The flags that several commands share.
const (
	widthFlag   = "`N` bits of an integer: 8, 16, 32 or 64"
	unrollFlag  = "`N` iterations of a loop"
	timeoutFlag = "for each query, a `TIME` such as 500ms"
)

// noIterations refuses an --unroll that stands for the default in a request.
const noIterations = "expected at least one iteration as --unroll, found %d"

// prove is the command `unbox prove`.
func (p *program) prove(flags *flagSet) func(names []string) int {
	solver := flags.String("solver", "builtin", "the solver: builtin, z3, cvc5 or bitwuzla (`NAME`)")
	width := flags.Int("width", 64, widthFlag+"; 64 by default")
	timeout := flags.Duration("timeout", 10*time.Second, timeoutFlag+"; 10s by default")
	unroll := flags.Int("unroll", 3, unrollFlag+"; 3 by default")
	chosen := flags.passFlags()
	verbose := flags.BoolP("verbose", "v", false, "list all queries")
	return func(names []string) int {
		before, after, code, ok := p.provable(flags, chosen, names)
		if !ok {
			return code
		}
		s, err := solve.ByName(*solver)
		if err != nil {
			return p.unusable("%v", err)
		}
		if *timeout <= 0 {
			return p.unusable("expected a positive --timeout, found %v", *timeout)
		}
		if *unroll < 1 {
			return p.unusable(noIterations, *unroll)
		}
		return p.proveTraces(before, after, *verbose, prove.Options{
			Solver: s, Width: *width, Unroll: *unroll, Budget: solve.Budget{Time: *timeout}, AfterSource: len(names) == 2,
		})
	}
}

func (p *program) proveTraces(before, after *trace.Trace, verbose bool, o prove.Options) int {
	ctx, stop := interruptible()
	defer stop()
	verdict, err := prove.Equivalent(ctx, before, after, o)
	if err != nil {
		return p.unusable("%v", err)
	}
	if verbose {
		for k, q := range verdict.Queries {
			how := q.By
			if q.Same {
				how = "the same on both sides"
			}
			fmt.Fprintf(p.stdout, "%3d %-8s %s (%s)\n", k+1, q.Status, q.Said(), how)
		}
	}
	fmt.Fprint(p.stdout, verdict.Text(before))
	return exitOf(verdict.Status)
}

func exitOf(s prove.Status) int {
	switch s {
	case prove.Proved:
		return exitGood
	case prove.Refuted:
		return exitNo
	case prove.Vacuous:
		return exitVacuous
	}
	return exitUnknown
}

// provable reads two traces, or one, and compares it with the result of the
// passes.
func (p *program) provable(flags *flagSet, chosen *passFlags, names []string) (before, after *trace.Trace, code int, ok bool) {
	if len(names) == 0 {
		return nil, nil, flags.noFile(), false
	}
	if len(names) > 2 {
		return nil, nil, p.unusable("expected one FILE or two, found %s", counted(names)), false
	}
	passes, err := flags.set(chosen)
	if err == nil && len(names) == 2 && (flags.given("passes") || flags.given("preset")) {
		err = errors.New("expected passes only for a single FILE, found two of them")
	}
	if err != nil {
		return nil, nil, p.unusable("%v", err), false
	}
	var traces []*trace.Trace
	for _, name := range names {
		file, err := p.read(name)
		if err != nil {
			return nil, nil, p.unusable("%v", err), false
		}
		trace, list := trace.Parse(file.text)
		if p.report(file, list) {
			return nil, nil, exitUnusable, false
		}
		traces = append(traces, trace)
	}
	if len(traces) == 1 {
		return traces[0], optimizer.Optimize(traces[0], passes).Out, exitGood, true
	}
	before, after, err = prove.Align(traces[0], traces[1])
	if err != nil {
		return nil, nil, p.unusable("%v", err), false
	}
	return before, after, exitGood, true
}

func smtCommand() command {
	return command{
		name: "smt", operands: "BEFORE AFTER | FILE", summary: "print the queries of prove, as SMT-LIB", declare: (*program).smt,
		about: `Prints the queries of "unbox prove" as one script in SMT-LIB 2, which z3 and cvc5 can
read. The traces are equivalent if every answer is unsat.

Exit codes: 0 printed, 2 the input cannot be used, 3 something has no encoding.
`,
	}
}

// smt is the command `unbox smt`.
func (p *program) smt(flags *flagSet) func(names []string) int {
	width := flags.Int("width", 64, widthFlag+"; 64 by default")
	unroll := flags.Int("unroll", 3, unrollFlag+"; 3 by default")
	chosen := flags.passFlags()
	return func(names []string) int {
		if *unroll < 1 {
			return p.unusable(noIterations, *unroll)
		}
		before, after, code, ok := p.provable(flags, chosen, names)
		if !ok {
			return code
		}
		return p.printScript(before, after, prove.Options{Width: *width, Unroll: *unroll, AfterSource: len(names) == 2})
	}
}

func (p *program) printScript(before, after *trace.Trace, o prove.Options) int {
	script := new(prove.Script)
	o.Script = script
	verdict, err := prove.Equivalent(context.Background(), before, after, o)
	if err != nil {
		return p.unusable("%v", err)
	}
	if verdict.Status == prove.Unknown {
		fmt.Fprintf(p.stderr, "unbox: no SMT-LIB text for these traces: %s\n", verdict.Reason)
		return exitUnknown
	}
	if _, err := script.WriteTo(p.stdout); err != nil {
		return p.unusable("%v", err)
	}
	return exitGood
}
