package learn

import (
	"fmt"
	"maps"

	"go.starlark.net/starlark"
)

// Part is a function of another program: a later step can use the function that the learner wrote in an earlier one. That program sees
// nothing of the suite, and the suite sees only the function.
type Part struct {
	// Name is the function's name in the suite, Function its name in its own
	// program.
	Name     string `json:"name"`
	Function string `json:"function"`
	// Prelude and Code are that program. File names are shown in errors, as those of a Suite, after "part NAME: ".
	Prelude []File `json:"prelude,omitempty"`
	Code    File   `json:"code"`
}

// compiledPart is a part with its files in their order.
type compiledPart struct {
	*Part
	files []*compiled
}

// compilePart compiles the program of a part, which sees the names of env.
//
// Errors: those of compile.
func compilePart(part *Part, env starlark.StringDict) (*compiledPart, error) {
	known := map[string]bool{"print": true}
	for name := range env {
		known[name] = true
	}
	out := &compiledPart{Part: part}
	for _, f := range append(append([]File(nil), part.Prelude...), part.Code) {
		f.Name = "part " + part.Name + ": " + f.Name
		c, names, err := recent.compile(f, known)
		if err != nil {
			return nil, err
		}
		out.files = append(out.files, c)
		for _, name := range names {
			known[name] = true
		}
	}
	return out, nil
}

// startParts runs the programs of all parts and puts their functions into env.
//
// Errors: the error that stopped one of them; a program without the function.
func (p *program) startParts(e *execution, env starlark.StringDict) error {
	if len(p.parts) == 0 {
		return nil
	}
	given := maps.Clone(env)
	for _, part := range p.parts {
		own := maps.Clone(given)
		for _, f := range part.files {
			globals, err := f.code.Init(e.thread, own)
			if err != nil {
				return err
			}
			maps.Copy(own, globals)
		}
		function, ok := own[part.Function].(starlark.Callable)
		if !ok {
			return fmt.Errorf("expected a function `%s` in the program of the part `%s`, found none", part.Function, part.Name)
		}
		env[part.Name], e.given[part.Name] = function, function
	}
	return nil
}
