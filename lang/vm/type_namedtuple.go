package vm

import (
	"unbox/lang/compile"
	"unbox/lang/object"
)

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

// comparedItems is the tuple that stands for an object in a comparison: of a namedtuple, if the program has not replaced the comparison's
// methods for both sides; 0 of others. What compares items, such as a heap of tuples, calls no function then.
func (vm *VM) comparedItems(op compile.Op, o Ref) Ref {
	if vm.w.Shape(o) == object.ATuple {
		return o
	}
	k := specialLt + special(op-compile.Lt)
	if !vm.keepsOfNamedTuple(o, k) || !vm.keepsOfNamedTuple(o, specialLt+special(swapped[op]-compile.Lt)) {
		return 0
	}
	return vm.tupleOf(o)
}

// keepsOfNamedTuple reports whether an object is a namedtuple of whose methods the program has not replaced this one.
func (vm *VM) keepsOfNamedTuple(o Ref, k special) bool {
	if vm.types.namedTuple == nil || vm.w.Header(o) != object.HInstance {
		return false
	}
	c := vm.classOf(o)
	if !c.is(vm.types.namedTuple) {
		return false
	}
	mine, _ := vm.special(c, k)
	theirs, _ := vm.special(vm.types.namedTuple, k)
	return mine == theirs
}
