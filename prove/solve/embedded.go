package solve

import (
	"context"
	"fmt"
	"time"

	"unbox/prove/sat"
	"unbox/prove/term"
)

// Embedded returns the solver that is part of Unbox. It keeps nothing between
// questions and can be used from several goroutines, each with a bank of its own.
func Embedded() Solver { return embedded{} }

type embedded struct{}

func (embedded) Name() string { return "builtin" }

// Check is described at [Solver]. The embedded solver never returns an error.
func (e embedded) Check(ctx context.Context, b *term.Bank, assertions []term.Term, budget Budget) (Result, error) {
	start := time.Now()
	if budget.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, start.Add(budget.Time))
		defer cancel()
	}
	q := &question{ctx: ctx, bank: b, budget: budget, original: assertions}
	q.run()
	q.result.Stats.Time, q.result.Stats.Steps = time.Since(start), q.steps
	return q.result, nil
}

// question is one call of Check.
type question struct {
	ctx      context.Context
	bank     *term.Bank
	budget   Budget
	original []term.Term
	early    *facts // found before arrays and functions were replaced
	arrays   *elimination
	facts    *facts // found afterwards
	blaster  *blaster
	bits     []bit // all must be 1
	clauses  *clauses
	steps    int // see Budget.Steps
	result   Result
}

func (q *question) run() {
	q.early = simplify(q.bank, q.original)
	var flat []term.Term
	flat, q.arrays = eliminate(q.bank, q.early.parts)
	q.facts = simplify(q.bank, flat)
	q.result.Stats.By = "simplified"
	switch all := q.bank.And(q.facts.parts...); all {
	case q.bank.False():
		q.result.Status = Unsat
		return
	case q.bank.True():
		q.finish(term.NewModel())
		return
	}
	if !q.blast() {
		return
	}
	sim := q.blaster.try(1)
	if k, i, ok := sim.witness(q.bits); ok {
		q.result.Stats.By = "tried"
		q.finish(q.model(func(b bit) bool { return sim.at(k, b)>>i&1 == 1 }))
		return
	}
	q.clauses = newClauses(q.blaster.graph)
	if q.search(quickConflicts) {
		return
	}
	if q.integers() {
		return
	}
	q.sweep(sim)
	for _, b := range q.bits {
		q.clauses.solver.AddClause(q.clauses.lit(b))
	}
	q.search(0)
}

// quickConflicts bounds the search before gates are merged.
const quickConflicts = 1000

// blast turns the assertions into bits. It returns false if that settles them.
func (q *question) blast() bool {
	q.blaster = newBlaster(q.bank)
	if q.budget.Memory > 0 {
		q.blaster.limit = int(q.budget.Memory / bytesPerGate)
	}
	bits, ok := q.blaster.assert(q.facts.parts)
	if !ok {
		q.result.Reason = "more gates than fit into memory"
		return false
	}
	q.bits = bits
	for _, b := range bits {
		if b == zero {
			q.result.Stats.By, q.result.Status = "gates", Unsat
			return false
		}
	}
	return true
}

// bytesPerGate is the approximate size of a gate with its clauses.
const bytesPerGate = 400

// integers searches for a proof by integer reasoning, in at most half of the time and
// of the steps.
func (q *question) integers() bool {
	if !integral(q.bank, q.facts.parts) {
		return false
	}
	stop := q.stopped
	if q.budget.Time > 0 {
		end := time.Now().Add(q.budget.Time / 2)
		stop = func() bool { return q.stopped() || time.Now().After(end) }
	}
	if half := q.steps + q.budget.Steps/2; q.budget.Steps > 0 {
		inTime := stop
		stop = func() bool { return inTime() || q.steps > half }
	}
	r := &refuter{b: q.bank, stop: stop}
	if !r.refute(q.facts.parts) {
		return false
	}
	q.result.Stats.By, q.result.Status = "integers", Unsat
	return true
}

func (q *question) sweep(sim *simulation) {
	s := newSweeper(q.blaster, q.clauses, sim, q.stopped)
	q.bits = s.run(q.bits)
}

// stopped counts a step, and reports whether it was one too many, or the time is over.
func (q *question) stopped() bool {
	q.steps++
	return q.spent() || ended(q.ctx)
}

// spent reports whether all steps are taken.
func (q *question) spent() bool { return q.budget.Steps > 0 && q.steps > q.budget.Steps }

// search looks for inputs under which all bits are 1, within a number of
// conflicts (0: no bound). It reports whether it settled the question or ran out
// of time or memory.
func (q *question) search(conflicts int64) bool {
	q.result.Stats.By = "search"
	var lits []sat.Lit
	for _, b := range q.bits {
		lits = append(lits, q.clauses.lit(b))
	}
	status := q.clauses.solver.Solve(sat.Limits{Conflicts: conflicts, Bytes: q.budget.Memory, Stop: q.stopped}, lits...)
	switch {
	case status == sat.Unsat:
		q.result.Status = Unsat
	case status == sat.Sat:
		q.finish(q.model(q.clauses.value))
	case q.spent():
		q.result.Reason = fmt.Sprintf("not settled within %d steps of the solver", q.budget.Steps)
	case ended(q.ctx):
		q.result.Reason = reasonOf(q.ctx, q.budget)
	case conflicts == 0:
		q.result.Reason = fmt.Sprintf("more than %d MB of clauses", q.budget.Memory>>20)
	default:
		return false
	}
	return true
}

// model returns the variables' values for the values of their bits.
func (q *question) model(value func(bit) bool) term.Model {
	m := term.NewModel()
	for _, v := range q.blaster.inputs {
		var val term.Value
		for i, b := range q.blaster.words[v] {
			if value(b) {
				val = val.Or(term.Word(1).Shl(i, 128))
			}
		}
		m.Words[q.bank.Name(v)] = val
	}
	return m
}

// finish checks a model and reports it.
func (q *question) finish(m term.Model) {
	q.facts.complete(m)
	m = q.arrays.model(m)
	q.early.complete(m)
	if !holds(q.bank, q.original, m) {
		if q.contradictsFloats(m) {
			q.result.Reason = "the model needs results of float operations that differ from the known ones"
			return
		}
		panic("BUG: the embedded solver's model does not make the assertions true")
	}
	q.result.Status, q.result.Model = Sat, m
	if len(m.Funcs) > 0 {
		real := m.Clone()
		for _, name := range term.FloatOps() {
			delete(real.Funcs, name)
		}
		if holds(q.bank, q.original, real) {
			q.result.Model = real
		} else {
			q.result.Opaque = len(real.Funcs) < len(m.Funcs)
		}
	}
}

// contradictsFloats reports whether a model gives a result of a float operation
// for numbers for which it was computed while the question was simplified: the
// search does not know that result.
func (q *question) contradictsFloats(m term.Model) bool {
	for _, name := range term.FloatOps() {
		if len(m.Funcs[name].Table) > 0 {
			return true
		}
	}
	return false
}
