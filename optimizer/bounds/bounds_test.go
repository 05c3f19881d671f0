package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"unbox/internal/edges"
	"unbox/trace"
)

// multiples returns the bounds of a range in which the lowest bits are 0.
func multiples(lo, hi int64, zeros uint64) Bounds {
	b, ok := Range(lo, hi).meetBits(0, ^(uint64(1)<<zeros - 1))
	if !ok {
		panic("no multiple in the range")
	}
	return b
}

// TestBoundsStory is the example in the story of bounds.go.
func TestBoundsStory(t *testing.T) {
	got := multiples(5, 16, 3)
	if want := (Bounds{Lo: 8, Hi: 16, Unknown: 0b11000}); got != want {
		t.Errorf("expected %+v, found %+v", want, got)
	}
}

func TestBoundsConstructors(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 42, math.MinInt64, math.MaxInt64} {
		if c := Constant(n); c != Range(n, n) || !c.IsConstant() || !c.Contains(n) {
			t.Errorf("the constant %d: found %+v", n, c)
		}
	}
	if Top() != Range(math.MinInt64, math.MaxInt64) || !Top().IsTop() {
		t.Errorf("expected Top to be the range of all integers, found %+v", Top())
	}
	if got, want := ArrayLength(), Range(0, math.MaxInt64); got != want {
		t.Errorf("expected %+v as length of an array, found %+v", want, got)
	}
	if (Bounds{}) != Constant(0) {
		t.Error("expected the zero Bounds to be the constant 0")
	}
	if _, ok := KnownBits(6, 2); ok {
		t.Error("expected no integer to have a bit that is 0 and 1")
	}
	if b, ok := KnownBits(1<<63, 1); !ok || b.Lo != math.MinInt64 || b.Hi != -2 {
		t.Errorf("expected negative even integers, found %+v, %v", b, ok)
	}
}

func TestBoundsString(t *testing.T) {
	odd, _ := KnownBits(1, 0)
	bit5, _ := KnownBits(32, 0)
	five, _ := KnownBits(5, 2)
	masked, _ := KnownBits(0x1200, 0x0d00)
	low12, _ := KnownBits(0x0ff, 0xf00)
	sevens, _ := KnownBits(7, 0)
	for _, row := range []struct {
		bounds Bounds
		want   string
	}{
		{Top(), "any integer"},
		{Constant(-7), "-7"},
		{Truth(), "0 or 1"},
		{Range(7, 8), "7 or 8"},
		{multiples(-4, 3, 2), "-4 or 0"},
		{Range(0, 15), "between 0 and 15"},
		{Range(-3, 900), "between -3 and 900"},
		{ArrayLength(), "at least 0"},
		{Range(math.MinInt64, 9), "at most 9"},
		{Range(math.MinInt64, -1), "negative"},
		{Range(math.MinInt64, math.MaxInt64-1), "at most 9223372036854775806"},
		{multiples(math.MinInt64, math.MaxInt64, 1), "even"},
		{odd, "odd"},
		{multiples(0, math.MaxInt64, 1), "at least 0, even"},
		{multiples(math.MinInt64, math.MaxInt64, 3), "an integer whose lowest 3 bits are 0"},
		{multiples(5, 70, 3), "between 8 and 64, its lowest 3 bits are 0"},
		{five, "an integer whose lowest 3 bits are 0b101"},
		{sevens, "an integer whose lowest 3 bits are 1"},
		{bit5, "an integer whose bit 5 is 1"},
		{masked, "an integer whose bits in the mask 0x1f00 are 0x1200"},
		{low12, "an integer whose lowest 12 bits are 0xff"},
	} {
		if got := row.bounds.String(); got != row.want {
			t.Errorf("%+v: expected %q, found %q", row.bounds, row.want, got)
		}
	}
}

// TestBoundsWholeTable tries every operation, even those on floats, objects and
// the outside.
func TestBoundsWholeTable(t *testing.T) {
	for _, code := range trace.Opcodes() {
		for _, arg := range []Bounds{Top(), Constant(0), Range(3, 9)} {
			result := Forward(code, arg, arg)
			if again, ok := normal(result.Lo, result.Hi, result.Ones, result.Unknown); !ok || again != result {
				t.Errorf("%s: expected Bounds in normal form, found %+v", code, result)
			}
			a, b, ok := Backward(code, result, arg, arg)
			if code == trace.OpIntPyDiv || code == trace.OpIntPyMod || code == trace.OpIntSignext {
				continue // they have no meaning for some of these arguments
			}
			if !ok || !a.Within(arg) || !b.Within(arg) {
				t.Errorf("%s: expected arguments within %s, found %s and %s, %v", code, arg, a, b, ok)
			}
		}
	}
	for code, want := range map[trace.Opcode]Bounds{
		trace.OpArrayLen: ArrayLength(), trace.OpFloatLt: Truth(), trace.OpPtrEq: Truth(), trace.OpGet: Top(), trace.OpCastFloatToInt: Top(),
		trace.OpFloatAdd: Top(), trace.OpCall: Top(), trace.OpOpaque: Top(), trace.OpGetarg: Top(), trace.OpSameAs: Constant(3),
	} {
		if got := Forward(code, Constant(3), Constant(4)); got != want {
			t.Errorf("%s: expected %s, found %s", code, want, got)
		}
	}
}

func TestBoundsDoNotAllocate(t *testing.T) {
	args := []Bounds{Top(), Range(-5, 77), multiples(8, 64, 3), Constant(12)}
	for _, code := range trace.Opcodes() {
		used := testing.AllocsPerRun(10, func() {
			for _, a := range args {
				for _, b := range args {
					Backward(code, Forward(code, a, b), a, b)
					KnownComparison(code, a, b)
				}
			}
		})
		if used != 0 {
			t.Errorf("%s: expected no allocation, found %v", code, used)
		}
	}
}

func TestBoundsOverflow(t *testing.T) {
	large := Range(math.MaxInt64-3, math.MaxInt64)
	for _, row := range []struct {
		code   trace.Opcode
		a, b   Bounds
		cannot bool
	}{
		{trace.OpIntAddOvf, Range(0, 100), Range(-5, 5), true},
		{trace.OpIntAddOvf, ArrayLength(), Constant(1), false},
		{trace.OpIntAddOvf, ArrayLength(), Constant(-1), true},
		{trace.OpIntAddOvf, large, Range(4, 9), false},
		{trace.OpIntSubOvf, Top(), Constant(0), true},
		{trace.OpIntSubOvf, ArrayLength(), ArrayLength(), true},
		{trace.OpIntSubOvf, Constant(0), Top(), false},
		{trace.OpIntSubOvf, Constant(0), Constant(math.MinInt64), false},
		{trace.OpIntMulOvf, Range(-1<<31, 1<<31), Range(-1<<31, 1<<31-1), true},
		{trace.OpIntMulOvf, Range(-1<<32, 1<<32), Range(-1<<31, 1<<31), false},
		{trace.OpIntMulOvf, Constant(math.MinInt64), Constant(-1), false},
		{trace.OpIntMulOvf, Range(1<<32, 1<<33), Range(1<<31, 1<<33), false},
		{trace.OpIntMulOvf, Top(), Constant(0), true},
	} {
		if got := CannotOverflow(row.code, row.a, row.b); got != row.cannot {
			t.Errorf("%s of %s and %s: expected CannotOverflow %v", row.code, row.a, row.b, row.cannot)
		}
	}
}

// The order of the arguments makes no difference here, so no mutants swap them.
func TestSymmetric(t *testing.T) {
	ints := edges.Ints()
	for _, x := range ints {
		for _, y := range ints {
			if mulWide(x, y) != mulWide(y, x) {
				t.Errorf("mulWide(%d, %d) depends on their order", x, y)
			}
			for _, z := range ints {
				a, b := mulWide(x, z), mulWide(y, y)
				if minWide(a, b) != minWide(b, a) || maxWide(a, b) != maxWide(b, a) {
					t.Errorf("minWide or maxWide of %v and %v depends on their order", a, b)
				}
			}
		}
	}
}

// So it does of what is known of a sum or a product, and of bitwise operations.
func TestSymmetricBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	type bits struct{ ones, unknown uint64 }
	for range 20_000 {
		a, b := Random(rng), Random(rng)
		for _, w := range []width{8, 32, 64} {
			for name, f := range map[string]func(a, b Bounds) Bounds{
				"forwardAdd": w.forwardAdd, "forwardAnd": w.forwardAnd, "forwardOr": w.forwardOr, "forwardXor": w.forwardXor,
			} {
				if f(a, b) != f(b, a) {
					t.Errorf("%s(%v, %v) depends on their order at %d bits", name, a, b, w)
				}
			}
		}
		for name, f := range map[string]func(a, b Bounds) (ones, unknown uint64){"knownSum": knownSum, "knownProduct": knownProduct} {
			var one, other bits
			one.ones, one.unknown = f(a, b)
			if other.ones, other.unknown = f(b, a); one != other {
				t.Errorf("%s(%v, %v) depends on their order", name, a, b)
			}
		}
		for _, code := range []trace.Opcode{trace.OpIntOr, trace.OpIntXor} {
			lo, hi := logicRange(code, a, b)
			if otherLo, otherHi := logicRange(code, b, a); lo != otherLo || hi != otherHi {
				t.Errorf("logicRange(%v, %v, %v) depends on their order", code, a, b)
			}
		}
		x, y := a.spanOf(), b.spanOf()
		for name, f := range map[string]func(x, y span) uint64{"minOr": minOr, "maxOr": maxOr, "minXor": minXor, "maxXor": maxXor} {
			if f(x, y) != f(y, x) {
				t.Errorf("%s(%v, %v) depends on their order", name, x, y)
			}
		}
	}
}

// The quick way of a sum has the result of the other one, so a mutant may take it less often.
func TestQuickSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		a, b := Random(rng), Random(rng)
		for _, w := range []width{8, 32, 64} {
			if quick, other := w.forwardAdd(a, b), w.forwardWrapping(trace.OpIntAdd, a, b); quick != other {
				t.Fatalf("the sum of %v and %v at %d bits: expected %v, found %v", a, b, w, other, quick)
			}
		}
	}
}

// spanOf is one range of the members.
func (b Bounds) spanOf() span {
	list, n := b.spans()
	return list[n-1]
}
