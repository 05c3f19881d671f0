package learn

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"
)

// Pair is a request to compare two traces: the input of a pass and its result.
type Pair struct {
	// Before and After are texts in any dialect.
	Before string `json:"before"`
	After  string `json:"after"`
	// Limits bound how much the judge may run.
	Limits Limits `json:"limits,omitzero"`
}

// Comparison is the answer.
type Comparison struct {
	// Status is "pass" (both traces behaved the same), "fail" (they differed), or
	// "error" (they could not be compared).
	Status string `json:"status"`
	// Message describes it in words.
	Message string `json:"message"`
	// Change has the operations of both traces: DiffRemoved are those that the pass removed,
	// DiffAdded those that it added. It is present even if the traces could not be run.
	Change *TraceDiff `json:"change"`
	// Outcomes compares the behaviour of the two traces on the inputs on which they
	// differ.
	Outcomes *TraceDiff `json:"outcomes,omitempty"`
}

// pairRuns is the number of inputs on which two traces are run.
const pairRuns = 200

// Compare compares two traces by operation, and runs both on the same inputs, as
// assert_equivalent does. It always ends, and equal pairs get equal results.
func Compare(q *Pair) *Comparison {
	c := &Comparison{Change: diffLines(trimmedLines(q.Before), trimmedLines(q.After))}
	t, m := newThread("comparison", q.Limits.withDefaults())
	bad, runs, err := compareTexts(t, q)
	switch {
	case m.over != nil:
		c.Status, c.Message = "error", m.over.Text
	case err != nil:
		c.Status, c.Message = "error", err.Error()
	case bad != nil:
		c.Status = "fail"
		c.Outcomes = exact(diffLines(bad.before.lines(), bad.after.lines()))
		c.Message = fmt.Sprintf("expected the same outcome for all inputs; with `%s`: %s", bad.inputs, diffText(c.Outcomes))
	case runs == 0:
		c.Status, c.Message = "error", fmt.Sprintf("expected inputs on which the trace has a meaning, found none among %d", pairRuns)
	default:
		c.Status, c.Message = "pass", "the judge ran both on "+count(runs, "input")+" and saw no difference"
	}
	return c
}

func compareTexts(t *starlark.Thread, q *Pair) (*counterexample, int, error) {
	before, err := parseTrace(t, q.Before)
	if err != nil {
		return nil, 0, fmt.Errorf("the trace before: %w", err)
	}
	if len(trimmedLines(q.After)) == 0 {
		return nil, 0, errors.New("expected a trace from the program, found nothing")
	}
	after, err := laterTrace(t, before, starlark.String(q.After))
	if err != nil {
		return nil, 0, fmt.Errorf("the trace after: %w", err)
	}
	return compareRuns(t, before, after, pairRuns, 1)
}
