package vm

import (
	"fmt"
	"math"
	"slices"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// collections.defaultdict and collections.Counter are dictionaries with a class, which is in a slot that never changes:
// everything that accepts a dictionary accepts them. A method of dictionaries that behaves differently for them checks for
// that itself.

// Slots of dictionaries that say what they are: the number of the class, 0 if it is dict, and what makes missing values.
const (
	dictClass   = 5
	dictDefault = 6
)

func (vm *VM) collectionsModule(m *module) {
	dict := vm.types.byShape[object.HDict]
	vm.types.defaultDict = vm.newClass("collections.defaultdict", dict)
	vm.types.defaultDict.construct = &builtin{name: "defaultdict", max: 2, anyNames: true, run: (*VM).newDefaultDict}
	vm.types.counter = vm.newClass("Counter", dict)
	vm.types.counter.qualName = "collections.Counter"
	vm.types.counter.construct = &builtin{name: "Counter", max: 1, anyNames: true, run: (*VM).newCounter}
	for _, b := range counterMethods {
		b.method, b.owner, b.self = true, "Counter", []uint64{object.HDict}
		vm.types.counter.attrs[b.name] = len(vm.attrs)
		vm.attrs = append(vm.attrs, vm.newBuiltin(b))
	}
	vm.addStatic(vm.types.defaultDict, fromKeysOf(vm.types.defaultDict, vm.w.None))
	vm.addStatic(vm.types.counter, builtin{name: "fromkeys", owner: "Counter", min: 1, max: 2, run: func(vm *VM, _ args) Ref {
		return vm.raise(vm.types.notImplementedError, "Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")
	}})
	vm.orderedDictClass(m)
	vm.setModule(m, "_type_name", vm.newBuiltin(builtin{name: "_type_name", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.Str(vm.typeName(vm.arg(a, 0))) }}))
	vm.setModule(m, "_as_tuples", vm.newBuiltin(builtin{name: "_as_tuples", min: 1, max: 1, run: (*VM).asTuples}))
	vm.setModule(m, "_as_base", vm.newBuiltin(builtin{name: "_as_base", min: 3, max: 3, run: (*VM).asBase}))
	vm.setModule(m, "defaultdict", vm.attrs[vm.types.defaultDict.ref])
	vm.setModule(m, "Counter", vm.attrs[vm.types.counter.ref])
}

// dictLike returns the class of a dictionary that is not a plain one, nil for
// others.
func (vm *VM) dictLike(o Ref) *class {
	if vm.w.Header(o) != object.HDict || vm.w.Slot(o, dictClass) == 0 {
		return nil
	}
	return vm.classes[vm.w.Slot(o, dictClass)]
}

// isCounter reports whether an object is a Counter.
func (vm *VM) isCounter(o Ref) bool {
	c := vm.dictLike(o)
	return c != nil && c == vm.types.counter
}

// newDictLike makes an empty dictionary of the class of another one.
func (vm *VM) newDictLike(d Ref) Ref {
	return vm.w.New(object.HDict, 0, 0, 0, 0, 0, vm.w.Slot(d, dictClass), vm.w.Slot(d, dictDefault))
}

// copyDict copies a dictionary.
func (vm *VM) copyDict(d Ref) Ref {
	mark := vm.keep(vm.newDictLike(d))
	defer vm.release(mark)
	return vm.okOr0(vm.dictUpdate(vm.kept[mark], d), vm.kept[mark])
}

// newDefaultDict is defaultdict().
func (vm *VM) newDefaultDict(a args) Ref {
	factory := vm.opt(a, 0, vm.w.None)
	if factory != vm.w.None && !vm.callable(factory) {
		return vm.raise(vm.types.typeError, "first argument must be callable or None")
	}
	d := vm.w.New(object.HDict, 0, 0, 0, 0, 0, uint64(vm.types.defaultDict.id), factory)
	mark := vm.keep(d)
	defer vm.release(mark)
	if a.n == 2 && !vm.dictUpdate(d, vm.arg(a, 1)) {
		return 0
	}
	return vm.okOr0(vm.dictNamed(vm.kept[mark], a), vm.kept[mark])
}

// dictMissing is what d[key] is if there is no such key; the dictionary is kept at an index, and the key after it.
func (vm *VM) dictMissing(mark int) Ref {
	c := vm.dictLike(vm.kept[mark])
	switch {
	case c == nil:
	case c == vm.types.counter:
		return vm.w.Int(0)
	case c == vm.types.defaultDict && vm.w.Slot(vm.kept[mark], dictDefault) != vm.w.None:
		v := vm.call(vm.w.Slot(vm.kept[mark], dictDefault))
		if v == 0 {
			return 0
		}
		at := vm.keep(v)
		return vm.okOr0(vm.dictSet(vm.kept[mark], vm.kept[mark+1], v), vm.kept[at])
	}
	return vm.raiseArgs(vm.types.keyError, vm.kept[mark+1])
}

// reprLike writes a dictionary of one of these classes.
func (vm *VM) reprLike(o Ref) (string, bool) {
	if vm.isOrdered(o) {
		return vm.reprOrdered(o)
	}
	if !vm.isCounter(o) {
		return vm.reprDefaultDict(o, false)
	}
	if vm.w.Slot(o, dictUsed) == 0 {
		return "Counter()", true
	}
	keys, values := vm.mostCommon(o)
	mark := vm.keep(vm.newDict())
	defer vm.release(mark)
	first := vm.keep(slices.Concat(keys, values)...)
	for k := range keys {
		if !vm.dictSet(vm.kept[mark], vm.kept[first+k], vm.kept[first+len(keys)+k]) { // which may run the program
			return "", false
		}
	}
	text, ok := vm.reprDict(vm.kept[mark])
	return "Counter(" + text + ")", ok
}

// reprDefaultDict writes a defaultdict; with inside, one whose dictionary is inside of itself.
func (vm *VM) reprDefaultDict(o Ref, inside bool) (string, bool) {
	mark := vm.keep(o)
	defer vm.release(mark)
	factory, ok := vm.repr(vm.w.Slot(o, dictDefault)) // which may run the program
	if !ok {
		return "", false
	}
	text := "{...}"
	if !inside {
		text, ok = vm.reprDict(vm.kept[mark])
	}
	return "defaultdict(" + factory + ", " + text + ")", ok
}

// newCounter is Counter().
func (vm *VM) newCounter(a args) Ref {
	mark := vm.keep(vm.w.New(object.HDict, 0, 0, 0, 0, 0, uint64(vm.types.counter.id), 0))
	defer vm.release(mark)
	return vm.okOr0(vm.count(vm.kept[mark], a, 0, compile.Add), vm.kept[mark])
}

// count adds to the counts of a Counter what an argument holds: counts, or items that count once each; and then named counts.
func (vm *VM) count(d Ref, a args, k int, op compile.Op) bool {
	mark := vm.keep(d)
	defer vm.release(mark)
	if k < a.n && vm.arg(a, k) != vm.w.None && !vm.countAll(mark, vm.arg(a, k), op) {
		return false
	}
	if vm.w.Slot(vm.kept[mark], dictUsed) == 0 && op == compile.Add { // nothing is added to anything
		return vm.dictNamed(vm.kept[mark], a)
	}
	for j, name := range a.names {
		if !vm.countOne(mark, vm.keep(vm.w.Str(name), vm.w.Words[a.base+a.n+j]), op) {
			return false
		}
	}
	return true
}

// countAll counts items, or adds counts, in the Counter that is kept at an index.
func (vm *VM) countAll(mark int, from Ref, op compile.Op) bool {
	if held := vm.heldOf(from); held != 0 && vm.w.Header(held) == object.HDict {
		from = held
	}
	if vm.w.Header(from) != object.HDict {
		return vm.eachItem(from, func(at int) bool {
			pair := vm.keep(vm.kept[at], vm.w.Int(1))
			ok := vm.countOne(mark, pair, op)
			vm.release(pair)
			return ok
		})
	}
	if vm.w.Slot(vm.kept[mark], dictUsed) == 0 && op == compile.Add {
		return vm.dictUpdate(vm.kept[mark], from)
	}
	keys, values := vm.entries(from)
	first := vm.keep(slices.Concat(keys, values)...)
	for k := range keys {
		pair := vm.keep(vm.kept[first+k], vm.kept[first+len(keys)+k])
		if !vm.countOne(mark, pair, op) {
			return false
		}
		vm.release(pair)
	}
	return true
}

// countOne adds the number that is kept after a key to the key's count, or subtracts it.
func (vm *VM) countOne(mark, pair int, op compile.Op) bool {
	vm.work(1)
	e, ok := vm.dictFind(vm.kept[mark], vm.kept[pair])
	if !ok {
		return false
	}
	v := vm.w.Int(0)
	if e >= 0 {
		v = vm.w.Slot(vm.w.Slot(vm.kept[mark], dictItems), 2*e+1)
	}
	if v = vm.operate(op, v, vm.kept[pair+1]); v == 0 {
		return false
	}
	return vm.dictSet(vm.kept[mark], vm.kept[pair], v)
}

// mostCommon returns the keys and counts of a Counter, the largest first.
func (vm *VM) mostCommon(d Ref) (keys, values []Ref) {
	keys, values = vm.entries(d)
	order := make([]int, len(keys))
	for k := range order {
		order[k] = k
		vm.mustBeNumber(values[k])
	}
	vm.work(4 * len(order))
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case vm.compareNumbers(compile.Gt, values[a], values[b]):
			return -1
		case vm.compareNumbers(compile.Lt, values[a], values[b]):
			return 1
		}
		return 0
	})
	sortedKeys, sortedValues := make([]Ref, len(keys)), make([]Ref, len(keys))
	for k, from := range order {
		sortedKeys[k], sortedValues[k] = keys[from], values[from]
	}
	return sortedKeys, sortedValues
}

// mustBeNumber ends the program if a count is not a number.
func (vm *VM) mustBeNumber(v Ref) {
	if !vm.isNumber(v) {
		vm.stop(fmt.Errorf("expected numbers as the counts of a Counter, found '%s'", vm.typeName(v)))
	}
}

// combinesCounters reports whether an operator is that of Counters: augmented, one takes any dictionary.
func (vm *VM) combinesCounters(x, y Ref, augmented bool) bool {
	return vm.isCounter(x) && (vm.isCounter(y) || augmented && vm.w.Header(y) == object.HDict)
}

// combineCounters is + - | & of two Counters: what is left has positive counts.
func (vm *VM) combineCounters(op compile.Op, x, y Ref, augmented bool) Ref {
	mark := vm.keep(x, y, vm.newDictLike(x))
	defer vm.release(mark)
	if !vm.combineInto(mark, mark, mark+1, op, false) || !vm.combineInto(mark, mark+1, mark, op, true) {
		return 0
	}
	if !augmented {
		return vm.kept[mark+2]
	}
	for k := range dictClass {
		vm.w.SetSlot(vm.kept[mark], k, vm.w.Slot(vm.kept[mark+2], k))
	}
	return vm.kept[mark]
}

// combineInto puts the positive results for the keys of one Counter into the third; of the second one, those that the first
// one has not.
func (vm *VM) combineInto(mark, of, other int, op compile.Op, second bool) bool {
	keys, values := vm.entries(vm.kept[of])
	first := vm.keep(slices.Concat(keys, values)...)
	n := len(keys)
	for k := range n {
		e, ok := vm.dictFind(vm.kept[other], vm.kept[first+k])
		if !ok {
			return false
		}
		if second && e >= 0 {
			continue
		}
		a, b := vm.kept[first+n+k], vm.w.Int(0)
		if e >= 0 {
			b = vm.w.Slot(vm.w.Slot(vm.kept[other], dictItems), 2*e+1)
		}
		if second {
			a, b = b, a
		}
		v := vm.combined(op, a, b)
		if v == 0 || vm.compareNumbers(compile.Gt, v, vm.w.Int(0)) && !vm.dictSet(vm.kept[mark+2], vm.kept[first+k], v) {
			return false
		}
	}
	return true
}

// combined computes with two counts.
func (vm *VM) combined(op compile.Op, a, b Ref) Ref {
	vm.mustBeNumber(a)
	vm.mustBeNumber(b)
	switch {
	case op == compile.Add || op == compile.Sub:
		return vm.operate(op, a, b)
	case vm.compareNumbers(compile.Lt, a, b) == (op == compile.Or):
		return b
	}
	return a
}

// countsHold reports whether a comparison holds of the counts of each key of two Counters, of which one that is missing is 0. < and
// > are <= and >= here.
func (vm *VM) countsHold(op compile.Op, x, y Ref) (bool, bool) {
	switch op {
	case compile.Lt:
		op = compile.Le
	case compile.Gt:
		op = compile.Ge
	}
	mark := vm.keep(x, y)
	defer vm.release(mark)
	for _, of := range []int{mark, mark + 1} {
		keys, _ := vm.entries(vm.kept[of])
		first := vm.keep(keys...)
		vm.work(len(keys))
		for k := range keys {
			a, ok := vm.countOf(vm.kept[mark], vm.kept[first+k])
			if !ok {
				return false, false
			}
			at := vm.keep(a)
			b, ok := vm.countOf(vm.kept[mark+1], vm.kept[first+k])
			if !ok {
				return false, false
			}
			holds, ok := vm.compareJump(op, vm.kept[at], b)
			if !holds || !ok {
				return false, ok
			}
			vm.release(at)
		}
	}
	return true, true
}

// forget deletes a key of a Counter, which may be missing; false after an exception.
func (vm *VM) forget(d, key Ref) bool {
	mark := vm.keep(d)
	defer vm.release(mark)
	e, ok := vm.dictFind(d, key)
	if ok && e >= 0 {
		vm.dictRemove(vm.kept[mark], e)
	}
	return ok
}

// countOf is the count of a key, 0 if it is missing; false after an exception.
func (vm *VM) countOf(d, key Ref) (Ref, bool) {
	mark := vm.keep(d)
	defer vm.release(mark)
	e, ok := vm.dictFind(d, key)
	if e < 0 || !ok {
		return vm.w.Int(0), ok
	}
	return vm.w.Slot(vm.w.Slot(vm.kept[mark], dictItems), 2*e+1), true
}

// counterMethods are those of Counter that dictionaries have not.
var counterMethods = []builtin{
	{name: "most_common", min: 1, max: 2, names: []string{"n"}, run: func(vm *VM, a args) Ref {
		most := math.MaxInt
		if n := vm.opt(a, 1, vm.named(a, "n")); n != 0 && n != vm.w.None {
			var ok bool
			if most, ok = vm.indexOf(n, asInteger); !ok {
				return 0
			}
		}
		keys, values := vm.mostCommon(vm.arg(a, 0))
		keys = keys[:max(0, min(most, len(keys)))]
		items := make([]Ref, len(keys))
		for k := range keys {
			items[k] = vm.newTuple(keys[k], values[k])
		}
		return vm.newList(items)
	}},
	{name: "elements", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		keys, values := vm.entries(vm.arg(a, 0))
		var items []Ref
		for k := range keys {
			vm.mustBeNumber(values[k])
			n, ok := vm.indexOf(values[k], asInteger)
			if !ok {
				return 0
			}
			vm.spare(8 * max(n, 0))
			vm.work(max(n, 0))
			for range n {
				items = append(items, keys[k])
			}
		}
		return vm.iter(vm.newList(items))
	}},
	{name: "subtract", min: 1, max: 2, anyNames: true, run: func(vm *VM, a args) Ref {
		return vm.noneIf(vm.count(vm.arg(a, 0), a, 1, compile.Sub))
	}},
	{name: "total", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		_, values := vm.entries(vm.arg(a, 0))
		list := vm.newList(values)
		mark := vm.keep(vm.w.Int(0), 0, 0)
		defer vm.release(mark)
		return vm.combine(compile.Add, list, mark)
	}},
}
