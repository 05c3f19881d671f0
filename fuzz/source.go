package fuzz

// source is where all decisions come from: a generator of random numbers, or the
// bytes of a fuzzing engine, which can then change one decision at a time. The
// numbers depend on nothing but the seed and how many were taken before, on every
// machine.
type source struct {
	state uint64
	// spare holds random bits that were not used yet.
	spare      uint64
	spareCount uint
	// data are the bytes that decide if fromBytes is set; when they are used up
	// every decision is 0.
	data      []byte
	fromBytes bool
}

// seeded returns the source for the trace with a number in the sequence of a seed.
func seeded(seed, index uint64) source {
	return source{state: mix(mix(seed) ^ index*0x9e3779b97f4a7c15)}
}

// mix turns a number into one that looks random (the finalizer of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// word returns 64 random bits.
func (s *source) word() uint64 {
	if s.fromBytes {
		var x uint64
		for range 8 {
			x = x<<8 | uint64(s.next())
		}
		return x
	}
	s.state += 0x9e3779b97f4a7c15
	return mix(s.state)
}

func (s *source) next() byte {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return b
}

// pick returns a number from 0 to n-1. n is at most 2 to the power of 16.
func (s *source) pick(n int) int {
	if n <= 1 {
		return 0
	}
	if s.fromBytes {
		x := int(s.next())
		if n > 256 {
			x = x<<8 | int(s.next())
		}
		return x % n
	}
	if s.spareCount == 0 {
		s.spare, s.spareCount = s.word(), 4
	}
	x := uint32(s.spare & 0xffff)
	s.spare >>= 16
	s.spareCount--
	return int(x * uint32(n) >> 16)
}

// one is true with a probability of one in n.
func (s *source) one(n int) bool { return s.pick(n) == n-1 }

// integer returns an integer that is likely to be at an edge where arithmetic goes
// wrong: small numbers, powers of two and their neighbours of both signs, the
// smallest and the largest integer. Sometimes it is any number.
func (s *source) integer() uint64 {
	near := uint64(s.pick(3)) - 1
	switch s.pick(8) {
	default:
		return uint64(s.pick(20)) - 4
	case 3:
		return 1<<s.pick(64) + near
	case 4:
		return -(1 << s.pick(64)) + near
	case 5:
		return 1<<63 + near // around the place where the largest meets the smallest
	case 6:
		return 1<<63 + near*uint64(s.pick(16))
	case 7:
		return s.word() >> s.pick(64)
	}
}

// float returns the bits of a double, the special ones among them.
func (s *source) float() uint64 {
	if s.one(4) {
		return specialFloats[s.pick(len(specialFloats))]
	}
	if s.one(8) {
		x := s.word()
		if x&^signBit > infinity {
			return canonicalNaN
		}
		return x
	}
	return smallFloats[s.pick(len(smallFloats))]
}

const (
	signBit      = 1 << 63
	infinity     = 0x7ff << 52
	canonicalNaN = 0x7ff8 << 48
)

// specialFloats are 0, -0, the infinities, NaN, the largest, the smallest, and where
// integers end.
var specialFloats = [...]uint64{
	0, signBit, infinity, infinity | signBit, canonicalNaN,
	0x7fefffffffffffff, 1, 0x43e0000000000000, 0xc3e0000000000000,
}

// smallFloats are 0, 1, -1, 0.5, 2, -2, 1.5, 4.
var smallFloats = [...]uint64{
	0, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000,
	0x4000000000000000, 0xc000000000000000, 0x3ff8000000000000, 0x4010000000000000,
}
