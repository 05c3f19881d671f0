package vm

import (
	"math"

	"unbox/lang/compile"
	"unbox/lang/numbers"
	"unbox/lang/object"
	"unbox/trace"
)

// execute records and executes one instruction.
func (r *recorder) execute(f *frame, i compile.Instr) {
	a, b, c := int(i.A()), int(i.B()), int(i.C())
	switch op := i.Op(); op {
	case compile.LoadK:
		r.setReg(a, r.fixed(f.code.k[i.D()]))
	case compile.Move:
		r.setReg(a, r.reg(b))
	case compile.Consumer:
		if b == 1 && r.reg(a).bits == 0 {
			a++
		}
		r.consumer(r.reg(a), r.vm.w.Text(f.code.k[i.D()]))
	case compile.Check:
		r.alive(r.reg(a))
	case compile.LoadGlobal:
		v := r.item(r.globals(), object.ARefs, r.constInt(int64(i.D())))
		r.alive(v)
		r.setReg(a, v)
	case compile.StoreGlobal:
		r.setItem(r.globals(), object.ARefs, r.constInt(int64(i.D())), r.reg(a))
	case compile.LoadCell:
		v := r.get(r.reg(b), object.HCell, 0)
		r.alive(v)
		r.setReg(a, v)
	case compile.StoreCell:
		r.set(r.reg(a), object.HCell, 0, r.reg(b))
	case compile.MakeCell:
		r.setReg(a, r.make(object.HCell, r.reg(a)))
	case compile.DelLocal:
		if b == 0 && c == 0 && r.reg(a).bits == 0 {
			giveUp("a variable without a value is deleted")
		}
		r.setReg(a, value{0, r.null()})
	case compile.Jump:
		f.pc = i.D()
		return
	case compile.JumpIf, compile.JumpIfNot:
		r.jumpIf(f, i)
		return
	case compile.JIs:
		r.jump(f, i, r.same(r.reg(a), r.reg(b)) == (c != 0))
		return
	case compile.Is, compile.IsNot:
		r.setReg(a, r.bool(r.same(r.reg(b), r.reg(c)) == (op == compile.Is)))
	case compile.Not:
		if !r.plainTruth(r.reg(b)) {
			r.residual(f, i)
			return
		}
		r.setReg(a, r.bool(!r.truth(r.reg(b))))
	case compile.Return:
		r.ret(f, r.reg(a))
		return
	case compile.GetIter:
		r.getIter(f, i)
		return
	case compile.ForIter:
		r.forIter(f, i)
		return
	case compile.Call, compile.CallMethod:
		r.callValue(f, i)
		return
	case compile.CallKw:
		r.callKeywords(f, i)
		return
	default:
		if !r.more(f, i) {
			return
		}
	}
	r.next()
}

// more executes the instructions about numbers, attributes and containers. It reports whether the next
// instruction is the one after it; otherwise it has gone on itself.
func (r *recorder) more(f *frame, i compile.Instr) bool {
	a, b, c := int(i.A()), int(i.B()), int(i.C())
	switch op := i.Op(); {
	case op >= compile.Add && op <= compile.Xor:
		return r.binary(f, i, r.reg(b), r.reg(c))
	case op >= compile.AddK && op <= compile.RShiftK:
		return r.binary(f, i, r.reg(b), r.fixed(f.code.k[c]))
	case op >= compile.JLt && op <= compile.JNe:
		return r.compareJump(f, i, r.reg(a), r.reg(b))
	case op >= compile.JLtK && op <= compile.JNeK:
		return r.compareJump(f, i, r.reg(a), r.fixed(f.code.k[b]))
	case op >= compile.Lt && op <= compile.Ne:
		truth, ok := r.compare(op, r.reg(b), r.reg(c))
		if !ok {
			return r.residual(f, i)
		}
		r.setReg(a, r.bool(truth))
	case op == compile.Neg || op == compile.Invert || op == compile.Pos:
		return r.unary(f, i)
	case op == compile.GetAttr:
		return r.getAttr(f, i)
	case op == compile.SetAttr:
		return r.setAttr(f, i)
	case op == compile.Method:
		return r.method(f, i)
	case op == compile.GetItem:
		return r.getItem(f, i)
	case op == compile.SetItem:
		return r.setItemOf(f, i)
	case op == compile.BuildTuple:
		r.setReg(a, r.tuple(r.regs(b, c)))
	case op == compile.BuildList:
		r.setReg(a, r.list(r.regs(b, c)))
	case op == compile.BuildSlice:
		r.setReg(a, r.buildSlice(r.regs(b, 3)))
	case op == compile.ListAppend:
		if !r.append(r.reg(a), r.reg(b)) {
			return r.residual(f, i)
		}
	case op == compile.Unpack:
		return r.unpack(f, i)
	case op == compile.Super:
		r.setReg(a, r.make(object.HSuper, r.get(r.reg(b), object.HCell, 0), r.reg(c)))
	default:
		return r.others(f, i)
	}
	return true
}

// others are the instructions that traces call, and those that end a recording.
func (r *recorder) others(f *frame, i compile.Instr) bool {
	switch op := i.Op(); op {
	case compile.In, compile.NotIn:
		truth, ok := r.contains(r.reg(int(i.C())), r.reg(int(i.B())))
		if !ok {
			return r.residual(f, i)
		}
		r.setReg(int(i.A()), r.bool(truth == (op == compile.In)))
	case compile.SetAdd, compile.SetUpdate, compile.BuildDict, compile.BuildSet, compile.ListExtend, compile.ListToTuple, compile.SetConst,
		compile.Format, compile.BuildString, compile.MakeFunction, compile.DelItem, compile.CallStar, compile.CallDict, compile.DictMerge, compile.LoadClass:
		return r.residual(f, i)
	default:
		giveUp("the iteration contains `%s`, which is not recorded", op)
	}
	return true
}

func (r *recorder) globals() value {
	return r.fixed(Ref(r.vm.globals-1) << 3)
}

func (r *recorder) regs(first, n int) []value {
	list := make([]value, n)
	for k := range list {
		list[k] = r.reg(first + k)
	}
	return list
}

// jump continues at the target or at the next instruction.
func (r *recorder) jump(f *frame, i compile.Instr, taken bool) {
	if f.pc = r.pc + 1; taken {
		f.pc = i.D()
	}
}

func (r *recorder) jumpIf(f *frame, i compile.Instr) {
	x := r.reg(int(i.A()))
	if !r.plainTruth(x) {
		r.residualBranch(f, i, i.Op() == compile.JumpIf)
		return
	}
	r.jump(f, i, r.truth(x) == (i.Op() == compile.JumpIf))
}

// plainTruth reports whether the truth of an object is known without running the program.
func (r *recorder) plainTruth(x value) bool {
	if r.vm.shapeOf(x.bits) != object.HInstance {
		return true
	}
	_, says := r.vm.lookup(x.bits, "__bool__")
	_, counts := r.vm.lookup(x.bits, "__len__")
	return !says && !counts
}

// truth guards whether an object counts as true.
func (r *recorder) truth(x value) bool {
	switch shape := r.is(x); shape {
	case object.HBool, object.HInt:
		v := r.unbox(x, shape)
		if v.v.IsConst() {
			return v.bits != 0
		}
		return r.branch(v)
	case object.HFloat:
		return r.branch(r.pure(trace.OpFloatNe, r.unboxFloat(x), r.constFloat(0)))
	case object.HNone:
		return false
	case object.HList, object.HDict, object.HSet, object.HFrozenSet, object.HArray:
		return r.branch(r.get(x, shape, 0))
	case object.ATuple:
		return r.branch(r.length(x, shape))
	case object.BStr, object.HRange, object.HDictView:
		yes, _ := r.vm.truth(x.bits)
		return r.branch(value{trace.Bit(yes), r.call("truth", 0, trace.Int, x.v)})
	case object.HInstance:
		r.relies(r.classOf(x), "__bool__", "__len__")
	}
	return true
}

// same guards whether two references are to one object; equal numbers are one.
func (r *recorder) same(x, y value) bool {
	sx, sy := r.is(x), r.is(y)
	if sx != sy {
		return false
	}
	switch sx {
	case object.HNone, object.HNotImplemented:
		return true
	case object.HInt, object.HBool, object.HType, object.HBuiltin:
		return r.branch(r.pure(trace.OpIntEq, r.unbox(x, sx), r.unbox(y, sx)))
	case object.HFloat, object.BStr, object.ATuple:
		yes := r.vm.is(x.bits, y.bits)
		return r.branch(value{trace.Bit(yes), r.call("is", 2, trace.Int, x.v, y.v)})
	}
	return r.branch(r.pure(trace.OpPtrEq, x, y))
}

// intOps and floatOps are the operations of the machine that arithmetic with two integers or
// two floats is, where nothing else is to be asked.
var (
	intOps = map[compile.Op]trace.Opcode{compile.And: trace.OpIntAnd, compile.Or: trace.OpIntOr, compile.Xor: trace.OpIntXor}
	ovfOps = map[compile.Op]trace.Opcode{compile.Add: trace.OpIntAddOvf, compile.Sub: trace.OpIntSubOvf, compile.Mul: trace.OpIntMulOvf}
	fltOps = map[compile.Op]trace.Opcode{compile.Add: trace.OpFloatAdd, compile.Sub: trace.OpFloatSub, compile.Mul: trace.OpFloatMul}
)

// binary is arithmetic.
func (r *recorder) binary(f *frame, i compile.Instr, x, y value) bool {
	sx, sy := r.vm.shapeOf(x.bits), r.vm.shapeOf(y.bits)
	if sx == object.HInstance || sy == object.HInstance {
		return r.operatorMethod(f, i, x, y)
	}
	var v value
	ok := false
	switch {
	case sx == object.HInt && isIntShape(sy), isIntShape(sx) && sy == object.HInt:
		v, ok = r.intBinary(plain(i.Op()), r.unbox(x, r.is(x)), r.unbox(y, r.is(y)))
	case r.isNumberShape(sx) && r.isNumberShape(sy):
		v, ok = r.floatBinary(plain(i.Op()), x, y)
	}
	if !ok {
		return r.residual(f, i)
	}
	r.setReg(int(i.A()), v)
	return true
}

// isIntShape reports whether objects of a shape have an integer of 64 bits: integers and truth values.
func isIntShape(s uint64) bool { return s == object.HInt || s == object.HBool }

func (r *recorder) isNumberShape(s uint64) bool { return s == object.HInt || s == object.HFloat }

// intBinary computes with two integers; false if the interpreter's functions have to.
func (r *recorder) intBinary(op compile.Op, a, b value) (value, bool) {
	if code, ok := intOps[op]; ok {
		return r.boxInt(r.pure(code, a, b)), true
	}
	if code, ok := ovfOps[op]; ok {
		s, fits := r.overflowing(code, a, b)
		if !fits {
			return value{}, false
		}
		return r.boxInt(s), true
	}
	switch n := int64(b.bits); op {
	case compile.FloorDiv, compile.Mod:
		code := trace.OpIntPyDiv
		if op == compile.Mod {
			code = trace.OpIntPyMod
		}
		switch {
		case n > 0:
			r.condition(trace.OpIntGt, b, r.constInt(0))
		case n < -1:
			r.condition(trace.OpIntLt, b, r.constInt(-1))
		default:
			return value{}, false
		}
		return r.boxInt(r.pure(code, a, b)), true
	case compile.RShift:
		if n < 0 || n > 63 {
			return value{}, false
		}
		r.condition(trace.OpUintLe, b, r.constInt(63))
		return r.boxInt(r.pure(trace.OpIntRshift, a, b)), true
	case compile.LShift:
		if n < 0 || n > 62 || int64(a.bits)<<n>>n != int64(a.bits) {
			return value{}, false
		}
		r.condition(trace.OpUintLe, b, r.constInt(62))
		s := r.pure(trace.OpIntLshift, a, b)
		r.branch(r.pure(trace.OpIntEq, r.pure(trace.OpIntRshift, s, b), a))
		return r.boxInt(s), true
	case compile.TrueDiv:
		if n == 0 || !exact(a) || !exact(b) {
			return value{}, false
		}
		r.condition(trace.OpIntNe, b, r.constInt(0))
		return r.boxFloat(r.pure(trace.OpFloatTruediv, r.exactFloat(a), r.exactFloat(b))), true
	}
	return value{}, false
}

// condition guards a comparison that holds, unless both sides are constants.
func (r *recorder) condition(code trace.Opcode, a, b value) {
	if a.v.IsConst() && b.v.IsConst() {
		return
	}
	if !r.branch(r.pure(code, a, b)) {
		panic("BUG: a condition that does not hold")
	}
}

// exactLimit is the limit up to which each integer is a double.
const exactLimit = 1 << 53

// exactly reports whether an integer is surely a double.
func exactly(n int64) bool { return n >= -exactLimit && n <= exactLimit }

func exact(a value) bool { return exactly(int64(a.bits)) }

// exactFloat converts an integer that is a double, and guards that it is one.
func (r *recorder) exactFloat(a value) value {
	if !a.v.IsConst() {
		r.condition(trace.OpUintLe, r.pure(trace.OpIntAdd, a, r.constInt(exactLimit)), r.constInt(2*exactLimit))
	}
	return r.pure(trace.OpCastIntToFloat, a)
}

// asFloat is a number as arithmetic with floats takes it: the nearest double.
func (r *recorder) asFloat(x value) value {
	if r.is(x) == object.HFloat {
		return r.unboxFloat(x)
	}
	return r.pure(trace.OpCastIntToFloat, r.unboxInt(x))
}

func (r *recorder) floatBinary(op compile.Op, x, y value) (value, bool) {
	if op == compile.Pow {
		return r.floatPow(x, y)
	}
	code, ok := fltOps[op]
	if op == compile.TrueDiv {
		code, ok = trace.OpFloatTruediv, r.vm.nonzero(y.bits)
	}
	if !ok {
		return value{}, false
	}
	a, b := r.asFloat(x), r.asFloat(y)
	if op == compile.TrueDiv && !b.v.IsConst() {
		r.branch(r.pure(trace.OpFloatNe, b, r.constFloat(0)))
	}
	return r.boxFloat(r.pure(code, a, b)), true
}

// floatPow is a power of which one side at least is a float; false if it is infinite, no number, or may be an
// exception.
func (r *recorder) floatPow(x, y value) (value, bool) {
	a, b := r.vm.numberFloat(x.bits), r.vm.numberFloat(y.bits)
	square := y.v.IsConst() && b == 2
	if !(a > 0 || a == 0 && b > 0 || square) || !(numbers.Power(a, b) < math.Inf(1)) {
		return value{}, false
	}
	base, exponent := r.asFloat(x), r.asFloat(y)
	var v value
	zero := r.constFloat(0)
	switch {
	case square:
		v = r.pure(trace.OpFloatMul, base, base)
	case y.v.IsConst() && b == 0.5: // the power of -0.0 is 0.0, its square root is not
		r.condition(trace.OpFloatGe, base, zero)
		v = r.pure(trace.OpFloatSqrt, r.pure(trace.OpFloatAdd, base, zero))
	default:
		if a > 0 {
			r.condition(trace.OpFloatGt, base, zero)
		} else {
			r.condition(trace.OpFloatGe, base, zero)
			r.condition(trace.OpFloatGt, exponent, zero)
		}
		v = value{trace.FloatBits(numbers.Power(a, b)), r.call("float_pow", 0, trace.Float, base.v, exponent.v)}
	}
	r.condition(trace.OpFloatLt, v, r.constFloat(math.Inf(1)))
	return r.boxFloat(v), true
}

// numberFloat is an integer or a float as arithmetic with floats takes it.
func (vm *VM) numberFloat(x Ref) float64 {
	if vm.isFloat(x) {
		return vm.floatOf(x)
	}
	return float64(vm.intOf(x))
}

// nonzero reports whether a number is not 0.
func (vm *VM) nonzero(x Ref) bool {
	if vm.isFloat(x) {
		return vm.floatOf(x) != 0
	}
	return vm.intOf(x) != 0
}

func (r *recorder) unary(f *frame, i compile.Instr) bool {
	x, a := r.reg(int(i.B())), int(i.A())
	switch shape := r.vm.shapeOf(x.bits); {
	case shape == object.HFloat && i.Op() == compile.Neg:
		r.is(x)
		r.setReg(a, r.boxFloat(r.pure(trace.OpFloatNeg, r.unboxFloat(x))))
	case shape == object.HInt && i.Op() == compile.Neg && int64(r.vm.w.Slot(x.bits, 0)) != math.MinInt64:
		r.is(x)
		v, _ := r.overflowing(trace.OpIntSubOvf, r.constInt(0), r.unboxInt(x))
		r.setReg(a, r.boxInt(v))
	case shape == object.HInt && i.Op() == compile.Invert:
		r.is(x)
		r.setReg(a, r.boxInt(r.pure(trace.OpIntInvert, r.unboxInt(x))))
	case r.isNumberShape(shape) && i.Op() == compile.Pos:
		r.is(x)
		r.setReg(a, x)
	case r.special(f, specialNames[unaryMethod(i.Op())], x, nil, returnValue, i.A()):
		return false
	default:
		return r.residual(f, i)
	}
	return true
}
