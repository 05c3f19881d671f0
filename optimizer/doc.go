// Package optimizer is the heart of Unbox: the traces of a tracing JIT, what
// they mean, and the passes that make them shorter. It does no I/O, starts no
// goroutines and asks no clock, so that it does the same in a browser as on a
// server.
//
// # The life of one trace
//
// A trace begins as text, in the notation of a paper, of PyPy's logs or of the
// toy optimizer's posts. [Parse] turns it into a [Trace]: operations in one
// slice, in single-assignment form, with values that are indexes into it (ir.go).
// What each operation is called, takes and does is one row of a table
// (optable.go).
//
// [Optimize] takes the trace through the passes that are switched on. There is
// one walk over the operations (walk.go); each of them meets the passes one
// after the other (pipeline.go, passes.go), so that what one pass finds out is
// known to the next at the same operation. A pass lets an operation be, rewrites
// it, or takes it out and says which value stands for its result. What no pass
// took out goes into the output (output.go), and at the end the operations that
// are left are numbered anew (assemble.go).
//
// Every difference has a [Remark]: which pass, for what reason, by which facts.
// [Print] gives the text back, in the dialect and with the names of the input,
// and a [Differ] aligns two points of the pipeline by the identity of their
// operations.
//
// What a trace means is said by the interpreter alone ([Run]): which exit it
// takes on given [Inputs], with which values, effects and heap. [Compare] is the
// judge of two such outcomes. A pass that makes them differ is wrong.
package optimizer
