package vm

import "unbox/lang/object"

// A namedtuple is an instance whose one attribute is a tuple (lang/library/collections.py): its class says that it is derived from
// tuple, and has methods of its own for all that tuples have.

// asTuples makes a class one that is derived from tuple, as isinstance has it.
func (vm *VM) asTuples(a args) Ref {
	c, tuple := vm.typeOf(vm.arg(a, 0)), vm.types.byShape[object.ATuple]
	if c == nil {
		return vm.raise(vm.types.typeError, "expected a class")
	}
	vm.types.namedTuple = c
	c.bases, c.mro = []*class{tuple}, []*class{c, tuple, vm.types.object}
	vm.version++
	return vm.w.None
}

// tupleOf is the tuple that an object is, or that a namedtuple has; 0 of others.
func (vm *VM) tupleOf(o Ref) Ref {
	switch {
	case vm.w.Shape(o) == object.ATuple:
		return o
	case vm.w.Header(o) == object.HInstance && vm.classOf(o).held == vm.types.byShape[object.ATuple]:
		return vm.heldOf(o)
	case vm.w.Header(o) == object.HInstance && vm.types.namedTuple != nil && vm.classOf(o).is(vm.types.namedTuple):
		if slot, ok := vm.maps[vm.w.Slot(o, 0)].slots["_items"]; ok {
			return vm.w.Slot(vm.w.Slot(o, 1), slot)
		}
	}
	return 0
}
