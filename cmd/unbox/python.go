package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"sort"
	"strings"
	"sync/atomic"
	"time"

	"unbox/internal/processes"
	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/syntax"
	"unbox/lang/vm"
	"unbox/optimizer"
	"unbox/show"
	"unbox/trace"
)

func pythonCommand() command {
	return command{
		name: "python", operands: "FILE [ARG...]", summary: "run a program in a subset of Python", declare: (*program).python,
		about: `Runs a program in Unbox's Python, a strict subset of Python 3.9: the file runs
unchanged under CPython and PyPy, and prints the same. docs/language.md says
what the subset is. What is outside of it is an error at its place. What stands
after FILE is for the program, which finds it in sys.argv; flags come before.

The exit code is that of the program: 0, what it gave to sys.exit, or 1 after an
exception that nobody caught, with CPython's traceback on standard error; 2 if
the file cannot be used.
`,
	}
}

// pythonFlags are the flags of `unbox python`.
type pythonFlags struct {
	stats, timed, noJIT  bool
	lockstep, noBridges  bool
	match                bool
	asked                bool // for traces, even if they are slow
	fuel, memory, output int
	threshold            int
	trace                compile.Place // whose loops are shown; without a line, none
	passes               optimizer.PassSet
}

// python is the command `unbox python`.
func (p *program) python(flags *flagSet) func(names []string) int {
	var f pythonFlags
	flags.BoolVar(&f.noJIT, "no-jit", false, "interpret only")
	flags.IntVar(&f.threshold, "threshold", 1000, "record a loop after it has gone back `N` times, and run its trace; on machines without machine code, traces run only if this is given, because they are slower than the interpreter there")
	flags.BoolVar(&f.noBridges, "no-bridges", false, "leave a trace to the interpreter at each guard that fails, however often it does")
	flags.SetInterspersed(false) // what follows FILE is the program's
	chosen := flags.passFlagsFor("optimize traces with the passes in `LIST`, separated by commas", "optimize traces with a named set of passes (`NAME`), all of them if neither is given; none runs traces as they were recorded")
	flags.BoolVar(&f.lockstep, "lockstep", false, "run the program interpreted beside the one with traces, and compare all objects after each iteration of each loop; the exit code is 1 if they differ")
	flags.BoolVar(&f.match, "match", false, "compare the traces of the loops with the expectations in comments of the program, and print nothing else; the exit code is 1 if one differs. docs/jit.md describes such comments")
	traced := flags.String("trace", "", "write on standard error the traces of loops that begin in `LINE`: as recorded, and optimized, with the optimizer's reasons; heapq.py:12 is a line of a module")
	flags.BoolVar(&f.stats, "stats", false, "write on standard error which loops ran, how often, and what the collector did")
	flags.BoolVar(&f.timed, "time", false, "write on standard error how long reading and running took, and where the time went: interpreting, recording, optimizing, compiling, running traces, collecting")
	flags.IntVar(&f.fuel, "fuel", 0, "stop after `N` units of work: iterations of loops, calls, and what builtin functions do; 0 is no limit")
	flags.IntVar(&f.memory, "memory", 1024, "the limit of the program's memory in `MB`")
	flags.IntVar(&f.output, "output", 0, "stop a program that prints more than so many `MB`; 0 is no limit")
	return func(names []string) int {
		switch {
		case len(names) == 0:
			return flags.noFile()
		case f.memory < 4 || f.memory > 2048:
			return p.unusable("expected 4 to 2048 (MB) as --memory, found %d", f.memory)
		case f.fuel < 0:
			return p.unusable("expected 0 or more as --fuel, found %d", f.fuel)
		case f.output < 0 || f.output > math.MaxInt>>20:
			return p.unusable("expected 0 to %d (MB) as --output, found %d", math.MaxInt>>20, f.output)
		case f.threshold < 1:
			return p.unusable("expected at least 1 as --threshold, found %d", f.threshold)
		}
		// Two programs are compared, or traces with what is expected of them, and nothing else is printed.
		for _, alone := range []string{"lockstep", "match"} {
			for _, other := range []string{"match", "stats", "time", "trace", "no-jit"} {
				if alone != other && flags.given(alone) {
					if err := flags.oneOf(alone, other); err != nil {
						return p.unusable("%v", err)
					}
				}
			}
		}
		var err error
		if f.trace, err = compile.ParsePlace(*traced); *traced != "" && err != nil {
			return p.unusable("--trace: %v", err)
		}
		if f.passes, err = flags.set(chosen); err != nil {
			return p.unusable("%v", err)
		}
		f.asked = flags.Changed("threshold") || flags.Changed("trace") || f.lockstep || f.match
		return p.runPython(f, names)
	}
}

// garbagePercent is how much garbage of Go's there may be before its collector runs, in percent of what is alive, if the environment does not
// say it (GOGC). Python's objects are not on Go's heap. What is there is a few megabytes, of which collections early in a short program took a
// tenth of its processor time.
const garbagePercent = 400

func (p *program) runPython(f pythonFlags, names []string) int {
	begun := time.Now()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	file, err := p.read(names[0])
	if err != nil {
		return p.unusable("%v", err)
	}
	compiled, err := compile.File(file.name, file.text)
	if err != nil {
		return p.syntaxError(file, err)
	}
	debug.SetMemoryLimit(int64(f.memory) << 20) // texts that are being made do not wait for a collection of Go's
	options := vm.Options{Args: names[1:], Out: written{p}, ByLine: p.onTerminal, Err: beforeErrors{p}, Input: p.lines(nil), Fuel: int64(f.fuel), Memory: f.memory << 20, Output: f.output << 20,
		Clock: func() float64 { return float64(time.Now().UnixNano()) / 1e9 }, Worked: func() float64 { return processes.Spent().Seconds() }, Seed: uint64(begun.UnixNano())}
	how := jit.Options{Threshold: uint64(f.threshold), NoBridges: f.noBridges, Passes: f.passes, Unoptimized: f.passes == 0}
	tracing := !f.noJIT
	if tracing {
		if engine, err := jit.NewNative(); err == nil {
			defer engine.Close()
			how.Engine, options.Region = engine, engine.Region()
		} else {
			tracing = f.asked
		}
	}
	if f.lockstep {
		return p.runLockstep(compiled, options, how)
	}
	if f.match {
		return p.runMatch(file, compiled, options, how)
	}
	if f.timed {
		how.Timeline = jit.NewTimeline(func() float64 { return float64(time.Since(begun)) / float64(time.Millisecond) })
	}
	stop := catchInterrupts()
	defer stop.drop()
	stop.bound(&options, options.Fuel)
	options.Input = p.lines(&stop.reading)
	loops := jit.New(how)
	if tracing {
		options.Tracer = loops
	}
	machine := vm.New(compiled, options)
	if tracing {
		loops.Start(machine)
	}
	ready := time.Now()
	how.Timeline.Watch(machine)
	how.Timeline.Start()
	outcome := machine.Run()
	how.Timeline.Stop()
	if f.stats {
		p.writeStats(machine.Stats(), loops)
	}
	if f.trace.Line > 0 {
		p.writeTraces(loops, f.trace)
	}
	if f.timed {
		fmt.Fprintf(p.stderr, "read and compiled in %v, ran for %v\n", ready.Sub(begun).Round(time.Microsecond), time.Since(ready).Round(time.Microsecond))
		for a, ms := range how.Timeline.Total {
			if ms > 0 {
				fmt.Fprintf(p.stderr, "%8.1f ms %s\n", ms, jit.Activity(a))
			}
		}
	}
	return outcome.Code
}

// written is standard output, to which everything goes at once: the program has a buffer of its own.
type written struct{ p *program }

// Write never fails.
func (w written) Write(text []byte) (int, error) {
	n, err := w.p.stdout.Write(text)
	_ = w.p.stdout.flush() // the error is kept, and reported at the end
	return n, err
}

// lines returns a function that reads the next line of standard input, with its "\n", after flushing the
// output. reading is set while it reads, unless it is nil.
func (p *program) lines(reading *atomic.Bool) func() (string, bool) {
	in := bufio.NewReader(p.stdin)
	return func() (string, bool) {
		if err := p.stdout.flush(); err != nil {
			return "", false
		}
		if reading != nil {
			reading.Store(true)
			defer reading.Store(false)
		}
		line, err := in.ReadString('\n')
		if before, found := strings.CutSuffix(line, "\r\n"); found {
			line = before + "\n"
		}
		return line, err == nil || line != ""
	}
}

// runLockstep runs a program with and without traces, side by side.
func (p *program) runLockstep(compiled *compile.Program, o vm.Options, options jit.Options) int {
	o.Clock, o.Worked, o.Seed, o.Input = nil, nil, 1, nil // both read the same
	l := jit.RunLockstep(compiled, o, options)
	if l.Difference != "" {
		fmt.Fprintf(p.stderr, "the interpreted program and the one with traces differ: %s\n", l.Difference)
		return exitNo
	}
	entered := uint64(0)
	for _, loop := range l.Traced.Loops() {
		entered += loop.Entered
	}
	fmt.Fprintf(p.stderr, "%d iterations of loops were the same; traces were entered %d times\n", l.Iterations, entered)
	return l.Outcome.Code
}

// runMatch runs a program, and compares its traces with the expectations in its
// comments.
func (p *program) runMatch(file source, compiled *compile.Program, o vm.Options, options jit.Options) int {
	expected, err := jit.ReadExpectations(file.name, file.text)
	if err != nil {
		return p.unusable("%v", err)
	}
	loops := jit.New(options)
	o.Out, o.Clock, o.Worked, o.Seed, o.Tracer = io.Discard, nil, nil, 1, loops
	machine := vm.New(compiled, o)
	loops.Start(machine)
	if outcome := machine.Run(); outcome.Code != 0 {
		fmt.Fprintf(p.stderr, "%s: expected a program that ends with 0, found %d\n", file.shown(), outcome.Code)
		return exitNo
	}
	code := exitGood
	for _, e := range expected {
		if err := e.Check(loops); err != nil {
			fmt.Fprintf(p.stderr, "%s:%d: %v\n", file.shown(), e.Line, err)
			code = exitNo
		}
	}
	if code == exitGood {
		fmt.Fprintf(p.stdout, "%s: %s\n", file.shown(), plural(len(expected), "trace")+" as expected")
	}
	return code
}

// beforeErrors is standard error; earlier output is flushed before it.
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
	fmt.Fprintf(p.stderr, "%s:%d:%d: error: %s\n", file.shown(), line, column, wrong.Message)
	if file.text != "" {
		fmt.Fprint(p.stderr, excerpt(file.text, wrong.From, wrong.To))
	}
	return exitUnusable
}

// shownLoops is the number of loops in the statistics.
const shownLoops = 20

func (p *program) writeStats(s vm.Stats, loops *jit.JIT) {
	sort.SliceStable(s.Loops, func(a, b int) bool { return s.Loops[a].Count > s.Loops[b].Count })
	fmt.Fprintf(p.stderr, "%d units of work; %d collections moved %d KB, the region has %d KB\n", s.Work, s.Collections, s.Copied>>10, s.Region>>10)
	for k, l := range s.Loops {
		if k == shownLoops {
			fmt.Fprintf(p.stderr, "and %d loops more\n", len(s.Loops)-k)
			break
		}
		fmt.Fprintf(p.stderr, "%12d iterations  %v, in %s\n", l.Count, l.At, l.Name)
	}
	for _, l := range loops.Loops() {
		p.writeLoop(l)
	}
}

// writeLoop writes what happened to a hot loop: its trace, and below it the tree of its
// bridges.
func (p *program) writeLoop(l *jit.Loop) {
	fmt.Fprintf(p.stderr, "loop in %v, in %s: ", l.At, l.Function)
	switch {
	case l.Optimized == nil:
		fmt.Fprintln(p.stderr, "no trace")
	case l.GivenUp:
		fmt.Fprintln(p.stderr, "given up")
	default:
		fmt.Fprintf(p.stderr, "%s recorded, %s in the loop; entered %d times, %d iterations\n", plural(trace.CountKinds(l.Recording.Trace).Whole[trace.CountAll], "operation"), plural(trace.Operations(l.Optimized), "operation"), l.Entered, l.Iterations)
	}
	for _, why := range l.Failures {
		fmt.Fprintf(p.stderr, "    a recording came to nothing: %s\n", why)
	}
	p.writeExits(&l.Installed, 1)
	for _, why := range l.BridgeFailures {
		fmt.Fprintf(p.stderr, "    no bridge at %s\n", why)
	}
	for k, v := range l.Versions {
		p.writeVersion(v, k+1)
	}
}

// writeVersion writes what happened to a version of a loop, as writeLoop does.
func (p *program) writeVersion(v *jit.Loop, number int) {
	fmt.Fprintf(p.stderr, "    version %d%s: ", number, withoutBoxes(v.Unboxed()))
	switch {
	case v.Optimized == nil:
		fmt.Fprintln(p.stderr, "no trace")
	case v.GivenUp:
		fmt.Fprintln(p.stderr, "given up")
	default:
		fmt.Fprintf(p.stderr, "%s recorded, %s in the loop\n", plural(trace.CountKinds(v.Recording.Trace).Whole[trace.CountAll], "operation"), plural(trace.Operations(v.Optimized), "operation"))
	}
	for _, why := range v.Failures {
		fmt.Fprintf(p.stderr, "        a recording came to nothing: %s\n", why)
	}
	p.writeExits(&v.Installed, 2)
}

// writeExits writes where a trace was left, and which bridges continue there.
func (p *program) writeExits(in *jit.Installed, depth int) {
	indent := strings.Repeat("    ", depth)
	bridges := make(map[trace.Value]*jit.Bridge)
	for _, b := range in.Bridges {
		bridges[b.Guard] = b
	}
	for _, guard := range in.HotExits(shownLoops) {
		fmt.Fprintf(p.stderr, "%s%d times left in %s, at %s\n", indent, in.Exits[guard], in.Place(guard), in.Optimized.Ops[guard].SpellingName())
		if b := bridges[guard]; b != nil {
			fmt.Fprintf(p.stderr, "%sthen a bridge of %s to %s\n", indent, plural(trace.CountKinds(b.Optimized).Whole[trace.CountAll], "operation"), targetText(b))
			p.writeExits(&b.Installed, depth+1)
		}
	}
}

// targetText says where a bridge leads.
func targetText(b *jit.Bridge) string {
	target, _ := b.Target()
	if n := b.TargetVersion(); n > 0 {
		return fmt.Sprintf("version %d of the loop in %v", n, target)
	}
	return fmt.Sprintf("the loop in %v", target)
}

// withoutBoxes names the numbers that a version of a loop takes without boxes.
func withoutBoxes(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", " + strings.Join(names, ", ") + " without boxes"
}

// writeTraces prints the traces of the loops that begin at a line.
func (p *program) writeTraces(loops *jit.JIT, at compile.Place) {
	found := false
	with, out := show.Painter{On: p.colorsOn(p.errorsOnTerminal)}, newOutput(p.stderr)
	for _, l := range loops.Loops() {
		if l.At != at || l.Optimized == nil {
			continue
		}
		found = true
		writeTrace(out, with, &l.Installed, fmt.Sprintf("the loop in %v, in %s", l.At, l.Function))
		for k, v := range l.Versions {
			if v.Optimized != nil {
				fmt.Fprintln(out)
				writeTrace(out, with, &v.Installed, fmt.Sprintf("version %d of the loop in %v%s", k+1, l.At, withoutBoxes(v.Unboxed())))
			}
		}
	}
	if err := out.flush(); err != nil {
		return // nobody reads standard error
	}
	if !found {
		fmt.Fprintf(p.stderr, "expected a loop with a trace in %v, found none\n", at)
		for _, l := range loops.Loops() {
			p.writeLoop(l)
		}
	}
}

// writeTrace prints a trace as recorded and as optimized, and then its bridges.
func writeTrace(out *output, with show.Painter, in *jit.Installed, what string) {
	recorded := trace.Print(in.Recording.Trace, trace.PrintOptions{})
	fmt.Fprintf(out, "# recorded: %s\n", what)
	for k := range recorded.Len() {
		fmt.Fprintln(out, with.Line(recorded, k))
	}
	fmt.Fprintln(out, "\n# optimized")
	result := in.Explained()
	newExplanation(result, trace.Print(result.Annotated(), trace.PrintOptions{}), "").write(out, with)
	for _, b := range in.Bridges {
		fmt.Fprintln(out)
		writeTrace(out, with, &b.Installed, fmt.Sprintf("a bridge from %s", in.Place(b.Guard)))
	}
}
