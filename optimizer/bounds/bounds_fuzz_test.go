package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"unbox/trace"
)

// The same functions at 64 bits, where enumeration is impossible: members are
// drawn from Bounds, Eval says what the operation computes, and the bounds must
// allow that result.

// FuzzBounds makes two Bounds and a member of each, and a result's Bounds.
func FuzzBounds(f *testing.F) {
	f.Add(uint8(trace.OpIntAdd), int64(0), int64(math.MaxInt64), uint64(0), uint64(math.MaxUint64),
		int64(10), int64(10), uint64(0), uint64(math.MaxUint64), int64(7), int64(10), uint64(3), uint64(5))
	f.Add(uint8(trace.OpIntMul), int64(math.MinInt64), int64(math.MaxInt64), uint64(0), uint64(math.MaxUint64),
		int64(12), int64(12), uint64(0), uint64(math.MaxUint64), int64(math.MinInt64+1), int64(12), uint64(0), uint64(0))
	f.Add(uint8(trace.OpIntLshift), int64(1<<60), int64(1<<60), uint64(0), uint64(math.MaxUint64),
		int64(0), int64(15), uint64(0), uint64(math.MaxUint64), int64(0), int64(9), uint64(0), uint64(0))
	f.Fuzz(func(t *testing.T, code uint8, aLo, aHi int64, aOnes, aUnknown uint64,
		bLo, bHi int64, bOnes, bUnknown uint64, x, y int64, below, known uint64) {
		a := boundsFrom(aLo, aHi, aOnes, aUnknown)
		b := boundsFrom(bLo, bHi, bOnes, bUnknown)
		try := memberTry{
			code: IntegerOperation(int(code)), a: a, b: b,
			x: MemberNear(a, x), y: MemberNear(b, y), below: below, known: known,
		}
		try.check(t)
	})
}

func TestBoundsRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rounds := 150_000
	if testing.Short() {
		rounds = 10_000
	}
	for range rounds {
		a, b := Random(random), Random(random)
		code := IntegerOperation(random.Int())
		for range 3 {
			try := memberTry{
				code: code, a: a, b: b,
				x: MemberNear(a, RandomWord(random)), y: MemberNear(b, RandomWord(random)),
				below: uint64(RandomWord(random)), known: random.Uint64() & random.Uint64(),
			}
			try.check(t)
		}
	}
}

// memberTry is an operation on a member of a and one of b.
type memberTry struct {
	code         trace.Opcode
	a, b         Bounds
	x, y         int64
	below, known uint64
}

func (m *memberTry) check(t *testing.T) {
	t.Helper()
	if again, ok := normal(m.a.Lo, m.a.Hi, m.a.Ones, m.a.Unknown); !ok || again != m.a || !m.a.Contains(m.x) || !m.b.Contains(m.y) {
		t.Fatalf("expected normal Bounds with their members, found %+v with %d and %+v with %d", m.a, m.x, m.b, m.y)
	}
	bits, status := trace.Eval(m.code, uint64(m.x), uint64(m.y))
	m.checkOverflow(t, status)
	if status != trace.EvalOK {
		return
	}
	result := int64(bits)
	forward := Forward(m.code, m.a, m.b)
	if !forward.Contains(result) {
		t.Fatalf("%s of %d from %+v and %d from %+v: expected %d to be included, found %+v",
			m.code, m.x, m.a, m.y, m.b, result, forward)
	}
	if got := Forward(m.code, Constant(m.x), Constant(m.y)); got != Constant(result) {
		t.Fatalf("%s of %d and %d: expected the constant %d, found %+v", m.code, m.x, m.y, result, got)
	}
	if value, known := KnownComparison(m.code, m.a, m.b); known && trace.BoolBit(value) != result {
		t.Fatalf("%s of %d from %+v and %d from %+v: expected the answer %d", m.code, m.x, m.a, m.y, m.b, result)
	}
	m.checkBackward(t, forward)
	m.checkBackward(t, m.around(result))
	m.checkBackward(t, Constant(result))
}

// around returns Bounds of which result is a member.
func (m *memberTry) around(result int64) Bounds {
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	if distance := int64(m.below >> 1); m.below&1 == 0 && result >= math.MinInt64+distance {
		lo = result - distance
	} else if m.below&1 == 1 && result <= math.MaxInt64-distance {
		hi = result + distance
	}
	b, _ := normal(lo, hi, uint64(result)&m.known, ^m.known)
	return b
}

func (m *memberTry) checkBackward(t *testing.T, r Bounds) {
	t.Helper()
	a, b, ok := Backward(m.code, r, m.a, m.b)
	if !ok || !a.Contains(m.x) || !b.Contains(m.y) {
		t.Fatalf("%s of %d from %+v and %d from %+v is within %+v: found %+v and %+v, %v",
			m.code, m.x, m.a, m.y, m.b, r, a, b, ok)
	}
	if !a.Within(m.a) || !b.Within(m.b) {
		t.Fatalf("%s of %+v and %+v within %+v: expected nothing to be lost, found %+v and %+v",
			m.code, m.a, m.b, r, a, b)
	}
}

func (m *memberTry) checkOverflow(t *testing.T, status trace.EvalStatus) {
	t.Helper()
	if !IsOverflow(m.code) {
		return
	}
	if status == trace.EvalOverflow && CannotOverflow(m.code, m.a, m.b) {
		t.Fatalf("%s of %d from %+v and %d from %+v: the answer to whether it overflows is wrong",
			m.code, m.x, m.a, m.y, m.b)
	}
}
