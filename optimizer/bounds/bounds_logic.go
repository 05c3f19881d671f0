package bounds

// Ranges of int_and, int_or and int_xor.
//
// The bits of a result are known exactly where the bits of the arguments decide
// them. Its range needs more thought: 5 to 6 or'ed with 8 to 9 is 13 to 15,
// which no single bit shows. The method is that of Hacker's Delight, section
// 4-3, with each search for a bit replaced by a computation.
//
// It works on unsigned ranges. As the operations treat the sign like any other
// bit, an argument of unknown sign is split into two ranges, and the results
// are joined.

import (
	"math"

	"unbox/trace"
)

// span is a range of words read as unsigned, both ends included.
type span struct{ lo, hi uint64 }

// spans returns the members as one or two ranges, each with one sign.
func (b Bounds) spans() (list [2]span, n int) {
	if b.Lo < 0 && b.Hi >= 0 {
		lo, hi := b.unsigned()
		return [2]span{{uint64(b.Lo), hi}, {lo, uint64(b.Hi)}}, 2
	}
	return [2]span{{uint64(b.Lo), uint64(b.Hi)}}, 1
}

// free returns the bits that differ between numbers of the range, and all below.
func (s span) free() uint64 { return upTo(s.open()) }

// logicRange returns the range of int_or or int_xor.
func logicRange(code trace.Opcode, a, b Bounds) (lo, hi int64) {
	left, m := a.spans()
	right, n := b.spans()
	lo, hi = math.MaxInt64, math.MinInt64
	for _, x := range left[:m] {
		for _, y := range right[:n] {
			var result span
			if code == trace.OpIntOr {
				result = span{minOr(x, y), maxOr(x, y)}
			} else {
				result = span{minXor(x, y), maxXor(x, y)}
			}
			lo, hi = min(lo, int64(result.lo)), max(hi, int64(result.hi))
		}
	}
	return lo, hi
}

// minOr starts from both smallest numbers. It can only help to increase one of
// them where the other has a 1 anyway: then everything below can be 0. The
// highest such place helps most.
func minOr(x, y span) uint64 {
	inX := ^x.lo & y.lo & x.free()
	inY := ^y.lo & x.lo & y.free()
	place := highest(inX | inY)
	if inX&place != 0 {
		x.lo = raise(x.lo, place)
	} else if place != 0 {
		y.lo = raise(y.lo, place)
	}
	return x.lo | y.lo
}

// maxOr starts from both largest numbers. Where both have a 1, one of them can
// have a 0 instead, and then everything below can be 1.
func maxOr(x, y span) uint64 {
	both := x.hi & y.hi & (x.free() | y.free())
	return x.hi | y.hi | upTo(both)>>1
}

// maxXor is the same, and the bit itself becomes 1 as well.
func maxXor(x, y span) uint64 {
	both := x.hi & y.hi & (x.free() | y.free())
	return x.hi ^ y.hi | upTo(both)
}

// minXor goes through the bits that a range leaves open, from the highest. If both ranges
// leave a bit open, the two numbers can be equal from there on; if only one does, it
// follows the other.
func minXor(x, y span) uint64 {
	for place := highest(x.open() | y.open()); place != 0; place = highest(x.open() | y.open()) {
		openX, openY := x.open()&place != 0, y.open()&place != 0
		switch {
		case openX && openY:
			return (x.lo ^ y.lo) &^ (place - 1)
		case openX:
			x = x.half(place, y.lo)
		default:
			y = y.half(place, x.lo)
		}
	}
	return x.lo ^ y.lo
}

// open returns the bits in which the ends differ.
func (s span) open() uint64 { return s.lo ^ s.hi }

// half returns the numbers of a range that have the same bit at a place as other. The
// range leaves that bit open and none above.
func (s span) half(place, other uint64) span {
	if other&place == 0 {
		return span{s.lo, s.lo | (place - 1)}
	}
	return span{s.hi &^ (place - 1), s.hi}
}

func (w width) forwardAnd(a, b Bounds) Bounds {
	// Inverting all bits turns "and" into "or".
	lo, hi := logicRange(trace.OpIntOr, a.invert(), b.invert())
	ones := a.Ones & b.Ones
	return w.orTop(normal(^hi, ^lo, ones, (a.Ones|a.Unknown)&(b.Ones|b.Unknown)&^ones))
}

func (w width) forwardOr(a, b Bounds) Bounds {
	lo, hi := logicRange(trace.OpIntOr, a, b)
	ones := a.Ones | b.Ones
	return w.orTop(normal(lo, hi, ones, (a.Unknown|b.Unknown)&^ones))
}

func (w width) forwardXor(a, b Bounds) Bounds {
	lo, hi := logicRange(trace.OpIntXor, a, b)
	unknown := a.Unknown | b.Unknown
	return w.orTop(normal(lo, hi, (a.Ones^b.Ones)&^unknown, unknown))
}
