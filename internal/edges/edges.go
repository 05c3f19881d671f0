// Package edges lists the operands at which operations on numbers go wrong: one list for the
// evaluator, the optimizer, the prover, machine code and WebAssembly.
package edges

import (
	"math"
	"strconv"
	"strings"

	"unbox/trace"
)

// Ints returns integers at which some operation changes its behaviour: amounts of shifts, numbers of
// bytes, powers of two and their neighbours, the extremes of words of 8, 16, 32 and 64 bits, the
// square roots of the largest ones, and two without a pattern.
func Ints() []int64 {
	return []int64{
		0, 1, -1, 2, -2, 3, 4, 7, -7, 8, 9, 10, 31, 32, 62, 63, 64, 65, -63, 127, 128, -128, -129, 255, 256, -256,
		1<<15 - 1, 1 << 15, -1 << 15, 1<<16 - 1, 1<<31 - 1, 1 << 31, -1 << 31, 1<<32 - 1, 1 << 32, -1 << 32, 1<<32 + 1, -1<<32 - 1,
		3037000499, 3037000500, -3037000500, 0x123456789abcdef, -0x5555555555555556,
		1<<62 - 1, 1 << 62, -1 << 62, math.MaxInt64 - 1, math.MaxInt64, math.MinInt64, math.MinInt64 + 1,
	}
}

// Floats returns doubles of each kind, and those at the limits of the integers.
func Floats() []float64 {
	return []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, 2, -2, -2.5, 3.7, 123456.75, 1e18, -1e19, 1 << 53, 1e300, -1e300,
		math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
		1 << 62, 1 << 63, -(1 << 63), math.Nextafter(1<<63, 0), math.Nextafter(-(1 << 63), math.Inf(-1)),
	}
}

// Bits returns the values of a type as bits, Ints for 'i' and Floats for 'f'.
func Bits(letter byte) (list []uint64) {
	if letter == 'f' {
		for _, x := range Floats() {
			list = append(list, math.Float64bits(x))
		}
		return list
	}
	for _, n := range Ints() {
		list = append(list, uint64(n))
	}
	return list
}

// Type returns the type that a letter stands for, 'i' or 'f'.
func Type(letter byte) trace.Type {
	if letter == 'f' {
		return trace.Float
	}
	return trace.Int
}

// Literal writes a value as a constant of a trace.
func Literal(letter byte, bits uint64) string {
	if letter != 'f' {
		return strconv.FormatInt(int64(bits), 10)
	}
	x := math.Float64frombits(bits)
	text := strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	if math.IsInf(x, 0) || x != x || strings.ContainsAny(text, ".e") {
		return text
	}
	return text + ".0"
}

// Operation is an operation that computes a number from numbers.
type Operation struct {
	Code trace.Opcode
	// Layout has a letter for each operand, 'i' or 'f'.
	Layout string
	// Overflows means that a guard after it checks whether its result overflowed.
	Overflows bool
}

// Operations returns all operations on numbers, in the order of the table of
// operations.
func Operations() (list []Operation) {
	for _, code := range trace.Opcodes() {
		if info := code.Info(); info.Eval != nil {
			list = append(list, Operation{code, info.Spellings[0].Layout, info.Effect == trace.EffectOverflow})
		}
	}
	return list
}
