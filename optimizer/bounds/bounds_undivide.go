package bounds

// Backward through products, quotients and remainders. They are undone by
// dividing and multiplying only where the operation did not wrap around; of a
// product that may have wrapped, only the lowest bits say something
// (knownFactor).

import (
	"math/bits"

	"unbox/trace"
)

// backwardProduct refines the factors one after the other.
func (w width) backwardProduct(code trace.Opcode, r, a, b Bounds) (newA, newB Bounds, ok bool) {
	exact := code == trace.OpIntMulOvf || w.cannotOverflow(code, a, b)
	newA, ok = w.factor(r, a, b, exact)
	if !ok {
		return a, b, false
	}
	newB, ok = w.factor(r, b, newA, exact)
	return newA, newB, ok
}

// factor returns the members of x that multiplied with other can give r. exact
// says that the product did not wrap around.
func (w width) factor(r, x, other Bounds, exact bool) (Bounds, bool) {
	ones, unknown := w.knownFactor(r, other)
	x, ok := x.meetBits(ones, unknown)
	if !ok || !exact || r.Contains(0) && other.Contains(0) {
		return x, ok
	}
	negative, okNegative := other.meetRange(other.Lo, -1)
	if okNegative {
		negative, okNegative = x.meetRange(factorEnds(r, negative))
	}
	positive, okPositive := other.meetRange(1, other.Hi)
	if okPositive {
		positive, okPositive = x.meetRange(factorEnds(r, positive))
	}
	return joinFound(negative, okNegative, positive, okPositive)
}

// factorEnds returns the ends of the integers that, multiplied with one of
// other's members, which have one sign, are exactly a member of product.
func factorEnds(product, other Bounds) (lo, hi int64) {
	low, high := quotientCorners(product, other)
	return low.ceil(), high.floor()
}

// backwardMulHigh turns the ends of the upper half into ends of the product, and
// divides those by the other factor's.
func (w width) backwardMulHigh(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	newA, okA := w.highFactor(r, a, b)
	newB, okB := w.highFactor(r, b, newA)
	return newA, newB, okA && okB
}

func (w width) highFactor(r, x, other Bounds) (Bounds, bool) {
	mask := w.mask()
	smallest, largest := r.unsigned()
	smallest, largest = smallest&mask, largest&mask
	least, most := other.unsigned()
	least, most = least&mask, most&mask
	lo, hi := uint64(0), mask
	if smallest > 0 {
		if most <= smallest {
			return x, false
		}
		quotient, rest := bits.Div64(smallest>>w.spare(), smallest<<w, most)
		lo = quotient + min(rest, 1)
	}
	if largest < least {
		hi, _ = bits.Div64(largest>>w.spare(), largest<<w|mask, least)
		hi = min(hi, mask)
	}
	return x.meetUnsigned(w.wrapBits(lo), w.wrapBits(hi))
}

// backwardQuotient handles divisors of each sign separately. A sign with which
// no member of a gives a member of r is impossible.
func (w width) backwardQuotient(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	negative, okNegative := b.meetRange(b.Lo, -1)
	dividend := a
	if okNegative {
		dividend, negative, okNegative = w.unquotient(r, a, negative)
	}
	positive, okPositive := b.meetRange(1, b.Hi)
	other := a
	if okPositive {
		other, positive, okPositive = w.unquotient(r, a, positive)
	}
	newA, _ = joinFound(dividend, okNegative, other, okPositive)
	newB, ok = joinFound(negative, okNegative, positive, okPositive)
	return newA, newB, ok
}

// unquotient refines a and a divisor of one sign. r == a // b implies that a is
// between r*b and (r+1)*b, the latter excluded.
func (w width) unquotient(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	r, ok = r.Intersect(w.quotient(a, b))
	if !ok {
		return a, b, false
	}
	wraps := a.Lo == w.min() && b.Hi == -1 && r.Contains(w.min())
	lo, hi := dividendEnds(r, b)
	newA, ok = a.meetRange(Machine.clamp(lo), Machine.clamp(hi))
	if wraps {
		return Constant(w.min()).joinIf(newA, ok), b, true
	}
	if ok && b.Lo > 0 && newA.Lo >= 0 {
		b, ok = divisorFrom(r, newA, b)
	}
	return newA, b, ok
}

func dividendEnds(r, b Bounds) (lo, hi wide) {
	one := Widen(1)
	if b.Lo > 0 {
		lo = minWide(mulWide(r.Lo, b.Lo), mulWide(r.Lo, b.Hi))
		return lo, maxWide(nextMultiple(r.Hi, b.Lo), nextMultiple(r.Hi, b.Hi)).sub(one)
	}
	hi = maxWide(mulWide(r.Lo, b.Lo), mulWide(r.Lo, b.Hi))
	return minWide(nextMultiple(r.Hi, b.Lo), nextMultiple(r.Hi, b.Hi)).add(one), hi
}

// nextMultiple returns (r+1) * b.
func nextMultiple(r, b int64) wide { return mulWide(r, b).add(Widen(b)) }

// divisorFrom refines a positive divisor of a dividend that is not negative:
// r*b is at most a, and (r+1)*b is greater.
func divisorFrom(r, a, b Bounds) (Bounds, bool) {
	lo, hi := b.Lo, b.Hi
	if r.Lo > 0 {
		hi = floorDivide(a.Hi, r.Lo)
	}
	if r.Hi >= 0 && r.Hi < Machine.max() {
		lo = max(lo, floorDivide(a.Lo, r.Hi+1)+1)
	}
	return b.meetRange(lo, hi)
}

// backwardRemainder handles divisors of each sign separately.
func (w width) backwardRemainder(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	negative, okNegative := b.meetRange(b.Lo, -1)
	dividend := a
	if okNegative {
		dividend, negative, okNegative = w.unremainder(r, a, negative)
	}
	positive, okPositive := b.meetRange(1, b.Hi)
	other := a
	if okPositive {
		other, positive, okPositive = w.unremainder(r, a, positive)
	}
	newA, _ = joinFound(dividend, okNegative, other, okPositive)
	newB, ok = joinFound(negative, okNegative, positive, okPositive)
	return newA, newB, ok
}

// unremainder refines a and a divisor of one sign. The divisor is farther from 0
// than the remainder.
func (w width) unremainder(r, a, b Bounds) (newA, newB Bounds, ok bool) {
	r, ok = r.Intersect(w.remainder(a, b))
	if !ok {
		return a, b, false
	}
	if b.Lo > 0 {
		newB, ok = b.meetRange(r.Lo+1, b.Hi)
	} else {
		newB, ok = b.meetRange(b.Lo, r.Hi-1)
	}
	if !ok {
		return a, b, false
	}
	newA, ok = meetLowBits(r, a, newB)
	if !ok {
		return a, b, false
	}
	newA, ok = undoWindows(r, newA, newB)
	return newA, newB, ok
}

// meetLowBits returns the members of a that agree with the remainder in as many
// of the lowest bits as the divisor has zeros at its end.
func meetLowBits(r, a, b Bounds) (Bounds, bool) {
	low := uint64(1)<<uint(b.LowZeros()) - 1
	return a.meetBits(r.Ones&low, r.Unknown|^low)
}

// undoWindows moves the remainder to the multiple of the divisor below a, if a
// lies between two multiples or around one.
func undoWindows(r, a, b Bounds) (Bounds, bool) {
	switch {
	case a.Lo >= 0 && a.Hi < b.Lo, a.Hi <= 0 && a.Lo > b.Hi:
		return a.Intersect(r)
	case !b.IsConstant(), b.Lo == 1, b.Lo == -1:
		return a, true // every integer is a multiple of 1 and -1
	}
	return undoMultiples(r, a, b.Lo)
}

// undoMultiples is undoWindows for a single divisor, neither 1 nor -1: then the
// difference between the quotients of two integers always fits into a word.
func undoMultiples(r, a Bounds, b int64) (Bounds, bool) {
	first, last := floorDivide(a.Lo, b), floorDivide(a.Hi, b)
	below, okBelow := a.meetWindow(mulWide(first, b), r)
	switch last - first {
	case 0:
		return below, okBelow
	case 1, -1:
		above, okAbove := a.meetWindow(mulWide(last, b), r)
		return joinFound(below, okBelow, above, okAbove)
	}
	return a, true
}
