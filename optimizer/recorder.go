package optimizer

import (
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
	// EventKeep: Pass has nothing to say of it. EventRewrite: Pass made another
	// operation of it. EventRemove: Pass took it out.
	EventKeep
	EventRewrite
	EventRemove
	// EventEmit: the operation goes into the output, as Code, Descr and Args.
	EventEmit
	// EventEqual: Value is With from now on: they are in one equivalence class,
	// which With stands for.
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
	// EventWait: the write of With to field Descr of Value waits.
	EventWait
	// EventPeel: the preamble ends here, and the peeled loop begins.
	EventPeel
)

var eventKindNames = [...]string{"begin", "look", "keep", "rewrite", "remove", "emit", "equal", "virtual", "field",
	"materialize", "bounds", "nonnull", "class", "wait", "peel"}

// String returns the kind's name, e.g. "materialize".
func (k EventKind) String() string { return eventKindNames[k] }

// Event is one step of the walk. All steps together are enough to show, for each
// moment, the operation at hand, the virtual objects with their contents (the static
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

// Record is [Optimizer.Run] that also returns every step of the walk. Without it the
// walk does not keep any.
func (o *Optimizer) Record(in *trace.Trace, passes PassSet) (*Result, []Event) {
	o.walk.recording, o.walk.events = true, nil
	r := o.Run(in, passes)
	events := o.walk.events
	o.walk.recording, o.walk.events = false, nil
	return r, events
}

// note records a step; callers look at recording first, so that it costs nothing
// where nobody asks.
func (w *walk) note(e Event) { w.events = append(w.events, e) }

// noteOperation records a step that is about the operation at hand.
func (w *walk) noteOperation(kind EventKind, pass PassID, c *cur) {
	e := Event{Kind: kind, Pass: pass, Code: c.op.Code, Copy: c.op.Copy, Descr: c.op.Descr, Src: c.op.Src, Value: c.self}
	if kind == EventLook || kind == EventEmit || kind == EventRewrite {
		e.Args = append([]trace.Value(nil), c.args...)
	}
	w.note(e)
}
