package fuzz

import (
	"fmt"
	"runtime"
	"strings"

	"unbox/heap"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/world"
)

// Kind says in which way the optimizer failed.
type Kind uint8

const (
	// Differs: the two traces do not do the same on some inputs.
	Differs Kind = iota + 1
	// Malformed: the result breaks a rule of the IR, see trace.Check.
	Malformed
	// Panics: the optimizer stopped with an internal error.
	Panics
	// Unprintable: what is printed of the result is not read as the same.
	Unprintable
	// Hangs: the result does not end where the recorded trace does, or the optimizer
	// does not end.
	Hangs
)

var kindNames = [...]string{"", "differs", "malformed", "panics", "unprintable", "hangs"}

// String returns "differs", "malformed", "panics", "unprintable" or "hangs".
func (k Kind) String() string { return kindNames[k] }

// Failure is what is wrong with an optimization.
type Failure struct {
	Kind Kind
	// Oracle is what found it: "optimizer", "checker", "interpreter", "printer",
	// or the name of an [Oracle].
	Oracle string
	// Detail says what is wrong, in a sentence or more.
	Detail string
	// Inputs are those on which the traces differ, nil if it is not about inputs.
	Inputs *interp.Inputs
	// World is the surroundings in which they differ.
	World interp.RunOptions
}

// Subject is an optimization to judge.
type Subject struct {
	Passes optimizer.PassSet
	Result *optimizer.Result
	// Inputs suit the trace; there may be none.
	Inputs *interp.Inputs
	// Seen is where an oracle can count what it did, or nil.
	Seen *Coverage
}

// Oracle judges optimizations beyond what a Session does by itself (no internal
// error, a well-formed result, equal outcomes on the example and on varied inputs,
// printing and parsing inverse): the prover with a budget, for example. Run asks the
// same one from several goroutines at once.
type Oracle interface {
	// Name is its name in findings: "prover".
	Name() string
	// Judge returns what is wrong, nil if nothing was found. A failure of kind
	// Differs has inputs that show it, which the interpreter can confirm.
	Judge(s *Subject) *Failure
}

// worlds are the surroundings in which traces run: an outside that leaves objects
// alone, and one that changes whatever it can. In both, calls are imagined to return
// something. Loops go around a few times only.
var worlds = [...]interp.RunOptions{
	{Jumps: 6, Imagined: true, Heap: smallHeap},
	{Jumps: 6, Imagined: true, HostileCalls: true, Heap: smallHeap},
}

// smallHeap prevents one array whose length is an input from taking longer than a
// thousand traces.
var smallHeap = heap.Limits{Objects: 1 << 10, Slots: 1 << 11}

// examiner optimizes traces and judges the results.
type examiner struct {
	optimizer     optimizer.Optimizer
	before, after interp.Interp
	judge         interp.Judge
	oracles       []Oracle
	// plant sets the optimizer up again after an internal error.
	bug string
	// explain means that reasons are wanted, which take longer than everything
	// else.
	explain bool
	// runs counts pairs of runs by verdict.
	runs [4]uint64
}

func newExaminer(bug string, oracles []Oracle) (*examiner, error) {
	e := &examiner{bug: bug, oracles: oracles}
	return e, plant(&e.optimizer, bug)
}

// run optimizes a trace; the failure is not nil if that ends in a panic.
func (e *examiner) run(t *trace.Trace, passes optimizer.PassSet, w *world.World) (result *optimizer.Result, failure *Failure) {
	defer func() {
		if bug := recover(); bug != nil {
			failure = &Failure{Kind: Panics, Oracle: "optimizer", Detail: fmt.Sprintf("%v%s", bug, panicPlace())}
			// Its memory may be in an inconsistent state.
			e.optimizer = optimizer.Optimizer{}
			if err := plant(&e.optimizer, e.bug); err != nil {
				panic("BUG: a bug that was planted cannot be planted again: " + err.Error())
			}
		}
	}()
	e.optimizer.Know(w)
	return e.optimizer.Run(t, passes), nil
}

// promised returns a result that rests on a world as a result of the trace with promises,
// with which it has to agree.
func promised(r *optimizer.Result, w *world.World) *optimizer.Result {
	if w.IsZero() {
		return r
	}
	a := w.Assume(r.In)
	judged := *r
	judged.In, judged.Out = a.Trace, a.Result(r.Out)
	return &judged
}

// panicPlace says which of our functions panicked, without line numbers, so that the
// text is the same in every build.
func panicPlace() string {
	var pcs [32]uintptr
	list := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for more := true; more; {
		var f runtime.Frame
		f, more = list.Next()
		if name, ours := strings.CutPrefix(f.Function, "unbox/optimizer."); ours {
			return " (in " + name + ")"
		}
	}
	return ""
}

// wellFormed is the checker's verdict on a result.
func (e *examiner) wellFormed(r *optimizer.Result) *Failure {
	if err := trace.Check(r.Out); err != nil {
		return &Failure{Kind: Malformed, Oracle: "checker", Detail: err.Error()}
	}
	return nil
}

// agrees runs both traces in a world. visible reports whether the outside was involved,
// so that another world can make a difference.
func (e *examiner) agrees(r *optimizer.Result, in *interp.Inputs, world *interp.RunOptions) (failure *Failure, visible bool) {
	before := e.before.Run(r.In, in, *world)
	after := e.after.Run(r.Out, in, *world)
	verdict := e.judge.Compare(before, after)
	e.runs[verdict.Kind]++
	visible = len(before.Effects) > 0 || len(after.Effects) > 0
	switch {
	case verdict.Kind == interp.VerdictDiffer:
		failure = &Failure{Kind: Differs, Oracle: "interpreter", Inputs: in, World: *world}
		if e.explain {
			failure.Detail = verdict.Reason()
		}
		return failure, visible
	case before.Defined() && after.Exit == interp.ExitExhausted:
		return &Failure{Kind: Hangs, Oracle: "interpreter", Detail: "the result uses up its budget where the recorded trace comes to an end",
			Inputs: in, World: *world}, visible
	}
	return nil, visible
}

// prints prints, parses and prints again.
func (e *examiner) prints(r *optimizer.Result) *Failure {
	if r.Out.Len() == 0 {
		return nil // a text without operations is no trace
	}
	printed := r.Out.String()
	again, diagnostics := trace.Parse(printed)
	if again == nil {
		if dependsOnContext(diagnostics[0].Code) {
			return nil
		}
		return &Failure{Kind: Unprintable, Oracle: "printer", Detail: "the printed result is no trace: " + diagnostics[0].Message}
	}
	if second := again.String(); second != printed {
		return &Failure{Kind: Unprintable, Oracle: "printer", Detail: "printed, parsed and printed again, the result is\n" + second}
	}
	return nil
}

// dependsOnContext reports whether an error is about a text that would be right
// together with other operations: unknown operations are allowed in traces that other
// operations show to be PyPy's, and a name may take its type from a use; both may be
// gone.
func dependsOnContext(code string) bool { return code == "unknown-operation" || code == "input-type" }
