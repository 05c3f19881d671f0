package vm

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// builtinType is a class of the language.
type builtinType struct {
	name    string
	shapes  []uint64
	visible bool
	// construct makes an instance, as a function with the name of the class; without run, a program cannot make any.
	construct builtin
	methods   []builtin
}

var builtinTypes []builtinType

func init() {
	builtinTypes = []builtinType{
		{"type", []uint64{object.HType}, true, builtin{max: -1, run: (*VM).newType}, nil},
		{"int", []uint64{object.HInt, object.BBig}, true, builtin{max: 2, takes: true, names: []string{"base"}, run: (*VM).newInt}, intMethods},
		{"float", []uint64{object.HFloat}, true, builtin{max: 1, run: (*VM).newFloat}, floatMethods},
		{"bool", []uint64{object.HBool}, true, builtin{max: 1, run: (*VM).newBool}, nil},
		{"str", []uint64{object.BStr}, true, builtin{max: 1, run: (*VM).newStr}, slices.Concat(strMethods, moreStrMethods, translateMethods)},
		{"list", []uint64{object.HList}, true, builtin{max: 1, run: (*VM).newListOf}, listMethods},
		{"tuple", []uint64{object.ATuple}, true, builtin{max: 1, run: (*VM).newTupleOf}, tupleMethods},
		{"dict", []uint64{object.HDict}, true, builtin{max: 1, anyNames: true, run: (*VM).newDictOf}, dictMethods},
		{"set", []uint64{object.HSet}, true, builtin{max: 1, run: (*VM).newSetOf}, setMethods},
		{"frozenset", []uint64{object.HFrozenSet}, true, builtin{max: 1, run: (*VM).newFrozenSetOf}, frozenSetMethods()},
		{"range", []uint64{object.HRange}, true, builtin{min: 1, max: 3, run: (*VM).newRangeOf}, rangeMethods},
		{"slice", []uint64{object.HSlice}, true, builtin{min: 1, max: 3, run: (*VM).newSlice}, sliceMethods},
		{"enumerate", []uint64{object.HEnumerate}, true, builtin{min: 1, max: 2, few: "enumerate() missing required argument 'iterable'", names: []string{"start"}, run: (*VM).newEnumerate}, nil},
		{"zip", []uint64{object.HZip}, true, builtin{max: -1, run: (*VM).newZip}, nil},
		{"reversed", []uint64{object.HReversed}, true, builtin{min: 1, max: 1, run: (*VM).newReversed}, nil},
		{"map", []uint64{object.HMap}, true, builtin{max: -1, run: (*VM).newMapOf}, nil},
		{"filter", []uint64{object.HFilter}, true, builtin{min: 2, max: 2, run: (*VM).newFilter}, nil},
		{"property", []uint64{object.HProperty}, true, builtin{max: 3, run: (*VM).newProperty}, propertyMethods},
		{"staticmethod", []uint64{object.HStatic}, true, builtin{min: 1, max: 1, run: (*VM).newStatic}, nil},
		{"classmethod", []uint64{object.HClassMethod}, true, builtin{min: 1, max: 1, run: (*VM).newClassMethod}, nil},
		{"super", []uint64{object.HSuper}, true, builtin{max: -1, run: (*VM).newSuper}, nil},
		{"NoneType", []uint64{object.HNone}, false, builtin{}, nil},
		{"NotImplementedType", []uint64{object.HNotImplemented}, false, builtin{}, nil},
		{"function", []uint64{object.HFunc}, false, builtin{}, nil},
		{"method", []uint64{object.HBound}, false, builtin{}, nil},
		{"builtin_function_or_method", []uint64{object.HBuiltin}, false, builtin{}, nil},
		{"traceback", []uint64{object.HTraceback}, false, builtin{}, nil},
		{"module", []uint64{object.HModule}, false, builtin{}, nil},
		{"TextIOWrapper", []uint64{object.HStream}, false, builtin{}, streamMethods},
		{"ellipsis", []uint64{object.HEllipsis}, false, builtin{}, nil},
		{"range_iterator", []uint64{object.HRangeIter}, false, builtin{}, nil},
		{"list_iterator", []uint64{object.HSeqIter}, false, builtin{}, nil},
		{"dict_keyiterator", []uint64{object.HDictIter}, false, builtin{}, nil},
		{"set_iterator", []uint64{object.HSetIter}, false, builtin{}, nil},
		{"dict_values", []uint64{object.HDictView}, false, builtin{}, nil},
		{"dict_items", []uint64{object.HDictView}, false, builtin{}, viewMethods},
		{"dict_keys", []uint64{object.HDictView}, false, builtin{}, viewMethods},
		{"array.array", []uint64{object.HArray}, false, builtin{name: "array", min: 1, max: 2, run: (*VM).newArray}, arrayMethods},
		{"Random", []uint64{object.HRandom}, false, builtin{max: 1, run: (*VM).newRandom}, randomMethods},
	}
}

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
	return vm.raise(vm.types.typeError, "int() argument must be a string, a bytes-like object or a real number, not '%s'", vm.typeName(x))
}

// integerBy asks the first of some methods that an instance has for an integer; false if it has none.
func (vm *VM) integerBy(x Ref, methods ...string) (Ref, bool) {
	if vm.w.Header(x) != object.HInstance {
		return 0, false
	}
	for _, name := range methods {
		f, ok := vm.lookup(x, name)
		if !ok {
			continue
		}
		switch v := vm.call(f, x); {
		case v == 0:
			return 0, true
		case !vm.isAnyInt(v):
			return vm.raise(vm.types.typeError, "%s returned non-int (type %s)", name, vm.typeName(v)), true
		default:
			return vm.w.Big(vm.bigOf(v)), true // True is 1
		}
	}
	return 0, false
}

func (vm *VM) intFromText(x Ref, base int) Ref {
	vm.textWork(3 * len(vm.w.View(x)))
	if n, err := strconv.ParseInt(vm.w.View(x), 10, 64); err == nil && base == 10 {
		return vm.w.Int(n) // what has spaces, underscores or other digits is read below, and what is too large
	}
	s := vm.w.Text(x)
	v, ok, tooMany := parseInt(s, base)
	switch {
	case tooMany > 0:
		return vm.raise(vm.types.valueError, "Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", maxDigits, tooMany)
	case !ok:
		return vm.raise(vm.types.valueError, "invalid literal for int() with base %d: %s", base, shortened(object.StrRepr(s)))
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
		f, ok := parseFloat(vm.w.View(x))
		if !ok {
			return vm.raise(vm.types.valueError, "could not convert string to float: %s", object.StrRepr(vm.w.Text(x)))
		}
		return vm.float(f)
	}
	if _, ok := vm.lookup(x, "__float__"); !vm.isNumber(x) && !ok {
		return vm.raise(vm.types.typeError, "float() argument must be a string or a real number, not '%s'", vm.typeName(x))
	}
	f, ok := vm.numberAsFloat(x)
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
	if a.n == 0 {
		return vm.w.Str("")
	}
	if vm.isStr(vm.arg(a, 0)) {
		return vm.arg(a, 0)
	}
	return vm.text(vm.str(vm.arg(a, 0)))
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

// dictFromKeys is `dict.fromkeys`.
func (vm *VM) dictFromKeys(a args) Ref {
	mark := vm.keep(vm.newDict(), vm.opt(a, 1, 0))
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
	iters := vm.iterators(a, 0)
	if iters == 0 {
		return 0
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
	return vm.w.New(object.HProperty, vm.opt(a, 0, 0), vm.opt(a, 1, 0), vm.opt(a, 2, 0))
}

// propertyWith is a property with another function in one of its slots.
func (vm *VM) propertyWith(a args, slot int) Ref {
	of := vm.w.New(object.HProperty, vm.w.Items(vm.arg(a, 0), 3)...)
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
	return vm.w.New(object.HSuper, vm.arg(a, 0), vm.arg(a, 1))
}

var intMethods = []builtin{
	{name: "bit_length", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.Int(int64(vm.bigOf(vm.arg(a, 0)).BitLen())) }},
	{name: "bit_count", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		n := 0
		for _, word := range vm.bigOf(vm.arg(a, 0)).Bits() {
			n += bits.OnesCount(uint(word))
		}
		return vm.w.Int(int64(n))
	}},
	{name: "conjugate", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.Big(vm.bigOf(vm.arg(a, 0))) }},
	{name: "as_integer_ratio", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		return vm.newTuple(vm.w.Big(vm.bigOf(vm.arg(a, 0))), vm.w.Int(1))
	}},
}

var floatMethods = []builtin{
	{name: "conjugate", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.arg(a, 0) }},
	{name: "as_integer_ratio", min: 1, max: 1, run: (*VM).floatRatio},
	{name: "hex", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.Str(floatHex(vm.floatOf(vm.arg(a, 0)))) }},
	{name: "is_integer", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		f := vm.floatOf(vm.arg(a, 0))
		return vm.w.Bool(f == float64(int64(f)) || f > 1<<53 && f*0 == 0 || f < -1<<53 && f*0 == 0)
	}},
}

var listMethods = []builtin{
	{name: "append", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		vm.listAppend(vm.arg(a, 0), vm.arg(a, 1))
		return vm.w.None
	}},
	{name: "extend", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		return vm.noneIf(vm.extend(vm.arg(a, 0), vm.arg(a, 1)) != 0)
	}},
	{name: "pop", min: 1, max: 2, run: (*VM).listPop},
	{name: "insert", min: 3, max: 3, run: (*VM).listInsertMethod},
	{name: "remove", min: 2, max: 2, run: (*VM).listRemoveMethod},
	{name: "index", min: 2, max: 4, run: (*VM).indexMethod},
	{name: "count", min: 2, max: 2, run: (*VM).countMethod},
	{name: "reverse", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		l := vm.arg(a, 0)
		if n := vm.listLen(l); n > 1 {
			vm.moved(8 * n)
			slices.Reverse(vm.w.Items(vm.w.Slot(l, 1), n))
		}
		return vm.w.None
	}},
	{name: "sort", min: 1, max: 1, takes: true, names: []string{"key", "reverse"}, run: func(vm *VM, a args) Ref {
		return vm.noneIf(vm.sortList(vm.arg(a, 0), vm.named(a, "key"), vm.named(a, "reverse")))
	}},
	{name: "clear", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		vm.setList(vm.arg(a, 0), nil)
		return vm.w.None
	}},
	{name: "copy", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.newList(vm.listItems(vm.arg(a, 0))) }},
}

var arrayMethods = []builtin{
	{name: "append", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		return vm.noneIf(vm.arrayExtend(vm.arg(a, 0), []Ref{vm.arg(a, 1)}))
	}},
	{name: "extend", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		items, ok := vm.collectItems(vm.arg(a, 1))
		return vm.noneIf(ok && vm.arrayExtend(vm.arg(a, 0), items))
	}},
	{name: "tolist", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.newList(vm.listItems(vm.arg(a, 0))) }},
	{name: "count", min: 2, max: 2, run: (*VM).countMethod},
	{name: "index", min: 2, max: 4, run: (*VM).indexMethod},
	{name: "pop", min: 1, max: 2, run: (*VM).listPop},
	{name: "remove", min: 2, max: 2, run: (*VM).listRemoveMethod},
	{name: "insert", min: 3, max: 3, run: (*VM).arrayInsertMethod},
	{name: "reverse", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		if n := vm.listLen(vm.arg(a, 0)); n > 1 {
			vm.moved(8 * n)
			slices.Reverse(vm.w.Items(vm.w.Slot(vm.arg(a, 0), 1), n))
		}
		return vm.w.None
	}},
}

var rangeMethods = []builtin{
	{name: "count", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		found, ok := vm.contains(vm.arg(a, 0), vm.arg(a, 1))
		if !ok || !found {
			return vm.okOr0(ok, vm.w.Int(0))
		}
		return vm.w.Int(1)
	}},
	{name: "index", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		r, v := vm.arg(a, 0), vm.arg(a, 1)
		if vm.isInt(v) {
			if k, found := vm.rangeIndex(r, vm.intOf(v)); found {
				return vm.w.Int(k)
			}
		}
		text, ok := vm.repr(v)
		if !ok {
			return 0
		}
		return vm.raise(vm.types.valueError, "%s is not in range", text)
	}},
}

var tupleMethods = []builtin{
	{name: "index", min: 2, max: 4, run: (*VM).indexMethod},
	{name: "count", min: 2, max: 2, run: (*VM).countMethod},
}

func (vm *VM) noneIf(ok bool) Ref { return vm.okOr0(ok, vm.w.None) }

// beyondIndex raises an exception if an integer has more than 64 bits.
func (vm *VM) beyondIndex(v Ref) bool {
	if vm.isBig(v) {
		vm.raise(vm.types.overflowError, "Python int too large to convert to C ssize_t")
	}
	return vm.isBig(v)
}

func (vm *VM) listPop(a args) Ref {
	l, k := vm.arg(a, 0), -1
	if a.n > 1 {
		var ok bool
		if k, ok = vm.indexOf(vm.arg(a, 1), asInteger); !ok || vm.beyondIndex(vm.arg(a, 1)) {
			return 0
		}
	}
	n := vm.listLen(l)
	if n == 0 {
		return vm.raise(vm.types.indexError, "pop from empty %s", vm.listName(l))
	}
	if k < 0 {
		k += n
	}
	if k < 0 || k >= n {
		return vm.raise(vm.types.indexError, "pop index out of range")
	}
	v := vm.listItem(l, k)
	vm.listRemove(l, k)
	return v
}

func (vm *VM) listInsertMethod(a args) Ref {
	k, ok := vm.indexOf(vm.arg(a, 1), asInteger)
	if !ok || vm.beyondIndex(vm.arg(a, 1)) {
		return 0
	}
	l := vm.arg(a, 0)
	n := vm.listLen(l)
	if k < 0 {
		k = max(k, -n) + n
	}
	vm.listInsert(l, min(k, n), vm.arg(a, 2))
	return vm.w.None
}

// arrayInsertMethod appends an item, and moves it to its place.
func (vm *VM) arrayInsertMethod(a args) Ref {
	k, ok := vm.indexOf(vm.arg(a, 1), asInteger)
	if !ok || vm.beyondIndex(vm.arg(a, 1)) {
		return 0
	}
	n := vm.listLen(vm.arg(a, 0))
	if k < 0 {
		k = max(k, -n) + n
	}
	k = min(k, n)
	if !vm.arrayExtend(vm.arg(a, 0), []Ref{vm.arg(a, 2)}) {
		return 0
	}
	vm.moved(8 * (n - k))
	items := vm.w.Items(vm.w.Slot(vm.arg(a, 0), 1), n+1)
	last := items[n]
	copy(items[k+1:], items[k:n])
	items[k] = last
	return vm.w.None
}

// listName is the name of a list or an array in messages.
func (vm *VM) listName(l Ref) string {
	if vm.w.Header(l) == object.HArray {
		return "array"
	}
	return "list"
}

// position returns where a value is in a list or tuple, -1 if it is nowhere.
func (vm *VM) position(a args, from, to int) (int, bool) {
	for k := from; k < to; k++ {
		if n, _ := vm.length(vm.arg(a, 0)); k >= n {
			break
		}
		vm.work(1)
		same, ok := vm.equal(vm.plainItem(vm.arg(a, 0), k), vm.arg(a, 1))
		if !ok {
			return 0, false
		}
		if same {
			return k, true
		}
	}
	return -1, true
}

func (vm *VM) listRemoveMethod(a args) Ref {
	k, ok := vm.position(a, 0, vm.listLen(vm.arg(a, 0)))
	if !ok {
		return 0
	}
	if k < 0 {
		return vm.raise(vm.types.valueError, "%[1]s.remove(x): x not in %[1]s", vm.listName(vm.arg(a, 0)))
	}
	vm.listRemove(vm.arg(a, 0), k)
	return vm.w.None
}

// bounds reads the optional arguments that say where to look.
func (vm *VM) bounds(a args, at, n int) (from, to int, ok bool) {
	to = n
	isText, wrong := vm.isStr(vm.arg(a, 0)), noListIndex
	if isText {
		wrong = noSliceIndex
	}
	for k, b := range []*int{&from, &to} {
		if at+k >= a.n || isText && vm.arg(a, at+k) == vm.w.None {
			continue
		}
		v, ok := vm.indexOf(vm.arg(a, at+k), wrong)
		if !ok {
			return 0, 0, false
		}
		if v < 0 {
			v = max(v, -n) + n
		}
		*b = v
	}
	return from, min(to, n), true
}

func (vm *VM) indexMethod(a args) Ref {
	n, _ := vm.length(vm.arg(a, 0))
	from, to, ok := vm.bounds(a, 2, n)
	if !ok {
		return 0
	}
	k, ok := vm.position(a, from, to)
	if !ok {
		return 0
	}
	if k >= 0 {
		return vm.w.Int(int64(k))
	}
	if vm.w.Shape(vm.arg(a, 0)) == object.ATuple {
		return vm.raise(vm.types.valueError, "tuple.index(x): x not in tuple")
	}
	if vm.w.Header(vm.arg(a, 0)) == object.HArray {
		return vm.raise(vm.types.valueError, "array.index(x): x not in array")
	}
	text, ok := vm.repr(vm.arg(a, 1))
	if !ok {
		return 0
	}
	return vm.raise(vm.types.valueError, "%s is not in list", text)
}

func (vm *VM) countMethod(a args) Ref {
	from, count := 0, int64(0)
	for {
		n, _ := vm.length(vm.arg(a, 0))
		k, ok := vm.position(a, from, n)
		if !ok {
			return 0
		}
		if k < 0 {
			return vm.w.Int(count)
		}
		count, from = count+1, k+1
	}
}

var dictMethods = []builtin{
	{name: "keys", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.New(object.HDictView, vm.arg(a, 0), viewKeys) }},
	{name: "values", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.New(object.HDictView, vm.arg(a, 0), viewValues) }},
	{name: "items", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.New(object.HDictView, vm.arg(a, 0), viewItems) }},
	{name: "get", min: 2, max: 3, run: func(vm *VM, a args) Ref {
		e, ok := vm.dictFind(vm.arg(a, 0), vm.arg(a, 1))
		if !ok {
			return 0
		}
		if e < 0 {
			return vm.opt(a, 2, vm.w.None)
		}
		return vm.w.Slot(vm.w.Slot(vm.arg(a, 0), dictItems), 2*e+1)
	}},
	{name: "pop", min: 2, max: 3, run: func(vm *VM, a args) Ref {
		v, ok := vm.dictDelete(vm.arg(a, 0), vm.arg(a, 1), a.n == 2)
		if ok && v == 0 {
			return vm.arg(a, 2)
		}
		return v
	}},
	{name: "setdefault", min: 2, max: 3, run: func(vm *VM, a args) Ref {
		e, ok := vm.dictFind(vm.arg(a, 0), vm.arg(a, 1))
		if !ok {
			return 0
		}
		if e >= 0 {
			return vm.w.Slot(vm.w.Slot(vm.arg(a, 0), dictItems), 2*e+1)
		}
		ok = vm.dictSet(vm.arg(a, 0), vm.arg(a, 1), vm.opt(a, 2, vm.w.None))
		return vm.okOr0(ok, vm.opt(a, 2, vm.w.None))
	}},
	{name: "update", min: 1, max: 2, anyNames: true, run: func(vm *VM, a args) Ref {
		if vm.isCounter(vm.arg(a, 0)) {
			return vm.noneIf(vm.count(vm.arg(a, 0), a, 1, compile.Add))
		}
		return vm.noneIf((a.n == 1 || vm.dictUpdate(vm.arg(a, 0), vm.arg(a, 1))) && vm.dictNamed(vm.arg(a, 0), a))
	}},
	{name: "clear", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		for k := range 5 {
			vm.w.SetSlot(vm.arg(a, 0), k, 0)
		}
		return vm.w.None
	}},
	{name: "copy", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.copyDict(vm.arg(a, 0)) }},
	{name: "popitem", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		d := vm.arg(a, 0)
		items := vm.w.Slot(d, dictItems)
		for e := int(vm.w.Slot(d, dictFilled)) - 1; e >= 0; e-- {
			vm.work(1)
			if key := vm.w.Slot(items, 2*e); key != 0 {
				t := vm.newTuple(key, vm.dictRemove(d, e))
				vm.w.SetSlot(d, dictFilled, uint64(e)) // nobody looks at what was deleted after it again
				return t
			}
		}
		return vm.raise(vm.types.keyError, "popitem(): dictionary is empty")
	}},
}

var setMethods = []builtin{
	{name: "add", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.noneIf(vm.setAdd(vm.arg(a, 0), vm.arg(a, 1))) }},
	{name: "discard", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		_, ok := vm.setDiscard(vm.arg(a, 0), vm.asItem(vm.arg(a, 1)))
		return vm.noneIf(ok)
	}},
	{name: "remove", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		found, ok := vm.setDiscard(vm.arg(a, 0), vm.asItem(vm.arg(a, 1)))
		if ok && !found {
			return vm.raiseArgs(vm.types.keyError, vm.arg(a, 1))
		}
		return vm.noneIf(ok)
	}},
	{name: "pop", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		if v := vm.setPop(vm.arg(a, 0)); v != 0 {
			return v
		}
		return vm.raise(vm.types.keyError, "pop from an empty set")
	}},
	{name: "clear", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		for k := range 4 {
			vm.w.SetSlot(vm.arg(a, 0), k, 0)
		}
		return vm.w.None
	}},
	{name: "copy", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.union(a) }},
	{name: "update", min: 1, max: -1, run: func(vm *VM, a args) Ref { return vm.noneIf(vm.setMerge(a, (*VM).setUpdate)) }},
	{name: "difference_update", min: 1, max: -1, run: func(vm *VM, a args) Ref { return vm.noneIf(vm.setMerge(a, (*VM).setSubtract)) }},
	{name: "intersection_update", min: 1, max: -1, run: func(vm *VM, a args) Ref { return vm.noneIf(vm.setInto(a, vm.intersection(a))) }},
	{name: "symmetric_difference_update", min: 2, max: 2, run: (*VM).symmetricUpdate},
	{name: "union", min: 1, max: -1, run: func(vm *VM, a args) Ref { return vm.union(a) }},
	{name: "intersection", min: 1, max: -1, run: (*VM).intersection},
	{name: "difference", min: 1, max: -1, run: (*VM).difference},
	{name: "symmetric_difference", min: 2, max: 2, run: (*VM).symmetricDifference},
	{name: "isdisjoint", min: 2, max: 2, run: (*VM).isDisjoint},
	{name: "issubset", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		other := vm.asSet(vm.arg(a, 1))
		if other == 0 {
			return 0
		}
		return vm.compareSets(compile.Le, vm.arg(a, 0), other)
	}},
	{name: "issuperset", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		other := vm.asSet(vm.arg(a, 1))
		if other == 0 {
			return 0
		}
		return vm.compareSets(compile.Ge, vm.arg(a, 0), other)
	}},
}

// asSet makes a set of an iterable that is none.
func (vm *VM) asSet(o Ref) Ref {
	if vm.isSet(o) {
		return o
	}
	mark := vm.keep(vm.newSet())
	defer vm.release(mark)
	return vm.okOr0(vm.setUpdate(vm.kept[mark], o), vm.kept[mark])
}

// strArg returns an argument that must be a string.
func (vm *VM) strArg(a args, k int, method string) (string, bool) {
	v := vm.arg(a, k)
	if !vm.isStr(v) {
		if method == "replace" {
			vm.raise(vm.types.typeError, "replace() argument %d must be str, not %s", k, vm.typeName(v))
		} else {
			vm.raise(vm.types.typeError, "must be str, not %s", vm.typeName(v))
		}
		return "", false
	}
	return vm.w.Text(v), true
}

// mapText is a method that makes a string from a string.
func mapText(name string, f func(string) string) builtin {
	return builtin{name: name, min: 1, max: 1, run: func(vm *VM, a args) Ref {
		s := vm.w.Text(vm.arg(a, 0))
		vm.textWork(4 * len(s))
		return vm.w.Str(f(s))
	}}
}

// textTests are the methods that test the kind of a text's characters.
var textTests = map[string]func(text string) bool{
	"isdigit": allOf(isDigitRune), "isalpha": allOf(unicode.IsLetter), "isspace": allOf(isSpace), "isdecimal": allOf(unicode.IsDigit),
	"isnumeric": allOf(unicode.IsNumber), "isalnum": allOf(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }),
	"isupper": casedAs(isUpper), "islower": casedAs(isLower),
}

// allOf reports whether all characters are of a kind, and there are any.
func allOf(f func(rune) bool) func(string) bool {
	return func(s string) bool { return s != "" && strings.IndexFunc(s, func(r rune) bool { return !f(r) }) < 0 }
}

// testText is the method of that name.
func testText(name string) builtin {
	test := textTests[name]
	return builtin{name: name, min: 1, max: 1, run: func(vm *VM, a args) Ref {
		s := vm.w.View(vm.arg(a, 0))
		vm.textWork(2 * len(s))
		return vm.w.Bool(test(s))
	}}
}

var strMethods = []builtin{
	mapText("upper", upper), mapText("lower", lower), mapText("capitalize", capitalize), mapText("title", title), mapText("swapcase", swapCase),
	testText("isdigit"), testText("isalpha"), testText("isspace"), testText("isalnum"), testText("isdecimal"), testText("isnumeric"),
	testText("isupper"), testText("islower"),
	{name: "join", min: 2, max: 2, run: (*VM).join},
	{name: "split", min: 1, max: 3, takes: true, names: []string{"sep", "maxsplit"}, run: func(vm *VM, a args) Ref { return vm.split(a, false) }},
	{name: "rsplit", min: 1, max: 3, takes: true, names: []string{"sep", "maxsplit"}, run: func(vm *VM, a args) Ref { return vm.split(a, true) }},
	{name: "splitlines", min: 1, max: 2, names: []string{"keepends"}, run: (*VM).splitLines},
	{name: "strip", min: 1, max: 2, run: func(vm *VM, a args) Ref { return vm.strip(a, "strip", true, true) }},
	{name: "lstrip", min: 1, max: 2, run: func(vm *VM, a args) Ref { return vm.strip(a, "lstrip", true, false) }},
	{name: "rstrip", min: 1, max: 2, run: func(vm *VM, a args) Ref { return vm.strip(a, "rstrip", false, true) }},
	{name: "replace", min: 3, max: 4, run: (*VM).replace},
	{name: "find", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "find", false, false) }},
	{name: "rfind", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "rfind", true, false) }},
	{name: "index", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "index", false, true) }},
	{name: "rindex", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "rindex", true, true) }},
	{name: "count", min: 2, max: 4, takes: true, run: (*VM).countText},
	{name: "startswith", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.affix(a, "startswith", strings.HasPrefix) }},
	{name: "endswith", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.affix(a, "endswith", strings.HasSuffix) }},
	{name: "ljust", min: 2, max: 3, run: func(vm *VM, a args) Ref { return vm.justify(a, "ljust", '<') }},
	{name: "rjust", min: 2, max: 3, run: func(vm *VM, a args) Ref { return vm.justify(a, "rjust", '>') }},
	{name: "center", min: 2, max: 3, run: func(vm *VM, a args) Ref { return vm.justify(a, "center", '^') }},
	{name: "zfill", min: 2, max: 2, run: (*VM).zfill},
	{name: "partition", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.partition(a, strings.Index, false) }},
	{name: "rpartition", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.partition(a, strings.LastIndex, true) }},
}

func (vm *VM) join(a args) Ref {
	if o := vm.arg(a, 1); !vm.isIterable(o) {
		return vm.raise(vm.types.typeError, "can only join an iterable")
	}
	items, ok := vm.hintedItems(vm.arg(a, 1))
	if !ok {
		return 0
	}
	sep := vm.w.Text(vm.arg(a, 0))
	size := len(sep) * max(len(items)-1, 0)
	for k, v := range items {
		if !vm.isStr(v) {
			return vm.raise(vm.types.typeError, "sequence item %d: expected str instance, %s found", k, vm.typeName(v))
		}
		size += len(vm.w.View(v))
	}
	vm.work(len(items))
	vm.textWork(size)
	var b strings.Builder
	b.Grow(size)
	for k, v := range items {
		if k > 0 {
			b.WriteString(sep)
		}
		b.WriteString(vm.w.View(v))
	}
	return vm.w.Str(b.String())
}

// strs makes a list of strings.
func (vm *VM) strs(parts []string) Ref {
	vm.work(len(parts))
	vm.spare(8 * len(parts))
	items := make([]Ref, len(parts))
	for k, s := range parts {
		items[k] = vm.w.Str(s)
	}
	return vm.newList(items)
}

func (vm *VM) split(a args, fromEnd bool) Ref {
	s := vm.w.Text(vm.arg(a, 0))
	sep, most := vm.opt(a, 1, vm.named(a, "sep")), -1
	if v := vm.opt(a, 2, vm.named(a, "maxsplit")); v != 0 {
		var ok bool
		if most, ok = vm.indexOf(v, asInteger); !ok {
			return 0
		}
	}
	vm.textWork(len(s))
	if sep == 0 || sep == vm.w.None {
		vm.spare(20 * len(s)) // a header and a place for every other byte
		return vm.strs(splitSpace(s, most, fromEnd))
	}
	if !vm.isStr(sep) {
		return vm.raise(vm.types.typeError, "must be str or None, not %s", vm.typeName(sep))
	}
	by := vm.w.Text(sep)
	if by == "" {
		return vm.raise(vm.types.valueError, "empty separator")
	}
	vm.spare(16 * (strings.Count(s, by) + 1))
	if most < 0 || most > len(s) {
		return vm.strs(strings.Split(s, by))
	}
	if !fromEnd {
		return vm.strs(strings.SplitN(s, by, most+1))
	}
	var parts []string
	for ; most > 0; most-- {
		n := strings.LastIndex(s, by)
		if n < 0 {
			break
		}
		parts = append(parts, s[n+len(by):])
		s = s[:n]
	}
	parts = append(parts, s)
	slices.Reverse(parts)
	return vm.strs(parts)
}

// splitSpace splits at white space, at most so often.
func splitSpace(s string, most int, fromEnd bool) []string {
	if most < 0 {
		return strings.FieldsFunc(s, isSpace)
	}
	var parts []string
	if fromEnd {
		for s = strings.TrimRightFunc(s, isSpace); s != "" && most > 0; most-- {
			n := strings.LastIndexFunc(s, isSpace)
			if n < 0 {
				break
			}
			_, size := utf8.DecodeRuneInString(s[n:])
			parts = append(parts, s[n+size:])
			s = strings.TrimRightFunc(s[:n], isSpace)
		}
		if s != "" {
			parts = append(parts, s)
		}
		slices.Reverse(parts)
		return parts
	}
	for s = strings.TrimLeftFunc(s, isSpace); s != "" && most > 0; most-- {
		n := strings.IndexFunc(s, isSpace)
		if n < 0 {
			break
		}
		parts = append(parts, s[:n])
		s = strings.TrimLeftFunc(s[n:], isSpace)
	}
	if s != "" {
		parts = append(parts, s)
	}
	return parts
}

func (vm *VM) splitLines(a args) Ref {
	s, keep := vm.w.Text(vm.arg(a, 0)), false
	if v := vm.opt(a, 1, vm.named(a, "keepends")); v != 0 {
		n, ok := vm.indexOf(v, asInteger)
		if keep = n != 0; !ok {
			return 0
		}
	}
	vm.textWork(len(s))
	var parts []string
	for s != "" {
		if len(parts)&1023 == 0 {
			vm.spare(32 * len(parts))
		}
		n := strings.IndexFunc(s, isLineEnd)
		if n < 0 {
			parts = append(parts, s)
			break
		}
		_, size := utf8.DecodeRuneInString(s[n:])
		if strings.HasPrefix(s[n:], "\r\n") {
			size = 2
		}
		line := s[:n]
		if keep {
			line = s[:n+size]
		}
		parts = append(parts, line)
		s = s[n+size:]
	}
	return vm.strs(parts)
}

func isLineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r >= 0x1c && r <= 0x1e || r == 0x85 || r == 0x2028 || r == 0x2029
}

// runeSet is a set of characters. Those of ASCII are bits: to make a map for each call would take longer than all the rest.
type runeSet struct {
	ascii  [asciiChars / 64]uint64
	others map[rune]bool // nil if there are none
}

func (s *runeSet) add(r rune) {
	if r < asciiChars {
		s.ascii[r/64] |= 1 << (r % 64)
	} else {
		s.others[r] = true
	}
}

func (s *runeSet) has(r rune) bool {
	if r < asciiChars {
		return s.ascii[r/64]>>(r%64)&1 != 0
	}
	return s.others[r]
}

func (vm *VM) strip(a args, name string, left, right bool) Ref {
	s := vm.w.Text(vm.arg(a, 0))
	cut := isSpace
	if v := vm.opt(a, 1, vm.w.None); v != vm.w.None {
		if !vm.isStr(v) {
			return vm.raise(vm.types.typeError, "%s arg must be None or str", name)
		}
		vm.textWork(len(vm.w.View(v)))
		var set runeSet
		if !vm.isASCII(v) {
			vm.spare(40 * vm.strLen(v))
			set.others = make(map[rune]bool)
		}
		for _, r := range vm.w.View(v) {
			set.add(r)
		}
		cut = set.has
	}
	vm.textWork(len(s))
	if left {
		s = strings.TrimLeftFunc(s, cut)
	}
	if right {
		s = strings.TrimRightFunc(s, cut)
	}
	return vm.w.Str(s)
}

func (vm *VM) replace(a args) Ref {
	old, ok := vm.strArg(a, 1, "replace")
	if !ok {
		return 0
	}
	with, ok := vm.strArg(a, 2, "replace")
	if !ok {
		return 0
	}
	n := -1
	if a.n > 3 {
		if n, ok = vm.indexOf(vm.arg(a, 3), asInteger); !ok {
			return 0
		}
	}
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(2*len(s) + strings.Count(s, old)*len(with))
	if n > len(s)+1 {
		n = -1
	}
	return vm.w.Str(strings.Replace(s, old, with, n))
}

func (vm *VM) find(a args, name string, last, demanded bool) Ref {
	part, ok := vm.strArg(a, 1, name)
	if !ok {
		return 0
	}
	from, to, ok := vm.bounds(a, 2, vm.strLen(vm.arg(a, 0)))
	if !ok {
		return 0
	}
	at := -1
	vm.textWork(4 * len(vm.w.View(vm.arg(a, 0))))
	if chars := []rune(vm.w.View(vm.arg(a, 0))); from <= len(chars) && from <= to {
		s := string(chars[from:to])
		if last {
			at = strings.LastIndex(s, part)
		} else {
			at = strings.Index(s, part)
		}
		if at >= 0 {
			at = from + utf8.RuneCountInString(s[:at])
		}
	}
	if at < 0 && demanded {
		return vm.raise(vm.types.valueError, "substring not found")
	}
	return vm.w.Int(int64(at))
}

func (vm *VM) justify(a args, name string, align byte) Ref {
	n, ok := vm.indexOf(vm.arg(a, 1), asInteger)
	if !ok {
		return 0
	}
	vm.padding(n)
	p := object.Spec{Fill: ' ', Width: n}
	if a.n > 2 {
		fill := vm.arg(a, 2)
		if !vm.isStr(fill) {
			return vm.raise(vm.types.typeError, "The fill character must be a unicode character, not %s", vm.typeName(fill))
		}
		if vm.strLen(fill) != 1 {
			return vm.raise(vm.types.typeError, "The fill character must be exactly one character long")
		}
		p.Fill, _ = utf8.DecodeRuneInString(vm.w.View(fill))
	}
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(len(s))
	if align == '^' { // center puts what is left over elsewhere than format does
		if left := n - utf8.RuneCountInString(s); left > 0 {
			before := left/2 + left&n&1
			return vm.w.Str(strings.Repeat(string(p.Fill), before) + s + strings.Repeat(string(p.Fill), left-before))
		}
	}
	return vm.w.Str(p.Pad(s, align))
}

func (vm *VM) zfill(a args) Ref {
	n, ok := vm.indexOf(vm.arg(a, 1), asInteger)
	if !ok {
		return 0
	}
	vm.padding(n)
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(len(s))
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, s = s[:1], s[1:]
	}
	if left := n - len(sign) - utf8.RuneCountInString(s); left > 0 {
		s = strings.Repeat("0", left) + s
	}
	return vm.w.Str(sign + s)
}

func (vm *VM) partition(a args, index func(s, sep string) int, last bool) Ref {
	sep, ok := vm.strArg(a, 1, "partition")
	if !ok {
		return 0
	}
	if sep == "" {
		return vm.raise(vm.types.valueError, "empty separator")
	}
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(2 * len(s))
	parts := []string{s, "", ""}
	if n := index(s, sep); n >= 0 {
		parts = []string{s[:n], sep, s[n+len(sep):]}
	} else if last {
		parts = []string{"", "", s}
	}
	return vm.newTuple(vm.w.Str(parts[0]), vm.w.Str(parts[1]), vm.w.Str(parts[2]))
}
