package prove

import (
	"context"
	"slices"
	"time"

	"unbox/interp"
	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
)

// Equivalent reports whether two traces do the same for all inputs, as
// interp.Compare judges it for one, with an outside that may change whatever it
// can reach. after must have been made from before, or aligned with it (see
// [Align]): they share their Tables, and Op.Src says which operations correspond.
//
// Refuted means that the interpreter saw the two differ; Proved rests on the
// solver. Errors: options that do not fit, a solver that cannot be used.
func Equivalent(ctx context.Context, before, after *trace.Trace, o Options) (v Verdict, err error) {
	o, err = o.withDefaults()
	if err != nil {
		return v, err
	}
	start := time.Now()
	v = Verdict{Width: o.Width, Unroll: o.Unroll, Solver: o.Solver.Name(), Budget: o.Budget, Loop: hasLoop(before) || hasLoop(after)}
	p := &prover{ctx: ctx, o: o, before: before, after: after, verdict: &v}
	p.run()
	v.Time = time.Since(start)
	return v, p.err
}

func hasLoop(t *trace.Trace) bool {
	return slices.ContainsFunc(t.Ops, func(op trace.Op) bool { return op.Code == trace.OpJump })
}

// prover proves one pair.
type prover struct {
	ctx           context.Context
	o             Options
	before, after *trace.Trace
	verdict       *Verdict
	err           error

	e    *encoder
	ids  *identities
	b, a *side
	// rest[k] is the condition under which the recorded trace has a meaning from
	// event k on.
	rest []term.Term
	// assumed is what follows from guards that were passed and operations that had
	// a meaning.
	assumed   []term.Term
	isAssumed map[term.Term]bool
	at        int // the event of the recorded trace up to which assumed goes
	effects   [2][]*sideEvent
	compared  int // effects
	// choosing means that nothing is asked yet: the walk first finds out which
	// objects allocations are.
	choosing bool
	// done: refuted, or given up.
	done bool
	// doubts are the reasons why it is not proved; alternate is a counterexample
	// that the interpreter did not confirm.
	doubts    []string
	alternate *Counterexample
	// guessed means that the interpreter saw the traces differ only by guessing
	// which objects numbered constants are.
	guessed bool
}

// run encodes both sides and asks.
func (p *prover) run() {
	defer func() {
		bug := recover()
		if no, ok := bug.(unsupported); ok {
			p.verdict.Status, p.verdict.Reason = Unknown, no.reason
		} else if bug != nil {
			panic(bug)
		}
	}()
	p.wellFormed()
	p.e = newEncoder(p.after.Tables, p.o.Width, references(p.before, p.after, p.o.Unroll))
	p.ids = newIdentities(p.e)
	inputs := p.inputs()
	p.b = newSide(p.e, p.before, false, p.o.BeforePrinted, p.o.Unroll-1, p.ids)
	p.b.run(inputs)
	p.rest = p.meaning()
	p.choosing = true
	for range maxCorrections {
		p.optimizedSide(inputs)
		if !p.compare() {
			break
		}
	}
	p.choosing = false
	p.optimizedSide(inputs)
	p.compare()
	p.conclude()
}

// wellFormed refuses what breaks the rules of the IR: the terms of such a trace could
// mean anything.
func (p *prover) wellFormed() {
	if err := trace.Check(p.before); err != nil {
		refuse("the recorded trace is not well-formed: %v", err)
	}
	if err := trace.Check(p.after); err != nil {
		refuse("the optimized trace is not well-formed: %v", err)
	}
}

// optimizedSide runs the optimized trace with the identities that were chosen so
// far.
func (p *prover) optimizedSide(inputs map[string]term.Term) {
	p.ids.restart()
	p.reset()
	p.a = newSide(p.e, p.after, true, !p.o.AfterSource, p.o.Unroll-1, p.ids)
	p.a.run(inputs)
}

// maxCorrections bounds how often the optimized trace is run again because an
// allocation turned out to be another object.
const maxCorrections = 24

// references returns an upper bound on the number of references that occur.
func references(before, after *trace.Trace, unroll int) int {
	n := 64
	for _, t := range []*trace.Trace{before, after} {
		for k := range t.Ops {
			if t.Ops[k].Type == trace.Ref {
				n += unroll
			}
		}
		n += len(t.Consts) + len(t.Virtuals)
	}
	return 2 * n
}

// inputs makes the variables of the inputs.
func (p *prover) inputs() map[string]term.Term {
	inputs := make(map[string]term.Term)
	for _, in := range interp.TraceInputs(p.before) {
		v := p.e.b.Var(in.Name, p.e.sortOf(in.Type))
		p.e.fromOutside(v, in.Type, nil)
		p.e.inputs = append(p.e.inputs, inputTerm{in, v})
		inputs[inputKey(in)] = v
	}
	return inputs
}

// meaning computes rest.
func (p *prover) meaning() []term.Term {
	b, events := p.e.b, p.b.events
	rest := make([]term.Term, len(events)+1)
	rest[len(events)] = b.True()
	for k := len(events) - 1; k >= 0; k-- {
		switch ev := &events[k]; ev.kind {
		case eventDefined:
			rest[k] = b.And(ev.holds, rest[k+1])
		case eventGuard:
			rest[k] = b.Ite(ev.holds, rest[k+1], ev.exit.defined)
		default:
			rest[k] = rest[k+1]
		}
	}
	return rest
}

func (p *prover) reset() {
	p.assumed, p.isAssumed, p.at = nil, make(map[term.Term]bool), 0
	p.effects, p.compared = [2][]*sideEvent{}, 0
	p.verdict.Queries, p.doubts, p.done = nil, nil, false
	if p.o.Script != nil {
		p.o.Script.reset(p.e.b)
	}
}

func (p *prover) assume(t term.Term) {
	if t != p.e.b.True() && !p.isAssumed[t] {
		p.isAssumed[t] = true
		p.assumed = append(p.assumed, t)
	}
}

// conclude gives the verdict.
func (p *prover) conclude() {
	v := p.verdict
	switch {
	case v.Status == Refuted:
	case len(p.doubts) > 0:
		v.Status, v.Reason = Unknown, p.doubts[0]
		v.Counterexample = p.alternate
	default:
		v.Status = Proved
		p.judgeEnd()
	}
}

// question is a query with what has to be asked.
type question struct {
	Query
	// bad must be impossible.
	bad term.Term
	// whole means that the recorded trace continues: for an input to count, the
	// trace must have a meaning to its end.
	whole bool
	// parts say which of several things differ.
	parts []mismatch
}

// ask settles a question and notes it in the verdict.
func (p *prover) ask(q question) {
	if p.done || p.choosing {
		return
	}
	start := time.Now()
	if p.verdict.Loop {
		q.Iteration++
	} else {
		q.Iteration = 0
	}
	switch {
	case q.bad == p.e.b.False():
		q.Status, q.Same = Proved, true
	case p.o.Script != nil:
		p.o.Script.add(p, &q)
		q.Status = Proved
	default:
		p.settle(&q)
	}
	q.Time = time.Since(start)
	p.verdict.Queries = append(p.verdict.Queries, q.Query)
	if q.Status == Unknown {
		p.doubts = append(p.doubts, q.Said()+": "+q.Reason)
		p.assume(p.e.b.Not(q.bad)) // to find out about the others
	}
}

// settle asks the solver. First without what the recorded trace does later: that is
// only needed if there is an input for which it has no meaning then.
func (p *prover) settle(q *question) {
	assertions := append(slices.Clone(p.assumed), q.bad)
	r := p.check(assertions)
	if r.Status == solve.Sat && q.whole && !p.e.holds(p.rest[p.at], r.Model) {
		assertions = append(assertions, p.rest[p.at])
		r = p.check(assertions)
	}
	q.By = r.Stats.By
	switch r.Status {
	case solve.Unsat:
		q.Status = Proved
	case solve.Sat:
		p.refute(q, assertions, r)
	default:
		q.Reason = r.Reason
	}
}

// check asks whether assertions can hold at once, with all that is known of the
// terms in them.
func (p *prover) check(assertions []term.Term) solve.Result {
	if p.err != nil || p.ctx.Err() != nil {
		return solve.Result{Reason: "cancelled"}
	}
	r, err := p.o.Solver.Check(p.ctx, p.e.b, p.e.withFacts(assertions), p.o.Budget)
	if err != nil {
		p.err = err
		p.done = true
		return solve.Result{Reason: err.Error()}
	}
	return r
}

// withFacts adds what is known of the terms in assertions, and of the terms in
// that.
func (e *encoder) withFacts(assertions []term.Term) []term.Term {
	all := slices.Clone(assertions)
	added := make(map[term.Term]bool)
	for from := 0; from < len(all); {
		part := all[from:]
		from = len(all)
		e.b.Walk(part, func(t term.Term) {
			if facts := e.facts[t]; len(facts) > 0 && !added[t] {
				added[t] = true
				all = append(all, facts...)
			}
		})
	}
	return all
}

func (e *encoder) holds(t term.Term, m term.Model) bool { return !e.b.Eval(t, m).IsZero() }
