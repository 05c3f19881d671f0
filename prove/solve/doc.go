// Package solve asks whether assertions about terms can hold at once. The
// embedded solver works everywhere, also in the browser; programs that speak
// SMT-LIB 2 are used where they are installed ([ByName]).
//
// # The embedded solver
//
// A question passes through these steps, and most are settled early:
//
//  1. Terms were simplified when they were built. Now assertions simplify each
//     other: a variable that equals a term is replaced, and what one assertion
//     says is true inside of the others (facts.go).
//  2. Arrays and unknown functions become variables, with the fact that equal
//     indexes or arguments have equal results (arrays.go).
//  3. Words become gates: and, xor, inverters, each gate once (aig.go, words.go,
//     blast.go). Adders ripple and rows are added in order, so that sums and
//     products that begin alike share gates whatever their width.
//  4. Some hundred inputs are tried, 64 at once (simulate.go).
//  5. A short search in clauses (cnf.go, package sat).
//  6. Where variables are multiplied or divided by variables, a proof over the
//     integers is looked for (integers.go, package integers).
//  7. Gates that behaved alike for all inputs tried are proved equal from the
//     inputs upwards and merged (sweep.go), and the search goes on.
//
// A model is evaluated before it is reported: a Sat is never the search's word
// alone. An Unsat is; the tests compare it with other solvers.
//
// # What to respect when changing it
//
// A step may lose solutions never, and may add some only if models are checked
// and corrected. Every step must end soon after the context does: a long loop
// asks stopped().
package solve
