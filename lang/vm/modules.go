package vm

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"unbox/lang/object"
)

// module is a module of the language.
type module struct {
	name  string
	attrs map[string]int
	ref   int
}

func (vm *VM) setModule(m *module, name string, v Ref) {
	m.attrs[name] = len(vm.attrs)
	vm.attrs = append(vm.attrs, v)
}

var moduleMakers map[string]func(vm *VM, m *module)

func init() {
	moduleMakers = map[string]func(vm *VM, m *module){
		"math": (*VM).mathModule, "time": (*VM).timeModule, "random": (*VM).randomModule, "array": (*VM).arrayModule, "sys": (*VM).sysModule, "copy": (*VM).copyModule, "collections": (*VM).collectionsModule, "functools": (*VM).functoolsModule, "dataclasses": (*VM).dataclassesModule, "enum": (*VM).enumModule,
	}
}

func (vm *VM) sysModule(m *module) {
	vm.setModule(m, "maxsize", vm.w.Int(math.MaxInt64))
	vm.setModule(m, "setrecursionlimit", vm.newBuiltin(builtin{name: "setrecursionlimit", min: 1, max: 1, run: (*VM).setRecursionLimit}))
	vm.setModule(m, "getrecursionlimit", vm.newBuiltin(builtin{name: "getrecursionlimit", run: func(vm *VM, a args) Ref { return vm.w.Int(int64(vm.asked)) }}))
	vm.setModule(m, "stdout", vm.stream(streamOut))
	vm.setModule(m, "stderr", vm.stream(streamErr))
	argv := vm.newList([]Ref{vm.w.Str(vm.program.File)})
	for _, arg := range vm.options.Args {
		vm.listAppend(argv, vm.w.Str(arg))
	}
	vm.setModule(m, "argv", argv)
	vm.setModule(m, "exit", vm.newBuiltin(builtin{name: "exit", max: 1, run: func(vm *VM, a args) Ref {
		if a.n == 0 {
			return vm.raiseArgs(vm.types.systemExit)
		}
		return vm.raiseArgs(vm.types.systemExit, vm.arg(a, 0))
	}}))
}

func (vm *VM) timeModule(m *module) {
	clock := func(vm *VM, a args) Ref {
		if vm.options.Clock == nil {
			return vm.float(0)
		}
		return vm.float(vm.options.Clock())
	}
	for _, name := range []string{"time", "perf_counter", "monotonic", "process_time"} {
		vm.setModule(m, name, vm.newBuiltin(builtin{name: name, run: clock}))
	}
}

// floatFunction is a function of one float; check returns false outside of its domain.
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
			if name == "exp" || name == "cosh" || name == "sinh" || name == "expm1" {
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
	}{{"sin", sin}, {"cos", cos}, {"tan", tan}, {"exp", exp}, {"sqrt", math.Sqrt}, {"asin", asin}, {"acos", acos}, {"atan", atan},
		{"sinh", sinh}, {"cosh", cosh}, {"tanh", tanh}, {"asinh", asinh}, {"acosh", acosh}, {"atanh", atanh}, {"fabs", math.Abs}, {"expm1", math.Expm1}, {"log1p", math.Log1p},
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
	{name: "log2", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.logOf(vm.arg(a, 0), log2) }},
	{name: "log10", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.logOf(vm.arg(a, 0), log10) }},
	{name: "pow", min: 2, max: 2, run: (*VM).mathPow},
	{name: "atan2", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.two(a, atan2) }},
	{name: "copysign", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.two(a, math.Copysign) }},
	{name: "hypot", max: -1, run: (*VM).hypot},
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
		n, ok := vm.indexOf(vm.arg(a, 1), "Expected an int as second argument to ldexp.%.0s")
		if !ok {
			return 0
		}
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

func (vm *VM) ask(a args, f func(float64) bool) Ref {
	x, ok := vm.numberAsFloat(vm.arg(a, 0))
	return vm.okOr0(ok, vm.w.Bool(f(x)))
}

// two is a function of two floats.
func (vm *VM) two(a args, f func(x, y float64) float64) Ref {
	x, ok := vm.numberAsFloat(vm.arg(a, 0))
	if !ok {
		return 0
	}
	y, ok := vm.numberAsFloat(vm.arg(a, 1))
	if !ok {
		return 0
	}
	return vm.float(f(x, y))
}

func (vm *VM) whole(a args, method string, f func(float64) float64) Ref {
	x := vm.arg(a, 0)
	if vm.isAnyInt(x) {
		return vm.w.Big(vm.bigOf(x))
	}
	if m, ok := vm.lookup(x, method); ok && vm.w.Header(x) == object.HInstance {
		return vm.call(m, x)
	}
	if _, ok := vm.lookup(x, "__float__"); method == "__trunc__" && !vm.isNumber(x) && !ok {
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
		v := vm.w.BigOf(x)
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
	x := vm.logOf(vm.arg(a, 0), log)
	if x == 0 || a.n == 1 {
		return x
	}
	y := vm.logOf(vm.arg(a, 1), log)
	if y == 0 {
		return 0
	}
	if vm.floatOf(y) == 0 {
		return vm.zeroDivision("float division by zero")
	}
	return vm.float(vm.floatOf(x) / vm.floatOf(y))
}

func (vm *VM) mathPow(a args) Ref {
	x, ok := vm.numberAsFloat(vm.arg(a, 0))
	if !ok {
		return 0
	}
	y, ok := vm.numberAsFloat(vm.arg(a, 1))
	if !ok {
		return 0
	}
	v := pow(x, y)
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
	sum := new(big.Float).SetPrec(2400)
	inf, nan := false, false
	vm.work(a.n)
	for k := range a.n {
		x, ok := vm.numberAsFloat(vm.arg(a, k))
		if !ok {
			return 0
		}
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
		x := vm.arg(a, k)
		if !vm.isAnyInt(x) {
			return vm.raise(vm.types.typeError, asInteger, vm.typeName(x))
		}
		y := vm.bigOf(x)
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
	x := vm.arg(a, 0)
	if !vm.isAnyInt(x) {
		return vm.raise(vm.types.typeError, asInteger, vm.typeName(x))
	}
	v := vm.bigOf(x)
	if v.Sign() < 0 {
		return vm.raise(vm.types.valueError, "isqrt() argument must be nonnegative")
	}
	n := wordsOf(v)
	vm.work(4 * bits.Len(uint(n)) * product(n, n))
	return vm.w.Big(new(big.Int).Sqrt(v))
}

func (vm *VM) factorial(a args) Ref {
	x := vm.arg(a, 0)
	if !vm.isAnyInt(x) {
		return vm.raise(vm.types.typeError, asInteger, vm.typeName(x))
	}
	n, _ := vm.indexOf(x, asInteger)
	switch {
	case n < 0:
		return vm.raise(vm.types.valueError, "factorial() not defined for negative values")
	case n > maxBits && vm.isBig(x):
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
	special := 0.0
	for vm.step(mark, mark+1) {
		f, ok := vm.numberAsFloat(vm.kept[mark+1])
		if !ok {
			return 0
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			special += f
		} else {
			sum.Add(sum, big.NewFloat(f))
		}
	}
	if vm.exc != 0 {
		return 0
	}
	if special != 0 {
		return vm.float(special)
	}
	v, _ := sum.Float64()
	return vm.float(v)
}

// typeCode is a kind of array.
type typeCode struct {
	size     int
	min, max int64
	name     string
	float    bool
}

var typeCodes = map[byte]typeCode{
	'b': {1, -1 << 7, 1<<7 - 1, "signed char", false}, 'B': {1, 0, 1<<8 - 1, "unsigned byte integer", false},
	'h': {2, -1 << 15, 1<<15 - 1, "signed short integer", false}, 'H': {2, 0, 1<<16 - 1, "unsigned short", false},
	'i': {4, -1 << 31, 1<<31 - 1, "signed integer", false}, 'I': {4, 0, 1<<32 - 1, "unsigned int", false},
	'l': {8, math.MinInt64, math.MaxInt64, "signed long", false}, 'q': {8, math.MinInt64, math.MaxInt64, "long long", false},
	'f': {4, 0, 0, "float", true}, 'd': {8, 0, 0, "double", true},
}

// beyond says why an array does not take an integer, as CPython does, which reads it as a wider type of C first. An integer of more
// than 63 bits comes as the largest or smallest one of these.
func (t typeCode) beyond(code byte, n int64, bits int) string {
	name, low, high := t.name, t.min, t.max
	switch {
	case code == 'I' && n < 0:
		return "can't convert negative value to unsigned int"
	case code == 'I' && bits > 64:
		return "Python int too large to convert to C unsigned long"
	case code == 'I':
	case bits > 63 && code == 'q':
		return "int too big to convert"
	case bits > 63:
		return "Python int too large to convert to C long"
	case code == 'b' && int64(int16(n)) != n:
		name, low, high = "signed short integer", -1<<15, 1<<15-1
	case code == 'H' && int64(int32(n)) != n:
		name, low, high = "signed integer", -1<<31, 1<<31-1
	}
	switch {
	case n > high:
		return name + " is greater than maximum"
	case n < low:
		return name + " is less than minimum"
	}
	return ""
}

func (vm *VM) arrayModule(m *module) {
	vm.setModule(m, "array", vm.attrs[vm.types.byShape[object.HArray].ref])
}

// newArray is array.array().
func (vm *VM) newArray(a args) Ref {
	code := vm.arg(a, 0)
	if !vm.isStr(code) || vm.strLen(code) != 1 {
		return vm.raise(vm.types.typeError, "array() argument 1 must be a unicode character, not %s", vm.typeName(code))
	}
	t := vm.w.View(code)[0]
	if _, ok := typeCodes[t]; !ok {
		if strings.IndexByte("uLQ", t) >= 0 {
			vm.stop(fmt.Errorf("expected a kind of array that Unbox's Python has, one of b, B, h, H, i, I, l, q, f and d, found `%c`", t))
		}
		return vm.raise(vm.types.valueError, "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
	}
	o := vm.w.New(object.HArray, 0, 0, uint64(t))
	if a.n < 2 {
		return o
	}
	mark := vm.keep(o)
	defer vm.release(mark)
	if vm.isStr(vm.arg(a, 1)) {
		return vm.raise(vm.types.typeError, "cannot use a str to initialize an array with typecode '%c'", t)
	}
	items, ok := vm.collectItems(vm.arg(a, 1))
	if !ok || !vm.arrayExtend(vm.kept[mark], items) {
		return 0
	}
	return vm.kept[mark]
}

func (vm *VM) arrayExtend(o Ref, items []Ref) bool {
	for _, v := range items {
		bits, ok := vm.arrayValue(byte(vm.w.Slot(o, 2)), v)
		if !ok {
			return false
		}
		vm.arrayAppend(o, bits)
	}
	return true
}

// arrayValue converts a value to what an array of a kind keeps.
func (vm *VM) arrayValue(code byte, v Ref) (uint64, bool) {
	t := typeCodes[code]
	if t.float {
		f, ok := vm.numberAsFloat(v)
		if code == 'f' {
			f = float64(float32(f))
		}
		return math.Float64bits(f), ok
	}
	if vm.isFloat(v) || !vm.isNumber(v) {
		vm.raise(vm.types.typeError, asInteger, vm.typeName(v))
		return 0, false
	}
	n, _ := vm.indexOf(v, asInteger)
	bits := 63
	if vm.isBig(v) {
		bits = vm.bigOf(v).BitLen()
	}
	if why := t.beyond(code, int64(n), bits); why != "" {
		vm.raise(vm.types.overflowError, "%s", why)
		return 0, false
	}
	return uint64(n), true
}

func (vm *VM) arrayAppend(o Ref, bits uint64) {
	n := vm.listLen(o)
	store := vm.w.Slot(o, 1)
	if store == 0 || n >= vm.w.Len(store) {
		shape := uint64(object.AInts)
		if typeCodes[byte(vm.w.Slot(o, 2))].float {
			shape = object.AFloats
		}
		larger := vm.w.Array(shape, max(4, n+n/2))
		if store != 0 {
			copy(vm.w.Items(larger, n), vm.w.Items(store, n))
		}
		vm.w.SetSlot(o, 1, larger)
		store = larger
	}
	vm.w.SetSlot(store, n, bits)
	vm.w.SetSlot(o, 0, uint64(n+1))
}

// keepsAll reports whether an array of a type code keeps every integer or float as it is.
func keepsAll(code byte) bool { return code == 'd' || code == 'l' || code == 'q' }

func (vm *VM) arraySet(o, y, v Ref) bool {
	if !vm.isAnyInt(y) {
		vm.raise(vm.types.typeError, "array indices must be integers")
		return false
	}
	k, _ := vm.indexOf(y, asInteger)
	n := vm.listLen(o)
	if k < 0 {
		k += n
	}
	if k < 0 || k >= n {
		vm.outOfRange(y, "array assignment")
		return false
	}
	bits, ok := vm.arrayValue(byte(vm.w.Slot(o, 2)), v)
	if ok {
		vm.w.SetSlot(vm.w.Slot(o, 1), k, bits)
	}
	return ok
}

// addArrays is + and += of two arrays, which must be of one kind.
func (vm *VM) addArrays(x, y Ref, augmented bool) Ref {
	if vm.w.Slot(x, 2) != vm.w.Slot(y, 2) {
		if augmented {
			return vm.raise(vm.types.typeError, "can only extend with array of same kind")
		}
		return vm.raise(vm.types.typeError, "bad argument type for built-in operation")
	}
	target, n := x, vm.listLen(y)
	vm.moved(8 * (vm.listLen(x) + n))
	if !augmented {
		target = vm.w.New(object.HArray, 0, 0, vm.w.Slot(x, 2))
		for k := range vm.listLen(x) {
			vm.arrayAppend(target, vm.w.Slot(vm.w.Slot(x, 1), k))
		}
	}
	for k := range n {
		vm.arrayAppend(target, vm.w.Slot(vm.w.Slot(y, 1), k))
	}
	return target
}
