package vm

import (
	"fmt"
	"slices"
	"strings"
)

// typeMethods are the methods of classes themselves.
var typeMethods = []builtin{
	{name: "mro", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		return vm.newList(vm.classRefs(vm.typeOf(vm.arg(a, 0)).visibleOrder()))
	}},
	{name: "__subclasses__", min: 1, max: 1, run: (*VM).subclasses},
}

// visibleOrder is the order in which attributes are looked for, as a program sees it.
func (c *class) visibleOrder() []*class {
	return slices.DeleteFunc(slices.Clone(c.mro), isHoldingBase)
}

// subclasses returns the classes that name a class of the program among their bases, in the order in which they were made. A class of
// the language has some in CPython that no program made.
func (vm *VM) subclasses(a args) Ref {
	base := vm.typeOf(vm.arg(a, 0))
	if !strings.HasPrefix(base.qualName, "__main__.") {
		vm.stop(fmt.Errorf("expected `__subclasses__` of a class of the program, found that of `%s`", base.name))
	}
	vm.work(len(vm.classes))
	var list []*class
	for _, c := range vm.classes {
		if slices.Contains(c.visibleBases(), base) {
			list = append(list, c)
		}
	}
	return vm.newList(vm.classRefs(list))
}
