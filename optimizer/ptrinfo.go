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

// refKnown is what is known of a reference, and the operation from which it is known.
type refKnown struct {
	fact refFact
	by   trace.Value
}

// refFacts is what is known of references: of results, and of constants.
type refFacts struct {
	of     valueTable[refKnown]
	consts map[trace.Value]constKnown
}

// constKnown is what is known of a constant object, and since which operation: that of a value,
// which it is known from, may come long before the guard that says that the two are one.
type constKnown struct {
	refKnown
	since trace.Value
}

// refSource is the operation that what is known of a reference comes from, None if there
// is none.
func (w *walk) refSource(v trace.Value) trace.Value {
	switch {
	case v.IsConst():
		return w.refs.consts[v].by
	case w.virtual.of(v) != 0:
		return w.virtual.object(w.virtual.of(v)).self
	}
	return w.refs.of.of(v).by
}

func (t *refFacts) reset(values int) {
	clear(t.consts)
	*t = refFacts{of: trace.Zeroed(t.of, values), consts: t.consts}
}

// refFactOf returns what is known of a reference.
func (w *walk) refFactOf(v trace.Value) refFact {
	switch {
	case v.IsConst():
		return w.constRefFact(v)
	case w.virtual.of(v) != 0:
		return w.virtual.object(w.virtual.of(v)).fact()
	}
	return w.refs.of.of(v).fact
}

func (w *walk) constRefFact(v trace.Value) refFact {
	switch w.constants.list[v.ConstIndex()].Kind {
	case trace.ConstPtr, trace.ConstText, trace.ConstUnknown: // a log writes null as null
		if w.world != nil {
			if f := w.worldRefFact(v); f != 0 {
				return f
			}
		}
		return w.refs.consts[v].fact | refNonnull
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
	known := w.refs.of.of(v).fact
	if _, hasClass := f.class(); !hasClass {
		f |= known
	}
	if f == known || w.virtual.of(v) != 0 {
		return
	}
	if w.recording {
		w.note(eventOfRef(v, f))
	}
	w.refs.of.set(v, refKnown{f, w.here()})
}

// learnConstRef notes the class of a constant object.
func (w *walk) learnConstRef(v trace.Value, f refFact) {
	if _, known := f.class(); !known || w.isNull(v) {
		return
	}
	w.setConst(v, refKnown{f, w.here()})
}

func (w *walk) setConst(v trace.Value, known refKnown) {
	if w.refs.consts == nil {
		w.refs.consts = make(map[trace.Value]constKnown)
	}
	w.refs.consts[v] = constKnown{known, w.here()}
}

// constantHasClassOf notes for a constant object what was known of a value that turned out to be
// it: in the peeled loop only the constant is left. An object never changes its class.
func (w *walk) constantHasClassOf(v, constant trace.Value) {
	if w.typeOf(constant) != trace.Ref || w.isNull(constant) {
		return
	}
	fact, source := w.refFactOf(v), w.refSource(v)
	if _, known := fact.class(); !known {
		return
	}
	if _, known := w.refFactOf(constant).class(); !known {
		w.setConst(constant, refKnown{fact, source})
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
