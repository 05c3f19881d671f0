package vm

import (
	"slices"
	"strings"

	"unbox/lang/object"
)

// abstracts returns the names of a class's abstract methods, in order: classes derived from abc.ABC, or made by abc.ABCMeta, cannot have instances as long
// as there are some.
func (vm *VM) abstracts(c *class) []string {
	if !slices.ContainsFunc(c.mro, func(b *class) bool { return b.checked || b.qualName == "abc.ABC" }) {
		return nil
	}
	seen := make(map[string]bool)
	var names []string
	for _, b := range c.mro {
		vm.work(len(b.order))
		for _, name := range b.order {
			if !seen[name] && vm.isAbstract(vm.attrs[b.attrs[name]]) {
				names = append(names, name)
			}
			seen[name] = true
		}
	}
	slices.Sort(names)
	return names
}

// isAbstract reports whether a value of a class is an abstract method, or a property or the like with one.
func (vm *VM) isAbstract(v Ref) bool {
	switch vm.w.Header(v) {
	case object.HFunc:
		is, ok := vm.ownAttr(v, "__isabstractmethod__")
		return ok && is == vm.w.True
	case object.HProperty:
		if vm.w.Slot(v, propertyOther) != 0 {
			return false
		}
		return vm.isAbstract(vm.w.Slot(v, 0)) || vm.w.Slot(v, 1) != 0 && vm.isAbstract(vm.w.Slot(v, 1))
	case object.HStatic, object.HClassMethod:
		return vm.isAbstract(vm.w.Slot(v, 0))
	}
	return false
}

// raiseAbstract raises the exception for a class that cannot have instances.
func (vm *VM) raiseAbstract(c *class) Ref {
	if c.abstract[0] == "" {
		return vm.raise(vm.types.typeError, "Protocols cannot be instantiated")
	}
	return vm.raise(vm.types.typeError, "Can't instantiate abstract class %s with abstract method%s %s", c.name, plural(len(c.abstract)), strings.Join(c.abstract, ", "))
}
