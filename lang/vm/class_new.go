package vm

import (
	"slices"
	"strings"

	"unbox/lang/object"
)

// A class of the program may have `__new__`, which makes its instances and is given the class.

// makesPlain reports whether the instances of a class are those of a class statement: none of a module's classes, and no exceptions,
// makes them in its own way.
func makesPlain(c *class) bool {
	for _, b := range c.mro {
		if b.exception || b.enum != nil || b.root != nil && !strings.HasPrefix(b.qualName, "__main__.") && !b.plain() {
			return false
		}
	}
	return true
}

// plain reports whether a class of the language or of a module adds nothing to the making of instances.
func (c *class) plain() bool {
	return isHoldingBase(c) || strings.HasPrefix(c.qualName, "collections.abc.") || c.qualName == "numbers.Number" || has("object abc.ABC typing._Generic typing._Protocol", strings.TrimPrefix(c.qualName, "builtins."))
}

// callNew calls `__new__` of the class at an index, with that and the arguments after it; 0 after an exception.
func (vm *VM) callNew(f Ref, base, n int, names []string) Ref {
	if vm.w.Header(f) == object.HStatic {
		f = vm.w.Slot(f, 0)
	}
	count := 1 + n + len(names)
	return vm.callNamed(f, names, append([]Ref{}, vm.w.Words[base:base+count]...)...)
}

// newObject is object.__new__.
func (vm *VM) newObject(a args) Ref {
	c := vm.typeOf(vm.arg(a, 0))
	switch {
	case c == nil:
		return vm.raise(vm.types.typeError, "object.__new__(X): X is not a type object (%s)", vm.typeName(vm.arg(a, 0)))
	case c == vm.types.object:
		return vm.w.New(object.HObject)
	case !makesPlain(c):
		return vm.raise(vm.types.typeError, "object.__new__(%s) is not safe, use %s.__new__()", c.name, c.name)
	}
	if vm.holdsValue(c) && len(c.abstract) == 0 {
		return vm.instanceWithValue(c, slices.Clone(vm.w.Words[a.base+1:a.base+a.n+len(a.names)]), a.names)
	}
	if c.held == nil && (a.n > 1 || len(a.names) > 0) {
		if _, ok := vm.special(c, specialNew); ok {
			return vm.raise(vm.types.typeError, "object.__new__() takes exactly one argument (the type to instantiate)")
		}
		if _, ok := vm.special(c, specialInit); !ok {
			return vm.raise(vm.types.typeError, "%s() takes no arguments", c.name)
		}
	}
	if len(c.abstract) > 0 {
		return vm.raiseAbstract(c)
	}
	return vm.instance(c)
}
