package vm

import (
	"cmp"
)

// A function may have attributes: they are in a dictionary, which it gets with the first one.

// funcAttrs is the slot of that dictionary.
const funcAttrs = 3

// ownAttr reads an attribute that a function was given.
func (vm *VM) ownAttr(f Ref, name string) (Ref, bool) {
	d := vm.w.Slot(f, funcAttrs)
	if d == 0 {
		return 0, false
	}
	e, _ := vm.dictFind(d, vm.w.Str(name))
	if e < 0 {
		return 0, false
	}
	return vm.w.Slot(vm.w.Slot(d, dictItems), 2*e+1), true
}

// functionAttr reads an attribute of a function: one that it was given, or one of those that all have.
func (vm *VM) functionAttr(f Ref, name string) (Ref, bool) {
	if v, ok := vm.ownAttr(f, name); ok {
		return v, true
	}
	c := vm.codes[vm.w.Slot(f, funcCode)]
	switch name {
	case "__name__":
		return vm.w.Str(c.Name), true
	case "__qualname__":
		return vm.w.Str(c.QualName), true
	case "__module__":
		return vm.w.Str(cmp.Or(c.Module, "__main__")), true
	case "__doc__":
		return vm.docOf(c), true
	case "__defaults__":
		if c.PositionalDefaults == 0 {
			return vm.w.None, true
		}
		return vm.newTuple(vm.w.Items(vm.w.Slot(f, funcDefault), c.PositionalDefaults)...), true
	}
	return 0, false
}

// docOf is the text that describes a function or a class, or None.
func (vm *VM) docOf(c *code) Ref {
	if c.Doc < 0 {
		return vm.w.None
	}
	return c.k[c.Doc]
}

// setFunctionAttr gives a function an attribute.
func (vm *VM) setFunctionAttr(f Ref, name string, v Ref) bool {
	if has("__closure__ __code__ __defaults__ __globals__ __kwdefaults__ __dict__ __annotations__ __builtins__ __class__", name) {
		vm.outsideAttribute(f, name)
	}
	if (name == "__name__" || name == "__qualname__") && !vm.isStr(v) {
		vm.raise(vm.types.typeError, "%s must be set to a string object", name)
		return false
	}
	if vm.w.Slot(f, funcAttrs) == 0 {
		vm.w.SetSlot(f, funcAttrs, vm.newDict())
	}
	return vm.dictSet(vm.w.Slot(f, funcAttrs), vm.w.Str(name), v)
}

// delFunctionAttr takes an attribute from a function; false if it was not given one of the name.
func (vm *VM) delFunctionAttr(f Ref, name string) bool {
	d := vm.w.Slot(f, funcAttrs)
	if d == 0 {
		return false
	}
	v, _ := vm.dictDelete(d, vm.w.Str(name), false)
	return v != 0
}
