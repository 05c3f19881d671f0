package workers

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"unbox/workers/sandbox"
)

// Argument is the first argument of a process that is a worker; the second is the name
// of its role.
const Argument = "unbox-worker"

// Role is what workers do.
type Role struct {
	// Name finds it in the worker's process.
	Name string
	// Prepare prepares what jobs need, from Class.Setup, before the process is
	// locked in: no untrusted code may run in it.
	Prepare func(setup []byte) (Work, error)
	// Limits apply from then on. The pool sets Nice, User and AllowRoot.
	Limits sandbox.Limits
	// Heap is the size in bytes from which on Go's collector works harder; 0 for
	// never.
	Heap int64
	// GCPercent is the percentage of garbage at which Go's collector runs while jobs are done, as for
	// debug.SetGCPercent, if it is above Go's own.
	GCPercent int
	// Locked says that the role needs the sandbox: if the system has none, the worker does
	// not start. Open says that it works without one, since it runs our own code on our own
	// data.
	Locked, Open bool
}

// Work does jobs.
type Work struct {
	// Do does one job and returns its result. It reports its progress by events. An error that
	// is a *Failure keeps its kind.
	Do func(job []byte, event func([]byte) error) ([]byte, error)
	// Rest runs after the answer has been sent, before the next job: for what can be
	// prepared while no one waits. It may be nil.
	Rest func() error
}

// Failure is a role's report about a job that it could not do, or about its
// start.
type Failure struct {
	// Kind is for programs; the role defines the kinds.
	Kind string
	// Message is for the client.
	Message string
}

// Error returns the message.
func (f *Failure) Error() string { return f.Message }

// orders are the first frame to a worker.
type orders struct {
	User      sandbox.User
	AllowRoot bool
	Nice      int
}

// Main does the work of a worker if the program was started as one, and then does not return.
// Every program that has a [Pool] calls it first, with the roles that its workers may have.
func Main(roles ...Role) {
	if len(os.Args) < 3 || os.Args[1] != Argument {
		return
	}
	i := slices.IndexFunc(roles, func(r Role) bool { return r.Name == os.Args[2] })
	if i < 0 {
		fmt.Fprintf(os.Stderr, "expected a role that this program has, found `%s`\n", os.Args[2])
		os.Exit(1)
	}
	if err := serve(roles[i], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// server is a worker from its own side.
type server struct {
	in  *bufio.Reader
	out *bufio.Writer
}

// serve prepares, locks the process in, and does jobs until the input ends.
func serve(role Role, in io.Reader, out io.Writer) error {
	s := &server{bufio.NewReader(in), bufio.NewWriter(out)}
	percent := debug.SetGCPercent(preparingPercent)
	o, setup, err := s.begin()
	if err != nil {
		return err
	}
	if role.Heap > 0 {
		debug.SetMemoryLimit(role.Heap)
	}
	if o.Nice > 0 {
		sandbox.LowerPriority(min(o.Nice, startingNice))
	}
	work, err := role.Prepare(setup)
	if err != nil {
		return s.fail(0, err)
	}
	setup = nil
	debug.FreeOSMemory() // what was needed for preparing only
	debug.SetGCPercent(max(percent, role.GCPercent))
	report, err := lock(role, o)
	if err != nil {
		return s.fail(0, err)
	}
	text, err := json.Marshal(report)
	if err != nil {
		panic("BUG: a report always marshals: " + err.Error())
	}
	if err := writeFrame(s.out, frame{kind: frameReady, contents: text}); err != nil {
		return err
	}
	return s.jobs(work)
}

// preparingPercent is the garbage that a worker may have while it prepares, in percent of what it needs: a server
// starts several at a time, and each takes tens of megabytes apart.
const preparingPercent = 20

// startingNice is the priority during the start of workers that get a lower one afterwards:
// starting must not take for ever on a busy machine. They get a third of what others get.
const startingNice = 5

// begin reads the first frames to a worker.
func (s *server) begin() (o orders, setup []byte, err error) {
	first, err := readFrame(s.in, toWorker)
	if err != nil || first.kind != frameOrders {
		return o, nil, errors.Join(errFrame, err)
	}
	if err := json.Unmarshal(first.contents, &o); err != nil {
		return o, nil, err
	}
	second, err := readFrame(s.in, toWorker)
	if err != nil || second.kind != frameSetup {
		return o, nil, errors.Join(errFrame, err)
	}
	return o, second.contents, nil
}

// lock locks the process in as its role says.
func lock(role Role, o orders) (sandbox.Report, error) {
	if role.Open {
		sandbox.LowerPriority(o.Nice)
		return sandbox.Report{Missing: "this process runs no untrusted code"}, nil
	}
	limits := role.Limits
	limits.Nice, limits.User, limits.AllowRoot = o.Nice, o.User, o.AllowRoot
	report, err := sandbox.Enter(limits)
	if errors.Is(err, sandbox.ErrNotAvailable) && !role.Locked {
		sandbox.LowerPriority(o.Nice)
		return sandbox.Report{Missing: err.Error()}, nil
	}
	return report, err
}

// jobs does jobs until the input ends.
func (s *server) jobs(work Work) error {
	for {
		f, err := readFrame(s.in, toWorker)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if f.kind != frameJob {
			return errFrame
		}
		result, err := work.Do(f.contents, func(event []byte) error {
			return writeFrame(s.out, frame{frameEvent, f.job, event})
		})
		if err != nil {
			err = s.fail(f.job, err)
		} else {
			err = writeFrame(s.out, frame{frameResult, f.job, result})
		}
		if err != nil {
			return fmt.Errorf("answering: %w", err)
		}
		if work.Rest != nil {
			if err := work.Rest(); err != nil {
				return err
			}
		}
	}
}

// fail answers with an error: its kind, a line break, its message.
func (s *server) fail(job uint32, err error) error {
	kind, message := "", err.Error()
	var f *Failure
	if errors.As(err, &f) {
		kind, message = f.Kind, f.Message
	}
	text := kind + "\n" + message
	return writeFrame(s.out, frame{frameError, job, []byte(text[:min(len(text), maxError)])})
}

// failure reads what fail wrote.
func failure(contents []byte) *Failure {
	kind, message, _ := strings.Cut(string(contents), "\n")
	return &Failure{Kind: kind, Message: message}
}
