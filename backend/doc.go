// Package backend is what all engines share that run traces as generated code.
//
// # From a trace to a program
//
// Plan refuses what cannot be run, and lowers the rest to a [Program]: one run of
// instructions, the last part of which may repeat. It decides where fields are
// (package heap/arena), and which questions an access still has to ask: is this an
// object, may it have the field, is the index within bounds. What a guard, an
// allocation or an earlier access has answered is not asked again.
//
// # Leaving is going back to the interpreter
//
// Whatever is not the straight path is an [Exit]: a guard that fails, an operation
// that has no meaning for its operands, the trace's end; and, with a return,
// allocation without room, visible effects, and fuel that is used up. Code hands
// over the values that are live there, in a frame, and the driver gives these
// and the heap to the interpreter, which does the operation at hand. So
// descriptions of virtual objects become objects, effects are noted, and errors are
// told by the one judge of what a trace means, and not once more for each engine.
//
// What an engine has to get right is therefore: the values, the heap, and to leave
// at the right operation. The driver insists that the interpreter leaves there too.
package backend
