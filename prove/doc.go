// Package prove reports whether two traces are equivalent, for all inputs at once:
// it turns them into terms of SMT and asks a solver.
//
// It follows the post "Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing".
// Both traces run on the same inputs, with terms in place of values (side.go,
// step.go). Guards are their only branches, so such a run is one list of events.
// The two lists are walked along together, from one pair of corresponding guards to
// the next (walk.go), and at each step a question is asked:
//
//   - corresponding guards have equal conditions, and give away the same;
//   - a guard that was removed always holds, one that came out of nowhere never
//     fails;
//   - visible effects are the same, with equal values, in the same order;
//   - what the optimized trace does has a meaning;
//   - the ends are the same, with equal results and heaps.
//
// What was passed is assumed from there on. A run of the recorded trace without a
// meaning (a shift by 64, a field of null, a result that overflowed) is outside of
// the claim.
//
// The interpreter is the judge. The meaning of a word operation (words.go, floats.go)
// is compared with optimizer.Eval by a test; a counterexample is shown to the
// interpreter, and only if that sees the traces part are they refuted (replay.go).
//
// The heap (memory.go, objects.go): what was there at the start is one SMT array for
// each field, over references, and for the items of arrays one over reference and
// index. Inputs can be the same object. What a side wrote since is a list, read from
// its end. References to allocations are constants that nothing from outside is
// equal to. Objects of the two sides correspond if they have the same reference:
// identities.go chooses those of the optimized trace, compare.go corrects the choice
// and finds out which objects the virtual ones in snapshots are. At a call the
// outside may change everything that it can reach, in the same way on both sides.
//
// Loops are unrolled: a verdict about a loop is one about its first iterations, and
// says so. What has no encoding (fields that hold values of several types, constants
// that do not fit into the width) makes the verdict unknown, with the reason.
//
// Package term keeps the terms, package solve the solvers.
package prove
