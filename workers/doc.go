// Package workers runs untrusted code in separate processes: machine code compiled from
// a trace, learners' programs, programs in any language. No untrusted code runs anywhere
// else.
//
// # Who is who
//
// A [Pool] belongs to a program and starts the program's own binary again for each worker.
// Its workers come in classes. A [Class] is a number of workers that are all alike, with a
// queue (package queue): learners' quick runs are one class, slow ones another,
// measurements a third. A client waits for a [Turn], has a worker do one [Job] or several,
// and ends the turn.
//
// What workers of a class do is a [Role], which the binary knows by name: main calls [Main]
// first, and in a worker it does not return.
//
// # The life of a worker
//
//  1. A class starts it when it is needed, or ahead (process.go): the same binary, bound to
//     this one, so that the kernel ends it when this one ends; pinned to a core if
//     the class measures; with nothing but three pipes.
//  2. It reads its orders, prepares what its role needs (an instance of a module, say), which
//     is our own code on our own data, and locks itself in (serve.go, package sandbox).
//  3. It does jobs, one at a time. The two sides talk in frames (frames.go). Jobs have numbers, so an answer to one is
//     never mistaken for an answer to another, and no frame is read that is longer than its kind allows.
//  4. Meanwhile the pool checks it every 50 ms (turn.go, usage_linux.go): how long it has computed, how much memory is resident,
//     how many threads it has. No limit of the kernel counts these well enough.
//  5. There is one way to die: it is killed, with SIGKILL, and waited for. This happens when a job takes too long, a
//     client leaves, a limit is exceeded, a frame is wrong or too early, the class closes, or the worker has not been
//     needed for some time. The client is told (Death, ErrTooLong, ErrTooLarge), and the next job gets a fresh worker. If
//     a worker ends on its own or is killed from outside, a job that may be repeated is repeated once.
//
// # What keeps clients apart
//
// In a class that is Private, a worker does the jobs of one client only, because it runs machine
// code made from what the client sent: if that ever takes over its process, it only has that
// client's data. The next client gets a fresh process, which was started in advance while no one
// waited.
//
// Learners' runs share workers. What a learner sends is never made into machine code: it is text
// for an interpreter in our module, whose code is the same in every run, and every run has an
// instance of its own, copied from one image and dropped afterwards (package tutorials/run). To
// reach another client, it would first have to escape from WebAssembly's memory, through our own
// code.
package workers
