package api

import (
	"fmt"

	"unbox/trace/pypylog"
)

// Import lists the traces of a log of PyPy and returns one of them.
//
// Errors: a number that no trace has, and a log with too many traces.
func Import(q *ImportRequest) (*ImportResponse, error) {
	entries, err := pypylog.SplitLog(q.Text)
	if err != nil {
		return nil, err
	}
	if q.Trace < 0 || q.Trace > len(entries) {
		return nil, fmt.Errorf("expected the number of a trace from 1 to %d, or 0 for none, found %d", len(entries), q.Trace)
	}
	r := &ImportResponse{Traces: []LogTrace{}}
	for i := range entries {
		r.Traces = append(r.Traces, logTraceOf(&entries[i], i))
	}
	if q.Trace > 0 {
		r.Text = entries[q.Trace-1].Text(q.Text)
		if entries[q.Trace-1].Kind == pypylog.LogRecorded {
			r.Path, r.Loop = surroundings(pypylog.NewNeighbours(q.Text, entries).Of(q.Trace - 1))
		}
	}
	return r, nil
}

func surroundings(s pypylog.Surroundings) (path []CompareStep, loop string) {
	for _, step := range s.Path {
		path = append(path, CompareStep(step))
	}
	return path, s.Loop
}

func logTraceOf(e *pypylog.LogEntry, i int) LogTrace {
	return LogTrace{
		Number: i + 1, Kind: e.Kind.String(), Title: e.Title, Place: e.Place, Ops: e.Ops,
		Partner: e.Partner + 1, Guard: e.Guard, Parent: e.Parent + 1, Truncated: e.Truncated,
	}
}
