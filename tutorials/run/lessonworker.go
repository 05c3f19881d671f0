package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"unbox/wasm/codegen/browser"
	"unbox/workers"
	"unbox/workers/sandbox"
)

// Roles are the roles of the workers of a [Pool]: every program that makes one passes
// them to workers.Main.
func Roles() []workers.Role {
	return []workers.Role{lessonRole(), compileRole(), programRole()}
}

// hello is the setup that a worker needs to run the module.
type hello struct {
	// Wasm is the module of unbox/wasm/module.
	Wasm []byte
	// Folder is where its compiled form is stored; "" compiles it in the worker's own
	// memory.
	Folder string
	// MemoryPages is the memory limit of each instance in pages of 64 KiB.
	MemoryPages uint32
}

// call is a job: a call of the module's function table.
type call struct {
	Function string
	Body     []byte
	// Ahead is the same request with the solution of its step, if there is one: what that computes, an
	// instance may have computed before (ahead.go).
	Ahead []byte
}

// pack writes a message for a worker.
func pack(message any) []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(message); err != nil {
		panic("BUG: a message to a worker cannot be written: " + err.Error())
	}
	return b.Bytes()
}

func unpack(text []byte, message any) error {
	return gob.NewDecoder(bytes.NewReader(text)).Decode(message)
}

// lessonRole runs calls of our own module, each in a fresh instance. The compiled code is
// read before the process is sandboxed; afterwards it cannot open files.
func lessonRole() workers.Role {
	return workers.Role{
		Name:   "lessons",
		Limits: sandbox.Limits{Memory: 1 << 30, Addresses: 2 << 30, Files: 16},
		// The memory of instances is not Go's, and little else is made.
		GCPercent: 200,
		Prepare:   prepareLessons,
	}
}

// lessons is the state of a worker that runs lessons.
type lessons struct {
	maker *maker
	// ready is an unused instance, made in idle time.
	ready *instance
	ahead ahead
}

func prepareLessons(setup []byte) (workers.Work, error) {
	var first hello
	if err := unpack(setup, &first); err != nil {
		return workers.Work{}, err
	}
	w, err := newLessons(context.Background(), &first)
	if err != nil {
		return workers.Work{}, err
	}
	return workers.Work{
		Do:   func(job []byte, _ func([]byte) error) ([]byte, error) { return w.do(context.Background(), job) },
		Rest: func() error { return w.rest(context.Background()) },
	}, nil
}

func newLessons(ctx context.Context, first *hello) (*lessons, error) {
	runtime, err := first.runtime(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return nil, err
	}
	if err := browser.None(ctx, runtime); err != nil {
		return nil, err
	}
	w := new(lessons)
	if w.maker, err = newMaker(ctx, runtime, first.Wasm); err != nil {
		if first.Folder != "" {
			// Whatever it is, compiling again helps, or reports an error if it does not.
			return nil, &workers.Failure{Kind: kindStale, Message: err.Error()}
		}
		return nil, err
	}
	return w, w.prepare(ctx)
}

// runtime is what the module runs in.
//
// Errors: compiled code that cannot be used.
func (h *hello) runtime(ctx context.Context) (wazero.Runtime, error) {
	config := wazero.NewRuntimeConfig()
	if h.Folder != "" {
		if err := (store{h.Folder}).check(h.Wasm); err != nil {
			return nil, &workers.Failure{Kind: kindStale, Message: err.Error()}
		}
		cache, err := (store{h.Folder}).open(h.Wasm)
		if err != nil {
			return nil, &workers.Failure{Kind: kindStale, Message: err.Error()}
		}
		config = config.WithCompilationCache(cache)
	}
	return wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(h.MemoryPages)), nil
}

// prepare makes the next instance.
func (w *lessons) prepare(ctx context.Context) (err error) {
	if w.ready == nil {
		w.ready, err = w.maker.next(ctx)
	}
	return err
}

// rest does what can be done while no one waits.
func (w *lessons) rest(ctx context.Context) error {
	if err := w.prepare(ctx); err != nil || w.ahead.wanted == nil {
		return err
	}
	in := w.ready
	w.ready = nil
	w.ahead.run(ctx, w.maker, in)
	in.module.Close(ctx)
	return w.prepare(ctx)
}

// do does one job.
func (w *lessons) do(ctx context.Context, job []byte) ([]byte, error) {
	var c call
	if err := unpack(job, &c); err != nil {
		return nil, err
	}
	in := w.ready
	w.ready = nil
	defer in.module.Close(ctx)
	if err := w.ahead.begin(in, c.Ahead); err != nil {
		return nil, err
	}
	body, err := in.call(ctx, c.Function, c.Body)
	if err != nil {
		return nil, &workers.Failure{Kind: kindCrash, Message: crashText(in.said.text.String() + err.Error())}
	}
	if len(body) > maxAnswer {
		return nil, &workers.Failure{Kind: kindOutput, Message: fmt.Sprintf("expected results of at most %d bytes, found %d", maxAnswer, len(body))}
	}
	return body, nil
}

// maxAnswer is the maximum length of the response to a call in bytes.
const maxAnswer = 8 << 20

// crashText says in plain words why a module stopped.
func crashText(said string) string {
	switch {
	case strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory"):
		return "expected a program that gets along with the memory of a run, found one that needs more"
	case strings.Contains(said, "stack overflow") || strings.Contains(said, "stack exceeds"):
		return "expected calls and lists nested less deeply, found more than the stack can hold"
	}
	return fmt.Sprint("the WebAssembly module stopped: ", said)
}
