package api

import (
	"encoding/json"
	"fmt"
	"strings"

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
	recorded, recordedList, known := pypylog.ParseBridge(q.Recorded, q.Parent, q.Guard)
	optimized, optimizedList := trace.Parse(q.Optimized)
	r := &CompareResponse{
		RecordedDiagnostics:  Diagnostics(q.Recorded, recordedList),
		OptimizedDiagnostics: Diagnostics(q.Optimized, optimizedList),
		Tables:               []CountTable{},
	}
	if recorded == nil || optimized == nil {
		return r
	}
	c := optimizer.CompareWithLog(recorded, optimized, known)
	r.Preset, r.Larger, r.Entry = c.Preset, c.Larger(), c.Entry
	for i := range c.Tables {
		r.Tables = append(r.Tables, countTableOf(&c.Tables[i]))
	}
	r.Recorded, r.PyPys = comparedText(q.Recorded), comparedText(q.Optimized)
	r.Ours = comparedText(c.Result.Annotated().String())
	return r
}

// comparedText finds the marks in the text of a trace.
func comparedText(text string) ComparedText {
	c := ComparedText{Text: withoutOffsets(text), Marks: []int{}}
	t, _ := trace.Parse(text)
	for i := range t.Ops {
		if op := &t.Ops[i]; op.Code == trace.OpMark && op.Line > 0 {
			c.Marks = append(c.Marks, int(op.Line)-1)
		}
	}
	return c
}

// withoutOffsets takes the places in machine code, "+12: ", from the beginnings of lines.
func withoutOffsets(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		offset, rest, found := strings.Cut(line, ":")
		if digits, plus := strings.CutPrefix(offset, "+"); found && plus && strings.Trim(digits, "0123456789") == "" {
			lines[i] = strings.TrimLeft(rest, " ")
		}
	}
	return strings.Join(lines, "\n")
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
