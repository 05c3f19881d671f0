package bounds

import "unbox/trace"

// What passes conclude from Bounds: which argument a result equals, and what follows
// when a guard passes. The functions look at no trace, so that package prove/bounds can
// prove each conclusion for all integers, like the transfer functions that the facts
// come from.

// SameAs returns which argument of an operation its result equals, because the operation
// does nothing to numbers like these: a mask that takes no bit away, a sign extension of
// what fits. 1 is the first argument, 2 the second, 0 none.
func SameAs(code trace.Opcode, a, b Bounds) int {
	switch code {
	case trace.OpIntAnd:
		return whichHolds(a.mayHave()&^b.Ones == 0, b.mayHave()&^a.Ones == 0)
	case trace.OpIntOr:
		return whichHolds(b.mayHave()&^a.Ones == 0, a.mayHave()&^b.Ones == 0)
	case trace.OpIntForceGeZero:
		return whichHolds(a.Lo >= 0, false)
	case trace.OpIntIsTrue:
		return whichHolds(a.Within(Truth()), false)
	case trace.OpIntSignext:
		return whichHolds(b.IsConstant() && a.fitsBytes(b.Lo), false)
	}
	return 0
}

// whichHolds returns 1 if one thing holds, 2 if another does, else 0.
func whichHolds(first, second bool) int {
	switch {
	case first:
		return 1
	case second:
		return 2
	}
	return 0
}

// mayHave returns the bits that a member can have.
func (b Bounds) mayHave() uint64 { return b.Ones | b.Unknown }

// fitsBytes reports whether all members fit into a number of bytes with their sign.
func (b Bounds) fitsBytes(bytes int64) bool {
	if bytes < 1 || bytes > 8 {
		return false
	}
	limit := int64(1) << (8*bytes - 1)
	return bytes == 8 || b.Lo >= -limit && b.Hi < limit
}

// Passing returns what an integer is once it has passed guard_true, guard_false, or
// guard_value with a number. possible is false if it cannot pass.
func (b Bounds) Passing(guard trace.Opcode, number int64) (passed Bounds, possible bool) {
	switch guard {
	case trace.OpGuardTrue:
		return b.without(0)
	case trace.OpGuardFalse:
		number = 0
	}
	return Constant(number), b.Contains(number)
}
