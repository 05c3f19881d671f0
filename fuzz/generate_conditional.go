package fuzz

import "unbox/trace"

// Conditional calls: a guard has just decided some conditions, others are unknown, and the
// same call occurs again.

// lastConditional is a conditional call that can be made again.
type lastConditional struct {
	lastCall
	condition value
}

// conditional makes a conditional call, or the last one once more.
func (g *Generator) conditional() {
	if len(g.vocabulary.conditional) == 0 {
		g.effect()
		return
	}
	c := &g.lastConditional
	if !c.made || !g.src.one(3) {
		*c = lastConditional{lastCall: lastCall{call: g.vocabulary.conditional[g.src.pick(len(g.vocabulary.conditional))], made: true}}
		c.condition = g.callCondition(c.call.typ)
		g.callArgs(&c.lastCall)
	}
	if !c.condition.known {
		c.made = false // it would not be known which effects the example has
		return
	}
	g.scratch = append(append(g.scratch[:0], c.condition.v, g.constant(c.call.function)), c.args[:c.n]...)
	v := g.emitCall(c.call, g.scratch...)
	zero := c.condition.bits == 0 && c.condition.object == 0
	if zero == (g.ops[v].Condition() == trace.CallsIfZero) {
		g.called(c.call, v)
		return
	}
	g.notCalled(v, c.condition)
}

// notCalled continues after a conditional call that the example does not make.
func (g *Generator) notCalled(v trace.Value, condition value) {
	t := trace.Trace{Ops: g.ops, Tables: g.vocabulary.tables}
	if !t.OnlyComputes(v) {
		g.skipped++
	}
	if g.src.one(2) {
		g.guard(trace.OpGuardNoException, -1)
	}
	if g.ops[v].Condition() == trace.CallsIfZero {
		condition.v = v
		g.keep(condition)
	}
}

// callCondition chooses the first argument of a conditional call: often one for which it is
// known whether it is 0.
func (g *Generator) callCondition(t trace.Type) value {
	if t != trace.Ref {
		v := g.integer()
		switch {
		case g.src.one(4):
			v = g.number(uint64(g.src.pick(2)))
		case g.src.one(2):
			g.guardNumber(v)
		}
		return v
	}
	v := g.reference()
	if g.src.one(2) && v.known && !v.v.IsConst() {
		code := trace.OpGuardIsnull
		if v.object != 0 {
			code = trace.OpGuardNonnull
		}
		g.guard(code, -1, v.v)
	}
	return v
}
