// Package bounds proves what the optimizer knows of integers: the functions of
// optimizer/bounds*.go, at 64 bits.
//
// What is proved is not a model of these functions that somebody wrote down beside
// them, but their source. It is parsed and given types (program.go), and executed with
// terms in the place of numbers (execute.go, expressions.go, values.go): both branches
// of an `if`, with choices behind it; loops unrolled, with the obligation that they
// have ended. Executed with plain numbers it gives what the compiled program gives; a
// test compares Forward and Backward of every operation.
//
// A lemma (lemmas.go) says of a function: what was a member stays one. Nearly all end
// in the function `normal`, whose source is hard for solvers. So it is proved once, to
// keep a contract (domain.go), and the contract stands in its place everywhere else.
//
// Not every operation is settled: the tests say which ones are. The others are what
// they were before, tried: exhaustively at 2 to 4 bits, where all Bounds and all members
// can be enumerated, and with random members at 64 (package optimizer's own tests).
package bounds
