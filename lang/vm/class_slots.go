package vm

import "unbox/lang/texts"

// slots says which attributes the instances of a class may have: those that it and its bases name in `__slots__`, if all of them
// have that.
type slots map[string]bool

// allows reports whether an instance may get an attribute.
func (c *class) allows(name string) bool { return c.slots == nil || c.slots[name] || name == idName }

// takeSlots reads `__slots__` of a class that was made; false after an exception.
func (vm *VM) takeSlots(c *class) bool {
	at, ok := c.attrs["__slots__"]
	if !ok {
		return true
	}
	names := make(slots)
	items := []Ref{vm.attrs[at]}
	if !vm.isStr(items[0]) {
		if items, ok = vm.collectItems(items[0]); !ok {
			return false
		}
	}
	for _, v := range items {
		if !vm.isStr(v) {
			vm.raise(vm.types.typeError, "__slots__ items must be strings, not '%s'", vm.typeName(v))
			return false
		}
		name := vm.copied(v)
		if !texts.IsIdentifier(name) {
			vm.raise(vm.types.typeError, "__slots__ must be identifiers")
			return false
		}
		if _, both := c.attrs[name]; both {
			vm.raise(vm.types.valueError, "'%s' in __slots__ conflicts with class variable", name)
			return false
		}
		names[name] = true
	}
	vm.limitSlots(c, names)
	return true
}

// limitSlots lets instances of a class have attributes of some names only, and those of the slots of its bases.
func (vm *VM) limitSlots(c *class, names slots) {
	for _, b := range c.mro[1:] {
		if b.slots == nil && b.root != nil && b != vm.types.object {
			return // whose instances take any attribute
		}
		for name := range b.slots {
			names[name] = true
		}
	}
	if !names["__dict__"] {
		c.slots = names
	}
}
