//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"unbox/internal/child"
	"unbox/internal/processes"
)

// launchArgument starts this program as the launcher of another one.
const launchArgument = "launch-in-group"

// launch joins a group and becomes the program: so all of its processes are in the group
// from their first moment. It does not return.
func launch(args []string) {
	if err := os.WriteFile(args[0], []byte(fmt.Sprint(os.Getpid())), 0); err != nil {
		fmt.Fprintln(os.Stderr, "joining the group:", err)
		os.Exit(1)
	}
	fmt.Fprintln(os.Stderr, "starting:", syscall.Exec(args[1], args[1:], os.Environ()))
	os.Exit(1)
}

// server is a running bin/serve.
type server struct {
	cmd *exec.Cmd
	// addr is host and port, url the same with a scheme and a slash at the end.
	addr, url string
	// secret is that with which a user becomes the owner; "" if the server has one, or no classes. owners signs the owner in.
	secret string
	owners owners
	// log is what it wrote to standard error.
	log *tail
	// gone is closed when it has ended, with the reason in err.
	gone chan struct{}
	err  error
	// logDone is closed when its standard error has ended.
	logDone sync.WaitGroup
}

// startServer starts bin/serve with flags, in a group unless that is nil, and waits for its address.
func startServer(program string, g *group, flags ...string) (*server, error) {
	args := append([]string{program, "--addr", "127.0.0.1:0", "--log-level", "warn", "--key-file", "memory"}, flags...)
	if g != nil {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		args = append([]string{self, launchArgument, g.procs()}, args...)
	}
	s := &server{cmd: exec.Command(args[0], args[1:]...), log: &tail{}, gone: make(chan struct{})}
	child.Bind(s.cmd)
	errOut, err := s.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	s.logDone.Go(func() { _, _ = io.Copy(s.log, errOut) }) // it ends with the server
	said := ""
	s.url, said = toldAddress(out)
	go s.wait()
	if s.url == "" {
		s.kill()
		return nil, fmt.Errorf("expected a server that says its address, found %q: %s", said, s.log)
	}
	_, rest, _ := strings.Cut(s.url, "://")
	s.addr, _, _ = strings.Cut(rest, "/") // the site may be below a path
	s.secret = toldSecret(said)
	return s, nil
}

// toldAddress reads lines until one has an address, "" if none does, and returns the output until then: a server
// that stores something has an owner, whose secret it prints first.
func toldAddress(out io.Reader) (url, said string) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		said += line
		if url = regexp.MustCompile(`https?://\S+`).FindString(line); url != "" || err != nil {
			return url, said
		}
	}
}

// toldSecret is the owner's secret in what a server says at its first start, which has a line of its own; "" where there is none.
func toldSecret(said string) string {
	_, rest, found := strings.Cut(said, "owner's secret")
	if !found {
		return ""
	}
	_, rest, _ = strings.Cut(rest, "\n\n")
	word, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	return word
}

func (s *server) wait() {
	s.logDone.Wait()
	s.err = s.cmd.Wait()
	close(s.gone)
}

func (s *server) pid() int { return s.cmd.Process.Pid }

// alive reports whether the server has not ended.
func (s *server) alive() bool {
	select {
	case <-s.gone:
		return false
	default:
		return true
	}
}

// workers are the processes that the server has started.
func (s *server) workers() []int { return processes.Family(s.pid())[1:] }

// stop asks the server to end and returns how that went.
func (s *server) stop(most time.Duration) error {
	if !s.alive() {
		return fmt.Errorf("expected a server that runs, found one that had ended: %v", s.err)
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-s.gone:
		return s.err
	case <-time.After(most):
		s.kill()
		return fmt.Errorf("expected an end within %v of SIGTERM, found none", most)
	}
}

// kill ends the server at once and waits for that.
func (s *server) kill() {
	_ = s.cmd.Process.Kill() // it may have ended
	<-s.gone
}

// ready asks /readyz, which does a run, until it is good or the context ends.
func (s *server) ready(ctx context.Context) error {
	var last error
	for ctx.Err() == nil {
		if !s.alive() {
			return fmt.Errorf("the server has ended: %v: %s", s.err, s.log)
		}
		if last = s.askReady(ctx); last == nil || errors.Is(last, errNoReady) {
			return last
		}
		pause(ctx, 100*time.Millisecond)
	}
	return errors.Join(errors.New("expected `/readyz` to be good, found this"), last)
}

// errNoReady means that waiting is pointless.
var errNoReady = errors.New("expected an address `/readyz`, found none")

func (s *server) askReady(ctx context.Context) error {
	client := clientFrom(honestAddress)
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"readyz", nil)
	if err != nil {
		return err
	}
	r, err := client.Do(request)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(io.LimitReader(r.Body, 4<<10))
	if err != nil {
		return err
	}
	if r.StatusCode == http.StatusNotFound {
		return errNoReady
	}
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", r.Status, strings.TrimSpace(string(text)))
	}
	return nil
}

// leftovers are processes of the server that have outlived it.
func leftovers(known []int) []int {
	var left []int
	for _, pid := range known {
		if processes.IsThere(pid) && strings.Contains(processes.Command(pid), "serve") {
			left = append(left, pid)
		}
	}
	slices.Sort(left)
	return slices.Compact(left)
}

// tail keeps the last of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
	// bytes and lines are how many were written, including those that are dropped.
	bytes, lines int
}

// maxLog is the maximum number of bytes of the log that are kept.
const maxLog = 256 << 10

// Write keeps p and drops the oldest.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes, t.lines = t.bytes+len(p), t.lines+bytes.Count(p, []byte("\n"))
	t.text = append(t.text, p...)
	if extra := len(t.text) - maxLog; extra > 0 {
		t.text = append([]byte(nil), t.text[extra:]...)
	}
	return len(p), nil
}

// String is what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// written returns how many bytes and lines were written.
func (t *tail) written() (bytes, lines int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bytes, t.lines
}

// program returns the path of one of the built programs.
func (o options) program(name string) string { return filepath.Join(o.programs, name) }

// pause waits, or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
