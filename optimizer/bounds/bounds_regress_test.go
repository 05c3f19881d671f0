package bounds

import (
	"math"
	"testing"

	"unbox/trace"
)

// The bugs of Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing, one by
// one. Each of them excluded an integer that occurs.

// backward is Backward where it must not find a contradiction.
func backward(t *testing.T, code trace.Opcode, r, a, b Bounds) (Bounds, Bounds) {
	t.Helper()
	newA, newB, ok := Backward(code, r, a, b)
	if !ok {
		t.Fatalf("expected that %s can give %s from %s and %s", code, r, a, b)
	}
	return newA, newB
}

// "Motivation: A JIT Miscompilation": x < 5 does not follow from x + 10 < 15,
// because the sum may have wrapped around.
func TestBoundsRegressAddThenLess(t *testing.T) {
	sum := Forward(trace.OpIntAdd, Top(), Constant(10))
	if sum != Top() {
		t.Errorf("expected any integer as sum, found %s", sum)
	}
	sum, _ = backward(t, trace.OpIntLt, Constant(1), sum, Constant(15))
	if want := Range(math.MinInt64, 14); sum != want {
		t.Errorf("expected a sum %s, found %s", want, sum)
	}
	x, _ := backward(t, trace.OpIntAdd, sum, Top(), Constant(10))
	if x != Top() {
		t.Errorf("expected any integer as x, found %s", x)
	}
	if _, known := KnownLess(x, Constant(6)); known {
		t.Error("expected that `x < 6` stays a question")
	}
	if !x.Contains(9223372036854775803) {
		t.Error("expected the post's counterexample to be possible")
	}
}

// What may be concluded: if x is known not to be near the end, or if the sum is
// known not to overflow.
func TestBoundsRegressAddThenLessWithoutWrapping(t *testing.T) {
	sum := Range(math.MinInt64, 14)
	x, _ := backward(t, trace.OpIntAdd, sum, Range(0, 100), Constant(10))
	if want := Range(0, 4); x != want {
		t.Errorf("expected x %s, found %s", want, x)
	}
	x, _ = backward(t, trace.OpIntAddOvf, sum, Top(), Constant(10))
	if want := Range(math.MinInt64, 4); x != want {
		t.Errorf("expected x %s, found %s", want, x)
	}
	if _, _, ok := Backward(trace.OpIntAdd, sum, Range(5, 100), Constant(10)); ok {
		t.Error("expected a contradiction")
	}
}

// "Second bug": the negative of the smallest integer is itself, so x > 0 does
// not follow from 0 - x < 0.
func TestBoundsRegressNegateSmallest(t *testing.T) {
	smallest := Constant(math.MinInt64)
	if got := Forward(trace.OpIntNeg, smallest, Bounds{}); got != smallest {
		t.Errorf("expected the smallest integer, found %s", got)
	}
	if got := Forward(trace.OpIntNeg, Range(math.MinInt64, -1), Bounds{}); !got.Contains(math.MinInt64) || !got.Contains(1) {
		t.Errorf("expected the smallest integer and 1 to be included, found %s", got)
	}
	for _, x := range []Bounds{
		func() Bounds {
			x, _ := backward(t, trace.OpIntNeg, Range(math.MinInt64, -1), Top(), Bounds{})
			return x
		}(),
		func() Bounds {
			_, x := backward(t, trace.OpIntSub, Range(math.MinInt64, -1), Constant(0), Top())
			return x
		}(),
	} {
		if !x.Contains(math.MinInt64) || x.Contains(0) && x != Top() {
			t.Errorf("expected the smallest integer to be included, found %s", x)
		}
		if _, known := KnownGreater(x, Constant(0)); known {
			t.Error("expected that `x > 0` stays a question")
		}
	}
}

// "Bugs Found": x == 1 does not follow from 12 == x * 12.
func TestBoundsRegressMultiply(t *testing.T) {
	x, _ := backward(t, trace.OpIntMul, Constant(12), Top(), Constant(12))
	for _, n := range []int64{1, 1 + 1<<62, math.MinInt64 + 1} {
		if Constant(n*12) != Constant(12) || !x.Contains(n) {
			t.Errorf("expected %d to be possible, found %s", n, x)
		}
	}
	if x.Contains(2) || x.IsConstant() {
		t.Errorf("expected the lowest 62 bits to be those of 1, found %s", x)
	}
	for _, code := range []trace.Opcode{trace.OpIntMul, trace.OpIntMulOvf} {
		if x, _ := backward(t, code, Constant(12), Range(-1000, 1000), Constant(12)); x != Constant(1) {
			t.Errorf("%s: expected 1 where nothing wraps around, found %s", code, x)
		}
	}
	if _, _, ok := Backward(trace.OpIntMul, Constant(13), Top(), Constant(12)); ok {
		t.Error("expected an odd product of 12 to be a contradiction")
	}
}

// "Bugs Found": 0 == 0x1000000000000000 << x with x between 0 and 15 does not
// imply that the constant is 0, but that x is at least 4.
func TestBoundsRegressShift(t *testing.T) {
	constant := Constant(0x1000000000000000)
	a, x := backward(t, trace.OpIntLshift, Constant(0), constant, Range(0, 15))
	if a != constant || x != Range(4, 15) {
		t.Errorf("expected the constant and 4 to 15, found %s and %s", a, x)
	}
}

// Guards of real traces: what one of them says about the next.
func TestBoundsGuards(t *testing.T) {
	index, _ := backward(t, trace.OpUintLt, Constant(1), Top(), ArrayLength())
	if want := Range(0, math.MaxInt64-1); index != want {
		t.Errorf("an index below a length: expected %s, found %s", want, index)
	}
	if next := Forward(trace.OpIntAdd, index, Constant(1)); next != Range(1, math.MaxInt64) {
		t.Errorf("the next index: expected no wrapping around, found %s", next)
	}
	if !CannotOverflow(trace.OpIntAddOvf, index, Constant(1)) {
		t.Error("the next index: expected that it cannot overflow")
	}
	even, _ := backward(t, trace.OpIntAnd, Constant(0), Top(), Constant(1))
	if even.String() != "even" {
		t.Errorf("x & 1 == 0: expected even, found %s", even)
	}
	if value, known := KnownEqual(Forward(trace.OpIntAdd, even, Constant(7)), Constant(100)); value || !known {
		t.Error("an even number and 7: expected that it is not 100")
	}
	masked := Forward(trace.OpIntAnd, Top(), Constant(7))
	if masked != Range(0, 7) {
		t.Errorf("x & 7: expected 0 to 7, found %s", masked)
	}
	if rest := Forward(trace.OpIntPyMod, Top(), Constant(8)); rest != masked {
		t.Errorf("x mod 8: expected %s, found %s", masked, rest)
	}
}
