package learn

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// Builtin is a function that a host gives to the learner's programs. It must call
// [Charge] before it does work that depends on its arguments, and return the error
// if there is one.
type Builtin = func(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// Environment is what a host adds to the language, such as the prover, whose
// solvers and budget only the host knows. The zero Environment adds nothing.
type Environment struct {
	// Builtins are functions by name. They replace functions of the language with
	// the same name.
	Builtins map[string]Builtin
}

// predeclared returns everything that a program finds, except `print`.
func (e *Environment) predeclared(h *hand) starlark.StringDict {
	env := guardedUniverse()
	add := func(list starlark.StringDict) {
		for name, v := range list {
			env[name] = v
		}
	}
	add(kinds())
	add(rewritten(h))
	for name, f := range assertions() {
		env[name] = starlark.NewBuiltin(name, f)
	}
	for _, name := range exceptions {
		env[name] = starlark.NewBuiltin(name, exception)
	}
	env["type"] = starlark.NewBuiltin("type", typeOf(env))
	for name, f := range map[string]builtin{
		"isinstance": isinstance, "bb_to_str": bbToStr, "parse": parseBuiltin, "to_trace": toTrace,
		"interpret": interpret, "optimize": optimize, "production": optimize, "evaluate": evaluate, "wrap": wrap64,
		"random_numbers": randomNumbers,
	} {
		env[name] = starlark.NewBuiltin(name, f)
	}
	if e != nil {
		for name, f := range e.Builtins {
			env[name] = starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				return f(t, args, kwargs)
			})
		}
	}
	return env
}

// Names lists the names of everything that a program finds in an environment, without the language's
// constants.
func (e *Environment) Names() []string {
	names := []string{"print"}
	for name, v := range e.predeclared(new(hand)) {
		if _, callable := v.(starlark.Callable); callable && !strings.HasPrefix(name, hidden) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Functions lists the functions that a program finds in an environment, without
// what only tests use, types and exceptions.
func (e *Environment) Functions() []string {
	own := kinds()
	return slices.DeleteFunc(e.Names(), func(name string) bool {
		return own[name] != nil || forTests(name) || slices.Contains(exceptions, name)
	})
}

// bbToStr is bb_to_str(bb, "optvar").
func bbToStr(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var bb *Block
	prefix := "var"
	if err := starlark.UnpackArgs("bb_to_str", args, kwargs, "bb", &bb, "varprefix?", &prefix); err != nil {
		return nil, err
	}
	if len(prefix) > 40 {
		return nil, fmt.Errorf("expected a prefix of at most 40 bytes, found one of %d", len(prefix))
	}
	return printed(t, bb, func() (string, error) { return numberedText(bb, prefix) })
}

// toTrace is to_trace(bb): text that parse reads again.
func toTrace(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var bb *Block
	if err := starlark.UnpackArgs("to_trace", args, kwargs, "bb", &bb); err != nil {
		return nil, err
	}
	return printed(t, bb, func() (string, error) { return traceText(bb) })
}

func printed(t *starlark.Thread, bb *Block, print func() (string, error)) (starlark.Value, error) {
	if err := chargeBlock(t, bb); err != nil {
		return nil, err
	}
	text, err := print()
	if err != nil {
		return nil, err
	}
	if err := checkText(t, len(text)); err != nil {
		return nil, err
	}
	return starlark.String(text), nil
}

// parseBuiltin is parse("…"): a Block of a text in any dialect.
func parseBuiltin(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text string
	if err := starlark.UnpackArgs("parse", args, kwargs, "text", &text); err != nil {
		return nil, err
	}
	bb, err := parseBlock(t, text)
	if err != nil {
		return nil, err
	}
	return bb, nil
}
