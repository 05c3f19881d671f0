package browsertest

import (
	"fmt"
	"os"

	"unbox/native/timing"
	"unbox/native/worker"
	"unbox/playground"
)

// WorkerMain makes a program that uses NewWorkers one of its workers, if it was started
// as such, and returns true when the worker's work is done: main begins with it.
func WorkerMain() bool {
	if len(os.Args) < 2 || os.Args[1] != worker.Argument {
		return false
	}
	host := timing.NewHost() // before the process is locked in
	if err := worker.Serve(nil, timing.Do(host)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

// NewWorkers returns workers that measure: processes of the running program.
func NewWorkers() (*worker.Pool, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return worker.New(worker.Config{Program: program, Args: []string{worker.Argument}, Workers: 1}), nil
}

// WithWorker lets a site measure.
func WithWorker(w playground.Worker) func(*playground.Config) {
	return func(c *playground.Config) { c.Worker = w }
}
