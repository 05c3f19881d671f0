package run

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"sync"
	"time"

	"unbox/workers"
	"unbox/workers/queue"
)

// compilation provides the compiled code. The first compilation takes three seconds on two
// processors, in a separate process. Meanwhile one worker interprets the module, which is ready
// after a second and takes twenty times as long for a run.
type compilation struct {
	hello hello
	log   *slog.Logger
	// dirs are the folders that may store the code, the best one first.
	dirs []func() (string, error)

	compiler *workers.Class
	// interpreting makes the class of the worker that interprets the module.
	interpreting func() *workers.Class

	mu sync.Mutex
	// interpreted is that class, for as long as the module is compiled; nil while its worker ends. Then there is a new class, without
	// a worker, for the next time.
	interpreted *workers.Class
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

// compileTime is the maximum time for compiling on a very busy machine, where three seconds have become forty.
const compileTime = 15 * time.Minute

func newCompilation(p *workers.Pool, first hello, log *slog.Logger, limits queue.Limits, dirs ...func() (string, error)) *compilation {
	c := &compilation{hello: first, log: log, dirs: dirs}
	c.closing, c.close = context.WithCancel(context.Background())
	c.compiler = p.Class(workers.ClassConfig{Name: "compiling", Role: "compile", Nice: 5, IdleTime: time.Millisecond})
	interpreting := first
	interpreting.Interpreted = true
	c.interpreting = func() *workers.Class {
		return p.Class(workers.ClassConfig{
			Name: "interpreted lessons", Role: "lessons", Waiting: limits, MaxResult: maxAnswer, IdleTime: 5 * time.Second,
			Setup: func() []byte { return pack(interpreting) },
		})
	}
	c.interpreted = c.interpreting()
	return c
}

// setup returns the setup of a worker that runs the compiled module.
func (c *compilation) setup() []byte {
	h := c.hello
	c.mu.Lock()
	h.Folder = c.folder
	c.mu.Unlock()
	return pack(h)
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

// work compiles, and closes done when that is over. Before that, the worker that interprets the module ends, even if it runs something,
// which is then run again by those who start now: it has 600 MB, as much as three of them.
func (c *compilation) work(done chan struct{}) {
	c.going.Go(func() { c.finish(c.compile(), done) })
}

// finish ends the worker that interprets, and lets others start. Who comes meanwhile waits for these: for them, too, a worker that
// interprets would have to be started.
func (c *compilation) finish(folder string, done chan struct{}) {
	c.mu.Lock()
	last := c.interpreted
	c.interpreted = nil
	c.mu.Unlock()
	last.Close()
	next := c.interpreting()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.folder, c.interpreted = folder, next
	close(done)
}

// interpreter returns the class whose worker interprets the module, nil while that ends.
func (c *compilation) interpreter() *workers.Class {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.interpreted
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

// over reports whether workers can start.
func (c *compilation) over() bool {
	select {
	case <-c.begin():
		return true
	default:
		return false
	}
}

// run runs a request in the interpreter. ok is false if the compiled module has to
// run it: the module is ready, or became ready before the interpreter finished.
func (c *compilation) run(ctx context.Context, client queue.Client, body []byte) (answer []byte, ok bool, err error) {
	if c.over() {
		return nil, false, nil
	}
	interpreter := c.interpreter()
	if interpreter == nil {
		return nil, false, c.wait(ctx)
	}
	answer, err = interpreter.Do(ctx, workers.Job{
		Client: client, Clock: time.Minute, Contents: pack(call{Function: "lesson", Body: body}),
	})
	switch {
	case err == nil:
		return answer, true, nil
	case errors.Is(err, queue.ErrFull):
		return nil, false, err
	}
	return nil, false, c.wait(ctx)
}

// end ends work in progress, and waits for it.
func (c *compilation) end() {
	c.mu.Lock()
	c.close()
	c.mu.Unlock()
	c.compiler.Close()
	if last := c.interpreter(); last != nil { // else it is about to be closed
		last.Close()
	}
	c.going.Wait()
	c.interpreter().Close()
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
