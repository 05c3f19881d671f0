//go:build !core

package api

import (
	"context"
	"fmt"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/tutorials/learn"
)

// This file gives the learner's language what packages can do that the language
// itself must not know: proofs, and random traces.

// LessonEnvironment lists these functions, for whoever runs lessons without the
// module: native checks have to know the same language.
func LessonEnvironment() *learn.Environment {
	return &learn.Environment{Builtins: map[string]learn.Builtin{
		"prove": lessonProve, "random_trace": lessonRandomTrace,
	}}
}

const (
	// lessonProofTime is how long one question may take. The traces of lessons are
	// small: their questions are settled in milliseconds, so that no clock decides
	// about a result. On the server, where programs see a clock that goes on by a
	// millisecond each time that it is read, it bounds how often the solver looks:
	// some thousand times for a rule about three bitwise operations.
	lessonProofTime = 10 * time.Second
	// lessonProofSteps is what one proof costs of a program's steps, and what each
	// operation of the two traces adds: about as long as the proofs of lessons take.
	// Seventeen of them take 7 ms natively.
	lessonProofSteps, lessonProofStepsEach = 2_000, 50
	// lessonTraceSteps is what making a random trace costs, and each of its operations.
	lessonTraceSteps, lessonTraceStepsEach = 200, 20
	// longestRandomTrace is in operations.
	longestRandomTrace = 200
)

// lessonProve is prove(before, after): for all inputs. Its result has a status
// ("proved", "refuted" or "unknown"), the inputs of a counterexample as text, and the
// reason in words.
func lessonProve(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var first, second starlark.Value
	if err := starlark.UnpackArgs("prove", args, kwargs, "before", &first, "after", &second); err != nil {
		return nil, err
	}
	before, err := lessonTrace(first)
	if err != nil {
		return nil, err
	}
	after, err := lessonTrace(second)
	if err != nil {
		return nil, err
	}
	if err := learn.Charge(t, lessonProofSteps+lessonProofStepsEach*uint64(len(before.Ops)+len(after.Ops))); err != nil {
		return nil, err
	}
	before, after, err = prove.Align(before, after)
	if err != nil {
		return nil, err
	}
	v, err := prove.Equivalent(context.Background(), before, after, prove.Options{
		Solver: solve.Embedded(), Budget: solve.Budget{Time: lessonProofTime}, AfterSource: true,
	})
	if err != nil {
		return nil, err
	}
	inputs := starlark.Value(starlark.None)
	if v.Counterexample != nil {
		inputs = starlark.String(v.Counterexample.Text)
	}
	return starlarkstruct.FromStringDict(starlark.String("Verdict"), starlark.StringDict{
		"status": starlark.String(v.Status.String()), "inputs": inputs, "reason": starlark.String(v.Summary()),
	}), nil
}

// lessonTrace parses a Block or a text.
func lessonTrace(v starlark.Value) (*optimizer.Trace, error) {
	text, err := learn.TraceText(v)
	if err != nil {
		return nil, err
	}
	trace, diagnostics := optimizer.Parse(text)
	for _, d := range diagnostics {
		if d.Severity == optimizer.Error {
			return nil, fmt.Errorf("expected a trace, found this: %s", d.Message)
		}
	}
	return trace, nil
}

// lessonRandomTrace is random_trace(seed, length=20): the text of a trace that the
// fuzzer made. Equal seeds give equal traces.
func lessonRandomTrace(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seed uint64
	length := 20
	if err := starlark.UnpackArgs("random_trace", args, kwargs, "seed", &seed, "length?", &length); err != nil {
		return nil, err
	}
	if length < 1 || length > longestRandomTrace {
		return nil, fmt.Errorf("expected a `length` from 1 to %d, found %d", longestRandomTrace, length)
	}
	if err := learn.Charge(t, lessonTraceSteps+lessonTraceStepsEach*uint64(length)); err != nil {
		return nil, err
	}
	var g fuzz.Generator
	trace := g.Trace(seed, 0, length).Trace
	text := ""
	for _, line := range optimizer.Print(trace, optimizer.PrintOptions{}).Lines {
		text += line + "\n"
	}
	return starlark.String(text), nil
}
