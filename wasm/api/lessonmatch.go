//go:build !core

package api

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.starlark.net/starlark"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/syntax"
	"unbox/lang/vm"
	"unbox/optimizer"
	"unbox/tutorials/learn"
)

// What a program may do whose traces a lesson compares, and what that costs of the steps of a lesson: making its world, its
// recordings and its traces, and each unit of its work.
const (
	lessonMatchWork      = 50_000
	lessonMatchMemory    = 8 << 20
	lessonMatchOutput    = 16 << 10
	lessonMatchThreshold = 100
	lessonMatchSteps     = 20_000
	lessonMatchStepsEach = 2
	// lessonMatchText is how long a program may be, in bytes.
	lessonMatchText = 8 << 10
)

// lessonMatchTraces is match_traces(program, without=""): it runs a Python program, and compares the traces of its loops with what
// comments of it say, as `unbox python --match` does. The result is "" if all are as expected, else what differs first.
// `without` are names of passes, separated by commas, which do not optimize then.
func lessonMatchTraces(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text, without string
	if err := starlark.UnpackArgs("match_traces", args, kwargs, "program", &text, "without?", &without); err != nil {
		return nil, err
	}
	if len(text) > lessonMatchText {
		return nil, fmt.Errorf("expected a program of at most %d bytes, found %d", lessonMatchText, len(text))
	}
	question := learn.Question("match_traces", text, without)
	return learn.Recall(t, question, func() (starlark.Value, error) {
		answer, err := matchTraces(t, text, without)
		return starlark.String(answer), err
	})
}

// matchTraces returns what differs first, or "".
//
// Errors: the program is none, does not end, or expects nothing that can be compared.
func matchTraces(t *starlark.Thread, text, without string) (string, error) {
	passes, err := passesWithout(without)
	if err != nil {
		return "", err
	}
	expected, err := jit.ReadExpectations(lessonMatchFile, text)
	if err != nil {
		return "", err
	}
	compiled, err := compile.File(lessonMatchFile, text)
	if wrong := new(syntax.Error); errors.As(err, &wrong) {
		return "", fmt.Errorf("%s:%d: %s", lessonMatchFile, 1+strings.Count(text[:wrong.From], "\n"), wrong.Message)
	} else if err != nil {
		return "", err
	}
	if err := learn.Charge(t, lessonMatchSteps); err != nil {
		return "", err
	}
	loops := jit.New(jit.Options{Threshold: lessonMatchThreshold, Passes: passes, Unoptimized: passes == 0})
	machine := vm.New(compiled, vm.Options{Out: io.Discard, Err: io.Discard, Fuel: lessonMatchWork, Memory: lessonMatchMemory, Output: lessonMatchOutput, Seed: 1, Tracer: loops})
	loops.Start(machine)
	outcome := machine.Run()
	if err := learn.Charge(t, lessonMatchStepsEach*uint64(machine.Stats().Work)); err != nil {
		return "", err
	}
	switch {
	case outcome.Stopped != nil:
		return "", outcome.Stopped
	case outcome.Code != 0:
		return "", fmt.Errorf("expected a program that ends with 0, found %d", outcome.Code)
	}
	for _, e := range expected {
		if err := e.Check(loops); err != nil {
			return fmt.Sprintf("line %d: %v", e.Line, err), nil
		}
	}
	return "", nil
}

// lessonMatchFile is what the program is called.
const lessonMatchFile = "program.py"

// passesWithout are all passes of the page but some.
func passesWithout(list string) (optimizer.PassSet, error) {
	loop, err := optimizer.PresetByName("loop")
	if err != nil || list == "" {
		return loop.Passes, err
	}
	off, err := optimizer.ParsePasses(strings.Split(strings.ReplaceAll(list, " ", ""), ","))
	return loop.Passes &^ off, err
}
