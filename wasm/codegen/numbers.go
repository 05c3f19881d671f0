package codegen

import (
	"math"

	"unbox/backend"
	"unbox/trace"
)

// comparisons are the instructions that answer with 0 or 1.
var comparisons = [256]opcode{
	trace.OpIntLt: opI64LtS, trace.OpIntLe: opI64LeS, trace.OpIntEq: opI64Eq,
	trace.OpIntNe: opI64Ne, trace.OpIntGt: opI64GtS, trace.OpIntGe: opI64GeS,
	trace.OpUintLt: opI64LtU, trace.OpUintLe: opI64LeU, trace.OpUintGt: opI64GtU, trace.OpUintGe: opI64GeU,
	trace.OpFloatLt: opF64Lt, trace.OpFloatLe: opF64Le, trace.OpFloatEq: opF64Eq,
	trace.OpFloatNe: opF64Ne, trace.OpFloatGt: opF64Gt, trace.OpFloatGe: opF64Ge,
	trace.OpPtrEq: opI32Eq, trace.OpPtrNe: opI32Ne,
	trace.OpIntIsZero: opI64Eqz, trace.OpIntIsTrue: opI64Ne,
}

func isComparison(code trace.Opcode) bool {
	return comparisons[code] != 0
}

// simple are the operations that are one instruction.
var simple = [256]opcode{
	trace.OpIntAdd: opI64Add, trace.OpIntSub: opI64Sub, trace.OpIntMul: opI64Mul,
	trace.OpIntAnd: opI64And, trace.OpIntOr: opI64Or, trace.OpIntXor: opI64Xor,
	trace.OpIntLshift: opI64Shl, trace.OpIntRshift: opI64ShrS, trace.OpUintRshift: opI64ShrU,
	trace.OpFloatAdd: opF64Add, trace.OpFloatSub: opF64Sub, trace.OpFloatMul: opF64Mul,
	trace.OpFloatTruediv: opF64Div, trace.OpFloatNeg: opF64Neg, trace.OpFloatAbs: opF64Abs,
	trace.OpFloatSqrt: opF64Sqrt, trace.OpCastIntToFloat: opF64Convert,
	trace.OpFloatToBits: opI64FromF64, trace.OpBitsToFloat: opF64FromI64,
	trace.OpCastFloatToInt: opI64TruncF64,
}

// condition puts the answer of a comparison on the stack, as an i32. Constants come
// second, because wazero 1.12 compares wrongly if 0 comes first and the other operand
// is an i64.and: it turns the two into a `test` and keeps the condition as it was,
// without swapping its sides.
func (g *generator) condition(in *backend.Instr) {
	if exchanged := in.Code.Info().Commuted; in.A.IsConst() && in.B.IsOp() && exchanged != trace.OpNone {
		g.push(in.B)
		g.push(in.A)
		g.op(comparisons[exchanged])
		return
	}
	g.push(in.A)
	switch in.Code {
	case trace.OpIntIsZero:
	case trace.OpIntIsTrue:
		g.i64(0)
	default:
		g.push(in.B)
	}
	g.op(comparisons[in.Code])
}

// pure puts the result of a pure operation on the stack.
func (g *generator) pure(in *backend.Instr) {
	if in.Checks&backend.CheckOperand != 0 {
		g.checkOperand(in)
	}
	if in.Checks&backend.CheckUnknown != 0 {
		g.checkUnknown(in)
	}
	if isComparison(in.Code) {
		g.condition(in)
		g.op(opI64ExtendU)
		return
	}
	switch in.Code {
	case trace.OpIntNeg:
		g.i64(0)
		g.push(in.A)
		g.op(opI64Sub)
	case trace.OpIntInvert:
		g.push(in.A)
		g.i64(-1)
		g.op(opI64Xor)
	case trace.OpIntForceGeZero:
		g.push(in.A)
		g.i64(0)
		g.push(in.A)
		g.i64(0)
		g.op(opI64GeS, opSelect)
	case trace.OpUintMulHigh:
		g.push(in.A)
		g.push(in.B)
		g.callOwn(funcMulHigh)
	case trace.OpIntSignext:
		g.signext(in)
	case trace.OpIntPyDiv, trace.OpIntPyMod:
		g.divide(in)
	default:
		g.simple(in)
	}
}

func (g *generator) simple(in *backend.Instr) {
	op := simple[in.Code]
	if op == 0 {
		panic("BUG: no code for " + in.Code.String())
	}
	g.push(in.A)
	if in.B != trace.None {
		g.push(in.B)
	}
	g.op(op)
}

// checkOperand leaves where trace.Eval is undefined.
func (g *generator) checkOperand(in *backend.Instr) {
	switch in.Code.Needs() {
	case trace.NeedAmount:
		g.push(in.B)
		g.i64(63)
		g.op(opI64GtU)
	case trace.NeedDivisor:
		g.push(in.B)
		g.op(opI64Eqz)
	case trace.NeedNumber:
		g.push(in.A)
		g.push(in.A)
		g.op(opF64Ne)
	case trace.NeedInRange:
		// Both bounds are powers of two, and NaN is within none.
		g.push(in.A)
		g.f64(0xc3e0 << 48) // -2**63
		g.op(opF64Ge)
		g.push(in.A)
		g.f64(0x43e0 << 48) // 2**63
		g.op(opF64Lt, opI32And, opI32Eqz)
	case trace.NeedWidth:
		// The bits 1, 2, 4 and 8 of a mask say which widths there are.
		g.push(in.B)
		g.i64(8)
		g.op(opI64GtU)
		g.i64(1<<1 | 1<<2 | 1<<4 | 1<<8)
		g.push(in.B)
		g.op(opI64ShrU)
		g.i64(1)
		g.op(opI64And, opI64Eqz, opI32Or)
	}
	g.leaveIf(in.Exit)
}

// signext extends the sign of the lowest bytes.
func (g *generator) signext(in *backend.Instr) {
	if in.Checks&backend.CheckOperand == 0 && in.B.IsConst() {
		g.push(in.A)
		switch width, _ := g.program.ConstBits(in.B); width {
		case 1:
			g.op(opI64Extend8)
		case 2:
			g.op(opI64Extend16)
		case 4:
			g.op(opI64Extend32)
		}
		return
	}
	g.i64(64)
	g.push(in.B)
	g.i64(3)
	g.op(opI64Shl, opI64Sub)
	g.set(localA64)
	g.push(in.A)
	g.get(localA64)
	g.op(opI64Shl)
	g.get(localA64)
	g.op(opI64ShrS)
}

// divide rounds down, where WebAssembly rounds toward zero and traps if the quotient
// does not fit.
func (g *generator) divide(in *backend.Instr) {
	if in.B.IsConst() {
		divisor, _ := g.program.ConstBits(in.B)
		if power := int64(divisor); power > 0 && power&(power-1) == 0 {
			g.dividePower(in, power)
			return
		}
	}
	// A is the remainder, which is 0 for -1; B reports whether to correct.
	g.push(in.A)
	g.push(in.B)
	g.op(opI64RemS)
	g.tee(localA64)
	g.i64(0)
	g.op(opI64Ne)
	g.get(localA64)
	g.push(in.B)
	g.op(opI64Xor)
	g.i64(0)
	g.op(opI64LtS, opI32And, opI64ExtendU)
	g.set(localB64)
	if in.Code == trace.OpIntPyMod {
		g.get(localA64)
		g.push(in.B)
		g.i64(0)
		g.get(localB64)
		g.op(opI64Sub, opI64And, opI64Add)
		return
	}
	// a / -1 is -a, and nothing else can fail to fit.
	g.i64(0)
	g.push(in.A)
	g.op(opI64Sub)
	g.push(in.A)
	g.i64(1)
	g.push(in.B)
	g.push(in.B)
	g.i64(-1)
	g.op(opI64Eq, opSelect, opI64DivS)
	g.get(localB64)
	g.op(opI64Sub)
	g.push(in.B)
	g.i64(-1)
	g.op(opI64Eq, opSelect)
}

// dividePower divides by a power of two: a shift rounds down by itself.
func (g *generator) dividePower(in *backend.Instr, power int64) {
	g.push(in.A)
	if in.Code == trace.OpIntPyMod {
		g.i64(power - 1)
		g.op(opI64And)
		return
	}
	shift := int64(0)
	for 1<<shift < power {
		shift++
	}
	g.i64(shift)
	g.op(opI64ShrS)
}

// overflow writes an overflow operation with its guard. The result goes to its local
// after the guard, because it may have taken over that of an operand.
func (g *generator) overflow(in *backend.Instr) {
	if v, step, ok := g.steps(in); ok {
		g.stepOverflows(v, step)
		g.leaveOverflow(in)
		return
	}
	g.push(in.A)
	g.push(in.B)
	switch in.Code {
	case trace.OpIntAddOvf:
		// The sum's sign differs from both operands'.
		g.op(opI64Add)
		g.tee(localA64)
		g.push(in.A)
		g.op(opI64Xor)
		g.get(localA64)
		g.push(in.B)
		g.op(opI64Xor, opI64And)
		g.i64(0)
		g.op(opI64LtS)
	case trace.OpIntSubOvf:
		g.op(opI64Sub)
		g.set(localA64)
		g.push(in.A)
		g.push(in.B)
		g.op(opI64Xor)
		g.push(in.A)
		g.get(localA64)
		g.op(opI64Xor, opI64And)
		g.i64(0)
		g.op(opI64LtS)
	default:
		g.op(opI64Mul)
		g.set(localA64)
		g.mulOverflows(in)
	}
	g.leaveOverflow(in)
}

// steps returns the operand v to which an overflow operation adds a constant, if it does that.
func (g *generator) steps(in *backend.Instr) (v trace.Value, step int64, ok bool) {
	a, b := in.A, in.B
	if in.Code == trace.OpIntAddOvf && a.IsConst() {
		a, b = b, a
	}
	if in.Code != trace.OpIntAddOvf && in.Code != trace.OpIntSubOvf || !a.IsOp() || !b.IsConst() {
		return a, 0, false
	}
	bits, _ := g.program.ConstBits(b)
	if step = int64(bits); in.Code == trace.OpIntSubOvf {
		step = -step
	}
	return a, step, step != math.MinInt64
}

// stepOverflows adds a constant in localA64, and puts on the stack whether that overflows: then the sum is on the wrong side.
func (g *generator) stepOverflows(v trace.Value, step int64) {
	g.push(v)
	g.i64(step)
	g.op(opI64Add)
	g.tee(localA64)
	g.push(v)
	if step < 0 {
		g.op(opI64GtS)
	} else {
		g.op(opI64LtS)
	}
}

// leaveOverflow leaves if the condition on the stack says so, or takes the result from localA64.
func (g *generator) leaveOverflow(in *backend.Instr) {
	if in.Inverted {
		g.op(opI32Eqz)
	}
	g.leaveIf(in.Exit)
	if g.used(in.Dst) {
		g.get(localA64)
		g.pop(in.Dst)
	}
}

// mulOverflows checks whether a product fits. The product of two numbers of 32
// bits does.
func (g *generator) mulOverflows(in *backend.Instr) {
	small := func(v trace.Value) {
		g.push(v)
		g.op(opI64Extend32)
		g.push(v)
		g.op(opI64Eq)
	}
	g.i32(0)
	g.set(localA32)
	small(in.A)
	small(in.B)
	g.op(opI32And, opI32Eqz)
	g.open(opIf)
	g.push(in.A)
	g.push(in.B)
	g.callOwn(funcMulOverflows)
	g.set(localA32)
	g.close()
	g.get(localA32)
}
