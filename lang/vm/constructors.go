package vm

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"unbox/lang/numbers"
	"unbox/lang/object"
	"unbox/lang/texts"
)

func (vm *VM) newInt(a args) Ref {
	if a.n == 0 {
		return vm.w.Int(0)
	}
	x := vm.arg(a, 0)
	base := vm.opt(a, 1, vm.named(a, "base"))
	if base != 0 {
		n, ok := vm.indexOf(base, asInteger)
		if !ok {
			return 0
		}
		if n != 0 && (n < 2 || n > 36) {
			return vm.raise(vm.types.valueError, "int() base must be >= 2 and <= 36, or 0")
		}
		if !vm.isStr(x) {
			vm.noBytes(x, "`int`")
			return vm.raise(vm.types.typeError, "int() can't convert non-string with explicit base")
		}
		return vm.intFromText(x, n)
	}
	switch {
	case vm.isInt(x):
		return vm.w.Int(vm.intOf(x))
	case vm.isAnyInt(x):
		return vm.w.Big(vm.bigOf(x))
	case vm.isFloat(x):
		f := vm.floatOf(x)
		if f > -1<<62 && f < 1<<62 {
			return vm.w.Int(int64(f))
		}
		return vm.intOfFloat(f)
	case vm.isStr(x):
		return vm.intFromText(x, 10)
	}
	if v, ok := vm.integerBy(x, "__int__", "__index__", "__trunc__"); ok {
		return v
	}
	vm.noBytes(x, "`int`")
	return vm.raise(vm.types.typeError, "int() argument must be a string, a bytes-like object or a real number, not '%s'", vm.typeName(x))
}

// integerBy asks the first of some methods that an instance has for an integer; false if it has none. Of a class derived from int, its
// `__index__` is not asked: the instance is the number that it holds.
func (vm *VM) integerBy(x Ref, methods ...string) (Ref, bool) {
	if vm.w.Header(x) != object.HInstance {
		return 0, false
	}
	for _, name := range methods {
		if held := vm.heldOf(x); name == "__index__" && held != 0 && vm.isAnyInt(held) {
			return held, true
		}
		f, ok := vm.lookup(x, name)
		if !ok {
			continue
		}
		v := vm.call(f, x)
		if v == 0 {
			return 0, true
		}
		plain := vm.plainValue(v)
		if !vm.isAnyInt(plain) {
			return vm.raise(vm.types.typeError, "%s returned non-int (type %s)", name, vm.typeName(v)), true
		}
		return vm.w.Big(vm.bigOf(plain)), true // True is 1
	}
	return 0, false
}

func (vm *VM) intFromText(x Ref, base int) Ref {
	vm.textWork(3 * len(vm.w.View(x)))
	if n, err := strconv.ParseInt(vm.w.View(x), 10, 64); err == nil && base == 10 {
		return vm.w.Int(n) // what has spaces, underscores or other digits is read below, and what is too large
	}
	s := vm.w.Text(x)
	n := min(len(s), numbers.MaxDigits) >> 3
	vm.work(product(n, n))
	v, ok, tooMany := numbers.ParseInt(s, base)
	switch {
	case tooMany > 0:
		return vm.raise(vm.types.valueError, "Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", numbers.MaxDigits, tooMany)
	case !ok:
		return vm.raise(vm.types.valueError, "invalid literal for int() with base %d: %s", base, texts.Shortened(texts.Repr(s)))
	}
	return vm.w.Big(v)
}

func (vm *VM) newFloat(a args) Ref {
	if a.n == 0 {
		return vm.float(0)
	}
	x := vm.arg(a, 0)
	if vm.isStr(x) {
		vm.textWork(3 * len(vm.w.View(x)))
		f, ok := numbers.ParseFloat(vm.w.View(x))
		if !ok {
			return vm.raise(vm.types.valueError, "could not convert string to float: %s", texts.Repr(vm.copied(x)))
		}
		_, exp := math.Frexp(f)
		vm.work(max(exp, -exp) >> 3) // digits of numbers far from 1 may have to be shifted one by one
		return vm.float(f)
	}
	_, float := vm.lookup(x, "__float__")
	if _, index := vm.lookup(x, "__index__"); !vm.isNumber(x) && !float && !index {
		vm.noBytes(x, "`float`")
		return vm.raise(vm.types.typeError, "float() argument must be a string or a real number, not '%s'", vm.typeName(x))
	}
	read := vm.numberAsFloat
	if vm.w.Header(x) == object.HInstance {
		read = vm.instanceAsFloat
	}
	f, ok := read(x)
	if !ok {
		return 0
	}
	return vm.float(f)
}

func (vm *VM) newBool(a args) Ref {
	if a.n == 0 {
		return vm.w.False
	}
	yes, ok := vm.truth(vm.arg(a, 0))
	return vm.okOr0(ok, vm.w.Bool(yes))
}

func (vm *VM) newStr(a args) Ref {
	x := vm.opt(a, 0, vm.named(a, "object"))
	switch {
	case x == 0:
		return vm.w.Str("")
	case a.n+len(a.names) > 1:
		return vm.decoded(x, a)
	case vm.isStr(x):
		return x
	}
	return vm.text(vm.str(x))
}

func (vm *VM) newListOf(a args) Ref {
	if a.n == 0 {
		return vm.newList(nil)
	}
	items, ok := vm.hintedItems(vm.arg(a, 0))
	if !ok {
		return 0
	}
	return vm.newList(items)
}

func (vm *VM) newTupleOf(a args) Ref {
	if a.n == 0 {
		return vm.newTuple()
	}
	if vm.w.Shape(vm.arg(a, 0)) == object.ATuple {
		return vm.arg(a, 0)
	}
	items, ok := vm.hintedItems(vm.arg(a, 0))
	if !ok {
		return 0
	}
	return vm.newTuple(items...)
}

func (vm *VM) newDictOf(a args) Ref {
	mark := vm.keep(vm.newDict())
	defer vm.release(mark)
	if a.n == 1 && !vm.dictUpdate(vm.kept[mark], vm.arg(a, 0)) {
		return 0
	}
	return vm.okOr0(vm.dictNamed(vm.kept[mark], a), vm.kept[mark])
}

// fromKeysOf is `fromkeys` of a class of dictionaries, nil for dict itself; missing is what makes its missing values.
func fromKeysOf(c *class, missing Ref) builtin {
	return builtin{name: "fromkeys", owner: "dict", min: 1, max: 2, run: func(vm *VM, a args) Ref {
		if c == nil {
			return vm.fromKeys(vm.newDict(), a)
		}
		return vm.fromKeys(vm.w.New(object.HDict, 0, 0, 0, 0, 0, uint64(c.id), missing), a)
	}}
}

// fromKeys puts the items of the first argument into an empty dictionary, with the second one as their value.
func (vm *VM) fromKeys(d Ref, a args) Ref {
	mark := vm.keep(d, vm.opt(a, 1, 0))
	defer vm.release(mark)
	if vm.kept[mark+1] == 0 {
		vm.kept[mark+1] = vm.w.None
	}
	return vm.okOr0(vm.eachItem(vm.arg(a, 0), func(at int) bool { return vm.dictSet(vm.kept[mark], vm.kept[at], vm.kept[mark+1]) }), vm.kept[mark])
}

// dictNamed puts the arguments with names into a dictionary.
func (vm *VM) dictNamed(d Ref, a args) bool {
	for k, name := range a.names {
		if !vm.dictSet(d, vm.w.Str(name), vm.w.Words[a.base+a.n+k]) {
			return false
		}
	}
	return true
}

func (vm *VM) newSetOf(a args) Ref {
	mark := vm.keep(vm.newSet())
	defer vm.release(mark)
	if a.n == 1 && !vm.setUpdate(vm.kept[mark], vm.arg(a, 0)) {
		return 0
	}
	return vm.kept[mark]
}

func (vm *VM) newRangeOf(a args) Ref {
	var n [3]int
	n[2] = 1
	for k := range a.n {
		v := vm.arg(a, k)
		if vm.isBig(v) {
			vm.stop(errors.New("expected a range of integers of 64 bits, found a larger one"))
		}
		x, ok := vm.indexOf(v, asInteger)
		if !ok {
			return 0
		}
		n[k] = x
	}
	if a.n == 1 {
		n[0], n[1] = 0, n[0]
	}
	if n[2] == 0 {
		return vm.raise(vm.types.valueError, "range() arg 3 must not be zero")
	}
	return vm.newRange(int64(n[0]), int64(n[1]), int64(n[2]))
}

func (vm *VM) newSlice(a args) Ref {
	none := vm.w.None
	switch a.n {
	case 1:
		return vm.w.New(object.HSlice, none, vm.arg(a, 0), none)
	case 2:
		return vm.w.New(object.HSlice, vm.arg(a, 0), vm.arg(a, 1), none)
	}
	return vm.w.New(object.HSlice, vm.arg(a, 0), vm.arg(a, 1), vm.arg(a, 2))
}

// maxCount is up to where enumerate counts in a word; from further on it adds to a large integer.
const maxCount = 1 << 62

func (vm *VM) newEnumerate(a args) Ref {
	start, base := 0, Ref(0)
	if v := vm.opt(a, 1, vm.named(a, "start")); v != 0 {
		mark := vm.keep(v)
		defer vm.release(mark)
		var ok bool
		if start, ok = vm.indexOf(v, asInteger); !ok {
			return 0
		}
		if start <= -maxCount || start >= maxCount {
			if base = vm.kept[mark]; !vm.isAnyInt(base) { // its __index__ said so
				base = vm.w.Int(int64(start))
			}
			vm.kept[mark], start = base, 0
		}
	}
	it := vm.iter(vm.arg(a, 0))
	if it == 0 {
		return 0
	}
	if base != 0 {
		base = vm.kept[len(vm.kept)-1]
	}
	return vm.w.New(object.HEnumerate, it, uint64(start), base)
}

// iterators makes a tuple of the iterators of arguments, from one on.
func (vm *VM) iterators(a args, from int) Ref {
	mark := len(vm.kept)
	defer func() { vm.release(mark) }()
	for k := from; k < a.n; k++ {
		it := vm.iter(vm.arg(a, k))
		if it == 0 {
			return 0
		}
		vm.keep(it)
	}
	return vm.newTuple(vm.kept[mark:]...)
}

func (vm *VM) newZip(a args) Ref {
	strict := false
	if v := vm.named(a, "strict"); v != 0 {
		var ok bool
		if strict, ok = vm.truth(v); !ok {
			return 0
		}
	}
	iters := vm.iterators(a, 0)
	switch {
	case iters == 0:
		return 0
	case strict:
		return vm.w.New(object.HStrictZip, iters)
	}
	return vm.w.New(object.HZip, iters)
}

func (vm *VM) newMapOf(a args) Ref {
	if a.n < 2 {
		return vm.raise(vm.types.typeError, "map() must have at least two arguments.")
	}
	iters := vm.iterators(a, 1)
	if iters == 0 {
		return 0
	}
	return vm.w.New(object.HMap, vm.arg(a, 0), iters)
}

func (vm *VM) newFilter(a args) Ref {
	it := vm.iter(vm.arg(a, 1))
	if it == 0 {
		return 0
	}
	return vm.w.New(object.HFilter, vm.arg(a, 0), it)
}

func (vm *VM) newReversed(a args) Ref {
	x := vm.arg(a, 0)
	if h := vm.w.Shape(x); h == object.HDict || h == object.HDictView {
		items, ok := vm.collectItems(x)
		if !ok {
			return 0
		}
		slices.Reverse(items)
		return vm.iter(vm.newList(items))
	} else if h == object.HInstance {
		if f, ok := vm.lookup(x, "__reversed__"); ok {
			return vm.call(f, x)
		}
		_, counts := vm.lookup(x, "__len__")
		if _, indexed := vm.lookup(x, "__getitem__"); !counts || !indexed {
			return vm.raise(vm.types.typeError, "'%s' object is not reversible", vm.typeName(x))
		}
	} else if h == object.HRange {
		n, step := int64(vm.rangeLen(x)), vm.intOf(vm.w.Slot(x, 2))
		return vm.w.New(object.HRangeIter, uint64(vm.intOf(vm.w.Slot(x, 0))+(n-1)*step), uint64(-step), uint64(n))
	} else if !isSequence(h) {
		return vm.raise(vm.types.typeError, "'%s' object is not reversible", vm.typeName(x))
	}
	n, ok := vm.length(x)
	if !ok {
		return 0
	}
	return vm.w.New(object.HReversed, vm.arg(a, 0), uint64(int64(n-1)))
}

func (vm *VM) newProperty(a args) Ref {
	var parts [3]Ref
	for k, name := range []string{"fget", "fset", "fdel"} {
		if v := vm.opt(a, k, vm.named(a, name)); v != vm.w.None {
			parts[k] = v
		}
	}
	return vm.w.New(object.HProperty, parts[0], parts[1], parts[2], 0)
}

// propertyWith is a property with another function in one of its slots.
func (vm *VM) propertyWith(a args, slot int) Ref {
	of := vm.w.New(object.HProperty, vm.w.Items(vm.arg(a, 0), 4)...)
	vm.w.SetSlot(of, slot, vm.arg(a, 1))
	return of
}

var propertyMethods = []builtin{
	{name: "getter", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.propertyWith(a, propertyGetter) }},
	{name: "setter", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.propertyWith(a, propertySetter) }},
	{name: "deleter", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.propertyWith(a, propertyDeleter) }},
}

func (vm *VM) newStatic(a args) Ref {
	return vm.w.New(object.HStatic, vm.arg(a, 0))
}

func (vm *VM) newClassMethod(a args) Ref {
	return vm.w.New(object.HClassMethod, vm.arg(a, 0))
}

func (vm *VM) newSuper(a args) Ref {
	if a.n != 2 || vm.typeOf(vm.arg(a, 0)) == nil {
		return vm.raise(vm.types.typeError, "expected `super()` or a class and an object, found something else")
	}
	after, self := vm.typeOf(vm.arg(a, 0)), vm.arg(a, 1)
	if t := vm.typeOf(self); !vm.classOf(self).is(after) && (t == nil || !t.is(after)) {
		return vm.raise(vm.types.typeError, "super(type, obj): obj must be an instance or subtype of type")
	}
	return vm.w.New(object.HSuper, vm.arg(a, 0), self)
}
