package vm

import (
	"fmt"

	"unbox/lang/object"
)

// maxFrames is how deep calls may be at most, whatever limit a program sets.
const maxFrames = 10_000

// tooDeep says that a call would be deeper than is allowed. Where CPython would go on, the program ends.
func (vm *VM) tooDeep() {
	if vm.asked > vm.limit && vm.depth >= vm.limit {
		vm.stop(fmt.Errorf("expected calls that are at most %d deep, found deeper ones", maxFrames))
	}
	vm.raise(vm.types.recursionError, "maximum recursion depth exceeded")
}

// setRecursionLimit is sys.setrecursionlimit().
func (vm *VM) setRecursionLimit(a args) Ref {
	if vm.isFloat(vm.arg(a, 0)) || vm.w.Header(vm.arg(a, 0)) == object.HInstance {
		return vm.raise(vm.types.typeError, asInteger, vm.typeName(vm.arg(a, 0)))
	}
	n, ok := vm.indexOf(vm.arg(a, 0), asInteger)
	switch {
	case !ok:
		return 0
	case n < 1:
		return vm.raise(vm.types.valueError, "recursion limit must be greater or equal than 1")
	case n <= vm.depth+vm.nesting:
		return vm.raise(vm.types.recursionError, "cannot set the recursion limit to %d at the recursion depth %d: the limit is too low", n, vm.depth+vm.nesting)
	}
	vm.asked, vm.limit = n, min(n, maxFrames)
	return vm.w.None
}
