package vm

import "unbox/lang/object"

// A value of a class whose own class has `__get__`, `__set__` or `__delete__` is a descriptor: it says what reading, writing and
// deleting the attribute means. It stands in the class as a property of which it is the only part.

// asDescriptor is what stands in a class for a value: a property if it is a descriptor.
func (vm *VM) asDescriptor(v Ref) Ref {
	if vm.w.Header(v) != object.HInstance {
		return v
	}
	c := vm.classOf(v)
	for _, name := range []string{"__get__", "__set__", "__delete__"} {
		if _, ok := vm.findIn(c, name); ok {
			return vm.w.New(object.HProperty, 0, 0, 0, v)
		}
	}
	return v
}

// comesAfterFields reports whether a property is a descriptor that only reads: the instance's own attribute comes before it.
func (vm *VM) comesAfterFields(property Ref) bool {
	d := vm.w.Slot(property, propertyOther)
	if d == 0 {
		return false
	}
	c := vm.classOf(d)
	_, sets := vm.findIn(c, "__set__")
	_, deletes := vm.findIn(c, "__delete__")
	return !sets && !deletes
}

// getByDescriptor reads an attribute of an instance of a class, or of the class itself, for which it is given None.
func (vm *VM) getByDescriptor(d, o Ref, c *class) Ref {
	get, ok := vm.lookup(d, "__get__")
	if !ok {
		return d
	}
	return vm.call(get, d, o, vm.attrs[c.ref])
}

// useDescriptor calls a method of a descriptor that writes or deletes an attribute; false after an exception.
func (vm *VM) useDescriptor(d Ref, method string, args ...Ref) bool {
	f, ok := vm.lookup(d, method)
	if !ok {
		vm.raise(vm.types.attributeError, "%s", method)
		return false
	}
	return vm.call(f, append([]Ref{d}, args...)...) != 0
}

// nameDescriptors tells values of a new class the name that they have there; false after an exception.
func (vm *VM) nameDescriptors(c *class) bool {
	for _, name := range c.order {
		v := vm.attrs[c.attrs[name]]
		if vm.w.Header(v) == object.HProperty {
			v = vm.w.Slot(v, propertyOther)
		}
		if v == 0 || vm.w.Header(v) != object.HInstance {
			continue
		}
		if f, ok := vm.lookup(v, "__set_name__"); ok && vm.call(f, v, vm.attrs[c.ref], vm.w.Str(name)) == 0 {
			return false
		}
	}
	return true
}

// setBodyAttr gives a new class an attribute of its body.
func (vm *VM) setBodyAttr(c *class, name string, v Ref) {
	switch {
	case has("__get__ __set__ __delete__ __set_name__", name):
	case name == "__new__" && makesPlain(c):
		if vm.w.Header(v) == object.HFunc {
			v = vm.w.New(object.HStatic, v)
		}
	default:
		vm.mustBeCalled(c, name)
	}
	vm.setClassAttr(c, name, vm.asDescriptor(v))
}
