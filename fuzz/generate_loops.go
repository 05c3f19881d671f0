package fuzz

import "unbox/trace"

// Loops with an object that all iterations share, into which each of them writes a new one:
// the write may wait until the end of the iteration, and then until a later one sees it.

// keptObject chooses a parameter of the loop that can be such an object, with a field for
// references, for some loops.
func (g *Generator) keptObject() (v value, field int, ok bool) {
	if len(g.params) == 0 || g.src.one(3) {
		return value{}, 0, false
	}
	start := g.src.pick(len(g.params))
	for k := range g.params {
		p := g.params[(start+k)%len(g.params)]
		if p.typ != trace.Ref || !p.known || g.objects[p.object].class < 0 || p.object == 0 {
			continue
		}
		fields := g.vocabulary.classes[g.objects[p.object].class].fields
		first := g.src.pick(len(fields))
		for n := range fields {
			at := (first + n) % len(fields)
			if t := fields[at].typ; t == trace.Ref || t == trace.Any {
				return p, at, true
			}
		}
	}
	return value{}, 0, false
}

// heldBefore chooses what a field holds before it gets a new object: null, the object
// itself, what it got in the previous iteration, or another one.
func (g *Generator) heldBefore(kept value) value {
	switch g.src.pick(4) {
	case 0:
		return kept
	case 1:
		return value{v: g.null(), typ: trace.Ref, known: true}
	}
	return g.reference()
}
