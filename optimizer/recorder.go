package optimizer

import (
	"slices"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// EventKind says what happened in a step of the walk.
type EventKind uint8

const (
	// EventBegin: the walk begins, or begins again because peeling needs fewer
	// assumptions; what was recorded before does not count.
	EventBegin EventKind = iota
	// EventLook: Pass looks at an operation: Value, Code, Descr and Args are the
	// operation as earlier passes left it.
	EventLook
	// EventKeep: Pass has nothing to say about it. EventRewrite: Pass turned it
	// into another operation. EventRemove: Pass removed it.
	EventKeep
	EventRewrite
	EventRemove
	// EventEmit: the operation goes into the output, as Code, Descr and Args.
	EventEmit
	// EventEqual: Value is With from now on: they are in one equivalence class,
	// which With represents.
	EventEqual
	// EventVirtual: Value becomes a virtual object; Descr is its class or array
	// type.
	EventVirtual
	// EventField: field or item Descr of virtual object Value now holds With.
	EventField
	// EventMaterialize: Value is allocated and no longer virtual.
	EventMaterialize
	// EventBounds: Bounds is what is known of the integer Value.
	EventBounds
	// EventNonnull: the reference Value is known not to be null.
	EventNonnull
	// EventClass: the object Value is known to be of class Descr.
	EventClass
	// EventWait: a write of With to field Descr of Value waits, or to item Descr if Code is
	// OpSetItem.
	EventWait
	// EventPeel: the preamble ends here, and the peeled loop begins.
	EventPeel
	// EventShared: an operation Code with Descr and Args already has the result Value.
	EventShared
	// EventHolds: what Code would read from the object Value is With. Descr is the field or
	// the array type, Args has the index where there is one.
	EventHolds
	// EventCompare: Value and With compare in one of the ways that Descr is a set of: 1 they
	// are equal, 2 less, 4 less as signed and greater as unsigned integers, 8 greater as
	// signed and less as unsigned ones, 16 greater.
	EventCompare
	// EventValid: nothing was invalidated since the last guard that asked.
	EventValid
)

var eventKindNames = [...]string{"begin", "look", "keep", "rewrite", "remove", "emit", "equal", "virtual", "field",
	"materialize", "bounds", "nonnull", "class", "wait", "peel", "shared", "holds", "compare", "valid"}

// String returns the kind's name, e.g. "materialize".
func (k EventKind) String() string { return eventKindNames[k] }

// Event is one step of the walk. All steps together are enough to show, for each
// moment, the current operation, the virtual objects with their contents (the static
// heap of the papers), the equivalence classes and the bounds.
//
// Values are those of the walk, as in Remark.Facts: results of recorded operations
// have their index in the recorded trace; from len(In.Ops) on come the copies in the
// peeled loop and what passes invented; constants are those of Result.Out.
type Event struct {
	Kind   EventKind
	Pass   PassID
	Code   trace.Opcode
	Copy   uint8
	Descr  int32
	Src    int32
	Value  trace.Value
	With   trace.Value
	Args   []trace.Value
	Bounds bounds.Bounds
}

// Record is [Optimizer.Run] that also returns every step of the walk. Otherwise the
// walk keeps no steps.
func (o *Optimizer) Record(in *trace.Trace, passes PassSet) (*Result, []Event) {
	o.walk.recording, o.walk.events = true, nil
	r := o.Run(in, passes)
	events := o.walk.events
	o.walk.recording, o.walk.events = false, nil
	return r, events
}

// Knowledge is what the passes know at a place of the walk. It must be asked there, and
// not be kept.
type Knowledge struct{ walk *walk }

// Watch is [Optimizer.Run] that calls at before each recorded operation, and once more for
// its copy in the peeled loop, with what is known there. Otherwise nothing is collected.
func (o *Optimizer) Watch(in *trace.Trace, passes PassSet, at func(position trace.Value, copyNumber uint8, k Knowledge)) *Result {
	o.walk.watch = func(position trace.Value, copyNumber uint8, k Knowledge) bool {
		at(position, copyNumber, k)
		return true
	}
	r := o.Run(in, passes)
	o.walk.watch = nil
	return r
}

// Each visits every fact, pass by pass. Facts are events of the kinds that make something
// known: EventBounds, EventNonnull, EventClass, EventVirtual, EventField, EventWait, and
// those from EventShared on. Replaced values come first, as EventEqual.
func (k Knowledge) Each(visit func(Event)) {
	w := k.walk
	for v := range w.replacedBy {
		if w.replacedBy[v] != trace.None {
			visit(Event{Kind: EventEqual, Value: trace.Value(v), With: w.find(trace.Value(v)), Descr: -1})
		}
	}
	for _, id := range w.on {
		if p, ok := w.all[id].(knower); ok {
			p.knows(func(e Event) {
				e.Pass = id
				visit(e)
			})
		}
	}
}

// note records a step; callers check recording first, so that it costs nothing
// if recording is off.
//
//go:noinline
func (w *walk) note(e Event) { w.events = append(w.events, e) }

// knows says which operations could be shared.
func (p *csePass) knows(say func(Event)) {
	for i := range p.common.entries {
		if e := &p.common.entries[i]; e.key.descr != listKey {
			say(Event{Kind: EventShared, Code: e.key.code, Descr: e.key.descr, Value: e.value, Args: []trace.Value{e.key.a, e.key.b}})
		}
	}
}

// knows says what integers can be.
func (p *boundsPass) knows(say func(Event)) {
	for v, at := range p.known {
		if at != 0 && p.replacedBy[v] == trace.None {
			say(Event{Kind: EventBounds, Value: trace.Value(v), Bounds: p.list[at], Descr: -1})
		}
	}
}

// knows says what is known of references, which constants of a log are one object, and how
// values compare.
func (p *guardsPass) knows(say func(Event)) {
	for v, known := range p.refs.of {
		if known.fact != 0 && p.replacedBy[v] == trace.None {
			say(eventOfRef(trace.Value(v), known.fact))
		}
	}
	for _, v := range inOrder(p.refs.consts) {
		say(eventOfRef(v, p.refs.consts[v].fact))
	}
	for _, v := range inOrder(p.same.up) {
		say(Event{Kind: EventEqual, Value: v, With: p.same.find(v), Descr: -1})
	}
	for i := range p.relations.pairs.entries {
		e := &p.relations.pairs.entries[i]
		say(Event{Kind: EventCompare, Value: e.key.a, With: e.key.b, Descr: int32(p.relations.ways[e.value-1])})
	}
	if p.validated {
		say(Event{Kind: EventValid, Descr: -1})
	}
}

// inOrder lists the keys of a map in order, so that facts always come in the same order.
func inOrder[T any](known map[trace.Value]T) []trace.Value {
	var list []trace.Value
	for v := range known {
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

// knows says which objects are virtual, and what is in their fields.
func (p *virtualPass) knows(say func(Event)) {
	for v, object := range p.number {
		if object == 0 {
			continue
		}
		o := &p.objects[object]
		say(Event{Kind: EventVirtual, Value: trace.Value(v), Descr: o.allocation.Descr})
		for i := o.first; i != 0; i = p.fields[i].next {
			say(Event{Kind: EventField, Value: o.self, Descr: p.fields[i].field, With: p.fields[i].value})
		}
	}
}

// knows says what fields and items hold, and which writes wait.
func (p *heapPass) knows(say func(Event)) {
	for where := range p.heads {
		l := p.heapCache.list(int32(where))
		for i, k := range l.keys[:l.n] {
			if p.isBehind(int32(where), k) {
				continue
			}
			e := Event{Kind: EventHolds, Code: trace.OpGet, Value: k.object, With: l.entries[i].value, Descr: int32(where)}
			if where >= p.fields {
				e.Code, e.Descr, e.Args = trace.OpGetItem, int32(where-p.fields), []trace.Value{k.index}
			}
			if where >= p.fields+p.arrays {
				e.Code, e.Descr = trace.OpGetInterior, int32(where-p.fields-p.arrays)
			}
			say(e)
		}
	}
	for i := range p.pending {
		waiting := &p.pending[i]
		say(Event{Kind: EventWait, Code: waiting.write.Code, Value: waiting.place.object, With: waiting.value, Descr: p.remarked(waiting)})
	}
}

// noteOperation records a step about the current operation.
func (w *walk) noteOperation(kind EventKind, pass PassID, c *cur) {
	e := Event{Kind: kind, Pass: pass, Code: c.op.Code, Copy: c.op.Copy, Descr: c.op.Descr, Src: c.op.Src, Value: c.self}
	if kind == EventLook || kind == EventEmit || kind == EventRewrite {
		e.Args = append([]trace.Value(nil), c.args...)
	}
	w.note(e)
}
