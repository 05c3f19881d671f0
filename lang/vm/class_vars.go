package vm

import (
	"fmt"
	"strings"

	"unbox/lang/object"
)

// varsFunction is vars() of an instance.
func (vm *VM) varsFunction(a args) Ref {
	if a.n == 0 {
		vm.stop(fmt.Errorf("expected `vars` of an object, found `vars()`; Unbox's Python has no dictionary of variables"))
	}
	x := vm.arg(a, 0)
	if d, ok := vm.attributesOfInstance(x); ok {
		return d
	}
	vm.outsideAttribute(x, "__dict__")
	return vm.raise(vm.types.typeError, "vars() argument must have __dict__ attribute")
}

// attributesOfInstance makes a dictionary of the attributes that an instance has now, in the order in which it got them; false of other
// objects, and of instances whose attributes are not those that they have in CPython: of exceptions, and of classes that modules made. The
// compiler lets a program only read it at once (lang/compile/attributes.go).
func (vm *VM) attributesOfInstance(o Ref) (Ref, bool) {
	if !vm.hasAttributes(o) {
		return 0, false
	}
	m := vm.maps[vm.w.Slot(o, 0)]
	mark := vm.keep(o, vm.newDict())
	defer vm.release(mark)
	vm.work(len(m.names))
	for k, name := range m.names {
		if name == idName || m.class.held != nil && has(hiddenNames, name) {
			continue
		}
		key := vm.w.Str(name)
		if v := vm.w.Slot(vm.w.Slot(vm.kept[mark], 1), k); v != 0 && !vm.dictSet(vm.kept[mark+1], key, v) {
			return 0, true
		}
	}
	return vm.kept[mark+1], true
}

// hasAttributes reports whether an object has attributes that a dictionary can stand for.
func (vm *VM) hasAttributes(o Ref) bool {
	if vm.w.Header(o) != object.HInstance {
		return false
	}
	c := vm.classOf(o)
	if c.slots != nil || c.exception {
		return false
	}
	for _, b := range c.mro {
		if b.root != nil && b != vm.types.object && !strings.HasPrefix(b.qualName, "__main__.") && !b.plain() {
			return false
		}
	}
	return true
}

// changeVars are functions that change the attributes of an object as if they were a dictionary; the compiler calls them.
var changeVars = []builtin{
	{name: "[]=", min: 3, max: 3, run: func(vm *VM, a args) Ref {
		return vm.noneIf(vm.setInVars(vm.arg(a, 0), vm.arg(a, 1), vm.arg(a, 2)))
	}},
	{name: "del []", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		o, key := vm.arg(a, 0), vm.arg(a, 1)
		name, ok := vm.nameInVars(o, key)
		if !ok {
			return 0
		}
		if _, there := vm.maps[vm.w.Slot(o, 0)].slots[name]; !there {
			return vm.raiseArgs(vm.types.keyError, key)
		}
		return vm.noneIf(vm.takeField(o, name))
	}},
	{name: "pop []", min: 2, max: 3, run: (*VM).popVars},
	{name: "[]|=", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		items, ok := vm.collectItems(vm.arg(a, 1))
		if !ok {
			return 0
		}
		mark := vm.keep(items...)
		defer vm.release(mark)
		for k := range items {
			if !vm.setInVars(vm.arg(a, 0), vm.kept[mark+k], vm.dictGet(vm.arg(a, 1), vm.kept[mark+k])) {
				return 0
			}
		}
		return vm.noneIf(len(items) > 0 || vm.hasVars(vm.arg(a, 0)))
	}},
}

// popVars is `o.__dict__.pop(key, …)`.
func (vm *VM) popVars(a args) Ref {
	o := vm.arg(a, 0)
	if !vm.hasVars(o) {
		return 0
	}
	if _, ok := vm.hash(vm.arg(a, 1)); !ok {
		return 0
	}
	if key := vm.plainValue(vm.arg(a, 1)); vm.isStr(key) {
		name := vm.copied(key)
		if slot, there := vm.maps[vm.w.Slot(o, 0)].slots[name]; there {
			v := vm.w.Slot(vm.w.Slot(o, 1), slot)
			return vm.okOr0(vm.takeField(o, name), v)
		}
	}
	if a.n == 3 {
		return vm.arg(a, 2)
	}
	return vm.raiseArgs(vm.types.keyError, vm.arg(a, 1))
}

// setInVars is `o.__dict__[key] = v`; false after an exception.
func (vm *VM) setInVars(o, key, v Ref) bool {
	name, ok := vm.nameInVars(o, key)
	return ok && vm.putField(o, vm.maps[vm.w.Slot(o, 0)], name, v, nil)
}

// hasVars raises an exception, or ends the program, if an object has no attributes that can be changed like a dictionary.
func (vm *VM) hasVars(o Ref) bool {
	if vm.hasAttributes(o) {
		return true
	}
	vm.outsideAttribute(o, "__dict__")
	vm.noAttribute(o, "__dict__")
	return false
}

// nameInVars is the name of an attribute that is changed so.
func (vm *VM) nameInVars(o, key Ref) (string, bool) {
	if !vm.hasVars(o) {
		return "", false
	}
	key = vm.plainValue(key)
	if !vm.isStr(key) {
		vm.stop(fmt.Errorf("expected a string as the name of an attribute, found '%s'", vm.typeName(key)))
	}
	return vm.copied(key), true
}
