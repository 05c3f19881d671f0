package vm

import (
	"unbox/lang/object"
)

// collections.OrderedDict is a dictionary that compares with its order and can move its keys.

func (vm *VM) orderedDictClass(m *module) {
	c := vm.newClass("collections.OrderedDict", vm.types.byShape[object.HDict])
	c.construct = &builtin{name: "OrderedDict", max: 1, anyNames: true, run: (*VM).newOrderedDict}
	for _, b := range orderedMethods {
		b.method, b.owner, b.self = true, "OrderedDict", []uint64{object.HDict}
		c.attrs[b.name] = len(vm.attrs)
		vm.attrs = append(vm.attrs, vm.newBuiltin(b))
	}
	vm.addStatic(c, fromKeysOf(c, 0))
	vm.types.orderedDict = c
	vm.setModule(m, "OrderedDict", vm.attrs[c.ref])
}

func (vm *VM) isOrdered(o Ref) bool {
	c := vm.dictLike(o)
	return c != nil && c == vm.types.orderedDict
}

// newOrderedDict is OrderedDict().
func (vm *VM) newOrderedDict(a args) Ref {
	mark := vm.keep(vm.w.New(object.HDict, 0, 0, 0, 0, 0, uint64(vm.types.orderedDict.id), 0))
	defer vm.release(mark)
	if a.n == 1 && !vm.dictUpdate(vm.kept[mark], vm.arg(a, 0)) {
		return 0
	}
	return vm.okOr0(vm.dictNamed(vm.kept[mark], a), vm.kept[mark])
}

// sameOrdered compares two of them: their keys in their order, and then their values.
func (vm *VM) sameOrdered(x, y Ref) (bool, bool) {
	keys, _ := vm.entries(x)
	others, _ := vm.entries(y)
	if len(keys) != len(others) {
		return false, true
	}
	mark := vm.keep(x, y)
	defer vm.release(mark)
	first := vm.keep(append(keys, others...)...)
	vm.work(len(keys))
	for k := range keys {
		if same, ok := vm.equal(vm.kept[first+k], vm.kept[first+len(keys)+k]); !same || !ok {
			return false, ok
		}
	}
	return vm.sameDicts(vm.kept[mark], vm.kept[mark+1])
}

func (vm *VM) reprOrdered(o Ref) (string, bool) {
	keys, values := vm.entries(o)
	if len(keys) == 0 {
		return "OrderedDict()", true
	}
	pairs := make([]Ref, len(keys))
	for k := range keys {
		pairs[k] = vm.newTuple(keys[k], values[k])
	}
	return vm.joined("OrderedDict([", pairs, "])")
}

var orderedMethods = []builtin{
	{name: "popitem", min: 1, max: 2, names: []string{"last"}, run: func(vm *VM, a args) Ref {
		last, ok := vm.isLast(a, 1)
		if !ok {
			return 0
		}
		d := vm.arg(a, 0)
		e := vm.outermost(d, last)
		if e < 0 {
			return vm.raise(vm.types.keyError, "dictionary is empty")
		}
		return vm.newTuple(vm.w.Slot(vm.w.Slot(d, dictItems), 2*e), vm.dictRemove(d, e))
	}},
	{name: "move_to_end", min: 2, max: 3, names: []string{"last"}, run: func(vm *VM, a args) Ref {
		last, ok := vm.isLast(a, 2)
		if !ok {
			return 0
		}
		e, ok := vm.dictFind(vm.arg(a, 0), vm.arg(a, 1))
		switch {
		case !ok:
			return 0
		case e < 0:
			return vm.raiseArgs(vm.types.keyError, vm.arg(a, 1))
		case e == vm.outermost(vm.arg(a, 0), last):
			return vm.w.None
		}
		return vm.noneIf(vm.moveEntry(vm.arg(a, 0), e, last))
	}},
}

// isLast reads the argument that says which end of a dictionary is meant.
func (vm *VM) isLast(a args, k int) (last, ok bool) {
	if v := vm.opt(a, k, vm.named(a, "last")); v != 0 {
		return vm.truth(v)
	}
	return true, true
}

// outermost is the number of the first or last entry, -1 if there is none.
func (vm *VM) outermost(d Ref, last bool) int {
	items, n := vm.w.Slot(d, dictItems), int(vm.w.Slot(d, dictFilled))
	for k := range n {
		e := k
		if last {
			e = n - 1 - k
		}
		if k&7 == 0 {
			vm.work(1)
		}
		if vm.w.Slot(items, 2*e) != 0 {
			return e
		}
	}
	return -1
}

// moveEntry makes an entry the last one, or the first: then all others are entered again after it.
func (vm *VM) moveEntry(d Ref, e int, last bool) bool {
	items := vm.w.Slot(d, dictItems)
	mark := vm.keep(d, vm.w.Slot(items, 2*e), vm.w.Slot(items, 2*e+1))
	defer vm.release(mark)
	vm.dictRemove(d, e)
	keys, values := []Ref(nil), []Ref(nil)
	if !last {
		keys, values = vm.entries(d)
		for k := range dictClass {
			vm.w.SetSlot(d, k, 0)
		}
	}
	first := vm.keep(append(keys, values...)...)
	if !vm.dictSet(vm.kept[mark], vm.kept[mark+1], vm.kept[mark+2]) {
		return false
	}
	vm.work(len(keys))
	for k := range keys {
		if !vm.dictSet(vm.kept[mark], vm.kept[first+k], vm.kept[first+len(keys)+k]) {
			return false
		}
	}
	return true
}
