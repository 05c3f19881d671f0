package optimizer

import (
	"math"

	"unbox/heap"
)

// VerdictKind is the judge's word on two runs.
type VerdictKind uint8

const (
	// VerdictAgree: nothing that can be seen from outside differs.
	VerdictAgree VerdictKind = iota
	// VerdictDiffer: the two traces are not equivalent.
	VerdictDiffer
	// VerdictUndefined: the recorded trace has no meaning on these inputs, or one
	// of the runs used up its budget, so the other may do anything.
	VerdictUndefined
	// VerdictOpaque: the recorded trace cannot be interpreted to its end.
	VerdictOpaque
)

var verdictNames = [...]string{"agree", "differ", "undefined", "opaque"}

// String returns "agree", "differ", "undefined" or "opaque".
func (k VerdictKind) String() string { return verdictNames[k] }

// Verdict is what the judge says of two runs, and why.
type Verdict struct {
	Kind VerdictKind
	// before and after are the runs; diff is the first difference found.
	before, after *Outcome
	diff          difference
}

// Compare tells whether two runs on the same inputs did the same as seen from
// outside: the same exit (guards by their identity in the recorded trace), with
// equal values, the same effects in order, and the same heap reachable from
// inputs, effects and exit values, up to the identity of what the runs
// allocated. Objects must be shared in one run exactly where they are in the
// other. An unwritten place equals 0 and null, and all NaNs are equal. At
// ExitLimit the exit has no values.
//
// The traces must share their Tables. Time and memory are linear in the size of
// the outcomes.
func Compare(before, after *Outcome) Verdict { return new(Judge).Compare(before, after) }

// Judge compares runs and keeps its memory from one comparison to the next. The
// zero Judge is ready to use, by one goroutine at a time.
type Judge struct {
	before, after *Outcome
	// partner and reverse pair the objects of the runs with one another.
	partner, reverse []heap.Object
	queue            []objectPair
	constants        map[uint64]heap.Object
}

// objectPair is two objects that have to be the same, and how one gets there:
// from the pair at queue[parent] through a place, or from a root.
type objectPair struct {
	before, after heap.Object
	// parent is an index in the queue, or -1-root for a root.
	parent int32
	// place is a field or an item of the parent; for roots their number.
	place int32
}

// The roots from which objects are reached.
const (
	rootInput int32 = -1 - iota
	rootConstant
	rootEffect // place is the index in EffectArgs
	rootValue
)

// Compare is the function [Compare]. The verdict can be asked for its reason
// until one of the outcomes is overwritten by another run.
func (j *Judge) Compare(before, after *Outcome) Verdict {
	v := Verdict{before: before, after: after}
	switch {
	case before.Exit == ExitOpaque:
		v.Kind = VerdictOpaque
	case !before.Defined() || after.Exit == ExitExhausted:
		v.Kind = VerdictUndefined
	default:
		v.diff = j.compare(before, after)
		if v.diff.kind != diffNone {
			v.Kind = VerdictDiffer
		}
	}
	return v
}

// diffKind says what the first difference is about.
type diffKind uint8

const (
	diffNone diffKind = iota
	diffExit
	diffEffectCount
	diffEffect      // effect index is of another kind
	diffEffectArgs  // effect index has another number of values
	diffEffectValue // value place of effect index
	diffSeen        // what effect index shows of objects
	diffValueCount
	diffValue   // value place of the exit
	diffObject  // the objects of a pair are of different classes or lengths
	diffOrigin  // one of them is an input or constant, and the other is not
	diffSharing // one of them has another partner already
	diffContent // a field or item of a pair
	diffRecorded
)

// difference is the first difference between two runs.
type difference struct {
	kind   diffKind
	index  int
	place  int32
	pair   int // index in path of the pair it is about
	path   []objectPair
	datums [2]Datum
	op     Value
}

func (j *Judge) compare(before, after *Outcome) difference {
	j.before, j.after = before, after
	j.queue = j.queue[:0]
	j.partner = zeroed(j.partner, before.Heap.Len()+1)
	j.reverse = zeroed(j.reverse, after.Heap.Len()+1)
	steps := [...]func() difference{
		j.pairInputs, j.pairConstants, j.compareEffects, j.compareExit, j.compareHeap,
	}
	for _, step := range steps {
		if d := step(); d.kind != diffNone {
			return d
		}
	}
	return difference{}
}

func (j *Judge) pairInputs() difference {
	for k := range j.before.Inputs.Objects {
		ref := heap.Object(k + 1)
		if d := j.pair(ref, ref, rootInput, int32(k)); d.kind != diffNone {
			return d
		}
	}
	return difference{}
}

// pairConstants pairs the constants of both traces. One that only one of them
// has is as it always was unless that trace wrote to it.
func (j *Judge) pairConstants() difference {
	if len(j.before.constants)+len(j.after.constants) == 0 {
		return difference{}
	}
	if j.constants == nil {
		j.constants = make(map[uint64]heap.Object)
	}
	clear(j.constants)
	first := heap.Object(len(j.after.Inputs.Objects) + 1)
	for k := range j.after.constants {
		ref := first + heap.Object(k)
		j.constants[j.after.origin(ref)] = ref
	}
	for k := range j.before.constants {
		ref := first + heap.Object(k)
		origin := j.before.origin(ref)
		other, both := j.constants[origin]
		if !both {
			if d := j.untouched(j.before, ref, 0); d.kind != diffNone {
				return d
			}
			continue
		}
		delete(j.constants, origin)
		if d := j.pair(ref, other, rootConstant, int32(ref)); d.kind != diffNone {
			return d
		}
	}
	for k := range j.after.constants {
		ref := first + heap.Object(k)
		if _, alone := j.constants[j.after.origin(ref)]; alone {
			if d := j.untouched(j.after, ref, 1); d.kind != diffNone {
				return d
			}
		}
	}
	return difference{}
}

// untouched looks for the first write to a constant of one side.
func (j *Judge) untouched(o *Outcome, ref heap.Object, side int) difference {
	for k, n := 0, o.Heap.Slots(ref); k < n; k++ {
		place, t, bits := o.Heap.Slot(ref, k)
		if bits == 0 {
			continue
		}
		d := difference{kind: diffContent, place: place, path: []objectPair{{ref, ref, rootConstant, int32(ref)}}}
		d.datums[side] = Datum{t, bits}
		d.datums[1-side] = Datum{t, 0}
		d.index = side
		return d
	}
	return difference{}
}

func (j *Judge) compareEffects() difference {
	before, after := j.before, j.after
	for k := range min(len(before.Effects), len(after.Effects)) {
		if d := j.compareEffect(k); d.kind != diffNone {
			return d
		}
	}
	if len(before.Effects) != len(after.Effects) {
		// Told after the exit, if that differs as well: it is the cause.
		if d := j.compareWayOut(); d.kind != diffNone {
			return d
		}
		return difference{kind: diffEffectCount}
	}
	return difference{}
}

func (j *Judge) compareEffect(k int) difference {
	before, after := &j.before.Effects[k], &j.after.Effects[k]
	a, b := j.before.Args(*before), j.after.Args(*after)
	if !sameCall(j.before.Trace, before.Op, j.after.Trace, after.Op) {
		return difference{kind: diffEffect, index: k}
	}
	if len(a) != len(b) {
		return difference{kind: diffEffectArgs, index: k}
	}
	for i := range a {
		if d := j.comparePlain(a[i], b[i], rootEffect, int32(before.First)+int32(i)); d.kind != diffNone {
			if d.kind == diffValue {
				d.kind = diffEffectValue
			}
			d.index, d.place = k, int32(i)
			return d
		}
	}
	return j.compareSeen(k)
}

// sameCall tells whether two visible effects do the same to the outside, given
// the same values.
func sameCall(t *Trace, v Value, u *Trace, w Value) bool {
	a, b := &t.Ops[v], &u.Ops[w]
	if a.Code != b.Code || a.Type != b.Type {
		return false
	}
	return a.Code.Info().Descr != DescrText || a.Descr == b.Descr ||
		a.Descr >= 0 && b.Descr >= 0 && t.Tables.Texts[a.Descr].Text == u.Tables.Texts[b.Descr].Text
}

func (j *Judge) compareSeen(k int) difference {
	before, after := j.before.seenBy(k), j.after.seenBy(k)
	for i := range max(len(before), len(after)) {
		if i >= len(before) || i >= len(after) || before[i] != after[i] {
			return difference{kind: diffSeen, index: k, place: int32(i)}
		}
	}
	return difference{}
}

func (o *Outcome) seenBy(effect int) []seenSlot {
	e := &o.Effects[effect]
	return o.seen[e.seenFirst : e.seenFirst+e.seenLen]
}

// compareWayOut compares how the runs ended, without values.
func (j *Judge) compareWayOut() difference {
	before, after := j.before, j.after
	if before.Exit != after.Exit || before.Exit != ExitLimit && before.Src != after.Src {
		return difference{kind: diffExit}
	}
	return difference{}
}

func (j *Judge) compareExit() difference {
	if d := j.compareWayOut(); d.kind != diffNone {
		return d
	}
	a, b := j.before.Values, j.after.Values
	if len(a) != len(b) {
		return difference{kind: diffValueCount}
	}
	for k := range a {
		if d := j.comparePlain(a[k], b[k], rootValue, int32(k)); d.kind != diffNone {
			return d
		}
	}
	return difference{}
}

// comparePlain compares two values; references are paired, and their contents
// compared later.
func (j *Judge) comparePlain(a, b Datum, parent, place int32) difference {
	if a.Type == Ref && b.Type == Ref && a.Bits != 0 && b.Bits != 0 {
		return j.pair(a.Object(), b.Object(), parent, place)
	}
	if a.Type != b.Type || sameNaN(a.Type, a.Bits) != sameNaN(b.Type, b.Bits) {
		return difference{kind: diffValue, place: place, datums: [2]Datum{a, b}}
	}
	return difference{}
}

// pair says that two objects have to be the same.
func (j *Judge) pair(a, b heap.Object, parent, place int32) difference {
	have, taken := j.partner[a], j.reverse[b]
	if have == b && taken == a {
		return difference{}
	}
	here := objectPair{a, b, parent, place}
	kind := diffNone
	switch {
	case have != heap.Null || taken != heap.Null:
		kind = diffSharing
	case j.before.origin(a) != j.after.origin(b):
		kind = diffOrigin
	case kindBits(j.before.Heap, a) != kindBits(j.after.Heap, b):
		kind = diffObject
	}
	if kind != diffNone {
		return difference{kind: kind, path: j.pathTo(here),
			datums: [2]Datum{{Ref, uint64(a)}, {Ref, uint64(b)}}}
	}
	j.partner[a], j.reverse[b] = b, a
	j.queue = append(j.queue, here)
	return difference{}
}

// compareHeap compares the contents of all pairs, finding more of them.
func (j *Judge) compareHeap() difference {
	for k := 0; k < len(j.queue); k++ {
		if d := j.compareContents(int32(k)); d.kind != diffNone {
			return d
		}
	}
	return difference{}
}

// compareContents merges the places of two objects, which come in the same
// order, skipping those that hold nothing.
func (j *Judge) compareContents(k int32) difference {
	a, b := j.queue[k].before, j.queue[k].after
	x, y := newCursor(j.before.Heap, a), newCursor(j.after.Heap, b)
	for {
		place := min(x.place, y.place)
		if place == math.MaxInt32 {
			return difference{}
		}
		var have, other Datum
		if x.place == place {
			have = x.take()
		}
		if y.place == place {
			other = y.take()
		}
		if have.Type == Void {
			have.Type = other.Type
		}
		if other.Type == Void {
			other.Type = have.Type
		}
		if d := j.comparePlain(have, other, k, place); d.kind != diffNone {
			if d.kind == diffValue {
				d.kind, d.path = diffContent, j.pathTo(j.queue[k])
			}
			return d
		}
	}
}

// cursor goes through the places of an object that hold something else than 0
// or null.
type cursor struct {
	heap  *heap.Heap
	of    heap.Object
	next  int
	slots int
	place int32 // math.MaxInt32 at the end
	datum Datum
}

func newCursor(h *heap.Heap, o heap.Object) cursor {
	c := cursor{heap: h, of: o, slots: h.Slots(o)}
	c.advance()
	return c
}

func (c *cursor) advance() {
	for c.next < c.slots {
		place, t, bits := c.heap.Slot(c.of, c.next)
		c.next++
		if bits != 0 && t != Void {
			c.place, c.datum = place, Datum{t, bits}
			return
		}
	}
	c.place = math.MaxInt32
}

func (c *cursor) take() Datum {
	d := c.datum
	c.advance()
	return d
}

// pathTo returns the pairs through which a pair was reached, from the last one
// back to the root, at most maxPath of them.
func (j *Judge) pathTo(p objectPair) []objectPair {
	path := []objectPair{p}
	for p.parent >= 0 && len(path) < maxPath {
		p = j.queue[p.parent]
		path = append(path, p)
	}
	return path
}

const maxPath = 6
