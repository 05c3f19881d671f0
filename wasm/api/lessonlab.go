//go:build !core

package api

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"unbox/fuzz"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
	"unbox/tutorials/learn"
)

// This file gives the learner's language functions of packages that the
// language itself must not import: proofs, random traces, and programs with their traces (lessonmatch.go).

// LessonEnvironment lists these functions, for running lessons without the
// module: native checks must know the same language.
func LessonEnvironment() *learn.Environment {
	return &learn.Environment{Builtins: map[string]learn.Builtin{
		"prove": lessonProve, "random_trace": lessonRandomTrace, "match_traces": lessonMatchTraces,
	}}
}

const (
	// lessonProofBudget bounds the questions of a proof in steps of the solver, so that an answer is the
	// same everywhere. The traces of lessons are small: most of their questions take no step at all, a
	// rule about three bitwise operations takes some thousand.
	lessonProofBudget = 2500
	// lessonProofSteps is the cost of one proof in steps of a program, and the cost
	// of each operation of the two traces: about as long as the proofs of lessons
	// take. Seventeen of them take 7 ms natively.
	lessonProofSteps, lessonProofStepsEach = 2_000, 50
	// lessonSolverSteps is the cost of a step of the solver.
	lessonSolverSteps = 100
	// lessonTraceSteps is the cost of making a random trace, and of each of its
	// operations.
	lessonTraceSteps, lessonTraceStepsEach = 200, 20
	// longestRandomTrace is the maximum length in operations.
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
	left, err := learn.TraceText(first)
	if err != nil {
		return nil, err
	}
	right, notText := learn.TraceText(second)
	if notText != nil {
		if _, err := lessonTrace(left); err != nil {
			return nil, err
		}
		return nil, notText
	}
	v, err := learn.Recall(t, learn.Question("prove", left, right), func() (*proof, error) { return proveTexts(t, left, right) })
	if err != nil {
		return nil, err
	}
	return starlarkstruct.FromStringDict(starlark.String("Verdict"), starlark.StringDict{
		"status": v.status, "inputs": v.inputs, "reason": v.reason,
	}), nil
}

// proof is the result for a pair: texts, and None if there are no inputs.
type proof struct{ status, inputs, reason starlark.Value }

func proveTexts(t *starlark.Thread, left, right string) (*proof, error) {
	before, err := lessonTrace(left)
	if err != nil {
		return nil, err
	}
	after, err := lessonTrace(right)
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
	solver := &countedSolver{Solver: solve.Embedded()}
	v, err := prove.Equivalent(context.Background(), before, after, prove.Options{
		Solver: solver, Budget: solve.Budget{Steps: lessonProofBudget}, AfterSource: true,
	})
	if err != nil {
		return nil, err
	}
	if err := learn.Charge(t, lessonSolverSteps*uint64(solver.steps)); err != nil {
		return nil, err
	}
	v.Time = 0 // so that a program prints the same everywhere
	inputs := starlark.Value(starlark.None)
	if v.Counterexample != nil {
		inputs = starlark.String(v.Counterexample.Text)
	}
	return &proof{starlark.String(v.Status.String()), inputs, starlark.String(v.Summary())}, nil
}

// countedSolver counts the steps of all questions of a proof, which together may take as
// many as one may.
type countedSolver struct {
	solve.Solver
	steps int
}

// Check asks the solver within the remaining budget.
func (s *countedSolver) Check(ctx context.Context, b *term.Bank, assertions []term.Term, budget solve.Budget) (solve.Result, error) {
	budget.Steps = max(1, min(budget.Steps, lessonProofBudget-s.steps))
	r, err := s.Solver.Check(ctx, b, assertions, budget)
	s.steps += 1 + r.Stats.Steps
	return r, err
}

// lessonTrace parses a text.
func lessonTrace(text string) (*trace.Trace, error) {
	tr, diagnostics := trace.Parse(text)
	for _, d := range diagnostics {
		if d.Severity == trace.Error {
			return nil, fmt.Errorf("expected a trace, found this: %s", d.Message)
		}
	}
	return tr, nil
}

// lessonRandomTrace is random_trace(seed, length=20, words=""): the text of a trace that the
// fuzzer made, or, with words such as "toy add print", one of those that assert_random makes of
// them. Equal seeds give equal traces. It has only operations that the table knows: others are
// accepted only in logs of PyPy, and what a pass leaves of a log may no longer look like one.
func lessonRandomTrace(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seed uint64
	length, words := 20, ""
	if err := starlark.UnpackArgs("random_trace", args, kwargs, "seed", &seed, "length?", &length, "words?", &words); err != nil {
		return nil, err
	}
	if length < 1 || length > longestRandomTrace {
		return nil, fmt.Errorf("expected a `length` from 1 to %d, found %d", longestRandomTrace, length)
	}
	question := learn.Question("random_trace", strconv.FormatUint(seed, 10), strconv.Itoa(length), words)
	return learn.Recall(t, question, func() (starlark.Value, error) { return fuzzedText(t, seed, length, words) })
}

func fuzzedText(t *starlark.Thread, seed uint64, length int, words string) (starlark.Value, error) {
	if words != "" {
		if err := learn.Charge(t, lessonTraceSteps+lessonTraceStepsEach*uint64(length)); err != nil {
			return nil, err
		}
		text, err := learn.RandomTrace(words, seed, length)
		return starlark.String(text), err
	}
	var g fuzz.Generator
	var tr *trace.Trace
	for index := uint64(0); tr == nil || hasUnknown(tr); index++ {
		if err := learn.Charge(t, lessonTraceSteps+lessonTraceStepsEach*uint64(length)); err != nil {
			return nil, err
		}
		tr = g.Trace(seed, index, length).Trace
	}
	text := ""
	for _, line := range trace.Print(tr, trace.PrintOptions{}).Lines() {
		text += line + "\n"
	}
	return starlark.String(text), nil
}

// hasUnknown reports whether there is an operation that the table does not know.
func hasUnknown(t *trace.Trace) bool {
	return slices.ContainsFunc(t.Ops, func(op trace.Op) bool { return op.Code == trace.OpOpaque })
}
