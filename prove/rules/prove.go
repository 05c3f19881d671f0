package rules

import (
	"context"
	"time"

	"unbox/optimizer/rules"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/prove/term"
)

// Options say how rules are proved. The zero value is ready to use.
type Options struct {
	// Solver answers the questions; nil is the embedded one.
	Solver solve.Solver
	// Width is the width of an integer in bits: 8, 16, 32 or 64; 0 means 64.
	Width int
	// Budget bounds the proof of one rule, all its questions together; a Time of 0 is
	// 10 seconds, unless there is a number of steps.
	Budget solve.Budget
}

func (o Options) withDefaults() (Options, error) {
	var err error
	if o.Width, err = prove.Width(o.Width); err != nil {
		return o, err
	}
	if o.Solver == nil {
		o.Solver = solve.Embedded()
	}
	if o.Budget.Time == 0 && o.Budget.Steps == 0 {
		o.Budget.Time = 10 * time.Second
	}
	return o, nil
}

// Verdict is the outcome of the proof of one rule.
type Verdict struct {
	Status prove.Status
	// Width is the width of integers in bits, Solver the solver that was asked.
	Width  int
	Solver string
	// By is what settled it: "terms" (both sides are the same term), "solver", "cases",
	// "with and without NaN" or "whole numbers"; "trying" for what was refuted without a
	// solver.
	By string
	// Questions is the number of questions that the solver was asked; more than
	// one for cases.
	Questions int
	Time      time.Duration
	// Reason says why it is Unknown.
	Reason string
	// Counterexample is there if it is Refuted.
	Counterexample *Counterexample
}

// The ways in which a rule is proved.
const (
	byTerms        = "terms"
	bySolver       = "solver"
	byCases        = "cases"
	byNaN          = "with and without NaN"
	byWholeNumbers = "whole numbers"
)

// Prove reports whether a rule is correct: whether, for all numbers of its names
// for which the pattern has a meaning and the condition holds, the target has the
// same value. Refuted means that trace.Eval says so too, for the numbers of the
// counterexample. Errors: options that do not fit, a solver that cannot be used.
func Prove(ctx context.Context, r *rules.Rule, o Options) (Verdict, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Verdict{}, err
	}
	start := time.Now()
	if o.Budget.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, start.Add(o.Budget.Time))
		defer cancel()
	}
	p := &proof{ctx: ctx, o: o, start: start}
	p.verdict.Width, p.verdict.Solver = o.Width, o.Solver.Name()
	p.claim, err = Encode(r, o.Width)
	if err != nil {
		p.verdict.Reason, err = err.Error(), nil
	} else {
		err = p.run()
	}
	p.verdict.Time = time.Since(start)
	return p.verdict, err
}

// proof is the proof of one rule.
type proof struct {
	ctx     context.Context
	o       Options
	claim   *Claim
	start   time.Time
	steps   int // taken so far, of Budget.Steps
	verdict Verdict
}

// The time, and the steps where those are bounded, that a whole question may take
// before it is split: what is not settled by then is seldom settled soon after.
const (
	quickTime  = 400 * time.Millisecond
	quickSteps = 400
)

// extent says how much of the remaining budget a question may take.
type extent bool

const (
	quick extent = true  // quickTime and quickSteps at most
	full  extent = false // all of it
)

// run tries one way after the other: the question as it is; then, if it has
// shifts, powers of two or numbers of bytes, each of their values; then, if it
// multiplies or divides, a proof over the integers; then the question as it is,
// with all the time that is left.
func (p *proof) run() error {
	c := p.claim
	question := c.question()
	if c.evident() {
		p.proved(byTerms)
		return nil
	}
	if fast := p.tryNumbers(); fast {
		return nil
	}
	if done, err := p.ask(bySolver, question, nil, quick); done || err != nil {
		return err
	}
	if more := c.multiplied(); more != nil {
		if status, _, err := p.check(more, quick); err != nil || status == solve.Unsat {
			p.proved(bySolver)
			return err
		}
	}
	if p.wholeNumbers() {
		p.proved(byWholeNumbers)
		return nil
	}
	if done, err := p.withoutNaN(); done || err != nil {
		return err
	}
	if done, err := p.cases(); done || err != nil {
		return err
	}
	if _, err := p.ask(bySolver, question, nil, full); err != nil {
		return err
	}
	return nil
}

// question returns what cannot hold at once if the claim is true.
func (c *Claim) question() []term.Term {
	return append([]term.Term{c.Bank.Not(c.Goal)}, c.Assume...)
}

// evident reports whether the claim is true by the construction of terms.
func (c *Claim) evident() bool { return c.Bank.And(c.question()...) == c.Bank.False() }

// multiplied returns the question with what its assumptions say about words of
// twice the width put in: where a product is exact, the sign extension of its
// result is the product of the extensions, which can be multiplied on. It is nil
// if there is nothing of that kind.
func (c *Claim) multiplied() []term.Term {
	b := c.Bank
	by := map[term.Term]term.Term{}
	for _, t := range c.parts() {
		if b.Op(t) != term.OpEq {
			continue
		}
		for k, x := range b.Args(t) {
			if y := b.Args(t)[1-k]; b.Op(x) == term.OpSignExt && b.Op(y) == term.OpMul && !c.within(x, y) {
				by[x] = y
			}
		}
	}
	if len(by) == 0 {
		return nil
	}
	return append(b.Substitute(c.question(), by), c.Assume...)
}

// parts returns the assumptions, with conjunctions split.
func (c *Claim) parts() []term.Term {
	all := c.Bank.And(c.Assume...)
	if c.Bank.Op(all) == term.OpAnd {
		return c.Bank.Args(all)
	}
	return []term.Term{all}
}

// within reports whether x is a part of y.
func (c *Claim) within(x, y term.Term) bool {
	found := false
	c.Bank.Walk([]term.Term{y}, func(t term.Term) { found = found || t == x })
	return found
}

func (p *proof) proved(by string) {
	p.verdict.Status, p.verdict.By, p.verdict.Reason = prove.Proved, by, ""
}

// ask asks whether assertions can hold at once; by and fixed, the names that have
// a value already, are for the verdict. It reports whether that settles the rule.
func (p *proof) ask(by string, question []term.Term, fixed map[int]uint64, limit extent) (done bool, err error) {
	status, model, err := p.check(question, limit)
	switch {
	case err != nil:
		return false, err
	case status == solve.Unsat:
		p.proved(by)
		return true, nil
	case status == solve.Sat:
		return p.refute(question, model, fixed, by), nil
	}
	return false, nil
}

// check asks the solver, and remembers why it did not know.
func (p *proof) check(question []term.Term, limit extent) (solve.Status, term.Model, error) {
	budget, some := p.left(limit)
	if !some {
		p.verdict.Reason = p.spent()
		return solve.Unknown, term.Model{}, nil
	}
	p.verdict.Questions++
	r, err := p.o.Solver.Check(p.ctx, p.claim.Bank, question, budget)
	p.steps += r.Stats.Steps
	if err != nil {
		return solve.Unknown, term.Model{}, err
	}
	if r.Status == solve.Unknown {
		p.verdict.Reason = r.Reason
		if limit == full || p.verdict.Reason == "" {
			p.verdict.Reason = p.spent()
		}
	}
	return r.Status, r.Model, nil
}

// left is what the next question may take; some is false if nothing is left of the budget.
func (p *proof) left(limit extent) (b solve.Budget, some bool) {
	b.Memory = p.o.Budget.Memory
	if p.o.Budget.Time > 0 {
		if b.Time = time.Until(p.start.Add(p.o.Budget.Time)); b.Time <= 0 {
			return b, false
		}
		if limit == quick {
			b.Time = min(b.Time, quickTime)
		}
	}
	if p.o.Budget.Steps > 0 {
		if b.Steps = p.o.Budget.Steps - p.steps; b.Steps <= 0 {
			return b, false
		}
		if limit == quick {
			b.Steps = min(b.Steps, quickSteps)
		}
	}
	return b, true
}

// stopped counts a step of a proof without the solver, and reports whether it was one too
// many, or the time is over.
func (p *proof) stopped() bool {
	p.steps++
	_, some := p.left(full)
	return !some || p.ctx.Err() != nil
}

func (p *proof) spent() string { return "not settled within " + p.o.Budget.String() }
