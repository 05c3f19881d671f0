// Package measure times code and gives numbers that can be trusted.
//
// Several variants of the same work are timed alternately in one run: a
// disturbance affects all of them, and their ratio stays the same. First each
// runs until its times stop falling (warmup.go). Then come rounds; in each, every
// variant gives one sample of many iterations, in an order that changes from
// round to round (run.go). The report has the minimum, the median, the quartiles,
// and a 95 % confidence interval of the median that assumes nothing about the
// distribution of times (statistics.go). A run whose interval stays wide says
// that it was too noisy.
//
// Times of two runs, or of two machines, are never compared.
package measure
