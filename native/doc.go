// Package native compiles traces to x86-64 machine code, and runs it.
//
// # The life of one program
//
// Package backend lowers a trace to a program: one run of instructions, whose last
// part may repeat, with exits at which the interpreter takes over. This package
// finds instructions and registers for a straight line.
//
// The generator (compile.go) goes over a program once. Before that it determines where
// each value is needed next (uses.go) and which instructions are fused into others
// (fuse.go): a comparison into the guard that uses it, a load into the addition that
// uses it. Then each instruction fetches its operands into registers, frees those that
// are no longer needed, and gives its result a register (registers.go). If there is
// none left, the value whose next use is farthest away goes to a slot of the frame:
// Belady's rule, which is optimal for straight-line code, and a trace is straight-line
// code.
//
// The head of a loop is a promise: these values are in these registers and slots. The jump back
// keeps it (loop.go, backedge.go), with as few moves as possible: a value for the next iteration is
// computed in the register of the parameter that it becomes, if that register is free by then.
//
// Guards on the loop's index are left out for as many iterations as the answer is known in advance (counted.go);
// for the others there is a second copy of the loop. Indexes that differ by a constant share a register
// (indexes.go), and guards that compare doubles at the beginning of an iteration share a jump (together.go). A
// division does not wait for the guard before it (early.go).
//
// # Leaving
//
// An exit is a number written into the frame, and a jump to code that saves all
// registers (exits.go). The place of each live value is recorded beside the code, so
// exits cost nothing on the straight path. If the driver lets the code continue, all
// registers are loaded again, because objects may have moved.
//
// # Memory
//
// A reference in a register is the region's address plus 32 bits, and the region's
// address is a multiple of 2**32: adding is or-ing, storing a reference is storing
// its lower half, and loads need no second base register. The next 2**32 addresses
// cannot be accessed. A reference is only ever made from 32 bits, and an index is
// only used after it was compared with the length.
//
// Machine code is written to memory that is then made executable and read-only; it
// is never both writable and executable. It runs on its own stack, which is the
// frame: Go's stacks are small and move.
package native
