package backend

import (
	"maps"
	"slices"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// assumption is what is assumed to hold whenever a loop's label is passed.
type assumption struct {
	label trace.Value
	// params has a fact for each parameter of the label.
	params []fact
	// within and lengths are pairs of parameters or constants.
	within, lengths map[pair]bool
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
	a := &assumption{label: label, lengths: make(map[pair]bool)}
	for k := range p.params(label) {
		have := *p.facts.of(label + 1 + trace.Value(k))
		have.lengthOf = trace.None // that is one of the pairs
		have.shapeOf = trace.None
		a.params = append(a.params, have)
	}
	a.consts = slices.Clone(p.facts.list[p.facts.values:])
	for _, v := range p.Entry {
		a.others = append(a.others, *p.facts.of(v))
	}
	a.within = maps.Clone(p.facts.within)
	for array, list := range p.facts.lengths {
		for _, n := range list {
			a.lengths[pair{n, array}] = true
		}
	}
	return a
}

// install makes an assumption the current knowledge.
func (p *planner) install(a *assumption) {
	f := p.facts
	for k, v := range p.Entry {
		*f.of(v) = a.others[k]
	}
	for k, have := range a.params {
		*f.of(a.label + 1 + trace.Value(k)) = have
	}
	copy(f.list[f.values:], a.consts)
	f.forget()
	maps.Copy(f.within, a.within)
	for both := range a.lengths {
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
		clear(a.within)
		clear(a.lengths)
	}
	value := func(v trace.Value) trace.Value {
		if k := int(v - a.label - 1); v.IsOp() && k >= 0 && k < len(args) {
			return args[k]
		}
		return v
	}
	for both := range a.within {
		if !p.facts.inBounds(value(both.a), value(both.b)) {
			delete(a.within, both)
			kept = false
		}
	}
	for both := range a.lengths {
		n, array := value(both.a), value(both.b)
		if !slices.Contains(p.facts.lengths[array], n) {
			delete(a.lengths, both)
			kept = false
		}
	}
	return kept
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

// pass gives the parameters of a label the facts about the values that they take.
func (p *planner) pass(label trace.Value, args []trace.Value) {
	f := p.facts
	known := make([]fact, len(args))
	takers := make(map[trace.Value][]trace.Value)
	for k, arg := range args {
		known[k] = *f.of(arg)
		takers[arg] = append(takers[arg], label+1+trace.Value(k))
	}
	within, lengths := f.within, f.lengths
	f.forget()
	for k := range args {
		known[k].lengthOf, known[k].shapeOf = trace.None, trace.None
		*f.of(label + 1 + trace.Value(k)) = known[k]
	}
	visible := func(v trace.Value) []trace.Value {
		if v.IsConst() {
			return append(takers[v], v)
		}
		return takers[v]
	}
	for both := range within {
		for _, index := range visible(both.a) {
			for _, array := range visible(both.b) {
				f.within[pair{index, array}] = true
			}
		}
	}
	for array, list := range lengths {
		for _, n := range list {
			for _, newN := range visible(n) {
				for _, newArray := range visible(array) {
					f.setLength(newN, newArray)
				}
			}
		}
	}
}
