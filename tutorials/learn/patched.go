package learn

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// forTests reports whether a name means what it does in the language, even if the learner's program has a function of that name.
func forTests(name string) bool { return strings.HasPrefix(name, "assert_") || name == "patched" }

// patched is patched(f, helper=g, …): the function f of the learner's program, started again, where g stands in place of the program's own
// `helper`. So a test sees what f calls, and pays nothing for what is done there. A number of the program is exchanged likewise, to see
// whether f uses it or repeats it.
//
// Errors: functions that the learner's program lacks; a program that is not started yet, or is in another language; and the error that stops
// the program.
func patched(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 1 || len(kwargs) == 0 {
		return nil, fmt.Errorf("expected a function and at least one that it calls by name, as in `patched(f, helper=g)`, found %s and %s",
			count(len(args), "function"), count(len(kwargs), "name"))
	}
	m := meterOf(t)
	if m.foreign || m.execution == nil {
		return nil, errors.New("expected a test of a program in the learner's language, whose functions `patched` can exchange, found none")
	}
	own := m.execution.globals[m.execution.program.code()]
	with := starlark.StringDict{}
	for _, pair := range kwargs {
		name := string(pair[0].(starlark.String))
		_, replaced := own[name].(starlark.Callable)
		if _, function := pair[1].(starlark.Callable); function && !replaced {
			return nil, fmt.Errorf("expected a function `%s` in your code, found none", name)
		}
		if own[name] == nil {
			return nil, fmt.Errorf("expected the name `%s` in your code, found none", name)
		}
		with[name] = pair[1]
	}
	function, ok := nameOf(args[0], own)
	if !ok {
		return nil, fmt.Errorf("expected a function of your code as what is tested, found %s", brief(args[0], 2))
	}
	globals, err := m.execution.again(t, m, with)
	if err != nil {
		return nil, err
	}
	if with.Has(function) {
		function = ownName(function)
	}
	return globals[function], nil
}

// nameOf returns the name of a function among globals: its own, or of several the first.
func nameOf(v starlark.Value, globals starlark.StringDict) (string, bool) {
	if _, ok := v.(starlark.Callable); !ok {
		return "", false
	}
	if f, ok := v.(*starlark.Function); ok && globals[f.Name()] == v {
		return f.Name(), true // by another name, what is exchanged may be found
	}
	for _, name := range slices.Sorted(maps.Keys(globals)) {
		if globals[name] == v {
			return name, true
		}
	}
	return "", false
}

// What stays of a program that is started again as long as one of its functions is kept: the names that it sees, and its code for each
// byte of its text.
const (
	memoryOfStart = 16 << 10
	memoryOfByte  = 16
)

// again starts the learner's program with other functions in place of some of its own, and returns its globals. What it prints while it
// starts was shown before, and it cannot be started once more before it has started.
func (e *execution) again(t *starlark.Thread, m *meter, with starlark.StringDict) (starlark.StringDict, error) {
	p := e.program
	if err := chargeMemory(t, memoryOfStart+memoryOfByte*uint64(len(p.code().Text))); err != nil {
		return nil, err
	}
	env := maps.Clone(p.env)
	maps.Copy(env, e.given)
	for _, f := range p.files[:len(p.suite.Prelude)] {
		maps.Copy(env, e.globals[f])
	}
	maps.Copy(env, with)
	file, _, err := compile(p.code().File, env.Has, slices.Sorted(maps.Keys(with))...)
	if err != nil {
		return nil, err
	}
	quiet := m.quiet
	m.quiet, m.execution = true, nil
	defer func() { m.quiet, m.execution = quiet, e }()
	return file.code.Init(t, env)
}

// yield gives the functions of these names that a file defines at its outermost level other names, so that what it calls by theirs is
// what the file is given.
func yield(list []syntax.Stmt, names []string) {
	for _, s := range list {
		switch s := s.(type) {
		case *syntax.DefStmt:
			yieldName(s.Name, names)
		case *syntax.AssignStmt:
			yieldTarget(s.LHS, names)
		case *syntax.ForStmt:
			yieldTarget(s.Vars, names)
			yield(s.Body, names)
		case *syntax.WhileStmt:
			yield(s.Body, names)
		case *syntax.IfStmt:
			yield(s.True, names)
			yield(s.False, names)
		}
	}
}

func yieldTarget(x syntax.Expr, names []string) {
	switch x := x.(type) {
	case *syntax.Ident:
		yieldName(x, names)
	case *syntax.ParenExpr:
		yieldTarget(x.X, names)
	case *syntax.TupleExpr:
		for _, part := range x.List {
			yieldTarget(part, names)
		}
	case *syntax.ListExpr:
		for _, part := range x.List {
			yieldTarget(part, names)
		}
	}
}

func yieldName(id *syntax.Ident, names []string) {
	if slices.Contains(names, id.Name) {
		id.Name = ownName(id.Name)
	}
}

// ownName is the name of what a program defines by a name that is exchanged.
func ownName(name string) string { return hidden + "own " + name }
