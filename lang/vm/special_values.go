package vm

import (
	"slices"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// Special methods of values of the language, as attributes: `d.__getitem__` as a key, `x.__len__()`, `int.__add__`. The language itself never
// asks for them, so they stand in no class; one is made where a program reads it, and does what the operator or the function does that would
// call it. Which class has which in CPython is in attributesOf.

// ofValue is such a method: how many arguments it has beside the value, the classes for whose values it is made, those that have it in CPython
// if none are named, and what it does with the value and them.
type ofValue struct {
	args int
	of   string
	run  func(vm *VM, x Ref, a args) Ref
}

// Operators of numbers are made and those of other values are not, which do more than their operator, or less.
const (
	ofNumbers = "int float bool"
	ofOrdered = ofNumbers + " str list tuple"
	ofHashed  = ofNumbers + " str tuple frozenset range"
	ofShown   = ofOrdered + " dict set frozenset range"
)

var methodsOfValues map[string]ofValue

func init() {
	methodsOfValues = map[string]ofValue{
		"__len__": {0, "", func(vm *VM, x Ref, _ args) Ref {
			n, ok := vm.length(x)
			return vm.intOr0(int64(n), ok)
		}},
		"__iter__":    {0, "", func(vm *VM, x Ref, _ args) Ref { return vm.iter(x) }},
		"__getitem__": {1, "", func(vm *VM, x Ref, a args) Ref { return vm.getItem(x, vm.arg(a, 1)) }},
		"__setitem__": {2, "", func(vm *VM, x Ref, a args) Ref { return vm.noneIf(vm.setItem(x, vm.arg(a, 1), vm.arg(a, 2))) }},
		"__delitem__": {1, "", func(vm *VM, x Ref, a args) Ref { return vm.noneIf(vm.delItem(x, vm.arg(a, 1))) }},
		"__contains__": {1, "", func(vm *VM, x Ref, a args) Ref {
			found, ok := vm.contains(x, vm.arg(a, 1))
			return vm.okOr0(ok, vm.w.Bool(found))
		}},
		"__hash__": {0, ofHashed, func(vm *VM, x Ref, _ args) Ref {
			h, ok := vm.hash(x)
			return vm.okOr0(ok, vm.w.Int(int64(h)))
		}},
		"__str__":  {0, ofShown, func(vm *VM, x Ref, _ args) Ref { return vm.text(vm.str(x)) }},
		"__repr__": {0, ofShown, func(vm *VM, x Ref, _ args) Ref { return vm.text(vm.repr(x)) }},
	}
	operation := func(op compile.Op, name, of string, run func(vm *VM, op compile.Op, x, y Ref) Ref) {
		methodsOfValues[name] = ofValue{1, of, func(vm *VM, x Ref, a args) Ref { return vm.ofOneKind(x, vm.arg(a, 1), op, run) }}
	}
	for op := compile.Lt; op <= compile.Ne; op++ {
		operation(op, specialNames[specialLt+special(op-compile.Lt)], ofOrdered, (*VM).compare)
	}
	for op := compile.Add; op <= compile.Xor; op++ {
		operation(op, specialNames[operatorMethods+special(op-compile.Add)], ofNumbers, (*VM).operate)
	}
}

// ofOneKind is an operation of two values of the same kind, NotImplemented of others. To floats, integers are of their kind; operators of
// other sequences say themselves what is wrong with the second one.
func (vm *VM) ofOneKind(x, y Ref, op compile.Op, run func(vm *VM, op compile.Op, x, y Ref) Ref) Ref {
	y = vm.plainValue(y)
	switch {
	case vm.isAnyInt(x):
		if !vm.isAnyInt(y) {
			return vm.w.NotImplemented
		}
	case vm.w.Header(x) == object.HFloat:
		if !vm.isNumber(y) {
			return vm.w.NotImplemented
		}
	case vm.classOf(x) != vm.classOf(y):
		return vm.w.NotImplemented
	}
	return run(vm, op, x, y)
}

// hasMethod reports whether the values of a class have a special method of values.
func (vm *VM) hasMethod(c *class, name string, m ofValue) bool {
	if c.root != nil || m.of != "" && !has(m.of, c.name) {
		return false
	}
	return has(everyObject, name) || slices.ContainsFunc(c.mro, func(b *class) bool { return has(attributesOf[strings.TrimPrefix(b.qualName, "builtins.")], name) })
}

// methodOfValue makes a special method of the values of a class of the language; 0 if they have none of the name that can be made.
func (vm *VM) methodOfValue(c *class, name string) Ref {
	m, ok := methodsOfValues[name]
	if !ok || !vm.hasMethod(c, name, m) {
		return 0
	}
	if at, made := vm.valueMethods[c.name+name]; made {
		return vm.attrs[at]
	}
	f := vm.newBuiltin(builtin{name: name, owner: c.name, min: 0, max: -1, run: func(vm *VM, a args) Ref {
		switch {
		case a.n == 0:
			return vm.raise(vm.types.typeError, "descriptor '%s' of '%s' object needs an argument", name, c.name)
		case !slices.Contains(vm.classOf(vm.arg(a, 0)).mro, c):
			return vm.raise(vm.types.typeError, "descriptor '%s' requires a '%s' object but received a '%s'", name, c.name, vm.typeName(vm.arg(a, 0)))
		case a.n != m.args+1:
			return vm.raise(vm.types.typeError, "expected %d argument%s, got %d", m.args, map[bool]string{true: "", false: "s"}[m.args == 1], a.n-1)
		}
		return m.run(vm, vm.arg(a, 0), a)
	}})
	if vm.valueMethods == nil {
		vm.valueMethods = map[string]int{}
	}
	vm.valueMethods[c.name+name] = len(vm.attrs)
	vm.attrs = append(vm.attrs, f)
	return f
}

// ofProgram reports whether a class and all its bases but object are the program's.
func (vm *VM) ofProgram(c *class) bool {
	return !slices.ContainsFunc(c.mro, func(b *class) bool { return b != vm.types.object && !strings.HasPrefix(b.qualName, "__main__.") })
}
