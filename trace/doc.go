// Package trace holds the traces of a tracing JIT: what they are made of, and how
// they are read, checked and written. It does no I/O, starts no goroutines and asks
// no clock, like all packages that also run in a browser.
//
// A trace begins as text, in the notation of a paper, of PyPy's logs or of the toy
// optimizer's posts. [Parse] turns it into a [Trace]: operations in one slice, in
// single-assignment form, with values that are indexes into it (ir.go). What each
// operation is called, takes and does is one row of a table (optable.go), and what a
// pure one computes is [Eval]. [Check] says what is wrong with a trace that did not
// come from a text, and [Print] gives the text back, in the dialect and with the
// names of the input: parsing and printing are inverse.
package trace
