package workers

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"unbox/internal/child"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// process is a worker process from the pool's side.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	w      *bufio.Writer
	frames chan frame
	words  *said
	report sandbox.Report
	// owner is the client whose jobs it does in a private class; nil until its
	// first job.
	owner *queue.Client
	// job is the number of the last one.
	job uint32
	// ended is closed when the process is gone. wrong and state are then valid: an invalid
	// frame, and how the process ended.
	ended chan struct{}
	wrong error
	state error
	kill  func()
}

// plan is how to start a worker.
type plan struct {
	program, role string
	// core is the core that it is pinned to, -1 for any.
	core      int
	orders    orders
	setup     []byte
	maxResult int
}

// start starts a worker and waits until it is locked in, or the context ends.
func start(ctx context.Context, pl plan) (*process, error) {
	cmd := exec.Command(pl.program, Argument, pl.role)
	cmd.Env = []string{"GOMAXPROCS=2", "GOTRACEBACK=none"}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, in: in, w: bufio.NewWriterSize(in, 64<<10), frames: make(chan frame, 4), words: &said{}, ended: make(chan struct{})}
	cmd.Stderr = p.words
	child.Bind(cmd)
	if err := onCore(pl.core, cmd.Start); err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	p.kill = sync.OnceFunc(func() { _ = cmd.Process.Kill() }) // an error means that the process is gone
	go p.read(bufio.NewReaderSize(out, 64<<10), fromWorker(pl.maxResult))
	if err := p.greet(ctx, pl); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// read passes frames on until the worker closes its side, then waits for its end.
func (p *process) read(r *bufio.Reader, most func(kind) int) {
	for {
		f, err := readFrame(r, most)
		if err != nil {
			if errors.Is(err, errFrame) {
				p.wrong = err
			}
			break
		}
		p.frames <- f
	}
	p.kill()
	p.state = p.cmd.Wait()
	close(p.ended)
	close(p.frames)
}

// greet gives a worker its orders and waits for its report.
func (p *process) greet(ctx context.Context, pl plan) error {
	text, err := json.Marshal(pl.orders)
	if err != nil {
		panic("BUG: orders always marshal: " + err.Error())
	}
	sent := make(chan error, 1)
	go func() {
		err := writeFrame(p.w, frame{kind: frameOrders, contents: text})
		if err == nil {
			err = writeFrame(p.w, frame{kind: frameSetup, contents: pl.setup})
		}
		sent <- err
	}()
	if err := p.ready(ctx); err != nil {
		return err
	}
	select {
	case err := <-sent:
		return err
	case <-ctx.Done():
		return fmt.Errorf("%w: it is ready before it has read what it needs", errFrame)
	}
}

// ready waits for the worker's report.
func (p *process) ready(ctx context.Context) error {
	select {
	case f, ok := <-p.frames:
		switch {
		case !ok:
			return p.death()
		case f.kind == frameError:
			return failure(f.contents)
		case f.kind != frameReady:
			return errFrame
		}
		return json.Unmarshal(f.contents, &p.report)
	case <-ctx.Done():
		return fmt.Errorf("expected a worker to be ready in time, found it silent: %w", context.Cause(ctx))
	}
}

// isOf reports whether the process has done jobs of exactly this client. All clients of a block
// without a seat are one client to the queue, but not here.
func (p *process) isOf(c queue.Client) bool {
	return p.owner != nil && *p.owner == c && (c.Seat != "" || c.Block == "")
}

// gone reports whether the process has ended by itself.
func (p *process) gone() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// stop kills the process and waits until nothing is left of it.
func (p *process) stop() {
	p.kill()
	for range p.frames { // so that the reader is not kept waiting
	}
	<-p.ended
	_ = p.in.Close() // it is already closed if the process closed its end
}

// Death is the error of a job whose worker ended before the job did.
type Death struct {
	// How says how the process ended: "signal: segmentation fault".
	How string
	// Words are the first lines that it wrote, for the log, not for visitors.
	Words string
}

// Error returns the message for the client.
func (d *Death) Error() string {
	return "the process that ran the code ended (" + d.How + "); the next one gets a fresh process"
}

// death ends the process, if it has not ended, and says how it did.
func (p *process) death() error {
	p.stop()
	how := "it exited"
	var exit *exec.ExitError
	switch {
	case p.wrong != nil:
		how = p.wrong.Error()
	case errors.As(p.state, &exit):
		how = exit.Error()
	}
	return &Death{How: how, Words: p.words.String()}
}

// said keeps the beginning of what a process wrote: Go's runtime writes first
// what is wrong and then where.
type said struct {
	mu   sync.Mutex
	text []byte
}

// maxSaid is the number of bytes that are kept.
const maxSaid = 2048

func (l *said) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b[:min(len(b), maxSaid-len(l.text))]...)
	return len(b), nil
}

func (l *said) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.text))
}
