package bounds

import (
	"math/bits"
	"testing"

	"unbox/trace"
)

func TestBoundsNarrowForward(t *testing.T) {
	for _, w := range widths() {
		e := newNarrow(w)
		for _, op := range w.operations() {
			w.isKept(t, &op, "forward", e.tryForward(t, &op))
		}
	}
}

// tryForward tries all pairs of Bounds.
func (e *narrow) tryForward(t *testing.T, op *operation) score {
	var score score
	table := e.images(op, false)
	for _, j := range e.seconds(op) {
		for i, a := range e.all {
			result := op.forward(a, e.all[j])
			if !e.isNormal(result) {
				t.Fatalf("%s: expected Bounds in normal form for %+v and %+v, found %+v", op.name, a, e.all[j], result)
			}
			occurs := e.occurring(table, i, j)
			if occurs == 0 {
				continue // the operation has no meaning for any member
			}
			best := e.best(occurs)
			if !best.Within(result) {
				t.Fatalf("%s: expected all results for %+v and %+v to be included, which are %+v; found %+v",
					op.name, a, e.all[j], best, result)
			}
			score.count(result == best, result)
		}
	}
	return score
}

// occurring returns the results for the members of two Bounds.
func (e *narrow) occurring(table [][]set, i, j int) set {
	var occurs set
	for members := e.members[i]; members != 0; members &= members - 1 {
		occurs |= table[bits.TrailingZeros64(uint64(members))][j]
	}
	return occurs
}

// isNormal reports whether b is normal and of this width.
func (e *narrow) isNormal(b Bounds) bool {
	again, ok := normal(b.Lo, b.Hi, b.Ones, b.Unknown)
	return ok && again == b && b.Within(e.width.top())
}

// TestBoundsNarrowSets compares the operations on Bounds with those on sets.
func TestBoundsNarrowSets(t *testing.T) {
	for _, w := range widths() {
		e := newNarrow(w)
		for i, a := range e.all {
			e.trySingle(t, a, e.members[i])
			for j, b := range e.all {
				e.tryPair(t, a, b, e.members[i], e.members[j])
			}
		}
	}
}

func (e *narrow) trySingle(t *testing.T, a Bounds, members set) {
	w := e.width
	if best := w.best(members); best != a {
		t.Fatalf("expected the members of %+v to have no smaller Bounds, found %+v", a, best)
	}
	if constant := members&(members-1) == 0; a.IsConstant() != constant {
		t.Fatalf("%+v: expected IsConstant %v", a, constant)
	}
	for n := w.min(); n <= w.max(); n++ {
		rest, ok := a.without(n)
		want := members &^ w.bitOf(n)
		if ok != (want != 0) || ok && !w.best(want).Within(rest) {
			t.Fatalf("%+v without %d: found %+v, %v", a, n, rest, ok)
		}
	}
	lo, hi := a.unsigned()
	for s := members; s != 0; s &= s - 1 {
		n := uint64(int64(bits.TrailingZeros64(uint64(s))) + w.min())
		if n < lo || n > hi || !a.Contains(int64(lo)) || !a.Contains(int64(hi)) {
			t.Fatalf("%+v: found the unsigned ends %d and %d", a, lo, hi)
		}
	}
}

func (e *narrow) tryPair(t *testing.T, a, b Bounds, inA, inB set) {
	both, ok := a.Intersect(b)
	if ok != (inA&inB != 0) || ok && both != e.best(inA&inB) {
		t.Fatalf("%+v and %+v in common: found %+v, %v", a, b, both, ok)
	}
	if joined := a.Join(b); joined != e.best(inA|inB) {
		t.Fatalf("%+v or %+v: expected %+v, found %+v", a, b, e.best(inA|inB), joined)
	}
	if subset := inA&^inB == 0; a.Within(b) != subset {
		t.Fatalf("%+v within %+v: expected %v", a, b, subset)
	}
}

// TestBoundsNarrowKnown compares the answers to questions with enumeration: they
// must be right, and there must be one whenever the Bounds decide.
func TestBoundsNarrowKnown(t *testing.T) {
	for _, w := range widths() {
		e := newNarrow(w)
		for _, op := range w.operations() {
			code, _ := trace.LookupSpelling(op.name)
			switch {
			case IsOverflow(code.Code):
				e.tryOverflow(t, code.Code, &op)
			case isComparison(code.Code):
				e.tryComparison(t, code.Code, &op)
			}
		}
	}
}

func (e *narrow) tryComparison(t *testing.T, code trace.Opcode, op *operation) {
	table := e.images(op, false)
	for _, j := range e.seconds(op) {
		for i, a := range e.all {
			occurs := e.occurring(table, i, j)
			value, known := KnownComparison(code, a, e.all[j])
			if known != (occurs&(occurs-1) == 0) || known && occurs != e.width.bitOf(trace.BoolBit(value)) {
				t.Fatalf("%s of %+v and %+v: found %v, known %v", op.name, a, e.all[j], value, known)
			}
		}
	}
}

func (e *narrow) tryOverflow(t *testing.T, code trace.Opcode, op *operation) {
	wrapped := trace.OpIntAdd + (code - trace.OpIntAddOvf)
	for i, a := range e.all {
		for j, b := range e.all {
			fits, lost := e.countFitting(op, i, j)
			if cannot := e.width.cannotOverflow(code, a, b); cannot != (lost == 0) {
				t.Fatalf("%s of %+v and %+v: found that it cannot overflow %v, but %d pairs do", op.name, a, b, cannot, lost)
			}
			if !e.width.canFit(code, a, b) && fits > 0 {
				t.Fatalf("%s of %+v and %+v: found that it must overflow, but %d pairs do not", op.name, a, b, fits)
			}
			if lost == 0 && e.width.forward(code, a, b) != e.width.forward(wrapped, a, b) {
				t.Fatalf("%s of %+v and %+v: expected the result of %s", op.name, a, b, wrapped)
			}
		}
	}
}

func (e *narrow) countFitting(op *operation, i, j int) (fits, lost int) {
	w := e.width
	for s := e.members[i]; s != 0; s &= s - 1 {
		for r := e.members[j]; r != 0; r &= r - 1 {
			x := int64(bits.TrailingZeros64(uint64(s))) + w.min()
			y := int64(bits.TrailingZeros64(uint64(r))) + w.min()
			if _, defined := op.eval(x, y); defined {
				fits++
			} else {
				lost++
			}
		}
	}
	return fits, lost
}
