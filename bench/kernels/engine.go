package main

import (
	"context"
	"time"

	"unbox/bench/kernels/suite"
	"unbox/heap"
	"unbox/interp"
	"unbox/native"
	"unbox/optimizer"
	"unbox/trace"
	codegenrun "unbox/wasm/codegen/run"
)

// engine runs traces.
type engine struct {
	// name is its name in tables.
	name string
	// slow divides the kernel's size; such an engine takes part in only a few
	// rounds.
	slow int64
	load func(t *trace.Trace) (runner, error)
}

// runner runs one trace again and again.
type runner interface {
	// run runs the trace from inputs, which it does not change, and says how long
	// the trace itself ran: without the time to put the inputs in place.
	run(in *interp.Inputs) (time.Duration, *interp.Outcome, error)
	close() error
}

// engines lists the engines that can run traces here; the first one is compared with
// other languages. Machine code is run in this process: it is ours, of our own
// traces, and runs for a thousandth of a second at a time.
func engines(ctx context.Context, slow bool) ([]engine, error) {
	var list []engine
	if native.Available() {
		list = append(list, engine{name: "native", load: newGenerated(native.NewEngine())})
	}
	wasm, err := codegenrun.New(ctx)
	if err != nil {
		return nil, err
	}
	list = append(list, engine{name: "WebAssembly in wazero", load: newGenerated(wasm)})
	if slow {
		list = append(list, engine{name: "interpreter", slow: 20, load: newInterpreter})
	}
	return list, nil
}

// interpreter is the engine that defines the meaning of a trace. Its times
// include placing the inputs.
type interpreter struct {
	interp interp.Interp
	trace  *trace.Trace
}

func newInterpreter(t *trace.Trace) (runner, error) { return &interpreter{trace: t}, nil }

func (i *interpreter) run(in *interp.Inputs) (time.Duration, *interp.Outcome, error) {
	start := time.Now()
	out := i.interp.Run(i.trace, in, interp.RunOptions{Jumps: 1 << 30, Steps: 1 << 40, Heap: heap.Limits{Objects: 1 << 22, Slots: 1 << 24}})
	return time.Since(start), out, nil
}

func (i *interpreter) close() error { return nil }

// form says which form of a trace is run.
type form struct {
	id, title string
	preset    string
}

const (
	idRecorded  = "recorded"
	idNoPeeling = "straight"
	idPeeled    = "peeled"
)

func forms() []form {
	return []form{
		{idRecorded, "recorded", "none"},
		{idNoPeeling, "no peeling", "straight"},
		{idPeeled, "peeled", "loop"},
	}
}

// traceRun is a form of a kernel's trace in an engine.
type traceRun struct {
	kernel *suite.Loaded
	runner runner
	inputs *interp.Inputs
	size   int64
}

func newTraceRun(l *suite.Loaded, e engine, f form) (*traceRun, error) {
	preset, err := optimizer.PresetByName(f.preset)
	if err != nil {
		return nil, err
	}
	r := &traceRun{kernel: l, size: l.Size / max(e.slow, 1)}
	if r.runner, err = e.load(optimizer.Optimize(l.Trace, preset.Passes).Out); err != nil {
		return nil, err
	}
	r.inputs, err = l.Inputs(r.size)
	return r, err
}

func (r *traceRun) sample() (sample, error) {
	spent, out, err := r.runner.run(r.inputs)
	if err != nil {
		return sample{}, err
	}
	digest, err := r.kernel.Digest(out)
	return sample{each: float64(spent.Nanoseconds()) / float64(r.size), digest: digest}, err
}

func (r *traceRun) sizeOf() int64 { return r.size }

func (r *traceRun) close() error { return r.runner.close() }
