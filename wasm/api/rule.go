//go:build !core

package api

import (
	"context"
	"slices"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/rules"
	"unbox/prove/solve"
	"unbox/trace"
)

// Rule reports whether rewrite rules are correct, whether rewriting with them ends,
// and what they do to a trace.
//
// Errors: a pass or a solver that does not exist, a time that is out of range, too
// many rules. Errors in rules and trace are in the response.
func (e *Engine) Rule(ctx context.Context, q *RuleRequest) (*RuleResponse, error) {
	solver, timeout, err := proofTools(q.Solver, q.Timeout)
	if err != nil {
		return nil, err
	}
	o := rules.TryOptions{Options: rules.Options{Solver: solver, Budget: solve.Budget{Time: timeout}}}
	if o.Passes, err = optimizer.ParsePasses(q.Passes); err != nil {
		return nil, err
	}
	r := &RuleResponse{Rules: []RuleVerdict{}, Diagnostics: []Diagnostic{}}
	if q.Text != "" {
		trace, diagnostics := e.session.parse(q.Text)
		o.Trace, r.Diagnostics = trace, Diagnostics(q.Text, diagnostics)
	}
	report, err := rules.Try(ctx, q.Rules, o)
	if err != nil {
		return nil, err
	}
	r.fill(q.Rules, report)
	return r, nil
}

// fill puts a report into the response.
func (r *RuleResponse) fill(text string, report *rules.Report) {
	r.Errors = ruleErrors(text, report.Errors)
	r.Ends, r.Remarks = report.Ends, append([]string{}, report.Remarks...)
	for k := range report.Rules {
		r.Rules = append(r.Rules, ruleVerdictOf(&report.Rules[k]))
	}
	if len(r.Rules) > 0 {
		r.Status = report.Status().String()
	}
	if a := report.Applied; a != nil {
		r.Applied = &RuleApplied{Rows: ruleRows(a.Result), Needless: a.Without == a.After, Fired: a.Fired}
	}
}

// ruleRows compares a trace with its result, operation by operation.
func ruleRows(result *optimizer.Result) []LinePair {
	before, after := trace.Print(result.In, trace.PrintOptions{}), trace.Print(result.Out, trace.PrintOptions{})
	var differ optimizer.Differ
	rows := []LinePair{}
	for _, row := range differ.Diff(
		optimizer.DiffSide{Result: optimizer.Recorded(result.In), Listing: before},
		optimizer.DiffSide{Result: result, Listing: after}) {
		pair := LinePair{Kind: row.Kind, Left: []Span{}, Right: []Span{}}
		if row.Left >= 0 {
			pair.Left = sharedSpans(&differ, true, before, int(row.Left))
		}
		if row.Right >= 0 {
			pair.Right = sharedSpans(&differ, false, after, int(row.Right))
		}
		if row.Kind == optimizer.DiffArgs || row.Kind == optimizer.DiffReplaced {
			markChanged(pair.Left, pair.Right)
		}
		rows = append(rows, pair)
	}
	return rows
}

// ruleErrors places the errors of a rule file as those of a trace are.
func ruleErrors(text string, errs []rules.TextError) []Diagnostic {
	var list []trace.Diagnostic
	for _, err := range errs {
		list = append(list, trace.Diagnostic{
			Severity: trace.Error, Code: "rule", Message: err.Message, From: err.From, To: min(err.To, len(text)),
		})
	}
	return Diagnostics(text, list)
}

func ruleVerdictOf(one *rules.RuleReport) RuleVerdict {
	v := &one.Verdict
	out := RuleVerdict{
		Name: one.Name, Text: one.Text, Line: one.Line, Status: v.Status.String(), Summary: v.Summary(), Reason: v.Reason,
		Width: v.Width, Solver: v.Solver, By: v.By, Questions: v.Questions, Time: milliseconds(v.Time), Never: one.Never,
		Before: one.Gain.Before, After: one.Gain.After, Copied: append([]string{}, one.Gain.Copied...),
		Hidden: one.Hidden, Fired: one.Fired,
	}
	if x := v.Counterexample; x != nil {
		out.Counterexample = &RuleCounterexample{Values: []WordValue{}, Pattern: x.Pattern, Target: x.Target, Reason: x.Reason}
		for _, n := range x.Names {
			w := prove.DescribeWord(n.Name, n.Type, n.Bits)
			out.Counterexample.Values = append(out.Counterexample.Values, WordValue{w.Name, w.Type, Span{Kind: trace.SpanNumber, Text: n.Text}, w.Unsigned, w.Hex, w.Binary})
		}
	}
	if l := one.Loop; l != nil {
		out.Loop = &RuleLoop{slices.Clone(l.Rules), slices.Clone(l.Steps), l.Grows, l.String()}
	}
	return out
}
