package learn

import (
	"fmt"

	"go.starlark.net/starlark"
)

// Application is a request to apply a learner's pass to a trace, so that a pass
// can be used outside of the lesson: run, proved and timed on one's own traces.
type Application struct {
	// Prelude, Parts and Code are as in a Suite.
	Prelude []File `json:"prelude,omitempty"`
	Parts   []Part `json:"parts,omitempty"`
	Code    File   `json:"code"`
	// Function is the name of the pass: a function that takes a Block and returns
	// one.
	Function string `json:"function"`
	// Trace is the text of the trace, in any dialect.
	Trace string `json:"trace"`
	// Limits bound what the pass may use.
	Limits Limits `json:"limits,omitzero"`
}

// Applied is the result of a pass on a trace.
type Applied struct {
	// Trace is the result as text, "" if there was an error.
	Trace string `json:"trace"`
	// Output is what the pass printed.
	Output string `json:"output,omitempty"`
	// Problems are the errors; if there are any, Trace is empty.
	Problems []Problem `json:"problems,omitempty"`
	// Steps is the amount of work.
	Steps uint64 `json:"steps"`
}

// Apply applies a learner's pass to a trace. It never panics and always ends.
func Apply(q *Application, env *Environment) *Applied {
	s := &Suite{Prelude: q.Prelude, Parts: q.Parts, Code: q.Code, Limits: q.Limits}
	p, failed := prepare(s, env)
	if failed != nil {
		return &Applied{Problems: failed.Problems}
	}
	e := p.start(p.limits.Steps)
	r := &Applied{}
	err := e.err
	if err == nil {
		r.Trace, err = p.apply(e, q)
	}
	r.Output, r.Steps = e.output(), e.thread.Steps
	if err != nil {
		problem := problemOf(err, q.Code.Name)
		if over := e.meter.over; over != nil {
			problem.Message, problem.Limit = over.Text, over.What
		}
		r.Problems = []Problem{problem}
	}
	return r
}

func (p *program) apply(e *execution, q *Application) (string, error) {
	code := p.files[len(q.Prelude)]
	pass, ok := e.globals[code][q.Function].(starlark.Callable)
	if !ok {
		return "", fmt.Errorf("expected a function `%s` in the code, found none", q.Function)
	}
	bb, err := parseBlock(e.thread, q.Trace)
	if err != nil {
		return "", err
	}
	result, err := starlark.Call(e.thread, pass, starlark.Tuple{bb}, nil)
	if err != nil {
		return "", err
	}
	out, ok := result.(*Block)
	if !ok {
		return "", fmt.Errorf("expected a Block as the result of `%s`, found %s", q.Function, kindOf(result))
	}
	if out.declarations == nil {
		out.declarations = bb.declarations
	}
	if len(out.ops) > 0 && out != bb {
		out.dialect = bb.dialect
	}
	if err := chargeBlock(e.thread, out); err != nil {
		return "", err
	}
	return traceText(out)
}
