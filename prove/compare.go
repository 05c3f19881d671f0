package prove

import (
	"fmt"
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

// mismatch is a way in which the two sides could differ in what they reveal:
// differ is the condition under which they do.
type mismatch struct {
	what   string
	differ term.Term
}

// giveaway compares what the two sides reveal at one moment: at an exit, or at a
// visible effect.
type giveaway struct {
	e   *encoder
	ids *identities
	// before and after are the two sides: events with the heap of the moment.
	before, after *givingSide
	mismatches    []mismatch
	// corrected means that an allocation was found to be another object than was
	// assumed: the optimized trace must be run again.
	corrected bool
	// hidden says at which places the outside does not look.
	hidden func(m memory) bool
}

// givingSide is one side of a giveaway.
type givingSide struct {
	heap    *heapState
	objects []object
	exit    *exitState
	// id is the reference of each virtual object, 0 as long as it has none.
	id    []uint64
	roots []uint64
}

func newGivingSide(ev *sideEvent, exit *exitState) *givingSide {
	return &givingSide{heap: ev.heap.clone(), objects: slices.Clone(ev.objects), exit: exit,
		id: make([]uint64, len(exit.virtuals)), roots: slices.Clone(ev.escaped)}
}

// compareExits compares what both sides reveal at a guard or at the end.
func compareExits(e *encoder, ids *identities, before, after *sideEvent) *giveaway {
	g := &giveaway{e: e, ids: ids, hidden: e.hiddenFrom(true),
		before: newGivingSide(before, before.exit), after: newGivingSide(after, after.exit)}
	defer ids.keep(ids.next)
	g.add("the snapshot has a meaning", e.b.Not(after.exit.defined))
	g.compareValues("value %d of the exit", before.exit.values, after.exit.values)
	g.compareHeaps()
	return g
}

// compareEffects compares a visible effect of both sides, which is the same call.
func compareEffects(e *encoder, ids *identities, before, after *sideEvent, changes bool) *giveaway {
	list := func(ev *sideEvent) *exitState {
		exit := &exitState{}
		for k, arg := range ev.args {
			exit.values = append(exit.values, exitValue{typ: ev.types[k], term: arg})
		}
		return exit
	}
	g := &giveaway{e: e, ids: ids, hidden: e.hiddenFrom(before.asksForFrames)}
	g.before, g.after = newGivingSide(before, list(before)), newGivingSide(after, list(after))
	g.compareValues("value %d of the effect", g.before.exit.values, g.after.exit.values)
	if !before.blind && (changes || slices.Contains(before.types, trace.Ref)) {
		g.compareHeaps()
	}
	return g
}

func (g *giveaway) add(what string, differ term.Term) {
	if differ != g.e.b.False() {
		g.mismatches = append(g.mismatches, mismatch{what, differ})
	}
}

// differ is the condition under which anything differs.
func (g *giveaway) differ() term.Term {
	list := make([]term.Term, len(g.mismatches))
	for k := range g.mismatches {
		list[k] = g.mismatches[k].differ
	}
	return g.e.b.Or(list...)
}

// compareValues compares two lists of values. Virtual objects first find out which
// objects they are; then they are compared by their references, and their contents
// with the heap.
func (g *giveaway) compareValues(what string, before, after []exitValue) {
	if len(before) != len(after) {
		g.add(fmt.Sprintf("%d values are handed out, %d by the other side", len(before), len(after)), g.e.b.True())
		g.nameVirtuals()
		return
	}
	for k := range before {
		g.pair(before[k], after[k])
	}
	g.pairPending(g.before, g.after, false)
	g.pairPending(g.after, g.before, true)
	g.nameVirtuals()
	for k := range before {
		x, y := g.term(g.before, before[k]), g.term(g.after, after[k])
		name := fmt.Sprintf(what, k+1)
		switch {
		case before[k].typ != after[k].typ:
			g.add(name, g.e.b.True())
		case before[k].typ == trace.Void:
		default:
			g.add(name, g.e.b.Not(g.equal(before[k].typ, x, y)))
		}
		if before[k].typ == trace.Ref && after[k].typ == trace.Ref {
			g.before.roots = append(g.before.roots, g.e.idsIn(x)...)
			g.after.roots = append(g.after.roots, g.e.idsIn(y)...)
		}
	}
}

func (g *giveaway) equal(t trace.Type, x, y term.Term) term.Term {
	if t == trace.Ref {
		return g.e.eqRef(x, y)
	}
	return g.e.b.Eq(x, y)
}

// term returns the term of a value; virtual objects must have their references.
func (g *giveaway) term(s *givingSide, v exitValue) term.Term {
	switch {
	case v.virtual == 0:
		return v.term
	case s.exit.virtuals[v.virtual-1].pending:
		return g.term(s, s.exit.virtuals[v.virtual-1].of)
	}
	return g.e.b.Const(g.e.rw, s.id[v.virtual-1])
}
