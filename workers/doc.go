// Package workers runs what strangers wrote in processes of their own: machine code that
// was made of a trace, learners' programs, programs in any language. Nothing of a
// stranger's runs anywhere else.
//
// # Who is who
//
// A [Pool] belongs to a program and starts the program's own binary again for each worker.
// Its workers come in classes. A [Class] is some places for workers that are all alike,
// with a queue in front of them (package queue): learners' quick runs are one class, slow
// ones another, measurements a third. A client waits for a [Turn], has a worker do one
// [Job] or several, and ends the turn.
//
// What workers of a class do is a [Role], which the binary knows by its name: [Main] is the
// first thing that main calls, and in a worker it does not return.
//
// # The life of a worker
//
//  1. A class starts it when it is needed, or ahead (process.go): the same binary, bound to
//     this one, so that the kernel ends it when this one ends; pinned to a core if
//     the class measures; with nothing but three pipes.
//  2. It reads its orders, prepares what its role needs (an instance of a module, say), which
//     is our own code on our own data, and locks itself in (serve.go, package sandbox).
//  3. It does jobs, one at a time. The two sides talk in frames (frames.go). Jobs are told
//     apart by numbers, so that an answer to one is never taken for an answer to
//     another, and no frame is read that is longer than its kind may be.
//  4. Meanwhile the pool looks at it every 50 ms (look.go): how long it has computed, how
//     much memory is resident, how many threads there are. A limit of the kernel counts
//     none of these well enough.
//  5. There is one way to die: it is killed, with SIGKILL, and waited for. That is so when
//     a job takes too long, a client goes away, a limit is passed, a frame is wrong or comes
//     too early, the class closes, or nobody has needed it for a while. The one who
//     asked is told (Death, ErrTooLong, ErrTooLarge), the next job gets a fresh worker. A job that may be done twice
//     is, once, if its worker ended by itself or by somebody else's hand.
//
// # What keeps clients apart
//
// In a class that is Private, a worker does the jobs of one client and of no other, because what
// it runs is machine code made of what the client sent: if that ever gets hold of
// its process, it gets hold of the client's own. Whoever comes next gets a fresh process,
// which was started ahead while nobody waited.
//
// Learners' runs share workers. What a learner sends is never made into machine code: it is text
// for an interpreter in our module, whose code is the same in every run, and every run has an
// instance of its own, copied from one image and dropped afterwards (package tutorials/run).
// What could pass from one client to the next would have to leave WebAssembly's memory first,
// through our own code.
package workers
