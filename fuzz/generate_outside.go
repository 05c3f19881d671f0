package fuzz

import (
	"unbox/heap"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// Calls that raise, guards that ask whether they did, and what may invalidate
// something between two guards that ask about that.

// exceptionGuard emits a guard on the exception of the call right before it: most often
// that there is none, otherwise that it is the one that the example's outside raises.
// It reports whether the call raises.
func (g *Generator) exceptionGuard(call trace.Value) (raises bool) {
	effects := g.effectsSoFar()
	if g.src.one(6) {
		g.guard(trace.OpGuardOpaque, -1)
	}
	if g.vocabulary.raised < 0 || !g.src.one(6) || !g.raisesFreely(call) {
		g.guard(trace.OpGuardNoException, -1)
		return false
	}
	class := g.vocabulary.raised
	g.inputs.Outside.Events = append(g.inputs.Outside.Events, interp.OutsideEvent{
		At: int32(effects), Raises: true, Class: heap.ClassID(class),
	})
	t := typeOf[g.src.pick(2)]
	if t == trace.Int {
		t = trace.Void
	}
	v := g.emit(trace.OpGuardException, t, class)
	g.leaving()
	if t == trace.Ref {
		g.unknown(t, v)
	}
	return true
}

// raisesFreely reports whether the outside decides whether a call raises.
func (g *Generator) raisesFreely(call trace.Value) bool {
	tables := trace.Trace{Ops: g.ops, Tables: g.vocabulary.tables}
	return tables.Raises(call) == trace.RaisesFreely
}

// effectsSoFar counts the visible effects up to here, in a run that gets here for the
// first time.
func (g *Generator) effectsSoFar() int {
	n := -g.skipped
	t := trace.Trace{Ops: g.ops, Tables: g.vocabulary.tables}
	for v := range g.ops {
		switch g.ops[v].Code.Info().Effect {
		case trace.EffectVisible, trace.EffectReadRaw, trace.EffectWriteRaw:
			n++
		case trace.EffectOpaque:
			if !t.OnlyComputes(trace.Value(v)) {
				n++
			}
		case trace.EffectGuard:
			if g.ops[v].Code == trace.OpGuardOpaque {
				n++
			}
		}
	}
	return n
}

// validity asks twice whether anything was invalidated, and does something in between
// that may invalidate, or may not.
func (g *Generator) validity() {
	g.guard(trace.OpGuardNotInvalidated, -1)
	label := g.label
	for range g.src.pick(3) {
		between := [...]func(g *Generator){
			(*Generator).effect, (*Generator).call, (*Generator).call, (*Generator).opaque, (*Generator).binary, (*Generator).step,
		}
		between[g.src.pick(len(between))](g)
	}
	if g.label == label {
		g.guard(trace.OpGuardNotInvalidated, -1)
	}
}

// outside varies what the outside does: as in the example, nothing, or what chance
// decides.
func (m *varier) outside(src *source, base *interp.Inputs) {
	m.in.Outside = interp.Outside{Events: append(m.in.Outside.Events[:0], base.Outside.Events...), Seed: base.Outside.Seed}
	switch src.pick(4) {
	case 0:
		m.in.Outside.Seed = uint64(1 + src.pick(1<<16-1))
	case 1, 2:
		m.in.Outside.Seed, m.in.Outside.Events = uint64(1+src.pick(1<<16-1)), m.in.Outside.Events[:0]
	}
}

// shrinkSeeds is the number of seeds of the outside that are tried where a smaller
// trace no longer fails, because its effects have other numbers.
const shrinkSeeds = 12

// failsOutside searches for an outside under which the two traces of a draft
// differ.
func (s *shrinker) failsOutside(d *draft, r *optimizer.Result, in *interp.Inputs) bool {
	if failure, _ := s.examiner.agrees(r, in, &s.found.World); failure != nil && failure.Kind == s.found.Kind {
		return true
	}
	if in.Outside.Seed == 0 && len(in.Outside.Events) == 0 {
		return false
	}
	for seed := range uint64(shrinkSeeds) {
		in.Outside = interp.Outside{Seed: seed + 1}
		if failure, _ := s.examiner.agrees(r, in, &s.found.World); failure != nil && failure.Kind == s.found.Kind {
			changed := *d.inputs
			changed.Outside = in.Outside
			d.inputs = &changed
			return true
		}
	}
	return false
}

// quieter tries an outside that does nothing.
func (s *shrinker) quieter() bool {
	have := s.best.inputs
	if s.found.Inputs == nil || have == nil || have.Outside.Seed == 0 && len(have.Outside.Events) == 0 {
		return false
	}
	d := s.best.clone()
	quiet := *have
	quiet.Outside = interp.Outside{}
	d.inputs = &quiet
	return s.accept(d)
}
