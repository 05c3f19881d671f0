// Package solve asks whether assertions about terms can hold at once. The
// embedded solver works everywhere, even in the browser; programs that speak
// SMT-LIB 2 are used where they are installed ([ByName]).
//
// # The embedded solver
//
// A query goes through these steps, and most are settled early:
//
//  1. Terms were simplified when they were built. Now assertions simplify each
//     other: a variable that equals a term is replaced, and each assertion is assumed inside the others (facts.go).
//  2. Arrays and unknown functions become variables, with the fact that equal
//     indexes or arguments have equal results (arrays.go).
//  3. Words become gates: and, xor, inverters, each gate once (aig.go, words.go,
//     blast.go). Adders ripple and rows are added in order, so sums and products with equal lower parts share gates, whatever their width.
//  4. Some hundred inputs are tried, 64 at once (simulate.go).
//  5. A short search in clauses (cnf.go, package sat).
//  6. Where variables are multiplied or divided by variables, it searches for a proof over the integers (integers.go, package integers).
//  7. Gates that behaved alike for all inputs tried are proved equal from the
//     inputs upwards and merged (sweep.go), and the search continues.
//
// A model is evaluated before it is reported, so a Sat never rests on the
// search alone. An Unsat does; the tests compare it with other solvers.
//
// # What to respect when changing it
//
// A step must never lose solutions, and may add some only if models are
// checked and corrected. Every step must end soon after the context does: a
// long loop calls stopped().
package solve
