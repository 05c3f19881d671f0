package solve

import (
	"context"
	"time"

	"unbox/prove/term"
)

// Minimize returns a model of the assertions in which the stated variables,
// words or truth values, are small and have few bits set, the earlier ones
// first. It begins with a model and changes one variable at a time, first by
// trying, then by asking the solver for a smaller one. When the budget is spent
// it returns the best model found so far; the result is always a model, and
// never worse than the given one. Steps bound all questions together.
func Minimize(ctx context.Context, s Solver, b *term.Bank, assertions []term.Term, model term.Model, vars []term.Term, budget Budget) term.Model {
	if budget.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget.Time)
		defer cancel()
	}
	m := &minimizer{ctx: ctx, solver: s, bank: b, assertions: assertions, best: model, budget: budget}
	m.try(vars)
	var fixed []term.Term
	for _, v := range vars {
		m.ask(v, fixed)
		fixed = append(fixed, b.Eq(v, m.constant(v, m.best.Words[b.Name(v)])))
	}
	m.try(vars)
	return m.best
}

type minimizer struct {
	ctx        context.Context
	solver     Solver
	bank       *term.Bank
	assertions []term.Term
	best       term.Model
	budget     Budget
	steps      int // taken so far
}

// weight is how far a word is from 0: the length of its magnitude, then its
// bits.
func weight(v term.Value, width int) int {
	n := v.Neg(max(width, 1))
	if n.Less(v) {
		return n.Len()*256 + n.OnesCount() + 1
	}
	return v.Len()*256 + v.OnesCount()
}

// try changes single variables as long as that makes them smaller.
func (m *minimizer) try(vars []term.Term) {
	for better := true; better && !ended(m.ctx); {
		better = false
		for _, v := range vars {
			name, width := m.bank.Name(v), max(m.bank.Width(v), 1)
			for _, c := range smaller(m.best.Words[name], width) {
				if weight(c, width) >= weight(m.best.Words[name], width) {
					continue
				}
				next := m.best.Clone()
				next.Words[name] = c
				if holds(m.bank, m.assertions, next) {
					m.best, better = next, true
					break
				}
			}
		}
	}
}

// smaller returns values to try instead of v, the smallest ones first.
func smaller(v term.Value, width int) []term.Value {
	all := []term.Value{{}, term.Word(1), term.Word(1).Neg(width), term.Word(2)}
	for k := v.Len(); k > 0; k-- {
		all = append(all, v.Trunc(k-1), term.Word(1).Shl(k-1, width), v.Trunc(k-1).Sext(max(k-1, 1), width))
	}
	for k := range width {
		if v.Bit(k) != 0 {
			all = append(all, v.Xor(term.Word(1).Shl(k, width)))
		}
	}
	return all
}

// ask bisects the number of bits that a variable needs, while those before it
// stay as they are.
func (m *minimizer) ask(v term.Term, fixed []term.Term) {
	b, width := m.bank, m.bank.Width(v)
	if width == 0 {
		return
	}
	low := 0
	for !ended(m.ctx) {
		now := m.best.Words[b.Name(v)]
		size := min(now.Len(), now.Neg(width).Len())
		if low >= size {
			break
		}
		k := low + (size-low)/2
		bound := b.ConstValue(width, term.Word(1).Shl(k, width))
		small := b.Or(b.Ult(v, bound), b.Ult(b.Neg(v), bound))
		status := m.better(small, fixed)
		if status == Unknown {
			return
		}
		if status == Unsat {
			low = k + 1
		}
	}
	m.clear(v, fixed)
}

// clear asks for each bit of a variable's magnitude, from the top, whether it
// can be 0 while those above it stay as they are.
func (m *minimizer) clear(v term.Term, fixed []term.Term) {
	b, width := m.bank, m.bank.Width(v)
	size := v
	now := m.best.Words[b.Name(v)]
	if n := now.Neg(width); n.Less(now) {
		size, now = b.Neg(v), n
	}
	for i := now.Len() - 2; i >= 0 && !ended(m.ctx); i-- {
		if now.Bit(i) == 0 {
			continue
		}
		upper := b.Eq(b.Extract(width-1, i, size), b.ConstValue(width-i, now.Shr(i).Xor(term.Word(1))))
		if m.better(upper, fixed) == Sat {
			now = term.NewEvaluator(b, m.best).Word(size)
		}
	}
}

// better asks for a model that has a property, and keeps it.
func (m *minimizer) better(property term.Term, fixed []term.Term) Status {
	if m.budget.Steps > 0 && m.steps > m.budget.Steps {
		return Unknown
	}
	r, err := m.solver.Check(m.ctx, m.bank, append(append([]term.Term{property}, m.assertions...), fixed...), m.rest())
	m.steps += r.Stats.Steps + 1
	if err != nil || r.Opaque {
		return Unknown
	}
	if r.Status == Sat {
		m.best = r.Model
	}
	return r.Status
}

// rest is the budget of one question: a quarter of the whole, so that one hard
// question does not use it all.
func (m *minimizer) rest() Budget {
	rest := Budget{Memory: m.budget.Memory}
	if m.budget.Time > 0 || m.budget.Steps == 0 {
		rest.Time = max(m.budget.Time/4, time.Millisecond)
	}
	if m.budget.Steps > 0 {
		rest.Steps = max(m.budget.Steps/4, 1)
	}
	return rest
}

func (m *minimizer) constant(v term.Term, val term.Value) term.Term {
	if m.bank.Sort(v) == term.Bool {
		return m.bank.Bool(!val.IsZero())
	}
	return m.bank.ConstValue(m.bank.Width(v), val)
}
