package check

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"unbox/optimizer"
	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

// definition finds the first lines of functions.
var definition = regexp.MustCompile(`(?m)^def ([A-Za-z_][A-Za-z_0-9]*)\(([^)]*)\):`)

// function is a function of a program.
type function struct {
	name string
	// params are the names of its parameters.
	params []string
	// from and to are the limits of its text.
	from, to int
}

// functionsOf finds the functions that a program defines at its outermost level.
func functionsOf(text string) map[string]function {
	found := make(map[string]function)
	for _, at := range definition.FindAllStringSubmatchIndex(text, -1) {
		f := function{name: text[at[2]:at[3]], from: at[0], to: len(text)}
		for _, p := range strings.Split(text[at[4]:at[5]], ",") {
			name, _, _ := strings.Cut(strings.TrimSpace(p), "=")
			f.params = append(f.params, strings.TrimSpace(name))
		}
		for end := at[1]; end < len(text); {
			newline := strings.IndexByte(text[end:], '\n')
			if newline < 0 {
				break
			}
			if end += newline + 1; end < len(text) && !strings.ContainsAny(text[end:end+1], " \t\n#") {
				f.to = end
				break
			}
		}
		found[f.name] = f
	}
	return found
}

// toWrite returns the functions that the learner has to write or change: those of
// the starter that differ in the solution.
func toWrite(s *lesson.Step) (list []function) {
	before := functionsOf(s.Starter.Text)
	for name, f := range functionsOf(s.Solution.Text) {
		if old, ok := before[name]; ok && s.Starter.Text[old.from:old.to] != s.Solution.Text[f.from:f.to] {
			list = append(list, f)
		}
	}
	return inOrder(list)
}

// inOrder sorts functions by their order in the program.
func inOrder(list []function) []function {
	slices.SortFunc(list, func(a, b function) int { return a.from - b.from })
	return list
}

// shortcuts: no step can be solved by calling a function of the language that does the whole
// task. Each function is replaced by a single call, trying every function of the language:
// one of them in the starter, and each of them in the solution if the learner has to write
// several. If that passes, there is nothing to learn. All of this runs natively, because it
// takes thousands of short runs.
func (c *checker) shortcuts() error {
	for _, f := range inOrder(slices.Collect(maps.Values(functionsOf(c.s.Starter.Text)))) {
		call, err := c.shortcut(c.s.Starter.Text, f)
		if err != nil {
			return err
		}
		if call != "" {
			c.note(c.s.Tests, "%s `%s` as `%s`%s", solvedByCall, f.name, call, forbidCall)
			return nil
		}
	}
	functions := toWrite(c.s)
	if len(functions) < 2 {
		return nil
	}
	var found []string
	for _, f := range functions {
		call, err := c.shortcut(c.s.Solution.Text, f)
		if err != nil || call == "" {
			return err
		}
		found = append(found, "`"+f.name+"` as `"+call+"`")
	}
	c.note(c.s.Tests, "%s %s%s", solvedByCall, strings.Join(found, " and "), forbidCall)
	return nil
}

const (
	solvedByCall = "expected a step that one call does not solve, found that it is solved with"
	forbidCall   = "; `without:` in the front matter forbids functions"
)

// shortcut finds a single call that does the work of a function of a program; "" if there is
// none.
func (c *checker) shortcut(text string, f function) (string, error) {
	for _, call := range calls(f.params, c.s.Without) {
		code := text[:f.from] + "def " + f.name + "(" + strings.Join(f.params, ", ") + "):\n    return " + call + "\n" + text[f.to:]
		passes, err := c.passes(code)
		if err != nil {
			return "", err
		}
		if passes {
			return call, nil
		}
	}
	return "", nil
}

// passes reports whether code passes all tests. Most fail the first one.
func (c *checker) passes(code string) (bool, error) {
	suite := Suite(c.ch, c.s, code)
	all := suite.Tests
	for k := len(all) - 1; k >= 0; k-- {
		suite.Tests = all[k : k+1]
		if k == len(all)-1 && c.s.Random != nil {
			continue // the longest
		}
		r, err := Native(suite)
		if err != nil || r.Status != "pass" {
			return false, err
		}
	}
	suite.Tests = all
	r, err := Native(suite)
	return err == nil && r.Status == "pass", err
}

// calls returns single calls of every function that may be used, with the parameters as
// they are; for functions that judge or run traces, also with each part of their result.
func calls(params, without []string) (list []string) {
	all := strings.Join(params, ", ")
	arguments := []string{all}
	if len(params) > 1 {
		arguments = append(arguments, params[0], params[0]+", *"+params[1])
	}
	parts := map[string][]string{
		"interpret": {".prints", ".values", ".effects", ".exit", ".heap"},
		"prove":     {".status", ".inputs", ".reason", `.status == "proved"`},
	}
	for _, name := range api.LessonEnvironment().Functions() {
		if slices.Contains(without, name) {
			continue
		}
		for _, args := range arguments {
			list = append(list, name+"("+args+")")
			for _, part := range parts[name] {
				list = append(list, name+"("+args+")"+part)
			}
		}
		if name == "optimize" || name == "production" {
			for _, passes := range passSets() {
				call := name + "(" + params[0] + ", " + passes + ")"
				list = append(list, call, "to_trace("+call+")")
			}
		}
	}
	return list
}

// passSets returns arguments for the optimizer: its presets, its passes, and all sets of
// four that work without loops and objects.
func passSets() (list []string) {
	for _, preset := range optimizer.Presets() {
		list = append(list, strconv.Quote(preset.Name))
	}
	for _, pass := range optimizer.Passes() {
		list = append(list, strconv.Quote(pass.String()))
	}
	simple := []string{`"fold"`, `"cse"`, `"rules"`, `"dce"`}
	for set := range 1 << len(simple) {
		var names []string
		for i, name := range simple {
			if set>>i&1 == 1 {
				names = append(names, name)
			}
		}
		if len(names) > 1 {
			list = append(list, strings.Join(names, ", "))
		}
	}
	return list
}
