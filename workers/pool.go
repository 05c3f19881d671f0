package workers

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"unbox/workers/sandbox"
)

// Config is what all classes of a pool have in common. The zero Config is ready for use.
type Config struct {
	// Program is the program that workers run; "" means the running program.
	Program string
	// User is the user that workers become if the program is root; the zero User is
	// "nobody".
	User sandbox.User
	// AllowRoot lets workers stay root, without capabilities, where they cannot become another
	// user. Otherwise no worker starts there.
	AllowRoot bool
	// Alike gives the workers of all classes the priority of the program itself. It is for tests: there, other
	// tests would have precedence, and a test that waits for a worker of low priority would wait for all of them.
	Alike bool
	// Log receives messages about workers that ended by themselves; it may be nil.
	Log *slog.Logger
}

// Pool has workers of several classes. Its methods may be called by several goroutines.
type Pool struct {
	c       Config
	mu      sync.Mutex
	classes []*Class
	shut    bool
}

// New returns a pool without classes.
//
// Errors: the running program's file is not known.
func New(c Config) (*Pool, error) {
	if c.Program == "" {
		program, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("finding this program, to start workers: %w", err)
		}
		c.Program = program
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Pool{c: c}, nil
}

// Close ends all workers of all classes, including working ones, and waits until they are
// gone.
func (p *Pool) Close() {
	p.mu.Lock()
	p.shut = true
	classes := p.classes
	p.mu.Unlock()
	var all sync.WaitGroup
	for _, c := range classes {
		all.Go(c.Close)
	}
	all.Wait()
}

// Errors of jobs, besides those of package queue, which are for the client as well.
var (
	// ErrClosed is returned after Close.
	ErrClosed = errors.New("the server is stopping; ask again in a moment")
	// ErrTooLong is returned for a job that took longer than it may.
	ErrTooLong = errors.New("expected the code to finish in time, found it still running; it was ended")
	// ErrStarved is the ErrTooLong of a job that the clock ended before it had used its processor time: the
	// machine is at fault, or a job that waits for something.
	ErrStarved = fmt.Errorf("%w, on a machine that had hardly any time for it", ErrTooLong)
	// ErrTooLarge is returned for a job whose process had more memory or threads than it
	// may.
	ErrTooLarge = errors.New("expected code that fits into the memory of a worker, found that it needs more; it was ended")
)
