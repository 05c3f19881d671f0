// Package rules proves rewrite rules: for all numbers at once, not only for some
// that were tried.
//
// A rule
//
//	mul-power-of-two: int_mul(x, C) => int_lshift(x, log2(C)) if is_power_of_two(C)
//
// is turned into a claim (encode.go, condition.go, floats.go): wherever the pattern
// is defined, the overflow operations inside it did not overflow, the condition
// holds and the target's constants can be computed, the target is defined and equal
// to the pattern. If both are overflow operations, they overflow for the same
// operands; if the target is not one, the pattern cannot overflow. The meaning of
// an operation is that of the proofs of traces, which a test compares with
// trace.Eval.
//
// What a condition requires of Bounds is assumed of the numbers themselves. That is correct
// if Bounds are correct: package prove/bounds proves them, and tests try them.
//
// A claim is proved (prove.go) as it is, by going through the values of shift
// amounts and powers of two (cases.go), or as a claim about integers (whole.go),
// which is the way for quotients and remainders: they have too many bits for every
// solver that we tried. A counterexample (counterexample.go) is computed again by
// trace.Eval before it is reported.
//
// The built-in rules are proved by the tests, at 64 bits. What was proved is kept in testdata/proved.txt with a
// hash of the queries that the proof rests on (package ledger): a changed meaning of an operation changes the
// queries of the rules that use it, and of no others. What is missing there is proved and must be recorded;
// some rules are proved again each time, as are all that need no solver. Without the file, with the processor
// time that it takes:
//
//	time go test ./prove/rules -count=1 -run BuiltinRules -update
//
// [Try] is for a new rule: is it correct, does rewriting still end, and what
// does it do to a trace?
package rules
