package run

import (
	"errors"
	"fmt"
	"time"

	"unbox/workers"
)

// ErrClosed is returned by runs after Close.
var ErrClosed = errors.New("the lesson runner is closed")

// An Error says why a run has no result, in a message for the learner.
type Error struct {
	// Kind is "time", "memory", "crash", "exit", "module" or "output".
	Kind string
	// Text is the message.
	Text string
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// The kinds of errors, those of workers' failures among them.
const (
	kindTime   = "time"   // the time limit ended it
	kindMemory = "memory" // its worker exceeded its memory limit
	kindCrash  = "crash"  // the module stopped: no memory left, or too deep recursion
	kindExit   = "exit"   // a WASI program ended with an error
	kindModule = "module" // the bytes are not a WASI program, or it asks for too much
	kindOutput = "output" // a WASI program wrote too much
	// kindAbsent is for the pool: the worker has not compiled the program that it is to run.
	kindAbsent = "absent"
	// kindStale is for the pool: stored compiled code cannot be used.
	kindStale = "stale"
)

// told turns an error of a worker into one with a message for the learner, if the
// program is at fault; others stay as they are. clock is its time limit.
func told(err error, clock time.Duration) error {
	var failed *workers.Failure
	switch {
	case errors.As(err, &failed) && failed.Kind != "":
		return &Error{failed.Kind, failed.Message}
	case errors.Is(err, workers.ErrTooLong):
		return &Error{kindTime, fmt.Sprintf("expected an end after at most %v, found none; either a loop goes on for ever, or the program is only too slow", clock)}
	case errors.Is(err, workers.ErrTooLarge):
		return &Error{kindMemory, err.Error()}
	case errors.Is(err, workers.ErrClosed):
		return ErrClosed
	}
	return err
}
