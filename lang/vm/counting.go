package vm

import (
	"math"
	"math/big"

	"unbox/lang/compile"
)

// prod is math.prod: what sum() is for products.
func (vm *VM) prod(a args) Ref {
	mark := vm.keep(vm.named(a, "start"), 0, 0) // the product, the iterator, an item
	defer vm.release(mark)
	if vm.kept[mark] == 0 {
		vm.kept[mark] = vm.w.Int(1)
	}
	return vm.combine(compile.Mul, vm.arg(a, 0), mark)
}

// choices returns the number of ways to choose k of n things, in order (perm) or not (comb).
func (vm *VM) choices(a args, name string) Ref {
	if a.n == 2 && name == "perm" && vm.arg(a, 1) == vm.w.None {
		a.n = 1
	}
	if a.n == 1 {
		return vm.factorial(a)
	}
	for k := range 2 {
		if x := vm.arg(a, k); !vm.isAnyInt(x) {
			return vm.raise(vm.types.typeError, asInteger, vm.typeName(x))
		}
	}
	n, k := vm.bigOf(vm.arg(a, 0)), vm.bigOf(vm.arg(a, 1))
	switch {
	case n.Sign() < 0:
		return vm.raise(vm.types.valueError, "n must be a non-negative integer")
	case k.Sign() < 0:
		return vm.raise(vm.types.valueError, "k must be a non-negative integer")
	case k.Cmp(n) > 0:
		return vm.w.Int(0)
	}
	if rest := new(big.Int).Sub(n, k); name == "comb" && rest.Cmp(k) < 0 {
		k = rest
	}
	switch {
	case !k.IsInt64() && name == "comb":
		return vm.raise(vm.types.overflowError, "min(n - k, k) must not exceed %d", math.MaxInt64)
	case !k.IsInt64():
		return vm.raise(vm.types.overflowError, "k must not exceed %d", math.MaxInt64)
	case k.Int64() > maxBits:
		return vm.raise(vm.types.memoryError, "")
	}
	times := int(k.Int64())
	if vm.tooLarge(times * n.BitLen()) {
		return 0
	}
	size := times * n.BitLen() / 64
	vm.work(times + times*size/64)
	v := big.NewInt(1)
	for j := range times {
		v.Mul(v, new(big.Int).Sub(n, big.NewInt(int64(j))))
		if name == "comb" {
			v.Quo(v, big.NewInt(int64(j+1)))
		}
	}
	return vm.w.Big(v)
}

// lcm is the least common multiple of all arguments.
func (vm *VM) lcm(a args) Ref {
	v := big.NewInt(1)
	for k := range a.n {
		x := vm.arg(a, k)
		if !vm.isAnyInt(x) {
			return vm.raise(vm.types.typeError, asInteger, vm.typeName(x))
		}
		y := vm.bigOf(x)
		if y.Sign() == 0 || v.Sign() == 0 {
			v.SetInt64(0)
			continue
		}
		if vm.tooLarge(v.BitLen() + y.BitLen()) {
			return 0
		}
		n := wordsOf(v) + wordsOf(y)
		vm.work(1 + n*n/8)
		v.Mul(v, new(big.Int).Quo(y, new(big.Int).GCD(nil, nil, v, new(big.Int).Abs(y)))).Abs(v)
	}
	return vm.w.Big(v)
}

// isClose reports whether two numbers differ by no more than a share of the larger one, or by no more than a number.
func (vm *VM) isClose(a args) Ref {
	list := [4]float64{2: 1e-9}
	for k, v := range []Ref{vm.arg(a, 0), vm.arg(a, 1), vm.named(a, "rel_tol"), vm.named(a, "abs_tol")} {
		if v == 0 {
			continue
		}
		var ok bool
		if list[k], ok = vm.numberAsFloat(v); !ok {
			return 0
		}
	}
	x, y, share, least := list[0], list[1], list[2], list[3]
	switch difference := math.Abs(x - y); {
	case share < 0 || least < 0:
		return vm.raise(vm.types.valueError, "tolerances must be non-negative")
	case x == y:
		return vm.w.Bool(true)
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return vm.w.Bool(false)
	default:
		return vm.w.Bool(difference <= math.Abs(share*y) || difference <= math.Abs(share*x) || difference <= least)
	}
}
