package vm

import (
	"math"
	"math/big"
	"math/bits"

	"unbox/lang/compile"
	"unbox/lang/elementary"
	"unbox/lang/object"
)

// floatFunction is a function of one float: a result that is no number, or infinite, of an operand that is neither is one outside of its domain.
func floatFunction(name string, f func(float64) float64) builtin {
	return builtin{name: name, min: 1, max: 1, float: f, run: func(vm *VM, a args) Ref {
		x, ok := vm.numberAsFloat(vm.arg(a, 0))
		if !ok {
			return 0
		}
		v := f(x)
		switch {
		case math.IsNaN(v) && !math.IsNaN(x):
			return vm.raise(vm.types.valueError, "math domain error")
		case math.IsInf(v, 0) && !math.IsInf(x, 0):
			if name == "exp" || name == "cosh" || name == "sinh" || name == "expm1" || name == "gamma" || name == "lgamma" {
				return vm.raise(vm.types.overflowError, "math range error")
			}
			return vm.raise(vm.types.valueError, "math domain error")
		}
		return vm.float(v)
	}}
}

func (vm *VM) mathModule(m *module) {
	for _, c := range []struct {
		name  string
		value float64
	}{{"pi", math.Pi}, {"e", math.E}, {"tau", 2 * math.Pi}, {"inf", math.Inf(1)}, {"nan", math.NaN()}} {
		vm.setModule(m, c.name, vm.float(c.value))
	}
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{{"sin", elementary.Sin}, {"cos", elementary.Cos}, {"tan", elementary.Tan}, {"exp", elementary.Exp}, {"sqrt", math.Sqrt}, {"asin", elementary.Asin}, {"acos", elementary.Acos}, {"atan", elementary.Atan},
		{"sinh", elementary.Sinh}, {"cosh", elementary.Cosh}, {"tanh", elementary.Tanh}, {"asinh", elementary.Asinh}, {"acosh", elementary.Acosh}, {"atanh", elementary.Atanh}, {"fabs", math.Abs}, {"expm1", math.Expm1}, {"log1p", math.Log1p},
		{"gamma", elementary.Gamma}, {"lgamma", elementary.LogGamma}, {"erf", elementary.Erf}, {"erfc", elementary.Erfc},
		{"degrees", func(x float64) float64 { return x * (180 / math.Pi) }}, {"radians", func(x float64) float64 { return x * (math.Pi / 180) }}} {
		vm.setModule(m, f.name, vm.newBuiltin(floatFunction(f.name, f.f)))
	}
	for _, b := range mathFunctions {
		vm.setModule(m, b.name, vm.newBuiltin(b))
	}
}

var mathFunctions = []builtin{
	{name: "floor", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.whole(a, "__floor__", math.Floor) }},
	{name: "ceil", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.whole(a, "__ceil__", math.Ceil) }},
	{name: "trunc", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.whole(a, "__trunc__", math.Trunc) }},
	{name: "log", min: 1, max: 2, run: (*VM).mathLog},
	{name: "log2", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.logOf(vm.arg(a, 0), elementary.Log2) }},
	{name: "log10", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.logOf(vm.arg(a, 0), elementary.Log10) }},
	{name: "pow", min: 2, max: 2, run: (*VM).mathPow},
	{name: "atan2", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.two(a, elementary.Atan2) }},
	{name: "copysign", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.two(a, math.Copysign) }},
	{name: "nextafter", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.two(a, nextAfter) }},
	{name: "ulp", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		x, ok := vm.numberAsFloat(vm.arg(a, 0))
		return vm.okOr0(ok, vm.float(unitInTheLastPlace(x)))
	}},
	{name: "hypot", max: -1, run: (*VM).hypot},
	{name: "dist", min: 2, max: 2, run: (*VM).dist},
	{name: "fmod", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		v := vm.two(a, math.Mod)
		if v != 0 && math.IsNaN(vm.floatOf(v)) {
			x, _ := vm.numberAsFloat(vm.arg(a, 0))
			y, _ := vm.numberAsFloat(vm.arg(a, 1))
			if !math.IsNaN(x) && !math.IsNaN(y) {
				return vm.raise(vm.types.valueError, "math domain error")
			}
		}
		return v
	}},
	{name: "isnan", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.ask(a, math.IsNaN) }},
	{name: "isinf", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.ask(a, func(x float64) bool { return math.IsInf(x, 0) }) }},
	{name: "isfinite", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		return vm.ask(a, func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) })
	}},
	{name: "gcd", max: -1, run: (*VM).gcd},
	{name: "isqrt", min: 1, max: 1, run: (*VM).isqrt},
	{name: "factorial", min: 1, max: 1, run: (*VM).factorial},
	{name: "ldexp", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		x, ok := vm.numberAsFloat(vm.arg(a, 0))
		if !ok {
			return 0
		}
		exponent := vm.plainValue(vm.arg(a, 1))
		if !vm.isAnyInt(exponent) { // it asks no `__index__`
			return vm.raise(vm.types.typeError, "Expected an int as second argument to ldexp.")
		}
		n, _ := vm.indexOf(exponent, asInteger)
		v := math.Ldexp(x, max(min(n, 1<<20), -1<<20))
		if math.IsInf(v, 0) && !math.IsInf(x, 0) {
			return vm.raise(vm.types.overflowError, "math range error")
		}
		return vm.float(v)
	}},
	{name: "frexp", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		x, ok := vm.numberAsFloat(vm.arg(a, 0))
		if !ok {
			return 0
		}
		f, e := math.Frexp(x)
		return vm.newTuple(vm.float(f), vm.w.Int(int64(e)))
	}},
	{name: "remainder", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		x, ok := vm.numberAsFloat(vm.arg(a, 0))
		y, ok2 := vm.numberAsFloat(vm.arg(a, 1))
		if !ok || !ok2 {
			return 0
		}
		if (math.IsInf(x, 0) || y == 0) && !math.IsNaN(x) && !math.IsNaN(y) {
			return vm.raise(vm.types.valueError, "math domain error")
		}
		return vm.float(math.Remainder(x, y))
	}},
	{name: "modf", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		x, ok := vm.numberAsFloat(vm.arg(a, 0))
		if !ok {
			return 0
		}
		if math.IsInf(x, 0) {
			return vm.newTuple(vm.float(math.Copysign(0, x)), vm.float(x))
		}
		whole := math.Trunc(x)
		return vm.newTuple(vm.float(math.Copysign(x-whole, x)), vm.float(whole))
	}},
	{name: "fsum", min: 1, max: 1, run: (*VM).fsum},
	{name: "prod", min: 1, max: 1, names: []string{"start"}, run: (*VM).prod},
	{name: "comb", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.choices(a, "comb") }},
	{name: "perm", min: 1, max: 2, run: func(vm *VM, a args) Ref { return vm.choices(a, "perm") }},
	{name: "lcm", max: -1, run: (*VM).lcm},
	{name: "isclose", min: 2, max: 2, names: []string{"rel_tol", "abs_tol"}, run: (*VM).isClose},
}

// nextAfter is the next float on the way from x to y, which is y if they are equal: zeros have signs.
func nextAfter(x, y float64) float64 {
	if x == y {
		return y
	}
	return math.Nextafter(x, y)
}

// unitInTheLastPlace is the distance to the next larger float; to the next smaller one from the largest.
func unitInTheLastPlace(x float64) float64 {
	x = math.Abs(x)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	if next := math.Nextafter(x, math.Inf(1)); !math.IsInf(next, 0) {
		return next - x
	}
	return x - math.Nextafter(x, 0)
}

func (vm *VM) ask(a args, f func(float64) bool) Ref {
	x, ok := vm.numberAsFloat(vm.arg(a, 0))
	return vm.okOr0(ok, vm.w.Bool(f(x)))
}

// two is a function of two floats.
func (vm *VM) two(a args, f func(x, y float64) float64) Ref {
	x, y, ok := vm.twoFloats(a)
	if !ok {
		return 0
	}
	return vm.float(f(x, y))
}

// twoFloats are the first two arguments; false after an exception.
func (vm *VM) twoFloats(a args) (x, y float64, ok bool) {
	if x, ok = vm.numberAsFloat(vm.arg(a, 0)); ok {
		y, ok = vm.numberAsFloat(vm.arg(a, 1))
	}
	return x, y, ok
}

func (vm *VM) whole(a args, method string, f func(float64) float64) Ref {
	x := vm.arg(a, 0)
	if vm.isAnyInt(x) {
		return vm.w.Big(vm.bigOf(x))
	}
	if m, ok := vm.lookup(x, method); ok && vm.w.Header(x) == object.HInstance {
		return vm.call(m, x)
	}
	if method == "__trunc__" && !vm.isNumber(x) {
		return vm.raise(vm.types.typeError, "type %s doesn't define __trunc__ method", vm.typeName(x))
	}
	v, ok := vm.numberAsFloat(x)
	if !ok {
		return 0
	}
	return vm.intOfFloat(f(v))
}

// logOf takes integers of any size.
func (vm *VM) logOf(x Ref, f func(float64) float64) Ref {
	if vm.isBig(x) {
		v := vm.bigOf(x)
		if v.Sign() <= 0 {
			return vm.raise(vm.types.valueError, "math domain error")
		}
		m := new(big.Float).SetInt(v)
		if g, _ := m.Float64(); !math.IsInf(g, 0) {
			return vm.float(f(g))
		}
		e := m.MantExp(m)
		g, _ := m.Float64()
		return vm.float(f(g) + float64(e)*f(2))
	}
	v, ok := vm.numberAsFloat(x)
	if !ok {
		return 0
	}
	if v <= 0 {
		return vm.raise(vm.types.valueError, "math domain error")
	}
	return vm.float(f(v))
}

func (vm *VM) mathLog(a args) Ref {
	x := vm.logOf(vm.arg(a, 0), elementary.Log)
	if x == 0 || a.n == 1 {
		return x
	}
	y := vm.logOf(vm.arg(a, 1), elementary.Log)
	if y == 0 {
		return 0
	}
	if vm.floatOf(y) == 0 {
		return vm.zeroDivision("float division by zero")
	}
	return vm.float(vm.floatOf(x) / vm.floatOf(y))
}

func (vm *VM) mathPow(a args) Ref {
	x, y, ok := vm.twoFloats(a)
	if !ok {
		return 0
	}
	v := elementary.Pow(x, y)
	finite := !math.IsInf(x, 0) && !math.IsInf(y, 0) && !math.IsNaN(x) && !math.IsNaN(y)
	switch {
	case finite && math.IsNaN(v), finite && math.IsInf(v, 0) && x == 0:
		return vm.raise(vm.types.valueError, "math domain error")
	case finite && math.IsInf(v, 0):
		return vm.raise(vm.types.overflowError, "math range error")
	}
	return vm.float(v)
}

func (vm *VM) hypot(a args) Ref {
	list := make([]float64, a.n)
	for k := range list {
		x, ok := vm.numberAsFloat(vm.arg(a, k))
		if !ok {
			return 0
		}
		list[k] = x
	}
	return vm.norm(list)
}

// dist is the distance of two points.
func (vm *VM) dist(a args) Ref {
	from, ok := vm.collectItems(vm.arg(a, 0))
	if !ok {
		return 0
	}
	mark := vm.keep(from...)
	defer vm.release(mark)
	to, ok := vm.collectItems(vm.arg(a, 1))
	if !ok {
		return 0
	}
	vm.keep(to...)
	if len(from) != len(to) {
		return vm.raise(vm.types.valueError, "both points must have the same number of dimensions")
	}
	list := make([]float64, len(from))
	for k := range list {
		x, ok := vm.numberAsFloat(vm.kept[mark+k])
		if !ok {
			return 0
		}
		y, ok := vm.numberAsFloat(vm.kept[mark+len(from)+k])
		if !ok {
			return 0
		}
		list[k] = x - y
	}
	return vm.norm(list)
}

// norm is the root of the sum of squares, rounded once.
func (vm *VM) norm(list []float64) Ref {
	sum := new(big.Float).SetPrec(2400)
	inf, nan := false, false
	vm.work(len(list))
	for _, x := range list {
		inf, nan = inf || math.IsInf(x, 0), nan || math.IsNaN(x)
		if !inf && !nan {
			b := big.NewFloat(x)
			sum.Add(sum, new(big.Float).SetPrec(2400).Mul(b, b))
		}
	}
	switch {
	case inf:
		return vm.float(math.Inf(1))
	case nan:
		return vm.float(math.NaN())
	}
	v, _ := new(big.Float).SetPrec(200).Sqrt(sum).Float64()
	return vm.float(v)
}

func (vm *VM) gcd(a args) Ref {
	v := new(big.Int)
	for k := range a.n {
		y := vm.integerOf(vm.arg(a, k))
		if y == nil {
			return 0
		}
		vm.divisionWork(v, y)
		vm.divisionWork(y, v)
		if n := min(wordsOf(v), wordsOf(y)); n > 1 { // a word is gone after about a step over both
			vm.work(n * n / 8)
		}
		v.GCD(nil, nil, v, y.Abs(y))
	}
	return vm.w.Big(v)
}

func (vm *VM) isqrt(a args) Ref {
	v := vm.integerOf(vm.arg(a, 0))
	if v == nil {
		return 0
	}
	if v.Sign() < 0 {
		return vm.raise(vm.types.valueError, "isqrt() argument must be nonnegative")
	}
	n := wordsOf(v)
	vm.work(4 * bits.Len(uint(n)) * product(n, n))
	return vm.w.Big(new(big.Int).Sqrt(v))
}

func (vm *VM) factorial(a args) Ref {
	given := vm.integerOf(vm.arg(a, 0))
	if given == nil {
		return 0
	}
	n := math.MaxInt
	if given.IsInt64() {
		n = int(given.Int64())
	}
	switch {
	case given.Sign() < 0:
		return vm.raise(vm.types.valueError, "factorial() not defined for negative values")
	case !given.IsInt64():
		return vm.raise(vm.types.overflowError, "factorial() argument should not exceed 9223372036854775807")
	case n > maxBits:
		return vm.raise(vm.types.memoryError, "")
	}
	size := int(float64(n)*math.Log2(float64(n)+1)) + 64 // more bits than it has
	if vm.tooLarge(size) {
		return 0
	}
	vm.work(n + 2*product(size/128, size/128))
	return vm.w.Big(new(big.Int).MulRange(1, int64(n)))
}

func (vm *VM) fsum(a args) Ref {
	mark := vm.keep(vm.iter(vm.arg(a, 0)), 0)
	defer vm.release(mark)
	if vm.kept[mark] == 0 {
		return 0
	}
	sum := new(big.Float).SetPrec(2400)
	special, infinite := 0.0, 0.0
	for vm.step(mark, mark+1) {
		f, ok := vm.numberAsFloat(vm.kept[mark+1])
		if !ok {
			return 0
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			special += f
			if math.IsInf(f, 0) {
				infinite += f
			}
			continue
		}
		sum.Add(sum, big.NewFloat(f))
		if v, _ := sum.Float64(); math.IsInf(v, 0) { // the exact sum so far is no float, even if what follows makes it small again
			return vm.raise(vm.types.overflowError, "intermediate overflow in fsum")
		}
	}
	switch {
	case vm.exc != 0:
		return 0
	case math.IsNaN(infinite):
		return vm.raise(vm.types.valueError, "-inf + inf in fsum")
	case special != 0:
		return vm.float(special)
	}
	v, _ := sum.Float64()
	return vm.float(v)
}

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
	n := vm.integerOf(vm.arg(a, 0))
	if n == nil {
		return 0
	}
	k := vm.integerOf(vm.arg(a, 1))
	switch {
	case k == nil:
		return 0
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
		y := vm.integerOf(vm.arg(a, k))
		if y == nil {
			return 0
		}
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
	for k, name := range [4]string{2: "rel_tol", 3: "abs_tol"} {
		var v Ref // read when it is needed: `__float__` of the one before may collect
		if k < a.n {
			v = vm.arg(a, k)
		} else if v = vm.named(a, name); v == 0 {
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
