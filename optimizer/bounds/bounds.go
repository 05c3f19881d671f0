package bounds

// What is known of an integer: bounds and bits.
//
// The problem. A trace of a real program is full of questions whose answer
// follows from what came before: an index that passed the check `i < 100` passes
// `i < 200` as well, an array's length is not negative, the sum of two small
// numbers does not overflow, and what was masked with 7 is less than 8. To see
// this, the optimizer must know, for every integer, what it can be.
//
// The plan that does not work is to compute with the ends of a range as if they
// were mathematical integers. After
//
//	i1 = int_add(i0, 10)
//	i2 = int_lt(i1, 15)
//	guard_true(i2)
//
// one would say that i0 is less than 5, and remove a later check `i0 < 6`. But
// int_add wraps around: for i0 = 9223372036854775807 the sum is a very small
// number, the guard holds, and i0 is not less than 5. PyPy had this very bug,
// and three relatives of it (Finding JIT Optimizer Bugs using SMT Solvers and
// Fuzzing, "Motivation: A JIT Miscompilation", "Second bug" and "Bugs Found").
//
// The idea. The machine's integers form a circle, not a line. The sums above
// lie on an arc of that circle, and going back by 10 gives an arc of the same
// length. Where an arc crosses the place at which the largest integer meets the
// smallest, it is two ranges, and each of them is compared on its own with what
// was known before (meetArc). No other code has to consider wrapping.
//
// Besides the range there is a second view, of single bits: known to be 1,
// known to be 0, or unknown. Neither view can say what the other says ("between
// 3 and 9"; "even"), and together they say more than each alone:
//
//	between 5 and 16, and the lowest 3 bits are 0
//	  the bits move the ends to members:   between 8 and 16
//	  the ends share their upper bits:     bits 5 to 63 are 0
//
// After these two steps nothing more follows, so that there is exactly one
// Bounds for a set of integers, and two are the same if they are equal (normal).
// Facts flow forward, from arguments to the result (bounds_forward.go), and
// backward, from a result that a guard pinned down to its arguments
// (bounds_backward.go).
//
// What to keep in mind. Everything here errs on one side only: Bounds may include
// integers that never occur, but must never exclude one that does. This is not
// argued but tested. The code knows the width of a machine word only through the
// type width, and the tests run it at 2 to 4 bits, where all Bounds, all their
// members and all operations can be enumerated (bounds_narrow_test.go). Mistakes
// that show only at the ends of 64 bits are searched for with random members
// (bounds_fuzz_test.go). A new operation has to pass both. Nothing here
// allocates, and nothing looks at a trace.

import "math"

// Bounds is what is known of an integer: a signed range and single bits. An
// integer is a member if it lies in the range and agrees with the bits. The
// zero Bounds is the constant 0.
//
// Bounds are made by [Top], [Constant], [Range] and the functions on them, which
// keep them normal: there is a member, Lo and Hi are members, and a bit in which
// all members agree is known. Two Bounds with the same members are equal with
// ==. Code that sets the fields must keep this.
type Bounds struct {
	// Lo and Hi are the smallest and the largest member, as signed integers.
	Lo, Hi int64
	// Ones are the bits that are 1 in all members.
	Ones uint64
	// Unknown are the bits that may be 0 or 1. What is neither in Ones nor here
	// is 0 in all members. No bit is in both.
	Unknown uint64
}

// Top returns the Bounds of an integer of which nothing is known.
func Top() Bounds { return Machine.top() }

// Constant returns the Bounds of which n is the only member.
func Constant(n int64) Bounds { return Bounds{Lo: n, Hi: n, Ones: uint64(n)} }

// Range returns the Bounds of the integers from lo to hi, both included. lo must
// not be greater than hi.
func Range(lo, hi int64) Bounds {
	b, ok := normal(lo, hi, 0, math.MaxUint64)
	if !ok {
		panic("BUG: a range that ends before it begins")
	}
	return b
}

// KnownBits returns the Bounds of the integers in which the bits of ones are 1
// and those of zeros are 0. ok is false if a bit is in both.
func KnownBits(ones, zeros uint64) (b Bounds, ok bool) {
	if ones&zeros != 0 {
		return Bounds{}, false
	}
	return normal(math.MinInt64, math.MaxInt64, ones, ^(ones | zeros))
}

// ArrayLength returns the Bounds of the length of an array, from 0 to the
// largest integer.
func ArrayLength() Bounds { return Bounds{Hi: math.MaxInt64, Unknown: math.MaxInt64} }

// Truth are the Bounds of a comparison's result: 0 or 1.
func Truth() Bounds { return Bounds{Hi: 1, Unknown: 1} }

// IsConstant reports whether there is only one member, Lo.
func (b Bounds) IsConstant() bool { return b.Unknown == 0 }

// IsTop reports whether nothing is known.
func (b Bounds) IsTop() bool { return b == Top() }

// Zeros returns the bits that are 0 in all members.
func (b Bounds) Zeros() uint64 { return ^(b.Ones | b.Unknown) }

// Contains reports whether n is a member.
func (b Bounds) Contains(n int64) bool {
	return b.Lo <= n && n <= b.Hi && (uint64(n)^b.Ones)&^b.Unknown == 0
}

// Within reports whether every member of b is a member of other too.
func (b Bounds) Within(other Bounds) bool {
	return other.Lo <= b.Lo && b.Hi <= other.Hi &&
		b.Unknown&^other.Unknown == 0 && (b.Ones^other.Ones)&^other.Unknown == 0
}

// Intersect returns the Bounds of an integer of which both are known. ok is
// false if they have no member in common: that integer cannot exist, and the
// code that computes it is never reached.
func (b Bounds) Intersect(other Bounds) (both Bounds, ok bool) {
	return b.meet(other.Lo, other.Hi, other.Ones, other.Unknown)
}

// Join returns the smallest Bounds with the members of both, for an integer that
// is one or the other: a value before a loop and the same one after its first
// iteration. They need no more work to be normal: a bit in which all integers
// between the two ends agree is known in both, and the same there.
func (b Bounds) Join(other Bounds) Bounds {
	unknown := b.Unknown | other.Unknown | (b.Ones ^ other.Ones)
	return Bounds{
		Lo:      min(b.Lo, other.Lo),
		Hi:      max(b.Hi, other.Hi),
		Ones:    b.Ones &^ unknown,
		Unknown: unknown,
	}
}

// LowZeros returns how many of the lowest bits are 0 in all members, 64 for the
// constant 0: every member is a multiple of 2 to this power.
func (b Bounds) LowZeros() int { return TrailingZeros(b.Ones | b.Unknown) }

// lowKnown returns how many of the lowest bits are known, without a gap.
func (b Bounds) lowKnown() int { return TrailingZeros(b.Unknown) }

// unsigned returns the smallest and the largest member read as unsigned. If the
// sign is unknown, they follow from the bits alone: the smallest is at most Hi
// and the largest at least Lo, which are members on either side of 0.
func (b Bounds) unsigned() (lo, hi uint64) {
	if b.Lo < 0 && b.Hi >= 0 {
		return b.Ones, b.Ones | b.Unknown
	}
	return uint64(b.Lo), uint64(b.Hi)
}

// invert returns the Bounds of the members with all bits exchanged.
func (b Bounds) invert() Bounds {
	return Bounds{Lo: ^b.Hi, Hi: ^b.Lo, Ones: b.Zeros(), Unknown: b.Unknown}
}
