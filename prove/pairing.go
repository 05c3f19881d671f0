package prove

import (
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

// Virtual objects are descriptions without an identity. Which object of the other side
// a description means follows from where it is revealed: two in the same place are a
// pair, and so are those in the same place inside a pair. Then each has its reference,
// and its contents are written into the heap.

// pair finds the objects that virtual ones are: those in the same place on the
// other side.
func (g *giveaway) pair(x, y exitValue) {
	newX, isNewX := g.allocated(g.before, x)
	newY, isNewY := g.allocated(g.after, y)
	switch {
	case x.typ != trace.Ref || y.typ != trace.Ref:
	case g.open(g.before, x) && g.open(g.after, y):
		id := g.ids.fresh()
		g.before.id[x.virtual-1], g.after.id[y.virtual-1] = id, id
		g.pairContents(x, y)
	case g.open(g.after, y) && isNewX:
		if !g.after.has(newX) {
			g.after.id[y.virtual-1] = newX
			g.pairContents(x, y)
		} else if g.ids.release(newX) { // an allocation stands for another object
			g.corrected = true
		}
	case g.open(g.before, x) && isNewY:
		if !g.before.has(newY) {
			g.before.id[x.virtual-1] = newY
			g.pairContents(x, y)
		}
	case isNewX && isNewY && newX != newY:
		if g.ids.want(newY, newX) {
			g.corrected = true
		}
	}
}

// open reports whether a value is a virtual object that has no reference yet.
func (g *giveaway) open(s *givingSide, v exitValue) bool {
	return v.virtual > 0 && !s.exit.virtuals[v.virtual-1].pending && s.id[v.virtual-1] == 0
}

// allocated returns the reference of a value that is an allocation.
func (g *giveaway) allocated(s *givingSide, v exitValue) (uint64, bool) {
	switch {
	case v.typ != trace.Ref:
		return 0, false
	case v.virtual == 0:
		return g.e.newID(v.term)
	case s.exit.virtuals[v.virtual-1].pending:
		return g.allocated(s, s.exit.virtuals[v.virtual-1].of)
	}
	id := s.id[v.virtual-1]
	return id, id != 0
}

// has reports whether a side has an object with a reference.
func (s *givingSide) has(id uint64) bool {
	return slices.Contains(s.id, id) || slices.ContainsFunc(s.objects, func(o object) bool { return o.id == id })
}

// pairContents pairs the contents of two paired values, at least one of which
// is a virtual object.
func (g *giveaway) pairContents(x, y exitValue) {
	for _, f := range g.placesOf(x, y) {
		g.pair(g.content(g.before, x, f), g.content(g.after, y, f))
	}
}

// placesOf lists the places for references in virtual objects of a pair.
func (g *giveaway) placesOf(x, y exitValue) []virtualField {
	var places []virtualField
	if x.virtual > 0 {
		places = append(places, g.before.exit.virtuals[x.virtual-1].fields...)
	}
	if y.virtual > 0 {
		places = append(places, g.after.exit.virtuals[y.virtual-1].fields...)
	}
	return slices.DeleteFunc(places, func(f virtualField) bool { return f.value.typ != trace.Ref })
}

// content returns what a value holds at a place.
func (g *giveaway) content(s *givingSide, v exitValue, f virtualField) exitValue {
	if v.virtual > 0 {
		for _, have := range s.exit.virtuals[v.virtual-1].fields {
			if have.place == f.place && have.memory == f.memory {
				return have.value
			}
		}
		if !s.exit.virtuals[v.virtual-1].pending {
			return exitValue{typ: f.memory.typ, term: g.e.zero(f.memory.typ)}
		}
		return g.content(s, s.exit.virtuals[v.virtual-1].of, f)
	}
	for _, k := range s.exit.pending {
		if k < 0 || s.exit.virtuals[k].of.virtual != 0 || s.exit.virtuals[k].of.term != v.term {
			continue
		}
		for _, have := range s.exit.virtuals[k].fields {
			if have.memory == f.memory && have.index == f.index {
				return have.value
			}
		}
	}
	return exitValue{typ: f.memory.typ, term: g.e.read(s.heap, f.memory, v.term, f.index)}
}

// pairPending pairs what pending writes of one side write with what the other side
// has there.
func (g *giveaway) pairPending(writer, other *givingSide, writerIsAfter bool) {
	for _, k := range writer.exit.pending {
		if k < 0 {
			continue
		}
		w := &writer.exit.virtuals[k]
		for _, f := range w.fields {
			if f.value.typ != trace.Ref || w.of.virtual != 0 {
				continue
			}
			have := g.content(other, exitValue{typ: trace.Ref, term: w.of.term}, f)
			if writerIsAfter {
				g.pair(have, f.value)
			} else {
				g.pair(f.value, have)
			}
		}
	}
}

// nameVirtuals gives virtual objects without a partner references of their own, and
// writes the contents of all virtual objects, and the pending writes, into the
// heaps.
func (g *giveaway) nameVirtuals() {
	for _, s := range []*givingSide{g.before, g.after} {
		for k := range s.id {
			if s.id[k] == 0 && !s.exit.virtuals[k].pending {
				s.id[k] = g.ids.fresh()
			}
		}
		for k := range s.exit.virtuals {
			g.fill(s, k)
		}
	}
}

func (g *giveaway) fill(s *givingSide, k int) {
	v := &s.exit.virtuals[k]
	ref := g.term(s, exitValue{typ: trace.Ref, virtual: k + 1})
	if !v.pending {
		length := term.Term(0)
		if v.virt.Array {
			length = g.e.integer(uint64(v.virt.Length), "a virtual array")
		}
		s.objects = append(s.objects, g.e.newObject(s.id[k], v.virt.Type, v.virt.Array, length, true))
	}
	for _, f := range v.fields {
		g.e.write(s.heap, f.memory, ref, f.index, g.term(s, f.value))
	}
}
