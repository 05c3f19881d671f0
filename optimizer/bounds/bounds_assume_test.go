package bounds

import (
	"math"
	"slices"
	"testing"

	"unbox/trace"
)

// What a comparison that holds says about its two arguments is exact at the ends: the ends that are left belong to some
// pair for which the comparison holds, and it is reported if there is no such pair. The ends tried are those of the signed
// and unsigned integers, and the numbers next to them.
func TestAssumeIsExactAtTheEnds(t *testing.T) {
	ends := []int64{math.MinInt64, math.MinInt64 + 1, math.MinInt64 + 2, -2, -1, 0, 1, 2, math.MaxInt64 - 1, math.MaxInt64}
	members := append([]int64{math.MinInt64 + 3, -3, 3, math.MaxInt64 - 2}, ends...)
	for _, code := range []trace.Opcode{trace.OpIntLt, trace.OpIntLe, trace.OpIntEq, trace.OpIntNe, trace.OpUintLt, trace.OpUintLe} {
		for i, lo := range ends {
			for _, hi := range ends[i:] {
				for k, from := range ends {
					for _, to := range ends[k:] {
						assumeAll(t, code, Range(lo, hi), Range(from, to), members)
					}
				}
			}
		}
	}
}

// assumeAll compares assume with what follows from all pairs of members. Both ends of what is left are among them.
func assumeAll(t *testing.T, code trace.Opcode, a, b Bounds, members []int64) {
	t.Helper()
	var left [2][]int64
	for _, x := range members {
		for _, y := range members {
			if truth, _ := trace.Eval(code, uint64(x), uint64(y)); a.Contains(x) && b.Contains(y) && truth == 1 {
				left[0], left[1] = append(left[0], x), append(left[1], y)
			}
		}
	}
	newA, newB, ok := assume(code, a, b)
	if ok != (len(left[0]) > 0) {
		t.Errorf("%s of %v and %v: expected that some pair is possible: %v, found %v", code, a, b, len(left[0]) > 0, ok)
	}
	if !ok || len(left[0]) == 0 {
		return
	}
	for side, found := range [2]Bounds{newA, newB} {
		for _, n := range left[side] {
			if !found.Contains(n) {
				t.Errorf("%s of %v and %v: expected that argument %d can be %d, found %v", code, a, b, side, n, found)
			}
		}
		for _, end := range [2]int64{found.Lo, found.Hi} {
			if !slices.Contains(left[side], end) {
				t.Errorf("%s of %v and %v: expected that argument %d can not be %d, found %v", code, a, b, side, end, found)
			}
		}
	}
}
