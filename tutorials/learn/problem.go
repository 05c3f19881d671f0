package learn

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// maxStack is how many calls of a stack are shown, half from either end.
const maxStack = 20

// problemsOf makes problems of an error of parsing, or of running.
func problemsOf(err error, own string) []Problem {
	var list resolve.ErrorList
	var syntaxError syntax.Error
	switch {
	case errors.As(err, &list):
		var problems []Problem
		for _, e := range list {
			problems = append(problems, placed(e.Msg, e.Pos))
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

// problemOf makes a problem of an error at run time. Its place is the innermost
// call in the file own, the learner's; without one the innermost of all.
func problemOf(err error, own string) Problem {
	p := Problem{Message: inOurWords(err.Error())}
	if limit := limitIn(err); limit != nil {
		p.Limit = limit.What
	}
	var eval *starlark.EvalError
	if !errors.As(err, &eval) {
		return p
	}
	var stack []Frame
	for i := range eval.CallStack {
		call := eval.CallStack.At(i)
		if call.Pos.Line == 0 || strings.HasPrefix(call.Name, hidden) {
			continue // functions of the language have no place
		}
		stack = append(stack, Frame{functionName(call.Name), call.Pos.Filename(), int(call.Pos.Line), int(call.Pos.Col)})
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

func functionName(name string) string {
	if name == "<toplevel>" {
		return ""
	}
	return name
}

// wording puts a message of the language into the form of all others here.
type wording struct {
	form *regexp.Regexp
	text string
}

// ownWords are made when the first error asks for them.
var ownWords = sync.OnceValue(func() (list []wording) {
	for _, w := range wordings {
		list = append(list, wording{regexp.MustCompile(w[0]), w[1]})
	}
	return list
})

var wordings = [][2]string{
	{`^Starlark computation cancelled: `, ""},
	{`(?s)^got (.+), want (.+)$`, "expected $2, found $1"},
	{`^undefined: (\S+)(?: \(did you mean (\S+)\?\))?$`, "expected a name that is defined, found `$1`|`$2`"},
	{`^(global|local) variable (\S+) referenced before assignment$`, "expected a $1 name that has a value, found `$2`, which gets one only later"},
	{`^unknown binary op: (\S+) (\S+) (\S+)$`, "expected two values that `$2` can work on, found a $1 and a $3"},
	{`^function (\S+) accepts no arguments \((\d+) given\)$`, "expected no arguments for `$1`, found $2"},
	{`^function (\S+) accepts (.+) \((\d+) given\)$`, "expected $2 for `$1`, found $3"},
	{`^function (\S+) missing (\d+) arguments? \((.+)\)$`, "expected the arguments $3 for `$1`, found $2 missing"},
	{`^invalid call of non-function \((\S+)\)$`, "expected a function in front of the bracket, found a $1"},
	{`^(\S+) has no \.(\S+) (?:field|attribute|field or method)(?: \(did you mean \.(\S+)\?\))?$`, "expected an attribute of a $1, found `$2`|`$3`"},
	{`^(\S+) index (-?\d+) out of range(?: (.*))?$`, "expected an index within the $1, found $2 $3"},
	{`^key (.+) not in dict$`, "expected a key of the dict, found $1"},
	{`^unhashable: (\S+)`, "expected a key that does not change, found a $1"},
	{`^unhandled index operation (\S+)\[(\S+)\]$`, "expected a list, dict, tuple, text or block in front of `[…]`, found a $1"},
	{`^(?:\S+ loop: )?(\S+) value is not iterable$`, "expected something to go through, found a $1"},
	{`^in literal: (.*)$`, "expected a literal, found $1"},
}

// inOurWords changes a message of the language into "expected …, found …".
func inOurWords(message string) string {
	for _, w := range ownWords() {
		if w.form.MatchString(message) {
			message = w.form.ReplaceAllString(message, w.text)
		}
	}
	// A near name, where there is one, stands behind a bar.
	before, near, found := strings.Cut(message, "|`")
	if !found || !strings.HasSuffix(near, "`") {
		return strings.TrimRight(message, " ")
	}
	if near == "`" {
		return before
	}
	return before + "; `" + near + " is the nearest one there is"
}
