package learn

import (
	"errors"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// maxStack is the maximum number of calls of a stack that are shown, half from
// each end.
const maxStack = 20

// problemsOf turns an error of parsing or running into problems. own is the learner's file,
// without are the functions that it must not use.
func problemsOf(err error, own string, without []string) []Problem {
	var list resolve.ErrorList
	var syntaxError syntax.Error
	switch {
	case errors.As(err, &list):
		var problems []Problem
		for _, e := range list[:min(len(list), maxProblems)] {
			p := placed(e.Msg, e.Pos)
			if name, ok := strings.CutPrefix(e.Msg, "undefined: "); ok {
				p.Message = undefinedName(p.Message, name, e.Pos.Filename() == own, without)
			}
			problems = append(problems, p)
		}
		return problems
	case errors.As(err, &syntaxError):
		return []Problem{placed(syntaxError.Msg, syntaxError.Pos)}
	}
	return []Problem{problemOf(err, own)}
}

func placed(message string, pos syntax.Position) Problem {
	return Problem{Message: inOurWords(message), File: pos.Filename(), Line: int(pos.Line), Column: int(pos.Col)}
}

// problemOf turns a run-time error into a problem. Its place is the innermost
// call in the file own, the learner's; without one, the innermost of all.
func problemOf(err error, own string) Problem {
	p := Problem{Message: inOurWords(err.Error())}
	if limit := limitIn(err); limit != nil {
		p.Limit = limit.What
	}
	eval := innermost(err)
	if eval == nil {
		return p
	}
	var stack []Frame
	for i := range eval.CallStack {
		call := eval.CallStack.At(i)
		if call.Pos.Line == 0 || strings.HasPrefix(call.Name, hidden) {
			continue // functions of the language have no position
		}
		stack = append(stack, Frame{functionName(call.Name), call.Pos.Filename(), int(call.Pos.Line), int(call.Pos.Col)})
	}
	if len(stack) > 1 && badCall().MatchString(err.Error()) {
		stack = stack[1:] // the fault is the caller's
	}
	if len(stack) > 0 {
		p.File, p.Line, p.Column = stack[0].File, stack[0].Line, stack[0].Column
	}
	for _, frame := range stack {
		if frame.File == own {
			p.File, p.Line, p.Column = frame.File, frame.Line, frame.Column
			break
		}
	}
	if n := len(stack) - maxStack; n > 0 {
		p.Omitted = n
		stack = append(stack[:maxStack/2:maxStack/2], stack[len(stack)-maxStack/2:]...)
	}
	p.Stack = stack
	return p
}

// innermost returns the error with the call stack where it happened; nil if there is
// none. A pass that is tried has a separate thread within that of the test.
func innermost(err error) *starlark.EvalError {
	var found, eval *starlark.EvalError
	for errors.As(err, &eval) {
		found, err = eval, eval.Unwrap()
	}
	return found
}

func functionName(name string) string {
	if name == "<toplevel>" {
		return ""
	}
	return name
}
