package vm

import (
	"slices"

	"unbox/lang/compile"
)

// dataclassesModule makes the functions that the module dataclasses (lang/library)
// cannot express itself.
func (vm *VM) dataclassesModule(m *module) {
	for _, b := range []builtin{
		{name: "_declared", min: 1, max: 1, run: (*VM).declaredOf},
		{name: "_own", min: 1, max: 1, run: (*VM).ownAttributes},
		{name: "_bases", min: 1, max: 1, run: (*VM).basesOf},
		{name: "_values", min: 2, max: 2, run: (*VM).valuesOf},
		{name: "_initializer", min: 3, max: 3, run: (*VM).initializer},
		{name: "_slotted", min: 2, max: 2, run: (*VM).slotted},
	} {
		vm.setModule(m, b.name, vm.newBuiltin(b))
	}
}

// declaredOf lists the variables that the body of a class gives a type, each with whether that is InitVar.
func (vm *VM) declaredOf(a args) Ref {
	c, list := vm.typeOf(vm.arg(a, 0)), vm.newList(nil)
	if c == nil {
		return vm.raise(vm.types.typeError, "expected a class")
	}
	mark := vm.keep(list)
	defer vm.release(mark)
	for _, d := range c.declared {
		vm.work(1)
		pair := vm.newTuple(vm.w.Str(d.Name), vm.w.Bool(d.Initial))
		vm.listAppend(vm.kept[mark], pair)
	}
	return vm.kept[mark]
}

// ownAttributes is a dictionary of what a class has itself, as it is in the class.
func (vm *VM) ownAttributes(a args) Ref {
	c, d := vm.typeOf(vm.arg(a, 0)), vm.newDict()
	if c == nil {
		return vm.raise(vm.types.typeError, "expected a class")
	}
	for _, name := range c.order {
		if at, ok := c.attrs[name]; ok && !vm.dictSet(d, vm.w.Str(name), vm.attrs[at]) {
			return 0
		}
	}
	return d
}

// basesOf lists the classes from which a class is derived, in the order in which attributes are looked for.
func (vm *VM) basesOf(a args) Ref {
	c, list := vm.typeOf(vm.arg(a, 0)), vm.newList(nil)
	if c == nil {
		return vm.raise(vm.types.typeError, "expected a class")
	}
	for _, b := range c.mro[1:] {
		vm.listAppend(list, vm.attrs[b.ref])
	}
	return list
}

// valuesOf is a tuple of the attributes of an object that a tuple names.
func (vm *VM) valuesOf(a args) Ref {
	n := vm.w.Len(vm.arg(a, 1))
	mark := vm.keep(make([]Ref, n)...)
	defer vm.release(mark)
	for k := range n {
		v := vm.getAttr(vm.arg(a, 0), vm.w.Text(vm.w.Slot(vm.arg(a, 1), k)), nil)
		if v == 0 {
			return 0
		}
		vm.kept[mark+k] = v
	}
	return vm.newTuple(vm.kept[mark : mark+n]...)
}

// initialField is a field as an `__init__` knows it: a parameter, or not; what it is without an argument is in the list of all
// fields.
type initialField struct {
	name  string
	param int // -1 if it is none
	how   fieldDefault
	// passed says that it is no field, but for `__post_init__`.
	passed bool
}

type fieldDefault int

const (
	fieldGiven   fieldDefault = iota // by an argument
	fieldDefined                     // by an object
	fieldMade                        // by calling one
)

// Items of what describes a field to initializer.
const (
	fieldName = iota
	fieldHow
	fieldFrom
	fieldInit
	fieldByName
	fieldPassed
)

// initializer makes an `__init__` of its full name, of a list of fields (their names, fieldDefaults, objects for that, whether they
// are parameters, whether these have to be named, and whether they are for `__post_init__` alone), and of whether `__post_init__` is called. A function in Go does that in one
// call, for whatever fields.
func (vm *VM) initializer(a args) Ref {
	c := &code{Code: &compile.Code{QualName: vm.w.Text(vm.arg(a, 0)), Params: []string{"self"}, Positional: 1}}
	described := vm.arg(a, 1)
	var fields []initialField
	for _, byName := range []bool{false, true} {
		for _, d := range vm.listItems(described) {
			if vm.w.Slot(d, fieldInit) == vm.w.True && (vm.w.Slot(d, fieldByName) == vm.w.True) == byName {
				c.Params = append(c.Params, vm.w.Text(vm.w.Slot(d, fieldName)))
			}
		}
		if !byName {
			c.Positional = len(c.Params)
		}
	}
	c.KwOnly = len(c.Params) - c.Positional
	for _, d := range vm.listItems(described) {
		f := initialField{vm.w.Text(vm.w.Slot(d, fieldName)), -1, fieldDefault(vm.intOf(vm.w.Slot(d, fieldHow))), vm.w.Slot(d, fieldPassed) == vm.w.True}
		if vm.w.Slot(d, fieldInit) == vm.w.True {
			f.param = slices.Index(c.Params, f.name)
			if f.how != fieldGiven && f.param < c.Positional {
				c.PositionalDefaults++
			}
		}
		fields = append(fields, f)
	}
	vm.hold(500 + 100*len(fields))
	at := len(vm.attrs)
	vm.attrs = append(vm.attrs, described)
	post := vm.arg(a, 2) == vm.w.True
	return vm.newBuiltin(builtin{name: "__init__", owner: "object", method: true, any: true, min: 1, max: -1, anyNames: true, run: func(vm *VM, a args) Ref {
		return vm.initialize(c, fields, at, post, a)
	}})
}

// initialize gives a new instance its fields.
func (vm *VM) initialize(c *code, fields []initialField, described int, post bool, a args) Ref {
	params, ok := vm.placed(c, a.base, a.n, a.names)
	if !ok {
		return 0
	}
	vm.work(len(fields))
	for _, f := range fields {
		if f.how != fieldGiven && f.param >= 0 && params[f.param] == 0 {
			params[f.param] = vm.w.NotImplemented // which says that the field has no argument
		}
	}
	if !vm.complete(c, params) {
		return 0
	}
	mark := vm.keep(params...)
	defer vm.release(mark)
	for k, f := range fields {
		v := vm.w.NotImplemented
		if f.param >= 0 {
			v = vm.kept[mark+f.param]
		}
		if v == vm.w.NotImplemented {
			if f.how == fieldGiven {
				continue
			}
			v = vm.w.Slot(vm.listItem(vm.attrs[described], k), fieldFrom)
			if f.how == fieldMade {
				v = vm.call(v)
			}
			if v == 0 {
				return 0
			}
		}
		if f.passed {
			vm.kept[mark+f.param] = v
			continue
		}
		self := vm.kept[mark]
		if !vm.putField(self, vm.maps[vm.w.Slot(self, 0)], f.name, v, nil) {
			return 0
		}
	}
	if !post {
		return vm.w.None
	}
	f := vm.getAttr(vm.kept[mark], "__post_init__", nil)
	var passed []Ref
	for _, one := range fields {
		if one.passed {
			passed = append(passed, vm.kept[mark+one.param])
		}
	}
	return vm.noneIf(f != 0 && vm.call(f, passed...) != 0)
}

// slotted gives a class slots of the names in a tuple, which are no attributes of the class any more.
func (vm *VM) slotted(a args) Ref {
	c := vm.typeOf(vm.arg(a, 0))
	names := make(slots)
	for k := range vm.w.Len(vm.arg(a, 1)) {
		names[vm.w.Text(vm.w.Slot(vm.arg(a, 1), k))] = true
	}
	vm.limitSlots(c, names)
	return vm.w.None
}
