package vm

import (
	"fmt"
	"math"
	"math/big"
	"unicode/utf8"

	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/lang/texts"
)

// builtinFunctions are the functions that every program sees.
var builtinFunctions []builtin

func init() {
	builtinFunctions = []builtin{
		{name: "print", max: -1, names: []string{"sep", "end", "flush", "file"}, run: (*VM).print},
		{name: "input", max: 1, run: (*VM).input},
		{name: "len", min: 1, max: 1, run: func(vm *VM, a args) Ref {
			n, ok := vm.length(vm.arg(a, 0))
			return vm.intOr0(int64(n), ok)
		}},
		{name: "abs", min: 1, max: 1, run: (*VM).abs},
		{name: "min", min: 1, max: -1, names: []string{"key", "default"}, run: func(vm *VM, a args) Ref { return vm.extreme(a, compile.Lt, "min") }},
		{name: "max", min: 1, max: -1, names: []string{"key", "default"}, run: func(vm *VM, a args) Ref { return vm.extreme(a, compile.Gt, "max") }},
		{name: "sum", min: 1, max: 2, few: "sum() takes at least 1 positional argument (0 given)", names: []string{"start"}, run: (*VM).sum},
		{name: "sorted", min: 1, max: 1, names: []string{"key", "reverse"}, run: (*VM).sorted},
		{name: "isinstance", min: 2, max: 2, run: (*VM).isInstance},
		{name: "issubclass", min: 2, max: 2, run: (*VM).isSubclass},
		{name: "repr", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.text(vm.repr(vm.arg(a, 0))) }},
		{name: "ascii", min: 1, max: 1, run: func(vm *VM, a args) Ref {
			s, ok := vm.repr(vm.arg(a, 0))
			vm.textWork(10 * len(s))
			return vm.text(texts.ASCII(s), ok)
		}},
		{name: "format", min: 1, max: 2, run: (*VM).formatFunction},
		{name: "hash", min: 1, max: 1, run: func(vm *VM, a args) Ref {
			h, ok := vm.hash(vm.arg(a, 0))
			return vm.intOr0(int64(h), ok)
		}},
		{name: "ord", min: 1, max: 1, run: (*VM).ord},
		{name: "chr", min: 1, max: 1, run: (*VM).chr},
		{name: "bin", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.based(a, 2, "0b") }},
		{name: "oct", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.based(a, 8, "0o") }},
		{name: "hex", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.based(a, 16, "0x") }},
		{name: "divmod", min: 2, max: 2, run: (*VM).divmod},
		{name: "pow", min: 2, max: 3, few: "pow() missing required argument 'exp' (pos 2)", names: []string{"mod"}, run: (*VM).power},
		{name: "round", min: 1, max: 2, few: "round() missing required argument 'number' (pos 1)", names: []string{"ndigits"}, run: (*VM).round},
		{name: "any", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.quantify(a, true) }},
		{name: "all", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.quantify(a, false) }},
		{name: "iter", min: 1, max: 2, run: func(vm *VM, a args) Ref {
			if a.n == 2 {
				if !vm.callable(vm.arg(a, 0)) {
					return vm.raise(vm.types.typeError, "iter(v, w): v must be callable")
				}
				return vm.w.New(object.HCallIter, vm.arg(a, 0), vm.arg(a, 1))
			}
			return vm.iter(vm.arg(a, 0))
		}},
		{name: "next", min: 1, max: 2, run: (*VM).nextFunction},
		{name: "callable", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.Bool(vm.callable(vm.arg(a, 0))) }},
		{name: "getattr", min: 2, max: 3, run: (*VM).getattrFunction},
		{name: "vars", max: 1, run: (*VM).varsFunction},
		{name: "hasattr", min: 2, max: 2, run: (*VM).hasattr},
		{name: "setattr", min: 3, max: 3, run: (*VM).setattrFunction},
		{name: "delattr", min: 2, max: 2, run: func(vm *VM, a args) Ref {
			name, ok := vm.attributeName(a)
			return vm.noneIf(ok && vm.delAttr(vm.arg(a, 0), name))
		}},
		{name: "id", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.idOf(vm.arg(a, 0)) }},
	}
}

func (vm *VM) intOr0(n int64, ok bool) Ref {
	if !ok {
		return 0
	}
	return vm.w.Int(n)
}

func (vm *VM) print(a args) Ref {
	sep, end := " ", "\n"
	for _, o := range []struct {
		name string
		text *string
	}{{"sep", &sep}, {"end", &end}} {
		switch v := vm.named(a, o.name); {
		case v == 0 || v == vm.w.None:
		case !vm.isStr(v):
			return vm.raise(vm.types.typeError, "%s must be None or a string, not %s", o.name, vm.typeName(v))
		default:
			*o.text = vm.copied(v)
		}
	}
	to := vm.named(a, "file")
	if to == 0 || to == vm.w.None {
		if to = vm.replacement(vm.replaced.out); to == vm.w.None {
			return to
		}
	}
	if vm.isOther(to) {
		return vm.printInto(a, to, sep, end)
	}
	out := vm.streamOf(to)
	for k := range a.n {
		s, ok := vm.str(vm.arg(a, k))
		if !ok {
			return 0
		}
		if k > 0 {
			s = sep + s
		}
		vm.printText(out, s)
	}
	vm.printText(out, end)
	if flush := vm.named(a, "flush"); flush != 0 {
		switch yes, ok := vm.truth(flush); {
		case !ok:
			return 0
		case yes:
			out.flush()
		}
	}
	return vm.w.None
}

func (vm *VM) abs(a args) Ref {
	x := vm.arg(a, 0)
	switch {
	case vm.isFloat(x):
		return vm.float(math.Abs(vm.floatOf(x)))
	case vm.isAnyInt(x):
		return vm.w.Big(new(big.Int).Abs(vm.bigOf(x)))
	}
	if f, ok := vm.lookup(x, "__abs__"); ok {
		return vm.call(f, x)
	}
	return vm.raise(vm.types.typeError, "bad operand type for abs(): '%s'", vm.typeName(x))
}

// keyOf applies a key function, if there is one, to a value that stays rooted.
func (vm *VM) keyOf(key int, v Ref) Ref {
	if vm.kept[key] == 0 || vm.kept[key] == vm.w.None {
		return v
	}
	return vm.call(vm.kept[key], v)
}

// extremeNumber is min() or max() of arguments that are all integers of 64 bits, or all floats; 0 of others.
func (vm *VM) extremeNumber(list []Ref, op compile.Op) Ref {
	best := list[0]
	shape := vm.w.Header(best)
	for _, v := range list[1:] {
		better := false
		switch {
		case vm.w.Header(v) != shape:
			return 0
		case shape == object.HInt:
			better = holds(op, vm.intOf(v), vm.intOf(best))
		case shape == object.HFloat:
			better = holds(op, vm.floatOf(v), vm.floatOf(best))
		default:
			return 0
		}
		if better {
			best = v
		}
	}
	vm.work(len(list))
	return best
}

// extreme is min() and max().
func (vm *VM) extreme(a args, op compile.Op, name string) Ref {
	if a.n > 1 && len(a.names) == 0 {
		if v := vm.extremeNumber(vm.w.Words[a.base:a.base+a.n], op); v != 0 {
			return v
		}
	}
	// The key function, the best item and its key, the default, the iterator, an item and its key.
	mark := vm.keep(vm.named(a, "key"), 0, 0, vm.named(a, "default"), 0, 0, 0)
	defer vm.release(mark)
	var from Ref
	if a.n == 1 {
		from = vm.arg(a, 0)
	} else {
		if vm.kept[mark+3] != 0 {
			return vm.raise(vm.types.typeError, "Cannot specify a default for %s() with multiple positional arguments", name)
		}
		from = vm.newTuple(vm.w.Words[a.base : a.base+a.n]...)
	}
	if vm.kept[mark+4] = vm.iter(from); vm.kept[mark+4] == 0 {
		return 0
	}
	for vm.step(mark+4, mark+5) {
		key := vm.keyOf(mark, vm.kept[mark+5])
		if key == 0 {
			return 0
		}
		vm.kept[mark+6] = key
		better := vm.kept[mark+1] == 0
		if !better {
			var ok bool
			if better, ok = vm.compareJump(op, key, vm.kept[mark+2]); !ok {
				return 0
			}
		}
		if better {
			vm.kept[mark+1], vm.kept[mark+2] = vm.kept[mark+5], vm.kept[mark+6]
		}
	}
	switch {
	case vm.exc != 0:
		return 0
	case vm.kept[mark+1] != 0:
		return vm.kept[mark+1]
	case vm.kept[mark+3] != 0:
		return vm.kept[mark+3]
	}
	return vm.raise(vm.types.valueError, "%s() arg is an empty sequence", name)
}

// step takes the next item of the iterator that is kept at one index, and keeps it at another;
// false at the end, or after an exception. All references of the caller are rooted.
func (vm *VM) step(it, item int) bool {
	vm.work(1)
	vm.safe()
	v := vm.next(vm.kept[it])
	vm.kept[item] = v
	return v != 0
}

func (vm *VM) sum(a args) Ref {
	mark := vm.keep(vm.opt(a, 1, 0), 0, 0) // the sum, the iterator, an item
	defer vm.release(mark)
	if vm.kept[mark] == 0 {
		vm.kept[mark] = vm.named(a, "start")
	}
	if vm.kept[mark] == 0 {
		vm.kept[mark] = vm.w.Int(0)
	}
	if vm.isStr(vm.kept[mark]) {
		return vm.raise(vm.types.typeError, "sum() can't sum strings [use ''.join(seq) instead]")
	}
	if vm.octetsOf(vm.kept[mark]) != 0 {
		return vm.raise(vm.types.typeError, "sum() can't sum %s [use b''.join(seq) instead]", vm.typeName(vm.kept[mark]))
	}
	if v, ok := vm.sumNumbers(vm.kept[mark], vm.arg(a, 0)); ok {
		return v
	}
	return vm.combine(compile.Add, vm.arg(a, 0), mark)
}

// combine folds each item into what is kept at mark by an operator; the iterator and an item are kept after it.
func (vm *VM) combine(operator compile.Op, items Ref, mark int) Ref {
	if vm.kept[mark+1] = vm.iter(items); vm.kept[mark+1] == 0 {
		return 0
	}
	for vm.step(mark+1, mark+2) {
		v := vm.operate(operator, vm.kept[mark], vm.kept[mark+2])
		if v == 0 {
			return 0
		}
		vm.kept[mark] = v
	}
	return vm.okOr0(vm.exc == 0, vm.kept[mark])
}

// sumNumbers adds the numbers of a list or an array that has them without boxes to one; false if it is something else, or if
// integers overflow.
func (vm *VM) sumNumbers(start, l Ref) (Ref, bool) {
	if h := vm.w.Header(l); h != object.HList && h != object.HArray {
		return 0, false
	}
	n, items := vm.listLen(l), vm.w.Slot(l, listItems)
	if n == 0 {
		return 0, false
	}
	switch shape := vm.w.Shape(items); {
	case shape == object.AInts && vm.w.Header(start) == object.HInt:
		vm.work(n + 1)
		sum := vm.intOf(start)
		for _, x := range vm.w.Items(items, n) {
			next := sum + int64(x)
			if (sum^next)&(int64(x)^next) < 0 {
				return 0, false
			}
			sum = next
		}
		return vm.w.Int(sum), true
	case shape == object.AFloats && (vm.w.Header(start) == object.HInt || vm.w.Header(start) == object.HFloat):
		vm.work(n + 1)
		sum := vm.numberFloat(start)
		for _, x := range vm.w.Items(items, n) {
			sum += math.Float64frombits(x)
		}
		return vm.float(sum), true
	}
	return 0, false
}

// operate computes x op y for Go code.
func (vm *VM) operate(op compile.Op, x, y Ref) Ref {
	if vm.w.Header(x) == object.HInstance || vm.w.Header(y) == object.HInstance {
		return vm.slowOperator(op, x, y, false)
	}
	return vm.binary(op, x, y, false)
}

func (vm *VM) sorted(a args) Ref {
	items, ok := vm.hintedItems(vm.arg(a, 0))
	if !ok {
		return 0
	}
	l := vm.newList(items)
	mark := vm.keep(l)
	defer vm.release(mark)
	if !vm.sortList(l, vm.named(a, "key"), vm.named(a, "reverse")) {
		return 0
	}
	return vm.kept[mark]
}

// classList calls visit with a class, or with each class of a tuple; false for anything
// else.
func (vm *VM) classList(o Ref, visit func(*class) bool) (found, ok bool) {
	if vm.w.Shape(o) == object.ATuple {
		if !vm.deeper(" in __instancecheck__") {
			return false, true
		}
		defer func() { vm.nesting-- }()
		for k := range vm.w.Len(o) {
			vm.work(1)
			if found, ok := vm.classList(vm.w.Slot(o, k), visit); found || !ok {
				return found, ok
			}
		}
		return false, true
	}
	c := vm.typeOf(o)
	if c == nil {
		c = vm.classOfTyping(o)
	}
	if c == nil {
		return false, false
	}
	return visit(c), true
}

func (vm *VM) isInstance(a args) Ref {
	if t := vm.typeOf(vm.arg(a, 1)); t != nil && t.recognition == nil {
		return vm.w.Bool(vm.classOf(vm.arg(a, 0)).is(t))
	}
	found, ok := vm.classList(vm.arg(a, 1), func(t *class) bool { return vm.exc == 0 && vm.isOf(vm.arg(a, 0), t) })
	if !ok {
		return vm.noClass(vm.arg(a, 1), "isinstance() arg 2 must be a type, a tuple of types, or a union")
	}
	return vm.okOr0(vm.exc == 0, vm.w.Bool(found))
}

func (vm *VM) isSubclass(a args) Ref {
	c := vm.typeOf(vm.arg(a, 0))
	if c == nil {
		return vm.raise(vm.types.typeError, "issubclass() arg 1 must be a class")
	}
	found, ok := vm.classList(vm.arg(a, 1), func(t *class) bool { return vm.exc == 0 && vm.isSubclassOf(c, t) })
	if !ok {
		return vm.noClass(vm.arg(a, 1), "issubclass() arg 2 must be a class, a tuple of classes, or a union")
	}
	return vm.okOr0(vm.exc == 0, vm.w.Bool(found))
}

func (vm *VM) formatFunction(a args) Ref {
	spec := ""
	if a.n > 1 {
		if !vm.isStr(vm.arg(a, 1)) {
			return vm.raise(vm.types.typeError, "format() argument 2 must be str, not %s", vm.typeName(vm.arg(a, 1)))
		}
		spec = vm.w.Text(vm.arg(a, 1))
	}
	return vm.text(vm.format(vm.arg(a, 0), spec))
}

func (vm *VM) ord(a args) Ref {
	x := vm.arg(a, 0)
	if octets := vm.octetsOf(x); octets != 0 {
		return vm.ordOfByte(octets)
	}
	if !vm.isStr(x) {
		return vm.raise(vm.types.typeError, "ord() expected string of length 1, but %s found", vm.typeName(x))
	}
	if n := vm.strLen(x); n != 1 {
		return vm.raise(vm.types.typeError, "ord() expected a character, but string of length %d found", n)
	}
	r, _ := utf8.DecodeRuneInString(vm.w.View(x))
	return vm.w.Int(int64(r))
}

func (vm *VM) chr(a args) Ref {
	n, ok := vm.indexOf(vm.arg(a, 0), asInteger)
	if !ok {
		return 0
	}
	if n < 0 || n > utf8.MaxRune {
		if n == math.MaxInt64 || n == math.MinInt64 || n > math.MaxInt32 || n < math.MinInt32 {
			return vm.raise(vm.types.overflowError, "Python int too large to convert to C int")
		}
		return vm.raise(vm.types.valueError, "chr() arg not in range(0x110000)")
	}
	if n >= 0xd800 && n < 0xe000 {
		vm.stop(fmt.Errorf("expected the number of a character, found %#x, that of half of one; Unbox's Python has no surrogates", n))
	}
	return vm.char(string(rune(n)))
}

func (vm *VM) based(a args, base int, prefix string) Ref {
	n := vm.integerOf(vm.arg(a, 0))
	if n == nil {
		return 0
	}
	vm.textWork(64 * wordsOf(n))
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	return vm.w.Str(sign + prefix + new(big.Int).Abs(n).Text(base))
}

func (vm *VM) divmod(a args) Ref {
	mark := vm.keep(vm.arg(a, 0), vm.arg(a, 1))
	defer vm.release(mark)
	if held := vm.answeredByLeft(compile.FloorDiv, vm.kept[mark], vm.kept[mark+1]); held != 0 {
		vm.kept[mark+1] = held
	}
	x, y := vm.kept[mark], vm.kept[mark+1]
	if !vm.isNumber(x) || !vm.isNumber(y) {
		for k, name := range []string{"__divmod__", "__rdivmod__"} {
			of, with := vm.kept[mark+k], vm.kept[mark+1-k]
			if f, ok := vm.lookup(of, name); ok {
				if v := vm.call(f, of, with); v != vm.w.NotImplemented {
					return v
				}
			}
		}
		x, y = vm.kept[mark], vm.kept[mark+1]
		return vm.raise(vm.types.typeError, "unsupported operand type(s) for divmod(): '%s' and '%s'", vm.typeName(x), vm.typeName(y))
	}
	if z, _ := vm.truth(y); !z {
		if vm.isFloat(x) || vm.isFloat(y) {
			return vm.zeroDivision("float divmod()")
		}
		return vm.zeroDivision("integer division or modulo by zero")
	}
	q := vm.binary(compile.FloorDiv, x, y, false)
	if q == 0 {
		return 0
	}
	return vm.newTuple(q, vm.binary(compile.Mod, x, y, false))
}

func (vm *VM) power(a args) Ref {
	x, y := vm.arg(a, 0), vm.arg(a, 1)
	z := vm.opt(a, 2, vm.named(a, "mod"))
	if z == 0 || z == vm.w.None {
		return vm.operate(compile.Pow, x, y)
	}
	if vm.w.Header(x) == object.HInstance {
		if f, ok := vm.lookup(x, "__pow__"); ok {
			if v := vm.call(f, x, y, z); v != vm.w.NotImplemented {
				return v
			}
		}
	}
	y, z = vm.plainValue(y), vm.plainValue(z)
	if !vm.isNumber(x) || !vm.isNumber(y) || !vm.isNumber(z) {
		return vm.raise(vm.types.typeError, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", vm.typeName(vm.arg(a, 0)), vm.typeName(vm.arg(a, 1)),
			vm.typeName(vm.opt(a, 2, vm.named(a, "mod"))))
	}
	if !vm.isAnyInt(x) || !vm.isAnyInt(y) || !vm.isAnyInt(z) {
		return vm.raise(vm.types.typeError, "pow() 3rd argument not allowed unless all arguments are integers")
	}
	b, e, m := vm.bigOf(x), vm.bigOf(y), vm.bigOf(z)
	if m.Sign() == 0 {
		return vm.raise(vm.types.valueError, "pow() 3rd argument cannot be 0")
	}
	// A square and a product for each bit of the exponent, each with a remainder.
	vm.divisionWork(b, m)
	square := product(wordsOf(m), wordsOf(m))
	if square > 0 && e.BitLen() > math.MaxInt64/8/square {
		vm.stop(errFuel)
	}
	vm.work(4*square*e.BitLen() + e.BitLen())
	abs := new(big.Int).Abs(m)
	b = new(big.Int).Mod(b, abs) // Exp takes the sign of b for that of its inverse
	r := new(big.Int).Exp(b, e, abs)
	if r == nil || e.Sign() < 0 && new(big.Int).ModInverse(b, abs) == nil {
		return vm.raise(vm.types.valueError, "base is not invertible for the given modulus")
	}
	if m.Sign() < 0 && r.Sign() > 0 {
		r.Add(r, m)
	}
	return vm.w.Big(r)
}

// quantify is any() and all().
func (vm *VM) quantify(a args, wanted bool) Ref {
	it := vm.iter(vm.arg(a, 0))
	if it == 0 {
		return 0
	}
	mark := vm.keep(it)
	defer vm.release(mark)
	for {
		vm.safe()
		v := vm.next(vm.kept[mark])
		if v == 0 {
			return vm.okOr0(vm.exc == 0, vm.w.Bool(!wanted))
		}
		vm.work(1)
		yes, ok := vm.truth(v)
		if !ok {
			return 0
		}
		if yes == wanted {
			return vm.w.Bool(wanted)
		}
	}
}

func (vm *VM) nextFunction(a args) Ref {
	it := vm.arg(a, 0)
	if !vm.isIterator(it) {
		if _, ok := vm.lookup(it, "__next__"); !ok {
			return vm.raise(vm.types.typeError, "'%s' object is not an iterator", vm.typeName(it))
		}
		if a.n == 1 { // the exception of the program's own method is passed on
			f, _ := vm.lookup(it, "__next__")
			return vm.call(f, it)
		}
	}
	if vm.w.Header(it) == object.HGenerator && a.n == 1 {
		return vm.send(it, vm.w.None)
	}
	v := vm.next(it)
	if v != 0 || vm.exc != 0 {
		return v
	}
	if a.n > 1 {
		return vm.arg(a, 1)
	}
	return vm.raise(vm.types.stopIteration, "")
}

func (vm *VM) callable(o Ref) bool {
	switch vm.w.Header(o) {
	case object.HFunc, object.HBuiltin, object.HBound, object.HType:
		return true
	}
	_, ok := vm.lookup(o, "__call__")
	return ok
}

func (vm *VM) attributeName(a args) (string, bool) {
	name := vm.plainValue(vm.arg(a, 1))
	if !vm.isStr(name) {
		vm.raise(vm.types.typeError, "attribute name must be string, not '%s'", vm.typeName(vm.arg(a, 1)))
		return "", false
	}
	return vm.copied(name), true
}

func (vm *VM) getattrFunction(a args) Ref {
	name, ok := vm.attributeName(a)
	if !ok {
		return 0
	}
	if name == "__dict__" { // which would be kept
		vm.stop(fmt.Errorf("expected an attribute that is found by its name, found `__dict__`; `vars(x)` are the attributes of an object"))
	}
	v := vm.getAttr(vm.arg(a, 0), name, nil)
	if v == 0 && a.n == 3 && vm.classOf(vm.exc).is(vm.types.attributeError) {
		vm.exc = 0
		return vm.arg(a, 2)
	}
	return v
}

func (vm *VM) hasattr(a args) Ref {
	name, ok := vm.attributeName(a)
	if !ok {
		return 0
	}
	if vm.isOutside(vm.arg(a, 0), name) {
		return vm.w.True
	}
	v := vm.getAttr(vm.arg(a, 0), name, nil)
	if v == 0 && vm.classOf(vm.exc).is(vm.types.attributeError) {
		vm.exc = 0
		return vm.w.False
	}
	return vm.okOr0(v != 0, vm.w.True)
}

func (vm *VM) setattrFunction(a args) Ref {
	name, ok := vm.attributeName(a)
	if name == "__class__" || name == "__dict__" {
		vm.stop(fmt.Errorf("expected an attribute that can be set, found `%s`", name))
	}
	if !ok || !vm.setAttr(vm.arg(a, 0), name, vm.arg(a, 2), new(cache)) {
		return 0
	}
	return vm.w.None
}
