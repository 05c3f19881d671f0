package optimizer

import (
	"unbox/heap"
	"unbox/trace"
)

// refFact is what is known of a reference, packed into a number so that the
// table of facts has no pointers: bit 0 says that it is not null, the rest is
// the class plus one. The zero refFact knows nothing.
type refFact int32

const refNonnull refFact = 1

// factOfClass says that the object is of exactly this class.
func factOfClass(class int32) refFact { return refFact(class+1)<<1 | refNonnull }

// nonnull reports whether the reference is known not to be null.
func (f refFact) nonnull() bool { return f&refNonnull != 0 }

// class returns the known class.
func (f refFact) class() (heap.ClassID, bool) { return heap.ClassID(f>>1) - 1, f>>1 != 0 }

// refFacts is what is known of references: of results, and of constants.
type refFacts struct {
	of     valueTable[refFact]
	consts map[trace.Value]refFact
	// by is the operation from which what is known of a result is known, byConst the same
	// for constants.
	by      valueTable[trace.Value]
	byConst map[trace.Value]trace.Value
}

// source is the operation from which what is known of a reference is known, None if there
// is none.
func (w *walk) refSource(v trace.Value) trace.Value {
	switch {
	case v.IsConst():
		return w.refs.byConst[v]
	case w.virtual.of(v) != 0:
		return w.virtual.object(w.virtual.of(v)).self
	}
	return w.refs.by.of(v)
}

func (t *refFacts) reset(values int) {
	clear(t.consts)
	clear(t.byConst)
	*t = refFacts{of: trace.Zeroed(t.of, values), consts: t.consts, by: trace.Zeroed(t.by, values), byConst: t.byConst}
}

// refFactOf returns what is known of a reference.
func (w *walk) refFactOf(v trace.Value) refFact {
	switch {
	case v.IsConst():
		return w.constRefFact(v)
	case w.virtual.of(v) != 0:
		return w.virtual.object(w.virtual.of(v)).fact()
	}
	return w.refs.of.of(v)
}

func (w *walk) constRefFact(v trace.Value) refFact {
	switch w.constants.list[v.ConstIndex()].Kind {
	case trace.ConstPtr, trace.ConstText, trace.ConstUnknown: // a log writes null as null
		if w.world != nil {
			if f := w.worldRefFact(v); f != 0 {
				return f
			}
		}
		return w.refs.consts[v] | refNonnull
	}
	return 0
}

// fact returns what is known of a virtual object.
func (o *virtualObject) fact() refFact {
	if o.class < 0 {
		return refNonnull
	}
	return factOfClass(o.class)
}

// learnRef adds to what is known of a reference.
func (w *walk) learnRef(v trace.Value, f refFact) {
	if v.IsConst() {
		w.learnConstRef(v, f)
		return
	}
	known := w.refs.of.of(v)
	if _, hasClass := f.class(); !hasClass {
		f |= known
	}
	if f == known || w.virtual.of(v) != 0 {
		return
	}
	if w.recording {
		w.note(eventOfRef(v, f))
	}
	w.refs.of.set(v, f)
	w.refs.by.set(v, w.here())
}

// learnConstRef notes the class of a constant object.
func (w *walk) learnConstRef(v trace.Value, f refFact) {
	if _, known := f.class(); !known || w.isNull(v) {
		return
	}
	if w.refs.consts == nil {
		w.refs.consts, w.refs.byConst = make(map[trace.Value]refFact), make(map[trace.Value]trace.Value)
	}
	w.refs.consts[v], w.refs.byConst[v] = f, w.here()
}

// constantHasClassOf notes of a constant object what was known of the value that has turned out
// to be it: in the peeled loop only the constant stands there. An object never changes its class.
func (w *walk) constantHasClassOf(v, constant trace.Value) {
	if w.typeOf(constant) != trace.Ref || w.isNull(constant) {
		return
	}
	fact, source := w.refFactOf(v), w.refSource(v)
	if _, known := fact.class(); !known {
		return
	}
	if _, known := w.refFactOf(constant).class(); !known {
		w.learnConstRef(constant, fact)
		w.refs.byConst[constant] = source
	}
}

// isNull reports whether v is the constant null.
func (w *walk) isNull(v trace.Value) bool {
	return v.IsConst() && w.constants.list[v.ConstIndex()].Kind == trace.ConstNull
}

// eventOfRef is the step in which a reference becomes known.
func eventOfRef(v trace.Value, f refFact) Event {
	if class, known := f.class(); known {
		return Event{Kind: EventClass, Value: v, Descr: int32(class)}
	}
	return Event{Kind: EventNonnull, Value: v, Descr: -1}
}
