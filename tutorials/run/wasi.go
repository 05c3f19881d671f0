package run

import (
	"context"
	"errors"
	"fmt"

	"unbox/tutorials/learn"
	"unbox/workers"
	"unbox/workers/queue"
)

// Program is a program in another language that has a worker. It must be used by one
// goroutine.
type Program interface {
	// Pass writes a trace to the program's standard input and returns what it writes
	// to its standard output.
	Pass(ctx context.Context, trace string) (string, error)
	// Close releases the worker.
	Close()
}

// WASI waits for a worker and compiles a WASI program in it. The program finds no files, no network
// and no environment; its clock stands still and its random numbers are always the
// same, so that the same program gives the same trace. The worker has run, and will run, programs
// of this client only.
//
// Errors: the context's, those of package queue, ErrClosed, or an *Error that says what is wrong
// with the program.
func (p *Pool) WASI(ctx context.Context, client queue.Client, wasm []byte) (Program, error) {
	if len(wasm) == 0 {
		return nil, &Error{kindModule, "expected a WASI program, found nothing"}
	}
	g := &wasiProgram{pool: p, client: client, wasm: wasm}
	if err := g.begin(ctx); err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

// wasiProgram is a Program.
type wasiProgram struct {
	pool   *Pool
	client queue.Client
	// turn is nil if there is none.
	turn *workers.Turn
	wasm []byte
}

// begin gets a worker that has compiled the program, in a new turn if the machine of the previous
// one was lost.
func (g *wasiProgram) begin(ctx context.Context) (err error) {
	for {
		g.Close()
		if g.turn, err = g.pool.programs.Turn(ctx, g.client, nil); err != nil {
			return told(err, 0)
		}
		if err = g.compile(ctx); !errors.Is(err, workers.ErrLost) {
			return err
		}
	}
}

// Close releases the worker.
func (g *wasiProgram) Close() {
	if g.turn != nil {
		g.turn.End()
		g.turn = nil
	}
}

// compile makes the worker compile the program.
func (g *wasiProgram) compile(ctx context.Context) error {
	_, err := g.do(ctx, order{Module: g.wasm, Pages: g.pool.options.MemoryPages}, true)
	var slow *Error
	if errors.As(err, &slow) && slow.Kind == kindTime {
		slow.Text = fmt.Sprintf("expected a program that is compiled after at most %v, found one that takes longer", g.pool.options.CompileDeadline)
	}
	return err
}

// Pass runs the program on a trace. A worker that was killed from outside is replaced once.
//
// Errors: the context's, ErrClosed, or an *Error that says what the program did wrong.
func (g *wasiProgram) Pass(ctx context.Context, trace string) (string, error) {
	run := order{Trace: []byte(trace), Output: g.pool.options.MaxOutput}
	text, err := g.do(ctx, run, false)
	for errors.Is(err, workers.ErrLost) {
		if err := g.begin(ctx); err != nil {
			return "", err
		}
		text, err = g.do(ctx, run, false)
	}
	var death *workers.Death
	var absent *Error
	if errors.As(err, &death) || errors.As(err, &absent) && absent.Kind == kindAbsent {
		failed := g.compile(ctx)
		if errors.Is(failed, workers.ErrLost) {
			failed = g.begin(ctx)
		}
		if failed != nil {
			return "", failed
		}
		text, err = g.do(ctx, run, false)
	}
	if errors.As(err, &death) {
		err = &Error{kindMemory, "expected a program that gets along with the memory of a run, found that its process ended"}
	}
	return string(text), err
}

func (g *wasiProgram) do(ctx context.Context, o order, again bool) ([]byte, error) {
	clock := g.pool.options.Deadline
	if o.Module != nil {
		clock = g.pool.options.CompileDeadline
	}
	text, err := g.turn.Do(ctx, workers.Job{Contents: pack(o), Clock: clock, Computing: clock, Again: again})
	var death *workers.Death
	if o.Module != nil && errors.As(err, &death) {
		return nil, &Error{kindModule, "expected a program that can be compiled with the memory of a worker, found one that needs more"}
	}
	return text, told(err, clock)
}

// Answers turns a WASI program into a pass for the tests of a step: an error of the program
// on a trace becomes its answer to that trace. Bytes that are not a program and programs
// that do not end remain errors, or each trace would take the same time again; so do errors
// that are not the program's fault.
func Answers(pass func(trace string) (string, error)) func(trace string) (learn.Answer, error) {
	return func(trace string) (learn.Answer, error) {
		after, err := pass(trace)
		var wrong *Error
		if errors.As(err, &wrong) && wrong.Kind != kindModule && wrong.Kind != kindTime {
			return learn.Answer{Before: trace, Error: wrong.Text}, nil
		}
		return learn.Answer{Before: trace, After: after}, err
	}
}
