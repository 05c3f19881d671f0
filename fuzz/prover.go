package fuzz

import (
	"context"
	"time"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
)

// proverOracle asks the prover.
type proverOracle struct{ options prove.Options }

// Prover returns an oracle that asks for a proof, at most for the given time for each
// of its questions. It finds inputs that chance does not: those that exactly one
// number takes through a guard. What it refutes the interpreter has seen; what it does
// not settle in time counts as right, so that with it findings depend on the speed of
// the machine. A trace takes it from milliseconds to seconds.
func Prover(budget time.Duration) Oracle {
	return proverOracle{prove.Options{Budget: solve.Budget{Time: budget}}}
}

// Name returns "prover".
func (proverOracle) Name() string { return "prover" }

// Judge proves, and hands over the counterexample if there is one.
func (p proverOracle) Judge(s *Subject) *Failure {
	verdict, err := prove.Equivalent(context.Background(), s.Result.In, s.Result.Out, p.options)
	if err != nil {
		panic("BUG: the embedded solver with the usual options: " + err.Error())
	}
	if verdict.Status != prove.Refuted {
		return nil
	}
	c := verdict.Counterexample
	return &Failure{Kind: Differs, Detail: c.Reason, Inputs: c.Inputs,
		World: optimizer.RunOptions{HostileCalls: c.Hostile, Imagined: c.Imagined, Jumps: worlds[0].Jumps, Heap: smallHeap}}
}
