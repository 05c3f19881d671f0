package vm

import (
	"math/bits"
	"slices"

	"unbox/lang/compile"
	"unbox/lang/numbers"
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
		{"type", []uint64{object.HType}, true, builtin{max: -1, run: (*VM).newType}, typeMethods},
		{"int", []uint64{object.HInt, object.BBig}, true, builtin{max: 2, takes: true, names: []string{"base"}, run: (*VM).newInt}, intMethods},
		{"float", []uint64{object.HFloat}, true, builtin{max: 1, run: (*VM).newFloat}, floatMethods},
		{"bool", []uint64{object.HBool}, true, builtin{max: 1, run: (*VM).newBool}, nil},
		{"str", []uint64{object.BStr}, true, builtin{max: 3, names: []string{"object", "encoding", "errors"}, run: (*VM).newStr}, slices.Concat(strMethods, translateMethods)},
		{"list", []uint64{object.HList}, true, builtin{max: 1, run: (*VM).newListOf}, listMethods},
		{"tuple", []uint64{object.ATuple}, true, builtin{max: 1, run: (*VM).newTupleOf}, tupleMethods},
		{"dict", []uint64{object.HDict}, true, builtin{max: 1, anyNames: true, run: (*VM).newDictOf}, dictMethods},
		{"set", []uint64{object.HSet}, true, builtin{max: 1, run: (*VM).newSetOf}, setMethods},
		{"frozenset", []uint64{object.HFrozenSet}, true, builtin{max: 1, run: (*VM).newFrozenSetOf}, frozenSetMethods()},
		{"range", []uint64{object.HRange}, true, builtin{min: 1, max: 3, run: (*VM).newRangeOf}, rangeMethods},
		{"slice", []uint64{object.HSlice}, true, builtin{min: 1, max: 3, run: (*VM).newSlice}, sliceMethods},
		{"enumerate", []uint64{object.HEnumerate}, true, builtin{min: 1, max: 2, few: "enumerate() missing required argument 'iterable'", names: []string{"start"}, run: (*VM).newEnumerate}, nil},
		{"zip", []uint64{object.HZip, object.HStrictZip}, true, builtin{max: -1, names: []string{"strict"}, run: (*VM).newZip}, nil},
		{"reversed", []uint64{object.HReversed}, true, builtin{min: 1, max: 1, run: (*VM).newReversed}, nil},
		{"map", []uint64{object.HMap}, true, builtin{max: -1, run: (*VM).newMapOf}, nil},
		{"filter", []uint64{object.HFilter}, true, builtin{min: 2, max: 2, run: (*VM).newFilter}, nil},
		{"generator", []uint64{object.HGenerator}, false, builtin{}, generatorMethods},
		{"callable_iterator", []uint64{object.HCallIter}, false, builtin{}, nil},
		{"property", []uint64{object.HProperty}, true, builtin{max: 4, names: []string{"fget", "fset", "fdel", "doc"}, run: (*VM).newProperty}, propertyMethods},
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
	{name: "hex", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.Str(numbers.FloatHex(vm.floatOf(vm.arg(a, 0)))) }},
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
	k := -1
	if a.n > 1 {
		var ok bool
		if k, ok = vm.indexOf(vm.arg(a, 1), asInteger); !ok || vm.beyondIndex(vm.arg(a, 1)) {
			return 0
		}
	}
	l := vm.arg(a, 0)
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
		if other := vm.arg(a, 1); vm.isSet(other) {
			return vm.compareSets(compile.Ge, vm.arg(a, 0), other)
		}
		lacks, ok := vm.meets(vm.arg(a, 0), vm.arg(a, 1), false)
		return vm.okOr0(ok, vm.w.Bool(!lacks))
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
