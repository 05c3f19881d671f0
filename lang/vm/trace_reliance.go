package vm

import (
	"fmt"

	"slices"
	"unbox/lang/object"
)

// A trace relies on the value of an attribute in a class, or on its absence: a method that it inlines, an
// instance's attribute that is not a property. guard_not_invalidated leaves once that has changed, and only
// then: other writes of the program to its classes do not concern the trace.

// reliance is the value of an attribute in a class itself.
type reliance struct {
	class *class
	name  string
}

// maxBroken is the number of recordings that rely in vain on an attribute with a value that is not a function,
// before traces read it each time.
const maxBroken = 2

// rely records that a recording relies on the value of an attribute in a list of classes. It registers the
// recording with the classes up to the one that has the attribute.
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

// unrely unregisters a recording from the classes.
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

// Break causes a recording to be discarded, for a reason outside of the program.
func (vm *VM) Break(rec *Recording, why string) {
	if rec.broken == "" {
		rec.broken = why
		vm.broken++
	}
}

// Broken says which assumption of the recording has changed, "" if none has.
func (rec *Recording) Broken() string { return rec.broken }

// Broken counts the recordings of which [Recording.Broken] says something, those included that were released.
func (vm *VM) Broken() int { return vm.broken }
