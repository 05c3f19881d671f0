// Package sat decides whether clauses can be true at once: search with conflict
// analysis and clause learning (Marques-Silva and Sakallah, "GRASP", 1996), two
// watched literals for each clause, with a literal that often makes it
// unnecessary to read the clause (Moskewicz and others, "Chaff", 2001; Eén and
// Sörensson, "An Extensible SAT-solver", 2003), restarts, and forgetting by the
// number of levels in a learnt clause (Audemard and Simon, "Predicting Learnt
// Clauses Quality", 2009).
//
// # Why our own SAT solver?
//
// A query of the prover has a budget of time and memory, and comparing gates
// makes thousands of small queries about the same clauses under assumptions. The
// solver that was planned, gophersat, has no limits of any kind (the only way to
// end it is to close the channel of its certificate, and then it panics), and its
// assumptions can only be replaced all at once. On the same clauses it took 1.5
// to 2.7 times as long as this package (BenchmarkRandom here, BenchmarkCircuits
// in prove/solve). It is still the judge in the tests.
package sat
