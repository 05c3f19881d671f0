package learn

import (
	"errors"
	"fmt"
	"sync/atomic"

	"go.starlark.net/starlark"

	"unbox/optimizer"
)

// Limits bound the resources of a program. They are counted, not timed, so that
// a program stops at the same place on every machine. A field that is 0 takes
// its value from DefaultLimits; fields above MaxLimits are cut to it.
type Limits struct {
	// Steps is the maximum work of one test: instructions of the interpreter, and
	// the work within builtins in units of about the same size.
	Steps uint64 `json:"steps,omitempty"`
	// TotalSteps is the maximum work of all tests together. The work of a pass on random
	// traces counts in neither: it has a separate limit of the same size.
	TotalSteps uint64 `json:"totalSteps,omitempty"`
	// Memory is the maximum number of bytes of lists, texts and numbers that one
	// test may allocate, even if it drops them again.
	Memory uint64 `json:"memory,omitempty"`
	// Output is the maximum number of bytes that one test may print.
	Output int `json:"output,omitempty"`
}

// DefaultLimits are the limits of a lesson that does not set any: some 100
// times what the tests of a pass need, and about half a second in wazero.
func DefaultLimits() Limits {
	return Limits{Steps: 500_000, TotalSteps: 1_000_000, Memory: 32 << 20, Output: 64 << 10}
}

// MaxLimits are the maximum limits that a request can ask for.
func MaxLimits() Limits {
	return Limits{Steps: 20_000_000, TotalSteps: 20_000_000, Memory: 96 << 20, Output: 1 << 20}
}

func (l Limits) withDefaults() Limits {
	d, m := DefaultLimits(), MaxLimits()
	return Limits{
		Steps:      within(l.Steps, d.Steps, m.Steps),
		TotalSteps: within(l.TotalSteps, d.TotalSteps, m.TotalSteps),
		Memory:     within(l.Memory, d.Memory, m.Memory),
		Output:     within(l.Output, d.Output, m.Output),
	}
}

func within[T int | uint64](n, normal, most T) T {
	if n <= 0 {
		return normal
	}
	return min(n, most)
}

// These are the same for every program.
const (
	// maxSource is the maximum length of one file in bytes, maxLines in lines, and maxWords
	// in words, numbers and signs: parsing a program is work, too. The longest program of the
	// course has a third of each.
	maxSource = 32 << 10
	maxLines  = 1_000
	maxWords  = 10_000
	// maxTests is the maximum number of tests in a suite, maxProblems the maximum
	// number of reported problems.
	maxTests    = 300
	maxProblems = 20
	// maxMessage is the maximum length of a message in bytes.
	maxMessage = 20_000
	// maxCalls is the maximum depth of calls. A browser's stack holds about three
	// times as many.
	maxCalls = 200
	// maxBits is the maximum length of an integer in bits.
	maxBits = 4096
	// maxText is the maximum length of a text in bytes.
	maxText = 1 << 20
	// maxNesting is the maximum depth of nested lists, dicts and tuples for
	// functions that look into them.
	maxNesting = 100
	// callSlice is the number of steps after which the depth of calls is checked.
	callSlice = 200
)

// A LimitError means that a program reached a limit. Nothing in the program can
// catch it.
type LimitError struct {
	// What is the limit: "steps", "memory", "output", "calls" or "size".
	What string
	// Text describes it in words.
	Text string
}

// Error returns the text.
func (e *LimitError) Error() string { return e.Text }

// meter counts the resources that one thread uses. Work in the interpreter is
// counted by Thread.Steps; builtins add theirs to it before they begin.
type meter struct {
	limits Limits
	memory uint64
	output int
	// before is the work of the tests before this one, if they left less than one test may use, otherwise 0.
	before uint64
	// tallies are the tallies of the tables that are not small.
	tallies map[table]*tally
	// quiet suppresses the program's output.
	quiet bool
	// foreign means that a program in another language replaces a function.
	foreign bool
	// tool is the optimizer of all threads of one suite; nil for a new one.
	tool *optimizer.Optimizer
	// execution is the program that was started, for its tests; nil before, and in threads of its own.
	execution *execution
	// hand is that of the operators of the program that runs, nil where none does.
	hand *hand
	// trials counts what is done on random traces; nil where there are no tests.
	trials *trials
	// operations counts the operations made, which gives them numbers.
	operations uint32
	// over is the first limit that was reached, nil for none.
	over *LimitError
	// own is the value of latest while this thread is the one that was asked for
	// last.
	own metered
}

// metered is a thread with its meter.
type metered struct {
	thread *starlark.Thread
	meter  *meter
}

// latest is the thread whose meter was asked for last. Nearly everything counts something, mostly for the
// same thread as before, and a lookup by name in a thread's locals is slower.
var latest atomic.Pointer[metered]

// optimizer returns an optimizer that keeps its memory as long as the suite
// runs.
func (m *meter) optimizer() *optimizer.Optimizer {
	if m.tool == nil {
		m.tool = new(optimizer.Optimizer)
	}
	return m.tool
}

const meterKey = "unbox meter"

// newThread makes a thread with a meter.
func newThread(name string, limits Limits) (*starlark.Thread, *meter) {
	m := &meter{limits: limits}
	t := &starlark.Thread{Name: name, OnMaxSteps: m.look}
	t.SetLocal(meterKey, m)
	m.own = metered{t, m}
	t.SetMaxExecutionSteps(min(callSlice, limits.Steps))
	return t, m
}

func meterOf(t *starlark.Thread) *meter {
	if l := latest.Load(); l != nil && l.thread == t {
		return l.meter
	}
	m, ok := t.Local(meterKey).(*meter)
	if !ok {
		panic("BUG: a thread without a meter")
	}
	latest.Store(&m.own)
	return m
}

// look is called every callSlice steps. It stops endless programs, and
// recursion before the stack of the machine overflows, which could not be
// reported.
func (m *meter) look(t *starlark.Thread) {
	if t.CallStackDepth() > maxCalls {
		m.cancel(t, "calls", fmt.Sprintf("expected at most %d calls within one another, found more; a function that calls itself needs a case in which it does not", maxCalls))
		return
	}
	if t.Steps >= m.limits.Steps {
		m.cancel(t, "steps", m.stepsText(grouped(t.Steps)))
		return
	}
	t.SetMaxExecutionSteps(min(t.Steps+callSlice, m.limits.Steps))
}

// stepsText describes that no steps are left, with what was used. Nobody can know whether there would have been an
// end, so it names both reasons.
func (m *meter) stepsText(used string) string {
	left := ""
	if m.before > 0 {
		left = fmt.Sprintf(" (all that the tests before it left: they took %s)", grouped(m.before))
	}
	return fmt.Sprintf("expected an end after at most %s steps%s, found none after %s; either a loop goes on for ever, or the program is only too slow", grouped(m.limits.Steps), left, used)
}

// cancel ends the thread at its next instruction.
func (m *meter) cancel(t *starlark.Thread, what, text string) {
	t.Cancel(m.exceed(what, text).Error())
}

func (m *meter) exceed(what, text string) *LimitError {
	if m.over == nil {
		m.over = &LimitError{what, text}
	}
	return m.over
}

// Charge counts work that a builtin is about to do, in steps: about a quarter of
// a microsecond each. A builtin that gets an error back must return it and do
// nothing.
func Charge(t *starlark.Thread, steps uint64) error {
	m := meterOf(t)
	if m.over != nil {
		return m.over
	}
	if left := m.limits.Steps - min(t.Steps, m.limits.Steps); steps > left {
		text := m.stepsText(fmt.Sprintf("%s, before an operation that takes %s", grouped(t.Steps), grouped(steps)))
		if steps > m.limits.Steps/2 {
			text = fmt.Sprintf("expected work of at most %s steps for one test, found an operation that alone takes %s", grouped(m.limits.Steps), grouped(steps))
		}
		err := m.exceed("steps", text)
		t.Cancel(err.Error())
		return err
	}
	t.Steps += steps
	return nil
}

// chargeMemory counts bytes that a builtin is about to allocate.
func chargeMemory(t *starlark.Thread, bytes uint64) error {
	m := meterOf(t)
	if m.memory += bytes; m.memory < bytes || m.memory > m.limits.Memory {
		err := m.exceed("memory", fmt.Sprintf("expected at most %s MB of lists, texts and numbers for one test, found more", grouped(m.limits.Memory>>20)))
		t.Cancel(err.Error())
		return err
	}
	return Charge(t, bytes/64)
}

// tooLarge refuses a value before it is made.
func tooLarge(t *starlark.Thread, format string, args ...any) error {
	err := meterOf(t).exceed("size", fmt.Sprintf(format, args...))
	t.Cancel(err.Error())
	return err
}

// limitIn finds the LimitError in an error.
func limitIn(err error) *LimitError {
	var limit *LimitError
	if errors.As(err, &limit) {
		return limit
	}
	return nil
}

// grouped writes a number with commas: 2,000,000.
func grouped(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
