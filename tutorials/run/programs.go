package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"unbox/wasm/vet"
	"unbox/workers"
	"unbox/workers/sandbox"
)

// order is a job of a worker that runs programs in other languages. If it has a Module,
// that is compiled and stays until the next one. Otherwise the program runs with Trace
// as its standard input.
type order struct {
	Module []byte
	Trace  []byte
	// Output is the maximum number of bytes that the program may write, in the
	// form in which they will be sent.
	Output int
	// Pages is its memory limit in pages of 64 KiB.
	Pages uint32
}

// programRole runs strangers' WASI programs, which wazero compiles to machine code in the
// worker's memory, after the worker has been sandboxed.
func programRole() workers.Role {
	return workers.Role{
		Name: "programs", Heap: 512 << 20,
		Limits: sandbox.Limits{Memory: programMemory, Addresses: 2 << 30, Files: 16},
		Prepare: func([]byte) (workers.Work, error) {
			w := new(programs)
			return workers.Work{Do: func(job []byte, _ func([]byte) error) ([]byte, error) {
				var o order
				if err := unpack(job, &o); err != nil {
					return nil, err
				}
				if o.Module != nil {
					return nil, w.compile(context.Background(), &o)
				}
				return w.pass(context.Background(), &o)
			}}, nil
		},
	}
}

// programMemory is the maximum number of bytes of data of a worker that compiles and
// runs a program, and programResident the maximum in memory before it is ended.
const (
	programMemory   = 768 << 20
	programResident = 640 << 20
)

// programs is the state of a worker that runs them.
type programs struct {
	runtime  wazero.Runtime
	program  wazero.CompiledModule
	memories memories
}

// compile compiles a program, if nothing in it asks for more than it may have.
func (w *programs) compile(ctx context.Context, o *order) error {
	refuse := func(err error) error {
		return &workers.Failure{Kind: kindModule, Message: "expected a WASI program, found bytes that cannot be compiled: " + err.Error()}
	}
	if w.runtime != nil {
		_ = w.runtime.Close(ctx) // only memory of this process
		w.runtime, w.program = nil, nil
	}
	module, err := vet.Module(o.Module, vet.Limits{MemoryPages: o.Pages})
	if err != nil {
		return refuse(err)
	}
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(o.Pages).WithCoreFeatures(api.CoreFeaturesV2).WithDebugInfoEnabled(false)
	w.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, w.runtime); err != nil {
		return err
	}
	program, err := w.runtime.CompileModule(experimental.WithCompilationWorkers(ctx, 2), module)
	if err == nil && program.ExportedFunctions()["_start"] == nil {
		err = errors.New("expected a module that exports `_start`")
	}
	if err != nil {
		return refuse(err)
	}
	w.program = program
	return nil
}

// pass runs the program without files, network and environment, with a clock and
// random numbers that are always the same.
func (w *programs) pass(ctx context.Context, o *order) ([]byte, error) {
	if w.program == nil {
		return nil, &workers.Failure{Kind: kindAbsent, Message: "expected a program that was compiled, found none"}
	}
	out, said := &limited{most: o.Output}, &limited{most: 2 << 10, cut: true}
	config := wazero.NewModuleConfig().WithName("").WithArgs("pass").
		WithStdin(bytes.NewReader(o.Trace)).WithStdout(out).WithStderr(said)
	module, err := w.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, &w.memories), w.program, config)
	if module != nil {
		defer module.Close(ctx)
	} else {
		w.memories.freeAll()
	}
	if out.full || out.size() > o.Output {
		return nil, &workers.Failure{Kind: kindOutput, Message: fmt.Sprintf("expected at most %d bytes on standard output, as JSON has them, found more", o.Output)}
	}
	return passed(out, said.text.String(), err)
}

// passed says how a WASI program ended. Languages report the end of memory in
// their own ways, mostly as an exit code with a long text.
func passed(out *limited, said string, err error) ([]byte, error) {
	var exit *sys.ExitError
	switch {
	case err == nil || errors.As(err, &exit) && exit.ExitCode() == 0:
		return out.text.Bytes(), nil
	case exit == nil || strings.Contains(said, "out of memory"):
		return nil, &workers.Failure{Kind: kindCrash, Message: crashText(said + err.Error())}
	}
	return nil, &workers.Failure{Kind: kindExit, Message: strings.TrimSpace(fmt.Sprintf("the program ended with exit code %d: %s", exit.ExitCode(), said))}
}
