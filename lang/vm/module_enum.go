package vm

import (
	"slices"

	"unbox/lang/object"
)

// The module enum (lang/library) makes the members of an enumeration when its class is made. What a program does with the class
// itself, metaclasses decide in CPython; here the class says that it is an enumeration.

// enumClass says where the members of a class are in VM.attrs: a list of them, and a dictionary by their names.
type enumClass struct{ members, byName int }

// enumModule makes the functions that the module enum cannot express itself.
func (vm *VM) enumModule(m *module) {
	for _, b := range []builtin{
		{name: "_bases", min: 1, max: 1, run: (*VM).basesOf},
		{name: "_own", min: 1, max: 1, run: (*VM).ownAttributes},
		{name: "_new", min: 2, max: 2, run: (*VM).newMember},
		{name: "_mix", min: 1, max: 1, run: (*VM).mixEnumeration},
		{name: "_close", min: 4, max: 4, run: (*VM).closeEnumeration},
	} {
		vm.setModule(m, b.name, vm.newBuiltin(b))
	}
}

// newMember makes a member of an enumeration that is given a value, which it is if the enumeration is derived from str, int or float too.
func (vm *VM) newMember(a args) Ref {
	c, v := vm.typeOf(vm.arg(a, 0)), vm.arg(a, 1)
	if !vm.holdsValue(c) {
		return vm.instance(c)
	}
	given := []Ref{v}
	if vm.w.Shape(v) == object.ATuple {
		given = slices.Clone(vm.w.Items(v, vm.w.Len(v)))
	}
	return vm.instanceWithValue(c, given, nil)
}

// mixEnumeration gives an enumeration that is derived from str, int or float the texts of its last base, an enumeration, where it has no
// others than those of its values.
func (vm *VM) mixEnumeration(a args) Ref {
	c := vm.typeOf(vm.arg(a, 0))
	for _, name := range []string{"__repr__", "__str__", "__format__"} {
		k := slices.IndexFunc(c.mro, func(b *class) bool { _, ok := b.attrs[name]; return ok })
		if at, ok := c.bases[len(c.bases)-1].find(name); ok && isHoldingBase(c.mro[k]) {
			vm.setClassAttr(c, name, vm.attrs[at])
		}
	}
	vm.version++
	return vm.w.None
}

// closeEnumeration makes a class an enumeration of a list and a dictionary of its members. A call of it is one of a function.
func (vm *VM) closeEnumeration(a args) Ref {
	c, at := vm.typeOf(vm.arg(a, 0)), len(vm.attrs)
	vm.attrs = append(vm.attrs, vm.arg(a, 1), vm.arg(a, 2), vm.arg(a, 3))
	c.enum = &enumClass{at, at + 1}
	c.construct = &builtin{name: c.name, min: 1, max: -1, run: func(vm *VM, a args) Ref {
		return vm.call(vm.attrs[at+2], slices.Clone(vm.w.Words[a.base:a.base+a.n])...)
	}}
	return vm.w.None
}

// enumOf is the enumeration that a class is, nil of other objects.
func (vm *VM) enumOf(o Ref) *enumClass {
	if c := vm.typeOf(o); c != nil {
		return c.enum
	}
	return nil
}

// enumKind is how the text of an enumeration begins.
func (vm *VM) enumKind(c *class) string {
	if slices.ContainsFunc(c.mro, func(b *class) bool { return b.qualName == "enum.Flag" }) {
		return "flag"
	}
	return "enum"
}

// memberOf is Enumeration[name].
func (vm *VM) memberOf(e *enumClass, name Ref) Ref {
	return vm.dictGet(vm.attrs[e.byName], name)
}

// hasMember is `v in Enumeration`.
func (vm *VM) hasMember(o, v Ref) (bool, bool) {
	if vm.w.Header(v) != object.HInstance || vm.classOf(v).enum == nil {
		vm.raise(vm.types.typeError, "unsupported operand type(s) for 'in': '%s' and 'EnumType'", vm.typeName(v))
		return false, false
	}
	return vm.classOf(v) == vm.typeOf(o), true
}

// reassigns raises an exception if an attribute of a class is a member of it, as an enumeration.
func (vm *VM) reassigns(c *class, name string, deleted bool) bool {
	if c.enum == nil {
		return false
	}
	if e, _ := vm.dictFind(vm.attrs[c.enum.byName], vm.w.Str(name)); e < 0 {
		return false
	}
	if deleted {
		vm.raise(vm.types.attributeError, "'%s' cannot delete member '%s'.", c.name, name)
	} else {
		vm.raise(vm.types.attributeError, "cannot reassign member '%s'", name)
	}
	return true
}
