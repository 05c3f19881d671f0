// Package host runs the WebAssembly module of Unbox on the server, in wazero:
// the same bytes that browsers load, so an answer computed here is the answer
// of the learner's own browser.
//
// The module gets no file system, no environment but its version, and a clock
// and a source of random numbers that are always the same. Its resources are
// limited: memory by a limit of the runtime, time by the limits of the functions
// themselves (the optimizer is linear in a request of limited size, a run has a
// number of steps), and the number of calls at once by the instances there are.
//
// Cancelling a context makes Call return at once. Stopping the work as well has a
// price: wazero can only stop running code if it compiles a check into every
// loop; measured on a module of this size, code with those checks took 4.6 times
// as long. So by default the work continues to its end in the background, where
// it still counts as a call in progress. Options.Interruptible pays for stopping
// it, for functions that run users' code.
package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"unbox/wasm/codegen/browser"
)

// Options bound what the module may use. The zero value is ready for use.
type Options struct {
	// CacheDir is a folder in which compiled code is kept, so that the next
	// start takes 0.05 s instead of 1 s. Empty keeps nothing. Whoever can write
	// there decides what code runs.
	CacheDir string
	// MemoryLimitPages is the most memory that one instance may have, in pages
	// of 64 KiB; 0 means 8192, which is 512 MiB.
	MemoryLimitPages uint32
	// Instances is how many calls can run at once; 0 means one for each
	// processor. Further calls wait.
	Instances int
	// KeepPages is how large an instance's memory may have grown, in pages, for
	// it to be used again; WebAssembly memory never shrinks. 0 means 2048, which
	// is 128 MiB.
	KeepPages uint32
	// Interruptible compiles checks into the code that let a cancelled context
	// stop a call. See the package's documentation for the price.
	Interruptible bool
	// Version is what the module gives as its version; empty means "dev".
	Version string
}

func (o Options) withDefaults() Options {
	if o.MemoryLimitPages == 0 {
		o.MemoryLimitPages = 8192
	}
	if o.Instances <= 0 {
		o.Instances = runtime.GOMAXPROCS(0)
	}
	if o.KeepPages == 0 {
		o.KeepPages = 2048
	}
	return o
}

// ErrClosed is returned by calls after Close.
var ErrClosed = errors.New("the WebAssembly host is closed")

// A CrashError means that the module stopped in the middle of a call: it ran out
// of memory, or there is a bug in it. The instance is thrown away; the next call
// gets a new one.
type CrashError struct {
	// Function is what was called.
	Function string
	// Said is the end of what the module wrote to its standard error.
	Said string
	// Err is what wazero says.
	Err error
}

// Error returns what was called and why it stopped.
func (e *CrashError) Error() string {
	return fmt.Sprintf("the WebAssembly module stopped during `%s`: %v\n%s", e.Function, e.Err, e.Said)
}

// Unwrap returns what wazero says.
func (e *CrashError) Unwrap() error { return e.Err }

// Host holds the compiled module and its instances. It can be used from many
// goroutines at once.
type Host struct {
	options Options
	cache   wazero.CompilationCache
	runtime wazero.Runtime
	module  wazero.CompiledModule
	// slots has a place for every call at once. A slot holds an idle instance,
	// or nil where one has to be made first.
	slots  chan *instance
	closed chan struct{}
}

// New compiles the module. It takes about 1 s, or 0.05 s if CacheDir has the
// result. The context is for the compilation only.
//
// Errors: bytes that are no module, a module without the exports of
// unbox/wasm/module, a CacheDir that cannot be used.
func New(ctx context.Context, wasm []byte, o Options) (*Host, error) {
	h := &Host{options: o.withDefaults(), closed: make(chan struct{})}
	config := wazero.NewRuntimeConfig().
		WithMemoryLimitPages(h.options.MemoryLimitPages).
		WithCloseOnContextDone(h.options.Interruptible)
	if o.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(o.CacheDir)
		if err != nil {
			return nil, fmt.Errorf("the folder for compiled WebAssembly: %w", err)
		}
		h.cache = cache
		config = config.WithCompilationCache(cache)
	}
	h.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := h.compile(ctx, wasm); err != nil {
		return nil, errors.Join(err, h.release(ctx))
	}
	h.slots = make(chan *instance, h.options.Instances)
	for range h.options.Instances {
		h.slots <- nil
	}
	return h, nil
}

func (h *Host) compile(ctx context.Context, wasm []byte) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, h.runtime); err != nil {
		return err
	}
	if err := browser.None(ctx, h.runtime); err != nil {
		return err
	}
	module, err := h.runtime.CompileModule(ctx, wasm)
	if err != nil {
		return fmt.Errorf("compiling the WebAssembly module: %w", err)
	}
	h.module = module
	exported := module.ExportedFunctions()
	for _, name := range []string{"_initialize", "alloc", "free", "call"} {
		if exported[name] == nil {
			return fmt.Errorf("expected a module that exports `%s`, found one that does not", name)
		}
	}
	return nil
}

// Call calls a function of the table of unbox/wasm/api with a JSON request and
// returns the JSON response. A request that cannot be used gets a response that
// says so, not an error.
//
// Errors: the context's own when it ends first, ErrClosed, or a *CrashError.
func (h *Host) Call(ctx context.Context, name string, request []byte) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var idle *instance
	select {
	case idle = <-h.slots:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-h.closed:
		return nil, ErrClosed
	}
	done := make(chan answer, 1)
	go func() {
		instance, got := h.callIn(ctx, idle, name, request)
		h.slots <- instance
		done <- got
	}()
	select {
	case got := <-done:
		return got.response, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type answer struct {
	response []byte
	err      error
}

// callIn calls in an idle instance or, if there is none, in a new one. It
// returns the instance if it can be used again, else nil.
func (h *Host) callIn(ctx context.Context, in *instance, name string, request []byte) (*instance, answer) {
	if !h.options.Interruptible {
		ctx = context.WithoutCancel(ctx)
	}
	if in == nil {
		var err error
		if in, err = h.instantiate(ctx); err != nil {
			return nil, answer{err: cmp.Or(ctx.Err(), err)}
		}
	}
	response, err := in.call(ctx, name, request)
	if err != nil {
		crash := &CrashError{Function: name, Said: in.said.String(), Err: errors.Join(err, in.close())}
		if ctx.Err() != nil {
			return nil, answer{err: ctx.Err()}
		}
		return nil, answer{err: crash}
	}
	if in.pages() > h.options.KeepPages {
		// A failure to let go of one instance is none of this call's business.
		_ = in.close()
		in = nil
	}
	return in, answer{response: response}
}

// Close waits for running calls and gives everything back. It must be called
// only once; calls after it return ErrClosed.
func (h *Host) Close(ctx context.Context) error {
	close(h.closed)
	for range h.options.Instances {
		select {
		case <-h.slots:
		case <-ctx.Done():
			return errors.Join(ctx.Err(), h.release(context.WithoutCancel(ctx)))
		}
	}
	return h.release(ctx)
}

func (h *Host) release(ctx context.Context) error {
	err := h.runtime.Close(ctx)
	if h.cache != nil {
		err = errors.Join(err, h.cache.Close(ctx))
	}
	return err
}
