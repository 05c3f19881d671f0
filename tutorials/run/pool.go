package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"runtime"
	"time"

	"unbox/tutorials/learn"
	"unbox/wasm/api"
	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// Options set the resources of runs. The zero value is ready for use.
type Options struct {
	// CacheDir is a folder in which compiled code is stored, so that the next start takes
	// a quarter of a second. Anyone who can write there can run code. Empty means the
	// pool's own temporary folder, which Close removes.
	CacheDir string
	// Workers is the number of concurrent quick runs; 0 means one for each
	// processor. Each is a process.
	Workers int
	// SlowWorkers is the number of concurrent runs that need more than QuickSteps,
	// with the lowest priority; 0 means half as many as Workers, at least one.
	SlowWorkers int
	// QuickSteps is the minimum work allowed for a run in the quick class, in the steps of
	// learn.Limits; 0 means 60,000. A request that says how much is expected gets one and a half
	// times that.
	QuickSteps int
	// QuickDeadline is the maximum CPU time of a run in the quick class; 0 means 400
	// ms. If the system does not report the CPU time of a process, Deadline counts.
	QuickDeadline time.Duration
	// Deadline is the maximum wall-clock time of a run, counted from when its
	// worker began; 0 means 2.5 s.
	Deadline time.Duration
	// CompileDeadline is the maximum time for compiling a WASI program; 0 means 10
	// s.
	CompileDeadline time.Duration
	// MemoryPages is the memory limit of a run in pages of 64 KiB; 0 means 4096,
	// which is 256 MiB.
	MemoryPages uint32
	// MaxQueue is the maximum number of waiting runs, MaxQueuePerBlock that of one block of
	// addresses, MaxQueuePerClient that of one client; 0 means 500, half of MaxQueue, and 16.
	MaxQueue, MaxQueuePerBlock, MaxQueuePerClient int
	// Programs is the number of programs in other languages that are compiled and run
	// concurrently; 0 means half of the processors, at least one.
	Programs int
	// MaxOutput is the maximum number of bytes that a WASI program may write for a trace,
	// counted as in JSON; 0 means 1 MiB, a trace of some 25,000 operations.
	MaxOutput int
	// Lent means that other queues have decided who comes next: then no places are reserved for runs that are known
	// to end.
	Lent bool
	// Log gets what the operator should know: compiled code that cannot be stored, or was
	// damaged. nil discards it.
	Log *slog.Logger
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
	number(&o.SlowWorkers, max(1, o.Workers/2))
	number(&o.Programs, max(1, runtime.GOMAXPROCS(0)/2))
	number(&o.QuickSteps, 60_000)
	number(&o.MaxQueue, 500)
	number(&o.MaxQueuePerBlock, o.MaxQueue/2)
	number(&o.MaxQueuePerClient, 16)
	number(&o.MaxOutput, 1<<20)
	duration(&o.QuickDeadline, 400*time.Millisecond)
	duration(&o.Deadline, 2500*time.Millisecond)
	duration(&o.CompileDeadline, 10*time.Second)
	if o.MemoryPages == 0 {
		o.MemoryPages = 4096
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Pool runs lessons on workers, in three classes: quick runs, slow ones, and programs in other
// languages. It is safe for concurrent use.
type Pool struct {
	options               Options
	quick, slow, programs *workers.Class
	first                 *compilation
	own                   ownDir
}

// New adds classes to a pool of workers for the bytes of wasm/module. It starts no worker: [Pool.Warm]
// does, or the first run.
func New(w *workers.Pool, wasm []byte, o Options) *Pool {
	p := &Pool{options: o.withDefaults()}
	o = p.options
	dirs := []func() (string, error){p.own.get}
	if o.CacheDir != "" {
		dirs = []func() (string, error){func() (string, error) { return o.CacheDir, os.MkdirAll(o.CacheDir, 0o755) }, p.own.get}
	}
	limits := queue.Limits{PerSeat: o.MaxQueuePerClient, PerBlock: o.MaxQueuePerBlock, Total: o.MaxQueue}
	p.first = newCompilation(w, hello{Wasm: wasm, MemoryPages: o.MemoryPages}, o.Log, dirs...)
	class := func(name string, places, kept, nice int) *workers.Class {
		waiting := limits
		waiting.Kept = kept
		return w.Class(workers.ClassConfig{
			Name: name, Role: "lessons", Setup: p.first.setup, Places: places, Waiting: waiting, Nice: nice,
			StartTime: compileTime, Memory: maxResident, MaxResult: maxAnswer,
		})
	}
	kept := o.Workers / 2
	if o.Lent {
		kept = 0
	}
	p.quick = class("quick lessons", o.Workers, kept, 0)
	p.slow = class("slow lessons", o.SlowWorkers, 0, lowestPriority)
	p.programs = w.Class(workers.ClassConfig{
		Name: "programs", Role: "programs", Places: o.Programs, Private: true, Waiting: limits, Nice: lowestPriority,
		IdleTime: time.Minute, Memory: programResident, MaxResult: o.MaxOutput,
	})
	return p
}

const (
	// lowestPriority lets all other processes go first.
	lowestPriority = 19
	// maxResident is the maximum resident memory of a worker for lessons in bytes: the module's
	// code, the instance that runs and the one that waits.
	maxResident = 768 << 20
)

// Warm starts all workers for lessons.
//
// Errors: the context's, ErrClosed, or a worker that cannot be started.
func (p *Pool) Warm(ctx context.Context) error {
	for _, class := range []*workers.Class{p.quick, p.slow} {
		err := p.started(func() error { return class.Warm(ctx) })
		if err != nil {
			return told(err, 0)
		}
	}
	return nil
}

// Compiled waits until the module is compiled. Programs wait for that in their queues.
//
// Errors: the context's, or ErrClosed.
func (p *Pool) Compiled(ctx context.Context) error { return told(p.first.wait(ctx), 0) }

// IsCompiled reports whether the module is compiled.
func (p *Pool) IsCompiled() bool { return p.first.over() }

// started calls a function that starts workers. If that finds the compiled code damaged, it is compiled again,
// and the function is called again.
func (p *Pool) started(try func() error) error {
	for {
		err := try()
		var failed *workers.Failure
		if !errors.As(err, &failed) || failed.Kind != kindStale {
			return err
		}
		p.first.stale(err)
	}
}

// Close ends all workers, even running ones.
func (p *Pool) Close() error {
	p.quick.Close()
	p.slow.Close()
	p.programs.Close()
	p.first.end()
	return p.own.remove()
}

// run runs a call on a worker of a class, with computing and clock as limits of CPU and wall-clock time. If
// its worker crashes, another one runs it again. If the wall clock ended a program that had computed for
// less than its limit, this is not the program's fault, and the error is errLate. begun becomes the time at which it had its worker: what it
// waited for that in the queue is not its own; nil if nobody asks.
//
// Errors: the context's, those of package queue, ErrClosed, a worker that cannot be started or ended twice,
// or an *Error about the program.
func (p *Pool) run(ctx context.Context, class *workers.Class, client queue.Client, c call, computing, clock time.Duration, begun *time.Time) (body []byte, err error) {
	job := workers.Job{Client: client, Contents: pack(c), Computing: computing, Clock: clock, Again: true, Cut: usedUp}
	if begun != nil {
		job.Started = func(sandbox.Report) { *begun = time.Now() }
	}
	err = p.started(func() error {
		body, err = class.Do(ctx, job)
		return err
	})
	if errors.Is(err, workers.ErrStarved) {
		return nil, errLate
	}
	return body, told(err, computing)
}

// Admit returns an error if a client's run would be refused now, before its request
// is read.
//
// Errors: as those of package queue.
func (p *Pool) Admit(client queue.Client) error { return p.quick.Admit(client) }

// AdmitProgram does the same for a program in another language.
//
// Errors: as those of package queue.
func (p *Pool) AdmitProgram(client queue.Client) error { return p.programs.Admit(client) }

// Classes returns the classes whose jobs may be done on other machines.
func (p *Pool) Classes() []*workers.Class { return []*workers.Class{p.quick, p.slow, p.programs} }

// Stats returns metrics: the numbers of runs that wait in the two classes.
func (p *Pool) Stats() (quick, slow int) {
	return p.quick.Waiting(), p.slow.Waiting()
}

// Lesson runs a request of the function `lesson`: JSON in, JSON out, as
// unbox/wasm/api defines them. client is for fair queueing: runs of different
// clients alternate.
//
// A run begins in the quick class with a part of its steps. One that needs more is run again
// from its beginning in the slow class, with all of them, so that the result is the same as
// everywhere else. If the slow class cannot take it in time, there is no result: to report
// that a correct program was stopped after a part of its steps would be wrong. A program
// that the clock has to stop gets a response that says so.
//
// Errors: the context's, those of package queue, ErrClosed, or a worker that cannot be started or
// ended twice.
func (p *Pool) Lesson(ctx context.Context, client queue.Client, request []byte) ([]byte, error) {
	steps := p.quickSteps(request)
	quick, whole := quickRequest(request, steps)
	ahead := aheadRequest(request)
	computing := max(p.options.QuickDeadline, min(time.Duration(steps)*slowStep, p.options.Deadline))
	begun := time.Now()
	first, err := p.run(ctx, p.quick, client, call{"lesson", quick, ahead}, computing, max(p.options.Deadline, leastClock), &begun)
	if err == nil && (whole || !usedUp(first)) {
		return first, nil
	}
	var stopped *Error
	if err != nil && err != errLate && (!errors.As(err, &stopped) || stopped.Kind != kindTime) {
		return p.answer(nil, err)
	}
	left := max(p.options.Deadline-time.Since(begun)/2, p.options.Deadline/4)
	clock := max(2*left, leastClock)
	wait, cancel := context.WithTimeout(ctx, clock)
	defer cancel()
	second, err := p.run(wait, p.slow, client, call{"lesson", request, ahead}, left, clock, nil)
	tired := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil || errors.Is(err, queue.ErrFull)
	switch {
	case tired && stopped == nil:
		return nil, errLate
	case tired:
		return p.answer(nil, stopped)
	}
	return p.answer(second, err)
}

const (
	// leastClock is the minimum of the wall-clock limit of a run: on a busy machine, a worker needs
	// a while to begin.
	leastClock = time.Second
	// roomForLearners is the factor by which a learner's program may need more work than the
	// solution.
	roomForLearners = 1.5
	// slowStep is an upper bound for the time of a step.
	slowStep = 3 * time.Microsecond
)

// quickSteps returns the work allowed for a run in the quick class: a correct program
// finishes there.
func (p *Pool) quickSteps(request []byte) int {
	var known struct{ Expected uint64 }
	if err := json.Unmarshal(request, &known); err != nil {
		return p.options.QuickSteps // the module reports what is wrong with it
	}
	return max(p.options.QuickSteps, int(roomForLearners*float64(min(known.Expected, learn.MaxLimits().TotalSteps))))
}

// late returns the error of a run that no slow worker has done in time.
type late struct{}

// errLate is a kind of full queue.
var errLate error = late{}

func (late) Error() string {
	return "expected a worker with time for a program that needs many steps, found that all are busy; try again in a moment"
}

// Is makes it a full queue: a later attempt may succeed.
func (late) Is(target error) bool { return target == queue.ErrFull }

// quickRequest returns the request with the steps of the quick class. whole means
// that it is the whole request: it asks for no more steps, or cannot be read.
func quickRequest(request []byte, most int) (quick []byte, whole bool) {
	var q api.LessonRequest
	if err := json.Unmarshal(request, &q); err != nil {
		return request, true // the module reports what is wrong with it
	}
	normal := learn.DefaultLimits()
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

// usedUp reports whether a response is about a program that ran out of steps.
func usedUp(response []byte) bool {
	return bytes.Contains(response, []byte(`"limit":"steps"`)) || bytes.Contains(response, []byte(learn.NotRun))
}

// answer makes a response from an error about the program.
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

// Call runs any function of the module's table among the quick runs. For a stopped
// run it returns an *Error.
func (p *Pool) Call(ctx context.Context, client queue.Client, function string, request []byte) ([]byte, error) {
	return p.run(ctx, p.quick, client, call{Function: function, Body: request}, p.options.Deadline, p.options.Deadline, nil)
}
