// Package sat decides whether clauses can be true at once: search with conflict
// analysis and clause learning (Marques-Silva and Sakallah, "GRASP", 1996), two
// watched literals for each clause with a literal that often spares the look at
// it (Moskewicz and others, "Chaff", 2001; Eén and Sörensson, "An Extensible
// SAT-solver", 2003), restarts and forgetting by the number of levels in a learnt
// clause (Audemard and Simon, "Predicting Learnt Clauses Quality", 2009).
//
// # Why our own SAT solver?
//
// A question of the prover has a budget of time and memory, and comparing gates
// asks thousands of small questions about the same clauses under assumptions. The
// solver that was planned, gophersat, offers no limit of any kind (closing the
// channel of its certificate makes it panic, which is the only way to end it),
// and its assumptions are meant to replace one another as a whole. On the same
// clauses it took 1.5 to 2.7 times as long as this package (BenchmarkRandom
// here, BenchmarkCircuits in prove/solve). It stays as the judge of the tests.
package sat
