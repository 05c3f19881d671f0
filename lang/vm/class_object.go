package vm

import (
	"strings"

	"unbox/lang/object"
)

// objectMethods are those that every object has. Only super() and the class object find them: all else asks for what
// the program defines, and does itself what these do.
var objectMethods = []builtin{
	{name: "__init__", min: 1, max: -1, run: func(vm *VM, a args) Ref {
		if a.n > 1 || len(a.names) > 0 {
			return vm.raise(vm.types.typeError, "object.__init__() takes exactly one argument (the instance to initialize)")
		}
		return vm.w.None
	}},
	{name: "__new__", min: 1, max: -1, anyNames: true, run: (*VM).newObject},
	{name: "__init_subclass__", min: 1, max: 1, anyNames: true, run: func(vm *VM, a args) Ref {
		if c := vm.typeOf(vm.arg(a, 0)); c != nil && len(a.names) > 0 {
			return vm.raise(vm.types.typeError, noKeywordsForSubclass, c.name)
		}
		return vm.w.None
	}},
	{name: "__repr__", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		return vm.w.Str("<" + strings.TrimPrefix(vm.classOf(vm.arg(a, 0)).qualName, "builtins.") + " object>")
	}},
	{name: "__str__", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.text(vm.repr(vm.arg(a, 0))) }},
	{name: "__eq__", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		if vm.is(vm.arg(a, 0), vm.arg(a, 1)) {
			return vm.w.True
		}
		return vm.w.NotImplemented
	}},
	{name: "__hash__", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.Int(int64(vm.identity(vm.arg(a, 0)))) }},
	{name: "__setattr__", min: 3, max: 3, run: func(vm *VM, a args) Ref {
		o := vm.arg(a, 0)
		name, ok := vm.attributeName(a)
		if !ok || vm.w.Header(o) != object.HInstance {
			return vm.noneIf(ok && vm.setAttr(o, name, vm.arg(a, 2), new(cache)))
		}
		return vm.noneIf(vm.setPlainField(o, name, vm.arg(a, 2), nil))
	}},
	{name: "__delattr__", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		name, ok := vm.attributeName(a)
		if ok && vm.w.Header(vm.arg(a, 0)) == object.HInstance {
			return vm.noneIf(vm.delField(vm.arg(a, 0), name))
		}
		return vm.noneIf(ok && vm.delAttr(vm.arg(a, 0), name))
	}},
}

// setUpObjectMethods makes them known.
func (vm *VM) setUpObjectMethods() {
	vm.objectMethods = make(map[string]int)
	for _, m := range objectMethods {
		m.method, m.owner, m.any = true, "object", true
		vm.objectMethods[m.name] = len(vm.attrs)
		vm.attrs = append(vm.attrs, vm.newBuiltin(m))
	}
}

// objectMethod returns a method that every object has, 0 if there is none of the name.
func (vm *VM) objectMethod(name string) Ref {
	if at, ok := vm.objectMethods[name]; ok {
		return vm.attrs[at]
	}
	return 0
}
