package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"unbox/bench/kernels/suite"
)

// peer is a running program that is asked for one sample after the other, so that
// programs can alternate.
type peer struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	size    int64
}

// patience is the maximum time for one sample.
const patience = time.Minute

func (t *tools) start(ctx context.Context, tool tool, k suite.Kernel) (*peer, error) {
	command, err := t.program(ctx, tool, k)
	if err != nil {
		return nil, err
	}
	p := &peer{command: command, size: k.Size / max(tool.slow, 1)}
	command.Stderr = os.Stderr
	if p.in, err = command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	return p, command.Start()
}

// sample runs the kernel once from fresh data.
func (p *peer) sample() (sample, error) {
	late := time.AfterFunc(patience, func() { _ = p.command.Process.Kill() })
	defer late.Stop()
	if _, err := fmt.Fprintln(p.in, p.size); err != nil {
		return sample{}, err
	}
	var s sample
	var nanoseconds int64
	if _, err := fmt.Fscan(p.out, &nanoseconds, &s.digest); err != nil {
		return sample{}, fmt.Errorf("expected a time and a digest, found: %w", err)
	}
	s.each = float64(nanoseconds) / float64(p.size)
	return s, nil
}

func (p *peer) sizeOf() int64 { return p.size }

// close ends the program: it stops at the end of its input.
func (p *peer) close() error {
	_ = p.in.Close() // Wait reports what is wrong, if anything
	late := time.AfterFunc(patience, func() { _ = p.command.Process.Kill() })
	defer late.Stop()
	return p.command.Wait()
}
