// Package codegen turns a trace into a WebAssembly module that runs it.
//
// # The module
//
// It imports a memory, env.memory, which holds the region that package heap/arena
// describes, and a function, env.leave. It exports one function, run, without
// parameters and results: the whole trace is its body, with one `loop` if the
// trace has one. Values live in locals, which are reused when a value is no
// longer needed; the engine that compiles the module puts them into registers.
//
// # The protocol
//
// The host of a module (package codegen/run with wazero, a page with the browser's
// engine) first needs the region: the shape of null at 0, tables, old objects, the
// values of Program.Entry in the frame, the words Free, Limit and Fuel.
// backend.Prepare makes it, and the function `codegen` of the function table returns
// it together with the module, its exits and the shapes of objects. The host grows
// the memory to Young + 2·Space, copies the region to its start, and calls run.
// Whenever the straight path ends, the module
//
//  1. writes the live values of the exit to the frame, 8 bytes each: integers and
//     doubles as they are, references as 32 bits with zeros above,
//  2. writes the words Free and Fuel,
//  3. calls env.leave with the number of the exit, an i32.
//
// For exits of kind "leave" the result is ignored, and run returns. For all others,
// 1 means continue; 0 means give up, and run returns. Before it answers 1, the host
// must do what the exit requires:
//
//	allocate  The word Result has a reference to a new object, whose header is
//	          written and whose contents are 0. If there was no room, the host
//	          collected: it moved what can be reached from the table of constants,
//	          from old objects and from the live references in the frame, and
//	          changed them there. Free and Limit may have changed.
//	effect    The effect is noted. The word Result has its result, if it has one.
//	          Objects may have been moved as above.
//	          The words Invalid and Raised say what the outside did. Calls are
//	          effects, too.
//	missing   The call that the exit asks about did not raise an exception; otherwise
//	          the answer is 0.
//	fuel      The word Fuel is more than 0.
//
// A host that collects moves objects from the young space in use to the other one:
// in the first 8 bytes of the old place it notes where the object went (a shape of 3, then the
// offset), the copies are scanned in order, and the old space is filled with zeros. Then Free
// is the end of the copies and Limit the end of the new space (heap/arena/collect.go does it
// in Go).
//
// The module then reads Free, Limit, Fuel, and the live references again. It
// traps only if it has a bug.
//
// # Why are exits in line?
//
// A guard's exit is an `if` around a few stores. Engines move such blocks out of
// the way if they end in a branch to the function's end. One nested `block` for
// each exit would be clearer, but nesting is limited in depth.
package codegen
