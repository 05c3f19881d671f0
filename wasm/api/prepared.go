package api

import (
	"fmt"
	"slices"

	"unbox/trace"
)

// Prepared takes a trace through the optimizer and returns its picture with everything that can be asked about it.
//
// Errors: the text has errors, a pass is unknown, there are no rows with the chosen numbers, or more rows are to be shown than a prepared picture has (1,000).
func (e *Engine) Prepared(q *PreparedRequest) (*Prepared, error) {
	r, err := e.Compare(&OptimizeRequest{Text: q.Text, Passes: q.Passes, To: q.To})
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Severity == "error" }); i >= 0 {
		return nil, fmt.Errorf("line %d: %s", r.Diagnostics[i].Line, r.Diagnostics[i].Message)
	}
	p := e.session.pictureOf(e.session.results.list[0])
	if q.ToRow > 0 && !slices.ContainsFunc(p.numbers, func(n int32) bool { return int(n) >= q.FromRow && n > 0 && int(n) <= q.ToRow }) {
		return nil, fmt.Errorf("expected rows between %d and %d, found none", q.FromRow, q.ToRow)
	}
	p.choose(q.FromRow, q.ToRow)
	defer p.choose(0, 0)
	p.layOut(nil)
	if len(p.items) > maxWindow {
		return nil, fmt.Errorf("expected at most %d rows in a prepared picture, found %d: choose some of them", maxWindow, len(p.items))
	}
	out := &Prepared{UnboxTrace: 1, Title: q.Title, Text: q.Text, Passes: []string{}, To: r.To, Whole: *p.whole}
	for _, id := range e.session.results.list[0].passes.List() {
		out.Passes = append(out.Passes, id.String())
	}
	everything := Window{To: maxWindow}
	out.Picture = *p.window(everything)
	rows := out.Picture.Rows
	if folds := p.folds(); len(folds) > 0 {
		if p.layOut(folds); len(p.items) <= maxWindow {
			out.Unfolded = p.window(everything)
			rows = out.Unfolded.Rows
		}
	}
	out.Reasons, out.Operations = p.reasonsOf(rows), operationsIn(rows)
	return out, nil
}

// reasonsOf are the answers to the questions of some rows.
func (p *picture) reasonsOf(rows []PictureItem) []ExplainResponse {
	list := []ExplainResponse{}
	for i := range rows {
		if why := p.explain(rows[i].Key); len(why.Question) > 0 {
			list = append(list, *why)
		}
	}
	return list
}

// folds are the keys of everything that is folded.
func (p *picture) folds() []int {
	keys := []int{}
	for i := range p.items {
		if kind := p.items[i].kind; kind == PictureFold || kind == PictureFirst {
			keys = append(keys, p.items[i].key())
		}
	}
	return keys
}

// operationsIn says what the operations do that some rows mention.
func operationsIn(rows []PictureItem) []PreparedOperation {
	list := []PreparedOperation{}
	seen := make(map[string]bool)
	for i := range rows {
		for _, s := range slices.Concat(rows[i].Left, rows[i].Right) {
			if s.Kind != trace.SpanOperation || seen[s.Text] {
				continue
			}
			seen[s.Text] = true
			if spelling, known := trace.LookupSpelling(s.Text); known {
				list = append(list, PreparedOperation{s.Text, spelling.Code.Info().Effect.String()})
			}
		}
	}
	return list
}
