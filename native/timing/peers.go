package timing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"unbox/internal/child"
	"unbox/native/measure"
)

// Peers are CPython and PyPy, where this machine has them. They run outside of the sandbox, so they are given programs that
// this binary brings along, and never a visitor's.
type Peers struct {
	find sync.Once
	list []peer
}

// peer runs programs in another implementation of Python.
type peer struct {
	name, program, version string
	missing                string // why it cannot be used
}

// peerRun is how long one run of a peer may take, from starting the process on.
const peerRun = 20 * time.Second

// peerDriver reads a program, runs it, and writes how many milliseconds that took, and the SHA-256 of what it printed.
const peerDriver = `import hashlib, io, sys, time
text, out, sys.stdout = sys.stdin.read(), sys.stdout, io.StringIO()
begun = time.perf_counter()
try:
    exec(compile(text, "program.py", "exec"), {"__name__": "__main__"})
except BaseException:
    pass
took = time.perf_counter() - begun
out.write("%r %s\n" % (1000 * took, hashlib.sha256(sys.stdout.getvalue().encode()).hexdigest()))
`

// peerVersion prints what it is.
const peerVersion = `import platform, sys
own = getattr(sys, "pypy_version_info", None)
print("%d.%d.%d (Python %s)" % (own[:3] + (platform.python_version(),)) if own else platform.python_version())
`

// found looks for them when they are first wanted.
func (p *Peers) found(ctx context.Context) []peer {
	p.find.Do(func() {
		for _, c := range []struct{ name, command string }{{WayCPython, "python3"}, {WayPyPy, "pypy3"}} {
			found := peer{name: c.name}
			if path, err := exec.LookPath(c.command); err != nil {
				found.missing = fmt.Sprintf("the server's machine has no `%s`", c.command)
			} else if out, err := (&peer{program: path}).run(context.WithoutCancel(ctx), peerVersion, ""); err != nil {
				found.missing = fmt.Sprintf("`%s` of the server's machine cannot be used", c.command)
			} else {
				found.program, found.version = path, strings.TrimSpace(string(out))
			}
			p.list = append(p.list, found)
		}
	})
	return p.list
}

// Measure runs a program of ours in each of them, in turns.
//
// Errors: that of the context.
func (p *Peers) Measure(ctx context.Context, text string) ([]Way, error) {
	all := p.found(ctx)
	ways := make([]Way, len(all))
	for k, one := range all {
		ways[k] = Way{Name: one.name, Version: one.version, Missing: one.missing, Samples: []float64{}}
	}
	begun := time.Now()
	for round := range programRounds {
		for k := range ways {
			if ways[k].Missing != "" {
				continue
			}
			if err := all[k].once(ctx, text, &ways[k]); err != nil {
				return nil, err
			}
		}
		if round > 0 && time.Since(begun) > usualTimes.rounds {
			break
		}
	}
	for k := range ways {
		if len(ways[k].Samples) > 0 {
			ways[k].Summary = measure.Summarize(ways[k].Samples)
		}
	}
	return ways, nil
}

// once runs a program once more. What goes wrong is a reason for having no time.
func (p *peer) once(ctx context.Context, text string, w *Way) error {
	out, err := p.run(ctx, peerDriver, text)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	took, printed, ok := strings.Cut(strings.TrimSpace(string(out)), " ")
	ms, wrong := strconv.ParseFloat(took, 64)
	if err != nil || !ok || wrong != nil {
		w.Missing, w.Samples = fmt.Sprintf("%s did not come to the end of the program", p.name), []float64{}
		return nil
	}
	w.Samples, w.Printed = append(w.Samples, ms), printed
	return nil
}

// run has it run a driver, which reads a text, and returns what that writes.
func (p *peer) run(ctx context.Context, driver, text string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, peerRun, errors.New("it took too long"))
	defer cancel()
	// -I: nothing of the surroundings, neither variables nor modules of the folder, has a say.
	command := exec.CommandContext(ctx, p.program, "-I", "-S", "-c", driver)
	command.Stdin = strings.NewReader(text)
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	command.WaitDelay = time.Second
	child.Bind(command)
	var out bytes.Buffer
	command.Stdout = &out
	err := command.Run()
	return out.Bytes(), err
}
