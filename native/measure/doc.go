// Package measure times code so that the number can be believed.
//
// Several variants of the same work are timed in one run, in turns: whatever
// disturbs the machine disturbs all of them, and their ratio stays. First each is
// run until its times stop falling (warmup.go); then come rounds, in each of
// which every variant gives one sample of many iterations, in an order that
// changes from round to round (run.go). What is reported is the minimum, the
// median, the quartiles, and an interval in which the true median lies with a
// confidence of 95 %, which assumes nothing about how times are distributed
// (statistics.go). A run whose interval stays wide says that it was too noisy.
//
// Times of two runs, or of two machines, are never compared.
package measure
