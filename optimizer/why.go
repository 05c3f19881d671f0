package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// Why is this still here? A remark says why an operation was removed; nothing says why one stays,
// because nothing was decided there. So the question is answered only when it is asked: the trace
// is walked again up to the operation, to see what the passes know there. What would have to be
// known is tried: the walk is repeated with that fact entered before the operation, or with the
// operation that lost it doing nothing, and the answer names only what makes the operation go. So
// an answer is as correct as the optimizer.

// WhyKind says what a line of an answer is about.
type WhyKind uint8

const (
	// WhyStays: what the operation is needed for.
	WhyStays WhyKind = iota
	// WhyKnown: what is known of what it uses, and from where.
	WhyKnown
	// WhyLost: what was known once, and what made it unknown.
	WhyLost
	// WhyNeeded: what would make it go, which was tried.
	WhyNeeded
	// WhyGone: it is not there, and why.
	WhyGone
)

var whyKindNames = [...]string{"stays", "known", "lost", "needed", "gone"}

// String returns "stays", "known", "lost", "needed" or "gone".
func (k WhyKind) String() string { return whyKindNames[k] }

// WhyLine is a sentence of an answer.
type WhyLine struct {
	Kind  WhyKind
	Parts []Part
}

// Answer says why an operation is still there.
type Answer struct {
	Lines []WhyLine
	// Needs are what would make it go, each by itself, in the order of the lines that say so.
	Needs []Need
}

// Need is something that would make an operation go.
type Need struct {
	// Facts would have to be known, all of them, before operation At of the recorded trace.
	At    trace.Value
	Facts []Supposed
	// Harmless is an operation that would have to have no visible effect; None if
	// facts are enough.
	Harmless trace.Value
}

// Supposed is a fact that would have to be known.
type Supposed struct {
	Kind SupposedKind
	// Value is what it is about: a value of the recorded trace.
	Value  trace.Value
	Number int64
	Bounds bounds.Bounds
	Class  int32
}

// SupposedKind says what is supposed.
type SupposedKind uint8

const (
	// SupposedNumber: the value is Number.
	SupposedNumber SupposedKind = iota
	// SupposedNull and SupposedNonnull: the reference is null, or is not.
	SupposedNull
	SupposedNonnull
	// SupposedRange: the integer is within Bounds.
	SupposedRange
	// SupposedClass: the object is of the class.
	SupposedClass
	// SupposedContents: what the operation itself reads is 0 or null, or what it writes is
	// already there.
	SupposedContents
	// SupposedObject: the reference is what the guard compares it with.
	SupposedObject
)

// Why says why a copy of a recorded operation (1 is the one in the peeled loop) is in the result
// of the passes. recorded names the values of the trace. It costs a few walks.
func (o *Optimizer) Why(in *trace.Trace, passes PassSet, at trace.Value, copyNumber uint8, recorded *trace.Namer) *Answer {
	q := &question{o: o, in: in, passes: passes, at: at, copy: copyNumber}
	q.look()
	q.words = remarkWords{r: q.base, remark: &Remark{In: at, Copy: copyNumber}, recorded: recorded, result: trace.NewNamer(q.base.Out, "")}
	if q.code = q.codeIn(q.base); q.code == trace.OpNone {
		q.isGone()
		return &q.answer
	}
	q.ask()
	q.otherPasses()
	return &q.answer
}

// CopiesOf returns the copies of a recorded operation to ask about: those that are in the result, the
// one in the peeled loop first; 0 if there is none.
func (r *Result) CopiesOf(v trace.Value) []uint8 {
	var has [2]bool
	for k := range r.Out.Ops {
		if op := &r.Out.Ops[k]; k > 0 && op.Src == int32(v) {
			has[op.Copy] = true
		}
	}
	switch {
	case has[0] && has[1]:
		return []uint8{1, 0}
	case has[1]:
		return []uint8{1}
	}
	return []uint8{0}
}

// question is a question that is being answered.
type question struct {
	o      *Optimizer
	in     *trace.Trace
	passes PassSet
	at     trace.Value
	copy   uint8
	// base is the result that contains the operation, code what it is there.
	base   *Result
	code   trace.Opcode
	seen   seenAt
	words  remarkWords
	answer Answer
}

// seenAt is what was known before the operation.
type seenAt struct {
	// args are the values that the recorded arguments have become.
	args []trace.Value
	// facts are what is known of the arguments, and of those of the comparison that a guard asks
	// for.
	facts []knownFact
	// asked is the operation in the output that computes the first argument, askedArgs its
	// arguments.
	asked     trace.Op
	askedSelf trace.Value
	askedArgs []knownFact
	place     heapPlace
	history   placeHistory
}

// knownFact is what is known of a value.
type knownFact struct {
	value  trace.Value
	typ    trace.Type
	within bounds.Bounds
	ref    refFact
	isNull bool
	by     trace.Value
}

// look walks over the trace and notes what is known before the operation.
func (q *question) look() {
	q.base = q.o.Watch(q.in, q.passes, func(position trace.Value, copyNumber uint8, k Knowledge) {
		if position == q.at && copyNumber == q.copy {
			q.see(k.walk)
		}
	})
	if q.seen.place.where >= 0 && q.seen.args != nil {
		q.seen.history.follow(q)
	}
}

// see notes what is known now.
func (q *question) see(w *walk) {
	q.seen = seenAt{place: heapPlace{where: -1}}
	for _, v := range q.in.Args(q.at) {
		x := w.find(w.inCopy(v))
		q.seen.args = append(q.seen.args, x)
		q.seen.facts = append(q.seen.facts, w.factAbout(x))
	}
	op := &q.in.Ops[q.at]
	asked := trace.None
	switch {
	case op.Code.IsGuard() && op.Len > 0:
		asked = q.seen.args[0]
	case (op.Code == trace.OpGuardNoOverflow || op.Code == trace.OpGuardOverflow) && q.at > 1:
		asked = w.inCopy(q.at - 1)
	}
	if def := w.definition(asked); asked > 0 && def.Code != trace.OpNone {
		q.seen.asked, q.seen.askedSelf = *def, asked
		for _, v := range w.out.args[def.First : def.First+def.Len] {
			q.seen.askedArgs = append(q.seen.askedArgs, w.factAbout(w.find(v)))
		}
	}
	if w.passes.Has(PassHeap) {
		q.seen.place = w.heap.placeOf(op, q.seen.args)
	}
}

// factAbout is what is known of a value at the current place of the walk.
func (w *walk) factAbout(v trace.Value) knownFact {
	f := knownFact{value: v, typ: w.virtual.valueType(v)}
	switch f.typ {
	case trace.Int:
		f.within, f.by = w.bounds.of(v), w.bounds.source(v)
	case trace.Ref:
		f.ref, f.isNull, f.by = w.refFactOf(v), w.isNull(v), w.refSource(v)
	}
	return f
}

// placeOf is the field or item that an operation reads or writes; where is -1 if it does neither.
func (p *heapPass) placeOf(op *trace.Op, args []trace.Value) heapPlace {
	switch op.Code {
	case trace.OpGet, trace.OpSet:
		return heapPlace{fieldPlace(op.Descr), args[0], trace.None}
	case trace.OpGetItem, trace.OpSetItem:
		return heapPlace{p.itemPlace(op.Descr), args[0], args[1]}
	case trace.OpGetInterior, trace.OpSetInterior:
		return heapPlace{p.interiorPlace(op.Descr), args[0], args[1]}
	}
	return heapPlace{where: -1}
}

// at returns what is known of a place, by the names that values have now; nil if nothing is.
func (p *heapPass) at(place heapPlace) *heapEntry {
	p.renameEntries(place.where)
	if p.isBehind(place.where, place.key()) {
		return nil
	}
	return p.entry(place)
}

// isUnseen reports whether an entry is of a write that nothing has seen so far.
func (p *heapPass) isUnseen(e *heapEntry) bool {
	return e != nil && e.writtenAt != 0 && e.epoch == p.epoch
}

// placeHistory is what happened to the knowledge about a place.
type placeHistory struct {
	// by is the operation that last said what the place holds, lost the one after which that was
	// no longer known; None if nothing was ever known.
	by, lost trace.Value
	// again is the first later write to the same place, seen an earlier operation that may
	// see this write; None if there is none.
	again, seen trace.Value
}

// follow walks over the trace again.
func (h *placeHistory) follow(q *question) {
	isWrite := q.in.Ops[q.at].Type == trace.Void
	last, known, after := trace.None, false, false
	q.o.Watch(q.in, q.passes, func(position trace.Value, copyNumber uint8, k Knowledge) {
		w := k.walk
		if position == 1 && copyNumber == 0 {
			*h, last, known, after = placeHistory{}, trace.None, false, false
		}
		place := q.seen.place
		place.object, place.index = w.find(place.object), w.find(place.index)
		e := w.heap.at(place)
		switch {
		case after && isWrite:
			h.afterWrite(w, e, position, last, place)
		case !after && known && e == nil:
			h.lost = last
		case !after && e != nil:
			h.by = e.by
		}
		known = e != nil
		last = w.here()
		after = after || position == q.at && copyNumber == q.copy
	})
}

// afterWrite notes what sees the write, and whether another one takes its
// place.
func (h *placeHistory) afterWrite(w *walk, e *heapEntry, position, last trace.Value, place heapPlace) {
	if h.again == trace.None && h.seen == trace.None && !w.heap.isUnseen(e) {
		h.seen = last
	}
	op := &w.in.Ops[position]
	if h.again != trace.None || op.Type != trace.Void {
		return
	}
	var args []trace.Value
	for _, v := range w.in.Args(position) {
		args = append(args, w.find(w.inCopy(v)))
	}
	if w.heap.placeOf(op, args) == place {
		h.again = w.here()
	}
}

// codeIn is what the operation is in a result, OpNone if it is not there.
func (q *question) codeIn(r *Result) trace.Opcode {
	for v := range r.Out.Ops {
		if op := &r.Out.Ops[v]; op.Src == int32(q.at) && op.Copy == q.copy && v > 0 {
			return op.Code
		}
	}
	return trace.OpNone
}

// stands reports whether the operation is in a result in the same form as in the one that is
// asked about.
func (q *question) stands(r *Result) bool { return q.code != trace.OpNone && q.codeIn(r) == q.code }

// goes reports whether a need makes the operation go.
func (q *question) goes(n *Need) (*Result, bool) {
	in := q.in
	if n.Harmless != trace.None {
		if in = withoutEffect(q.in, n.Harmless); in == nil {
			return nil, false
		}
	}
	r := q.o.Watch(in, q.passes, func(position trace.Value, copyNumber uint8, k Knowledge) {
		if position != n.At || copyNumber != q.copy {
			return
		}
		for i := range n.Facts {
			k.walk.suppose(&n.Facts[i], q.at)
		}
	})
	return r, r.Impossible == q.base.Impossible && r.Peeled == q.base.Peeled && !q.stands(r)
}

// suppose enters a fact that has not been shown.
func (w *walk) suppose(f *Supposed, at trace.Value) {
	x := w.find(w.inCopy(f.Value))
	if f.Kind != SupposedContents && (!x.IsOp() || w.virtual.of(x) != 0) {
		return
	}
	switch f.Kind {
	case SupposedNumber:
		w.makeEqual(x, w.constants.ofType(w.typeOf(x), uint64(f.Number)))
	case SupposedNull:
		w.makeEqual(x, w.constants.ofType(trace.Ref, 0))
	case SupposedObject:
		w.makeEqual(x, w.find(w.inCopy(w.in.Arg(at, 1))))
	case SupposedNonnull:
		w.learnRef(x, refNonnull)
	case SupposedRange:
		w.bounds.refine(x, f.Bounds)
	case SupposedClass:
		w.learnRef(x, factOfClass(f.Class))
	case SupposedContents:
		w.supposeContents(at)
	}
}

// supposeContents enters that what an operation reads is 0 or null, or that what it writes is
// already there.
func (w *walk) supposeContents(at trace.Value) {
	op := &w.in.Ops[at]
	var args []trace.Value
	for _, v := range w.in.Args(at) {
		args = append(args, w.find(w.inCopy(v)))
	}
	place := w.heap.placeOf(op, args)
	value := args[len(args)-1]
	if op.Type != trace.Void {
		value = w.constants.ofType(op.Type, 0)
	}
	if place.where >= 0 && w.virtual.of(place.object) == 0 {
		w.heap.at(place) // which names what is known anew
		w.heap.holds(place, value, w.here())
	}
}

// withoutEffect is the trace in which an operation has no visible effect: it is replaced by a
// call that only computes, or left out. It is nil if neither is possible.
func withoutEffect(in *trace.Trace, v trace.Value) *trace.Trace {
	out := *in
	out.Ops = append([]trace.Op(nil), in.Ops...)
	switch op := &out.Ops[v]; {
	case op.Code == trace.OpCall:
		tables := *in.Tables
		descr := trace.Descr{}
		if op.Descr >= 0 {
			descr = tables.Texts[op.Descr]
		}
		descr.Effect, descr.CopiesItems = 0, false
		op.Descr = int32(len(tables.Texts))
		tables.Texts = append(tables.Texts[:len(tables.Texts):len(tables.Texts)], descr)
		out.Tables = &tables
	case op.Type != trace.Void || op.Code.Effect() == trace.EffectControl || belongsToPrevious(op.Code):
		return nil
	default:
		*op = trace.Op{Code: trace.OpMark, Descr: -1, Src: op.Src, Line: op.Line}
	}
	return &out
}

// belongsToPrevious reports whether an operation asks about the outcome of the one before it, so
// that the two must stay together.
func belongsToPrevious(code trace.Opcode) bool {
	return code == trace.OpGuardNoOverflow || code == trace.OpGuardOverflow || trace.AsksForException(code)
}
