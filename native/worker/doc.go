// Package worker runs work that must not be trusted in processes of its own: the
// same binary again, locked in by package sandbox and pinned to a core.
//
// Pool (pool.go) keeps one worker process for each core that measures, starts them
// when they are first needed, and gives each one job at a time. Who waits is
// served in turns, session by session (package turns), and knows the own place. A job that
// takes too long, a worker that crashes or is killed, a client that goes away: the
// process is killed, the one who asked gets an error that says what happened,
// and the next job a fresh process (process.go). The two sides talk in frames over pipes
// (frames.go); the worker's side is Serve (serve.go).
//
// What the work is, this package does not know: a job is bytes, and the
// function given to Serve makes events and a result of it.
package worker
