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
	if vm.w.Header(o) != object.HInstance {
		return 0, false
	}
	m := vm.maps[vm.w.Slot(o, 0)]
	if m.class.slots != nil || m.class.exception {
		return 0, false
	}
	for _, b := range m.class.mro {
		if b.root != nil && b != vm.types.object && !strings.HasPrefix(b.qualName, "__main__.") && !b.plain() {
			return 0, false
		}
	}
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
