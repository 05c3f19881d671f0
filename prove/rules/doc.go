// Package rules proves rewrite rules: for all numbers at once, not for those that
// somebody tried.
//
// A rule
//
//	mul-power-of-two: int_mul(x, C) => int_lshift(x, log2(C)) if is_power_of_two(C)
//
// is turned into a claim (encode.go, condition.go, floats.go): wherever the pattern
// has a meaning, the overflow operations inside of it did not overflow, the
// condition holds and the target's constants can be computed, the target has a
// meaning and is equal to the pattern. For overflow operations, both overflow for
// the same operands; if the target is none, the pattern cannot overflow. The
// meaning of an operation is that of the proofs of traces, which a test compares
// with optimizer.Eval.
//
// What a condition asks of Bounds is assumed of the numbers themselves. That is
// right as long as Bounds are: package prove/bounds proves a part of them, and the tests of
// package optimizer try them.
//
// A claim is proved (prove.go) as it stands, by going through the values of
// shift amounts and powers of two (cases.go), or as a claim about whole numbers
// (whole.go), which is the way for quotients and remainders, whose bits are too many
// for every solver that we tried. A counterexample (counterexample.go) is computed
// again by optimizer.Eval before anybody hears of it.
//
// The built-in rules are proved by the tests, at 64 bits. What was proved is kept in
// testdata/proved.txt with a hash of the questions that the proof rests on (package
// ledger): who changes the meaning of an operation asks other questions of the rules that
// use it, and of no others. What is missing there is proved and has to be written down, and
// some are proved again each time, as are all that take no solver. Cold, with the processor time that it takes:
//
//	time go test ./prove/rules -count=1 -run BuiltinRules -update
//
// [Try] is for a rule that somebody just wrote: is it right, does rewriting still
// come to an end, and what does it do to a trace?
package rules

import "errors"

var errNarrowFloats = errors.New("conversions between integers and floats are encoded at 64 bits only")
