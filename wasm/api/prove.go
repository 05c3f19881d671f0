//go:build !core

package api

import (
	"context"
	"fmt"
	"strings"
	"time"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// maxProofTimeout bounds the time for a question of a proof.
const maxProofTimeout = 10 * time.Minute

// Prove reports whether two traces are equivalent.
//
// Errors: a pass, a point or a solver that does not exist; a width, a number of
// iterations or a time out of range; texts that disagree about a field. Errors
// in the traces are in the response.
func (e *Engine) Prove(ctx context.Context, q *ProveRequest) (*ProveResponse, error) {
	solver, timeout, err := proofTools(q.Solver, q.Timeout)
	if err != nil {
		return nil, err
	}
	r := &ProveResponse{Queries: []ProofQuery{}}
	pair, err := e.pairOf(&SmtRequest{q.Text, q.Other, q.Passes, q.From, q.To, q.Width, q.Unroll})
	if err != nil {
		return nil, err
	}
	r.Diagnostics, r.OtherDiagnostics = pair.diagnostics, pair.otherDiagnostics
	if pair.before == nil {
		return r, nil
	}
	pair.options.Solver, pair.options.Budget.Time = solver, timeout
	v, err := prove.Equivalent(ctx, pair.before, pair.after, pair.options)
	if err != nil {
		return nil, err
	}
	r.fill(&v, pair.before, pair.after)
	return r, nil
}

// proofTools returns the solver of a request and the time that each of its questions may take, in milliseconds.
//
// Errors: a solver that does not exist, a time out of range.
func proofTools(name string, milliseconds int) (solve.Solver, time.Duration, error) {
	timeout := time.Duration(milliseconds) * time.Millisecond
	if milliseconds < 0 || timeout > maxProofTimeout {
		return nil, 0, fmt.Errorf("expected `timeout` from 0 to %d, found %d", maxProofTimeout.Milliseconds(), milliseconds)
	}
	if name == "" {
		name = "builtin"
	}
	solver, err := solve.ByName(name)
	return solver, timeout, err
}

// tracePair is what a request asks to compare; before is nil if there are errors
// in the texts.
type tracePair struct {
	before, after                 *trace.Trace
	options                       prove.Options
	diagnostics, otherDiagnostics []Diagnostic
}

// pairOf finds the two traces of a request.
func (e *Engine) pairOf(q *SmtRequest) (*tracePair, error) {
	p := &tracePair{options: prove.Options{Width: q.Width, Unroll: q.Unroll}, otherDiagnostics: []Diagnostic{}}
	tr, diagnostics := e.session.parse(q.Text)
	p.diagnostics = Diagnostics(q.Text, diagnostics)
	if q.Other != "" {
		other, list := trace.Parse(q.Other)
		p.otherDiagnostics = Diagnostics(q.Other, list)
		if tr == nil || other == nil {
			return p, nil
		}
		var err error
		p.before, p.after, err = prove.Align(tr, other)
		p.options.AfterSource = true
		return p, err
	}
	passes, err := optimizer.ParsePasses(q.Passes)
	if err != nil || tr == nil {
		return p, err
	}
	points := e.session.pipeline(passes)
	from, to := q.From, q.To
	if to == -1 {
		to = points - 1
	}
	if from < 0 || to < 0 || from >= points || to >= points {
		return nil, fmt.Errorf("expected points from 0 to %d, found %d and %d", points-1, q.From, q.To)
	}
	p.before, p.after = e.session.point(from).Out, e.session.point(to).Out
	p.options.BeforePrinted = from > 0
	return p, nil
}

// fill puts a verdict into the response.
func (r *ProveResponse) fill(v *prove.Verdict, before, after *trace.Trace) {
	r.Status, r.Summary, r.Reason = v.Status.String(), v.Summary(), v.Reason
	r.Width, r.Unroll, r.Loop, r.Solver, r.Time = v.Width, v.Unroll, v.Loop, v.Solver, milliseconds(v.Time)
	for k := range v.Queries {
		q := &v.Queries[k]
		r.Queries = append(r.Queries, ProofQuery{
			Kind: q.Kind.String(), What: q.What, Before: q.Before.Line, After: q.After.Line, Iteration: q.Iteration,
			Status: q.Status.String(), Same: q.Same, Reason: q.Reason, Time: milliseconds(q.Time), By: q.By,
		})
	}
	if v.Counterexample != nil {
		r.Counterexample = counterexampleOf(v.Counterexample, before, after, v.Width)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func counterexampleOf(c *prove.Counterexample, before, after *trace.Trace, width int) *Counterexample {
	out := &Counterexample{
		Inputs: c.Text, Values: []WordValue{}, Objects: objectsOf(c.Objects(before)), Query: c.Query,
		Replayed: c.Replayed, Reason: c.Reason, Hostile: c.Hostile,
	}
	for _, v := range c.Values(before, width) {
		out.Values = append(out.Values, WordValue{v.Name, v.Type, shown(v.Value), v.Unsigned, v.Hex, v.Binary})
	}
	if c.Replayed {
		out.Before, out.After = proofRunOf(&c.Before, before), proofRunOf(&c.After, after)
	}
	return out
}

func proofRunOf(r *prove.Run, of *trace.Trace) *ProofRun {
	return &ProofRun{Exit: r.Exit, At: lineOf(of, r.At.Op), Detail: r.Detail,
		Values: namedValues(r.Values), Effects: shownEffects(r.Effects), Heap: objectsOf(r.Objects)}
}

// Smt returns the questions of [Engine.Prove] as SMT-LIB text. Errors: as there.
func (e *Engine) Smt(q *SmtRequest) (*SmtResponse, error) {
	pair, err := e.pairOf(q)
	if err != nil {
		return nil, err
	}
	r := &SmtResponse{Diagnostics: pair.diagnostics, OtherDiagnostics: pair.otherDiagnostics}
	if pair.before == nil {
		return r, nil
	}
	script := new(prove.Script)
	pair.options.Script = script
	v, err := prove.Equivalent(context.Background(), pair.before, pair.after, pair.options)
	if err != nil {
		return nil, err
	}
	if v.Status == prove.Unknown {
		r.Reason = v.Reason
		return r, nil
	}
	var text strings.Builder
	if _, err := script.WriteTo(&text); err != nil {
		return nil, err
	}
	r.Script, r.Questions = text.String(), script.Len()
	return r, nil
}
