// Package bounds proves what the optimizer knows about integers: the functions
// of package optimizer/bounds, at 64 bits.
//
// What is proved is not a separate model of these functions, but their source. It is
// parsed and type-checked (program.go), and executed with terms in place of numbers
// (execute.go, expressions.go, values.go): both branches of an `if`, with choices
// after it; loops unrolled, with the obligation that they have ended. Executed with
// plain numbers it gives what the compiled program gives; a test compares Forward and
// Backward of every operation.
//
// As a whole, the functions are too much for every solver that we tried. So each has a
// contract (contract.go, contracts_*.go): what was a member stays one, returned Bounds are
// normal, and what callers must ensure. A contract is used twice. It is proved from its
// function's source (lemma.go), and it replaces the function in the proofs of its callers,
// so each query is small: the function `normal` took a minute as a whole, and takes two
// seconds on top of the contract of `firstMember`. A shift by a known amount is proved for
// each amount, and what is done at several widths for each width. A loop is unrolled, or
// executed once for all iterations with an invariant from its contract (loops.go).
//
// Products of two words are uninterpreted in these proofs; only laws say something about
// them (laws.go): that they rise with a factor, how large they are, how many zeros they
// end in. The same is true of quotients, rounded down and up (floors.go, ceils.go). Laws
// themselves are proved for real products, by reasoning about integers or by multiplying
// out. A contract chooses which laws its proof uses, for which words.
//
// A lemma that is not settled is listed in the test, with the reason; what rests on it
// is proved only if it holds. The functions are also tested: exhaustively at 2 to 4
// bits, where all Bounds and all members can be enumerated, and with random members at
// 64 (package optimizer's own tests).
//
// What was proved is kept in testdata/proved.txt under a hash of the query itself
// (package ledger). If a changed transfer function changes the query, it is proved again.
package bounds
