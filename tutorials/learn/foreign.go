package learn

import (
	"errors"
	"fmt"
	"slices"

	"go.starlark.net/starlark"
)

// Foreign is a pass in another language, which replaces a function of the program while
// tests run. The foreign program does not run here, so its answers come from outside: a
// test stops at the first trace whose answer is not known, and the trace is in
// Results.Asked. The caller then asks the foreign program and runs the suite again.
type Foreign struct {
	// Function is the name of the function: it takes a Block or the text of a trace, and
	// returns one of the same kind.
	Function string `json:"function"`
	// Known are the answers so far.
	Known []Answer `json:"known,omitempty"`
}

// Answer is the foreign program's result for one trace.
type Answer struct {
	Before string `json:"before"`
	After  string `json:"after,omitempty"`
	// Error says why there is no After, "" if there is one.
	Error string `json:"error,omitempty"`
}

// errAsked stops a test until an answer is known.
var errAsked = errors.New("expected an answer of the program in another language, found none yet")

// foreign is the function that replaces it.
func (p *program) foreign(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, fmt.Errorf("expected one trace as the argument of `%s`, found %s", b.Name(), count(len(args)+len(kwargs), "argument"))
	}
	if bb, ok := args[0].(*Block); ok {
		if err := chargeBlock(t, bb); err != nil {
			return nil, err
		}
	}
	text, err := TraceText(args[0])
	if err != nil {
		return nil, err
	}
	after, err := p.answer(text)
	if err != nil {
		return nil, err
	}
	bb, isBlock := args[0].(*Block)
	if !isBlock {
		return starlark.String(after), chargeText(t, len(after))
	}
	out, err := parseBlock(t, after)
	if err != nil {
		return nil, fmt.Errorf("what the program wrote: %w", err)
	}
	if out.declarations == nil {
		out.declarations = bb.declarations
	}
	if len(out.ops) > 0 {
		out.dialect = bb.dialect
	}
	return out, nil
}

// answer returns the foreign program's result for a trace. The error is the program's
// own, or errAsked after recording the question.
func (p *program) answer(text string) (string, error) {
	for _, a := range p.suite.Foreign.Known {
		if a.Before != text {
			continue
		}
		if a.Error != "" {
			return "", errors.New(a.Error)
		}
		return a.After, nil
	}
	if !slices.Contains(p.asked, text) {
		p.asked = append(p.asked, text)
	}
	return "", errAsked
}
