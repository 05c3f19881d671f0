package api

import (
	"fmt"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// Limits of what a run may do and of what is reported about it. A learner's
// loop is stopped by the jumps that the request allows; these are for
// everything else.
const (
	// maxOperations is about half a second in a browser.
	maxOperations = 20_000_000
	// maxReported is the maximum number of effects, of objects, and of fields of an
	// object that are listed.
	maxReported = 1000
)

// partedByGuess is the text for runs that differ only because of a guess.
const partedByGuess = "the runs part, but where they went depended on objects that were made up for constants of which the log tells only numbers"

// run answers a RunRequest.
func (e *Engine) run(q *RunRequest) (any, error) {
	if q.Result != 0 {
		c := e.session.results.get(q.Result)
		if c == nil {
			return Absent{Gone: q.Result}, nil
		}
		e.session.again(c)
		q.Text, q.Passes = c.recordedText, q.Passes[:0]
		for _, pass := range c.passes.List() {
			q.Passes = append(q.Passes, pass.String())
		}
	}
	r, err := e.Run(q)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Run interprets a trace before and after optimization, on the same inputs, and
// compares the outcomes.
//
// Errors: a pass that does not exist, or a negative number of steps. Errors in
// the trace and in the inputs are in the response.
func (e *Engine) Run(q *RunRequest) (*RunResponse, error) {
	passes, err := optimizer.ParsePasses(q.Passes)
	if err != nil {
		return nil, err
	}
	if q.Steps < 0 {
		return nil, fmt.Errorf("expected `steps` of at least 0, found %d", q.Steps)
	}
	r := &RunResponse{InputDiagnostics: []Diagnostic{}}
	trace, diagnostics := e.session.parse(q.Text)
	r.Diagnostics = Diagnostics(q.Text, diagnostics)
	if trace == nil {
		return r, nil
	}
	options := interp.RunOptions{Jumps: q.Steps, Steps: maxOperations, Imagined: q.Imagined}
	inputs, diagnostics := interp.ParseInputsFor(trace, q.Inputs, options)
	r.InputDiagnostics = Diagnostics(q.Inputs, diagnostics)
	if inputs == nil {
		return r, nil
	}
	e.session.judge(r, inputs, passes, options)
	return r, nil
}

// judge runs the recorded trace and the last point of the pipeline.
func (s *session) judge(r *RunResponse, inputs *interp.Inputs, passes optimizer.PassSet, options interp.RunOptions) {
	last := s.point(s.pipeline(passes) - 1)
	before := s.before.Run(s.trace, inputs, options)
	after := s.after.Run(last.Out, inputs, options)
	verdict := s.referee.Compare(before, after)
	r.Verdict, r.Reason = verdict.Kind.String(), verdict.Reason()
	if verdict.Kind == interp.VerdictDiffer && (before.Guessed || after.Guessed) {
		r.Verdict, r.Reason = interp.VerdictOpaque.String(), partedByGuess
	}
	if options.Imagined {
		r.MadeUp = madeUp(s.trace, before)
	}
	r.Before, r.After = outcomeOf(before), outcomeOf(after)
}

// madeUp says what a run of the recorded trace made up, nil if nothing.
func madeUp(t *trace.Trace, o *interp.Outcome) *MadeUp {
	m := &MadeUp{Constants: []string{}, Guessed: o.Guessed}
	lowering := interp.NewLowering(t)
	end := trace.Value(len(t.Ops))
	if o.Jumps == 0 && o.Op != trace.None {
		end = o.Op + 1 // nothing after it ran
	}
	seen := make(map[trace.Sym]bool)
	for v := trace.Value(1); v < end; v++ {
		if lowering.Opaque(v) {
			m.Calls++
		}
		for _, arg := range t.Args(v) {
			if !arg.IsConst() || t.Const(arg).Kind != trace.ConstUnknown {
				continue
			}
			if c := t.Const(arg); !seen[c.Name] {
				seen[c.Name] = true
				m.Constants = append(m.Constants, t.Tables.Syms[c.Name])
			}
		}
	}
	if m.Calls == 0 && len(m.Constants) == 0 {
		return nil
	}
	return m
}

// outcomeOf is an outcome for the response.
func outcomeOf(o *interp.Outcome) *Outcome {
	names := trace.NewNamer(o.Trace, "")
	report := o.Report(names, maxReported)
	return &Outcome{
		Exit: o.Exit.String(), At: lineOf(o.Trace, o.Op), Detail: o.Detail(names),
		Values: namedValues(report.Values), Effects: shownEffects(report.Effects), MoreEffects: report.MoreEffects,
		Heap: objectsOf(report.Objects), Jumps: o.Jumps, Steps: o.Steps, Allocations: o.Allocations,
	}
}

// shown is a value for the response.
func shown(v interp.Shown) Span { return Span{Kind: v.Kind, Text: v.Text} }

func namedValues(list []interp.Named) []NamedValue {
	out := make([]NamedValue, len(list))
	for i, v := range list {
		out[i] = NamedValue{v.Name, shown(v.Value)}
	}
	return out
}

// shownEffects are effects as calls of their operations.
func shownEffects(list []interp.ShownEffect) [][]Span {
	out := make([][]Span, len(list))
	for i, effect := range list {
		spans := []Span{{Kind: trace.SpanOperation, Text: effect.Operation}, {Text: "("}}
		for k, arg := range effect.Args {
			if k > 0 {
				spans = append(spans, Span{Text: ", "})
			}
			spans = append(spans, shown(arg))
		}
		out[i] = append(spans, Span{Text: ")"})
	}
	return out
}

func objectsOf(list []interp.ReportObject) []Object {
	out := make([]Object, len(list))
	for i, o := range list {
		out[i] = Object{Name: o.Name, Class: o.Class, Fields: namedValues(o.Fields)}
		if o.Array {
			out[i].Length = o.Length
		}
	}
	return out
}

// lineOf is the line of an operation in a listing of its trace, nil if it has none.
func lineOf(t *trace.Trace, op trace.Value) *Line {
	if op == trace.None {
		return nil
	}
	list := trace.Print(t, trace.PrintOptions{Comments: true})
	for at, of := range list.Ops {
		if of == op {
			return &Line{At: at, Number: t.Row(op), Source: list.Source(at), Operation: t.Ops[op].Code.String(), Spans: spansOf(list.Spans(at))}
		}
	}
	return nil
}

// inputs returns the inputs of the trace with suggestions.
func (s *session) inputs() []Input {
	if s.suggested == nil {
		s.suggested = suggestInputs(s.trace)
	}
	return s.suggested
}

func suggestInputs(t *trace.Trace) []Input {
	inputs := []Input{}
	for _, in := range interp.SuggestInputs(t, interp.RunOptions{Imagined: true}) {
		inputs = append(inputs, Input{Name: in.Name, Type: in.Type.String(), Suggestion: in.Text})
	}
	return inputs
}
