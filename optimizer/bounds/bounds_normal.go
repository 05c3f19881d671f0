package bounds

// Making Bounds normal: the ends of the range are moved to members, and what
// the ends have in common becomes known bits. Both steps are exact, and after
// one round nothing is left to do:
//
//   - The bits that the second step adds are the same in all integers between
//     the two ends, so they exclude none of them, and the ends stay members.
//   - Below the bits that the ends share, Lo has a 0 and Hi has a 1. The largest
//     member that continues like Lo ends in a 1 wherever a bit is unknown, and the
//     smallest that continues like Hi in a 0. So no unknown bit could be known.

import (
	"math"
	"math/bits"
)

// normal returns the Bounds of the integers from lo to hi that agree with the
// bits. ok is false if there are none. No bit may be both in ones and unknown.
func normal(lo, hi int64, ones, unknown uint64) (b Bounds, ok bool) {
	if lo > hi {
		return Bounds{}, false
	}
	ok = true
	if (uint64(lo)^ones)&^unknown != 0 {
		lo, ok = firstMember(lo, ones, unknown)
	}
	if ok && (uint64(hi)^ones)&^unknown != 0 {
		hi, ok = lastMember(hi, ones, unknown)
	}
	if !ok || lo > hi {
		return Bounds{}, false
	}
	unknown &= differing(lo, hi)
	return Bounds{lo, hi, uint64(lo) &^ unknown, unknown}, true
}

// differing returns the bits in which integers between a and b can differ: all
// up to the highest one in which a and b do.
func differing(a, b int64) uint64 { return upTo(uint64(a ^ b)) }

// upTo returns all bits up to the highest one in x, that included.
func upTo(x uint64) uint64 { return math.MaxUint64 >> uint(bits.LeadingZeros64(x)) }

// highest returns the highest bit in x, 0 if there is none.
func highest(x uint64) uint64 { return upTo(x) &^ (upTo(x) >> 1) }

func TrailingZeros(x uint64) int { return bits.TrailingZeros64(x) }

const signBit = 1 << 63

// firstMember returns the smallest integer that is at least lo and agrees with
// the bits, given that lo itself does not. ok is false if there is none.
//
// The highest bit in which lo disagrees decides. If that bit must be 1, setting
// it makes a number greater than lo, and everything below can be as small as
// possible. If it must be 0, the number has to become greater in a higher bit:
// at the lowest place above where lo has a 0 that may be a 1.
func firstMember(lo int64, ones, unknown uint64) (member int64, ok bool) {
	wrong := (uint64(lo) ^ ones) &^ unknown
	// With the sign bit inverted, signed order is the order of the bits.
	x := uint64(lo) ^ signBit
	place := highest(wrong)
	if x&place != 0 {
		free := ^x & unknown &^ upTo(wrong)
		if free == 0 {
			return 0, false
		}
		place = free & -free
	}
	return int64((raise(x, place) | ones&(place-1)) ^ signBit), true
}

// raise sets a bit and clears those below.
func raise(x, place uint64) uint64 { return x&^(place-1) | place }

// lastMember returns the largest integer that is at most hi and agrees with the
// bits, given that hi itself does not. Inverting all bits reverses the order.
func lastMember(hi int64, ones, unknown uint64) (member int64, ok bool) {
	member, ok = firstMember(^hi, ^(ones | unknown), unknown)
	return ^member, ok
}

// meet returns the members of b that lie between lo and hi and agree with the
// bits, normal. ok is false if there are none. b itself need not be normal.
func (b Bounds) meet(lo, hi int64, ones, unknown uint64) (Bounds, bool) {
	if (b.Ones^ones)&^(b.Unknown|unknown) != 0 {
		return Bounds{}, false
	}
	return normal(max(b.Lo, lo), min(b.Hi, hi), b.Ones|ones, b.Unknown&unknown)
}

// meetRange returns the members between lo and hi. ok is false if there are
// none, for example because lo is greater than hi.
func (b Bounds) meetRange(lo, hi int64) (Bounds, bool) {
	return normal(max(b.Lo, lo), min(b.Hi, hi), b.Ones, b.Unknown)
}

// meetBits returns the members that agree with the bits.
func (b Bounds) meetBits(ones, unknown uint64) (Bounds, bool) {
	return b.meet(b.Lo, b.Hi, ones, unknown)
}

// meetArc returns the members on the arc of the circle of integers that begins
// at lo and goes upward to hi. If lo is greater than hi, the arc crosses the
// end of the integers, and the members are those of two ranges. An arc is never
// empty: from 5 to 4 it is the full circle.
func (b Bounds) meetArc(lo, hi int64) (Bounds, bool) {
	if lo <= hi {
		return b.meetRange(lo, hi)
	}
	lower, okLower := b.meetRange(b.Lo, hi)
	upper, okUpper := b.meetRange(lo, b.Hi)
	return joinFound(lower, okLower, upper, okUpper)
}

// meetUnsigned returns the members from lo to hi, read as unsigned. In signed
// order that is an arc.
func (b Bounds) meetUnsigned(lo, hi uint64) (Bounds, bool) {
	if lo > hi {
		return Bounds{}, false
	}
	return b.meetArc(int64(lo), int64(hi))
}

// without returns the members except n, if n is one of the two ends; a hole
// inside cannot be expressed. ok is false if n was the only one.
func (b Bounds) without(n int64) (Bounds, bool) {
	switch {
	case b.Lo == b.Hi:
		return b, b.Lo != n
	case b.Lo == n:
		return b.meetRange(n+1, b.Hi)
	case b.Hi == n:
		return b.meetRange(b.Lo, n-1)
	}
	return b, true
}

// joinFound joins two Bounds, or those of them that exist.
func joinFound(a Bounds, okA bool, b Bounds, okB bool) (Bounds, bool) {
	switch {
	case okA && okB:
		return a.Join(b), true
	case okA:
		return a, true
	}
	return b, okB
}
