package api

import (
	"fmt"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// Limits of what a run may do and of what is told of it. A learner's loop is
// stopped by the jumps that the request allows for; these are for the rest.
const (
	// maxOperations is about half a second in a browser.
	maxOperations = 20_000_000
	// maxReported is how many effects, objects, and fields of an object are listed.
	maxReported = 1000
)

// partedByGuess is said of runs that part for a reason that is none.
const partedByGuess = "the runs part, but where they went depended on objects that were made up for constants of which the log tells only numbers"

// run answers a RunRequest.
func (e *Engine) run(request []byte) ([]byte, error) {
	var q RunRequest
	if err := decode(request, &q, &q.Text); err != nil {
		return nil, err
	}
	if q.Result != 0 {
		c := e.session.results.get(q.Result)
		if c == nil {
			return encode(nil, Absent{Gone: q.Result})
		}
		e.session.again(c)
		q.Text, q.Passes = c.recordedText, q.Passes[:0]
		for _, pass := range c.passes.List() {
			q.Passes = append(q.Passes, pass.String())
		}
	}
	r, err := e.Run(&q)
	if err != nil {
		return nil, err
	}
	return encode(nil, r)
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
	// Of the recorded trace the learner knows the text, not our print of it.
	if before.Op != trace.None {
		r.Before.Line = int(s.trace.Ops[before.Op].Line)
	}
}

// madeUp says what a run of the recorded trace made up, nil if it was nothing.
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

// outcomeOf puts an outcome into words.
func outcomeOf(o *interp.Outcome) *Outcome {
	names := trace.NewNamer(o.Trace, "")
	report := o.Report(names, maxReported)
	out := &Outcome{
		Exit: o.Exit.String(), Detail: o.Detail(names),
		Values: []NamedValue{}, Effects: []string{}, Heap: []Object{},
		Jumps: o.Jumps, Steps: o.Steps, Allocations: o.Allocations,
	}
	out.At, out.Line = lineOf(o.Trace, o.Op)
	for _, v := range report.Values {
		out.Values = append(out.Values, NamedValue(v))
	}
	out.Effects = append(out.Effects, report.Effects...)
	if n := report.MoreEffects; n > 0 {
		out.Effects = append(out.Effects, fmt.Sprintf("… and %d more", n))
	}
	for _, object := range report.Objects {
		out.Heap = append(out.Heap, objectOf(object))
	}
	return out
}

func objectOf(o interp.ReportObject) Object {
	out := Object{Name: o.Name, Class: o.Class, Fields: []NamedValue{}}
	if o.Array {
		out.Length = o.Length
	}
	for _, field := range o.Fields {
		out.Fields = append(out.Fields, NamedValue(field))
	}
	return out
}

// lineOf finds the line that shows an operation, and its number from 1.
func lineOf(t *trace.Trace, op trace.Value) (text string, line int) {
	if op == trace.None {
		return "", 0
	}
	listing := trace.Print(t, trace.PrintOptions{Comments: true})
	for i, shown := range listing.Ops {
		if shown == op {
			return listing.Line(i), i + 1
		}
	}
	return "", 0
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
	for _, in := range interp.SuggestInputsFor(t, interp.RunOptions{Imagined: true}) {
		inputs = append(inputs, Input{Name: in.Name, Type: in.Type.String(), Suggestion: in.Text})
	}
	return inputs
}
