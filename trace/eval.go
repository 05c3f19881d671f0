package trace

import (
	"math"
	"math/bits"
)

// EvalStatus says whether the result of [Eval] may be used.
type EvalStatus uint8

const (
	// EvalOK: the result is what the operation computes.
	EvalOK EvalStatus = iota
	// EvalOverflow: an overflow operation does not fit into 64 bits. The result
	// is the wrapped one, which only guard_overflow's side may know of.
	EvalOverflow
	// EvalUndefined: the operation means nothing for these operands. It must not
	// be computed, neither at run time nor before.
	EvalUndefined
	// EvalNotNumeric: the operation is not one on numbers alone. Its result
	// depends on references, the heap or the outside, so the bits mean nothing.
	EvalNotNumeric
)

// canonicalNaN is the one NaN that float arithmetic produces. Processors and
// WebAssembly engines differ in its sign and payload. This difference is never
// visible: all NaNs are equal when outcomes are compared, and
// convert_float_bytes_to_longlong of a NaN has no meaning.
const canonicalNaN = 0x7ff8 << 48

// Eval computes an operation on numbers: one with the effect "pure" or "overflow"
// whose arguments are integers and floats, as its row of the operation table says.
// Integers are 64-bit two's complement, floats the bits of an IEEE 754 double,
// comparisons give 0 or 1. b is ignored by operations with one argument.
//
// EvalUndefined, with bits 0, is returned where the operands are not what the operation
// needs ([OpInfo.Needs]). Operations on references (ptr_eq, same_as, arraylen_gc and
// others) and everything that is not pure give EvalNotNumeric.
func Eval(code Opcode, a, b uint64) (uint64, EvalStatus) { return meanings[code](a, b) }

// meanings has OpInfo.Eval of each operation, for interpreters: the rows of the table are
// far apart in memory.
var meanings = func() (list [256]func(a, b uint64) (uint64, EvalStatus)) {
	for code := range list {
		list[code] = evalNothing
		if code < len(opTable) && opTable[code].Eval != nil {
			list[code] = opTable[code].Eval
		}
	}
	return list
}()

func evalNothing(_, _ uint64) (uint64, EvalStatus) { return 0, EvalNotNumeric }

func evalLshift(a, b uint64) (uint64, EvalStatus) {
	if b > 63 {
		return 0, EvalUndefined
	}
	return a << b, EvalOK
}

func evalRshift(a, b uint64) (uint64, EvalStatus) {
	if b > 63 {
		return 0, EvalUndefined
	}
	return uint64(int64(a) >> b), EvalOK
}

func evalUintRshift(a, b uint64) (uint64, EvalStatus) {
	if b > 63 {
		return 0, EvalUndefined
	}
	return a >> b, EvalOK
}

func evalSignext(a, width uint64) (uint64, EvalStatus) {
	switch width {
	case 1:
		return uint64(int64(int8(a))), EvalOK
	case 2:
		return uint64(int64(int16(a))), EvalOK
	case 4:
		return uint64(int64(int32(a))), EvalOK
	case 8:
		return a, EvalOK
	}
	return 0, EvalUndefined
}

func evalQuotient(a, b uint64) (uint64, EvalStatus) {
	if b == 0 {
		return 0, EvalUndefined
	}
	quotient, _ := divideDown(int64(a), int64(b))
	return uint64(quotient), EvalOK
}

func evalRemainder(a, b uint64) (uint64, EvalStatus) {
	if b == 0 {
		return 0, EvalUndefined
	}
	_, remainder := divideDown(int64(a), int64(b))
	return uint64(remainder), EvalOK
}

// divideDown rounds down, where Go rounds toward zero. Go defines the smallest
// integer divided by -1 as itself, with remainder 0, and so do we.
func divideDown(a, b int64) (quotient, remainder int64) {
	quotient, remainder = a/b, a%b
	if remainder != 0 && (remainder < 0) != (b < 0) {
		quotient, remainder = quotient-1, remainder+b
	}
	return quotient, remainder
}

func evalAddOvf(a, b uint64) (uint64, EvalStatus) {
	sum := a + b
	return sum, overflowIf(int64((a^sum)&(b^sum)) < 0) // both signs differ from the sum's
}

func evalSubOvf(a, b uint64) (uint64, EvalStatus) {
	difference := a - b
	return difference, overflowIf(int64((a^b)&(a^difference)) < 0)
}

func evalMulOvf(a, b uint64) (uint64, EvalStatus) {
	hi, lo := bits.Mul64(a, b)
	// The signed upper half: each negative operand was counted as 2**64 too
	// large.
	hi -= b&uint64(int64(a)>>63) + a&uint64(int64(b)>>63)
	return lo, overflowIf(hi != uint64(int64(lo)>>63))
}

func overflowIf(lost bool) EvalStatus {
	if lost {
		return EvalOverflow
	}
	return EvalOK
}

func evalFloatToInt(a, _ uint64) (uint64, EvalStatus) {
	// The bounds are powers of two, so both comparisons are exact; NaN fails.
	if x := double(a); x >= -1<<63 && x < 1<<63 {
		return uint64(int64(x)), EvalOK
	}
	return 0, EvalUndefined
}

// double returns the double with these bits.
func double(bits uint64) float64 { return math.Float64frombits(bits) }

func Bit(condition bool) uint64 {
	if condition {
		return 1
	}
	return 0
}

// evalFloatToBits looks at the bits of a float. The bits of a NaN depend on the
// processor and on what was optimized: if x is a NaN, x * 1.0 is one too, but
// perhaps with other bits.
func evalFloatToBits(a, _ uint64) (uint64, EvalStatus) {
	if SameNaN(Float, a) == canonicalNaN {
		return 0, EvalUndefined
	}
	return a, EvalOK
}

func FloatBits(x float64) uint64 {
	if x != x {
		return canonicalNaN
	}
	return math.Float64bits(x)
}

// SameNaN returns the bits by which a value is compared with another: all NaNs
// are equal.
func SameNaN(t Type, bits uint64) uint64 {
	if x := math.Float64frombits(bits); t == Float && x != x {
		return canonicalNaN
	}
	return bits
}

func BoolBit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
