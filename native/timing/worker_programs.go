package timing

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	"unbox/native/measure"
	"unbox/workers"
)

// order is what a worker is told to measure: one of these.
type order struct {
	Trace   json.RawMessage `json:"trace,omitempty"`
	Program json.RawMessage `json:"program,omitempty"`
}

// wrapped is a job that says of which kind it is. Who asks has no say in that.
func wrapped(kind string, j workers.Job) workers.Job {
	contents := make([]byte, 0, len(j.Contents)+len(kind)+8)
	contents = append(contents, `{"`+kind+`":`...)
	contents = append(contents, j.Contents...)
	j.Contents = append(contents, '}')
	return j
}

// Traces measures traces in workers of a class: contents of jobs are Jobs, results Reports.
type Traces struct{ Class *workers.Class }

// Do measures one.
//
// Errors: as those of workers.Class.Do.
func (t Traces) Do(ctx context.Context, j workers.Job) ([]byte, error) {
	return t.Class.Do(ctx, wrapped("trace", j))
}

// Programs measures programs in workers of the same class: contents of jobs are ProgramJobs, results ProgramReports. Of programs
// that this binary brings along, CPython and PyPy are measured in the same turn, once.
type Programs struct {
	class *workers.Class
	// own are the texts of programs that may be given to peers, which is nil if there are none.
	own   map[string]bool
	peers *Peers
	done  atomic.Int64

	mu    sync.Mutex
	known map[string][]byte // reports, by text
}

// NewPrograms measures in workers of a class. own are the programs that peers may run; nil peers run none.
func NewPrograms(c *workers.Class, own []string, peers *Peers) *Programs {
	p := &Programs{class: c, own: make(map[string]bool), peers: peers, known: make(map[string][]byte)}
	for _, text := range own {
		p.own[text] = true
	}
	return p
}

// Measured is how many reports have been given.
func (p *Programs) Measured() int { return int(p.done.Load()) }

// Do measures one.
//
// Errors: as those of workers.Class.Do.
func (p *Programs) Do(ctx context.Context, j workers.Job) ([]byte, error) {
	report, err := p.do(ctx, j)
	if err == nil {
		p.done.Add(1)
	}
	return report, err
}

func (p *Programs) do(ctx context.Context, j workers.Job) ([]byte, error) {
	var asked ProgramJob
	if err := json.Unmarshal(j.Contents, &asked); err != nil {
		return nil, &workers.Failure{Message: fmt.Sprintf("expected a program to measure as JSON, found this: %v", err)}
	}
	alone := p.alone(&asked)
	if alone != "" {
		result, err := p.class.Do(ctx, wrapped("program", j))
		if err != nil {
			return nil, err
		}
		return completed(result, nil, alone)
	}
	if known := p.report(asked.Text); known != nil {
		return known, nil
	}
	return workers.RetryLost(func() ([]byte, error) { return p.compared(ctx, j, asked.Text) })
}

// alone says why a program is not compared with peers; "" if it is.
func (p *Programs) alone(j *ProgramJob) string {
	switch {
	case p.peers == nil:
		return "this server runs neither"
	case !p.own[j.Text]:
		return "the server runs only its own examples there, because neither can be locked in as Unbox is"
	case j.Threshold != 0 && j.Threshold != programThreshold || j.NoBridges || j.Passes != nil:
		return "they are measured beside the usual settings"
	}
	return ""
}

func (p *Programs) report(text string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[text]
}

// compared measures a program of ours beside peers, in one turn, and keeps the report. Others who asked for the same meanwhile get it, too.
func (p *Programs) compared(ctx context.Context, j workers.Job, text string) ([]byte, error) {
	turn, err := p.class.Turn(ctx, j.Client, j.Place)
	if err != nil {
		return nil, err
	}
	defer turn.End()
	if known := p.report(text); known != nil {
		return known, nil
	}
	result, err := turn.Do(ctx, wrapped("program", j))
	if err != nil {
		return nil, err
	}
	if turn.Away() {
		return completed(result, nil, "this was measured on another machine than theirs")
	}
	if j.Event != nil {
		told, err := json.Marshal(Progress{Stage: string(measure.Sampling), Variant: WayCPython})
		if err != nil {
			panic("BUG: progress always marshals: " + err.Error())
		}
		j.Event(told)
	}
	ways, err := p.peers.Measure(ctx, text)
	if err != nil {
		return nil, err
	}
	report, err := completed(result, ways, "")
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[text] = report
	return report, nil
}

// completed adds to a worker's report what else is known. A report that a worker wrote is read as a stranger's.
func completed(result []byte, ways []Way, alone string) ([]byte, error) {
	var r ProgramReport
	if err := json.Unmarshal(result, &r); err != nil || len(r.Ways) == 0 {
		return nil, &workers.Failure{Message: "expected a report from the worker, found something else"}
	}
	r.Ways, r.Alone = append(r.Ways, ways...), alone
	compareWays(r.Ways)
	return json.Marshal(&r)
}
