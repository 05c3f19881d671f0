package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"unbox/internal/child"
	"unbox/workers/sandbox"
)

// startTime is how long a worker may take until it is locked in.
const startTime = 10 * time.Second

// process is a worker process from the pool's side.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	w      *bufio.Writer
	frames chan frame
	words  *said
	report sandbox.Report
	ended  chan struct{} // closed when the process is gone
	state  error         // how it ended; valid after ended
	kill   func()
}

type frame struct {
	kind     kind
	contents []byte
}

// start starts a worker on a core and waits until it is locked in. core is -1
// for any.
func start(program string, args []string, core int) (*process, error) {
	cmd := exec.Command(program, args...)
	cmd.Env = []string{"GOMAXPROCS=2", "GOTRACEBACK=none"}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, in: in, w: bufio.NewWriter(in), frames: make(chan frame, 64), words: &said{}, ended: make(chan struct{})}
	cmd.Stderr = p.words
	child.Bind(cmd)
	if err := onCore(core, cmd.Start); err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	p.kill = sync.OnceFunc(func() { _ = cmd.Process.Kill() }) // an error means that it is gone
	go p.read(bufio.NewReader(out))
	return p, p.ready()
}

// read hands frames over until the worker closes its side, then waits for its end.
func (p *process) read(r *bufio.Reader) {
	for {
		k, contents, err := readFrame(r)
		if err != nil {
			break
		}
		p.frames <- frame{k, contents}
	}
	p.kill()
	p.state = p.cmd.Wait()
	close(p.ended)
	close(p.frames)
}

// ready waits for the worker's report.
func (p *process) ready() error {
	timeout := time.NewTimer(startTime)
	defer timeout.Stop()
	select {
	case f, ok := <-p.frames:
		if !ok {
			return p.death()
		}
		if f.kind != frameReady {
			p.stop()
			return errFrame
		}
		return json.Unmarshal(f.contents, &p.report)
	case <-timeout.C:
		p.stop()
		return fmt.Errorf("expected a worker to be ready within %v, found it silent", startTime)
	}
}

// stop kills the process and waits until nothing is left of it.
func (p *process) stop() {
	p.kill()
	for range p.frames { // so that the reader is not kept waiting
	}
	<-p.ended
	_ = p.in.Close() // it is closed already if the process closed its end
}

// Death is the error of a job whose worker ended before the job did.
type Death struct {
	// How says how the process ended: "signal: segmentation fault".
	How string
	// Words are the first lines that it wrote, for the log and not for visitors.
	Words string
}

// Error tells the one who asked.
func (d *Death) Error() string {
	return "the process that ran the code ended (" + d.How + "); the next measurement gets a fresh one"
}

// death says how the process ended.
func (p *process) death() error {
	<-p.ended
	how := "it exited"
	var exit *exec.ExitError
	if errors.As(p.state, &exit) {
		how = exit.Error()
	}
	return &Death{How: how, Words: p.words.String()}
}

// said keeps the beginning of what a process wrote: Go's runtime tells first what
// is wrong and then where.
type said struct {
	mu   sync.Mutex
	text []byte
}

// mostSaid is how much of it is kept, in bytes.
const mostSaid = 2048

func (l *said) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b[:min(len(b), mostSaid-len(l.text))]...)
	return len(b), nil
}

func (l *said) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.text))
}
