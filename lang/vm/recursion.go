package vm

import (
	"fmt"
	"runtime"

	"unbox/lang/object"
)

// maxFrames is the maximum depth of calls, whatever limit a program sets.
const maxFrames = 10_000

// tooDeep says that a call would be deeper than is allowed. Where CPython would continue, the program ends.
func (vm *VM) tooDeep() {
	if vm.asked > vm.limit {
		vm.stop(fmt.Errorf("expected calls that are at most %d deep, found deeper ones", maxFrames))
	}
	vm.raise(vm.types.recursionError, "maximum recursion depth exceeded")
}

// reach ends a program whose arguments and variables would reach further than the stack. CPython has room for more.
func (vm *VM) reach(top int) {
	if top > vm.stack {
		vm.stop(fmt.Errorf("expected at most %d arguments and variables in all active calls, found more", stackWords))
	}
}

// maxNested is the maximum number of nested Go functions that call the program, and maxNesting the maximum depth
// of containers that they visit. In a browser, all of them share a stack of a megabyte.
var maxNested, maxNesting = func() (int, int) {
	if runtime.GOARCH == "wasm" {
		return 200, 900
	}
	return maxFrames, maxFrames
}()

// nestedTooDeep ends a program where CPython would continue.
func (vm *VM) nestedTooDeep() {
	vm.stop(fmt.Errorf("expected at most %d functions that builtin functions call within one another, found more", maxNested))
}

// deeper counts how deep Go functions are in containers; false raises an exception.
func (vm *VM) deeper(what string) bool {
	if vm.nesting+vm.depth > vm.limit {
		vm.raise(vm.types.recursionError, "maximum recursion depth exceeded%s", what)
		return false
	}
	if vm.nesting > maxNesting {
		vm.stop(fmt.Errorf("expected containers in containers, at most %d deep, found deeper ones", maxNesting))
	}
	vm.nesting++
	return true
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
