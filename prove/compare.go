package prove

import (
	"cmp"
	"fmt"
	"slices"

	"unbox/heap"
	"unbox/optimizer"
	"unbox/prove/term"
)

// mismatch is a way in which the two sides could differ where they give something
// away: differ is the condition under which they do.
type mismatch struct {
	what   string
	differ term.Term
}

// giveaway compares what the two sides give away at one moment: at an exit, or at a
// visible effect.
type giveaway struct {
	e   *encoder
	ids *identities
	// before and after are the two sides: events with the heap of the moment.
	before, after *givingSide
	mismatches    []mismatch
	// whole tells that all objects that came from outside are compared, not only
	// those handed over.
	whole bool
	// corrected tells that an allocation was found to be another object than was
	// assumed: the optimized trace must be run again.
	corrected bool
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

// compareExits compares what a guard or the end gives away on both sides.
func compareExits(e *encoder, ids *identities, before, after *sideEvent) *giveaway {
	g := &giveaway{e: e, ids: ids, whole: true,
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
	g := &giveaway{e: e, ids: ids, whole: changes}
	g.before, g.after = newGivingSide(before, list(before)), newGivingSide(after, list(after))
	g.compareValues("value %d of the effect", g.before.exit.values, g.after.exit.values)
	if changes || slices.Contains(before.types, optimizer.Ref) {
		g.whole = true
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
		g.add(fmt.Sprintf("%d values are given away, %d by the other side", len(before), len(after)), g.e.b.True())
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
		case before[k].typ == optimizer.Void:
		default:
			g.add(name, g.e.b.Not(g.equal(before[k].typ, x, y)))
		}
		if before[k].typ == optimizer.Ref && after[k].typ == optimizer.Ref {
			g.before.roots = append(g.before.roots, g.e.idsIn(x)...)
			g.after.roots = append(g.after.roots, g.e.idsIn(y)...)
		}
	}
}

func (g *giveaway) equal(t optimizer.Type, x, y term.Term) term.Term {
	if t == optimizer.Ref {
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

// pair finds out which objects virtual ones are: those in the same place on the
// other side.
func (g *giveaway) pair(x, y exitValue) {
	newX, isNewX := g.allocated(g.before, x)
	newY, isNewY := g.allocated(g.after, y)
	switch {
	case x.typ != optimizer.Ref || y.typ != optimizer.Ref:
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

// open tells whether a value is a virtual object that has no reference yet.
func (g *giveaway) open(s *givingSide, v exitValue) bool {
	return v.virtual > 0 && !s.exit.virtuals[v.virtual-1].pending && s.id[v.virtual-1] == 0
}

// allocated returns the reference of a value that is an allocation.
func (g *giveaway) allocated(s *givingSide, v exitValue) (uint64, bool) {
	switch {
	case v.typ != optimizer.Ref:
		return 0, false
	case v.virtual == 0:
		return g.e.newID(v.term)
	case s.exit.virtuals[v.virtual-1].pending:
		return g.allocated(s, s.exit.virtuals[v.virtual-1].of)
	}
	id := s.id[v.virtual-1]
	return id, id != 0
}

// has tells whether a side has an object with a reference.
func (s *givingSide) has(id uint64) bool {
	return slices.Contains(s.id, id) || slices.ContainsFunc(s.objects, func(o object) bool { return o.id == id })
}

// pairContents pairs what two paired values hold, of which at least one is a
// virtual object.
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
	return slices.DeleteFunc(places, func(f virtualField) bool { return f.value.typ != optimizer.Ref })
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
			if f.value.typ != optimizer.Ref || w.of.virtual != 0 {
				continue
			}
			have := g.content(other, exitValue{typ: optimizer.Ref, term: w.of.term}, f)
			if writerIsAfter {
				g.pair(have, f.value)
			} else {
				g.pair(f.value, have)
			}
		}
	}
}

// nameVirtuals gives virtual objects without a partner references of their own, and
// puts the contents of all of them, and the pending writes, into the heaps.
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
	ref := g.term(s, exitValue{typ: optimizer.Ref, virtual: k + 1})
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

// compareHeaps compares all that can be reached: objects that came from outside,
// and allocations that both sides have there.
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
		if m.typ == optimizer.Any {
			continue // which type a place holds shows in the values
		}
		g.compareMemory(m, common)
	}
}

// commonObjects returns the allocations that can be reached on both sides, comparing
// what kind of objects they are.
func (g *giveaway) commonObjects() []uint64 {
	reached := g.e.closure(g.after.heap, g.after.roots)
	var common []uint64
	for _, id := range g.e.closure(g.before.heap, g.before.roots) {
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
	if m.typ == optimizer.Ref {
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
