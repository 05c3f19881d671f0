package run

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"unbox/internal/child"
)

// process is a worker as the pool sees it.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	encoder *gob.Encoder
	flush   func() error
	decoder *gob.Decoder
	// last is the WASI program that the worker has compiled, by its hash.
	last string
}

// startProcess starts a worker and waits until it is ready, or the context ends. A nice
// one starts with a lower priority and runs with the lowest.
func startProcess(ctx context.Context, first *hello, nice bool) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program, to start a worker: %w", err)
	}
	cmd := exec.Command(program)
	cmd.Env = []string{workerVariable + "=1", "GOMAXPROCS=2"}
	cmd.Stderr = os.Stderr
	child.Bind(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	if nice {
		lowerPriority(cmd.Process.Pid, startingPriority)
	}
	buffered := bufio.NewWriterSize(in, 64<<10)
	p := &process{cmd: cmd, in: in, encoder: gob.NewEncoder(buffered), flush: buffered.Flush, decoder: gob.NewDecoder(bufio.NewReader(out))}
	answered := make(chan error, 1)
	go func() { answered <- p.greet(first) }()
	select {
	case err = <-answered:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		p.kill()
		return nil, err
	}
	if nice {
		lowerPriority(cmd.Process.Pid, lowestPriority)
	}
	return p, nil
}

// Priorities as Unix counts them. Who starts has a third of what others get: starting must
// come to an end on a busy machine, too.
const (
	startingPriority = 5
	lowestPriority   = 19
)

func (p *process) greet(first *hello) error {
	r, err := p.exchange(first)
	if err != nil {
		return fmt.Errorf("starting a worker: %w", err)
	}
	if r.Err != "" {
		return errors.New(r.Err)
	}
	return nil
}

// exchange sends a message and waits for the report.
func (p *process) exchange(message any) (*report, error) {
	if err := p.encoder.Encode(message); err != nil {
		return nil, err
	}
	if err := p.flush(); err != nil {
		return nil, err
	}
	var r report
	if err := p.decoder.Decode(&r); err != nil {
		return nil, err
	}
	return &r, nil
}

// kill ends the worker, whatever it is doing.
func (p *process) kill() {
	// Both fail only if the worker has ended already.
	_ = p.cmd.Process.Kill()
	_ = p.in.Close()
	go func() { _ = p.cmd.Wait() }()
}
