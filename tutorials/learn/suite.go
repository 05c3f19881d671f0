package learn

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"unbox/optimizer"
)

// File is a piece of a program.
type File struct {
	// Name is its name in errors: "code", "test", "step 3". All files of a suite
	// need different names.
	Name string `json:"name"`
	// Text is the source.
	Text string `json:"text"`
	// TaskID is the number of the task that the tests of the file belong to.
	TaskID int `json:"taskId,omitempty"`
}

// Suite is a learner's program with its tests.
type Suite struct {
	// Prelude is given by the lesson: the program and the tests see its names.
	Prelude []File `json:"prelude,omitempty"`
	// Parts are functions of other programs, which Prelude, Code and Tests see by their names.
	Parts []Part `json:"parts,omitempty"`
	// Code is what the learner wrote. Tests in it run as well, after all others.
	Code File `json:"code"`
	// Tests see all names of Prelude and Code. Every function whose name begins with
	// "test_" is a test.
	Tests []File `json:"tests"`
	// Without are functions of the language that Code must not use: a function that
	// implements the idea of the step would solve it with a single call.
	Without []string `json:"without,omitempty"`
	// Only are the names of the test functions to run; empty means all.
	Only []string `json:"only,omitempty"`
	// Foreign, if there is one, replaces a function of Code while the tests run.
	Foreign *Foreign `json:"foreign,omitempty"`
	// Limits bound what the program may use.
	Limits Limits `json:"limits,omitzero"`
	// Judged are pairs of random traces that were judged to behave the same, from the
	// Results of another program with the same tests: they are not judged again. Results are
	// the same with them and without.
	Judged []byte `json:"judged,omitempty"`
	// Expected is the work of a correct program, in the steps of Limits, if the caller knows
	// it; 0 if not. It is not a limit: a server uses it to choose the queue in which the run
	// begins.
	Expected uint64 `json:"expected,omitempty"`
	// Solution is a correct program by the author, if the caller knows one. It does not run: a server
	// that runs many programs with these tests may run this one ahead of them, and let each begin with
	// what it computed. Results are the same with it and without.
	Solution *File `json:"solution,omitempty"`
}

// program is a compiled suite.
type program struct {
	suite *Suite
	// env has the names that all files see; each start adds its own `print`.
	env   starlark.StringDict
	files []*compiled
	parts []*compiledPart
	// limits have no zero fields.
	limits Limits
	spent  uint64
	trials *trials
	tool   *optimizer.Optimizer
	hand   *hand
	// asked are the traces whose answers the suite's Foreign does not know.
	asked []string
}

// NotRun begins the message of a test for which no steps were left.
const NotRun = "was not run"

// compiled is one file.
type compiled struct {
	File
	code  *starlark.Program
	tests []testCase
}

// testCase is a test function as the source has it.
type testCase struct {
	function, name, source string
	line                   int
}

// Run runs the tests of a suite, each with the program started again. It never
// panics and always ends: everything that a program can do is bounded by
// Limits. Equal suites get equal results, on every machine.
func Run(s *Suite, env *Environment) *Results {
	p, failed := prepare(s, env)
	if failed != nil {
		return failed
	}
	r := &Results{Version: 3, Status: "pass", Tests: []Test{}}
	p.spent = reading(s.Code.Text)
	// The program alone comes first: if it cannot even start, only that is reported.
	start := p.start(p.limits.Steps)
	r.Output, r.Steps = start.output(), start.thread.Steps+p.spent
	if start.err != nil {
		return failure(r, start.err, s)
	}
	for _, f := range p.inOrder() {
		for _, test := range f.tests {
			if len(s.Only) > 0 && !slices.Contains(s.Only, test.function) {
				continue
			}
			result := p.run(f, test)
			r.Steps += result.Steps
			if result.Status != "pass" {
				r.Status = "fail"
			}
			r.Tests = append(r.Tests, result)
		}
	}
	r.Asked, r.Judged = p.asked, p.trials.judged
	if len(r.Tests) == 0 {
		r.Status, r.Message = "error", "expected at least one function whose name begins with `test_`, found none"
	}
	return r
}

// Compile returns the problems of the files of a suite without running them; none if they can be started.
func Compile(s *Suite, env *Environment) []Problem {
	if _, failed := prepare(s, env); failed != nil {
		return failed.Problems
	}
	return nil
}

// reading is the cost of compiling a program in steps: one for each byte beyond a learner's usual length, since
// compiling 60 KB takes as long as most programs run.
func reading(text string) uint64 {
	const free = 8 << 10
	return uint64(max(len(text)-free, 0))
}

// prepare compiles all files.
func prepare(s *Suite, env *Environment) (*program, *Results) {
	p := &program{suite: s, limits: s.Limits.withDefaults(), trials: newTrials(s), tool: new(optimizer.Optimizer), hand: new(hand)}
	p.env = env.predeclared(p.hand)
	known := map[string]bool{"print": true}
	for name := range p.env {
		known[name] = true
	}
	for i := range s.Parts {
		part, err := compilePart(&s.Parts[i], p.env)
		if err != nil {
			return nil, failure(&Results{Version: 3, Tests: []Test{}}, err, s)
		}
		p.parts = append(p.parts, part)
		known[part.Name] = true
	}
	tests := 0
	for i, f := range slices.Concat(s.Prelude, []File{s.Code}, s.Tests) {
		own := known
		if i == len(s.Prelude) {
			own = except(known, s.Without)
		}
		c, names, err := recent.compile(f, own)
		if err != nil {
			return nil, failure(&Results{Version: 3, Tests: []Test{}}, err, s)
		}
		p.files = append(p.files, c)
		for _, name := range names {
			known[name] = true
		}
		if tests += len(c.tests); tests > maxTests {
			err := fmt.Errorf("expected at most %d tests, found %d", maxTests, tests)
			return nil, failure(&Results{Version: 3, Tests: []Test{}}, err, s)
		}
	}
	return p, nil
}

// except returns the names of known that are not among those left out.
func except(known map[string]bool, out []string) map[string]bool {
	if len(out) == 0 {
		return known
	}
	rest := maps.Clone(known)
	for _, name := range out {
		delete(rest, name)
	}
	return rest
}

// failure is the result if nothing could be run.
func failure(r *Results, err error, s *Suite) *Results {
	r.Status = "error"
	r.Problems = problemsOf(err, s.Code.Name, s.Without)
	first := r.Problems[0]
	r.Message = first.Message
	if first.Line > 0 {
		r.Message = fmt.Sprintf("%s:%d:%d: %s", first.File, first.Line, first.Column, first.Message)
	}
	return r
}

var fileOptions = syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}

// compile compiles a file; known reports which names it may use that are not its own. The result depends
// on the file and on the answers of known, by which a memory knows that it is still valid. What the file calls by the
// names in free is not what it defines by them. It returns the names that the file defines.
func compile(f File, known func(name string) bool, free ...string) (*compiled, []string, error) {
	text, err := translate(f.Name, f.Text)
	if err != nil {
		return nil, nil, err
	}
	options := fileOptions
	tree, err := options.Parse(f.Name, text, 0)
	if err != nil {
		return nil, nil, placedBetter(err, text)
	}
	c := &compiled{File: f, tests: findTests(tree, f.Text)}
	yield(tree.Stmts, free)
	if err := rewrite(tree); err != nil {
		return nil, nil, err
	}
	c.code, err = starlark.FileProgram(tree, known)
	if err != nil {
		return nil, nil, err
	}
	return c, globalNames(tree), nil
}

// placedBetter moves errors to where they are visible: the parser reports a line that
// ends too early at the beginning of the next one, and a wrong indentation after the
// first word.
func placedBetter(err error, text string) error {
	var e syntax.Error
	if !errors.As(err, &e) {
		return err
	}
	lines := strings.Split(text, "\n")
	switch at := int(e.Pos.Line); {
	case strings.HasPrefix(e.Msg, "got newline") && e.Pos.Col == 1 && at > 1 && at-2 < len(lines):
		line := strings.TrimRight(lines[at-2], " \t\r")
		e.Pos.Line, e.Pos.Col = e.Pos.Line-1, int32(utf8.RuneCountInString(line)+1)
	case strings.Contains(e.Msg, "indent") && at >= 1 && at <= len(lines):
		line := lines[at-1]
		e.Pos.Col = int32(len(line) - len(strings.TrimLeft(line, " \t")) + 1)
	}
	return e
}

// globalNames returns the names that a resolved file defines.
func globalNames(tree *syntax.File) []string {
	var names []string
	for _, b := range tree.Module.(*resolve.Module).Globals {
		names = append(names, b.First.Name)
	}
	return names
}

// findTests finds the test functions of a file.
func findTests(tree *syntax.File, text string) []testCase {
	var list []testCase
	lines := strings.Split(text, "\n")
	for _, s := range tree.Stmts {
		def, ok := s.(*syntax.DefStmt)
		if !ok || !strings.HasPrefix(def.Name.Name, "test_") {
			continue
		}
		start, end := def.Span()
		from, to := int(start.Line), min(int(end.Line), len(lines))
		list = append(list, testCase{
			function: def.Name.Name, name: testName(def), line: from,
			source: strings.Join(lines[from-1:to], "\n"),
		})
	}
	return list
}

// testName returns the docstring's first line, or the function's name in words.
func testName(def *syntax.DefStmt) string {
	if doc, ok := def.Body[0].(*syntax.ExprStmt); ok {
		if literal, ok := doc.X.(*syntax.Literal); ok && literal.Token == syntax.STRING {
			first, _, _ := strings.Cut(strings.TrimSpace(literal.Value.(string)), "\n")
			if first != "" {
				return first
			}
		}
	}
	return strings.ReplaceAll(strings.TrimPrefix(def.Name.Name, "test_"), "_", " ")
}

// inOrder returns the files with tests: those of the lesson, then the learner's.
func (p *program) inOrder() []*compiled {
	own := len(p.suite.Prelude)
	return append(append([]*compiled(nil), p.files[own+1:]...), p.files[own])
}

// execution is a program that was started: all files ran once from top to bottom.
type execution struct {
	program *program
	thread  *starlark.Thread
	meter   *meter
	printer *printer
	// globals are the globals of each file.
	globals map[*compiled]starlark.StringDict
	// given are `print` and the functions of the suite's parts.
	given starlark.StringDict
	err   error
}

// start runs all files in order; each sees the names of those before it.
func (p *program) start(steps uint64) *execution {
	limits := p.limits
	limits.Steps = max(min(steps, limits.Steps), 1)
	e := &execution{program: p, printer: new(printer), globals: make(map[*compiled]starlark.StringDict)}
	e.thread, e.meter = newThread("lesson", limits)
	e.meter.foreign, e.meter.trials, e.meter.tool, e.meter.hand = p.suite.Foreign != nil, p.trials, p.tool, p.hand
	if steps < p.limits.Steps {
		e.meter.before = p.limits.TotalSteps - steps
	}
	p.hand.work(e.thread)
	e.thread.Print = func(*starlark.Thread, string) {}
	env := maps.Clone(p.env)
	e.given = starlark.StringDict{"print": starlark.NewBuiltin("print", e.printer.print)}
	maps.Copy(env, e.given)
	if e.err = p.startParts(e, env); e.err != nil {
		return e
	}
	for _, f := range p.files {
		globals, err := f.code.Init(e.thread, env)
		e.globals[f] = globals
		for name, v := range globals {
			if !forTests(name) {
				env[name] = v
			}
		}
		if err != nil {
			e.err = err
			break
		}
		if stand := p.suite.Foreign; stand != nil && f == p.code() {
			env[stand.Function] = starlark.NewBuiltin(stand.Function, p.foreign)
		}
	}
	e.meter.execution = e
	return e
}

// code is the learner's file.
func (p *program) code() *compiled { return p.files[len(p.suite.Prelude)] }

func (e *execution) output() string { return e.printer.take() }

// run runs one test in a fresh start of the program.
func (p *program) run(f *compiled, test testCase) Test {
	r := Test{Name: test.name, Function: test.function, File: f.Name, Line: test.line, TestCode: test.source, TaskID: f.TaskID, Status: "pass"}
	if p.spent >= p.limits.TotalSteps {
		r.Status = "error"
		r.Message = fmt.Sprintf(NotRun+": the tests before it used up the %s steps that all tests have together", grouped(p.limits.TotalSteps))
		return r
	}
	onTraces := p.trials.spent
	e := p.start(p.limits.TotalSteps - p.spent)
	err := e.err
	if err == nil {
		e.printer.take() // the output of the program's start was shown once
		_, err = starlark.Call(e.thread, e.globals[f][test.function], nil, nil)
	}
	r.Output, r.Steps = e.output(), e.thread.Steps+p.trials.spent-onTraces
	p.spent += e.thread.Steps
	if err != nil {
		p.blame(&r, e, err)
	}
	return r
}

// blame records an error in a test's result.
func (p *program) blame(r *Test, e *execution, err error) {
	problem := problemOf(err, p.suite.Code.Name)
	if e.meter.over != nil {
		problem.Message, problem.Limit = e.meter.over.Text, e.meter.over.What
	}
	r.Status, r.Message, r.Problem = "error", problem.Message, &problem
	var failed *assertError
	if e.meter.over == nil && errors.As(err, &failed) {
		r.Status, r.Diff = "fail", failed.diff
	}
}
