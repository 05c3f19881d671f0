package api

import (
	"encoding/json"
	"fmt"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/trace/pypylog"
)

// imports answers an ImportRequest.
func (e *Engine) imports(request []byte) ([]byte, error) {
	var q ImportRequest
	if err := decode(request, &q, &q.Text); err != nil {
		return nil, err
	}
	r, err := Import(&q)
	if err != nil {
		return nil, err
	}
	return encode(nil, r)
}

// Import lists the traces of a log of PyPy and hands out one of them.
//
// Errors: a number that no trace has.
func Import(q *ImportRequest) (*ImportResponse, error) {
	entries := pypylog.SplitLog(q.Text)
	if q.Trace < 0 || q.Trace > len(entries) {
		return nil, fmt.Errorf("expected the number of a trace from 1 to %d, or 0 for none, found %d", len(entries), q.Trace)
	}
	r := &ImportResponse{Traces: []LogTrace{}}
	for i := range entries {
		r.Traces = append(r.Traces, logTraceOf(&entries[i], i))
	}
	if q.Trace > 0 {
		r.Text = entries[q.Trace-1].Text(q.Text)
	}
	return r, nil
}

func logTraceOf(e *pypylog.LogEntry, i int) LogTrace {
	return LogTrace{
		Number: i + 1, Kind: e.Kind.String(), Title: e.Title, Place: e.Place, Ops: e.Ops,
		Partner: e.Partner + 1, Guard: e.Guard, Parent: e.Parent + 1, Truncated: e.Truncated,
	}
}

// compare answers a CompareRequest.
func (e *Engine) compare(request []byte) ([]byte, error) {
	var q CompareRequest
	if err := json.Unmarshal(request, &q); err != nil {
		return nil, fmt.Errorf("expected a request in JSON: %w", err)
	}
	return encode(nil, Compare(&q))
}

// Compare optimizes a trace that PyPy recorded and counts what is left, beside
// what PyPy left. Errors in the two traces are in the response.
func Compare(q *CompareRequest) *CompareResponse {
	recorded, recordedList := trace.Parse(q.Recorded)
	optimized, optimizedList := trace.Parse(q.Optimized)
	r := &CompareResponse{
		RecordedDiagnostics:  Diagnostics(q.Recorded, recordedList),
		OptimizedDiagnostics: Diagnostics(q.Optimized, optimizedList),
		Tables:               []CountTable{},
	}
	if recorded == nil || optimized == nil {
		return r
	}
	c := optimizer.CompareWithLog(recorded, optimized)
	r.Preset, r.Larger, r.Entry = c.Preset, c.Larger(), c.Entry
	for i := range c.Tables {
		r.Tables = append(r.Tables, countTableOf(&c.Tables[i]))
	}
	r.Ours = c.Result.Annotated().String()
	return r
}

func countTableOf(t *optimizer.CountTable) CountTable {
	out := CountTable{Part: t.Part, Counts: []KindCount{}}
	for _, k := range trace.AllCountKinds() {
		out.Counts = append(out.Counts, KindCount{
			Kind: k.String(), Before: t.Before[k], Ours: t.Ours[k], PyPys: t.PyPys[k], Larger: t.Larger(k),
		})
	}
	return out
}
