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

// Eval is the only definition of the operations on numbers: every row of the
// operation table with the effect "pure" or "overflow" whose arguments are
// integers and floats. Integers are 64-bit two's complement, floats the bits of
// an IEEE 754 double, comparisons give 0 or 1. b is ignored by operations with
// one argument.
//
// EvalUndefined, with bits 0, is returned for shift amounts outside 0..63, a division
// by zero, cast_float_to_int of NaN or of what does not fit into 64 bits, the bits of a
// NaN (convert_float_bytes_to_longlong), and int_signext of a width other than 1, 2, 4
// or 8 bytes. ptr_eq, ptr_ne, same_as, arraylen_gc and everything that is not pure give
// EvalNotNumeric.
func Eval(code Opcode, a, b uint64) (uint64, EvalStatus) {
	switch code {
	case OpIntAdd:
		return a + b, EvalOK
	case OpIntSub:
		return a - b, EvalOK
	case OpIntMul:
		return a * b, EvalOK
	case OpIntAnd:
		return a & b, EvalOK
	case OpIntOr:
		return a | b, EvalOK
	case OpIntXor:
		return a ^ b, EvalOK
	case OpIntNeg:
		return -a, EvalOK
	case OpIntInvert:
		return ^a, EvalOK
	case OpIntLshift, OpIntRshift, OpUintRshift:
		return evalShift(code, a, b)
	case OpIntSignext:
		return evalSignext(a, b)
	case OpUintMulHigh:
		hi, _ := bits.Mul64(a, b)
		return hi, EvalOK
	case OpIntForceGeZero:
		return a &^ uint64(int64(a)>>63), EvalOK
	case OpIntPyDiv, OpIntPyMod:
		return evalDivide(code, int64(a), int64(b))
	case OpIntLt:
		return Bit(int64(a) < int64(b)), EvalOK
	case OpIntLe:
		return Bit(int64(a) <= int64(b)), EvalOK
	case OpIntEq:
		return Bit(a == b), EvalOK
	case OpIntNe:
		return Bit(a != b), EvalOK
	case OpIntGt:
		return Bit(int64(a) > int64(b)), EvalOK
	case OpIntGe:
		return Bit(int64(a) >= int64(b)), EvalOK
	case OpUintLt:
		return Bit(a < b), EvalOK
	case OpUintLe:
		return Bit(a <= b), EvalOK
	case OpUintGt:
		return Bit(a > b), EvalOK
	case OpUintGe:
		return Bit(a >= b), EvalOK
	case OpIntIsTrue:
		return Bit(a != 0), EvalOK
	case OpIntIsZero:
		return Bit(a == 0), EvalOK
	case OpIntAddOvf, OpIntSubOvf, OpIntMulOvf:
		return evalOverflow(code, a, b)
	case OpCastIntToFloat:
		return math.Float64bits(float64(int64(a))), EvalOK
	case OpBitsToFloat:
		return a, EvalOK
	case OpFloatToBits:
		return evalFloatToBits(a)
	}
	return evalFloat(code, a, b)
}

func evalFloat(code Opcode, a, b uint64) (uint64, EvalStatus) {
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	switch code {
	case OpFloatAdd:
		return FloatBits(x + y), EvalOK
	case OpFloatSub:
		return FloatBits(x - y), EvalOK
	case OpFloatMul:
		return FloatBits(x * y), EvalOK
	case OpFloatTruediv:
		return FloatBits(x / y), EvalOK
	case OpFloatSqrt:
		return FloatBits(math.Sqrt(x)), EvalOK
	case OpFloatNeg:
		return a ^ 1<<63, EvalOK
	case OpFloatAbs:
		return a &^ (1 << 63), EvalOK
	case OpFloatLt:
		return Bit(x < y), EvalOK
	case OpFloatLe:
		return Bit(x <= y), EvalOK
	case OpFloatEq:
		return Bit(x == y), EvalOK
	case OpFloatNe:
		return Bit(x != y), EvalOK
	case OpFloatGt:
		return Bit(x > y), EvalOK
	case OpFloatGe:
		return Bit(x >= y), EvalOK
	case OpCastFloatToInt:
		// The bounds are powers of two, so both comparisons are exact; NaN fails.
		if x >= -1<<63 && x < 1<<63 {
			return uint64(int64(x)), EvalOK
		}
		return 0, EvalUndefined
	}
	return 0, EvalNotNumeric
}

func evalShift(code Opcode, a, b uint64) (uint64, EvalStatus) {
	if b > 63 {
		return 0, EvalUndefined
	}
	switch code {
	case OpIntLshift:
		return a << b, EvalOK
	case OpIntRshift:
		return uint64(int64(a) >> b), EvalOK
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

// evalDivide rounds down, where Go rounds toward zero. Go defines the smallest
// integer divided by -1 as itself, with remainder 0, and so do we.
func evalDivide(code Opcode, a, b int64) (uint64, EvalStatus) {
	if b == 0 {
		return 0, EvalUndefined
	}
	quotient, remainder := a/b, a%b
	if remainder != 0 && (remainder < 0) != (b < 0) {
		quotient, remainder = quotient-1, remainder+b
	}
	if code == OpIntPyDiv {
		return uint64(quotient), EvalOK
	}
	return uint64(remainder), EvalOK
}

func evalOverflow(code Opcode, a, b uint64) (result uint64, status EvalStatus) {
	var lost bool
	switch code {
	case OpIntAddOvf:
		result = a + b
		lost = int64((a^result)&(b^result)) < 0 // both signs differ from the sum's
	case OpIntSubOvf:
		result = a - b
		lost = int64((a^b)&(a^result)) < 0
	default:
		hi, lo := bits.Mul64(a, b)
		// The signed upper half: each negative operand was counted as 2**64 too
		// large.
		hi -= b&uint64(int64(a)>>63) + a&uint64(int64(b)>>63)
		result = lo
		lost = hi != uint64(int64(lo)>>63)
	}
	if lost {
		return result, EvalOverflow
	}
	return result, EvalOK
}

func Bit(condition bool) uint64 {
	if condition {
		return 1
	}
	return 0
}

// evalFloatToBits looks at the bits of a float. The bits of a NaN depend on the
// processor and on what was optimized: if x is a NaN, x * 1.0 is one too, but
// perhaps with other bits.
func evalFloatToBits(a uint64) (uint64, EvalStatus) {
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
