// Package record is a small tracing JIT's front half: an interpreter for a few
// statements of Python, over boxed values, that writes down what it does.
//
// A kernel is a function of a Python program (the very file that PyPy and CPython
// run): a loop, and what stands after it. [Parse] reads the program, [Program.Call]
// runs its functions, and [Program.Record] runs one iteration of the loop and
// returns the trace that a tracing JIT would have recorded of the interpreter while
// it did so.
//
// The interpreter works as those of dynamic languages do. Numbers are boxed
// (W_IntObject, W_FloatObject), a list has a strategy and a storage array of
// unboxed items (W_ListObject), an instance has a map that says what its fields are
// (W_Object, as in PyPy). Each operation asks for the classes of what it works on,
// unboxes, checks for overflow or for bounds, and boxes the result. All of that is
// made of the machine's operations (machine.go), and each of those is one operation of
// the trace: executed on concrete values, and written down if a trace is being
// recorded. What a box holds that is a constant of the program is known when
// recording, so that no operation asks for it, as in PyPy.
//
// The frame is virtualizable: its local variables are the arguments of the loop, and
// no operation writes them. A guard's snapshot are the locals that can still be read,
// and what is on the stacks of operands, of all functions that were inlined.
//
// The kernel's parameters are what lives from one iteration to the next; the
// other locals live within one iteration only.
package record
