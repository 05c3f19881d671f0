// Command mutants measures the judges: it changes the sources of passes, bounds,
// interpreter and code generators in one place at a time, and looks who finds it.
//
//	go run ./bench/mutants [-seed 1] [-n 40] [-parallel 2] [-write]
//	go run ./bench/mutants -fixed              the few that every change has to find
//	go run ./bench/mutants -only fitsBytes     those whose names hold a text, all of them
//	go run ./bench/mutants -list fitsBytes     says which there are
//
// # The problem
//
// A test that passes says nothing of what it would have let through. Planted bugs
// (package fuzz) are those that somebody thought of; what is missing is what nobody did.
//
// # The idea
//
// Small changes drawn by chance: another operator, a limit that is one off, a condition
// turned around, a statement that is gone, two arguments in each other's place
// (operators.go). Each is a change that compiles: the package is given types with it before
// it is accepted. It is built with `go test -overlay`, so the work tree stays as it is, and
// several are tried at once.
//
// Judges are asked in turn, the cheapest first, and the first that objects has found the
// mutant (judges.go): text cases, the package's own tests, the lemmas of prove/bounds,
// random traces, the prover's tests, machine code and WebAssembly against the interpreter.
// The budgets are numbers of traces and seconds of processor time, so what is found does
// not depend on what else the machine does. A mutant that uses up its processor time is
// found: it does not come to an end. A test that fails is run again alone, so that one
// that is merely unreliable finds nothing.
//
// # Mutants that change nothing
//
// Some changes make no difference that anybody could see. Each is named in equivalent.txt
// with the reason; an entry whose place is no longer there is an error, so that nothing is
// excused that was not looked at. Such mutants are not counted.
package main
