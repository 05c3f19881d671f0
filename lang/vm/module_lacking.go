package vm

import (
	"fmt"
)

// lackingModule gives a module of the library a function that ends the program, where it asks for something that CPython has
// and that module lacks.
func (vm *VM) lackingModule(m *module) {
	vm.setModule(m, "_lacks", vm.newBuiltin(builtin{name: "_lacks", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		vm.stop(fmt.Errorf("expected what the module `%s` of Unbox's Python has, found %s", m.name, vm.w.Text(vm.arg(a, 0))))
		return 0
	}}))
}
