// Package prove reports whether two traces are equivalent, for all inputs at once:
// it turns them into SMT terms and asks a solver.
//
// It follows the post "Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing".
// Both traces run on the same inputs, with terms in place of values (side.go,
// step.go). Guards are their only branches, so such a run is one list of events.
// The two lists are walked together, from one pair of corresponding guards to the
// next (walk.go), and each step has queries:
//
//   - corresponding guards have equal conditions, and equal snapshots;
//   - a removed guard always holds, an added one never fails;
//   - visible effects are the same, with equal values, in the same order;
//   - what the optimized trace does is defined;
//   - the ends are the same, with equal results and heaps.
//
// What was passed is assumed from there on. The claim does not cover undefined
// runs of the recorded trace (a shift by 64, a field of null, a result that
// overflowed).
//
// The interpreter is the judge. The meaning of a word operation (words.go, floats.go)
// is compared with trace.Eval by a test; a counterexample is run in the
// interpreter, and the traces are refuted only if the runs differ (replay.go).
//
// The heap (memory.go, objects.go): its initial contents are one SMT array for each
// field, over references, and for the items of arrays one over reference and index.
// Inputs can be the same object. What a side wrote since is a list, read from its
// end. References to allocations are constants that differ from everything outside.
// Objects of the two sides correspond if they have the same reference: identities.go
// chooses those of the optimized trace, compare.go corrects the choice and matches
// the virtual objects in snapshots. At a call the outside may change everything that
// it can reach, in the same way on both sides.
//
// Loops are unrolled: a verdict about a loop is one about its first iterations, and
// says so. What has no encoding (fields that hold values of several types, constants
// that do not fit into the width) makes the verdict unknown, with the reason.
//
// Package term keeps the terms, package solve the solvers.
package prove
