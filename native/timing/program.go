package timing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"time"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/syntax"
	"unbox/lang/vm"
	"unbox/native/measure"
	"unbox/optimizer"
)

// ProgramJob says which program in Unbox's Python to measure, and how its traces are made.
type ProgramJob struct {
	// Text is the program.
	Text string `json:"text"`
	// Threshold is after how many iterations a loop is recorded; 0 means 1,000.
	Threshold int `json:"threshold,omitempty"`
	// NoBridges leaves a trace to the interpreter at each guard that fails.
	NoBridges bool `json:"noBridges,omitempty"`
	// Passes are the names of those that optimize traces; nil means those of the page, an empty list none.
	Passes []string `json:"passes"`
}

// ProgramReport is what was measured of a program.
type ProgramReport struct {
	Machine Machine `json:"machine"`
	// Measured is when, in seconds since 1970.
	Measured int64 `json:"measured"`
	// Ways are those in which the program ran, in turns.
	Ways []Way `json:"ways"`
	// Alone says why CPython and PyPy are not among them; "" if they are.
	Alone string `json:"alone,omitempty"`
}

// Names of ways to run a program.
const (
	WayInterpreter = "interpreter"
	WayTraces      = "traces"
	WayCPython     = "CPython"
	WayPyPy        = "PyPy"
)

// Way is one way to run a program. Times are milliseconds from reading the program to its end, without starting the process.
type Way struct {
	// Name is one of those above, Version that of CPython or PyPy, "" for ours.
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	// Summary is of all runs, Samples are their times in the order of rounds. There are none if Missing says why.
	measure.Summary
	Samples []float64 `json:"samples"`
	// Stopped says which limit ended the program, which would take longer; "" if it came to its end.
	Stopped string `json:"stopped,omitempty"`
	// Differs means that it did not print what the first way printed, to its end.
	Differs bool `json:"differs,omitempty"`
	// Missing says why there is no time.
	Missing string `json:"missing,omitempty"`
	// Printed is the SHA-256 of what it printed on standard output.
	Printed string `json:"printed,omitempty"`
}

// Bounds of a program that is measured. They are those of the page, but for time, and for memory: while objects are moved, a
// worker has them twice, and what a run of Go's heap took before stays with the process.
const (
	maxProgram    = 1 << 20
	programMemory = 128 << 20
	// programHeap is from how many bytes on Go collects as often as it must: parts of lists and texts that were copied are soon
	// garbage, and would otherwise wait until the worker has its whole share.
	programHeap      = 192 << 20
	programOutput    = 512 << 10
	programThreshold = 1000
	// programRounds is how many runs there are of each way.
	programRounds = 7
	// programSlice is after how many units of work the clock is looked at; an operation that needs more than programOperation
	// at once is not begun.
	programSlice     = 1 << 20
	programOperation = 1 << 24
)

// programTimes are how long one run may take, and how long it may take until no other round begins.
type programTimes struct{ run, rounds time.Duration }

// usualTimes are those of a server and of the command line.
var usualTimes = programTimes{run: 4 * time.Second, rounds: 6 * time.Second}

// compile reads the program.
//
// Errors: the text is too long, or no program of Unbox's Python; that error says where.
func (j *ProgramJob) compile() (*compile.Program, error) {
	if len(j.Text) > maxProgram {
		return nil, fmt.Errorf("expected a program of at most %d bytes, found %d", maxProgram, len(j.Text))
	}
	if j.Threshold < 0 {
		return nil, fmt.Errorf("expected a threshold from 1 on, found %d", j.Threshold)
	}
	compiled, err := compile.File(programName, j.Text)
	if wrong := new(syntax.Error); errors.As(err, &wrong) {
		return nil, fmt.Errorf("line %d: %s", lineAt(j.Text, wrong.From), wrong.Message)
	}
	return compiled, err
}

// programName is what a measured program is called in its tracebacks.
const programName = "program.py"

// options says how traces are made.
func (j *ProgramJob) options() (jit.Options, error) {
	how := jit.Options{Threshold: programThreshold, NoBridges: j.NoBridges, Unoptimized: j.Passes != nil && len(j.Passes) == 0}
	if j.Threshold > 0 {
		how.Threshold = uint64(j.Threshold)
	}
	if j.Passes == nil {
		loop, err := optimizer.PresetByName("loop")
		how.Passes = loop.Passes
		return how, err
	}
	var err error
	how.Passes, err = optimizer.ParsePasses(j.Passes)
	return how, err
}

// MeasureProgram runs a program with and without traces, in turns, and tells which round has begun. Each run is one from reading the program on,
// in a world of its own: warming up is part of it.
//
// Errors: a text that is no program of Unbox's Python, a pass that does not exist, no memory for machine code, or that of the context.
func MeasureProgram(ctx context.Context, h *Host, j *ProgramJob, tell func(Progress)) (*ProgramReport, error) {
	if _, err := j.compile(); err != nil {
		return nil, err
	}
	how, err := j.options()
	if err != nil {
		return nil, err
	}
	ways := []Way{{Name: WayInterpreter}, {Name: WayTraces}}
	begun := time.Now()
	for round := 1; round <= programRounds; round++ {
		for k := range ways {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if round > 1 && ways[k].Stopped != "" {
				continue // it would be stopped again
			}
			tell(Progress{Stage: string(measure.Sampling), Variant: ways[k].Name, Round: round})
			if err := ways[k].once(ctx, j, how, h.times.run); err != nil {
				return nil, err
			}
		}
		if time.Since(begun) > h.times.rounds {
			break
		}
	}
	for k := range ways {
		ways[k].Summary = measure.Summarize(ways[k].Samples)
	}
	compareWays(ways)
	return &ProgramReport{Machine: h.Machine(), Measured: time.Now().Unix(), Ways: ways}, nil
}

// compareWays notes which ways have not printed what the first one printed. One that was stopped has not printed all.
func compareWays(ways []Way) {
	for k := range ways {
		first := &ways[0]
		ways[k].Differs = first.Stopped+ways[k].Stopped == "" && ways[k].Printed != "" && ways[k].Printed != first.Printed
	}
}

// once runs the program once more, until the limit at most.
func (w *Way) once(ctx context.Context, j *ProgramJob, how jit.Options, limit time.Duration) error {
	runtime.GC() // what the run before left is not this one's to collect
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(programHeap))
	r := &programRunning{ctx: ctx, begun: time.Now(), limit: limit}
	printed := sha256.New()
	o := vm.Options{Out: printed, Err: io.Discard, Fuel: programSlice, More: r.more, Memory: programMemory, Output: programOutput, Clock: seconds, Seed: 1}
	// The region of the interpreter alone is given back after the run, too: as a part of Go's heap it would stay the process's.
	engine, err := jit.NewNative()
	if err != nil {
		return err
	}
	defer engine.Close()
	o.Region = engine.Region()
	var loops *jit.JIT
	if w.Name == WayTraces {
		how.Engine = engine
		loops = jit.New(how)
		o.Tracer = loops
	}
	compiled, err := j.compile()
	if err != nil {
		return err
	}
	machine := vm.New(compiled, o)
	if loops != nil {
		loops.Start(machine)
	}
	outcome := machine.Run()
	w.Samples = append(w.Samples, float64(time.Since(r.begun))/float64(time.Millisecond))
	if r.late {
		w.Stopped = fmt.Sprintf("it was stopped after %v", limit)
	} else if outcome.Stopped != nil {
		w.Stopped = outcome.Stopped.Error()
	}
	w.Printed = hex.EncodeToString(printed.Sum(nil))
	return ctx.Err()
}

// programRunning is one run of a program that is measured.
type programRunning struct {
	ctx   context.Context
	begun time.Time
	limit time.Duration
	late  bool
}

// more gives a program the next slice of work, unless its time is over.
func (r *programRunning) more(needed int64) int64 {
	if r.late || r.ctx.Err() != nil || time.Since(r.begun) > r.limit {
		r.late = true
		return 0
	}
	if needed > programOperation {
		return 0
	}
	return max(needed, programSlice)
}

// seconds is the clock of the module time.
func seconds() float64 { return float64(time.Now().UnixNano()) / 1e9 }
