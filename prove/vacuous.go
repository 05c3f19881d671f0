package prove

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"unbox/interp"
	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
)

// A proof says nothing about what no input reaches. If the recorded trace begins with
// a shift by 64, contradicting guards, or a promise that cannot hold, whatever comes
// after that is equivalent to everything. So after a proof there is one more question:
// is there an input that takes the recorded trace to its last operation?

// endTries is the number of inputs that are tried before the solver is asked.
const endTries = 60

// judgeEnd makes a proof vacuous if no input reaches the end.
func (p *prover) judgeEnd() {
	if p.o.Script != nil || p.runsToEnd() {
		return
	}
	events := p.b.events[:p.b.toEnd]
	path := make([]term.Term, 0, len(events))
	for k := range events {
		if events[k].asks() {
			path = append(path, events[k].holds)
		}
	}
	switch r := p.check(path); r.Status {
	case solve.Unsat:
		p.verdict.Status, p.verdict.Reason = Vacuous, p.whyNoEnd(events)
	case solve.Unknown:
		p.verdict.EndUnknown = true
	}
}

// runsToEnd reports whether an input was found with which the interpreter gets to the
// end.
func (p *prover) runsToEnd() bool {
	if !p.b.complete {
		return false
	}
	rng := rand.New(rand.NewPCG(2, uint64(len(p.before.Ops))))
	var machine interp.Interp
	var inputs *interp.InputGenerator
	for k := range endTries {
		in := interp.SuggestedInputs
		if k > 0 {
			if inputs == nil {
				inputs = interp.NewInputGenerator(p.before, interp.RunOptions{Imagined: true})
			}
			in = func(*trace.Trace) *interp.Inputs { return inputs.Next(rng) }
		}
		out := machine.Run(p.before, in(p.before), interp.RunOptions{Jumps: 1, Imagined: true})
		if !out.Guessed && (out.Exit == interp.ExitFinish || out.Exit == interp.ExitEnd || out.Exit == interp.ExitLimit) {
			return true
		}
	}
	return false
}

// asks reports whether a run continues only under a condition.
func (ev *sideEvent) asks() bool { return ev.kind == eventDefined || ev.kind == eventGuard }

// whyNoEnd finds the first operation that no input gets past.
func (p *prover) whyNoEnd(events []sideEvent) string {
	var path []term.Term
	for k := range events {
		ev := &events[k]
		if !ev.asks() {
			continue
		}
		path = append(path, ev.holds)
		if ev.holds != p.e.b.False() && p.check(slices.Clone(path)).Status != solve.Unsat {
			continue
		}
		at := p.b.names.at(ev.op)
		if ev.kind == eventGuard {
			return fmt.Sprintf("no input reaches the end: every one that gets to %s fails there", at)
		}
		return fmt.Sprintf("no input reaches the end: %s has no meaning for any input that gets there (%s)", at, ev.why)
	}
	return "no input reaches the end"
}
