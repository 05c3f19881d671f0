// Package optimizer is the heart of Unbox: the passes that make a trace shorter, and
// the one walk that takes a trace through them. It does no I/O, starts no goroutines
// and asks no clock, so that it does the same in a browser as on a server.
//
// # The life of one trace
//
// A trace comes from package unbox/trace: operations in one slice, in
// single-assignment form. [Optimize] takes it through the passes that are switched on.
// There is one walk over the operations (walk.go); each of them meets the passes one
// after the other (pass.go, passes.go), so that what one pass finds out is
// known to the next at the same operation. A pass is an object that owns what it knows of the
// trace. A pass lets an operation be, rewrites
// it, or takes it out and says which value stands for its result. What no pass
// took out goes into the output (output.go), and at the end the operations that
// are left are numbered anew (assemble.go).
//
// Every difference has a [Remark]: which pass, for what reason, by which facts. A
// [Differ] aligns two points of the pipeline by the identity of their operations.
//
// What integers can be is package bounds, and the rewrite rules are package rules, both
// below this one. What a trace means is said by package unbox/interp alone.
package optimizer
