// Package run runs lessons on the server: the learner's program with its tests, in
// the WebAssembly module that browsers load, and programs in any language as
// passes, all with limits that nothing escapes.
//
// # One run
//
// [Pool.Lesson] takes a request of the function `lesson` of unbox/wasm/api and
// returns its response. The run gets a fresh instance of the module, which was prepared in idle time,
// in a worker (package workers). [Pool.WASI] compiles a program in a worker that works for this
// client only; the program reads traces from its standard input and writes others to its standard
// output.
//
// # Why processes?
//
// The language counts its own work (unbox/tutorials/learn), so nearly every
// program ends by itself. For the others, a time limit has to stop running
// code, and a WASI program counts nothing at all. There are three ways:
//
//   - wazero can compile checks into every loop (WithCloseOnContextDone). The same
//     tests then take four times as long.
//   - Go can leave the code running and forget about it. But it cannot preempt
//     code that wazero generated, so an endless loop occupies a processor for
//     ever, and the garbage collector of the whole server waits for it.
//   - A process can be killed. It costs nothing while it runs, the operating system
//     shares the processors fairly among honest and endless programs, and a bug in the
//     WebAssembly runtime ends one worker instead of the server. It can be sandboxed,
//     too.
//
// # Why quick runs and slow ones?
//
// It is not known before a run whether it is honest. So each begins in the quick
// class with a part of its steps: an eighth, or one and a half times what the step's
// solution needs. Runs that are not finished by then are run again in the slow
// class, whose workers have the lowest priority. Twenty endless programs at once
// delay an honest one that comes after them by half a second, and no worker has to
// be killed and restarted for them.
//
// # Why copies?
//
// Starting the module and making its tables takes longer than the tests of a step. So a
// worker does it once, warms up the module with one run, and takes a snapshot: memory,
// mutable globals, clock (instance.go). Every run gets a fresh instance with that
// snapshot, made in 2 ms in idle time. If many run the same step, their instances also begin with what its
// solution has computed (ahead.go). For this the module is split before it is compiled
// (split.go): Go's compiler exports none of its globals, and writes the contents of
// memory in thousands of segments.
//
// # Before the module is compiled
//
// That takes some seconds on two processors, once: the code is stored in a folder (store.go). Until then, runs wait in
// their queues (compilation.go).
package run
