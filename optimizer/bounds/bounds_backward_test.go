package bounds

import (
	"math/bits"
	"testing"
	"unbox/trace"
)

func TestBoundsNarrowBackward(t *testing.T) {
	for _, w := range widths() {
		e := newNarrow(w)
		for _, op := range w.operations() {
			w.isKept(t, &op, "backward", e.tryBackward(t, &op, w.every(&op)))
		}
	}
}

// every is n if one in n results is tried. Where all can be tried quickly, all
// are.
func (w width) every(op *operation) int {
	switch {
	case op.unary:
		return 1
	case w > 3:
		return *narrowEvery
	case testing.Short():
		return 16
	}
	return 1
}

// tryBackward tries all triples of a result and two arguments, or every so many
// results for each pair of arguments.
func (e *narrow) tryBackward(t *testing.T, op *operation, every int) score {
	var score score
	left, right := e.images(op, false), e.images(op, true)
	pairs := 0
	for _, j := range e.seconds(op) {
		for i := range e.all {
			pairs++
			for k := pairs % every; k < len(e.all); k += every {
				inA := e.possible(left, i, j, e.members[k])
				inB := e.possible(right, j, i, e.members[k])
				if op.unary {
					inB = e.members[j]
				}
				e.tryTriple(t, op, [3]int{k, i, j}, inA, inB, &score)
			}
		}
	}
	return score
}

// possible returns the members of Bounds i for which some member of j gives one
// of the wanted results.
func (e *narrow) possible(table [][]set, i, j int, wanted set) set {
	var found set
	for members := e.members[i]; members != 0; members &= members - 1 {
		bit := bits.TrailingZeros64(uint64(members))
		if table[bit][j]&wanted != 0 {
			found |= 1 << bit
		}
	}
	return found
}

// tryTriple counts whether the refined arguments are the smallest Bounds of the
// members that are possible.
func (e *narrow) tryTriple(t *testing.T, op *operation, at [3]int, inA, inB set, score *score) {
	r, a, b := e.all[at[0]], e.all[at[1]], e.all[at[2]]
	newA, newB, ok := op.backward(r, a, b)
	if inA == 0 {
		score.count(!ok)
		return
	}
	if !ok {
		t.Fatalf("%s: expected that %+v can come from %+v and %+v, found that it is impossible", op.name, r, a, b)
	}
	bestA, bestB := e.best(inA), e.best(inB)
	if !bestA.Within(newA) || !bestB.Within(newB) {
		t.Fatalf("%s: expected that %+v comes from %+v and %+v within %+v and %+v, found %+v and %+v",
			op.name, r, a, b, bestA, bestB, newA, newB)
	}
	if !newA.Within(a) || !newB.Within(b) || !e.isNormal(newA) || !e.isNormal(newB) {
		t.Fatalf("%s: expected nothing to be lost of %+v and %+v, found %+v and %+v", op.name, a, b, newA, newB)
	}
	score.count(newA == bestA && newB == bestB, newA, newB)
}

// TestRestrictFindsNoResult: where no sum, difference or product fits into the word, no result is left.
func TestRestrictFindsNoResult(t *testing.T) {
	for _, w := range widths() {
		e, none := newNarrow(w), 0
		for _, code := range []trace.Opcode{trace.OpIntAddOvf, trace.OpIntSubOvf, trace.OpIntMulOvf} {
			for _, y := range e.all {
				for _, z := range e.all {
					if w.canFit(code, y, z) {
						continue
					}
					none++
					if x, ok := w.restrict(code, w.top(), y, z); ok {
						t.Fatalf("%d bits, %s of %v and %v: expected nothing, found %v", w, code, y, z, x)
					}
				}
			}
		}
		if none == 0 {
			t.Errorf("%d bits: expected operands whose results do not fit, found none", w)
		}
	}
}
