package remote

import "sync"

// Outcome says how a job on another machine ended.
type Outcome string

const (
	// Done: the machine answered, if only with what went wrong in the job.
	Done Outcome = "done"
	// Cancelled: nobody waited for it any more.
	Cancelled Outcome = "cancelled"
	// Lost: nothing was heard of it any more, so that it is done again elsewhere.
	Lost Outcome = "lost"
)

// Jobs are the jobs of a class that ended in one way on one machine, by the name that it gave itself.
type Jobs struct {
	Class, Machine string
	Outcome        Outcome
}

// Counts has the number of jobs that other machines did for this server. The zero Counts is ready for use.
type Counts struct {
	mu   sync.Mutex
	jobs map[Jobs]int
}

// add counts a job; nil counts nothing.
func (c *Counts) add(class, machine string, o Outcome) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.jobs == nil {
		c.jobs = map[Jobs]int{}
	}
	c.jobs[Jobs{class, machine, o}]++
}

// Each calls f with the number of jobs of each kind that there were so far, in no order.
func (c *Counts) Each(f func(of Jobs, n int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for of, n := range c.jobs {
		f(of, n)
	}
}
