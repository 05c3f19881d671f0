// Package record is a small tracing JIT's front half: an interpreter for a few
// statements of Python, over boxed values, that records what it does.
//
// A kernel is a function of a Python program (the very file that PyPy and CPython
// run): a loop, and what comes after it. [Parse] reads the program, [Program.Call]
// runs its functions, and [Program.Record] runs one iteration of the loop and
// returns the trace that a tracing JIT would have recorded of the interpreter while
// it did so.
//
// The interpreter works as those of dynamic languages do. Numbers are boxed
// (W_IntObject, W_FloatObject), a list has a strategy and a storage array of unboxed
// items (W_ListObject), an instance has a map that says what its fields are (W_Object,
// as in PyPy). Each operation checks the classes of its operands, unboxes, checks for
// overflow or bounds, and boxes the result. All of that consists of the machine's
// operations (machine.go), and each of those is one operation of the trace: executed
// on concrete values, and recorded if a trace is being recorded. The contents of a box
// that is a constant of the program are known when recording, so no operation reads
// them, as in PyPy.
//
// The frame is virtualizable: its local variables are the arguments of the loop, and
// no operation writes them. A guard's snapshot has the locals that can still be read,
// and what is on the operand stacks, of all inlined functions.
//
// The kernel's parameters live from one iteration to the next; the other
// locals live within one iteration only.
package record
