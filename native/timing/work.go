package timing

import (
	"context"
	"fmt"
	"time"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/native/measure"
	"unbox/trace"
)

// objects bounds what is live in a measured run.
var objects = heap.Limits{Objects: 1 << 22, Slots: 1 << 24}

// maxSteps means no bound: a sample ends after its number of iterations.
const maxSteps = 1 << 50

// generated is a trace that an engine compiled, as work to measure.
type generated struct {
	driver *backend.Driver
	code   backend.Code
	in     *interp.Inputs
	ctx    context.Context
	// imagined means that the interpreter makes up what calls of the trace do.
	imagined bool
	// compile is the time of planning and code generation.
	compile time.Duration
}

// generate compiles a trace.
func generate(ctx context.Context, e backend.Engine, t *trace.Trace, in *interp.Inputs, imagined bool) (*generated, error) {
	start := time.Now()
	program, err := backend.Plan(t, backend.Options{})
	if err != nil {
		return nil, err
	}
	code, err := e.Compile(program)
	if err != nil {
		return nil, err
	}
	return &generated{backend.NewDriver(program, code), code, in, ctx, imagined, time.Since(start)}, nil
}

// once runs up to a number of iterations and returns the outcome.
func (g *generated) once(iterations int64) (*interp.Outcome, time.Duration, error) {
	var spent time.Duration
	out, err := g.driver.Run(g.in, backend.RunOptions{
		RunOptions:    interp.RunOptions{Jumps: int(iterations), Steps: maxSteps, Heap: objects, Imagined: g.imagined},
		Arena:         arena.Options{},
		CollectFreely: true,
		Cancelled:     func() bool { return g.ctx.Err() != nil },
		Enter: func(code func() error) error {
			start := time.Now()
			err := code()
			spent = time.Since(start)
			return err
		},
	})
	return out, spent, err
}

// Run implements measure.Work. A loop that ends by itself runs again from its inputs;
// setting them up does not count.
func (g *generated) Run(iterations int64) (measure.Count, error) {
	var total measure.Count
	for total.Iterations < iterations {
		out, spent, err := g.once(iterations - total.Iterations)
		if err != nil {
			return total, err
		}
		stats := g.driver.Stats()
		total.Time += spent
		total.Iterations += ranThrough(out)
		total.Allocations += int64(stats.Allocations)
		total.Collections += int64(stats.Collections)
		if spent == 0 {
			total.Time += time.Nanosecond
		}
	}
	return total, nil
}

// ranThrough returns how often the loop's body ran: once for each jump, and at
// least once, because a run that leaves in the first iteration counts as well.
func ranThrough(out *interp.Outcome) int64 { return int64(max(out.Jumps, 1)) }

// interpreted is a trace in the interpreter.
type interpreted struct {
	interp interp.Interp
	trace  *trace.Trace
	in     *interp.Inputs
	// imagined is as for generated.
	imagined bool
}

// Run implements measure.Work. The time includes setting up the inputs.
func (i *interpreted) Run(iterations int64) (measure.Count, error) {
	var total measure.Count
	for total.Iterations < iterations {
		out := i.once(iterations - total.Iterations)
		if !out.Defined() && (out.Exit != interp.ExitExhausted || out.Jumps == 0) {
			return total, fmt.Errorf("expected a run with a meaning, found that %s", out.Detail(trace.NewNamer(i.trace, "")))
		}
		total.Iterations += ranThrough(out)
		total.Allocations += int64(out.Allocations)
	}
	return total, nil
}

func (i *interpreted) once(iterations int64) *interp.Outcome {
	return i.interp.Run(i.trace, i.in, interp.RunOptions{Jumps: int(min(iterations, interpretedIterations)), Steps: maxSteps, Heap: objects, Imagined: i.imagined})
}

// interpretedIterations bounds one run of the interpreter, whose heap never shrinks.
const interpretedIterations = 20_000
