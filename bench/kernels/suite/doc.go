// Package suite holds the kernels that are measured: the inner loops of the programs
// of Figure 9 of "Loop-Aware Optimizations in PyPy's Tracing JIT" (section 7), and the
// loop of Figure 2 of "Allocation Removal by Partial Evaluation in a Tracing JIT".
//
// Each kernel exists five times. The program in Python (programs/*.py) is what PyPy
// and CPython run, and package record records the trace from it (testdata/*.trace).
// programs/*.c and *.lua do the same in C and Lua, and reference.go in Go. All of
// them make their own data from the same random numbers, and agree on a digest of the
// result, bit for bit.
//
// A kernel of size n runs its loop n times, from fresh data each time.
package suite
