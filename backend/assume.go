package backend

import (
	"slices"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// assumption is what is assumed to hold whenever a loop's label is passed.
type assumption struct {
	label trace.Value
	// params has a fact for each parameter of the label.
	params []fact
	// within and lengths are pairs of parameters or constants: an index and an array, a length
	// and its array.
	within, lengths []pair
	// consts are the facts on constants.
	consts []fact
	// others are the facts on the values that exist at the start.
	others []fact
}

// params returns the number of parameters of a label.
func (p *planner) params(label trace.Value) int {
	n := 0
	for int(label)+1+n < len(p.Trace.Ops) && p.Trace.Ops[int(label)+1+n].Code == trace.OpParam {
		n++
	}
	return n
}

// assume records what holds now, where the label is passed for the first time.
func (p *planner) assume(label trace.Value) *assumption {
	a := &p.assumed
	*a = assumption{label: label, params: a.params[:0], within: append(a.within[:0], p.facts.within.list...), lengths: a.lengths[:0],
		consts: append(a.consts[:0], p.facts.list[p.facts.values:]...), others: a.others[:0]}
	for k := range p.params(label) {
		have := *p.facts.of(label + 1 + trace.Value(k))
		have.shapeOf = trace.None
		a.params = append(a.params, have)
	}
	for _, v := range p.Entry {
		a.others = append(a.others, *p.facts.of(v))
	}
	for _, both := range p.facts.lengths.list {
		a.lengths = append(a.lengths, pair{both.n, both.array})
	}
	return a
}

// install makes an assumption the current knowledge.
func (p *planner) install(a *assumption) {
	f := &p.facts
	for k, v := range p.Entry {
		*f.of(v) = a.others[k]
	}
	for k, have := range a.params {
		*f.of(a.label + 1 + trace.Value(k)) = have
	}
	copy(f.list[f.values:], a.consts)
	f.forget()
	for _, both := range a.within {
		f.within.add(both)
	}
	for _, both := range a.lengths {
		f.setLength(both.a, both.b)
	}
}

// keeps reports whether an assumption still holds after the last step of the loop,
// and drops what does not. If all is set, it drops everything that could still
// change.
func (p *planner) keeps(a *assumption, back step, all bool) bool {
	args := p.Trace.Args(back.op)
	kept := true
	for k := range a.params {
		have := *p.facts.of(args[k])
		weaker := weaken(a.params[k], have, all)
		if weaker != a.params[k] {
			a.params[k], kept = weaker, false
		}
	}
	if all {
		kept = kept && len(a.within)+len(a.lengths) == 0
		a.within, a.lengths = a.within[:0], a.lengths[:0]
	}
	value := func(v trace.Value) trace.Value {
		if k := int(v - a.label - 1); v.IsOp() && k >= 0 && k < len(args) {
			return args[k]
		}
		return v
	}
	before := len(a.within) + len(a.lengths)
	a.within = slices.DeleteFunc(a.within, func(both pair) bool { return !p.facts.inBounds(value(both.a), value(both.b)) })
	a.lengths = slices.DeleteFunc(a.lengths, func(both pair) bool { return !p.facts.isLength(value(both.a), value(both.b)) })
	return kept && len(a.within)+len(a.lengths) == before
}

// weaken returns what holds in both cases. A bound that grows is given up at once
// in that direction, so that few rounds suffice.
func weaken(old, new fact, all bool) fact {
	if all {
		return nothing
	}
	if !new.bounds.Within(old.bounds) {
		wide := bounds.Top()
		lo, hi := wide.Lo, wide.Hi
		if new.bounds.Lo >= old.bounds.Lo {
			lo = old.bounds.Lo
		}
		if new.bounds.Hi <= old.bounds.Hi {
			hi = old.bounds.Hi
		}
		old.bounds = bounds.Range(lo, hi)
	}
	if new.shape != old.shape {
		// what the shape implied has to be checked again
		old.object, old.array, old.nonnull, old.shape = old.isObject(), old.isArray(), old.isNonnull(), noShape
	}
	old.object = old.object && new.isObject()
	old.array = old.array && new.isArray()
	old.nonnull = old.nonnull && new.isNonnull()
	old.minLen = min(old.minLen, new.minLen)
	return old
}

// passing is what pass needs for a moment.
type passing struct {
	known           []fact
	within, lengths []pair
	// takers has for each value the number, from 1 on, of the first parameter that takes it, next
	// has for each parameter the number of the next one that takes the same.
	takers, next []int32
}

// pass gives the parameters of a label the facts about the values that they take.
func (p *planner) pass(label trace.Value, args []trace.Value) {
	f, m := &p.facts, &p.passing
	m.known, m.next = m.known[:0], m.next[:0]
	m.takers = trace.Zeroed(m.takers, len(f.list))
	for k, arg := range args {
		m.known = append(m.known, *f.of(arg))
		m.next = append(m.next, m.takers[f.at(arg)])
		m.takers[f.at(arg)] = int32(k + 1)
	}
	m.within, m.lengths = append(m.within[:0], f.within.list...), m.lengths[:0]
	for _, both := range f.lengths.list {
		m.lengths = append(m.lengths, pair{both.n, both.array})
	}
	f.forget()
	for k := range args {
		m.known[k].shapeOf = trace.None
		*f.of(label + 1 + trace.Value(k)) = m.known[k]
	}
	for _, both := range m.within {
		p.eachPassed(label, both, func(index, array trace.Value) { f.within.add(pair{index, array}) })
	}
	for _, both := range m.lengths {
		p.eachPassed(label, both, f.setLength)
	}
}

// eachPassed calls visit for the two values of a pair by all names that they have after a label.
func (p *planner) eachPassed(label trace.Value, both pair, visit func(a, b trace.Value)) {
	p.eachName(label, both.a, func(a trace.Value) {
		p.eachName(label, both.b, func(b trace.Value) { visit(a, b) })
	})
}

// eachName calls visit for the parameters that take a value, and for a constant itself.
func (p *planner) eachName(label, v trace.Value, visit func(trace.Value)) {
	for k := p.passing.takers[p.facts.at(v)]; k != 0; k = p.passing.next[k-1] {
		visit(label + trace.Value(k))
	}
	if v.IsConst() {
		visit(v)
	}
}
