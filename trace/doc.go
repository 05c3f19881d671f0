// Package trace defines the traces of a tracing JIT: what they consist of, and how
// they are read, checked and written. It does no I/O, starts no goroutines and uses
// no clock, like all packages that also run in a browser.
//
// A trace begins as text, in the notation of a paper, of PyPy's logs or of the toy
// optimizer's posts. [Parse] turns it into a [Trace]: operations in one slice, in
// single-assignment form, with values that are indexes into it (ir.go). The names,
// arguments and effect of each operation are one row of a table (optable.go), and
// [Eval] computes the pure ones. [Check] says what is wrong with a trace that was
// not read from a text, and [Print] returns the text, in the dialect and with the
// names of the input: parsing and printing are inverse.
package trace
