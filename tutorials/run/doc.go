// Package run runs lessons on the server: the learner's program with its tests, in
// the WebAssembly module that browsers load, and programs in any language as
// passes, all with limits that nothing escapes.
//
// # One run
//
// [Pool.Lesson] takes a request of the function `lesson` of unbox/wasm/api and
// returns its response. The run gets a fresh instance of the module, which was made
// while nobody waited, in a worker (package workers). [Pool.WASI] compiles a program in a worker that
// works for this client only; it gets traces on its standard input and writes others to its
// standard output.
//
// # Why processes?
//
// The language counts its own work (unbox/tutorials/learn), so nearly every
// program ends by itself. For what does not, a clock has to stop code that is
// running, and a WASI program counts nothing at all. There are three ways:
//
//   - wazero can compile checks into every loop (WithCloseOnContextDone). The same
//     tests then take four times as long.
//   - Go can leave the code running and forget about it. But it cannot preempt
//     code that wazero made, so a loop keeps a processor for ever, and the garbage
//     collector of the whole server waits for it.
//   - A process can be killed. It costs nothing while it runs, the operating system
//     shares the processors fairly among honest and endless programs, and a bug in
//     the WebAssembly runtime ends one worker instead of the server. It can be locked in,
//     too.
//
// # Why quick runs and slow ones?
//
// Nobody knows before a run whether it is honest. So each begins in the quick class
// with a part of its steps: an eighth, or half as much again as the step's solution
// needs. What is not done by then is run again in the slow class, whose workers have
// the lowest priority. Twenty endless programs at once cost an honest one that
// comes after them half a second of waiting, and no worker has to be killed and
// started anew for them.
//
// # Why copies?
//
// Starting the module and making its tables takes longer than the tests of a step. So a
// worker does it once, exercises the module with one run, and takes an image: memory,
// changeable globals, clock (instance.go). Every run gets a fresh instance with that
// image in it, made in 2 ms while nobody waits. For this the module is taken apart before
// it is compiled (split.go): Go's compiler exports none of its globals, and writes
// the contents of memory in thousands of pieces.
//
// # Why an interpreter, too?
//
// Compiling the module takes three seconds on two processors, once: the code is kept in a
// folder (store.go). Whoever comes before it is there is answered by wazero's interpreter, which is ready
// after a second and takes twenty times as long (compilation.go). The answers are the
// same, since a program's limits count its own work.
package run
