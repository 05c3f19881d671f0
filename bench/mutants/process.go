package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"

	"unbox/internal/processes"
)

// ending says how a process ended.
type ending int

const (
	endedWell ending = iota
	endedBadly
	// outOfTime: it used up its processor time, or stood still.
	outOfTime
)

// memory is the limit of a process's writable memory in kilobytes: mutants may ask for any amount. The engines
// that a test of traced programs has at a time take four gigabytes of addresses, of which a tenth is used.
const memory = 8 << 20

// A process that has computed for less than leastWork in a window stands still, for example because it waits for itself.
// On the busiest machine, one that could go on gets more of a processor than that.
const (
	window    = 10 * time.Minute
	leastWork = 3 * time.Second
)

// limited runs a program in a folder with at most that much processor time.
//
// Errors: it cannot be started.
func limited(ctx context.Context, dir string, limit time.Duration, program string, args ...string) (how ending, output []byte, spent time.Duration, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	script := fmt.Sprintf(`ulimit -d %d; ulimit -t %d; exec "$0" "$@"`, memory, int(limit/time.Second))
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, program}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	if err = cmd.Start(); err != nil {
		return endedBadly, nil, 0, err
	}
	var stands atomic.Bool
	ticker := time.NewTicker(window)
	defer ticker.Stop()
	go watch(ctx, ticker.C, func() time.Duration { return processes.Computed(processes.Family(cmd.Process.Pid)) }, func() {
		stands.Store(true)
		stop()
	})
	err = cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return endedBadly, both.Bytes(), 0, err
	}
	spent = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case err == nil:
		return endedWell, both.Bytes(), spent, nil
	case stands.Load(), status.Signaled() && status.Signal() == syscall.SIGKILL && spent >= limit-time.Second:
		return outOfTime, both.Bytes(), spent, nil
	}
	return endedBadly, both.Bytes(), spent, nil
}

// watch calls stop if a process has computed for less than leastWork between two ticks. computed says how long it has
// computed, with those that it started; 0 where the system does not tell. It returns then, or when the context ends.
func watch(ctx context.Context, ticks <-chan time.Time, computed func() time.Duration, stop func()) {
	for before := time.Duration(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		now := computed()
		// It becomes less when a child ends, which is work.
		if now > 0 && now >= before && now-before < leastWork {
			stop()
			return
		}
		before = now
	}
}
