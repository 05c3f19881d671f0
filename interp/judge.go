package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// VerdictKind is the judge's verdict on two runs.
type VerdictKind uint8

const (
	// VerdictAgree: nothing that can be seen from outside differs.
	VerdictAgree VerdictKind = iota
	// VerdictDiffer: the two traces are not equivalent.
	VerdictDiffer
	// VerdictUndefined: the recorded trace has no meaning on these inputs, so the
	// other may do anything; or one of the runs used up its budget.
	VerdictUndefined
	// VerdictOpaque: one of the traces cannot be interpreted to its end, so the
	// answer is unknown.
	VerdictOpaque
)

var verdictNames = [...]string{"agree", "differ", "undefined", "opaque"}

// String returns "agree", "differ", "undefined" or "opaque".
func (k VerdictKind) String() string { return verdictNames[k] }

// Verdict is what the judge says about two runs, and why.
type Verdict struct {
	Kind VerdictKind
	// before and after are the runs; diff is the first difference found.
	before, after *Outcome
	diff          difference
}

// Compare reports whether two runs on the same inputs did the same as seen from
// outside: the same exit (guards by their identity in the recorded trace), with
// equal values, the same effects in order, and the same heap reachable from
// inputs, effects and exit values, up to the identity of what the runs
// allocated. Objects must be shared in one run exactly where they are in the
// other. An unwritten place equals 0 and null, and all NaNs are equal. At
// ExitLimit the exit has no values.
//
// The optimized trace may leave at a guard that also asks the question of a later
// guard (Snapshot.Takes) where the recorded trace continues and leaves through the later
// guard, or through one in between: execution from the earlier state comes to the same
// end. The state then has to be the one that the recorded trace has at the earlier
// guard.
//
// The traces must share their Tables. Time and memory are linear in the size of
// the outcomes.
func Compare(before, after *Outcome) Verdict { return new(Judge).Compare(before, after) }

// Judge compares runs and keeps its memory from one comparison to the next. The
// zero Judge is ready to use, by one goroutine at a time.
type Judge struct {
	before, after *Outcome
	// partner and reverse pair the objects of the two runs.
	partner, reverse []heap.Object
	queue            []objectPair
	// again runs the recorded trace to an earlier guard.
	again     Interp
	constants map[uint64]heap.Object
}

// Compare is the function [Compare]. The verdict can be asked for its reason
// until one of the outcomes is overwritten by another run.
func (j *Judge) Compare(before, after *Outcome) Verdict {
	v := Verdict{before: before, after: after}
	switch {
	case before.Exit == ExitOpaque:
		v.Kind = VerdictOpaque
	case !before.Defined() || after.Exit == ExitExhausted:
		v.Kind = VerdictUndefined
	case after.Exit == ExitOpaque:
		v.Kind = VerdictOpaque
	default:
		if earlier := j.leftEarlier(before, after); earlier != nil {
			before = earlier
			v.before = earlier
		}
		v.diff = j.compare(before, after)
		if v.diff.kind != diffNone {
			v.Kind = VerdictDiffer
		}
	}
	return v
}

// leftEarlier returns the outcome that the recorded trace would have had at the
// guard through which the other one left, if that guard also asks a later one's
// question and the recorded trace went on there. Otherwise it returns nil.
func (j *Judge) leftEarlier(before, after *Outcome) *Outcome {
	if after.Exit != ExitGuard || before.Src == after.Src || before.Jumps < after.Jumps {
		return nil
	}
	snap := after.Trace.Ops[after.Op].Snap
	if snap <= 0 || int(snap) >= len(after.Trace.Snaps) || after.Trace.Snaps[snap].Takes == 0 || before.interp == nil {
		return nil
	}
	if before.Exit != ExitGuard || before.Jumps > after.Jumps || before.Src > after.Trace.Snaps[snap].Takes {
		return nil // it passed the later guard, too
	}
	o := before.interp.options
	o.LeaveAt, o.LeaveJumps = trace.Value(after.Src), after.Jumps
	earlier := j.again.Run(before.Trace, before.Inputs, o)
	if earlier.Exit != ExitGuard || earlier.Src != after.Src {
		return nil
	}
	return earlier
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
	kind diffKind
	// index is the number of an effect; for diffContent 1 if only the second run
	// has the object.
	index int
	place heap.Place
	// path leads from the pair it is about back to a root.
	path []objectPair
	// datums are what was expected and what was found.
	datums [2]Datum
	op     trace.Value
}

func (j *Judge) compare(before, after *Outcome) difference {
	j.before, j.after = before, after
	j.queue = j.queue[:0]
	j.partner = trace.Zeroed(j.partner, before.Heap.Len()+1)
	j.reverse = trace.Zeroed(j.reverse, after.Heap.Len()+1)
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

func (j *Judge) compareEffects() difference {
	before, after := j.before, j.after
	for k := range min(len(before.Effects), len(after.Effects)) {
		if d := j.compareEffect(k); d.kind != diffNone {
			return d
		}
	}
	if len(before.Effects) != len(after.Effects) {
		// The exit is reported first if it differs as well: it is the cause.
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
	if !trace.SameCall(j.before.Trace, before.Op, j.after.Trace, after.Op) {
		return difference{kind: diffEffect, index: k}
	}
	if len(a) != len(b) {
		return difference{kind: diffEffectArgs, index: k}
	}
	for i := range a {
		if d := j.comparePlain(a[i], b[i], rootEffect, heap.Place(before.First)+heap.Place(i)); d.kind != diffNone {
			if d.kind == diffValue {
				d.kind = diffEffectValue
			}
			d.index, d.place = k, heap.Place(i)
			return d
		}
	}
	return j.compareSeen(k)
}

func (j *Judge) compareSeen(k int) difference {
	before, after := j.before.seenBy(k), j.after.seenBy(k)
	for i := range max(len(before), len(after)) {
		if i >= len(before) || i >= len(after) || before[i] != after[i] {
			return difference{kind: diffSeen, index: k, place: heap.Place(i)}
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
		if d := j.comparePlain(a[k], b[k], rootValue, heap.Place(k)); d.kind != diffNone {
			return d
		}
	}
	return difference{}
}

// comparePlain compares two values. References are paired; their contents are
// compared later.
func (j *Judge) comparePlain(a, b Datum, parent int32, place heap.Place) difference {
	if a.Type == trace.Ref && b.Type == trace.Ref && a.Bits != 0 && b.Bits != 0 {
		return j.pair(a.Object(), b.Object(), parent, place)
	}
	if a.Type != b.Type || trace.SameNaN(a.Type, a.Bits) != trace.SameNaN(b.Type, b.Bits) {
		return difference{kind: diffValue, place: place, datums: [2]Datum{a, b}}
	}
	return difference{}
}
