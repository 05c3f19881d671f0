package vm

import (
	"fmt"

	"unbox/lang/object"
)

// The module copy. A deep copy does not run the program's code, so no object moves meanwhile: copied objects can be
// found by their references.

func (vm *VM) copyModule(m *module) {
	vm.setModule(m, "copy", vm.newBuiltin(builtin{name: "copy", min: 1, max: 1, run: (*VM).shallowCopy}))
	vm.setModule(m, "deepcopy", vm.newBuiltin(builtin{name: "deepcopy", min: 1, max: 2, run: (*VM).deepCopy}))
}

// shallowCopy is copy.copy().
func (vm *VM) shallowCopy(a args) Ref {
	o := vm.arg(a, 0)
	switch vm.w.Header(o) {
	case object.HList:
		return vm.newList(vm.listItems(o))
	case object.HDict:
		return vm.copyDict(o)
	case object.HSet:
		return vm.union(args{a.base, 1, nil})
	case object.HInstance:
		if vm.classOf(o).enum != nil {
			return o
		}
		if f, ok := vm.lookup(o, "__copy__"); ok {
			return vm.call(f, o)
		}
		return vm.copyInstance(o)
	}
	vm.mustBeShared(o)
	return o
}

// mustBeShared ends the program if an object that is no constant cannot be copied.
func (vm *VM) mustBeShared(o Ref) {
	switch vm.w.Shape(o) {
	case object.HInt, object.HFloat, object.HBool, object.HNone, object.BBig, object.BStr, object.ATuple, object.HFunc, object.HBuiltin, object.HType, object.HRange,
		object.HSlice, object.HNotImplemented, object.HEllipsis, object.HBound, object.HProperty, object.HFrozenSet:
	default:
		vm.stop(fmt.Errorf("expected a list, tuple, dictionary, set or instance to copy, found '%s'; Unbox's Python copies nothing else", vm.typeName(o)))
	}
}

// copyInstance makes an instance with the same attributes.
func (vm *VM) copyInstance(o Ref) Ref {
	if c := vm.classOf(o); makesPlain(c) {
		if _, ok := vm.special(c, specialNew); ok { // which CPython calls then
			vm.stop(fmt.Errorf("expected an instance to copy whose class has no `__new__`, found one of `%s`; `__copy__` and `__deepcopy__` say how it is copied", c.name))
		}
	}
	if held := vm.heldOf(o); held != 0 && (vm.replacesMethod(o, "append") || vm.replacesMethod(o, "__setitem__")) {
		vm.stop(fmt.Errorf("expected an instance to copy whose class leaves `append` and `__setitem__` to what it holds, found one of `%s`; `__copy__` says how it is copied", vm.typeName(o)))
	}
	items := vm.w.Slot(o, 1)
	n := vm.w.Len(items)
	vm.moved(8 * n)
	fresh := vm.w.Array(object.ARefs, n)
	copy(vm.w.Items(fresh, n), vm.w.Items(items, n))
	made := vm.w.New(object.HInstance, vm.w.Slot(o, 0), fresh)
	switch held := vm.heldOf(o); {
	case held == 0:
	case vm.w.Header(held) == object.HList:
		vm.w.SetSlot(fresh, 0, vm.newList(vm.listItems(held)))
	case vm.w.Header(held) == object.HDict:
		vm.w.SetSlot(fresh, 0, vm.copyDict(held))
	case vm.w.Header(held) == object.HSet:
		vm.w.SetSlot(fresh, 0, vm.copySet(held))
	}
	if _, ok := vm.maps[vm.w.Slot(o, 0)].slots[idName]; ok { // it is another object
		vm.delField(made, idName)
	}
	return made
}

// deepCopy is copy.deepcopy().
func (vm *VM) deepCopy(a args) Ref {
	return vm.copyDeep(vm.arg(a, 0), make(map[Ref]Ref))
}

// copyDeep copies an object with all that it holds; done are those that were copied. It is 0 after an exception.
func (vm *VM) copyDeep(o Ref, done map[Ref]Ref) Ref {
	if made, ok := done[o]; ok {
		return made
	}
	if !vm.deeper("") {
		return 0
	}
	defer func() { vm.nesting-- }()
	vm.work(1)
	vm.spare(64 * len(done))
	switch vm.w.Shape(o) {
	case object.HList:
		made := vm.newList(nil)
		done[o] = made
		for _, item := range vm.listItems(o) {
			v := vm.copyDeep(item, done)
			if v == 0 {
				return 0
			}
			vm.listAppend(made, v)
		}
		return made
	case object.ATuple:
		return vm.copyTuple(o, done)
	case object.HDict:
		return vm.copyEntries(o, done)
	case object.HSet:
		for _, item := range vm.setItems(o) {
			vm.mustHashAlone(item)
		}
		mark := vm.keep(o)
		defer vm.release(mark)
		return vm.copySet(o)
	case object.HFrozenSet:
		vm.mustHashAlone(o)
		return o
	case object.HInstance:
		if vm.classOf(o).enum != nil {
			return o
		}
		return vm.copyAttributes(o, done)
	}
	vm.mustBeShared(o)
	return o
}

// mustHashAlone ends the program if a key is an object whose hash the program computes, or that is copied.
func (vm *VM) mustHashAlone(o Ref) {
	switch vm.w.Shape(o) {
	case object.HFrozenSet:
		for _, item := range vm.setItems(o) {
			vm.mustHashAlone(item)
		}
	case object.HInstance:
		vm.stop(fmt.Errorf("expected keys and items of sets that are numbers, strings or tuples of these in what `deepcopy` copies, found '%s'", vm.typeName(o)))
	case object.ATuple:
		for k := range vm.w.Len(o) {
			vm.mustHashAlone(vm.w.Slot(o, k))
		}
	}
}

func (vm *VM) copySet(o Ref) Ref {
	made := vm.newSet()
	return vm.okOr0(vm.setUpdate(made, o), made)
}

func (vm *VM) copyTuple(o Ref, done map[Ref]Ref) Ref {
	n := vm.w.Len(o)
	items := make([]Ref, n)
	same := true
	for k := range n {
		if items[k] = vm.copyDeep(vm.w.Slot(o, k), done); items[k] == 0 {
			return 0
		}
		same = same && items[k] == vm.w.Slot(o, k)
	}
	if made, ok := done[o]; ok { // it holds itself
		return made
	}
	if same {
		return o
	}
	done[o] = vm.newTuple(items...)
	return done[o]
}

func (vm *VM) copyEntries(o Ref, done map[Ref]Ref) Ref {
	made := vm.newDictLike(o)
	done[o] = made
	keys, values := vm.entries(o)
	for k, key := range keys {
		vm.mustHashAlone(key)
		v := vm.copyDeep(values[k], done)
		if v == 0 || !vm.dictSet(made, key, v) {
			return 0
		}
	}
	return made
}

func (vm *VM) copyAttributes(o Ref, done map[Ref]Ref) Ref {
	if _, ok := vm.lookup(o, "__deepcopy__"); ok {
		vm.stop(fmt.Errorf("expected a class without `__deepcopy__`, found '%s'; Unbox's Python copies attributes only", vm.typeName(o)))
	}
	made := vm.copyInstance(o)
	done[o] = made
	items := vm.w.Slot(made, 1)
	for k := range vm.w.Len(items) {
		if v := vm.w.Slot(items, k); v != 0 {
			if v = vm.copyDeep(v, done); v == 0 {
				return 0
			}
			vm.w.SetSlot(items, k, v)
		}
	}
	return made
}
