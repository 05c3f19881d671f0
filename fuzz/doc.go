// Package fuzz is the correctness lab's search: it makes random traces, optimizes
// them, and looks for a difference that anybody could see.
//
// # The problem
//
// A wrong pass does not crash. It makes a trace that is right for nearly every
// input, and the tests that somebody wrote for it are about what he thought of. The
// bugs that the post says of (Finding JIT Optimizer Bugs using SMT Solvers and
// Fuzzing) were in tested code, for years: sums that wrap around, the negative of the
// smallest integer, NaN.
//
// # The plan that does not work
//
// Random operations on random inputs: the first guard fails, a field is read of
// null, an index is outside, and what stands after is never run.
//
// # The idea
//
// The generator ([Generator]) keeps an example for every value and object while it
// writes the trace, and chooses only what has a meaning for the example, so that the
// trace runs to its end on inputs that are known. Numbers are chosen where arithmetic
// goes wrong, references lead to the same objects, and operations are about what was
// there just before, because that is where an optimizer has something to conclude.
// Existing traces are changed at random as well (mutate.go).
//
// Each trace is optimized, and the result must be well-formed and do the same as the
// recorded one: on the example, on inputs that differ from it in an edge or an alias
// (vary.go), with an outside that leaves objects alone and with one that changes
// whatever it can. An [Oracle] can ask for more: a proof. What fails is made small
// ([Session.Shrink]) and written down as a text test ([Case]).
//
// # One sequence
//
// A seed stands for a sequence of traces. Number k of it depends on nothing but the
// seed, k and the options: not on the machine, the time, or who tried the others. So
// a [Session] can stop and go on anywhere, in a page's worker as well as on a server,
// [Run] can share the sequence among processors, and a finding is two numbers.
//
// # The test of the tester
//
// With the build tag `planted` the passes have bugs that can be switched on by name
// ([PlantedBugs]); the tests under that tag demand that each is found and made small.
// Why a build tag, and not a flag or a field: a wrong optimizer must not be one wrong
// request, one wrong configuration or one forgotten reset away from people who rely on
// it. Code that was not compiled cannot be switched on. Without the tag the hooks in
// the passes are constants and cost nothing; the page's lab loads a WebAssembly module
// of its own that was built with it, in the visitor's browser and nowhere else.
//
// # What to respect
//
// The sequence of a seed is not kept from version to version: whoever changes the
// generator changes it. What must last is the text of the small trace.
package fuzz
