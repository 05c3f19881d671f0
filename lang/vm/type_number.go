package vm

import (
	"errors"
	"math"
	"math/big"
	"strconv"

	"unbox/lang/compile"
	"unbox/lang/numbers"
	"unbox/lang/object"
)

// isInt reports whether an object is an integer of 64 bits or a bool.
func (vm *VM) isInt(o Ref) bool {
	h := vm.w.Header(o)
	return h == object.HInt || h == object.HBool
}

func (vm *VM) isBig(o Ref) bool      { return vm.w.Shape(o) == object.BBig }
func (vm *VM) isFloat(o Ref) bool    { return vm.w.Header(o) == object.HFloat }
func (vm *VM) isAnyInt(o Ref) bool   { return vm.isInt(o) || vm.isBig(o) }
func (vm *VM) isStr(o Ref) bool      { return vm.w.Shape(o) == object.BStr }
func (vm *VM) intOf(o Ref) int64     { return int64(vm.w.Slot(o, 0)) }
func (vm *VM) float(f float64) Ref   { return vm.w.New(object.HFloat, math.Float64bits(f)) }
func (vm *VM) floatOf(o Ref) float64 { return toFloat(vm.w.Slot(o, 0)) }

// bigOf returns an integer of any size.
func (vm *VM) bigOf(o Ref) *big.Int {
	if vm.isBig(o) {
		v := vm.w.BigOf(o)
		vm.linear(v) // the words are copied
		return v
	}
	return big.NewInt(vm.intOf(o))
}

// fewLimbs is the maximum number of words of an integer that is computed in reused buffers: most are not much larger than a
// word, and then allocating takes longer than the operation.
const fewLimbs = 64

// limbed puts the value of an integer into one of these buffers.
func (vm *VM) limbed(place int, o Ref) *big.Int {
	v := &vm.bigs[place]
	if !vm.isBig(o) {
		return v.SetInt64(vm.intOf(o))
	}
	n := vm.w.Len(o)/8 - 1
	if n > fewLimbs {
		return vm.w.BigOf(o)
	}
	limbs := v.Bits()[:0]
	for k := range n {
		limbs = append(limbs, big.Word(vm.w.Slot(o, 1+k)))
	}
	if v.SetBits(limbs); vm.w.Slot(o, 0) != 0 {
		v.Neg(v)
	}
	return v
}

// resultOf returns buffers for two integer results.
func (vm *VM) resultOf(a, b *big.Int) (v, w *big.Int) {
	if max(len(a.Bits()), len(b.Bits())) > fewLimbs {
		return new(big.Int), new(big.Int)
	}
	return &vm.bigs[2], &vm.bigs[3]
}

// numberAsFloat returns a number as a float; false raises an exception. An instance of a class derived from float is the number that it
// holds, as for C's PyFloat_AsDouble: only `float()` asks its `__float__`.
func (vm *VM) numberAsFloat(o Ref) (float64, bool) {
	switch {
	case vm.isFloat(o):
		return vm.floatOf(o), true
	case vm.isInt(o):
		return float64(vm.intOf(o)), true
	case vm.isBig(o):
		v := vm.w.BigOf(o)
		vm.linear(v)
		return vm.bigAsFloat(v)
	}
	if held := vm.heldOf(o); held != 0 && vm.isFloat(held) {
		return vm.floatOf(held), true
	}
	return vm.instanceAsFloat(o)
}

// instanceAsFloat asks the methods of an instance for a float; false raises an exception.
func (vm *VM) instanceAsFloat(o Ref) (float64, bool) {
	if m, ok := vm.lookup(o, "__float__"); ok && vm.w.Header(o) == object.HInstance {
		v := vm.call(m, o)
		if v == 0 {
			return 0, false
		}
		if v = vm.plainValue(v); !vm.isFloat(v) {
			vm.raise(vm.types.typeError, "%s.__float__ returned non-float (type %s)", vm.typeName(o), vm.typeName(v))
			return 0, false
		}
		return vm.floatOf(v), true
	}
	if v, ok := vm.integerBy(o, "__index__"); ok {
		if v == 0 {
			return 0, false
		}
		return vm.numberAsFloat(v)
	}
	vm.raise(vm.types.typeError, "must be real number, not %s", vm.typeName(o))
	return 0, false
}

// isNumber reports whether an object is an int, a bool or a float.
func (vm *VM) isNumber(o Ref) bool { return vm.isAnyInt(o) || vm.isFloat(o) }

// binary computes with objects of the language's own types.
func (vm *VM) binary(op compile.Op, x, y Ref, augmented bool) Ref {
	switch {
	case op == compile.MatMul: // which no type of the language's own has
	case vm.isInt(x) && vm.isInt(y):
		return vm.intBinary(op, x, y)
	case vm.isAnyInt(x) && vm.isAnyInt(y):
		return vm.bigBinary(op, x, y)
	case vm.isNumber(x) && vm.isNumber(y):
		return vm.floatBinary(op, x, y, augmented)
	}
	if v := vm.sequenceBinary(op, x, y, augmented); v != 0 || vm.exc != 0 {
		return v
	}
	if op == compile.Or {
		vm.unionOfTypes(x, y)
	}
	return vm.unsupported(op, x, y, augmented)
}

func (vm *VM) intBinary(op compile.Op, x, y Ref) Ref {
	a, b := vm.intOf(x), vm.intOf(y)
	if bools := vm.w.Header(x) == object.HBool && vm.w.Header(y) == object.HBool; bools {
		switch op {
		case compile.And:
			return vm.w.Bool(a&b != 0)
		case compile.Or:
			return vm.w.Bool(a|b != 0)
		case compile.Xor:
			return vm.w.Bool(a^b != 0)
		}
	}
	switch op {
	case compile.Add:
		if s := a + b; (a^s)&(b^s) >= 0 {
			return vm.w.Int(s)
		}
	case compile.Sub:
		if s := a - b; (a^b)&(a^s) >= 0 {
			return vm.w.Int(s)
		}
	case compile.Mul:
		if !numbers.MulOverflows(a, b) {
			return vm.w.Int(a * b)
		}
	case compile.And:
		return vm.w.Int(a & b)
	case compile.Or:
		return vm.w.Int(a | b)
	case compile.Xor:
		return vm.w.Int(a ^ b)
	case compile.RShift:
		if b >= 0 {
			return vm.w.Int(a >> min(b, 63))
		}
	case compile.FloorDiv:
		if b != 0 && b != -1 {
			return vm.w.Int(numbers.FloorDiv(a, b))
		}
	case compile.Mod:
		if b != 0 && b != -1 {
			return vm.w.Int(numbers.FloorMod(a, b))
		}
	case compile.TrueDiv:
		if b != 0 && exactly(a) && exactly(b) {
			return vm.float(float64(a) / float64(b))
		}
	}
	return vm.bigBinary(op, x, y)
}

func (vm *VM) bigBinary(op compile.Op, x, y Ref) Ref {
	a, b := vm.limbed(0, x), vm.limbed(1, y)
	vm.linear(a, b)
	v, _ := vm.resultOf(a, b)
	switch op {
	case compile.Add:
		v.Add(a, b)
	case compile.Sub:
		v.Sub(a, b)
	case compile.Mul:
		if vm.tooLarge(a.BitLen() + b.BitLen()) {
			return 0
		}
		vm.work(product(wordsOf(a), wordsOf(b)))
		v.Mul(a, b)
	case compile.And:
		v.And(a, b)
	case compile.Or:
		v.Or(a, b)
	case compile.Xor:
		v.Xor(a, b)
	case compile.FloorDiv, compile.Mod:
		return vm.bigDivide(op, a, b)
	case compile.TrueDiv:
		return vm.bigTrueDiv(a, b)
	case compile.LShift, compile.RShift:
		return vm.bigShift(op, a, b)
	case compile.Pow:
		return vm.bigPow(a, b)
	}
	return vm.w.Big(v)
}

func (vm *VM) zeroDivision(what string) Ref { return vm.raise(vm.types.zeroDivisionError, "%s", what) }

func (vm *VM) bigDivide(op compile.Op, a, b *big.Int) Ref {
	if b.Sign() == 0 {
		if op == compile.Mod {
			return vm.zeroDivision("integer modulo by zero")
		}
		return vm.zeroDivision("integer division or modulo by zero")
	}
	vm.divisionWork(a, b)
	q, m := vm.resultOf(a, b)
	if q.QuoRem(a, b, m); m.Sign() != 0 && m.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		m.Add(m, b)
	}
	if op == compile.Mod {
		return vm.w.Big(m)
	}
	return vm.w.Big(q)
}

func (vm *VM) bigTrueDiv(a, b *big.Int) Ref {
	if b.Sign() == 0 {
		return vm.zeroDivision("division by zero")
	}
	vm.divisionWork(a, b)
	f := numbers.Quotient(a, b)
	if math.IsInf(f, 0) {
		return vm.raise(vm.types.overflowError, "integer division result too large for a float")
	}
	return vm.float(f)
}

// divisionWork counts a division: about that of two products.
func (vm *VM) divisionWork(a, b *big.Int) {
	n, m := wordsOf(a), wordsOf(b)
	if n >= m {
		vm.work(2 * product(n-m+1, m))
	}
}

// mostDigits is the maximum number of digits of an integer in CPython, each of 30 bits in 4 bytes after 24 bytes of something else; up to
// there, it only has no memory for them.
var mostDigits = big.NewInt((math.MaxInt64 - 24) / 4)

// shiftedDigits is the number of digits in CPython of a << b.
func shiftedDigits(a, b *big.Int) *big.Int {
	n, rest := new(big.Int).DivMod(b, big.NewInt(30), new(big.Int))
	return n.Add(n, big.NewInt(int64((a.BitLen()+29)/30+rest.Sign())))
}

func (vm *VM) bigShift(op compile.Op, a, b *big.Int) Ref {
	if b.Sign() < 0 {
		return vm.raise(vm.types.valueError, "negative shift count")
	}
	if op == compile.RShift {
		if !b.IsInt64() || b.Int64() > int64(a.BitLen()) {
			if a.Sign() < 0 {
				return vm.w.Int(-1)
			}
			return vm.w.Int(0)
		}
		return vm.w.Big(new(big.Int).Rsh(a, uint(b.Int64())))
	}
	if a.Sign() == 0 {
		return vm.w.Int(0)
	}
	if shiftedDigits(a, b).Cmp(mostDigits) > 0 {
		return vm.raise(vm.types.overflowError, "too many digits in integer")
	}
	if !b.IsInt64() {
		return vm.raise(vm.types.memoryError, "")
	}
	if b.Int64() > 1<<40 || vm.tooLarge(a.BitLen()+int(b.Int64())) {
		return vm.raise(vm.types.memoryError, "")
	}
	vm.work(int(b.Int64()) >> 12) // words, 64 for a unit
	return vm.w.Big(new(big.Int).Lsh(a, uint(b.Int64())))
}

func (vm *VM) bigPow(a, b *big.Int) Ref {
	if b.Sign() < 0 {
		x, ok := vm.bigAsFloat(a)
		y, ok2 := vm.bigAsFloat(b)
		if !ok || !ok2 {
			return 0
		}
		return vm.floatPow(x, y)
	}
	if a.BitLen() > 1 {
		if !b.IsInt64() || b.Int64() > 1<<32 {
			return vm.raise(vm.types.memoryError, "")
		}
		bits := a.BitLen() * int(b.Int64())
		if vm.tooLarge(bits) {
			return 0
		}
		vm.work(2 * product(bits/64, bits/64))
	} else if b.BitLen() > 1 { // 0, 1 and -1
		b = new(big.Int).Add(big.NewInt(2), new(big.Int).And(b, big.NewInt(1)))
	}
	return vm.w.Big(new(big.Int).Exp(a, b, nil))
}

func (vm *VM) bigAsFloat(a *big.Int) (float64, bool) {
	if a.BitLen() > 1024 {
		vm.raise(vm.types.overflowError, "int too large to convert to float")
		return 0, false
	}
	f, _ := new(big.Float).SetInt(a).Float64()
	if math.IsInf(f, 0) {
		vm.raise(vm.types.overflowError, "int too large to convert to float")
		return 0, false
	}
	return f, true
}

func (vm *VM) floatBinary(op compile.Op, x, y Ref, augmented bool) Ref {
	switch op {
	case compile.And, compile.Or, compile.Xor, compile.LShift, compile.RShift:
		return vm.unsupported(op, x, y, augmented)
	}
	a, ok := vm.numberAsFloat(x)
	if !ok {
		return 0
	}
	b, ok := vm.numberAsFloat(y)
	if !ok {
		return 0
	}
	switch op {
	case compile.Add:
		return vm.float(a + b)
	case compile.Sub:
		return vm.float(a - b)
	case compile.Mul:
		return vm.float(a * b)
	case compile.TrueDiv:
		if b == 0 {
			return vm.zeroDivision("float division by zero")
		}
		return vm.float(a / b)
	case compile.FloorDiv:
		if b == 0 {
			return vm.zeroDivision("float floor division by zero")
		}
		q, _ := numbers.FloatDivMod(a, b)
		return vm.float(q)
	case compile.Mod:
		if b == 0 {
			return vm.zeroDivision("float modulo")
		}
		_, m := numbers.FloatDivMod(a, b)
		return vm.float(m)
	}
	return vm.floatPow(a, b)
}

func (vm *VM) floatPow(a, b float64) Ref {
	if a == 0 && b < 0 {
		return vm.zeroDivision("0.0 cannot be raised to a negative power")
	}
	if a < 0 && !math.IsInf(a, 0) && !math.IsInf(b, 0) && b != math.Floor(b) && !math.IsNaN(b) {
		vm.stop(errors.New("expected a power that is a real number, found a complex one; Unbox's Python has no complex numbers"))
	}
	v := numbers.Power(a, b)
	if math.IsInf(v, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return vm.powerOverflow()
	}
	return vm.float(v)
}

// powerOverflow raises what a power of floats raises that is too large for one.
func (vm *VM) powerOverflow() Ref {
	return vm.raiseArgs(vm.types.overflowError, vm.w.Int(34), vm.w.Str(overflows))
}

// unaryMethod is the method of an operation with one operand.
func unaryMethod(op compile.Op) special { return specialNeg + special(op-compile.Neg) }

func (vm *VM) unary(op compile.Op, x Ref) Ref {
	switch h := vm.w.Header(x); {
	case h == object.HInstance:
		if f, ok := vm.specialOf(x, unaryMethod(op)); ok {
			return vm.call(f, x)
		}
	case vm.isCounter(x) && op == compile.Pos:
		return vm.combineCounters(compile.Add, x, vm.newDictLike(x), false)
	case vm.isCounter(x) && op == compile.Neg:
		return vm.combineCounters(compile.Sub, vm.newDictLike(x), x, false)
	case h == object.HFloat && op == compile.Neg:
		return vm.float(-vm.floatOf(x))
	case h == object.HFloat && op == compile.Pos:
		return x
	case vm.isAnyInt(x):
		v := vm.bigOf(x)
		vm.linear(v)
		switch op {
		case compile.Neg:
			return vm.w.Big(new(big.Int).Neg(v))
		case compile.Invert:
			return vm.w.Big(new(big.Int).Not(v))
		}
		return vm.w.Big(v)
	}
	symbol := map[compile.Op]string{compile.Neg: "-", compile.Pos: "+", compile.Invert: "~"}[op]
	return vm.raise(vm.types.typeError, "bad operand type for unary %s: '%s'", symbol, vm.typeName(x))
}

// sameText is the number of bytes up to which equal strings are one object: those of one character.
const sameText = 17

// is reports whether two references are to one object. Equal numbers and strings are one, as in
// PyPy.
func (vm *VM) is(x, y Ref) bool {
	if x == y || x == 0 || y == 0 {
		return x == y
	}
	h := vm.w.Header(x)
	if h != vm.w.Header(y) {
		return false
	}
	switch {
	case h == object.HInt, h == object.HFloat, h == object.HBuiltin, h == object.HType:
		return vm.w.Slot(x, 0) == vm.w.Slot(y, 0)
	case h&0xffffffff == object.BStr:
		return h>>32 <= sameText && vm.w.View(x) == vm.w.View(y)
	case h == object.ATuple: // the empty tuple
		return true
	}
	return false
}

// indexOf reads an object as an index; what is beyond 64 bits counts as the largest one. An instance of a class derived from int is the
// number that it holds; its `__index__` is not asked.
func (vm *VM) indexOf(o Ref, what string) (int, bool) {
	switch {
	case vm.isInt(o):
		return int(vm.intOf(o)), true
	case vm.isBig(o):
		if vm.w.Slot(o, 0) != 0 {
			return math.MinInt64, true
		}
		return math.MaxInt64, true
	}
	if held := vm.heldOf(o); held != 0 && vm.isAnyInt(held) {
		return vm.indexOf(held, what)
	}
	if f, ok := vm.lookup(o, "__index__"); ok && vm.w.Header(o) == object.HInstance {
		if v := vm.call(f, o); v == 0 {
			return 0, false
		} else if plain := vm.plainValue(v); vm.isAnyInt(plain) {
			return vm.indexOf(plain, what)
		} else {
			vm.raise(vm.types.typeError, "__index__ returned non-int (type %s)", vm.typeName(v))
			return 0, false
		}
	}
	vm.raise(vm.types.typeError, what, vm.typeName(o))
	return 0, false
}

// integerOf is the integer that an object is, or that its `__index__` says; nil after an exception.
func (vm *VM) integerOf(o Ref) *big.Int {
	if v, ok := vm.integerBy(o, "__index__"); ok {
		if o = v; v == 0 {
			return nil
		}
	}
	if !vm.isAnyInt(o) {
		vm.raise(vm.types.typeError, asInteger, vm.typeName(o))
		return nil
	}
	return vm.bigOf(o)
}

// What is wrong with an object that is no index; the name of its class follows.
const (
	asInteger    = "'%s' object cannot be interpreted as an integer"
	noSliceIndex = "slice indices must be integers or None or have an __index__ method%.0s"
	noListIndex  = "slice indices must be integers or have an __index__ method%.0s"
)

// intText writes an integer.
func (vm *VM) intText(o Ref) (string, bool) {
	if vm.isInt(o) {
		return strconv.FormatInt(vm.intOf(o), 10), true
	}
	v := vm.bigOf(o)
	n := min(wordsOf(v), numbers.MaxDigits/16)
	vm.work(product(n, n))
	if v.BitLen() > 14300 { // more than 4300 digits for sure, or nearly
		if s := new(big.Int).Exp(big.NewInt(10), big.NewInt(numbers.MaxDigits), nil); v.CmpAbs(s) >= 0 {
			vm.raise(vm.types.valueError, "Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit", numbers.MaxDigits)
			return "", false
		}
	}
	return v.String(), true
}

// floatFromHex is float.fromhex.
func (vm *VM) floatFromHex(a args) Ref {
	s := vm.plainValue(vm.arg(a, 0))
	if !vm.isStr(s) {
		return vm.raise(vm.types.typeError, "bad argument type for built-in operation")
	}
	text := vm.w.Text(s)
	vm.work(len(text) >> 6)
	f, ok, digits := numbers.ParseFloatHex(text)
	switch {
	case !ok:
		return vm.raise(vm.types.valueError, "invalid hexadecimal floating-point string")
	case digits && math.IsInf(f, 0):
		return vm.raise(vm.types.overflowError, "hexadecimal value too large to represent as a float")
	}
	return vm.float(f)
}

// floatRatio is float.as_integer_ratio.
func (vm *VM) floatRatio(a args) Ref {
	f := vm.floatOf(vm.arg(a, 0))
	switch {
	case math.IsNaN(f):
		return vm.raise(vm.types.valueError, "cannot convert NaN to integer ratio")
	case math.IsInf(f, 0):
		return vm.raise(vm.types.overflowError, "cannot convert Infinity to integer ratio")
	}
	r := new(big.Rat).SetFloat64(f)
	return vm.newTuple(vm.w.Big(r.Num()), vm.w.Big(r.Denom()))
}
