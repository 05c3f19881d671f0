package vm

import (
	"fmt"
	"slices"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/library"
	"unbox/lang/object"
)

// A class that is derived from list, tuple, dict, set, str, int or float, or from a dictionary of collections, is one that is derived from
// a class of the library (lang/library/_bases.py, _set_bases.py, _value_bases.py, _collection_bases.py), whose instances hold such an object in their first attribute. All methods
// that the program does not write are functions there, so traces inline them like those of the program.

// heldName is the name of that attribute. No program sees it.
const heldName = "_held_"

// hiddenNames are those of all attributes that a program does not see.
const hiddenNames = heldName + " _factory_ _octets_"

// asBase makes a class of the library the one that stands for a class of the language where a class is derived from it. The third
// argument is the class of what its instances hold.
func (vm *VM) asBase(a args) Ref {
	c, stands, held := vm.typeOf(vm.arg(a, 0)), vm.typeOf(vm.arg(a, 1)), vm.typeOf(vm.arg(a, 2))
	mine := slices.DeleteFunc(slices.Clone(c.mro), func(b *class) bool { return !isHoldingBase(b) })
	c.mro = append(mine, stands.mro...)
	c.held = held
	if c.bases[0].held == nil { // what a class like this one is derived from has the attribute already
		c.root, c.slots = vm.newMap(c, []string{heldName}), slots{}
	}
	if c.slots == nil {
		c.slots = slots{}
	}
	c.slots[heldName] = true
	c.most = len(c.slots)
	vm.holdingBases[stands] = c
	vm.version++
	return vm.w.None
}

// isHoldingBase reports whether a class is one of the library from which the program's classes are derived instead of one of the language.
func isHoldingBase(c *class) bool {
	module, _, _ := strings.Cut(c.qualName, ".")
	return library.Hidden(module)
}

// holdingBase is the class that stands for one of the language where a class is derived from it; nil if there is none in the program.
func (vm *VM) holdingBase(c *class) *class {
	if c == nil {
		return nil
	}
	module := library.BasesOf(strings.TrimPrefix(c.name, "collections."))
	if module == "" || c.root != nil || isHoldingBase(c) {
		return nil
	}
	vm.importWritten(module)
	return vm.holdingBases[c]
}

// importWritten imports a module of the library if the program was compiled with it; it returns nil if not.
func (vm *VM) importWritten(name string) *module {
	if slices.ContainsFunc(vm.program.Modules, func(m compile.Module) bool { return m.Name == name }) && vm.importModule(name) != 0 {
		return vm.modules[slices.IndexFunc(vm.modules, func(m *module) bool { return m.name == name })]
	}
	return nil
}

// typingNames are classes of the language by their names in typing, where these are others.
var typingNames = map[string]string{"List": "list", "Tuple": "tuple", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset"}

// baseOfTyping is the class that a name of typing stands for where a class is derived from it: nil of other objects.
func (vm *VM) baseOfTyping(o Ref) *class {
	if vm.w.Header(o) != object.HInstance || !has("typing._Type typing._Class typing._Made typing._MadeOf", vm.classOf(o).qualName) {
		return nil
	}
	mark := vm.keep(o)
	defer vm.release(mark)
	name := vm.w.Text(vm.w.Slot(vm.w.Slot(o, 1), 0))
	if builtin := vm.builtinValue(typingNames[name]); builtin != 0 {
		return vm.holdingBase(vm.typeOf(builtin))
	}
	m := vm.importWritten("collections.abc")
	if m == nil || m.attrs[name] == 0 {
		vm.stop(fmt.Errorf("expected a class to inherit from, found `typing.%s`; Unbox's Python has no classes that inherit from it here", name))
	}
	return vm.typeOf(vm.attrs[m.attrs[name]])
}

// classOfTyping is the class for whose instances a program may ask by a name of typing, nil of other objects.
func (vm *VM) classOfTyping(o Ref) *class {
	if vm.w.Header(o) != object.HInstance || !has("typing._Class typing._Made", vm.classOf(o).qualName) {
		return nil
	}
	return vm.typeOf(vm.w.Slot(vm.w.Slot(o, 1), 1))
}

// visibleBases are the bases of a class as the program wrote them.
func (c *class) visibleBases() []*class {
	list := slices.Clone(c.bases)
	for k, b := range list {
		if isHoldingBase(b) {
			list[k] = b.mro[slices.IndexFunc(b.mro, func(m *class) bool { return !isHoldingBase(m) })]
		}
	}
	return list
}

// newHeld makes what an instance of a class holds at first.
func (vm *VM) newHeld(c *class) Ref {
	switch c.held {
	case vm.types.byShape[object.HList]:
		return vm.newList(nil)
	case vm.types.byShape[object.ATuple]:
		return vm.newTuple()
	case vm.types.byShape[object.HDict]:
		return vm.newDict()
	case vm.types.byShape[object.HSet]:
		return vm.newSet()
	case vm.types.byShape[object.HFrozenSet]:
		return vm.callNamed(vm.attrs[c.held.ref], nil)
	case vm.types.byShape[object.BStr]:
		return vm.w.Str("")
	case vm.types.byShape[object.HInt]:
		return vm.w.Int(0)
	case vm.types.byShape[object.HFloat]:
		return vm.float(0)
	}
	return vm.w.New(object.HDict, 0, 0, 0, 0, 0, uint64(c.held.id), 0)
}

// heldOf is what an instance holds; 0 of other objects.
func (vm *VM) heldOf(o Ref) Ref {
	if vm.w.Header(o) != object.HInstance || vm.classOf(o).held == nil {
		return 0
	}
	return vm.w.Slot(vm.w.Slot(o, 1), 0)
}

// holdsValue reports whether the instances of a class hold a value that does not change: they are made with it.
func (vm *VM) holdsValue(c *class) bool {
	if c.held == nil {
		return false
	}
	switch c.held {
	case vm.types.byShape[object.HList], vm.types.byShape[object.HSet], vm.types.byShape[object.HDict]:
		return false
	}
	return !c.held.is(vm.types.byShape[object.HDict])
}

// instanceWithValue makes an instance that holds what its class's base makes of arguments, the named ones last; 0 after an exception.
func (vm *VM) instanceWithValue(c *class, given []Ref, names []string) Ref {
	if _, ok := vm.special(c, specialInit); ok && !has("str int", c.held.name) { // which takes the names
		given, names = given[:len(given)-len(names)], nil
	}
	mark := vm.keep(0)
	defer vm.release(mark)
	if len(given) > 0 {
		if vm.kept[mark] = vm.callNamed(vm.attrs[c.held.ref], names, given...); vm.kept[mark] == 0 {
			return 0
		}
	}
	made := vm.instance(c)
	if v := vm.kept[mark]; v != 0 {
		vm.w.SetSlot(vm.w.Slot(made, 1), 0, v)
	}
	return made
}

// takesText reports whether a function of the language is one to which an instance that holds a string is the same as that. Instances
// that hold numbers need no such rule: they have `__index__` and `__float__`.
func takesText(b *builtin) bool {
	return b.owner == "str" && !has("format format_map", b.name) || has("ord int float", b.name)
}

// takeText puts the strings that instances hold in their place among the arguments of such a function.
func (vm *VM) takeText(a args) {
	for k := a.base; k < a.base+a.n+len(a.names); k++ {
		if held := vm.heldOf(vm.w.Words[k]); held != 0 && vm.isStr(held) {
			vm.w.Words[k] = held
		}
	}
}

// plainValue is the string or number that an instance of a class derived from str, int or float holds; another object itself.
func (vm *VM) plainValue(o Ref) Ref {
	if held := vm.heldOf(o); held != 0 && (vm.isStr(held) || vm.isNumber(held)) {
		return held
	}
	return o
}

// takeHeldSelf puts what an instance holds in its place as the object of a method of the language; false if it holds nothing of the kind.
func (vm *VM) takeHeldSelf(b *builtin, a args) bool {
	if a.n == 0 {
		return false
	}
	held := vm.heldOf(vm.arg(a, 0))
	if held == 0 || !slices.Contains(b.self, vm.w.Shape(held)) {
		return false
	}
	vm.w.Words[a.base] = held
	return true
}

// takeHeld finds out what the instances of a class hold; false after an exception, because its bases hold different objects.
func (vm *VM) takeHeld(c *class) bool {
	for _, b := range c.bases {
		switch {
		case b.held == nil || b.held == c.held:
		case c.held != nil || c.exception:
			vm.raise(vm.types.typeError, "multiple bases have instance lay-out conflict")
			return false
		default:
			c.held = b.held
		}
	}
	return true
}

// replacesMethod reports whether the program replaces a method of what an instance of its class holds.
func (vm *VM) replacesMethod(o Ref, name string) bool {
	for _, b := range vm.classOf(o).mro {
		if _, ok := b.attrs[name]; ok {
			return !isHoldingBase(b)
		}
	}
	return false
}

// heldMethod is the function that does for an instance what a method of the language does for what it holds: `list.append(self, x)`; 0
// if there is none.
func (vm *VM) heldMethod(b *builtin, a args) Ref {
	if a.n == 0 {
		return 0
	}
	self := vm.arg(a, 0)
	held := vm.heldOf(self)
	if held == 0 || !slices.Contains(b.self, vm.w.Shape(held)) {
		return 0
	}
	for _, c := range vm.classOf(self).mro {
		if at, ok := c.attrs[b.name]; ok && isHoldingBase(c) {
			return vm.attrs[at]
		}
	}
	return 0
}

// methodOfBase is a special method of a class of the language, such as `dict.__setitem__`, in a program that derives a class from it; 0
// if there is none. It is for instances of such classes.
func (vm *VM) methodOfBase(c *class, name string) Ref {
	base := vm.holdingBase(c) // in the body of the first such class, its module is not imported yet
	if base == nil {
		return 0
	}
	at, ok := base.find(name)
	if !ok {
		return 0
	}
	full := c.name + "." + name
	if at, ok := vm.strings[full]; ok {
		return vm.attrs[at]
	}
	f := vm.newBuiltin(builtin{name: name, owner: c.name, method: true, any: true, min: 1, max: -1, anyNames: true, run: func(vm *VM, a args) Ref {
		if vm.heldOf(vm.arg(a, 0)) == 0 {
			if m := vm.methodOfValue(c, name); m != 0 {
				return vm.callNamed(m, a.names, slices.Clone(vm.w.Words[a.base:a.base+a.n+len(a.names)])...)
			}
			vm.stop(fmt.Errorf("expected an instance of a class that is derived from `%s` as the first argument of `%s`, found '%s'", c.name, full, vm.typeName(vm.arg(a, 0))))
		}
		return vm.callNamed(vm.attrs[at], a.names, slices.Clone(vm.w.Words[a.base:a.base+a.n+len(a.names)])...)
	}})
	vm.builtins[vm.w.Slot(f, 0)].text = false // it is for the instance, not for the string in it
	vm.strings[full] = len(vm.attrs)
	vm.attrs = append(vm.attrs, f)
	return f
}

// mappingAsDict is a dictionary of the items of a mapping: of what has `keys`; 0 of another object, false after an exception. As in
// CPython, a class that is derived from dict is asked only if it has an `__iter__` of its own.
func (vm *VM) mappingAsDict(o Ref) (Ref, bool) {
	if vm.w.Header(o) == object.HDict {
		return o, true
	}
	if vm.w.Header(o) != object.HInstance {
		return 0, true
	}
	if held := vm.heldOf(o); held != 0 && vm.w.Header(held) == object.HDict && !vm.replacesMethod(o, "__iter__") {
		return held, true
	}
	keys, ok := vm.lookup(o, "keys")
	if !ok {
		return 0, true
	}
	mark := vm.keep(o, vm.newDict())
	defer vm.release(mark)
	list := vm.call(keys, o)
	if list == 0 {
		return 0, false
	}
	ok = vm.eachItem(list, func(at int) bool {
		v := vm.getItem(vm.kept[mark], vm.kept[at])
		return v != 0 && vm.dictSet(vm.kept[mark+1], vm.kept[at], v)
	})
	return vm.kept[mark+1], ok
}
