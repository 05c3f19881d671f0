package vm

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"unbox/lang/object"
)

// types are the classes of the language.
type types struct {
	bytes                                      *class // from which bytes and bytearray are derived; nil in a program without them
	object, typ, builtinFunction               *class
	defaultDict, counter                       *class // once the program imports collections
	orderedDict, generic, protocol, namedTuple *class
	values, items                              *class // of the views of dictionaries, those of their keys are in byShape
	byShape                                    map[uint64]*class

	baseException, exception, typeError, valueError, syntaxError, zeroDivisionError, overflowError, indexError, keyError, lookupError,
	attributeError, nameError, unboundLocalError, runtimeError, recursionError, stopIteration, assertionError, memoryError,
	osError, importError, moduleNotFoundError, arithmeticError, notImplementedError, systemExit, keyboardInterrupt, generatorExit *class
}

// setUp makes the classes, functions and names of the language.
func (vm *VM) setUp() {
	t := &vm.types
	t.byShape = make(map[uint64]*class)
	t.object = vm.newClass("object")
	t.object.mro = []*class{t.object}
	vm.exceptions()
	for _, b := range builtinTypes {
		c := vm.newClass(b.name, t.object)
		if construct := b.construct; construct.run != nil {
			construct.name = cmp.Or(construct.name, b.name)
			construct.text = takesText(&construct)
			c.construct = &construct
		}
		for _, shape := range b.shapes {
			t.byShape[shape] = c
		}
		for _, m := range b.methods {
			m.method, m.owner, m.self = true, b.name, b.shapes
			if b.name == "int" { // from which bool is derived
				m.self = append(slices.Clone(b.shapes), object.HBool)
			}
			c.attrs[m.name] = len(vm.attrs)
			vm.attrs = append(vm.attrs, vm.newBuiltin(m))
		}
		switch b.name {
		case "dict":
			vm.addStatic(c, fromKeysOf(nil, 0))
		case "float":
			vm.addStatic(c, builtin{name: "fromhex", owner: "float", min: 1, max: 1, run: (*VM).floatFromHex})
		case "str":
			vm.addStatic(c, builtin{name: "maketrans", owner: "str", min: 1, max: 3, run: (*VM).makeTrans})
		case "type":
			t.typ = c
		case "builtin_function_or_method":
			t.builtinFunction = c
		case "dict_values":
			t.values = c
		case "dict_items":
			t.items = c
		}
		if b.visible {
			vm.byName[b.name] = vm.attrs[c.ref]
		}
	}
	vm.lastMemoryError = len(vm.attrs)
	vm.raise(t.memoryError, "")
	vm.attrs = append(vm.attrs, vm.exc)
	vm.exc = 0
	boolClass, intClass := t.byShape[object.HBool], t.byShape[object.HInt]
	boolClass.bases, boolClass.mro = []*class{intClass}, []*class{boolClass, intClass, t.object}
	t.object.construct = nil
	vm.setUpObjectMethods()
	vm.byName["object"] = vm.attrs[t.object.ref]
	for k := range builtinFunctions {
		vm.byName[builtinFunctions[k].name] = vm.newBuiltin(builtinFunctions[k])
	}
	for _, b := range changeVars {
		vm.byName[b.name] = vm.newBuiltin(b)
	}
	vm.byName["Ellipsis"] = vm.w.New(object.HEllipsis)
	vm.byName["NotImplemented"] = vm.w.NotImplemented
	vm.byName["__name__"] = vm.w.Str("__main__")
	vm.byName["__doc__"] = vm.docOf(vm.codes[0])
	vm.keepNames()
}

// addStatic gives a class of the language a static method.
func (vm *VM) addStatic(c *class, b builtin) {
	f := vm.newBuiltin(b)
	c.attrs[b.name] = len(vm.attrs)
	vm.attrs = append(vm.attrs, vm.w.New(object.HStatic, f))
}

// keepNames makes the names of the language what global variables are at the start. They are kept in an order, so
// that a program finds the same memory each time.
func (vm *VM) keepNames() {
	for _, name := range slices.Sorted(maps.Keys(vm.byName)) {
		vm.strings[name] = len(vm.attrs)
		vm.attrs = append(vm.attrs, vm.byName[name])
	}
	for k, name := range vm.program.Globals {
		vm.w.Words[vm.globals+k] = vm.builtinValue(name[strings.LastIndexByte(name, '.')+1:])
	}
	vm.byName = nil
}

// builtinValue returns what a name of the language stands for, 0 if it is none.
func (vm *VM) builtinValue(name string) Ref {
	if at, ok := vm.strings[name]; ok {
		return vm.attrs[at]
	}
	return 0
}

func (vm *VM) newBuiltin(b builtin) Ref {
	b.text = takesText(&b)
	vm.builtins = append(vm.builtins, &b)
	return vm.w.New(object.HBuiltin, uint64(len(vm.builtins)-1))
}

// text makes a string of a text, unless there was an exception.
func (vm *VM) text(s string, ok bool) Ref {
	if !ok {
		return 0
	}
	return vm.w.Str(s)
}
