package vm

// typingModule makes the functions that the module typing (lang/library) cannot express itself.
func (vm *VM) typingModule(m *module) {
	for _, b := range []builtin{
		{name: "_bases", min: 1, max: 1, run: (*VM).basesOf},
		{name: "_declared", min: 1, max: 1, run: (*VM).declaredOf},
		{name: "_own", min: 1, max: 1, run: (*VM).ownAttributes},
		{name: "_slotted", min: 2, max: 2, run: (*VM).slotted},
		{name: "runtime_checkable", min: 1, max: 1, run: (*VM).makeCheckable},
		{name: "_as_generic", min: 2, max: 2, run: (*VM).asGeneric},
	} {
		vm.setModule(m, b.name, vm.newBuiltin(b))
	}
}

// asGeneric makes a class one whose subclasses may be given types, as in `Stack[int]`, which is the class itself; and one derived from it
// the one of which protocols are derived.
func (vm *VM) asGeneric(a args) Ref {
	vm.types.generic, vm.types.protocol = vm.typeOf(vm.arg(a, 0)), vm.typeOf(vm.arg(a, 1))
	vm.types.protocol.checked = true
	return vm.w.None
}
