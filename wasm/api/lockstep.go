//go:build !core

package api

import (
	"fmt"
	"strings"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// How much of a run is sent.
const (
	lockstepRows    = 120
	lockstepObjects = 200
	lockstepFields  = 40
)

// stepping is what is stepped through, kept from one request to the next, so that a step forward costs only
// that step.
type stepping struct {
	// moments are those of the last walk that was inspected; everything except this and histories is about
	// the pair of runs.
	moments *moments
	// histories are the points of the pipeline from which an operation's history was last
	// read.
	histories *histories
	// edited is the edit whose effect was last inspected.
	edited *edited
	of     *comparedPoints
	result *optimizer.Result
	inputs string
	steps  int
	// parts is the moment at which the runs differ, -1 if they do not; differs is the operation of the
	// result that shows it.
	parts   int
	differs trace.Value
	run     *interp.Lockstep
}

// lockstep answers a LockstepRequest.
func (e *Engine) lockstep(request []byte) ([]byte, error) {
	var q LockstepRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		if q.Steps < 0 {
			return nil, fmt.Errorf("expected `steps` of at least 0, found %d", q.Steps)
		}
		p := e.session.pictureOf(c)
		r := &LockstepResponse{InputDiagnostics: []Diagnostic{}, Parts: -1, Before: emptySide(), After: emptySide()}
		diagnostics := e.stepping.prepare(c, p.c.right, &q)
		if e.stepping.run == nil {
			r.InputDiagnostics = Diagnostics(q.Inputs, diagnostics)
			return r, nil
		}
		s := lockstepSides{p: p, s: &e.stepping, r: r}
		s.show(&q)
		return r, nil
	})
}

func emptySide() RunSide { return RunSide{Rows: []RunRow{}, Objects: []RunObject{}} }

// prepare runs both traces to their ends, unless that has been done.
func (s *stepping) prepare(c *comparedPoints, result *optimizer.Result, q *LockstepRequest) []trace.Diagnostic {
	if s.run != nil && s.of == c && s.result == result && s.inputs == q.Inputs && s.steps == q.Steps {
		return nil
	}
	*s = stepping{moments: s.moments, of: c, result: result, inputs: q.Inputs, steps: q.Steps, parts: -1}
	options := interp.RunOptions{Jumps: q.Steps, Steps: maxOperations, Imagined: true}
	inputs, diagnostics := interp.ParseInputsFor(c.trace, q.Inputs, options)
	if inputs == nil {
		return diagnostics
	}
	s.run = interp.NewLockstep(c.trace, result.Out, inputs, options)
	s.parts, s.differs = s.run.Part()
	return nil
}

// lockstepSides makes an answer.
type lockstepSides struct {
	p *picture
	s *stepping
	r *LockstepResponse
}

func (l *lockstepSides) show(q *LockstepRequest) {
	run, r := l.s.run, l.r
	at, found := l.find(q)
	run.MoveTo(max(at-1, 0))
	iteration, next := run.Iteration(), run.After.Next()
	run.MoveTo(at)
	if run.Iteration() != iteration || at == 0 {
		next = trace.None
	}
	before, after := run.Ends()
	r.At, r.Last, r.Found = min(max(at, 0), run.Steps), run.Steps, found
	r.Iteration, r.Iterations = run.Iteration(), before.Jumps+1
	r.IterationFrom, r.IterationTo = run.IterationOf()
	if hand := run.Hand(); hand != trace.None {
		r.Key, r.Number = int(hand), int(l.p.numbers[hand])
	}
	r.Verdict, r.Reason, r.Parts = run.Verdict.Kind.String(), run.Verdict.Reason(), l.s.parts
	if run.Verdict.Kind == interp.VerdictDiffer && (before.Guessed || after.Guessed) {
		r.Verdict, r.Reason = interp.VerdictOpaque.String(), partedByGuess
	}
	names := l.side(&r.Before, true, run.Hand(), nil)
	l.side(&r.After, false, next, names)
}

// find is the moment that is asked for.
func (l *lockstepSides) find(q *LockstepRequest) (at int, found bool) {
	switch {
	case q.Part:
		return max(l.s.parts, 0), l.s.parts >= 0
	case q.Key != 0:
		if step := l.s.run.StepOf(q.Iteration, trace.Value(q.Key)); step >= 0 {
			return step, true
		}
		return q.At, false
	}
	return q.At, true
}

// side fills in one of the runs; fresh is the first operation that ran at this moment, None for none. It returns
// names for the objects of the exit; exitNames are those of the other run.
func (l *lockstepSides) side(r *RunSide, left bool, fresh trace.Value, exitNames []string) []string {
	c := l.p.c
	stepper, names := &l.s.run.After, c.rightNames
	if left {
		stepper, names = &l.s.run.Before, c.recorded
	}
	scene := stepper.Scene(names, exitNames, interp.SceneLimits{Objects: lockstepObjects, Fields: lockstepFields})
	r.More, r.Operations, r.Boxes = scene.More, stepper.Outcome().Steps, stepper.Allocated()
	for i := range scene.Objects {
		r.Objects = append(r.Objects, runObject(&scene.Objects[i]))
	}
	l.rows(r, left, stepper, scene, fresh)
	if !stepper.Over() {
		return nil
	}
	r.Exit = l.exit(left, stepper.Outcome(), names, scene)
	var given []string
	for _, v := range scene.Exit {
		name := ""
		if v.Object >= 0 {
			name = scene.Objects[v.Object].Name
		}
		given = append(given, name)
	}
	return given
}

// rows fills in the operations of the current iteration.
func (l *lockstepSides) rows(r *RunSide, left bool, stepper *interp.Stepper, scene *interp.Scene, fresh trace.Value) {
	t := stepper.Outcome().Trace
	values := make(map[trace.Value]*interp.SceneValue)
	for i := range scene.Values {
		values[scene.Values[i].Op] = &scene.Values[i]
	}
	next := stepper.Next()
	if next == trace.None {
		next = trace.Value(len(t.Ops))
	}
	from, to := iterationAround(t, next)
	if left && l.s.run.Hand() != trace.None {
		next = max(next, l.s.run.Hand())
	}
	first := max(from, next-lockstepRows/2)
	last := min(to, first+lockstepRows)
	r.Above, r.Below = int(first-from), int(to-last)
	for v := first; v < last; v++ {
		if t.Ops[v].Code == trace.OpParam {
			continue
		}
		row := RunRow{Spans: l.p.spans(left, v), State: "ahead", Object: -1}
		src := v
		if !left {
			src = trace.Value(t.Ops[v].Src)
			row.Differs = v == l.s.differs && l.r.At >= l.s.parts
		}
		if src != trace.None {
			row.Key, row.Number = int(src), int(l.p.numbers[src])
		}
		if value := values[v]; value != nil {
			row.Value, row.Object = value.Text, value.Object
		} else if t.Ops[v].Code == trace.OpLabel {
			row.Value = paramValues(t, v, values)
		}
		switch {
		case left && v == l.s.run.Hand(), !left && fresh != trace.None && v >= fresh && v < next, stepper.Over() && v == next:
			row.State = "now"
		case v < next:
			row.State = "done"
		}
		r.Rows = append(r.Rows, row)
	}
}

// paramValues are the values of a label's parameters.
func paramValues(t *trace.Trace, label trace.Value, values map[trace.Value]*interp.SceneValue) string {
	var list []string
	for k := range trace.Value(t.ParamCount(label)) {
		if value := values[label+1+k]; value != nil {
			list = append(list, value.Text)
		}
	}
	return strings.Join(list, ", ")
}

// iterationAround returns the range of operations around one, from a label up to the jump or the next label.
func iterationAround(t *trace.Trace, v trace.Value) (from, to trace.Value) {
	from = min(v, trace.Value(len(t.Ops)-1))
	for from > 1 && t.Ops[from].Code != trace.OpLabel {
		from--
	}
	to = max(v, from+1)
	for int(to) < len(t.Ops) && t.Ops[to].Code != trace.OpLabel {
		to++
	}
	return max(from, 1), to
}

func (l *lockstepSides) exit(left bool, o *interp.Outcome, names *trace.Namer, scene *interp.Scene) *RunExit {
	exit := &RunExit{Kind: o.Exit.String(), Detail: o.Detail(names), Values: []RunField{}}
	if o.Op != trace.None {
		src := o.Op
		if !left {
			src = trace.Value(o.Src)
		}
		exit.Key, exit.Number = int(src), int(l.p.numbers[src])
	}
	for _, v := range scene.Exit {
		exit.Values = append(exit.Values, RunField{v.Name, v.Text, v.Object})
	}
	return exit
}

func runObject(o *interp.SceneObject) RunObject {
	out := RunObject{Name: o.Name, Class: o.Class, Fields: []RunField{}, More: o.More, Rebuilt: o.Rebuilt}
	if o.Array {
		out.Length = &o.Length
	}
	for _, f := range o.Fields {
		out.Fields = append(out.Fields, RunField{f.Name, f.Text, f.Object})
	}
	return out
}
