// Package optimizer is the heart of Unbox: the passes that make a trace shorter, and
// the one walk that takes a trace through them. It does no I/O, starts no goroutines
// and uses no clock, so it does the same in a browser as on a server.
//
// # The life of one trace
//
// A trace comes from package unbox/trace: operations in one slice, in single-assignment form.
// [Optimize] takes it through the passes that are switched on. There is one walk over the
// operations (walk.go). Each operation goes through the passes one after the other (pass.go,
// passes.go), so the next pass already knows, at the same operation, a fact that one pass
// finds. A pass is an object that owns what it knows about the trace. It leaves an operation
// alone, rewrites it, or removes it and says which value replaces its result. What no pass
// removed goes into the output (output.go). At the end, the operations that are left are
// renumbered (assemble.go).
//
// Every difference has a [Remark]: which pass, for what reason, by which facts. A
// [Differ] aligns two points of the pipeline by the identity of their operations.
//
// Package bounds says what integers can be, and package rules has the rewrite rules;
// this package imports both. Only package unbox/interp says what a trace means.
package optimizer
