package bounds

import (
	"math"
	"math/bits"
)

// width is the number of bits of a machine word, 1 to 64. The optimizer's is
// always [machine]; the tests run the same code at widths at which everything
// can be enumerated, and int_signext is wrapping at a smaller width.
//
// An integer of any width is held sign-extended to 64 bits. Signed and unsigned
// order, the logic operations and shifting right work on that as they are, so
// that a width only matters where something is cut off.
type width uint8

// Machine is the width of the integers of a trace.
const Machine width = 64

// spare is the number of bits of 64 that are copies of the sign.
func (w width) spare() uint8 { return uint8(Machine-w) & 63 }

func (w width) min() int64 { return math.MinInt64 >> w.spare() }

func (w width) max() int64 { return math.MaxInt64 >> w.spare() }

// mask returns the bits of a word.
func (w width) mask() uint64 { return math.MaxUint64 >> w.spare() }

// wrap cuts off what is above the word.
func (w width) wrap(x uint64) int64 { return int64(x<<w.spare()) >> w.spare() }

func (w width) wrapBits(x uint64) uint64 { return uint64(w.wrap(x)) }

func (w width) top() Bounds { return Bounds{w.min(), w.max(), 0, math.MaxUint64} }

// wide is an integer of 128 bits: the exact result of an operation whose operands
// are words.
type wide struct {
	hi int64
	lo uint64
}

func Widen(x int64) wide { return wide{x >> 63, uint64(x)} }

func (x wide) add(y wide) wide {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	return wide{x.hi + y.hi + int64(carry), lo}
}

func (x wide) sub(y wide) wide {
	lo, borrow := bits.Sub64(x.lo, y.lo, 0)
	return wide{x.hi - y.hi - int64(borrow), lo}
}

func (x wide) less(y wide) bool { return x.hi < y.hi || x.hi == y.hi && x.lo < y.lo }

func mulWide(x, y int64) wide {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	// Each negative operand was read as a number that is too large by 2 to the
	// power of 64.
	return wide{int64(hi) - x&(y>>63) - y&(x>>63), lo}
}

func minWide(x, y wide) wide {
	if y.less(x) {
		return y
	}
	return x
}

func maxWide(x, y wide) wide {
	if x.less(y) {
		return y
	}
	return x
}

// Fits reports whether x is a word.
func (w width) Fits(x wide) bool { return Widen(w.wrap(x.lo)) == x }

// clamp returns the word that is nearest to x.
func (w width) clamp(x wide) int64 {
	switch {
	case w.Fits(x):
		return int64(x.lo)
	case x.hi < 0:
		return w.min()
	}
	return w.max()
}

// wrapped returns the Bounds of exact results between lo and hi after wrapping
// around. The bits are those of the results; what is above the word does not
// matter. If lo and hi are a full circle or more apart, only the bits are left.
func (w width) wrapped(lo, hi wide, ones, unknown uint64) Bounds {
	ones, unknown = w.wrapBits(ones), w.wrapBits(unknown)
	from, to := w.min(), w.max()
	if length := hi.sub(lo); length.hi == 0 && length.lo <= w.mask() {
		from, to = w.wrap(lo.lo), w.wrap(hi.lo)
	}
	switch {
	case from <= to:
		return w.orTop(normal(from, to, ones, unknown))
	case unknown == math.MaxUint64:
		return w.top() // both ends of the integers are on the arc
	}
	return w.orTop(Bounds{w.min(), w.max(), ones, unknown}.meetArc(from, to))
}

// clamped returns the Bounds of those exact results between lo and hi that are
// words. ok is false if there are none.
func (w width) clamped(lo, hi wide, ones, unknown uint64) (Bounds, bool) {
	if !w.Fits(lo) && lo.hi >= 0 || !w.Fits(hi) && hi.hi < 0 {
		return Bounds{}, false
	}
	return normal(w.clamp(lo), w.clamp(hi), w.wrapBits(ones), w.wrapBits(unknown))
}

// orTop returns Top if there is nothing: for results that no execution has,
// because the operation has no meaning for any of its operands.
func (w width) orTop(b Bounds, ok bool) Bounds {
	if !ok {
		return w.top()
	}
	return b
}
