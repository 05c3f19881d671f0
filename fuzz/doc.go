// Package fuzz is the fuzzer of the correctness lab: it makes random traces,
// optimizes them, and searches for a visible difference.
//
// # The problem
//
// A wrong pass does not crash. It makes a trace that is correct for nearly every
// input, and its tests cover only what their author thought of. The bugs that the
// post describes (Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing) were in
// tested code for years: sums that wrap around, the negative of the smallest integer,
// NaN.
//
// # The plan that does not work
//
// Random operations on random inputs: the first guard fails, a field of null is
// read, an index is out of bounds, and the rest never runs.
//
// # The idea
//
// The generator ([Generator]) keeps an example for every value and object while it
// writes the trace, and chooses only what is defined for the example, so the trace
// runs to its end on known inputs. Numbers are chosen where arithmetic goes wrong,
// references alias, and operations use recent values, because that is where an
// optimizer has something to conclude. Existing traces are changed at random as well
// (mutate.go).
//
// Each trace is optimized, and the result must be well-formed and do the same as the
// recorded one: on the example, on inputs that differ from it in an edge or an alias
// (vary.go), with an outside that leaves objects alone and with one that changes
// whatever it can. An [Oracle] can demand more: a proof. What fails is shrunk
// ([Session.Shrink]) and written as a text test ([Case]).
//
// # One sequence
//
// A seed gives a sequence of traces. Number k depends only on the seed, k and the
// options: not on the machine, the time, or on who tried the others. So a [Session]
// can stop and continue anywhere, in a page's worker or on a server, [Run] can share
// the sequence among processors, and a finding is two numbers. # Testing the tester
//
// With the build tag `planted` the passes have bugs that can be switched on by name
// ([PlantedBugs]); the tests under that tag require that each is found and shrunk.
// Why a build tag, and not a flag or a field? One wrong request, one wrong
// configuration or one forgotten reset must not give a wrong optimizer to people who
// rely on it. Code that was not compiled cannot be switched on. Without the tag the
// hooks in the passes are constants and cost nothing; the page's lab loads a
// WebAssembly module of its own that was built with it, in the visitor's browser and
// nowhere else.
//
// # What to respect
//
// The sequence of a seed differs between versions: every change of the generator
// changes it. What must last is the text of the shrunk trace.
package fuzz
