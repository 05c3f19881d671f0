package vm

// tracebackModule makes what the module traceback (lang/library) cannot express itself.
func (vm *VM) tracebackModule(m *module) {
	vm.lackingModule(m)
	vm.setModule(m, "_text", vm.newBuiltin(builtin{name: "_text", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		e := vm.arg(a, 0)
		if !vm.isException(e) {
			return vm.raise(vm.types.typeError, "Exception expected for value, %s found", vm.typeName(e))
		}
		chain, ok := vm.truth(vm.arg(a, 1))
		if !ok {
			return 0
		}
		if chain {
			return vm.w.Str(vm.traceback(e))
		}
		return vm.w.Str(vm.tracebackAlone(e))
	}}))
	vm.setModule(m, "_last_line", vm.newBuiltin(builtin{name: "_last_line", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		return vm.w.Str(vm.lastLine(vm.arg(a, 0)))
	}}))
}
