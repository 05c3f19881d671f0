package prove

import (
	"cmp"
	"fmt"
	"slices"

	"unbox/heap"
	"unbox/prove/term"
	"unbox/trace"
)

// compareHeaps compares everything that can be reached: objects that came from
// outside, and allocations that both sides have.
func (g *giveaway) compareHeaps() {
	common := g.commonObjects()
	memories := make(map[memory]bool)
	for m := range g.before.heap.lists {
		memories[m] = true
	}
	for m := range g.after.heap.lists {
		memories[m] = true
	}
	order := make([]memory, 0, len(memories))
	for m := range memories {
		order = append(order, m)
	}
	slices.SortFunc(order, func(x, y memory) int {
		return cmp.Or(cmp.Compare(x.kind, y.kind), cmp.Compare(x.field, y.field), cmp.Compare(x.typ, y.typ))
	})
	for _, m := range order {
		if m.typ == trace.Any || g.hidden(m) {
			continue // the type of a place's contents shows in the values
		}
		g.compareMemory(m, common)
	}
}

// commonObjects returns the allocations that can be reached on both sides, and
// compares what kind of objects they are.
func (g *giveaway) commonObjects() []uint64 {
	reached := g.e.closure(g.after.heap, g.after.roots, g.hidden)
	var common []uint64
	for _, id := range g.e.closure(g.before.heap, g.before.roots, g.hidden) {
		if !slices.Contains(reached, id) {
			continue
		}
		x, y := g.before.object(id), g.after.object(id)
		if x == nil || y == nil {
			continue
		}
		common = append(common, id)
		name := fmt.Sprintf("the kind of new object %d", id-g.e.half)
		switch {
		case x.array != y.array || x.typ != y.typ:
			g.add(name, g.e.b.True())
		case x.array:
			g.add(name, g.e.b.Not(g.e.b.Eq(x.length, y.length)))
		}
	}
	return common
}

func (s *givingSide) object(id uint64) *object {
	for k := range s.objects {
		if s.objects[k].id == id {
			return &s.objects[k]
		}
	}
	return nil
}

// compareMemory compares what one memory holds on both sides wherever one of them
// wrote.
func (g *giveaway) compareMemory(m memory, common []uint64) {
	type spot struct{ ref, index term.Term }
	seen := make(map[spot]bool)
	for _, s := range []*givingSide{g.before, g.after} {
		for ev := s.heap.list(m); ev != nil; ev = ev.before {
			at := spot{ev.ref, ev.index}
			if ev.call != nil || seen[at] {
				continue
			}
			seen[at] = true
			if reached := g.isReached(ev.ref, common); reached != g.e.b.False() {
				g.compareSpot(m, ev.ref, ev.index, reached)
			}
		}
	}
}

// isReached returns whether a reference is to an object that is compared.
func (g *giveaway) isReached(ref term.Term, common []uint64) term.Term {
	if id, allocated := g.e.newID(ref); allocated {
		return g.e.b.Bool(slices.Contains(common, id))
	}
	return g.e.isVisible(ref, common)
}

func (g *giveaway) compareSpot(m memory, ref, index, reached term.Term) {
	x, y := g.e.read(g.before.heap, m, ref, index), g.e.read(g.after.heap, m, ref, index)
	if m.typ == trace.Ref {
		g.pair(exitValue{typ: m.typ, term: x}, exitValue{typ: m.typ, term: y})
	}
	if same := g.equal(m.typ, x, y); same != g.e.b.True() {
		g.add(g.spotName(m, ref), g.e.b.And(reached, g.e.b.Not(same)))
	}
}

// spotName names a place for the list of queries.
func (g *giveaway) spotName(m memory, ref term.Term) string {
	object := "an object"
	if id, allocated := g.e.newID(ref); allocated {
		object = fmt.Sprintf("new object %d", id-g.e.half)
	}
	if name := g.e.b.Name(ref); g.e.b.Op(ref) == term.OpVar {
		object = "`" + name + "`"
	}
	if m.kind == placeItem {
		return "an item of " + object
	}
	return fmt.Sprintf("field `%s` of %s", g.e.tables.Schema.Fields[heap.FieldID(m.field)].Name, object)
}
