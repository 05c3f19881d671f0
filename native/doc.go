// Package native makes x86-64 machine code of traces, and runs it.
//
// # The life of one program
//
// Package backend lowers a trace to a program: one run of instructions, the last
// part of which may repeat, with exits at which the interpreter takes over. What is
// left to do here is to find instructions and registers for a straight line.
//
// The generator (compile.go) goes over a program once. Before that it finds out
// where each value is needed next (uses.go) and which instructions become part of
// others (fuse.go): a comparison of the guard that asks for it, a load of the
// addition that takes it. Then each instruction fetches its operands into registers,
// forgets those that nobody needs any more, and gives its result a register
// (registers.go). If there is none left, the value that is needed last goes to a slot
// of the frame: Belady's rule, which is optimal for straight lines, and a trace is one.
//
// A loop's head is a promise: these values are in these registers and slots. The
// jump back keeps it (loop.go, backedge.go), with as few moves as possible, because a value that the
// loop computes for its next round is computed in the register of the parameter that
// it becomes, if that register is free by then.
//
// Guards that ask something of the loop's index are left out for as many rounds as
// the answer is known ahead (counted.go); for the others there is a second copy of the
// loop. Indexes that differ by a constant share a register (indexes.go), and guards that
// compare doubles at the beginning of a round share a jump (together.go). A division does not wait for the guard
// in front of it (early.go).
//
// # Leaving
//
// An exit is a number written into the frame, and a jump to code that saves all
// registers (exits.go). Where each live value was is noted beside the code, so exits
// cost nothing on the straight path. If the driver wants the code to go on, all
// registers are loaded again, references from where objects may have moved to.
//
// # Memory
//
// A reference in a register is the region's address plus 32 bits, and the region's
// address is a multiple of 2**32: adding is or-ing, storing a reference is storing
// its lower half, and loads need no second base register. After the 32 bits follow
// as many addresses again that cannot be accessed. A reference is only ever made from
// 32 bits, and an index only used after it was compared with the length.
//
// Machine code is written to memory that is then made executable and read-only; it
// is never both writable and executable. It runs on a stack of its own, which is the
// frame: Go's stacks are small and move.
package native
