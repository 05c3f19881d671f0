package main

import (
	"fmt"
	"time"
)

// judge is a check that may find a mutant: a package's tests, or some of them.
type judge struct {
	// name is its column in the table.
	name string
	// folder is the package whose tests it is, "" for the lemmas.
	folder string
	// run and skip choose tests, as for `go test`.
	run, skip string
	// args are flags of the package's own.
	args []string
	// limit is the processor time after which the mutant is taken not to come to an end, unless the
	// tests take more than a part of it without a change (slack).
	limit time.Duration
	// long means that it takes about a minute, so it is not run on the unchanged
	// sources.
	long bool
}

// key tells judges apart that are asked different things.
func (j *judge) key() string { return fmt.Sprint(j.folder, " ", j.run, " ", j.skip, " ", j.args) }

// ofOptimizer are the judges of the optimizer and of what it rests on, the cheapest first.
var ofOptimizer = []judge{
	{name: "text cases", folder: "optimizer", run: "^TestTraces$", limit: 20 * time.Second},
	// Of the tests that are built already, this one says most in the shortest time.
	{name: "own tests", folder: "optimizer", run: "^TestWhatIsReached$", limit: 20 * time.Second},
	{name: "random traces", folder: "fuzz", run: "^TestOptimizerIsRight$", args: []string{"-traces=40000"}, limit: 60 * time.Second},
	{name: "own tests", folder: "optimizer/rules", limit: 60 * time.Second},
	{name: "own tests", folder: "trace", limit: 60 * time.Second},
	{name: "own tests", folder: "interp", limit: 60 * time.Second},
	{name: "own tests", folder: "optimizer", skip: "^(TestTraces|TestWhatIsReached|TestStress)$", limit: 90 * time.Second},
	{name: "own tests", folder: "optimizer/bounds", limit: 60 * time.Second},
	{name: "lemmas"},
	{name: "WebAssembly", folder: "wasm/codegen/run", limit: 60 * time.Second},
	{name: "machine code", folder: "native", limit: 90 * time.Second},
	{name: "prover", folder: "prove", skip: "^TestSolversAgree$", limit: 120 * time.Second},
	{name: "other tests", folder: "prove/rules", limit: 120 * time.Second},
	{name: "other tests", folder: "backend", limit: 20 * time.Second},
	{name: "other tests", folder: "examples", limit: 60 * time.Second},
	{name: "other tests", folder: "fuzz", limit: 60 * time.Second},
	{name: "other tests", folder: "tutorials/learn", limit: 60 * time.Second},
	{name: "programs", folder: "lang/judge", limit: 30 * time.Second},
	{name: "programs", folder: "jit", limit: 60 * time.Second},
	{name: "other tests", folder: "optimizer", run: "^TestStress$", limit: 90 * time.Second},
	{name: "random traces", folder: "fuzz", run: "^TestOptimizerIsRight$", args: []string{"-traces=1500000"}, limit: 400 * time.Second, long: true},
}

// ofCode are the judges of the code generators.
var ofCode = []judge{
	{name: "own tests", folder: "backend", limit: 20 * time.Second},
	{name: "own tests", folder: "wasm/codegen", limit: 20 * time.Second},
	{name: "WebAssembly", folder: "wasm/codegen/run", limit: 60 * time.Second},
	{name: "machine code", folder: "native", limit: 90 * time.Second},
	// Code that is made for a program's world is run by its programs alone, as both kinds of code.
	{name: "programs", folder: "jit", limit: 60 * time.Second},
	{name: "machine code", folder: "native", run: "^TestRandomTraces$", args: []string{"-traces=30000"}, limit: 300 * time.Second, long: true},
	{name: "WebAssembly", folder: "wasm/codegen/run", run: "^TestRandomTracesRunAsWebAssembly$", args: []string{"-traces=8000"},
		limit: 300 * time.Second, long: true},
}

// columns are the names of judges in the order of the table.
var columns = []string{"text cases", "own tests", "lemmas", "random traces", "prover", "machine code", "WebAssembly", "programs", "other tests"}
