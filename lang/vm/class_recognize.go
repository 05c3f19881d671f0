package vm

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"unbox/lang/object"
)

// Some classes tell their instances by what these have: the abstract classes of collections.abc, and protocols.

// recognition says what the instances of a class have.
type recognition struct {
	// names are the methods of the instances' classes, for a protocol the attributes of the instances, with spaces between them;
	// "" if they are told by classes.
	names string
	// classes are those whose instances are instances of this one, too.
	classes string
	// protocol says that it is one, checkable that a program may ask for its instances.
	protocol, checkable bool
}

// abcModule makes the function that the module abc (lang/library) cannot express itself.
func (vm *VM) abcModule(m *module) {
	vm.setModule(m, "_recognize", vm.newBuiltin(builtin{name: "_recognize", min: 3, max: 3, run: (*VM).recognize}))
}

// recognize makes a class one that tells its instances by the names of methods, or of classes.
func (vm *VM) recognize(a args) Ref {
	c := vm.typeOf(vm.arg(a, 0))
	c.recognition = &recognition{names: vm.w.Text(vm.arg(a, 1)), classes: vm.w.Text(vm.arg(a, 2))}
	c.checked = true
	c.abstract = vm.abstracts(c)
	return vm.w.None
}

// noProtocol are the attributes of a protocol that its instances need not have.
const noProtocol = "__abstractmethods__ __annotations__ __dict__ __doc__ __init__ __module__ __new__ __slots__ __subclasshook__ __weakref__ __class_getitem__"

// makeProtocol makes a class that has Protocol as a base one that tells its instances by their attributes.
func (vm *VM) makeProtocol(c *class) {
	var names []string
	for _, b := range c.mro {
		if b == vm.types.object || strings.HasPrefix(b.qualName, "typing.") {
			continue
		}
		for _, name := range b.order {
			if !has(noProtocol, name) {
				names = append(names, name)
			}
		}
		for _, d := range b.declared {
			names = append(names, d.Name)
		}
	}
	c.recognition = &recognition{names: strings.Join(names, " "), protocol: true}
}

// makeCheckable lets a program ask whether an object is one of a protocol.
func (vm *VM) makeCheckable(a args) Ref {
	c := vm.typeOf(vm.arg(a, 0))
	if c == nil || c.recognition == nil || !c.recognition.protocol {
		s, ok := vm.repr(vm.arg(a, 0))
		if !ok {
			return 0
		}
		return vm.raise(vm.types.typeError, "@runtime_checkable can be only applied to protocol classes, got %s", s)
	}
	c.recognition.checkable = true
	return vm.arg(a, 0)
}

// isOf reports whether an object is an instance of a class; false after an exception.
func (vm *VM) isOf(o Ref, t *class) bool {
	c := vm.classOf(o)
	r := t.recognition
	switch {
	case r == nil || !r.protocol && c.is(t):
		return c.is(t)
	case !r.protocol:
		return vm.isIterator(o) && has(r.names, "__iter__") && (r.names == "__iter__" || r.names == "__iter__ __next__") || vm.recognizes(t, c)
	case !r.checkable:
		vm.raise(vm.types.typeError, "Instance and class checks can only be used with @runtime_checkable protocols")
		return false
	case c.is(t):
		return true
	}
	for _, name := range strings.Fields(r.names) {
		mark := vm.keep(o)
		v, found := vm.findAttr(o, name, nil)
		if vm.exc != 0 {
			if !vm.classOf(vm.exc).is(vm.types.attributeError) {
				return false
			}
			vm.exc, found = 0, false
		}
		if !found {
			if vm.isOutside(vm.kept[mark], name) {
				vm.stop(fmt.Errorf("expected an object of which Unbox's Python has all attributes, found '%s' without `%s`", vm.typeName(vm.kept[mark]), name))
			}
			return false
		}
		if at, ok := t.find(name); ok && v == vm.w.None && vm.callable(vm.attrs[at]) {
			return false
		}
		o = vm.kept[mark]
		vm.release(mark)
	}
	return true
}

// isSubclassOf reports whether a class is derived from another one, or has what that tells its instances by; false after an exception.
func (vm *VM) isSubclassOf(c, t *class) bool {
	r := t.recognition
	switch {
	case r == nil || c.is(t):
		return c.is(t)
	case !r.protocol:
		return vm.recognizes(t, c)
	case !r.checkable:
		vm.raise(vm.types.typeError, "Instance and class checks can only be used with @runtime_checkable protocols")
		return false
	}
	for _, name := range strings.Fields(r.names) {
		if at, ok := t.find(name); !ok || !vm.callable(vm.attrs[at]) {
			vm.raise(vm.types.typeError, "Protocols with non-method members don't support issubclass()")
			return false
		}
	}
	return vm.hasMethods(c, r.names)
}

// recognizes reports whether a class has what an abstract one tells its instances by.
func (vm *VM) recognizes(t, c *class) bool {
	for _, b := range c.mro {
		if has(t.recognition.classes, strings.TrimPrefix(b.qualName, "builtins.")) {
			return true
		}
	}
	return t.recognition.names != "" && vm.hasMethods(c, t.recognition.names)
}

// unhashable are the classes of the language that have no `__hash__`.
const unhashable = "list dict set array.array slice dict_keys dict_items"

// hasMethods reports whether a class has methods of some names, none of which is None.
func (vm *VM) hasMethods(c *class, names string) bool {
	for _, name := range strings.Fields(names) {
		found := false
		for _, b := range c.mro {
			vm.work(1)
			if at, ok := b.attrs[name]; ok {
				found = vm.attrs[at] != vm.w.None
				break
			}
			if (b.root == nil || isBuiltinClass(b)) && (has(attributesOf[b.name], name) || has(everyObject, name) || b.exception && has(attributesOf["BaseException"], name)) {
				found = name != "__hash__" || !slices.ContainsFunc(c.mro, func(b *class) bool { return has(unhashable, b.name) })
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// noClass raises the exception for what is no class where one is asked for, unless it is one in CPython.
func (vm *VM) noClass(o Ref, format string) Ref {
	if vm.w.Header(o) == object.HInstance && strings.HasPrefix(vm.classOf(o).qualName, "typing.") {
		s, _ := vm.repr(o)
		vm.stop(fmt.Errorf("expected a class, found `%s`; in Unbox's Python a program asks for instances of those in `collections.abc`", s))
	}
	return vm.raise(vm.types.typeError, "%s", format)
}

// unionOfTypes ends the program at `int | str`, a value that came with Python 3.10.
func (vm *VM) unionOfTypes(x, y Ref) {
	if vm.typeOf(x) != nil && (vm.typeOf(y) != nil || y == vm.w.None) || x == vm.w.None && vm.typeOf(y) != nil {
		vm.stop(errors.New("expected operands that are no classes, found `|` between classes; Unbox's Python has no such unions: `isinstance` takes a tuple of classes"))
	}
}
