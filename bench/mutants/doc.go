// Command mutants measures the judges: it changes the sources of passes, bounds,
// interpreter and code generators in one place at a time, and checks which judge
// finds it.
//
//	go run ./bench/mutants [-seed 1] [-n 40] [-parallel 2] [-write]
//	go run ./bench/mutants -fixed              the few that every change has to find
//	go run ./bench/mutants -only fitsBytes     those whose names hold a text, all of them
//	go run ./bench/mutants -list fitsBytes     says which there are
//
// # The problem
//
// A passing test does not say which bugs it would have missed. Planted bugs (package
// fuzz) are only those that someone thought of.
//
// # The idea
//
// Small random changes: another operator, a limit that is off by one, a negated condition,
// a missing statement, two swapped arguments (operators.go). Each change compiles: the
// package is type-checked with it before it is accepted. It is built with
// `go test -overlay`, so the work tree stays as it is, and several are tried at once.
//
// Judges run in order, the cheapest first, and the first that fails has found the mutant
// (judges.go): text cases, the package's own tests, the lemmas of prove/bounds, random
// traces, the prover's tests, machine code and WebAssembly against the interpreter. The
// budgets are numbers of traces and seconds of processor time, so what is found does not
// depend on what else the machine does. A mutant that uses up its processor time, or that
// uses none for long, counts as found: it does not end. How much a judge takes of a busy machine is measured with the
// sources as they are. A test that fails is run again alone, so an unreliable test
// finds nothing.
//
// What became of each mutant is recorded in .build/mutants as long as the sources stay as they are: a run
// that was interrupted goes on where it stopped (record.go).
//
// # Mutants that change nothing
//
// Some changes make no visible difference. Each is listed in equivalent.txt with the
// reason; an entry whose place no longer exists is an error, so nothing is excused
// without a review. Such mutants are not counted.
package main
