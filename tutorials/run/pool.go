package run

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"time"

	"unbox/tutorials/learn"
	"unbox/wasm/api"
	"unbox/workers/queue"
)

// Options say what runs may use. The zero value is ready for use.
type Options struct {
	// CacheDir is a folder in which compiled code is kept, so that the next start takes a
	// quarter of a second. Whoever can write there decides what code runs.
	// Empty means a folder of the pool's own, which Close removes.
	CacheDir string
	// Workers is how many quick runs there are at once; 0 means one for each
	// processor. Each is a process.
	Workers int
	// SlowWorkers is how many runs that need more than QuickSteps go on beside
	// them, with the lowest priority; 0 means as many as Workers.
	SlowWorkers int
	// QuickSteps is how much work a run may do in the quick lane, in the steps of
	// learn.Limits; 0 means 60,000, some 5 times what a step's tests need.
	QuickSteps int
	// QuickDeadline is how long a run may compute in the quick lane; 0 means 400 ms.
	// Where the system does not tell how long a process computes, Deadline counts.
	QuickDeadline time.Duration
	// Deadline is when a run is over by the clock, counted from when its worker
	// began; 0 means 2.5 s.
	Deadline time.Duration
	// CompileDeadline is how long compiling a WASI program may take; 0 means 10 s.
	CompileDeadline time.Duration
	// MemoryPages bounds the memory of a run, in pages of 64 KiB; 0 means 4096,
	// which is 256 MiB.
	MemoryPages uint32
	// MaxQueue is how many runs may wait, MaxQueuePerClient how many of one
	// client; 0 means 500 and 16.
	MaxQueue, MaxQueuePerClient int
	// MaxOutput is how many bytes a WASI program may write; 0 means 8 MiB.
	MaxOutput int
}

func (o Options) withDefaults() Options {
	number := func(n *int, normal int) {
		if *n <= 0 {
			*n = normal
		}
	}
	duration := func(d *time.Duration, normal time.Duration) {
		if *d <= 0 {
			*d = normal
		}
	}
	number(&o.Workers, runtime.GOMAXPROCS(0))
	number(&o.SlowWorkers, o.Workers)
	number(&o.QuickSteps, 60_000)
	number(&o.MaxQueue, 500)
	number(&o.MaxQueuePerClient, 16)
	number(&o.MaxOutput, 8<<20)
	duration(&o.QuickDeadline, 400*time.Millisecond)
	duration(&o.Deadline, 2500*time.Millisecond)
	duration(&o.CompileDeadline, 10*time.Second)
	if o.MemoryPages == 0 {
		o.MemoryPages = 4096
	}
	return o
}

// ErrBusy tells that too many runs wait already.
var ErrBusy = errors.New("expected a free place in the queue, found it full; try again in a moment")

// ErrClosed is returned by runs after Close.
var ErrClosed = errors.New("the lesson runner is closed")

// An Error tells why a run has no result, in words for the learner.
type Error struct {
	// Kind is "time", "crash", "exit", "module" or "output".
	Kind string
	// Text says it in words.
	Text string
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// Pool runs lessons in worker processes. It can be used from many goroutines at
// once. A program that makes one must call [WorkerMain] first of all.
type Pool struct {
	options     Options
	quick, slow *lane
	first       *compilation
	// ownDir is removed at the end, "" for none.
	ownDir string
}

// New makes a pool for the bytes of wasm/module. It starts no worker: [Pool.Warm]
// does, or the first run.
//
// Errors: a folder that cannot be made.
func New(wasm []byte, o Options) (*Pool, error) {
	p := &Pool{options: o.withDefaults()}
	o = p.options
	dir := o.CacheDir
	if dir == "" {
		own, err := ownFolder(os.TempDir())
		if err != nil {
			return nil, err
		}
		dir, p.ownDir = own, own
	}
	first := &hello{Wasm: wasm, CacheDir: dir, MemoryPages: o.MemoryPages}
	limits := queue.Limits{PerSeat: o.MaxQueuePerClient, PerBlock: o.MaxQueue / 2, Total: o.MaxQueue}
	p.quick = newLane(first, o.Workers, limits, false)
	p.slow = newLane(first, o.SlowWorkers, limits, true)
	p.first = newCompilation(first, limits)
	return p, nil
}

// Warm starts all workers.
func (p *Pool) Warm(ctx context.Context) error {
	if err := p.compiled(ctx); err != nil {
		return err
	}
	if err := p.quick.warm(ctx); err != nil {
		return err
	}
	return p.slow.warm(ctx)
}

// Close ends all workers, also those that run.
func (p *Pool) Close() error {
	p.quick.close()
	p.slow.close()
	p.first.close()
	if p.ownDir != "" {
		return os.RemoveAll(p.ownDir)
	}
	return nil
}

// compiled waits until there is compiled code.
func (p *Pool) compiled(ctx context.Context) error {
	p.first.start(p.slow)
	return p.first.wait(ctx)
}

// Stats are for metrics: how many runs wait in the two lanes.
func (p *Pool) Stats() (quick, slow int) {
	return p.quick.queue.Waiting(), p.slow.queue.Waiting()
}

// Lesson runs a request of the function `lesson`: JSON in, JSON out, as
// unbox/wasm/api defines them. client tells whose turn it is: runs of different
// clients take queue.
//
// A run begins in the quick lane with a part of its steps. One that needs more is
// run again from its beginning in the slow lane, with all of them, so that the
// answer is the one that every other place gives. Where the slow lane cannot take
// it in time, the first answer counts: it says after how many steps the program
// was stopped. A program that the clock has to stop gets a response that says so.
//
// As long as the module is not compiled, it is interpreted, with all steps at once.
//
// Errors: the context's, ErrBusy, ErrClosed, or a worker that cannot be started.
func (p *Pool) Lesson(ctx context.Context, client queue.Client, request []byte) ([]byte, error) {
	p.first.start(p.slow)
	if body, ok, err := p.first.run(ctx, client, p.lesson(request)); ok || err != nil {
		return body, err
	}
	start := time.Now()
	quick, whole := p.quickRequest(request)
	first, err := p.quick.do(ctx, client, patience{p.options.QuickDeadline, p.options.Deadline}, p.lesson(quick))
	if err == nil && (whole || !usedUp(first)) {
		return first, nil
	}
	var stopped *Error
	if err != nil && (!errors.As(err, &stopped) || stopped.Kind != kindTime) {
		return p.answer(nil, err)
	}
	left := p.options.Deadline - time.Since(start)/2
	wait, cancel := context.WithTimeout(ctx, max(left, p.options.Deadline/4))
	defer cancel()
	second, err := p.slow.do(wait, client, p.patient(max(left, p.options.Deadline/4)), p.lesson(request))
	tired := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil || errors.Is(err, ErrBusy)
	switch {
	case tired && first != nil:
		return first, nil
	case tired:
		return p.answer(nil, stopped)
	}
	return p.answer(second, err)
}

// patient is the patience with a run that has the clock to itself.
func (p *Pool) patient(clock time.Duration) patience { return patience{clock, clock} }

func (p *Pool) lesson(request []byte) timed {
	return timed{order: &order{Function: "lesson", Body: request}}
}

// quickRequest returns the request with the steps of the quick lane. whole tells that
// it is the whole request: it asks for no more, or cannot be read.
func (p *Pool) quickRequest(request []byte) (quick []byte, whole bool) {
	var q api.LessonRequest
	if err := json.Unmarshal(request, &q); err != nil {
		return request, true // the module says what is wrong with it
	}
	normal, most := learn.DefaultLimits(), p.options.QuickSteps
	lower := func(n *int, usual uint64) bool {
		asked := *n
		if asked <= 0 {
			asked = int(usual)
		}
		*n = min(asked, most)
		return asked > most
	}
	less := lower(&q.Limits.Steps, normal.Steps)
	if !lower(&q.Limits.TotalSteps, normal.TotalSteps) && !less {
		return request, true
	}
	quick, err := json.Marshal(&q)
	if err != nil {
		return request, true
	}
	return quick, false
}

// usedUp tells whether a response is about a program that ran out of steps.
func usedUp(response []byte) bool {
	return bytes.Contains(response, []byte(`"limit":"steps"`)) || bytes.Contains(response, []byte(learn.NotRun))
}

// answer makes a response of an error about the program.
func (p *Pool) answer(body []byte, err error) ([]byte, error) {
	var stopped *Error
	if !errors.As(err, &stopped) {
		return body, err
	}
	return json.Marshal(&api.LessonResponse{
		Version: 3, Status: "error", Message: stopped.Text, Tests: []api.LessonTest{},
		Problems: []api.LessonProblem{{Message: stopped.Text, Limit: stopped.Kind, Stack: []api.LessonFrame{}}},
	})
}

// Call runs any function of the module's table in the quick lane. A run that was
// stopped is an *Error here.
func (p *Pool) Call(ctx context.Context, client queue.Client, function string, request []byte) ([]byte, error) {
	if err := p.compiled(ctx); err != nil {
		return nil, err
	}
	return p.quick.do(ctx, client, p.patient(p.options.Deadline), timed{order: &order{Function: function, Body: request}})
}

// WASIPass runs a WASI program as a pass: the trace is its standard input, and what
// it writes to its standard output is the result. It finds no files, no network and
// no environment; its clock stands still and its random numbers are always the
// same, so that the same program gives the same trace. It runs in the slow lane.
//
// Errors: as those of Lesson, or an *Error that says what the program did wrong.
func (p *Pool) WASIPass(ctx context.Context, client queue.Client, wasm []byte, trace string) (string, error) {
	if len(wasm) == 0 {
		return "", &Error{kindModule, "expected a WASI program, found nothing"}
	}
	if err := p.compiled(ctx); err != nil {
		return "", err
	}
	sum := sha256.Sum256(wasm)
	program := string(sum[:])
	body, err := p.slow.do(ctx, client, p.patient(p.options.Deadline),
		timed{order: &order{Module: wasm}, limit: p.patient(p.options.CompileDeadline), program: program},
		timed{order: &order{Body: []byte(trace), Output: p.options.MaxOutput}, program: program})
	return string(body), err
}

// Answers makes of a WASI program a pass for the tests of a step: what the program does
// wrong with a trace is its answer to that trace. Bytes that are no program and programs
// that do not end stay errors, or each trace would cost as much time again; so does what is
// not the program's fault.
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
