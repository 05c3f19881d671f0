package browsertest

import (
	packed "unbox/classroom/course"
	"unbox/examples"
	"unbox/native/timing"
	"unbox/playground"
	"unbox/workers"
	"unbox/workers/queue"
)

// WorkerMain does the work of a worker in a program that uses NewWorkers, if the program was
// started as one, and then does not return: main begins with it.
func WorkerMain() { workers.Main(timing.Role(), packed.Role()) }

// NewWorkers returns workers that measure, processes of the running program, and what
// ends them.
func NewWorkers() (class *workers.Class, end func(), err error) {
	pool, err := workers.New(workers.Config{})
	if err != nil {
		return nil, nil, err
	}
	return timing.Class(pool, 1, 0, queue.Limits{PerSeat: 4, PerBlock: 500, Total: 1000}), pool.Close, nil
}

// WithWorkers lets a site measure in real workers: traces and programs, those of the page's examples also in other
// implementations of Python.
func WithWorkers(class *workers.Class) func(*playground.Config) {
	return func(c *playground.Config) {
		c.Worker = timing.Traces{Class: class}
		c.Python = timing.NewPrograms(class, examples.Programs(), new(timing.Peers))
	}
}
