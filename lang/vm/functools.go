package vm

import "unbox/lang/object"

// functoolsModule makes the functions that the module functools (lang/library)
// cannot express itself.
func (vm *VM) functoolsModule(m *module) {
	vm.setModule(m, "_defines", vm.newBuiltin(builtin{name: "_defines", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		c := vm.typeOf(vm.arg(a, 0))
		if c == nil || vm.w.Shape(vm.arg(a, 1)) != object.BStr {
			return vm.raise(vm.types.typeError, "expected a class and a name")
		}
		_, ok := vm.findIn(c, vm.w.Text(vm.arg(a, 1)))
		return vm.w.Bool(ok)
	}}))
}
