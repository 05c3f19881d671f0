package vm

import (
	"fmt"

	"unbox/lang/compile"
	"unbox/lang/object"
)

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
	vm.setModule(m, "_first_type", vm.newBuiltin(builtin{name: "_first_type", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		f := vm.arg(a, 0)
		if vm.w.Header(f) != object.HFunc {
			return vm.w.None
		}
		v, ok := vm.ownAttr(f, compile.DispatchType)
		if !ok {
			return vm.w.None
		}
		mark := vm.keep(v)
		defer vm.release(mark)
		if !vm.delAttr(f, compile.DispatchType) {
			return 0
		}
		return vm.kept[mark]
	}}))
	vm.setModule(m, "_dispatched", vm.newBuiltin(builtin{name: "_dispatched", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		if c := vm.typeOf(vm.arg(a, 0)); c == nil || c.recognition != nil {
			vm.stop(fmt.Errorf("expected a class that is not abstract in `register`, found '%s'; Unbox's Python knows the type of a parameter only where `@….register` stands before the function", vm.typeName(vm.arg(a, 0))))
		}
		return vm.w.None
	}}))
}
