// Package backend is what all engines that run traces as generated code share.
//
// # From a trace to a program
//
// Plan refuses what cannot be run, and lowers the rest to a [Program]: one run of
// instructions, whose last part may repeat. It decides where fields are (package
// heap/arena), and which checks an access still needs: is this an object, may it
// have the field, is the index within bounds. What a guard, an allocation or an
// earlier access has established is not checked again.
// # Leaving means going back to the interpreter
//
// Everything but the straight path is an [Exit]: a guard that fails, an operation
// that is undefined for its operands, the trace's end; and, with a return to the
// code, allocation when the heap is full, visible effects, and exhausted fuel. Code
// hands over the live values in a frame, and the driver gives these and the heap to
// the interpreter, which executes the operation. So descriptions of virtual objects
// become objects, effects are recorded, and errors are reported by the one judge of
// what a trace means, and not separately by each engine.
//
// So an engine must get three things right: the values, the heap, and the operation
// at which it leaves. The driver checks that the interpreter leaves there too.
package backend
