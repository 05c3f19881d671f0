package prove

import (
	"unbox/heap"
	"unbox/prove/term"
	"unbox/trace"
)

// exitKind says how a run leaves.
type exitKind uint8

const (
	exitGuard exitKind = iota
	exitFinish
	// exitEnd: the trace has no final operation.
	exitEnd
	// exitLimit: as many iterations ran as were asked for. The exit has no values.
	exitLimit
)

// exitState is what a run reveals where it leaves. Virtual objects are still
// descriptions: which objects they are is found by comparing with the other side.
type exitState struct {
	kind   exitKind
	values []exitValue
	// virtuals are those that values, pending or one another mention.
	virtuals []virtualState
	// pending are the indexes in virtuals of writes that are still to be done.
	pending []int
	// defined reports whether the snapshot has a meaning.
	defined term.Term
}

// exitValue is a value of an exit: a term, or a virtual object. Its type is Void for
// an absent value.
type exitValue struct {
	typ  trace.Type
	term term.Term
	// virtual is the index in exitState.virtuals plus 1, 0 for a term.
	virtual int
}

// virtualState is a description in a snapshot.
type virtualState struct {
	virt *trace.Virtual
	// of is the object of a pending write.
	of      exitValue
	pending bool
	fields  []virtualField
}

type virtualField struct {
	memory memory
	index  term.Term
	place  int32
	value  exitValue
}

// snapshot collects the values of a guard's snapshot.
func (s *side) snapshot(v trace.Value) *exitState {
	c := snapshotCollector{s: s, v: v, exit: &exitState{kind: exitGuard, defined: s.e.b.True()}, known: map[int]int{}}
	snap := s.t.Ops[v].Snap
	if snap <= 0 {
		return c.exit
	}
	for _, value := range s.t.SnapValues(snap) {
		c.exit.values = append(c.exit.values, c.value(value))
	}
	for _, value := range s.t.SnapPending(snap) {
		c.exit.pending = append(c.exit.pending, c.value(value).virtual-1)
	}
	return c.exit
}

// maxDescribed bounds the number of virtual objects that a snapshot mentions: their
// contents are followed from one to the next on both sides, and written into the
// heaps.
const maxDescribed = 4000

type snapshotCollector struct {
	s     *side
	v     trace.Value
	exit  *exitState
	known map[int]int // index in exit.virtuals by number of the description
}

func (c *snapshotCollector) value(v trace.Value) exitValue {
	switch {
	case v == trace.None:
		return exitValue{}
	case v.IsVirtual():
		return exitValue{typ: trace.Ref, virtual: c.virtual(v.VirtualIndex()) + 1}
	case v.IsOp() && c.s.fits[v] != 0:
		c.require(c.s.fits[v])
	}
	return exitValue{typ: c.s.t.TypeOf(v), term: c.s.present(v, c.s.operand(v, c.v))}
}

func (c *snapshotCollector) require(holds term.Term) {
	c.exit.defined = c.s.e.b.And(c.exit.defined, holds)
}

// virtual returns the index of a description, collecting it at its first mention.
func (c *snapshotCollector) virtual(k int) int {
	if at, ok := c.known[k]; ok {
		return at
	}
	at := len(c.exit.virtuals)
	if at == maxDescribed {
		refuse("more than %d virtual objects in one snapshot", maxDescribed)
	}
	c.known[k] = at
	virt := &c.s.t.Virtuals[k]
	c.exit.virtuals = append(c.exit.virtuals, virtualState{virt: virt, pending: virt.Of != trace.None})
	if virt.Of != trace.None {
		of := c.value(virt.Of)
		c.exit.virtuals[at].of = of
		if of.virtual == 0 {
			c.require(c.s.e.b.Not(c.s.e.eqRef(of.term, c.s.e.null())))
		}
	}
	for _, f := range c.s.t.Fields(k) {
		value := c.value(f.Value)
		if value.typ == trace.Void {
			continue
		}
		field := virtualField{place: f.Field, value: value}
		if virt.Array {
			field.memory = memory{placeItem, -1, value.typ}
			field.index = c.s.e.integer(uint64(f.Field), c.s.names.at(c.v))
		} else {
			field.memory = fieldMemory(placeField, f.Field, value.typ)
		}
		c.checkPlace(at, virt, field)
		c.exit.virtuals[at].fields = append(c.exit.virtuals[at].fields, field)
	}
	return at
}

// checkPlace requires that the object of a pending write has the place.
func (c *snapshotCollector) checkPlace(at int, virt *trace.Virtual, f virtualField) {
	of := c.exit.virtuals[at].of
	if virt.Of == trace.None || of.virtual != 0 {
		return
	}
	e := c.s.e
	kind := e.kindAt(c.s.objects, of.term)
	if virt.Array {
		c.require(e.isArray(kind, heap.ArrayID(virt.Type)))
		c.require(e.b.Ult(f.index, e.lengthAt(c.s.objects, of.term)))
		return
	}
	c.require(e.hasField(kind, heap.FieldID(f.place)))
}
