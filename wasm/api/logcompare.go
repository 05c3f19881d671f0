//go:build !core

package api

import (
	"fmt"
	"strings"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/trace/pypylog"
)

// CompareRequestFor is the request that compares a recorded trace of a log with PyPy's result.
func CompareRequestFor(recorded, optimized string, around pypylog.Surroundings) *CompareRequest {
	q := &CompareRequest{Recorded: recorded, Optimized: optimized}
	q.Path, q.Loop = surroundings(around)
	return q
}

// CompareWithPyPy optimizes a trace that PyPy recorded and counts what is left, next
// to what PyPy left. Errors in the two traces are in the response.
func (e *Engine) CompareWithPyPy(q *CompareRequest) *CompareResponse {
	around := pypylog.Surroundings{Loop: q.Loop}
	for _, step := range q.Path {
		around.Path = append(around.Path, pypylog.Step(step))
	}
	recorded := pypylog.ParseRecorded(q.Recorded, around)
	optimized, optimizedList := trace.Parse(q.Optimized)
	r := &CompareResponse{
		RecordedDiagnostics:  Diagnostics(q.Recorded, recorded.Diagnostics),
		OptimizedDiagnostics: Diagnostics(q.Optimized, optimizedList),
		Tables:               []CountTable{},
	}
	if recorded.Trace == nil || optimized == nil {
		return r
	}
	c := optimizer.CompareWithLog(recorded.Trace, optimized, recorded.World, recorded.Loop)
	r.Preset, r.Larger, r.Entry = c.Preset, c.Larger(), c.Entry
	for i := range c.Tables {
		r.Tables = append(r.Tables, countTableOf(&c.Tables[i]))
	}
	e.compared.keep(r, c.Recorded, c.Result.Annotated(), optimized)
	return r
}

// comparedText is a trace to show next to others; marks are the operations that mark lines of
// the program.
func comparedText(list *trace.Listing, t *trace.Trace) ComparedText {
	c := ComparedText{Text: strings.Join(list.Lines(), "\n"), Numbers: make([]int, list.Len()), Marks: []int{}}
	for at, v := range list.Ops {
		if v == trace.None {
			c.Numbers[at] = list.Source(at)
			continue
		}
		c.Numbers[at] = t.Row(v)
		if t.Ops[v].Code == trace.OpMark {
			c.Marks = append(c.Marks, at)
		}
	}
	return c
}

// comparedTraces are the traces that were compared last.
type comparedTraces struct {
	number int
	lists  map[string]*trace.Listing
}

// keep makes listings of the three traces of a comparison, and its texts.
func (c *comparedTraces) keep(r *CompareResponse, recorded, ours, pypys *trace.Trace) {
	c.number, c.lists = c.number+1, make(map[string]*trace.Listing)
	side := func(name string, t *trace.Trace) ComparedText {
		c.lists[name] = trace.Print(t, trace.PrintOptions{Comments: true})
		return comparedText(c.lists[name], t)
	}
	r.Compared = c.number
	r.Recorded, r.Ours, r.PyPys = side("recorded", recorded), side("ours", ours), side("pypys", pypys)
}

// comparedLines answers a ComparedLinesRequest.
func (e *Engine) comparedLines(q *ComparedLinesRequest) (any, error) {
	if q.Compared != e.compared.number || e.compared.number == 0 {
		return Absent{Gone: q.Compared}, nil
	}
	list := e.compared.lists[q.Side]
	if list == nil {
		return nil, fmt.Errorf("expected a side (`recorded`, `ours`, `pypys`), found `%s`", q.Side)
	}
	r := ComparedLinesResponse{Lines: [][]Span{}}
	from := min(max(q.From, 0), list.Len())
	for at := from; at < min(q.To, list.Len(), from+maxWindow); at++ {
		r.Lines = append(r.Lines, spansOf(list.Spans(at)))
	}
	return r, nil
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
