package vm

import (
	"fmt"

	"slices"
	"unbox/lang/object"
)

// A trace relies on what an attribute is in a class, or on that there is none: a method that it inlines, an
// instance's attribute that is no property. guard_not_invalidated leaves once that has changed, and only
// then: what else the program writes into its classes does not concern the trace.

// reliance is what an attribute is in a class itself.
type reliance struct {
	class *class
	name  string
}

// maxBroken is how many recordings rely in vain on an attribute with a value that is no function, before traces
// ask for it each time.
const maxBroken = 2

// rely notes that a recording relies on what is found of an attribute in a list of classes. Those up to the
// one that has it know of the recording.
func (vm *VM) rely(rec *Recording, mro []*class, name string) {
	for _, c := range mro {
		at := reliance{c, name}
		if !slices.Contains(rec.relies, at) {
			rec.relies = append(rec.relies, at)
			vm.dependents[at] = append(vm.dependents[at], rec)
		}
		if _, has := c.attrs[name]; has {
			return
		}
	}
}

// unrely takes a recording out of what classes know.
func (vm *VM) unrely(rec *Recording) {
	for _, at := range rec.relies {
		list := slices.DeleteFunc(vm.dependents[at], func(other *Recording) bool { return other == rec })
		if vm.dependents[at] = list; len(list) == 0 {
			delete(vm.dependents, at)
		}
	}
	rec.relies = nil
}

// changesOften reports whether recordings should not rely on an attribute of a class.
func (vm *VM) changesOften(c *class, name string) bool {
	for _, b := range c.mro {
		if vm.inVain[reliance{b, name}] >= maxBroken {
			return true
		}
		if _, has := b.attrs[name]; has {
			return false
		}
	}
	return false
}

// classChanged is called after an attribute of a class was written or deleted.
func (vm *VM) classChanged(c *class, name string) {
	vm.version++
	if at, ok := c.attrs[name]; ok && (name == "__setattr__" || vm.w.Header(vm.attrs[at]) == object.HProperty) {
		vm.forgetFields()
	}
	at := reliance{c, name}
	for _, rec := range vm.dependents[at] {
		if rec.broken == "" {
			rec.broken = fmt.Sprintf("a class changed: `%s.%s`", c.name, name)
			vm.broken++
			vm.inVain[at]++
		}
	}
	delete(vm.dependents, at)
}

// forgetFields empties the caches of attributes: what they know of an instance's own comes after a property of its class, and after
// `__setattr__`, whenever the class got these.
func (vm *VM) forgetFields() {
	for _, c := range vm.codes {
		vm.work(1 + len(c.caches)>>3)
		clear(c.caches)
	}
}

// Break has a recording be thrown away, for a reason of which the program knows nothing.
func (vm *VM) Break(rec *Recording, why string) {
	if rec.broken == "" {
		rec.broken = why
		vm.broken++
	}
}

// Broken says what has changed of that on which the recording relies, "" if nothing has.
func (rec *Recording) Broken() string { return rec.broken }

// Broken counts the recordings of which [Recording.Broken] says something, those included that were released.
func (vm *VM) Broken() int { return vm.broken }
