package trace

import (
	"math"
	"math/bits"
)

// Opcode is the number of an operation: a row of the operation table. The
// numbers are not stable; text uses names.
type Opcode uint8

// The operations, in the order of the table.
const (
	OpNone Opcode = iota
	OpIntAdd
	OpIntSub
	OpIntMul
	OpIntAnd
	OpIntOr
	OpIntXor
	OpIntNeg
	OpIntInvert
	OpIntLshift
	OpIntRshift
	OpUintRshift
	OpIntSignext
	OpUintMulHigh
	OpIntForceGeZero
	OpIntPyDiv
	OpIntPyMod
	OpIntLt
	OpIntLe
	OpIntEq
	OpIntNe
	OpIntGt
	OpIntGe
	OpUintLt
	OpUintLe
	OpUintGt
	OpUintGe
	OpIntIsTrue
	OpIntIsZero
	OpIntAddOvf
	OpIntSubOvf
	OpIntMulOvf
	OpFloatAdd
	OpFloatSub
	OpFloatMul
	OpFloatTruediv
	OpFloatNeg
	OpFloatAbs
	OpFloatSqrt
	OpFloatLt
	OpFloatLe
	OpFloatEq
	OpFloatNe
	OpFloatGt
	OpFloatGe
	OpCastIntToFloat
	OpCastFloatToInt
	OpFloatToBits
	OpBitsToFloat
	OpPtrEq
	OpPtrNe
	OpSameAs
	OpNew
	OpGet
	OpSet
	OpNewArray
	OpNewArrayClear
	OpGetItem
	OpSetItem
	OpGetInterior
	OpSetInterior
	OpArrayLen
	OpGuardTrue
	OpGuardFalse
	OpGuardValue
	OpGuardClass
	OpGuardNonnull
	OpGuardIsnull
	OpGuardNonnullClass
	OpGuardNoOverflow
	OpGuardOverflow
	OpGuardNotInvalidated
	OpGuardNoException
	OpGuardException
	OpGuardOpaque
	OpGuardFuture
	OpLabel
	OpParam
	OpJump
	OpFinish
	OpGetarg
	OpDummy
	OpPrint
	OpEscape
	OpEscapeValue
	OpCall
	OpForceToken
	OpVirtualRef
	OpVirtualRefFinish
	OpStrLen
	OpStrItem
	OpStrNew
	OpStrSet
	OpRawRead
	OpRawWrite
	OpMark
	OpQuasiImmut
	OpAssertNonnull
	OpAssertClass
	OpAssertValue
	OpKnownResult
	OpOpaque
)

// opTable is the only table of operations. Parser, printer, checker,
// interpreter, passes, prover, code generators and help read it.
var opTable = [...]OpInfo{
	OpNone: {Spellings: []Spelling{{Name: "none"}}, Result: 'v', Effect: EffectBookkeeping, Group: "none", Doc: "The placeholder before a trace."},
	OpIntAdd: {
		Spellings: []Spelling{{"int_add", "ii", 0, "py"}, {"add", "ii", 0, "t"}, {"+", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntAdd,
		Group: "integer", Doc: "The sum; wraps around.",
		Example: "i2 = int_add(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a + b, EvalOK },
	},
	OpIntSub: {
		Spellings: []Spelling{{"int_sub", "ii", 0, "py"}, {"sub", "ii", 0, "t"}, {"-", "infix", 0, ""}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The difference; wraps around.",
		Example: "i2 = int_sub(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a - b, EvalOK },
	},
	OpIntMul: {
		Spellings: []Spelling{{"int_mul", "ii", 0, "py"}, {"mul", "ii", 0, "t"}, {"*", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntMul,
		Group: "integer", Doc: "The product; wraps around.",
		Example: "i2 = int_mul(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a * b, EvalOK },
	},
	OpIntAnd: {
		Spellings: []Spelling{{"int_and", "ii", 0, "py"}, {"and", "ii", 0, "t"}, {"&", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntAnd,
		Group: "integer", Doc: "The bits set in both.",
		Example: "i2 = int_and(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a & b, EvalOK },
	},
	OpIntOr: {
		Spellings: []Spelling{{"int_or", "ii", 0, "py"}, {"or", "ii", 0, "t"}, {"|", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntOr,
		Group: "integer", Doc: "The bits set in either.",
		Example: "i2 = int_or(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a | b, EvalOK },
	},
	OpIntXor: {
		Spellings: []Spelling{{"int_xor", "ii", 0, "py"}, {"xor", "ii", 0, "t"}, {"^", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntXor,
		Group: "integer", Doc: "The bits set in exactly one.",
		Example: "i2 = int_xor(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a ^ b, EvalOK },
	},
	OpIntNeg: {
		Spellings: []Spelling{{"int_neg", "i", 0, "py"}, {"neg", "i", 0, "t"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The negative; wraps around, so the negative of the smallest integer is itself.",
		Example: "i1 = int_neg(i0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return -a, EvalOK },
	},
	OpIntInvert: {
		Spellings: []Spelling{{"int_invert", "i", 0, "py"}, {"invert", "i", 0, "t"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "All bits inverted.",
		Example: "i1 = int_invert(i0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return ^a, EvalOK },
	},
	OpIntLshift: {
		Spellings: []Spelling{{"int_lshift", "ii", 0, "py"}, {"lshift", "ii", 0, "t"}, {"<<", "infix", 0, ""}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The first shifted left; the amount must be 0 to 63.",
		Example: "i2 = int_lshift(i0, i1)",
		Needs:   NeedAmount, Eval: evalLshift,
	},
	OpIntRshift: {
		Spellings: []Spelling{{"int_rshift", "ii", 0, "py"}, {"rshift", "ii", 0, "t"}, {">>", "infix", 0, ""}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The first shifted right, filled with copies of the sign; the amount must be 0 to 63.",
		Example: "i2 = int_rshift(i0, i1)",
		Needs:   NeedAmount, Eval: evalRshift,
	},
	OpUintRshift: {
		Spellings: []Spelling{{"uint_rshift", "ii", 0, "py"}, {"urshift", "ii", 0, "t"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The first shifted right, filled with zeros; the amount must be 0 to 63.",
		Example: "i2 = uint_rshift(i0, i1)",
		Needs:   NeedAmount, Eval: evalUintRshift,
	},
	OpIntSignext: {
		Spellings: []Spelling{{"int_signext", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The lowest bytes of the first, as many as the second says (1, 2, 4 or 8), with the sign extended.",
		Example: "i2 = int_signext(i0, i1)",
		Needs:   NeedWidth, Eval: evalSignext,
	},
	OpUintMulHigh: {
		Spellings: []Spelling{{"uint_mul_high", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpUintMulHigh,
		Group: "integer", Doc: "The upper 64 bits of the unsigned product.",
		Example: "i2 = uint_mul_high(i0, i1)",
		Eval: func(a, b uint64) (uint64, EvalStatus) {
			high, _ := bits.Mul64(a, b)
			return high, EvalOK
		},
	},
	OpIntForceGeZero: {
		Spellings: []Spelling{{"int_force_ge_zero", "i", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The argument, or 0 if it is negative.",
		Example: "i1 = int_force_ge_zero(i0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a &^ uint64(int64(a)>>63), EvalOK },
	},
	OpIntPyDiv: {
		Spellings: []Spelling{{"int_py_div", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The quotient rounded down, as in Python; the divisor must not be 0; the smallest integer divided by -1 wraps around.",
		Example: "i2 = int_py_div(i0, i1)",
		Needs:   NeedDivisor, Eval: evalQuotient,
	},
	OpIntPyMod: {
		Spellings: []Spelling{{"int_py_mod", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "integer", Doc: "The remainder with the sign of the divisor, as in Python; the divisor must not be 0.",
		Example: "i2 = int_py_mod(i0, i1)",
		Needs:   NeedDivisor, Eval: evalRemainder,
	},
	OpIntLt: {
		Spellings: []Spelling{{"int_lt", "ii", 0, "py"}, {"lt", "ii", 0, "t"}, {"<", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntGt, Inverse: OpIntGe,
		Group: "comparison", Doc: "1 if the first is less than the second, else 0.",
		Example: "i2 = int_lt(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(int64(a) < int64(b)), EvalOK },
	},
	OpIntLe: {
		Spellings: []Spelling{{"int_le", "ii", 0, "py"}, {"le", "ii", 0, "t"}, {"<=", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntGe, Inverse: OpIntGt,
		Group: "comparison", Doc: "1 if the first is at most the second, else 0.",
		Example: "i2 = int_le(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(int64(a) <= int64(b)), EvalOK },
	},
	OpIntEq: {
		Spellings: []Spelling{{"int_eq", "ii", 0, "py"}, {"eq", "ii", 0, "t"}, {"==", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntEq, Inverse: OpIntNe,
		Group: "comparison", Doc: "1 if both are equal, else 0.",
		Example: "i2 = int_eq(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a == b), EvalOK },
	},
	OpIntNe: {
		Spellings: []Spelling{{"int_ne", "ii", 0, "py"}, {"ne", "ii", 0, "t"}, {"!=", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntNe, Inverse: OpIntEq,
		Group: "comparison", Doc: "1 if they differ, else 0.",
		Example: "i2 = int_ne(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a != b), EvalOK },
	},
	OpIntGt: {
		Spellings: []Spelling{{"int_gt", "ii", 0, "py"}, {"gt", "ii", 0, "t"}, {">", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntLt, Inverse: OpIntLe,
		Group: "comparison", Doc: "1 if the first is greater than the second, else 0.",
		Example: "i2 = int_gt(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(int64(a) > int64(b)), EvalOK },
	},
	OpIntGe: {
		Spellings: []Spelling{{"int_ge", "ii", 0, "py"}, {"ge", "ii", 0, "t"}, {">=", "infix", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpIntLe, Inverse: OpIntLt,
		Group: "comparison", Doc: "1 if the first is at least the second, else 0.",
		Example: "i2 = int_ge(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(int64(a) >= int64(b)), EvalOK },
	},
	OpUintLt: {
		Spellings: []Spelling{{"uint_lt", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpUintGt, Inverse: OpUintGe,
		Group: "comparison", Doc: "1 if the first is less than the second, both read as unsigned, else 0.",
		Example: "i2 = uint_lt(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a < b), EvalOK },
	},
	OpUintLe: {
		Spellings: []Spelling{{"uint_le", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpUintGe, Inverse: OpUintGt,
		Group: "comparison", Doc: "1 if the first is at most the second, both read as unsigned, else 0.",
		Example: "i2 = uint_le(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a <= b), EvalOK },
	},
	OpUintGt: {
		Spellings: []Spelling{{"uint_gt", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpUintLt, Inverse: OpUintLe,
		Group: "comparison", Doc: "1 if the first is greater than the second, both read as unsigned, else 0.",
		Example: "i2 = uint_gt(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a > b), EvalOK },
	},
	OpUintGe: {
		Spellings: []Spelling{{"uint_ge", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpUintLe, Inverse: OpUintLt,
		Group: "comparison", Doc: "1 if the first is at least the second, both read as unsigned, else 0.",
		Example: "i2 = uint_ge(i0, i1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a >= b), EvalOK },
	},
	OpIntIsTrue: {
		Spellings: []Spelling{{"int_is_true", "i", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Inverse: OpIntIsZero,
		Group: "comparison", Doc: "1 if the argument is not 0, else 0.",
		Example: "i1 = int_is_true(i0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a != 0), EvalOK },
	},
	OpIntIsZero: {
		Spellings: []Spelling{{"int_is_zero", "i", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Inverse: OpIntIsTrue,
		Group: "comparison", Doc: "1 if the argument is 0, else 0.",
		Example: "i1 = int_is_zero(i0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(a == 0), EvalOK },
	},
	OpIntAddOvf: {
		Spellings: []Spelling{{"int_add_ovf", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectOverflow, Commuted: OpIntAddOvf,
		Group: "overflow", Doc: "The sum; the guard after it checks whether it fits into 64 bits, and the result may be used only if it does.",
		Example: "i2 = int_add_ovf(i0, i1)",
		Eval:    evalAddOvf,
	},
	OpIntSubOvf: {
		Spellings: []Spelling{{"int_sub_ovf", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectOverflow,
		Group: "overflow", Doc: "The difference; the guard after it checks whether it fits into 64 bits, and the result may be used only if it does.",
		Example: "i2 = int_sub_ovf(i0, i1)",
		Eval:    evalSubOvf,
	},
	OpIntMulOvf: {
		Spellings: []Spelling{{"int_mul_ovf", "ii", 0, "pyt"}}, Result: 'i', Effect: EffectOverflow, Commuted: OpIntMulOvf,
		Group: "overflow", Doc: "The product; the guard after it checks whether it fits into 64 bits, and the result may be used only if it does.",
		Example: "i2 = int_mul_ovf(i0, i1)",
		Eval:    evalMulOvf,
	},
	OpFloatAdd: {
		Spellings: []Spelling{{"float_add", "ff", 0, "pyt"}}, Result: 'f', Effect: EffectPure, Commuted: OpFloatAdd,
		Group: "float", Doc: "The sum of two doubles.",
		Example: "f2 = float_add(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return FloatBits(double(a) + double(b)), EvalOK },
	},
	OpFloatSub: {
		Spellings: []Spelling{{"float_sub", "ff", 0, "pyt"}}, Result: 'f', Effect: EffectPure,
		Group: "float", Doc: "The difference of two doubles.",
		Example: "f2 = float_sub(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return FloatBits(double(a) - double(b)), EvalOK },
	},
	OpFloatMul: {
		Spellings: []Spelling{{"float_mul", "ff", 0, "pyt"}}, Result: 'f', Effect: EffectPure, Commuted: OpFloatMul,
		Group: "float", Doc: "The product of two doubles.",
		Example: "f2 = float_mul(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return FloatBits(double(a) * double(b)), EvalOK },
	},
	OpFloatTruediv: {
		Spellings: []Spelling{{"float_truediv", "ff", 0, "pyt"}}, Result: 'f', Effect: EffectPure,
		Group: "float", Doc: "The quotient of two doubles; dividing by zero gives an infinity or NaN.",
		Example: "f2 = float_truediv(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return FloatBits(double(a) / double(b)), EvalOK },
	},
	OpFloatNeg: {
		Spellings: []Spelling{{"float_neg", "f", 0, "pyt"}}, Result: 'f', Effect: EffectPure,
		Group: "float", Doc: "The double with its sign inverted, even for zero and NaN.",
		Example: "f1 = float_neg(f0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a ^ 1<<63, EvalOK },
	},
	OpFloatAbs: {
		Spellings: []Spelling{{"float_abs", "f", 0, "pyt"}}, Result: 'f', Effect: EffectPure,
		Group: "float", Doc: "The double without its sign.",
		Example: "f1 = float_abs(f0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a &^ (1 << 63), EvalOK },
	},
	OpFloatSqrt: {
		Spellings: []Spelling{{"float_sqrt", "f", 0, "pyt"}}, Result: 'f', Effect: EffectPure,
		Group: "float", Doc: "The square root; NaN for a negative number.",
		Example: "f1 = float_sqrt(f0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return FloatBits(math.Sqrt(double(a))), EvalOK },
	},
	OpFloatLt: {
		Spellings: []Spelling{{"float_lt", "ff", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpFloatGt,
		Group: "comparison", Doc: "1 if the first is less than the second, else 0. It is 0 if either is NaN.",
		Example: "i2 = float_lt(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(double(a) < double(b)), EvalOK },
	},
	OpFloatLe: {
		Spellings: []Spelling{{"float_le", "ff", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpFloatGe,
		Group: "comparison", Doc: "1 if the first is at most the second, else 0. It is 0 if either is NaN.",
		Example: "i2 = float_le(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(double(a) <= double(b)), EvalOK },
	},
	OpFloatEq: {
		Spellings: []Spelling{{"float_eq", "ff", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpFloatEq,
		Group: "comparison", Doc: "1 if the first is equal to the second, else 0. It is 0 if either is NaN.",
		Example: "i2 = float_eq(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(double(a) == double(b)), EvalOK },
	},
	OpFloatNe: {
		Spellings: []Spelling{{"float_ne", "ff", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpFloatNe,
		Group: "comparison", Doc: "1 if the first is not equal to the second, else 0. NaN differs from everything, so it is 1 if either is NaN.",
		Example: "i2 = float_ne(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(double(a) != double(b)), EvalOK },
	},
	OpFloatGt: {
		Spellings: []Spelling{{"float_gt", "ff", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpFloatLt,
		Group: "comparison", Doc: "1 if the first is greater than the second, else 0. It is 0 if either is NaN.",
		Example: "i2 = float_gt(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(double(a) > double(b)), EvalOK },
	},
	OpFloatGe: {
		Spellings: []Spelling{{"float_ge", "ff", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Commuted: OpFloatLe,
		Group: "comparison", Doc: "1 if the first is at least the second, else 0. It is 0 if either is NaN.",
		Example: "i2 = float_ge(f0, f1)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return Bit(double(a) >= double(b)), EvalOK },
	},
	OpCastIntToFloat: {
		Spellings: []Spelling{{"cast_int_to_float", "i", 0, "pyt"}}, Result: 'f', Effect: EffectPure,
		Group: "conversion", Doc: "The nearest double to an integer.",
		Example: "f1 = cast_int_to_float(i0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return math.Float64bits(float64(int64(a))), EvalOK },
	},
	OpCastFloatToInt: {
		Spellings: []Spelling{{"cast_float_to_int", "f", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "conversion", Doc: "The double rounded toward zero; it must fit into 64 bits.",
		Example: "i1 = cast_float_to_int(f0)",
		Needs:   NeedInRange, Eval: evalFloatToInt,
	},
	OpFloatToBits: {
		Spellings: []Spelling{{"convert_float_bytes_to_longlong", "f", 0, "pyt"}}, Result: 'i', Effect: EffectPure,
		Group: "conversion", Doc: "The bits of the double as an integer; which bits a NaN has is not specified.",
		Example: "i1 = convert_float_bytes_to_longlong(f0)",
		Needs:   NeedNumber, Eval: evalFloatToBits,
	},
	OpBitsToFloat: {
		Spellings: []Spelling{{"convert_longlong_bytes_to_float", "i", 0, "pyt"}}, Result: 'f', Effect: EffectPure,
		Group: "conversion", Doc: "The double that has the bits of the integer.",
		Example: "f1 = convert_longlong_bytes_to_float(i0)",
		Eval:    func(a, b uint64) (uint64, EvalStatus) { return a, EvalOK },
	},
	OpPtrEq: {
		Spellings: []Spelling{{"ptr_eq", "rr", 0, "pyt"}, {"instance_ptr_eq", "rr", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpPtrEq, Inverse: OpPtrNe,
		Group: "reference", Doc: "1 if both refer to the same object or both are null, else 0.",
		Example: "i2 = ptr_eq(p0, p1)",
	},
	OpPtrNe: {
		Spellings: []Spelling{{"ptr_ne", "rr", 0, "pyt"}, {"instance_ptr_ne", "rr", 0, ""}}, Result: 'i', Effect: EffectPure, Commuted: OpPtrNe, Inverse: OpPtrEq,
		Group: "reference", Doc: "1 if they refer to different objects or only one is null, else 0.",
		Example: "i2 = ptr_ne(p0, p1)",
	},
	OpSameAs: {
		Spellings: []Spelling{
			{"same_as", "a", 0, "pt"},
			{"same_as_i", "i", 'i', "y"},
			{"same_as_r", "r", 'r', "y"},
			{"same_as_f", "f", 'f', "y"},
		}, Result: 'x', Effect: EffectPure,
		Group: "reference", Doc: "The argument itself.",
		Example: "p1 = same_as(p0)",
	},
	OpNew: {
		Spellings: []Spelling{
			{"new", "C", 0, "p"},
			{"new_with_vtable", ";C", 0, "y"},
			{"alloc", "", 0, "t"},
			{"new", ";C", 0, ""},
			{"new_with_vtable", "C", 0, ""},
		}, Result: 'r', Effect: EffectAllocate, Descr: DescrClass,
		Group: "object", Doc: "A new object of a class; its fields are 0 or null.",
		Example: "p1 = new(BoxedInteger)",
	},
	OpGet: {
		Spellings: []Spelling{
			{"get", "rF", 0, "p"},
			{"getfield", "rF", 0, ""},
			{"getfield_gc_i", "r;F", 'i', "y"},
			{"getfield_gc_r", "r;F", 'r', "y"},
			{"getfield_gc_f", "r;F", 'f', "y"},
			{"load", "rN", 0, "t"},
			{"getfield_gc", "r;F", 0, ""},
			{"getfield_gc_pure_i", "r;F", 'i', ""},
			{"getfield_gc_pure_r", "r;F", 'r', ""},
			{"getfield_gc_pure_f", "r;F", 'f', ""},
		}, Result: 'x', Effect: EffectReadField, Descr: DescrField,
		Group: "object", Doc: "What the field of an object holds; the object must not be null.",
		Example: "i2 = get(p1, intval)",
	},
	OpSet: {
		Spellings: []Spelling{
			{"set", "rFa", 0, "p"},
			{"setfield", "raF", 0, ""},
			{"setfield_gc", "ra;F", 0, "y"},
			{"store", "rNa", 0, "t"},
		}, Result: 'v', Effect: EffectWriteField, Descr: DescrField,
		Group: "object", Doc: "Writes a field of an object; the object must not be null.",
		Example: "set(p1, intval, i2)",
	},
	OpNewArray: {
		Spellings: []Spelling{{"new_array", "i;A", 0, "pyt"}}, Result: 'r', Effect: EffectAllocate, Descr: DescrArray,
		Group: "array", Doc: "A new array of a length; its items must not be read before they are written.",
		Example: "p1 = new_array(i0, descr=<ArrayS 8>)",
	},
	OpNewArrayClear: {
		Spellings: []Spelling{{"new_array_clear", "i;A", 0, "pyt"}}, Result: 'r', Effect: EffectAllocate, Descr: DescrArray,
		Group: "array", Doc: "A new array of a length; its items are 0 or null.",
		Example: "p1 = new_array_clear(i0, descr=<ArrayP 8>)",
	},
	OpGetItem: {
		Spellings: []Spelling{
			{"getarrayitem_gc_i", "ri;A", 'i', "pyt"},
			{"getarrayitem_gc_r", "ri;A", 'r', "pyt"},
			{"getarrayitem_gc_f", "ri;A", 'f', "pyt"},
			{"getarrayitem_gc", "ri;A", 0, ""},
			{"getarrayitem_gc_pure_i", "ri;A", 'i', ""},
			{"getarrayitem_gc_pure_r", "ri;A", 'r', ""},
			{"getarrayitem_gc_pure_f", "ri;A", 'f', ""},
		}, Result: 'x', Effect: EffectReadArray, Descr: DescrArray,
		Group: "array", Doc: "An item of an array; the index must be at least 0 and less than the length.",
		Example: "i2 = getarrayitem_gc_i(p0, i1, descr=<ArrayS 8>)",
	},
	OpSetItem: {
		Spellings: []Spelling{{"setarrayitem_gc", "ria;A", 0, "pyt"}}, Result: 'v', Effect: EffectWriteArray, Descr: DescrArray,
		Group: "array", Doc: "Writes an item of an array; the index must be at least 0 and less than the length.",
		Example: "setarrayitem_gc(p0, i1, i2, descr=<ArrayS 8>)",
	},
	OpGetInterior: {
		Spellings: []Spelling{
			{"getinteriorfield_gc_i", "ri;F", 'i', "pyt"},
			{"getinteriorfield_gc_r", "ri;F", 'r', "pyt"},
			{"getinteriorfield_gc_f", "ri;F", 'f', "pyt"},
			{"getinteriorfield_gc", "ri;F", 0, ""},
		}, Result: 'x', Effect: EffectReadArray, Descr: DescrField,
		Group: "array", Doc: "What a field of a struct in an array of structs holds; the index must be at least 0 and less than the length.",
		Example: "i2 = getinteriorfield_gc_i(p0, i1, descr=<InteriorFieldDescr <FieldS odictentry.num 16>>)",
	},
	OpSetInterior: {
		Spellings: []Spelling{{"setinteriorfield_gc", "ria;F", 0, "pyt"}}, Result: 'v', Effect: EffectWriteArray, Descr: DescrField,
		Group: "array", Doc: "Writes a field of a struct in an array of structs; the index must be at least 0 and less than the length.",
		Example: "setinteriorfield_gc(p0, i1, i2, descr=<InteriorFieldDescr <FieldS odictentry.num 16>>)",
	},
	OpArrayLen: {
		Spellings: []Spelling{{"arraylen_gc", "r;A", 0, "pyt"}}, Result: 'i', Effect: EffectPure, Descr: DescrArray,
		Group: "array", Doc: "The length of an array, which never changes.",
		Example: "i1 = arraylen_gc(p0, descr=<ArrayS 8>)",
	},
	OpGuardTrue: {
		Spellings: []Spelling{{"guard_true", "i", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if the integer is not 0.",
		Example: "guard_true(i1) [i0]",
	},
	OpGuardFalse: {
		Spellings: []Spelling{{"guard_false", "i", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if the integer is 0.",
		Example: "guard_false(i1) [i0]",
	},
	OpGuardValue: {
		Spellings: []Spelling{{"guard_value", "aa", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if both are equal; the second is a constant.",
		Example: "guard_value(i1, 7) [i0]",
	},
	OpGuardClass: {
		Spellings: []Spelling{{"guard_class", "rC", 0, "pyt"}}, Result: 'v', Effect: EffectGuard, Descr: DescrClass,
		Group: "guard", Doc: "Goes on if the object is of exactly this class; it must not be null.",
		Example: "guard_class(p1, BoxedInteger) [p1]",
	},
	OpGuardNonnull: {
		Spellings: []Spelling{{"guard_nonnull", "r", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if the reference is not null.",
		Example: "guard_nonnull(p1) [p1]",
	},
	OpGuardIsnull: {
		Spellings: []Spelling{{"guard_isnull", "r", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if the reference is null.",
		Example: "guard_isnull(p1) [p1]",
	},
	OpGuardNonnullClass: {
		Spellings: []Spelling{{"guard_nonnull_class", "rC", 0, "pyt"}}, Result: 'v', Effect: EffectGuard, Descr: DescrClass,
		Group: "guard", Doc: "Goes on if the reference is not null and the object is of exactly this class.",
		Example: "guard_nonnull_class(p1, BoxedInteger) [p1]",
	},
	OpGuardNoOverflow: {
		Spellings: []Spelling{{"guard_no_overflow", "", 0, "pyt"}, {"guard_no_ovf", "", 0, ""}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if the overflow operation right before it did not overflow.",
		Example: "guard_no_overflow() [i0]",
	},
	OpGuardOverflow: {
		Spellings: []Spelling{{"guard_overflow", "", 0, "pyt"}, {"guard_ovf", "", 0, ""}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if the overflow operation right before it overflowed.",
		Example: "guard_overflow() [i0]",
	},
	OpGuardNotInvalidated: {
		Spellings: []Spelling{{"guard_not_invalidated", "", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on as long as nobody has changed what the trace took to be constant; calls, escape and unknown operations may.",
		Example: "guard_not_invalidated() [p0]",
	},
	OpGuardNoException: {
		Spellings: []Spelling{{"guard_no_exception", "", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Goes on if the call right before it did not raise an exception.",
		Example: "guard_no_exception() [p0]",
	},
	OpGuardException: {
		Spellings: []Spelling{{"guard_exception", "C", 0, "pyt"}}, Result: 'x', Effect: EffectGuard, Descr: DescrClass,
		Group: "guard", Doc: "Goes on if the call right before it raised an exception of exactly this class; the result is the exception.",
		Example: "p5 = guard_exception(ConstClass(ValueError)) [p0]",
	},
	OpGuardOpaque: {
		Spellings: []Spelling{
			{"guard_not_forced", "*;?D", 0, "y"},
			{"guard_not_forced_2", "*;?D", 0, ""},
			{"guard_subclass", "*;?D", 0, ""},
			{"guard_gc_type", "*;?D", 0, ""},
			{"guard_is_object", "*;?D", 0, ""},
			{"guard_not_interrupted", "*;?D", 0, ""},
		}, Result: 'x', Effect: EffectGuard, Descr: DescrText,
		Group: "guard", Doc: "A guard on something that only the running program knows; it stays where it is.",
		Example: "guard_not_forced() [p0]",
	},
	OpGuardFuture: {
		Spellings: []Spelling{{"guard_future_condition", "", 0, "pyt"}}, Result: 'v', Effect: EffectGuard,
		Group: "guard", Doc: "Never fails; it marks the end of an iteration as a place where added guards can leave.",
		Example: "guard_future_condition() [p0]",
	},
	OpLabel: {
		Spellings: []Spelling{{"label", "*;?L", 0, "yt"}, {"[]", "*", 0, ""}, {"L():", "?L*", 0, "p"}}, Result: 'v', Effect: EffectControl, Descr: DescrLabel,
		Group: "control", Doc: "A point that a jump can go to, with its parameters; a trace starts with one.",
		Example: "label(p0, i1, descr=L0)",
	},
	OpParam: {
		Spellings: []Spelling{{"input", "", 0, ""}}, Result: 'x', Effect: EffectControl,
		Group: "control", Doc: "A parameter of a label; the parameters of the first label are the inputs of the trace.",
		Example: "[p0, i1]",
	},
	OpJump: {
		Spellings: []Spelling{{"jump", "*;?L", 0, "y"}, {"jump", "?L*", 0, "p"}}, Result: 'v', Effect: EffectControl, Descr: DescrLabel,
		Group: "control", Doc: "Goes to a label with new values for its parameters: the next iteration.",
		Example: "jump(p0, i2)",
	},
	OpFinish: {
		Spellings: []Spelling{{"finish", "*;?D", 0, "pyt"}}, Result: 'v', Effect: EffectControl, Descr: DescrText,
		Group: "control", Doc: "Ends the trace with results.",
		Example: "finish(i2)",
	},
	OpGetarg: {
		Spellings: []Spelling{{"getarg", "i", 0, "pyt"}}, Result: 'x', Effect: EffectControl,
		Group: "toy", Doc: "The input with this number, counted from 0.",
		Example: "var0 = getarg(0)",
	},
	OpDummy: {
		Spellings: []Spelling{{"dummy", "*", 0, "pyt"}}, Result: 'i', Effect: EffectVisible,
		Group: "toy", Doc: "An effect with an unknown result.",
		Example: "var0 = dummy(1)",
	},
	OpPrint: {
		Spellings: []Spelling{{"print", "a", 0, "pyt"}}, Result: 'v', Effect: EffectVisible,
		Group: "effect", Doc: "Prints a value.",
		Example: "print(i1)",
	},
	OpEscape: {
		Spellings: []Spelling{{"escape", "*;?D", 0, "pyt"}, {"escape_n", "*;?D", 0, ""}}, Result: 'x', Effect: EffectVisible, Descr: DescrText,
		Group: "effect", Doc: "Hands values to the outside, which may keep and change the objects among them.",
		Example: "escape(p1)",
	},
	OpEscapeValue: {
		Spellings: []Spelling{{"escape_i", "*;?D", 'i', "pyt"}, {"escape_r", "*;?D", 'r', "pyt"}, {"escape_f", "*;?D", 'f', "pyt"}}, Result: 'x', Effect: EffectVisible, Descr: DescrText,
		Group: "effect", Doc: "Hands values to the outside and gets back one that nobody can predict.",
		Example: "i1 = escape_i(p0)",
	},
	OpCall: {
		Spellings: []Spelling{
			{"call_i", "*;?D", 'i', "y"},
			{"call_r", "*;?D", 'r', "y"},
			{"call_f", "*;?D", 'f', "y"},
			{"call_n", "*;?D", 'v', "y"},
			{"call", "*;?D", 0, ""},
			{"call_may_force_i", "*;?D", 'i', ""},
			{"call_may_force_r", "*;?D", 'r', ""},
			{"call_may_force_f", "*;?D", 'f', ""},
			{"call_may_force_n", "*;?D", 'v', ""},
			{"call_pure_i", "*;?D", 'i', ""},
			{"call_pure_r", "*;?D", 'r', ""},
			{"call_pure_f", "*;?D", 'f', ""},
			{"call_pure", "*;?D", 0, ""},
			{"call_loopinvariant_i", "*;?D", 'i', ""},
			{"call_loopinvariant_r", "*;?D", 'r', ""},
			{"call_loopinvariant_f", "*;?D", 'f', ""},
			{"call_assembler_i", "*;?D", 'i', ""},
			{"call_assembler_r", "*;?D", 'r', ""},
			{"call_assembler_f", "*;?D", 'f', ""},
			{"call_assembler_n", "*;?D", 'v', ""},
			{"call_release_gil_i", "*;?D", 'i', ""},
			{"call_release_gil_f", "*;?D", 'f', ""},
			{"call_release_gil_n", "*;?D", 'v', ""},
			{"cond_call", "ia*;?D", 'v', ""},
			{"cond_call_value_i", "ia*;?D", 'i', ""},
			{"cond_call_value_r", "ra*;?D", 'r', ""},
		}, Result: 'x', Effect: EffectOpaque, Descr: DescrText,
		Group: "call", Doc: "Calls a function of the running program; its descriptor says what it may do. cond_call does so only if its first argument is not 0; cond_call_value only if it is 0 or null, and else the result is that argument.",
		Example: "i2 = call_i(ConstClass(f), i1, descr=<Calli 8 i EF=5>)",
	},
	OpForceToken: {
		Spellings: []Spelling{{"force_token", "", 0, "pyt"}}, Result: 'r', Effect: EffectPure,
		Group: "frame", Doc: "A reference to the frame in which the trace runs: the same one everywhere in the trace, and no other object.",
		Example: "p1 = force_token()",
	},
	OpVirtualRef: {
		Spellings: []Spelling{{"virtual_ref", "ra", 0, "pyt"}}, Result: 'r', Effect: EffectAllocate, Descr: DescrClass,
		Group: "frame", Doc: "A new object JitVirtualRef. Through it and the frame, the outside can get the first argument while the trace runs: its virtual_token is the force_token, its forced is null.",
		Example: "p1 = virtual_ref(p0, 3)",
	},
	OpVirtualRefFinish: {
		Spellings: []Spelling{{"virtual_ref_finish", "ra", 0, "pyt"}}, Result: 'v', Effect: EffectWriteField, Descr: DescrClass,
		Group: "frame", Doc: "Ends the use of a virtual_ref: its virtual_token becomes null, and its forced the second argument unless that is null.",
		Example: "virtual_ref_finish(p1, null)",
	},
	OpStrLen: {
		Spellings: []Spelling{{"strlen", "r", 0, "pyt"}, {"unicodelen", "r", 0, ""}}, Result: 'i', Effect: EffectPure,
		Group: "string", Doc: "The length of a string, which never changes.",
		Example: "i1 = strlen(p0)",
	},
	OpStrItem: {
		Spellings: []Spelling{{"strgetitem", "ri", 0, "pyt"}, {"unicodegetitem", "ri", 0, ""}}, Result: 'i', Effect: EffectPure,
		Group: "string", Doc: "A character of a string, which never changes.",
		Example: "i2 = strgetitem(p0, i1)",
	},
	OpStrNew: {
		Spellings: []Spelling{{"newstr", "i", 0, "y"}, {"newunicode", "i", 0, ""}}, Result: 'r', Effect: EffectReadRaw,
		Group: "string", Doc: "Makes a string of this many characters, which are written next. Strings are outside of all objects.",
		Example: "p1 = newstr(2)",
	},
	OpStrSet: {
		Spellings: []Spelling{
			{"strsetitem", "rii", 0, "y"},
			{"unicodesetitem", "rii", 0, ""},
			{"copystrcontent", "rriii", 0, ""},
			{"copyunicodecontent", "rriii", 0, ""},
		}, Result: 'v', Effect: EffectWriteRaw,
		Group: "string", Doc: "Writes characters of a string that was just made and that nobody has seen.",
		Example: "strsetitem(p1, 0, i2)",
	},
	OpRawRead: {
		Spellings: []Spelling{
			{"getfield_raw_i", "i;?D", 'i', "y"},
			{"getfield_raw_r", "i;?D", 'r', "y"},
			{"getfield_raw_f", "i;?D", 'f', "y"},
			{"getarrayitem_raw_i", "ii;?D", 'i', ""},
			{"getarrayitem_raw_f", "ii;?D", 'f', ""},
			{"raw_load_i", "ii;?D", 'i', ""},
			{"raw_load_f", "ii;?D", 'f', ""},
			{"strhash", "r;?D", 'i', ""},
			{"unicodehash", "r;?D", 'i', ""},
		}, Result: 'x', Effect: EffectReadRaw, Descr: DescrText,
		Group: "raw memory", Doc: "Reads memory outside of all objects, which others may write at any time. strhash reads the hash that is kept in a string, 0 if nobody has asked for it yet.",
		Example: "i1 = getfield_raw_i(140737352617312, descr=<FieldS pypysig_long_struct.c_value 0>)",
	},
	OpRawWrite: {
		Spellings: []Spelling{
			{"setfield_raw", "ia;?D", 'v', "y"},
			{"setarrayitem_raw", "iia;?D", 'v', ""},
			{"raw_store", "iia;?D", 'v', ""},
		}, Result: 'v', Effect: EffectWriteRaw, Descr: DescrText,
		Group: "raw memory", Doc: "Writes memory outside of all objects, where others may see it at once.",
		Example: "setfield_raw(140737352617312, i1, descr=<FieldS pypysig_long_struct.c_value 0>)",
	},
	OpMark: {
		Spellings: []Spelling{
			{"debug_merge_point", "*", 0, "y"},
			{"enter_portal_frame", "*", 0, ""},
			{"leave_portal_frame", "*", 0, ""},
			{"jit_debug", "*", 0, ""},
			{"keepalive", "*", 0, ""},
		}, Result: 'v', Effect: EffectBookkeeping,
		Group: "bookkeeping", Doc: "Marks a place in the source program; it does nothing.",
		Example: "debug_merge_point(0, 0, 'f;a.py:6-9~#36 FOR_ITER')",
	},
	OpQuasiImmut: {
		Spellings: []Spelling{{"quasiimmut_field", "r;?D", 0, "pyt"}}, Result: 'v', Effect: EffectBookkeeping, Descr: DescrText,
		Group: "bookkeeping", Doc: "Marks that what follows takes a field of a constant object to be constant too, as long as guard_not_invalidated holds; it does nothing.",
		Example: "quasiimmut_field(ConstPtr(ptr28), descr=<QuasiImmutDescr object at 0x7f40>)",
	},
	OpAssertNonnull: {
		Spellings: []Spelling{{"assert_not_none", "r", 0, "pyt"}}, Result: 'v', Effect: EffectBookkeeping,
		Group: "promise", Doc: "Promises that the reference is not null: otherwise the trace has no meaning.",
		Example: "assert_not_none(p1)",
	},
	OpAssertClass: {
		Spellings: []Spelling{{"record_exact_class", "rC", 0, "pyt"}, {"record_known_class", "rC", 0, ""}}, Result: 'v', Effect: EffectBookkeeping, Descr: DescrClass,
		Group: "promise", Doc: "Promises that the object is of exactly this class: otherwise the trace has no meaning.",
		Example: "record_exact_class(p1, ConstClass(W_IntObject))",
	},
	OpAssertValue: {
		Spellings: []Spelling{{"record_exact_value_i", "ii", 'v', "pyt"}, {"record_exact_value_r", "rr", 'v', ""}}, Result: 'v', Effect: EffectBookkeeping,
		Group: "promise", Doc: "Promises that both are equal: otherwise the trace has no meaning.",
		Example: "record_exact_value_i(i1, 7)",
	},
	OpKnownResult: {
		Spellings: []Spelling{{"record_known_result", "*;?D", 'v', "y"}}, Result: 'v', Effect: EffectBookkeeping, Descr: DescrText,
		Group: "promise", Doc: "Promises that a pure function returns the first argument for the others.",
		Example: "record_known_result(1, ConstClass(f), p1, descr=<Calli 8 r EF=4>)",
	},
	OpOpaque: {
		Spellings: []Spelling{{"opaque", "*;?D", 0, ""}}, Result: 'x', Effect: EffectOpaque, Descr: DescrOpaque,
		Group: "opaque", Doc: "An operation that the table does not know; it may do anything.",
		Example: "p1 = some_new_operation(p0)",
	},
}
