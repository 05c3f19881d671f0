package learn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"unbox/optimizer"
)

// An assertError is a failed assertion of a test.
type assertError struct {
	text string
	diff *TraceDiff
	// cause is the program's error in the message, nil for none.
	cause error
}

// Error returns what was expected and what was found.
func (e *assertError) Error() string { return e.text }

// Unwrap returns the cause, which knows its place.
func (e *assertError) Unwrap() error { return e.cause }

// assertions are the functions of tests, including those into which `assert` is rewritten.
func assertions() map[string]builtin {
	return map[string]builtin{
		nameAssert:          assertTrue,
		nameAssertEq:        assertEqual,
		nameRaise:           raise,
		"assert_true":       assertTrue,
		"assert_eq":         assertEqual,
		"assert_is":         assertIs,
		"assert_trace":      assertTrace,
		"assert_same":       assertSame,
		"assert_equivalent": assertEquivalent,
		"assert_random":     assertRandom,
		"assert_raises":     assertRaises,
		"assert_steps":      assertSteps,
		"patched":           patched,
	}
}

func messageOf(v starlark.Value) string {
	if s, ok := v.(starlark.String); ok && s != "" {
		return string(s) + ": "
	}
	return ""
}

func assertTrue(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v, message starlark.Value = nil, starlark.None
	if err := starlark.UnpackArgs("assert", args, kwargs, "value", &v, "message?", &message); err != nil {
		return nil, err
	}
	if v.Truth() {
		return starlark.None, nil
	}
	return nil, &assertError{text: messageOf(message) + "expected something true, found " + brief(v, 2)}
}

// assertEqual is assert_eq(actual, expected): texts of several lines are compared as
// traces, and so is a block with a text.
func assertEqual(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var actual, expected, message starlark.Value = nil, nil, starlark.None
	if err := starlark.UnpackArgs("assert_eq", args, kwargs, "actual", &actual, "expected", &expected, "message?", &message); err != nil {
		return nil, err
	}
	if err := chargeAll(t, actual, expected); err != nil {
		return nil, err
	}
	same, err := starlark.Equal(actual, expected)
	if err != nil || same {
		return starlark.None, err
	}
	a, aText := actual.(starlark.String)
	b, bText := expected.(starlark.String)
	if aText && bText && strings.Contains(string(a)+string(b), "\n") {
		expected, actual := strings.Split(string(b), "\n"), strings.Split(string(a), "\n")
		if err := chargeDiff(t, expected, actual); err != nil {
			return nil, err
		}
		diff := diffLines(expected, actual)
		if diff.Equal() { // as traces they are the same, and the text of a name may be the question
			return nil, &assertError{text: messageOf(message) + firstOtherLine(expected, actual)}
		}
		return nil, &assertError{text: messageOf(message) + diffText(diff), diff: diff}
	}
	return nil, &assertError{text: messageOf(message) + difference(expected, actual)}
}

// at names a place in a list, such as `[9][1]`.
func at(where string) string {
	if where == "" {
		return ""
	}
	return "at `" + where + "`: "
}

// difference says what was expected and what was found. Of two long lists that begin alike, it says where they differ: what is shown of both
// would be the same.
func difference(expected, actual starlark.Value) string {
	where := ""
	for depth := 0; ; depth++ {
		e, a := brief(expected, 4), brief(actual, 4)
		// Lists that have themselves as items go on for ever.
		if e != a || depth == starlark.CompareLimit || expected.Type() != actual.Type() || !isA[*starlark.List](expected) && !isA[starlark.Tuple](expected) {
			return at(where) + "expected " + e + ", found " + a
		}
		x, y := expected.(starlark.Indexable), actual.(starlark.Indexable)
		k := 0
		for k < min(x.Len(), y.Len()) {
			if same, err := starlark.Equal(x.Index(k), y.Index(k)); err != nil || !same {
				break
			}
			k++
		}
		if k == min(x.Len(), y.Len()) {
			return at(where) + fmt.Sprintf("expected %d items, found %d; the first %d are as expected", x.Len(), y.Len(), k)
		}
		where += fmt.Sprintf("[%d]", k)
		expected, actual = x.Index(k), y.Index(k)
	}
}

// assertIs checks that two values are the same object.
func assertIs(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var actual, expected, message starlark.Value = nil, nil, starlark.None
	if err := starlark.UnpackArgs("assert_is", args, kwargs, "actual", &actual, "expected", &expected, "message?", &message); err != nil {
		return nil, err
	}
	if (isA[Value](actual) || isA[*Info](actual)) && actual == expected || actual == starlark.None && expected == starlark.None {
		return starlark.None, nil
	}
	found := brief(actual, 2)
	if found == brief(expected, 2) {
		found = "another one that looks the same"
	}
	return nil, &assertError{text: messageOf(message) + "expected the very value " + brief(expected, 2) + ", found " + found}
}

// assertTrace is assert_trace(bb, "…"). A text in which every line is numbered is
// compared with the block as bb_to_str prints it, any other one with the trace.
// Names of results do not matter.
func assertTrace(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var bb *Block
	var expected string
	var message starlark.Value = starlark.None
	var v starlark.Value
	if err := starlark.UnpackArgs("assert_trace", args, kwargs, "block", &v, "expected", &expected, "message?", &message); err != nil {
		return nil, err
	}
	bb, ok := v.(*Block)
	if !ok {
		return nil, &assertError{text: messageOf(message) + "expected a Block, found " + kindOf(v) + missingReturn(v)}
	}
	if err := chargeBlock(t, bb); err != nil {
		return nil, err
	}
	if err := chargeText(t, len(expected)); err != nil {
		return nil, err
	}
	lines := trimmedLines(expected)
	prefix := numberedPrefix(lines)
	actual := lenientLines(bb, prefix)
	if err := chargeDiff(t, lines, actual); err != nil {
		return nil, err
	}
	if prefix == "" {
		actual = append(append([]string(nil), bb.declarations...), actual...)
	}
	diff := diffLines(lines, actual)
	if !diff.Equal() {
		return nil, &assertError{text: messageOf(message) + diffText(diff), diff: diff}
	}
	// The lines are right; a value that is used above its definition would be
	// noticed here.
	_, err := numberedText(bb, "v")
	return starlark.None, err
}

// missingReturn adds the usual reason to a message about a function that
// returned None.
func missingReturn(v starlark.Value) string {
	if v == starlark.None {
		return "; is there a `return`?"
	}
	return ""
}

// firstOtherLine names the first line of two texts that is another one, letter by letter.
func firstOtherLine(expected, actual []string) string {
	for i := range min(len(expected), len(actual)) {
		if expected[i] != actual[i] {
			return fmt.Sprintf("expected `%s` in line %d, found `%s`", expected[i], i+1, actual[i])
		}
	}
	return fmt.Sprintf("expected %s, found %d", count(len(expected), "line"), len(actual))
}

// diffText describes the first difference in words; the rest is in the
// structure.
func diffText(d *TraceDiff) string {
	different := 0
	first := ""
	for _, row := range d.Rows {
		if row.Kind == optimizer.DiffSame {
			continue
		}
		if different++; different > 1 {
			continue
		}
		switch row.Kind {
		case optimizer.DiffArgs:
			first = "expected `" + row.Expected + "`, found `" + row.Actual + "`"
		case optimizer.DiffRemoved:
			first = "expected `" + row.Expected + "`, which is missing"
		case optimizer.DiffAdded:
			first = "expected no `" + row.Actual + "`, which is there"
			if row.Actual == "" {
				first = "expected no empty line, found one"
			}
		}
	}
	if different > 1 {
		first += fmt.Sprintf("; %s in all", count(different, "line")+" differ")
	}
	return first
}

// assertSame compares outcomes: assert_same(interpret(before, 1), interpret(after, 1)).
func assertSame(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	list := args
	if len(args) == 1 {
		items, ok := args[0].(starlark.Iterable)
		if !ok {
			return nil, fmt.Errorf("expected outcomes in `assert_same`, found %s", kindOf(args[0]))
		}
		if _, err := chargeItems(t, items); err != nil {
			return nil, err
		}
		list = nil
		for v := range starlark.Elements(items) {
			list = append(list, v)
		}
	}
	if len(list) < 2 {
		return nil, fmt.Errorf("expected at least two outcomes in `assert_same`, found %d", len(list))
	}
	for _, v := range list {
		if !isA[*Outcome](v) {
			return nil, fmt.Errorf("expected outcomes of `interpret` in `assert_same`, found %s", kindOf(v))
		}
	}
	first := list[0].(*Outcome)
	for _, v := range list[1:] {
		if err := chargeDiff(t, first.lines(), v.(*Outcome).lines()); err != nil {
			return nil, err
		}
		if diff := diffLines(first.lines(), v.(*Outcome).lines()); diff.Expected != diff.Actual {
			return nil, &assertError{text: "expected the same outcome: " + diffText(exact(diff)), diff: exact(diff)}
		}
	}
	return starlark.None, nil
}

// exact makes a comparison sensitive to names again.
func exact(d *TraceDiff) *TraceDiff {
	for i := range d.Rows {
		if row := &d.Rows[i]; row.Kind == optimizer.DiffSame && row.Expected != row.Actual {
			row.Kind = optimizer.DiffArgs
		}
	}
	return d
}

// assertEquivalent runs two traces on many inputs: assert_equivalent(before, after).
// before should be text: a pass that ran on a Block has changed what it prints.
func assertEquivalent(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var before, after starlark.Value
	runs, seed := 50, 1
	if err := starlark.UnpackArgs("assert_equivalent", args, kwargs, "before", &before, "after", &after, "runs?", &runs, "seed?", &seed); err != nil {
		return nil, err
	}
	left, err := TraceText(before)
	if err != nil {
		return nil, err
	}
	bad, err := differing(t, left, after, min(max(runs, 1), 10_000), uint64(seed))
	if err != nil || bad == nil {
		return starlark.None, err
	}
	diff := exact(diffLines(bad.before.lines(), bad.after.lines()))
	return nil, &assertError{text: fmt.Sprintf("expected the same outcome for all inputs; with `%s`: %s", bad.inputs, diffText(diff)), diff: diff}
}

// differing returns inputs on which two traces differ, nil if that many runs show
// none.
func differing(t *starlark.Thread, before string, after starlark.Value, runs int, seed uint64) (*counterexample, error) {
	text, notText := TraceText(after)
	if notText != nil {
		if _, err := parseTrace(t, before); err != nil {
			return nil, err
		}
		return nil, notText
	}
	question := Question("compare", strconv.Itoa(runs), strconv.FormatUint(seed, 10), before, text)
	return Recall(t, question, func() (*counterexample, error) {
		first, err := parseTrace(t, before)
		if err != nil {
			return nil, err
		}
		second, err := laterTrace(t, first, starlark.String(text))
		if err != nil {
			return nil, err
		}
		bad, _, err := compareRuns(t, first, second, runs, seed)
		return bad, err
	})
}

// assertRaises calls a function that should fail, and returns the error's text.
func assertRaises(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("expected a function in `assert_raises`, found nothing")
	}
	contains := ""
	if err := starlark.UnpackArgs("assert_raises", nil, kwargs, "contains?", &contains); err != nil {
		return nil, err
	}
	_, err := starlark.Call(t, args[0], args[1:], nil)
	if over := Charge(t, errorSteps); err != nil && over != nil {
		return nil, over
	}
	switch {
	case err == nil:
		return nil, &assertError{text: "expected an error from " + kindOf(args[0]) + ", found none"}
	case meterOf(t).over != nil:
		return nil, err
	case !strings.Contains(err.Error(), contains):
		return nil, &assertError{text: fmt.Sprintf("expected an error with `%s`, found `%s`", contains, err)}
	}
	return starlark.String(err.Error()), nil
}

// assertSteps is assert_steps(most, function, *args): it calls the function and returns its result. Steps are those of the test's own
// limit, so they are the same on every machine.
func assertSteps(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var most uint64
	if len(args) < 2 || starlark.AsInt(args[0], &most) != nil {
		return nil, fmt.Errorf("expected a number of steps and a function in `assert_steps`, found %s", firstOf(args))
	}
	before := t.Steps
	result, err := starlark.Call(t, args[1], args[2:], kwargs)
	if took := t.Steps - before; err == nil && took > most {
		return nil, &assertError{text: fmt.Sprintf("expected at most %s steps, found %s", grouped(most), grouped(took))}
	}
	return result, err
}

func firstOf(args starlark.Tuple) string {
	if len(args) == 0 {
		return "nothing"
	}
	return brief(args[0], 2)
}

// errorSteps is the cost of an error that does not end the test: its message may suggest
// a name similar to the wrong one.
const errorSteps = 1500

// chargeDiff counts the comparison of two texts line by line.
func chargeDiff(t *starlark.Thread, left, right []string) error {
	bytes := 0
	for _, lines := range [][]string{left, right} {
		for _, line := range lines {
			bytes += 1 + len(line)
		}
	}
	if err := Charge(t, uint64(bytes/2)); err != nil {
		return err
	}
	if len(left) > maxDiff || len(right) > maxDiff {
		return nil
	}
	cells := uint64(len(left)) * uint64(len(right))
	return Charge(t, cells/8+cells*uint64(bytes/(1+len(left)+len(right)))/256)
}

// exceptions are the names of Python's exceptions.
var exceptions = []string{
	"AssertionError", "Exception", "IndexError", "KeyError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError",
}

// raise is what `raise ValueError("…")` does.
func raise(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	switch v := args[0].(type) {
	case *Info:
		if text, ok := v.fields["message"].(starlark.String); ok {
			return nil, errors.New(v.name + ": " + string(text))
		}
		return nil, errors.New(v.name)
	case *starlark.Builtin:
		return nil, errors.New(v.Name())
	}
	return nil, fmt.Errorf("expected an exception such as ValueError(\"…\") after `raise`, found %s", kindOf(args[0]))
}

// exception makes the argument of `raise`.
func exception(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	message := ""
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 0, &message); err != nil {
		return nil, err
	}
	return &Info{name: b.Name(), fields: map[string]starlark.Value{"message": starlark.String(message)}, order: []string{"message"}}, nil
}

// chargeBlock counts the work of printing a block.
func chargeBlock(t *starlark.Thread, bb *Block) error {
	n := 0
	for _, op := range bb.ops {
		n += 2 + op.values()
		seen := make(map[*Virtual]bool)
		for _, l := range []*starlark.List{op.snapshot, op.pending} {
			if l != nil {
				for v := range starlark.Elements(l) {
					n += described(v, seen)
				}
			}
		}
	}
	if err := Charge(t, uint64(n)); err != nil {
		return err
	}
	return chargeMemory(t, uint64(48*n))
}

// described returns the number of fields of the objects that a value describes.
func described(x starlark.Value, seen map[*Virtual]bool) int {
	value, ok := x.(Value)
	if !ok {
		return 0
	}
	v, ok := value.find().(*Virtual)
	if !ok || seen[v] || len(seen) > maxNesting {
		return 0
	}
	seen[v] = true
	n := len(v.names)
	for _, field := range v.values {
		n += described(field, seen)
	}
	return n
}
