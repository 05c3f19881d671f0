package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"

	"unbox"
	"unbox/internal/cluster"
	"unbox/native"
	"unbox/native/timing"
	"unbox/static"
	lessons "unbox/tutorials/run"
	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/remote"
)

func workerCommand() command {
	return command{
		name: "worker", summary: "do jobs of servers on this machine", complete: listed(func() []choice { return nil }), declare: (*program).worker,
		about: `Does measurements and runs programs for all servers of a NATS cluster
(serve --nats), until it is stopped. Servers send jobs when their own workers are
busy. Jobs are locked in as on the servers, and nothing is kept here. Servers of
another version send nothing, and say so in their logs. docs/operations.md says how
to set it up.
`,
	}
}

// workerFlags are the flags of `unbox worker`.
type workerFlags struct {
	nats, credentials, cache string
	measure, runs            int
	allowRoot                bool
}

// worker is the command `unbox worker`.
func (p *program) worker(flags *flagSet) func(operands []string) int {
	var f workerFlags
	flags.StringVar(&f.nats, "nats", os.Getenv("UNBOX_NATS"), "the NATS servers (`URLS`), separated by commas, as the servers have them; default: the environment variable UNBOX_NATS")
	flags.StringVar(&f.credentials, "nats-credentials", os.Getenv("UNBOX_NATS_CREDENTIALS"), "the file (`FILE`) with which to sign in to them")
	flags.IntVar(&f.measure, "measure", max(1, runtime.NumCPU()/2), "how many measurements (`N`) at a time, each on a core of its own; 0 for none; default half of the cores")
	flags.IntVar(&f.runs, "runs", runtime.NumCPU(), "how many runs of learners' programs (`N`) at a time, and half as many long ones; 0 for none; default as many as there are cores")
	flags.StringVar(&f.cache, "cache", "", "a folder (`DIR`) where compiled code is kept between starts; anybody who can write there decides what code runs")
	flags.BoolVar(&f.allowRoot, "allow-root", false, "let jobs run as root where they cannot become another user")
	return func(operands []string) int {
		switch {
		case len(operands) > 0:
			return p.unusable("expected flags only, found `%s`; see `unbox help worker`", operands[0])
		case f.nats == "":
			return p.unusable("expected the NATS servers after `--nats`, such as `nats://10.0.0.1`, found none")
		case f.measure < 0 || f.runs < 0 || f.measure+f.runs == 0:
			return p.unusable("expected at least one place in `--measure` and `--runs`, found %d and %d", f.measure, f.runs)
		}
		ctx, stop := interruptible()
		defer stop()
		if err := p.work(ctx, &f); err != nil && ctx.Err() == nil {
			return p.unusable("%v", err)
		}
		return exitGood
	}
}

// work does jobs until the context ends.
//
// Errors: NATS cannot be reached, or no worker can be started.
func (p *program) work(ctx context.Context, f *workerFlags) error {
	log := slog.New(slog.NewTextHandler(p.stderr, nil))
	place := cluster.Config{URL: f.nats, Credentials: f.credentials, Log: log}
	conn, err := cluster.Connect(place, func() {})
	if err != nil {
		return err
	}
	defer conn.Close()
	// They compile first, which takes up to a minute without --cache.
	fmt.Fprintf(p.stderr, "Connected to NATS at %s; workers are being prepared\n", place.Places())
	pool, err := workers.New(workers.Config{Log: log, AllowRoot: f.allowRoot})
	if err != nil {
		return err
	}
	defer pool.Close()
	classes, done, err := f.classes(ctx, pool, log)
	if err != nil {
		return err
	}
	defer done()
	for _, c := range classes {
		fmt.Fprintf(p.stderr, "%d at a time: %s\n", c.Places(), c.Name())
	}
	name, _ := os.Hostname() // it is for logs
	return remote.Offer(ctx, conn, classes, remote.Machine{Name: name, Version: unbox.Fingerprint(), Log: log})
}

// classes makes the workers. done releases what belongs to them.
//
// Errors: there are no workers here, or none can be started.
func (f *workerFlags) classes(ctx context.Context, pool *workers.Pool, log *slog.Logger) (classes []*workers.Class, done func(), err error) {
	done = func() {}
	if f.measure > 0 {
		if !native.Available() {
			return nil, done, fmt.Errorf("%w; --measure 0 offers runs only", native.ErrUnavailable)
		}
		class := timing.Class(pool, f.measure, 0, queue.Limits{})
		if err := class.Warm(ctx); err != nil {
			return nil, done, fmt.Errorf("no worker can be started: %w", err)
		}
		classes = append(classes, class)
	}
	if f.runs == 0 {
		return classes, done, nil
	}
	module, err := static.Asset("unbox.wasm")
	if err != nil {
		return nil, done, fmt.Errorf("expected the page's module in this program, found none; build it with `make build`: %w", err)
	}
	runs := lessons.New(pool, module, lessons.Options{CacheDir: f.cache, Workers: f.runs, Programs: max(1, f.runs/2), Lent: true, Log: log})
	done = func() { _ = runs.Close() } // its own files are in a folder for temporary files
	if err := runs.Warm(ctx); err != nil {
		return nil, done, errors.Join(fmt.Errorf("no worker can be started: %w", err), runs.Close())
	}
	return append(classes, runs.Classes()...), done, nil
}
