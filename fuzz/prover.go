package fuzz

import (
	"context"

	"unbox/interp"
	"unbox/prove"
	"unbox/prove/solve"
)

// proverOracle asks the prover.
type proverOracle struct {
	ctx     context.Context
	options prove.Options
}

// Prover returns an oracle that asks for a proof, within a budget for each of its
// questions. It finds inputs that chance does not: for example, where exactly one
// number passes a guard. What it refutes, the interpreter has confirmed; what it does
// not settle counts as correct. With a budget of time, findings depend on the speed of
// the machine; with one of steps they do not. A trace takes from milliseconds to
// seconds. It counts what it did in Coverage.
//
// A question that is being asked when the context ends is given up, and counts as not asked.
func Prover(ctx context.Context, budget solve.Budget) Oracle {
	return proverOracle{ctx, prove.Options{Budget: budget}}
}

// Name returns "prover".
func (proverOracle) Name() string { return "prover" }

// Judge tries a proof, and returns the counterexample if there is one.
func (p proverOracle) Judge(s *Subject) *Failure {
	verdict, err := prove.Equivalent(p.ctx, s.Result.In, s.Result.Out, p.options)
	if err != nil {
		panic("BUG: the embedded solver with the usual options: " + err.Error())
	}
	if verdict.Status == prove.Unknown && p.ctx.Err() != nil {
		return nil
	}
	if s.Seen != nil {
		s.Seen.addProof(&verdict)
	}
	if verdict.Status != prove.Refuted {
		return nil
	}
	c := verdict.Counterexample
	return &Failure{Kind: Differs, Detail: c.Reason, Inputs: c.Inputs,
		World: interp.RunOptions{HostileCalls: c.Hostile, Imagined: c.Imagined, Jumps: worlds[0].Jumps, Heap: smallHeap}}
}

// addProof counts a proof of a trace.
func (c *Coverage) addProof(v *prove.Verdict) {
	asked, _ := v.Asked()
	c.Questions += uint64(asked)
	switch v.Status {
	case prove.Proved, prove.Vacuous: // the example reaches the end, if anything does
		c.Proved++
	case prove.Refuted:
		c.Refuted++
	default:
		c.Unknown++
	}
}
