package prove

import (
	"fmt"
	"time"

	"unbox/prove/solve"
	"unbox/trace"
)

// Status is the outcome of a proof, or of one of its questions.
type Status uint8

const (
	// Unknown: not settled; the reason says why.
	Unknown Status = iota
	// Proved: it holds for all inputs of the width, as far as loops were unrolled.
	Proved
	// Refuted: there is an input for which it does not hold, and the interpreter
	// confirmed it.
	Refuted
	// Vacuous: no question was answered with no, but no input takes the recorded trace
	// to its end, so nothing is claimed about it. Only a whole verdict can be vacuous.
	Vacuous
)

var statusNames = [...]string{"unknown", "proved", "refuted", "vacuous"}

// String returns "unknown", "proved", "refuted" or "vacuous".
func (s Status) String() string { return statusNames[s] }

// Options say how a proof is done. The zero value is ready to use.
type Options struct {
	// Solver answers the questions; nil is the embedded one.
	Solver solve.Solver
	// Width is the width of an integer in bits: 8, 16, 32 or 64; 0 means 64.
	Width int
	// Unroll is the number of iterations of a loop that are looked at; 0 means 3.
	Unroll int
	// Budget bounds each question; a Time of 0 is 10 seconds, unless there is a number
	// of Steps: then the verdict does not depend on the speed of the machine.
	Budget solve.Budget
	// BeforePrinted and AfterSource say which lines the places of queries are: those
	// of the source for the recorded trace and of the printed form for the other one,
	// unless these are set.
	BeforePrinted, AfterSource bool
	// Script, if it is not nil, collects the questions as SMT-LIB text instead of
	// asking them: each counts as proved.
	Script *Script
}

// Width returns the width of an integer that a proof is asked for, in bits: 64 for 0.
//
// Errors: anything but 0, 8, 16, 32 and 64.
func Width(asked int) (int, error) {
	switch asked {
	case 0:
		return 64, nil
	case 8, 16, 32, 64:
		return asked, nil
	}
	return 0, fmt.Errorf("expected a width of 8, 16, 32 or 64 bits, found %d", asked)
}

func (o Options) withDefaults() (Options, error) {
	var err error
	if o.Width, err = Width(o.Width); err != nil {
		return o, err
	}
	if o.Unroll == 0 {
		o.Unroll = 3
	}
	if o.Unroll < 0 || o.Unroll > maxUnroll {
		return o, fmt.Errorf("expected 1 to %d iterations, found %d", maxUnroll, o.Unroll)
	}
	if o.Solver == nil {
		o.Solver = solve.Embedded()
	}
	if o.Budget.Time == 0 && o.Budget.Steps == 0 {
		o.Budget.Time = 10 * time.Second
	}
	return o, nil
}

// maxUnroll bounds Options.Unroll.
const maxUnroll = 64

// Verdict says whether two traces are equivalent.
type Verdict struct {
	Status Status
	// Width, Unroll, Solver and Budget say what the verdict is about: the bits of
	// an integer, the number of iterations if Loop is set, the solver that
	// answered, and the limit for each question.
	Width  int
	Unroll int
	Loop   bool
	Solver string
	Budget solve.Budget
	// Time is the total time.
	Time time.Duration
	// Queries are the questions in the order of the traces.
	Queries []Query
	// Reason says why it is Unknown or Vacuous, "" otherwise.
	Reason string
	// EndUnknown says that, for a proof, it is not known whether any input reaches
	// the end.
	EndUnknown bool
	// Counterexample is set if it is Refuted. It is also set if the verdict is
	// Unknown because the interpreter did not confirm the solver's counterexample.
	Counterexample *Counterexample
}

// QueryKind says what a question is about.
type QueryKind uint8

const (
	// QueryGuard: corresponding guards have equal conditions.
	QueryGuard QueryKind = iota
	// QueryRemoved: the condition of a guard that was removed always holds.
	QueryRemoved
	// QueryAdded: a guard that only the optimized trace has never fails.
	QueryAdded
	// QueryExit: the values with which the traces leave are the same.
	QueryExit
	// QueryEffect: a visible effect is the same.
	QueryEffect
	// QueryDefined: an operation of the optimized trace has a meaning.
	QueryDefined
	// QueryEnd: both traces end in the same way.
	QueryEnd
)

var queryNames = [...]string{"guard", "removed", "added", "exit", "effect", "defined", "end"}

// String returns "guard", "removed", "added", "exit", "effect", "defined" or
// "end".
func (k QueryKind) String() string { return queryNames[k] }

// Place is an operation that a question is about.
type Place struct {
	Op trace.Value
	// Line is the line of the trace: in the source of the recorded one, in the
	// printed form of the optimized one; 0 for none.
	Line int
	Text string
}

// Query is one question of a proof.
type Query struct {
	Kind QueryKind
	// What says in words what the question is.
	What string
	// Before and After are the operations that it is about; zero for none.
	Before, After Place
	// Iteration counts from 1 in loops; it is 0 elsewhere.
	Iteration int
	Status    Status
	// Same means that both sides came to the same terms, so no solver had to be
	// asked.
	Same bool
	// Reason says why it is not proved.
	Reason string
	Time   time.Duration
	// By is the part of the solver that settled it.
	By string
}

// Said says what the question is, together with its answer: that it is so, that it is not true, or that it is not known.
// So it cannot be read as its opposite, as "refuted: the guard always holds" can.
func (q *Query) Said() string {
	what := q.What
	if q.Iteration > 0 {
		what += fmt.Sprintf(" (iteration %d)", q.Iteration)
	}
	switch q.Status {
	case Refuted:
		return "it is not true that " + what
	case Unknown:
		return "it is not known whether " + what
	}
	return what
}

// Asked returns the number of questions that a solver was asked, and how long
// that took.
func (v *Verdict) Asked() (n int, took time.Duration) {
	for k := range v.Queries {
		if !v.Queries[k].Same {
			n++
			took += v.Queries[k].Time
		}
	}
	return n, took
}

// Scope says what a verdict is about, as the end of a sentence.
func (v *Verdict) Scope() string {
	text := fmt.Sprintf("for all inputs with integers of %d bits", v.Width)
	if v.Loop {
		text += fmt.Sprintf(", the loop unrolled %d times", v.Unroll)
	}
	return text
}
