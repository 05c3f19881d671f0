package solve

import (
	"context"
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
	q.result.Stats.Time = time.Since(start)
	return q.result, nil
}

// question is one call of Check.
type question struct {
	ctx      context.Context
	bank     *term.Bank
	budget   Budget
	original []term.Term
	result   Result
}

func (q *question) run() {
	flat, arrays := eliminate(q.bank, q.original)
	bl := newBlaster(q.bank)
	bits, ok := bl.assert(flat)
	if !ok {
		q.result.Reason = "more gates than fit into memory"
		return
	}
	cl := newClauses(bl.graph)
	for _, b := range bits {
		cl.add(cl.lit(b))
	}
	stop := func() bool { return q.ctx.Err() != nil }
	status := cl.solver.Solve(sat.Limits{Bytes: q.budget.Memory, Stop: stop})
	st := &q.result.Stats
	st.By, st.Nodes, st.Vars, st.Clauses = "search", len(bl.graph.gates), cl.solver.NumVars(), cl.done
	st.Conflicts = int(cl.solver.Stats.Conflicts)
	switch status {
	case sat.Unsat:
		q.result.Status = Unsat
	case sat.Unknown:
		q.result.Reason = "not enough memory"
		if q.ctx.Err() != nil {
			q.result.Reason = reasonOf(q.ctx, q.budget)
		}
	case sat.Sat:
		m := term.NewModel()
		for _, v := range bl.inputs {
			var val term.Value
			for i, b := range bl.words[v] {
				if cl.value(b) {
					val = val.Or(term.Word(1).Shl(i, 128))
				}
			}
			m.Words[q.bank.Name(v)] = val
		}
		q.finish(arrays.model(m))
	}
}

// finish checks a model and reports it.
func (q *question) finish(m term.Model) {
	if !holds(q.bank, q.original, m) {
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
