package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ending says how a process ended.
type ending int

const (
	endedWell ending = iota
	endedBadly
	// outOfTime: it used up its processor time, or stood still for long.
	outOfTime
)

// memory bounds what a process can write to, in kilobytes: mutants ask for any amount. The engines that a test of
// traced programs has at a time take four gigabytes of addresses, of which a tenth is used.
const memory = 8 << 20

// patience is how long a process may stand still, for example because it waits for
// itself. It is no measure of speed: that is the processor time.
const patience = 30 * time.Minute

// limited runs a program in a folder with at most so much processor time.
//
// Errors: it cannot be started.
func limited(ctx context.Context, dir string, limit time.Duration, program string, args ...string) (how ending, output []byte, spent time.Duration, err error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	script := fmt.Sprintf(`ulimit -d %d; ulimit -t %d; exec "$0" "$@"`, memory, int(limit/time.Second))
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, program}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return endedBadly, both.Bytes(), 0, err
	}
	spent = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case err == nil:
		return endedWell, both.Bytes(), spent, nil
	case ctx.Err() != nil, status.Signaled() && status.Signal() == syscall.SIGKILL && spent >= limit-time.Second:
		return outOfTime, both.Bytes(), spent, nil
	}
	return endedBadly, both.Bytes(), spent, nil
}
