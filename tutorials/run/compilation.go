package run

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"unbox/workers"
)

// compilation provides the compiled code. The first compilation takes some seconds on two processors, in a separate
// process. Meanwhile the workers' starts wait, and runs wait for them in their queues.
type compilation struct {
	hello hello
	log   *slog.Logger
	// dirs are the folders that may store the code, the best one first.
	dirs []func() (string, error)

	compiler *workers.Class

	mu sync.Mutex
	// done is closed when workers can start: there is compiled code, or it cannot be stored and
	// each worker compiles by itself. nil before the first request.
	done chan struct{}
	// folder is where the code is then, "" for nowhere. again counts how often it was found
	// to be damaged.
	folder string
	again  int
	// closing ends work in progress.
	closing context.Context
	close   context.CancelFunc
	going   sync.WaitGroup
}

// maxAgain is the number of times that damaged code is compiled again before it is
// not stored any more.
const maxAgain = 3

// compileTime is the maximum time for compiling on a very busy machine, where seconds have become minutes. Workers have as much for their
// start: where no code can be kept, or another version of wazero has written it, each compiles by itself.
const compileTime = 15 * time.Minute

func newCompilation(p *workers.Pool, first hello, log *slog.Logger, dirs ...func() (string, error)) *compilation {
	c := &compilation{hello: first, log: log, dirs: dirs}
	c.closing, c.close = context.WithCancel(context.Background())
	c.compiler = p.Class(workers.ClassConfig{Name: "compiling", Role: "compile", Nice: 5, IdleTime: time.Millisecond})
	return c
}

// setup waits for the code, and returns the setup of a worker that runs it.
//
// Errors: those of wait.
func (c *compilation) setup(ctx context.Context) ([]byte, error) {
	if err := c.wait(ctx); err != nil {
		return nil, err
	}
	h := c.hello
	c.mu.Lock()
	h.Folder = c.folder
	c.mu.Unlock()
	return pack(h), nil
}

// begin returns the channel that is closed when workers can start, and makes sure that the work
// has begun.
func (c *compilation) begin() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done != nil || c.closing.Err() != nil {
		return c.done
	}
	c.done = make(chan struct{})
	for _, dir := range c.dirs {
		folder, err := dir()
		if err == nil && (store{folder}).has(c.hello.Wasm) {
			c.folder = folder
			close(c.done)
			return c.done
		}
	}
	c.work(c.done)
	return c.done
}

// work compiles, and closes done when that is over.
func (c *compilation) work(done chan struct{}) {
	c.going.Go(func() {
		folder := c.compile()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.folder = folder
		close(done)
	})
}

// compile compiles into the first usable folder, and returns it.
func (c *compilation) compile() string {
	ctx, cancel := context.WithTimeout(c.closing, compileTime)
	defer cancel()
	for _, dir := range c.dirs {
		folder, err := dir()
		if err == nil {
			h := c.hello
			h.Folder = folder
			_, err = c.compiler.Do(ctx, workers.Job{Contents: pack(h), Clock: compileTime, Again: true})
		}
		if err == nil {
			return folder
		}
		if c.closing.Err() == nil {
			c.log.Warn("compiled code cannot be kept in this folder; check that it can be written and has 100 MB of room", "folder", folder, "reason", err)
		}
	}
	if c.closing.Err() == nil {
		c.log.Warn("compiled code is kept nowhere: every worker compiles by itself, and starts seconds later")
	}
	return ""
}

// stale reports that a worker could not use the code in a folder. It is compiled again or,
// if that did not help before, not stored any more.
func (c *compilation) stale(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.done:
	default:
		return // it was reported already
	}
	if c.folder == "" || c.closing.Err() != nil {
		return
	}
	c.log.Warn("compiled code was damaged and is compiled anew", "folder", c.folder, "reason", err)
	if c.again++; c.again > maxAgain {
		c.folder = ""
		return
	}
	c.done = make(chan struct{})
	c.work(c.done)
}

// over reports whether workers can start.
func (c *compilation) over() bool {
	select {
	case <-c.begin():
		return true
	default:
		return false
	}
}

// wait waits until workers can start, or the context ends.
func (c *compilation) wait(ctx context.Context) error {
	select {
	case <-c.begin():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-c.closing.Done():
		return ErrClosed
	}
}

// end ends work in progress, and waits for it.
func (c *compilation) end() {
	c.mu.Lock()
	c.close()
	c.mu.Unlock()
	c.compiler.Close()
	c.going.Wait()
}

// ownDir returns the pool's own folder, created when it is first needed.
type ownDir struct {
	once sync.Once
	dir  string
	err  error
}

func (o *ownDir) get() (string, error) {
	o.once.Do(func() { o.dir, o.err = ownFolder(os.TempDir()) })
	return o.dir, o.err
}

// remove removes it.
func (o *ownDir) remove() error {
	o.once.Do(func() {})
	if o.dir == "" {
		return nil
	}
	return os.RemoveAll(o.dir)
}
