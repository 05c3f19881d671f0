package optimizer

// Planted bugs: the test of the testers.
//
// The random traces, the prover and the shrinking are there to find wrong passes.
// As the passes are correct, as far as anyone knows, no one would notice if these
// tools never found anything. So there are switches that make a pass wrong in one
// known way: ways that other optimizers got wrong (Finding JIT Optimizer Bugs
// using SMT Solvers and Fuzzing) and those that the stories of our own passes
// warn of.
//
// No switch may ever be on where anyone relies on a result. So the switches are not an
// option, a variable or a field: they are code that exists only with the build tag
// `planted` (planted_on.go). Without it the type below has no memory, [plantedBugs.on] is
// the constant false, the compiler leaves the branches out, and the function that sets a
// switch, Optimizer.Plant, does not exist, so no configuration, request or link can turn
// one on. The programs bin/serve and bin/unbox and the module of a first visit are built
// without the tag. The whole module has them, for the lab's search for mistakes: package
// fuzz sets switches of optimizers of its own, and nothing else may. A test in
// internal/arch checks that.

// plantedBug is a way in which a pass is wrong. Those here have a hook in the pass;
// the others, in planted_on.go, replace a whole step.
type plantedBug uint8

const (
	// bugChainedAdd, rules: a chain of an addition and a subtraction stops with an
	// internal error.
	bugChainedAdd plantedBug = iota
	// bugFoldSign, fold: the remainder has the sign of the dividend.
	bugFoldSign
	// bugUnchecked, cse: an operation without a check stands in for a checked one.
	bugUnchecked
	// bugGuardTruth, guards: guard_true says that any integer is 1.
	bugGuardTruth
	// bugGuardEarly, guards: the question about the class comes before the one about
	// null.
	bugGuardEarly
	// bugVirtualTwice, virtual: what was materialized still counts as virtual.
	bugVirtualTwice
	// bugCycle, virtual: a reference back to an object that is being materialized is lost.
	bugCycle
	// bugAliasStore, heap: references with two names count as two objects.
	bugAliasStore
	// bugStaleCall, heap: what was read is still known after a call.
	bugStaleCall
	// bugSeenStore, heap: a write that a guard could see is removed as if nothing had
	// seen it.
	bugSeenStore
	// bugInvalidated, guards: what was once not invalidated never is.
	bugInvalidated
	// bugNoException, cse: guard_no_exception goes although its call was not made before.
	bugNoException
	// bugPeelLabel, peel: the label takes only one of the carried values.
	bugPeelLabel
)
