package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"unbox/interp"
	"unbox/trace"
)

// This file is assert_random: a pass is tried on random traces, and the interpreter
// judges the result. Handwritten tests cover only what their author thought of; a
// pass that wrongly shares loads across stores passes them if no test loads twice.

const (
	// randomTraces is the number of traces on which a pass is tried, foreignTraces the number
	// if it is a program in another language, which needs a process for each trace.
	randomTraces, foreignTraces = 50, 10
	// maxRandomTraces is the maximum that a test can ask for.
	maxRandomTraces = 1000
	// longestRandom is the length of the longest traces, in operations without inputs
	// and end; the shortest have half of it. A test can set a different length.
	shortestRandom, longestRandom, maxRandomLength = 4, 16, 60
	// randomRuns is the number of inputs on which each trace is run, before and
	// after.
	randomRuns = 12
	// randomSteps is the maximum cost of the pass for one trace, shrinkSteps the
	// maximum cost of shrinking a trace.
	randomSteps, shrinkSteps = 40_000, 200_000
	// randomTraceSteps is the cost of making one trace, and randomLineSteps that of a line
	// of it; judgedSteps is the cost of judging the pass's result, and judgedLineSteps that
	// of a line of it, whether or not it was judged before.
	randomTraceSteps, randomLineSteps, judgedSteps, judgedLineSteps = 40, 2, 60, 8
	// randomJumps is the number of jumps after which a run of the pass's result
	// stops.
	randomJumps = 6
)

// trial tries a pass on traces.
type trial struct {
	parent *starlark.Thread
	// words say what the traces are made of, as written in the test.
	words   *vocabulary
	written string
	pass    starlark.Value
	// iterations is the number of iterations of the original trace that correspond to one
	// iteration of the result.
	iterations int
	// longest is the length of the longest traces, in operations.
	longest int
	// given is the number of lines of all traces together, lines that of what the pass has left of them, leaves the
	// maximum; 0 means no limit.
	given, lines, leaves int
	// asked means that a pass in another language was asked about a trace and has not
	// answered yet.
	asked  bool
	shared *trials
	// comparison keeps its memory from trace to trace.
	comparison comparison
}

// randomFailure is a trace that a pass breaks.
type randomFailure struct {
	before randomExample
	after  string
	// bad are inputs on which they differ, nil if the pass stopped with err.
	bad *counterexample
	err error
}

// assertRandom is assert_random(pass, "toy add mul print"): the pass takes a Block and
// returns one, or a text. With leaves=300 it has to leave at most that many lines of all
// traces: without this, a pass that knows the tests' traces by heart and changes no others
// would pass.
func assertRandom(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	r := &trial{parent: t, iterations: 1, longest: longestRandom, shared: meterOf(t).trials}
	words, traces := "", randomTraces
	if err := starlark.UnpackArgs("assert_random", args, kwargs, "pass", &r.pass, "words", &words, "traces?", &traces, "iterations?", &r.iterations, "length?", &r.longest, "leaves?", &r.leaves); err != nil {
		return nil, err
	}
	if t.Local(tryingKey) != nil || r.shared == nil {
		return nil, errors.New("expected `assert_random` in a test, found it in a pass that is being tried")
	}
	if traces < 1 || traces > maxRandomTraces || r.iterations < 1 || r.iterations > 10 {
		return nil, fmt.Errorf("expected from 1 to %d `traces` and from 1 to 10 `iterations`, found %d and %d", maxRandomTraces, traces, r.iterations)
	}
	if r.longest < shortestRandom || r.longest > maxRandomLength {
		return nil, fmt.Errorf("expected a `length` from %d to %d, found %d", shortestRandom, maxRandomLength, r.longest)
	}
	var err error
	r.written = words
	if r.words, err = parseVocabulary(words); err != nil {
		return nil, err
	}
	if m := meterOf(t); m.foreign {
		traces, r.leaves = min(traces, foreignTraces), 0
	}
	for seed := range traces {
		failure, err := r.try(t, uint64(seed), r.longest-seed%(r.longest/2+1))
		if err != nil {
			return nil, err
		}
		if failure != nil {
			return nil, r.tell(r.small(uint64(seed), failure))
		}
	}
	switch {
	case r.asked:
		return nil, errAsked
	case r.leaves > 0 && r.lines > r.leaves:
		return nil, &assertError{text: fmt.Sprintf("expected a pass that leaves at most %d of the %d lines in all random traces together, found %d left; it does no harm, and not all that it could do", r.leaves, r.given, r.lines)}
	}
	return starlark.None, nil
}

// tryingKey marks the threads in which a pass is tried.
const tryingKey = "unbox trying"

// try tries the trace of a seed. The error is a limit that the test has reached.
func (r *trial) try(t *starlark.Thread, seed uint64, length int) (*randomFailure, error) {
	if err := r.shared.charge(t, randomTraceSteps+randomLineSteps*uint64(length)); err != nil {
		return nil, err
	}
	return r.on(t, r.made(seed, length), true)
}

// made returns the trace of a seed. It does not depend on the pass, so it is made once for all runs.
func (r *trial) made(seed uint64, length int) randomExample {
	question := Question("random", strconv.FormatUint(seed, 10), strconv.Itoa(length), r.written)
	if a, ok := recalled.find(question); ok {
		return a.value.(randomExample)
	}
	example := randomTrace(r.words, seed, length)
	recalled.keep(question, recollection{value: example, memory: uint64(len(example.text))})
	return example
}

// on tries one trace for the thread t. The work of the pass counts towards the steps of all
// random traces.
func (r *trial) on(t *starlark.Thread, example randomExample, quiet bool) (*randomFailure, error) {
	parent := meterOf(t)
	limits := parent.limits
	limits.Steps = max(1, min(randomSteps, r.shared.left))
	child, m := newThread("random trace", limits)
	child.SetLocal(tryingKey, true)
	child.Print = t.Print
	m.quiet, m.memory, m.output, m.foreign, m.tool = quiet, parent.memory, parent.output, parent.foreign, parent.optimizer()
	f := r.applied(child, example)
	parent.memory, parent.output = m.memory, m.output
	if m.over != nil && m.over.What == "steps" && limits.Steps < randomSteps {
		return nil, r.shared.charge(t, r.shared.left+1) // there are none left
	}
	if err := r.shared.charge(t, min(child.Steps, r.shared.left)); err != nil {
		return nil, err
	}
	if m.over != nil && m.over.What != "steps" && m.over.What != "calls" && m.over.What != "size" {
		parent.over = m.over
		return nil, m.over
	}
	return f, nil
}

// applied applies the pass to a trace and compares the result; nil if there is no
// difference.
func (r *trial) applied(t *starlark.Thread, example randomExample) *randomFailure {
	f := &randomFailure{before: example}
	before, err := parseTrace(t, example.text)
	if limitIn(err) != nil {
		return f.stopped(err)
	}
	if err != nil {
		panic("BUG: a random trace that is none: " + err.Error() + "\n" + example.text)
	}
	bb, err := blockOf(t, before, trace.NewSourceNamer(before))
	if err != nil {
		return f.stopped(err)
	}
	operators := meterOf(r.parent).hand
	operators.work(t)
	result, err := starlark.Call(t, r.pass, starlark.Tuple{bb}, nil)
	operators.work(r.parent)
	if errors.Is(err, errAsked) {
		r.asked = true
		return nil
	}
	if err != nil {
		return f.stopped(err)
	}
	if out, ok := result.(*Block); ok && out.declarations == nil {
		out.declarations, out.dialect = bb.declarations, bb.dialect
	}
	if f.after, err = TraceText(result); err != nil {
		return f.stopped(err)
	}
	// A newline at the end of a text does not matter for the lines that the pass
	// has left.
	r.given += lineCount(example.text)
	r.lines += lineCount(f.after)
	if err := chargeJudging(t, f); err != nil {
		return f.stopped(err)
	}
	return r.judged(f, before)
}

// lineCount returns the number of lines of a trace's text.
func lineCount(text string) int { return strings.Count(strings.TrimRight(text, "\n"), "\n") + 1 }

// chargeJudging counts the cost of judging the pass's result.
func chargeJudging(t *starlark.Thread, f *randomFailure) error {
	if err := checkText(t, len(f.after)); err != nil {
		return err
	}
	if err := chargeMemory(t, 8*uint64(len(f.after))); err != nil {
		return err
	}
	lines := strings.Count(f.before.text, "\n") + strings.Count(f.after, "\n")
	return Charge(t, judgedSteps+judgedLineSteps*uint64(lines)+uint64(len(f.after)/8))
}

// judged compares a trace with the pass's result. The cost is already counted, so it uses a
// separate thread.
func (r *trial) judged(f *randomFailure, before *trace.Trace) *randomFailure {
	if f.after == f.before.text {
		return nil
	}
	hash := r.hash(f.before, f.after)
	if r.same(hash) {
		return nil
	}
	t, _ := newThread("judge", MaxLimits())
	after, err := laterTrace(t, before, starlark.String(f.after))
	if err != nil {
		return f.stopped(fmt.Errorf("%w. It returned:\n%s", err, f.after))
	}
	if f.bad, err = r.differ(t, before, after, f.before.numbers); err != nil {
		return f.stopped(err)
	}
	if f.bad == nil {
		r.agreed(hash)
		return nil
	}
	return f
}

func (f *randomFailure) stopped(err error) *randomFailure {
	f.err = err
	return f
}

// differ runs both traces on a few inputs, every second time with an environment
// that changes what it can reach.
func (r *trial) differ(t *starlark.Thread, before, after *trace.Trace, example []uint64) (*counterexample, error) {
	c := &r.comparison
	c.begin(before, after)
	c.jumps, c.iterations = randomJumps, r.iterations
	generator := interp.NewInputGeneratorAt(before, interp.RunOptions{Imagined: true}, example)
	rng := rand.New(rand.NewPCG(1, 7))
	for k := range randomRuns {
		c.hostile = k%2 == 1
		if bad, err := c.run(t, edgy(generator.Next(rng), example, rng, k)); bad != nil || err != nil {
			return bad, err
		}
	}
	return nil, nil
}

// edgy changes inputs: half of them are the example, or close to it. The others have, far
// more often than by chance, an extreme integer, a NaN, or two references to one object.
func edgy(in *interp.Inputs, example []uint64, rng *rand.Rand, k int) *interp.Inputs {
	numbers := []uint64{0, 1, math.MaxInt64, 1 << 63, 1 << 32}
	floats := []float64{math.NaN(), 0, math.Copysign(0, -1), math.Inf(1)}
	var first *interp.Datum
	for _, list := range [][]interp.Datum{in.Params, in.Args} {
		for i := range list {
			d := &list[i]
			switch {
			case d.Type != trace.Ref && len(example) > 0 && k%4 < 2:
				d.Bits, example = example[0], example[1:]
				if d.Type == trace.Int && k > 1 && rng.IntN(2) == 0 {
					d.Bits += uint64(rng.IntN(21)) - 10
				}
			case d.Type == trace.Int && rng.IntN(3) == 0:
				d.Bits = numbers[rng.IntN(len(numbers))] + uint64(rng.IntN(21)) - 10
			case d.Type == trace.Float && rng.IntN(3) == 0:
				d.Bits = math.Float64bits(floats[rng.IntN(len(floats))])
			case d.Type == trace.Ref && first == nil:
				first = d
			case d.Type == trace.Ref && k%3 == 2:
				d.Bits = first.Bits
			}
		}
	}
	return in
}

// small shrinks the trace on which the pass fails: first it tries fewer lines from the top, then it
// removes line by line, unless the pass reached a limit: each attempt would run into the limit again, for
// a line or two. It uses a separate thread, so that its cost does not hide the failure.
func (r *trial) small(seed uint64, f *randomFailure) *randomFailure {
	limits := meterOf(r.parent).limits
	limits.Steps = shrinkSteps
	t, _ := newThread("making small", limits)
	t.Print = r.parent.Print
	own := r.shared
	r.shared = &trials{left: shrinkSteps, known: own.known}
	defer func() {
		took := r.shared.spent
		own.left, own.spent, r.shared = own.left-min(took, own.left), own.spent+took, own
	}()
	for length := 1; length < r.longest; length++ {
		g, err := r.try(t, seed, length)
		if err != nil {
			return f
		}
		if g != nil {
			f = g
			break
		}
	}
	for limitIn(f.err) == nil {
		g := r.smaller(t, f)
		if g == nil {
			return f
		}
		f = g
	}
	return f
}

// smaller tries to remove one line from a trace; nil if none can be removed.
func (r *trial) smaller(t *starlark.Thread, f *randomFailure) *randomFailure {
	lines := strings.Split(strings.TrimSuffix(f.before.text, "\n"), "\n")
	for i := len(lines) - 2; i > 0; i-- {
		text, ok := r.without(lines, i)
		if !ok {
			continue
		}
		if _, diagnostics := trace.Parse(text); hasError(diagnostics) {
			continue
		}
		g, err := r.on(t, randomExample{text, f.before.numbers}, true)
		if err != nil {
			return nil
		}
		if g != nil && (g.err == nil) == (f.err == nil) {
			return g
		}
	}
	return nil
}

func hasError(list []trace.Diagnostic) bool {
	for _, d := range list {
		if d.Severity == trace.Error {
			return true
		}
	}
	return false
}

// without removes line i. A line whose result is used can be removed only if an
// argument can replace the result.
func (r *trial) without(lines []string, i int) (string, bool) {
	name, operation, hasName := strings.Cut(lines[i], " = ")
	if !hasName {
		operation, name = name, ""
	}
	op, args, _ := strings.Cut(operation, "(")
	switch op {
	case "alloc", "new", "store", "set", "load", "get":
		if !r.words.free() {
			return "", false
		}
	case "getarg", "class BoxedInteger { intval: int }":
		return "", false
	}
	if strings.HasPrefix(operation, "[") || strings.HasPrefix(operation, "class ") {
		return "", false
	}
	rest := append(append([]string(nil), lines[:i]...), lines[i+1:]...)
	if name == "" || !mentions(lines[i+1:], name) {
		return strings.Join(rest, "\n") + "\n", true
	}
	if op == "load" || op == "get" {
		return "", false
	}
	first := strings.TrimRight(strings.SplitN(args, ",", 2)[0], ")")
	for k := i; k < len(rest); k++ {
		rest[k] = replacedWord(rest[k], name, first)
	}
	return strings.Join(rest, "\n") + "\n", first != "" && op != "ptr_eq"
}

func mentions(lines []string, name string) bool {
	for _, line := range lines {
		if replacedWord(line, name, "") != line {
			return true
		}
	}
	return false
}

// replacedWord replaces a name wherever it is a whole word.
func replacedWord(line, name, by string) string {
	var b strings.Builder
	for {
		i := strings.Index(line, name)
		if i < 0 {
			b.WriteString(line)
			return b.String()
		}
		end := i + len(name)
		whole := (i == 0 || !isWordPart(line[i-1])) && (end == len(line) || !isWordPart(line[end]))
		b.WriteString(line[:i])
		if whole {
			b.WriteString(by)
		} else {
			b.WriteString(name)
		}
		line = line[end:]
	}
}

// tell describes what happened. The pass runs once more on the small trace, and
// its output is shown.
func (r *trial) tell(f *randomFailure) error {
	if _, err := r.on(r.parent, f.before, false); err != nil && meterOf(r.parent).over == nil {
		return err
	}
	meterOf(r.parent).over = nil // the message is the difference
	trace := "\n\nThe trace, made small:\n" + strings.TrimSuffix(f.before.text, "\n")
	if f.err != nil {
		what := inOurWords(innerText(f.err))
		return &assertError{text: "the pass stopped on a random trace: " + what + trace, cause: f.err}
	}
	diff := exact(diffLines(f.bad.before.lines(), f.bad.after.lines()))
	with := ""
	if f.bad.inputs != "" {
		with = "with `" + f.bad.inputs + "`: "
	}
	return &assertError{
		text: "expected that a random trace does the same before and after; " + with + diffText(diff) +
			trace + "\n\nWhat the pass made of it:\n" + strings.TrimSuffix(f.after, "\n"),
		diff: diff,
	}
}

// innerText returns an error's own text, without the call stack.
func innerText(err error) string {
	var eval *starlark.EvalError
	if errors.As(err, &eval) {
		return eval.Msg
	}
	return err.Error()
}
