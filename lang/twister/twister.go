// Package twister makes the random numbers of Unbox's Python, which are CPython's for the same seed.
package twister

import (
	"math/big"
	"math/bits"
)

// Twister is the generator MT19937 of M. Matsumoto and T. Nishimura ("Mersenne twister: a
// 623-dimensionally equidistributed uniform pseudo-random number generator", 1998), seeded
// and read as CPython does.
type Twister struct {
	state [624]uint32
	next  int
	// Spare is the second number of gauss, which makes two at a time; HasSpare says that there is one.
	Spare    float64
	HasSpare bool
}

// New returns a generator with a seed.
func New(seed *big.Int) *Twister {
	t := new(Twister)
	t.Seed(seed)
	return t
}

func (t *Twister) start(seed uint32) {
	t.state[0] = seed
	for k := uint32(1); k < 624; k++ {
		t.state[k] = 1812433253*(t.state[k-1]^t.state[k-1]>>30) + k
	}
	t.next = 624
}

// Seed is init_by_array of the integer's digits.
func (t *Twister) Seed(v *big.Int) {
	t.HasSpare = false
	var key []uint32
	for _, word := range v.Bits() {
		key = append(key, uint32(word), uint32(uint64(word)>>32))
	}
	for len(key) > 1 && key[len(key)-1] == 0 {
		key = key[:len(key)-1]
	}
	if len(key) == 0 {
		key = []uint32{0}
	}
	t.start(19650218)
	i, j := 1, 0
	for range max(624, len(key)) {
		t.state[i] = (t.state[i] ^ (t.state[i-1]^t.state[i-1]>>30)*1664525) + key[j] + uint32(j)
		i, j = i+1, j+1
		if i >= 624 {
			t.state[0], i = t.state[623], 1
		}
		if j >= len(key) {
			j = 0
		}
	}
	for range 623 {
		t.state[i] = (t.state[i] ^ (t.state[i-1]^t.state[i-1]>>30)*1566083941) - uint32(i)
		if i++; i >= 624 {
			t.state[0], i = t.state[623], 1
		}
	}
	t.state[0] = 0x80000000
}

func (t *Twister) word() uint32 {
	if t.next >= 624 {
		for k := range 624 {
			y := t.state[k]&0x80000000 | t.state[(k+1)%624]&0x7fffffff
			t.state[k] = t.state[(k+397)%624] ^ y>>1 ^ (y&1)*0x9908b0df
		}
		t.next = 0
	}
	y := t.state[t.next]
	t.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// Float returns a number from 0 up to 1, without 1.
func (t *Twister) Float() float64 {
	a, b := t.word()>>5, t.word()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// Bits returns a number of that many bits.
func (t *Twister) Bits(n int) *big.Int {
	words := make([]big.Word, (n+bits.UintSize-1)/bits.UintSize)
	for at := 0; at < n; at += 32 {
		w := t.word()
		if n-at < 32 {
			w >>= 32 - (n - at)
		}
		words[at/bits.UintSize] |= big.Word(w) << (at % bits.UintSize)
	}
	return new(big.Int).SetBits(words)
}

// Below returns a number from 0 up to n, without n.
func (t *Twister) Below(n *big.Int) *big.Int {
	for k := n.BitLen(); ; {
		if v := t.Bits(k); v.Cmp(n) < 0 {
			return v
		}
	}
}

// Index returns a number from 0 up to n, without n.
func (t *Twister) Index(n int) int {
	k := bits.Len(uint(n))
	if k > 32 {
		return int(t.Below(big.NewInt(int64(n))).Int64())
	}
	for {
		if v := int(t.word() >> (32 - k)); v < n {
			return v
		}
	}
}
