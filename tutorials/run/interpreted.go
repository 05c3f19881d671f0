package run

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"unbox/workers/queue"
)

// compilation is the first start of a module of which no compiled code is kept: it takes
// three seconds on two processors. Meanwhile one worker interprets the module, which is
// ready after a second and takes twenty times as long for a run.
type compilation struct {
	begin sync.Once
	// done is closed when there is compiled code, or can be none: the next worker that
	// starts says why.
	done chan struct{}
	// interpreted is closed at that moment; nil if nothing has to be compiled.
	interpreted *lane
	// note is a file that says that compiled code is kept beside it.
	note string
}

func newCompilation(first *hello, limits queue.Limits) *compilation {
	c := &compilation{done: make(chan struct{}), note: filepath.Join(first.CacheDir, fmt.Sprintf("compiled-%x", sha256.Sum256(first.Wasm)))}
	if _, err := os.Stat(c.note); err == nil {
		close(c.done)
		return c
	}
	interpreting := *first
	interpreting.Interpreted = true
	c.interpreted = newLane(&interpreting, 1, limits, false)
	return c
}

// start has a worker of the slow lane compile, if nobody did: it leaves the processors
// to the one that interprets.
func (c *compilation) start(slow *lane) {
	if c.interpreted == nil {
		return
	}
	c.begin.Do(func() {
		go func() {
			defer close(c.done)
			defer c.interpreted.close()
			ctx, cancel := context.WithTimeout(context.Background(), startLimit)
			defer cancel()
			w, err := slow.start(ctx)
			if err != nil {
				return
			}
			slow.giveBack(w)
			// Without the note, the next pool compiles what is compiled.
			_ = os.WriteFile(c.note, nil, 0o600)
		}()
	})
}

// wait waits until it is over, or the context ends.
func (c *compilation) wait(ctx context.Context) error {
	select {
	case <-c.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run has a request answered by the interpreter. ok is false if the compiled module
// has to answer: it is there, or the interpreter has no answer until it is.
func (c *compilation) run(ctx context.Context, client queue.Client, o timed) (body []byte, ok bool, err error) {
	select {
	case <-c.done:
		return nil, false, nil
	default:
	}
	body, err = c.interpreted.do(ctx, client, patience{startLimit, startLimit}, o)
	switch {
	case err == nil:
		return body, true, nil
	case errors.Is(err, ErrBusy):
		return nil, false, err
	}
	return nil, false, c.wait(ctx)
}

// close ends the interpreter, and waits for a start that was ended.
func (c *compilation) close() {
	if c.interpreted == nil {
		return
	}
	c.interpreted.close()
	c.begin.Do(func() { close(c.done) })
	<-c.done
}
