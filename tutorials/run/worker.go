package run

import (
	"bufio"
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// workerVariable in the environment makes a program a worker.
const workerVariable = "UNBOX_LESSON_WORKER"

// WorkerMain must be called at the beginning of main by every program that makes a
// [Pool], before flags are read. If the program was started as a worker, it does
// the work and never returns.
func WorkerMain() {
	if os.Getenv(workerVariable) == "" {
		return
	}
	if err := serve(os.Stdin, os.Stdout); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// worker is the state of a worker process.
type worker struct {
	maker *maker
	// ready is an instance that nobody has used, made while nobody waits.
	ready *instance
	// foreign runs WASI programs; program is the last one.
	foreign wazero.Runtime
	program wazero.CompiledModule
	pages   uint32
}

// serve answers orders until the input ends.
func serve(in io.Reader, out io.Writer) error {
	decoder, buffered := gob.NewDecoder(bufio.NewReader(in)), bufio.NewWriter(out)
	encoder := gob.NewEncoder(buffered)
	answer := func(r report) error {
		if err := encoder.Encode(r); err != nil {
			return err
		}
		return buffered.Flush()
	}
	var first hello
	if err := decoder.Decode(&first); err != nil {
		return err
	}
	w := &worker{pages: first.MemoryPages}
	ctx := context.Background()
	if err := w.start(ctx, &first); err != nil {
		return answer(report{Err: err.Error(), Kind: kindStart})
	}
	if err := answer(report{}); err != nil {
		return err
	}
	for {
		var o order
		if err := decoder.Decode(&o); err != nil {
			return err
		}
		if err := answer(w.run(ctx, &o)); err != nil {
			return err
		}
		if err := w.prepare(ctx); err != nil {
			return err
		}
	}
}

func (w *worker) start(ctx context.Context, first *hello) error {
	// What instances allocate is dropped whole: collecting rarely is enough.
	debug.SetGCPercent(400)
	cache, err := wazero.NewCompilationCacheWithDir(first.CacheDir)
	if err != nil {
		return fmt.Errorf("the folder for compiled WebAssembly: %w", err)
	}
	config := wazero.NewRuntimeConfig()
	if first.Interpreted {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	config = config.WithMemoryLimitPages(first.MemoryPages).WithCompilationCache(cache)
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return err
	}
	if w.maker, err = newMaker(ctx, runtime, first.Wasm); err != nil {
		return err
	}
	return w.prepare(ctx)
}

// prepare makes the next instance.
func (w *worker) prepare(ctx context.Context) (err error) {
	if w.ready == nil {
		w.ready, err = w.maker.next(ctx)
	}
	return err
}

func (w *worker) run(ctx context.Context, o *order) report {
	switch {
	case o.Module != nil:
		if err := w.compile(ctx, o.Module); err != nil {
			return report{Err: "expected a WASI program, found bytes that cannot be compiled: " + err.Error(), Kind: kindModule}
		}
		return report{}
	case o.Function == "":
		return w.pass(ctx, o)
	}
	in := w.ready
	w.ready = nil
	defer in.module.Close(ctx)
	body, err := in.call(ctx, o.Function, o.Body)
	if err != nil {
		return report{Err: crashText(in.said.text.String() + err.Error()), Kind: kindCrash}
	}
	return report{Body: body}
}

// crashText says in plain words why a module stopped.
func crashText(said string) string {
	switch {
	case strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory"):
		return "expected a program that gets along with the memory of a run, found one that needs more"
	case strings.Contains(said, "stack overflow") || strings.Contains(said, "stack exceeds"):
		return "expected calls and lists nested less deeply, found more than the stack can hold"
	}
	return "the WebAssembly module stopped: " + said
}

// pass runs a WASI program: no files, no network, no environment, a clock and random
// numbers that are always the same.
func (w *worker) pass(ctx context.Context, o *order) report {
	if w.foreign == nil {
		return report{Err: "expected a WASI program, found none", Kind: kindModule}
	}
	out, said := &limited{most: o.Output}, &limited{most: 2 << 10, cut: true}
	config := wazero.NewModuleConfig().WithName("").WithArgs("pass").
		WithStdin(bytes.NewReader(o.Body)).WithStdout(out).WithStderr(said)
	module, err := w.foreign.InstantiateModule(ctx, w.program, config)
	if module != nil {
		defer module.Close(ctx)
	}
	if out.full {
		return report{Err: fmt.Sprintf("expected at most %d bytes on standard output, found more", o.Output), Kind: kindOutput}
	}
	return passReport(out, said.text.String(), err)
}

// passReport tells how a WASI program ended. Languages report the end of memory in
// their own ways, mostly as an exit code with a long text.
func passReport(out *limited, said string, err error) report {
	var exit *sys.ExitError
	switch {
	case err == nil || errors.As(err, &exit) && exit.ExitCode() == 0:
		return report{Body: out.text.Bytes()}
	case exit == nil || strings.Contains(said, "out of memory"):
		return report{Err: crashText(said + err.Error()), Kind: kindCrash}
	}
	return report{Err: strings.TrimSpace(fmt.Sprintf("the program ended with exit code %d: %s", exit.ExitCode(), said)), Kind: kindExit}
}

// compile compiles a WASI program, which stays until the next one. Programs are not
// kept on disk: anybody can bring any number of them.
func (w *worker) compile(ctx context.Context, module []byte) error {
	if w.foreign != nil {
		if err := w.foreign.Close(ctx); err != nil {
			return err
		}
		w.foreign = nil
	}
	foreign := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(w.pages))
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, foreign); err != nil {
		return errors.Join(err, foreign.Close(ctx))
	}
	program, err := foreign.CompileModule(experimental.WithCompilationWorkers(ctx, 4), module)
	if err == nil && program.ExportedFunctions()["_start"] == nil {
		err = errors.New("expected a module that exports `_start`")
	}
	if err != nil {
		return errors.Join(err, foreign.Close(ctx))
	}
	w.foreign, w.program = foreign, program
	return nil
}

// limited keeps what is written to it, up to a number of bytes. Beyond that it ends
// the program that writes, or forgets the rest if cut is set.
type limited struct {
	most int
	cut  bool
	full bool
	text bytes.Buffer
}

// Write keeps p.
func (l *limited) Write(p []byte) (int, error) {
	if l.text.Len()+len(p) <= l.most {
		return l.text.Write(p)
	}
	if l.cut {
		l.text.Write(p[:l.most-l.text.Len()])
		return len(p), nil
	}
	l.full = true
	// Programs ignore failures to write. This is how a host function ends a program
	// in wazero: proc_exit does the same.
	panic(sys.NewExitError(1))
}
