package term

import (
	"fmt"
	"math/bits"
)

// Value is a word of up to 128 bits, or a truth value (0 or 1). The bits above
// the width of the word are always 0; the width itself is kept in the sort.
type Value struct{ Hi, Lo uint64 }

// Word returns the value whose lower half is v.
func Word(v uint64) Value { return Value{0, v} }

// truth returns 1 or 0.
func truth(b bool) Value {
	if b {
		return Value{0, 1}
	}
	return Value{}
}

// IsZero reports whether no bit is set.
func (v Value) IsZero() bool { return v.Hi|v.Lo == 0 }

// Bit returns bit i, 0 or 1.
func (v Value) Bit(i int) uint64 {
	if i >= 64 {
		return v.Hi >> (i - 64) & 1
	}
	return v.Lo >> i & 1
}

// OnesCount returns the number of bits that are set.
func (v Value) OnesCount() int { return bits.OnesCount64(v.Hi) + bits.OnesCount64(v.Lo) }

// Len returns the number of bits up to the highest one that is set, 0 for 0.
func (v Value) Len() int {
	if v.Hi != 0 {
		return 64 + bits.Len64(v.Hi)
	}
	return bits.Len64(v.Lo)
}

// TrailingZeros returns the number of zeros below the lowest bit that is set,
// 128 for 0.
func (v Value) TrailingZeros() int {
	if v.Lo != 0 {
		return bits.TrailingZeros64(v.Lo)
	}
	return 64 + bits.TrailingZeros64(v.Hi)
}

// Less compares as unsigned numbers.
func (v Value) Less(w Value) bool { return v.Hi < w.Hi || v.Hi == w.Hi && v.Lo < w.Lo }

// Signed returns the value of a word of the given width, at most 64, as a
// signed number.
func (v Value) Signed(width int) int64 { return int64(v.Lo<<(64-width)) >> (64 - width) }

// String writes the value in hexadecimal digits, without its width.
func (v Value) String() string {
	if v.Hi != 0 {
		return fmt.Sprintf("0x%x%016x", v.Hi, v.Lo)
	}
	return fmt.Sprintf("0x%x", v.Lo)
}

// Ones returns the value with the lowest width bits set.
func Ones(width int) Value {
	switch {
	case width >= 128:
		return Value{^uint64(0), ^uint64(0)}
	case width > 64:
		return Value{^uint64(0) >> (128 - width), ^uint64(0)}
	case width == 0:
		return Value{}
	}
	return Value{0, ^uint64(0) >> (64 - width)}
}

// Trunc keeps the lowest width bits.
func (v Value) Trunc(width int) Value { return v.And(Ones(width)) }

// And, Or and Xor work bit by bit.
func (v Value) And(w Value) Value { return Value{v.Hi & w.Hi, v.Lo & w.Lo} }

// Or is described at And.
func (v Value) Or(w Value) Value { return Value{v.Hi | w.Hi, v.Lo | w.Lo} }

// Xor is described at And.
func (v Value) Xor(w Value) Value { return Value{v.Hi ^ w.Hi, v.Lo ^ w.Lo} }

// Not inverts the lowest width bits.
func (v Value) Not(width int) Value { return v.Xor(Ones(width)) }

// Add returns the sum modulo 2^width.
func (v Value) Add(w Value, width int) Value {
	lo, carry := bits.Add64(v.Lo, w.Lo, 0)
	hi, _ := bits.Add64(v.Hi, w.Hi, carry)
	return Value{hi, lo}.Trunc(width)
}

// Neg returns the negative modulo 2^width.
func (v Value) Neg(width int) Value { return v.Not(width).Add(Value{0, 1}, width) }

// Sub returns the difference modulo 2^width.
func (v Value) Sub(w Value, width int) Value { return v.Add(w.Neg(width), width) }

// Mul returns the product modulo 2^width.
func (v Value) Mul(w Value, width int) Value {
	hi, lo := bits.Mul64(v.Lo, w.Lo)
	hi += v.Hi*w.Lo + v.Lo*w.Hi
	return Value{hi, lo}.Trunc(width)
}

// Shl shifts left by n >= 0; what leaves the width is lost.
func (v Value) Shl(n, width int) Value {
	switch {
	case n >= width:
		return Value{}
	case n >= 64:
		return Value{v.Lo << (n - 64), 0}.Trunc(width)
	case n == 0:
		return v
	}
	return Value{v.Hi<<n | v.Lo>>(64-n), v.Lo << n}.Trunc(width)
}

// Shr shifts right by n >= 0; zeros come in.
func (v Value) Shr(n int) Value {
	switch {
	case n >= 128:
		return Value{}
	case n >= 64:
		return Value{0, v.Hi >> (n - 64)}
	case n == 0:
		return v
	}
	return Value{v.Hi >> n, v.Lo>>n | v.Hi<<(64-n)}
}

// Sext returns the word of the given width, sign-extended to the width to.
func (v Value) Sext(width, to int) Value {
	if v.Bit(width-1) == 0 {
		return v
	}
	return v.Or(Ones(to).Xor(Ones(width)))
}

// DivRem returns the quotient and the remainder as unsigned numbers. Division
// by 0 gives all ones and the dividend, as in SMT-LIB.
func (v Value) DivRem(w Value, width int) (q, r Value) {
	if w.IsZero() {
		return Ones(width), v
	}
	if v.Hi == 0 && w.Hi == 0 {
		return Value{0, v.Lo / w.Lo}, Value{0, v.Lo % w.Lo}
	}
	for i := v.Len() - 1; i >= 0; i-- {
		top := r.Bit(127) != 0
		r = r.Shl(1, 128)
		r.Lo |= v.Bit(i)
		if top || !r.Less(w) {
			r = r.Sub(w, 128)
			q = q.Or(Value{0, 1}.Shl(i, 128))
		}
	}
	return q, r
}

// shift returns the amount of a shift as a number, at most 128.
func (v Value) shift() int {
	if v.Hi != 0 || v.Lo > 128 {
		return 128
	}
	return int(v.Lo)
}

// inverse returns the number that, multiplied by an odd v of the given width,
// gives 1. Each step of Newton's iteration doubles the number of bits that are
// correct.
func (v Value) inverse(width int) Value {
	x := v
	for range 7 {
		x = x.Mul(Value{0, 2}.Sub(v.Mul(x, 128), 128), 128)
	}
	return x.Trunc(width)
}
