//go:build !wasip1 && !js

package solve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"unbox/prove/term"
)

// NotInstalledError says that a solver's program was not found.
type NotInstalledError struct{ Program string }

// Error says it in plain words.
func (e *NotInstalledError) Error() string {
	return fmt.Sprintf("expected the solver `%s` on PATH, found no such program; install it or use `builtin`", e.Program)
}

// ByName returns the solver of one of [Names]. For a program it looks on PATH
// and returns a [*NotInstalledError] if there is none.
func ByName(name string) (Solver, error) {
	switch name {
	case "builtin", "":
		return Embedded(), nil
	case "z3", "cvc5", "bitwuzla":
		path, err := exec.LookPath(name)
		if err != nil {
			return nil, &NotInstalledError{name}
		}
		return &external{name: name, path: path}, nil
	}
	return nil, fmt.Errorf("expected one of the solvers `%s`, found `%s`", strings.Join(Names(), "`, `"), name)
}

// external is a program that reads SMT-LIB 2.
type external struct{ name, path string }

func (e *external) Name() string { return e.name }

// args returns the arguments that make the program read a script from its
// standard input.
func (e *external) args(budget Budget) []string {
	switch e.name {
	case "z3":
		args := []string{"-in", "-smt2"}
		if budget.Memory > 0 {
			args = append(args, fmt.Sprintf("-memory:%d", max(budget.Memory>>20, 16)))
		}
		if budget.Steps > 0 {
			args = append(args, fmt.Sprintf("rlimit=%d", budget.Steps*z3Units))
		}
		return args
	case "cvc5":
		args := []string{"--lang=smt2", "--fp-exp"}
		if budget.Steps > 0 {
			args = append(args, fmt.Sprintf("--rlimit=%d", budget.Steps*cvc5Units))
		}
		return append(args, "-")
	}
	return []string{"--lang", "smt2", "/dev/stdin"}
}

// A step of Budget.Steps in the units in which these programs count their work; it
// takes about a millisecond in each. bitwuzla does not count.
const (
	z3Units   = 5_000
	cvc5Units = 500
)

// Check is described at [Solver].
func (e *external) Check(ctx context.Context, b *term.Bank, assertions []term.Term, budget Budget) (Result, error) {
	start := time.Now()
	if budget.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget.Time)
		defer cancel()
	}
	values := wanted(b, assertions)
	var script bytes.Buffer
	if err := term.WriteScript(&script, b, assertions, term.ScriptOptions{Values: values, Floats: true}); err != nil {
		return Result{}, err
	}
	script.WriteString("(exit)\n")
	out, err := e.run(ctx, &script, budget)
	result := Result{Stats: Stats{Time: time.Since(start), By: e.name}}
	if ctx.Err() != nil {
		result.Reason = reasonOf(ctx, budget)
		return result, nil
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(out), "\n")
	switch strings.TrimSpace(first) {
	case "unsat":
		result.Status = Unsat
		return result, nil
	case "sat":
		model, err := parseModel(b, values, rest)
		if err != nil {
			return Result{}, fmt.Errorf("%s: %w", e.name, err)
		}
		result.Status, result.Model = Sat, model
		return e.checked(b, assertions, result), nil
	case "unknown", "timeout":
		result.Reason = fmt.Sprintf("%s gave up", e.name)
		return result, nil
	}
	if budget.Memory > 0 && (err != nil || strings.Contains(out, "memory")) {
		result.Reason = fmt.Sprintf("%s needs more than %d MB of memory", e.name, budget.Memory>>20)
		return result, nil
	}
	return Result{}, fmt.Errorf("%s: expected `sat`, `unsat` or `unknown`, found `%s`", e.name, shorten(first))
}

// checked takes back a Sat whose model does not make the assertions true.
func (e *external) checked(b *term.Bank, assertions []term.Term, r Result) Result {
	if !holds(b, assertions, r.Model) {
		r.Status, r.Reason = Unknown, fmt.Sprintf("%s says sat, but its model does not make the assertions true", e.name)
	}
	return r
}

// run gives the script to the program and returns what it wrote. The program is
// ended, with all that it started, when the context is.
func (e *external) run(ctx context.Context, script *bytes.Buffer, budget Budget) (string, error) {
	cmd := exec.CommandContext(ctx, e.path, e.args(budget)...)
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = script, &out, &out
	cmd.WaitDelay = time.Second
	separate(cmd)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	limitMemory(cmd, budget.Memory)
	err := cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		err = nil // the output decides: asking for values after unsat is an error, too
	}
	return out.String(), err
}

// wanted returns what a model consists of: variables, and the arguments and
// results of unknown functions.
func wanted(b *term.Bank, assertions []term.Term) []term.Term {
	var values []term.Term
	b.Walk(assertions, func(t term.Term) {
		switch b.Op(t) {
		case term.OpVar:
			values = append(values, t)
		case term.OpApply:
			values = append(values, t)
			values = append(values, b.Args(t)...)
		}
	})
	return values
}
