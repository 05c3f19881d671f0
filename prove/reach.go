package prove

import (
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

// The objects allocated by a trace that can be reached from outside, or from an
// exit: an upper bound that is found by looking at terms, not by asking the
// solver.

// idsIn returns the allocations that a term mentions.
func (e *encoder) idsIn(t term.Term) []uint64 {
	if id, ok := e.newID(t); ok && e.b.Width(t) == e.rw {
		return []uint64{id}
	}
	if list, known := e.mentioned[t]; known {
		return list
	}
	var list []uint64
	e.b.Walk([]term.Term{t}, func(part term.Term) {
		if e.b.Sort(part) == term.BV(e.rw) {
			if id, ok := e.newID(part); ok {
				list = append(list, id)
			}
		}
	})
	slices.Sort(list)
	e.mentioned[t] = list
	return list
}

// hiddenFrom returns which places the outside does not look at: fields of frames, unless it asks for frames.
func (e *encoder) hiddenFrom(asksForFrames bool) func(m memory) bool {
	return func(m memory) bool {
		return !asksForFrames && m.kind == placeField && m.field >= 0 && trace.IsOfFrames(&e.tables.Schema.Fields[m.field])
	}
}

// changing reports whether a place can change. What a function gives that only computes does not depend on such places of
// objects that were there before.
func (e *encoder) changing(m memory) bool {
	return m.kind != placeField || m.field < 0 || !e.tables.Schema.Fields[m.field].Pure
}

// closure returns the allocations that can be reached from some of them, and from
// the objects that came from outside: an upper bound.
// hidden says which places do not count.
func (e *encoder) closure(s *heapState, roots []uint64, hidden func(m memory) bool) []uint64 {
	edges := make(map[uint64][]uint64)
	found := make(map[uint64]bool)
	work := slices.Clone(roots)
	for m := range s.lists {
		if m.typ != trace.Ref || hidden(m) {
			continue
		}
		type spot struct{ ref, index term.Term }
		overwritten := make(map[spot]bool)
		for ev := s.lists[m]; ev != nil; ev = ev.before {
			at := spot{ev.ref, ev.index}
			if ev.call != nil || overwritten[at] {
				continue
			}
			overwritten[at] = true
			ids := e.idsIn(ev.value)
			if id, ok := e.newID(ev.ref); ok {
				edges[id] = append(edges[id], ids...)
			} else {
				work = append(work, ids...)
			}
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if !found[id] {
			found[id] = true
			work = append(work, edges[id]...)
		}
	}
	list := make([]uint64, 0, len(found))
	for id := range found {
		list = append(list, id)
	}
	slices.Sort(list)
	return list
}
