package vm

import (
	"math"
	"math/big"

	"unbox/lang/numbers"
)

// round rounds to even, or to a number of digits.
func (vm *VM) round(a args) Ref {
	x := vm.arg(a, 0)
	digits := vm.opt(a, 1, vm.named(a, "ndigits"))
	if digits == 0 {
		digits = vm.w.None
	}
	if vm.isFloat(x) {
		return vm.roundFloat(vm.floatOf(x), digits)
	}
	if vm.isAnyInt(x) {
		return vm.roundInt(x, digits)
	}
	if f, ok := vm.lookup(x, "__round__"); ok {
		if digits == vm.w.None {
			return vm.call(f, x)
		}
		return vm.call(f, x, digits)
	}
	return vm.raise(vm.types.typeError, "type %s doesn't define __round__ method", vm.typeName(x))
}

func (vm *VM) roundFloat(f float64, digits Ref) Ref {
	if digits == vm.w.None {
		return vm.intOfFloat(math.RoundToEven(f))
	}
	n, ok := vm.indexOf(digits, asInteger)
	if !ok {
		return 0
	}
	switch {
	case n > 350 || math.IsInf(f, 0) || math.IsNaN(f):
		return vm.float(f)
	case n < -310:
		return vm.float(math.Copysign(0, f))
	}
	if n >= 0 {
		vm.work(n >> 3)
	} else {
		vm.work(-n) // of quotients whose parts have thousands of bits
	}
	v := numbers.Round(f, n)
	if math.IsInf(v, 0) {
		return vm.raise(vm.types.overflowError, "rounded value too large to represent")
	}
	return vm.float(v)
}

func (vm *VM) roundInt(x, digits Ref) Ref {
	if digits == vm.w.None {
		return vm.w.Big(vm.bigOf(x))
	}
	n, ok := vm.indexOf(digits, asInteger)
	if !ok {
		return 0
	}
	if n >= 0 {
		return vm.w.Big(vm.bigOf(x))
	}
	v := vm.bigOf(x)
	if -n > v.BitLen() {
		return vm.w.Int(0)
	}
	vm.work(8 * product(wordsOf(v), wordsOf(v)))
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
	q := numbers.RoundQuotient(v, scale)
	return vm.w.Big(q.Mul(q, scale))
}

// intOfFloat makes an integer of a float without a fraction.
func (vm *VM) intOfFloat(f float64) Ref {
	switch {
	case math.IsNaN(f):
		return vm.raise(vm.types.valueError, "cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return vm.raise(vm.types.overflowError, "cannot convert float infinity to integer")
	case math.Abs(f) < 1<<62:
		return vm.w.Int(int64(f))
	}
	v, _ := big.NewFloat(f).Int(nil)
	return vm.w.Big(v)
}
