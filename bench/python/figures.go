package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/vm"
	"unbox/optimizer"
	"unbox/trace"
)

// The figures of the papers, made again: what the passes of the optimizer are worth in these programs, counted in
// operations and measured in seconds.

// variant is a way to optimize the traces of a program.
type variant struct {
	name   string
	passes optimizer.PassSet
}

// The variants beside those without one pass.
const (
	variantAll      = "all passes"
	variantRecorded = "as recorded"
	// variantOnce is all passes without peeling, as the first paper's optimizer was.
	variantOnce = "without peel"
)

// variants are all passes, all but one of them, for each, and none.
func variants() []variant {
	loop, err := optimizer.PresetByName("loop")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	list := []variant{{variantAll, loop.Passes}}
	for _, p := range loop.Passes.List() {
		list = append(list, variant{"without " + p.String(), loop.Passes.Without(p)})
	}
	return append(list, variant{variantRecorded, 0})
}

// flags are those of `unbox python`.
func (v variant) flags() []string {
	if v.passes == 0 {
		return []string{"--preset", "none"}
	}
	var names []string
	for _, p := range v.passes.List() {
		names = append(names, p.String())
	}
	return []string{"--passes", strings.Join(names, ",")}
}

// PyPy's optimizations can be chosen as well, though it warns that it may crash then. Without `rewrite` its code generator always meets operations
// that it does not know, with it in some programs.
const (
	namePyPyOnce     = namePyPy + " without peeling"
	namePyPyRecorded = namePyPy + ", nearly as recorded"
)

var pypyFlags = map[string]string{
	namePyPyOnce:     "enable_opts=intbounds:rewrite:virtualize:string:pure:earlyforce:heap",
	namePyPyRecorded: "enable_opts=rewrite",
}

// figureEngines are unbox with each variant, and PyPy with some of its optimizations.
func figureEngines(engines []engine) []engine {
	var list []engine
	for _, e := range engines {
		argv := slices.Clip(e.argv)
		switch e.name {
		case nameUnbox:
			for _, v := range variants() {
				list = append(list, engine{name: v.name, argv: append(argv, v.flags()...), scales: []scale{part}})
			}
		case namePyPy:
			list = append(list, engine{name: namePyPy, argv: argv, version: e.version, scales: []scale{part}})
			for _, name := range []string{namePyPyOnce, namePyPyRecorded} {
				list = append(list, engine{name: name, argv: append(argv, "--jit", pypyFlags[name]), scales: []scale{part}, fragile: true})
			}
		}
	}
	return list
}

// counts are operations by kind.
type counts [len(kinds)]int

// kinds are those of the tables, each of some kinds of package trace.
var kinds = [...]struct {
	name string
	of   []trace.CountKind
}{
	{"allocations", []trace.CountKind{trace.CountNew}},
	{"guards", []trace.CountKind{trace.CountGuard}},
	{"reads", []trace.CountKind{trace.CountGet}},
	{"writes", []trace.CountKind{trace.CountSet}},
	{"arithmetic", []trace.CountKind{trace.CountInt, trace.CountFloat}},
	{"calls", []trace.CountKind{trace.CountCall}},
	{"rest", []trace.CountKind{trace.CountPtr, trace.CountOther}},
}

// The indexes of some kinds.
const (
	kindNew = iota
	kindGuard
	kindGet
	kindSet
)

func (c *counts) add(of trace.Counts) {
	for k := range kinds {
		for _, kind := range kinds[k].of {
			c[k] += of[kind]
		}
	}
}

// all is the sum.
func (c *counts) all() int {
	n := 0
	for _, one := range c {
		n += one
	}
	return n
}

// count runs a program, and counts the operations of all traces that were there in the end: as they were recorded, and in
// one round of what each variant of the optimizer makes of the same recordings.
func count(p program, r *row) error {
	engine, err := jit.NewNative()
	if err != nil {
		return err
	}
	defer engine.Close()
	compiled, err := compile.File(p.name+".py", p.at(part))
	if err != nil {
		return err
	}
	var last bytes.Buffer
	loops := jit.New(jit.Options{Engine: engine})
	machine := vm.New(compiled, vm.Options{Out: io.Discard, Err: &last, Memory: 1 << 30, Seed: 1, Region: engine.Region(), Tracer: loops})
	loops.Start(machine)
	if outcome := machine.Run(); outcome.Code != 0 {
		return fmt.Errorf("%s: expected a program that ends with 0, found %d: %s", p.name, outcome.Code, last.String())
	}
	r.Traces, r.Operations = 0, make(map[string]counts)
	for _, l := range loops.Loops() {
		if l.Running() {
			r.countTree(&l.Installed)
		}
	}
	return nil
}

// countTree counts a trace and its bridges.
func (r *row) countTree(in *jit.Installed) {
	r.Traces++
	for _, v := range variants() {
		t := in.Recording.Trace
		if v.passes != 0 {
			var o optimizer.Optimizer
			t = o.Run(t, v.passes).Out
		}
		n := trace.CountKinds(t)
		if !n.HasLoop {
			n.Loop = n.Whole
		}
		sum := r.Operations[v.name]
		sum.add(n.Loop)
		r.Operations[v.name] = sum
	}
	for _, b := range in.Bridges {
		r.countTree(&b.Installed)
	}
}

const figuresFile = "bench/python/figures.json"

// measureFigures counts and times programs, all of them if none is named, and keeps what it finds in a record of its own.
func measureFigures(runs int, names []string) error {
	return withEngines(func(folder string, engines []engine) error {
		r, err := readRecordFile(figuresFile, "figures")
		if err != nil {
			return err
		}
		engines = figureEngines(engines)
		r.begin(engines)
		return r.measure(folder, engines, runs, names, figuresFile, countAndSay)
	})
}

// countAndSay counts a program's operations, and prints a line about it.
func countAndSay(p program, row *row) error {
	if err := count(p, row); err != nil {
		return err
	}
	all, recorded := row.Operations[variantAll], row.Operations[variantRecorded]
	fmt.Printf("%-14s  %d traces, %d operations recorded, %d left; %.3f s as recorded, %.3f s with all passes\n", p.name, row.Traces,
		recorded.all(), all.all(), row.Seconds[variantRecorded][part], row.Seconds[variantAll][part])
	return nil
}
