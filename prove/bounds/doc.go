// Package bounds proves what the optimizer knows of integers: the functions of
// optimizer/bounds*.go, at 64 bits.
//
// What is proved is not a model of these functions that somebody wrote down beside
// them, but their source. It is parsed and given types (program.go), and executed with
// terms in the place of numbers (execute.go, expressions.go, values.go): both branches
// of an `if`, with choices after it; loops unrolled, with the obligation that they
// have ended. Executed with plain numbers it gives what the compiled program gives; a
// test compares Forward and Backward of every operation.
//
// As a whole the functions are too much for every solver that we tried. So each has a
// contract (contract.go, contracts_*.go): what was a member stays one, Bounds that are
// returned are normal, and what callers have to see to. A contract is used twice. It is
// proved of its function's source (lemma.go), and it stands for the function in the
// proofs of its callers, so that each question is small: the function `normal` took a
// minute as a whole, and takes two seconds on top of the contract of `firstMember`.
// A shift by a known amount, and what is done at several widths, is proved for each amount
// and each width. A loop is unrolled, or executed once for all rounds with an invariant
// that its contract states (loops.go).
//
// Products of two words are names in these proofs, of which nothing is known but what
// laws say (laws.go): that they rise with a factor, how large they are, how many zeros
// they end in. So are quotients, rounded down and up (floors.go, ceils.go). Laws are
// proved without names, by reasoning about whole numbers or by multiplying out. A contract
// chooses which of them its proof is told, of which words.
//
// A lemma that is not settled is named in the test, with the reason; what rests on it is
// proved as far as it holds. Besides, the functions are tried: exhaustively at 2 to 4
// bits, where all Bounds and all members can be enumerated, and with random members at
// 64 (package optimizer's own tests).
//
// What was proved is kept in testdata/proved.txt under a hash of the question itself
// (package ledger). Who changes a transfer function, so that the question is another one,
// has it proved anew.
package bounds
