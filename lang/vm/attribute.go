package vm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"unbox/lang/library"
	"unbox/lang/object"
)

// key is the key of an object in a cache.
func (vm *VM) key(o Ref) uint64 {
	shape := vm.w.Shape(o)
	if shape == object.HInstance {
		return shape | vm.w.Slot(o, 0)<<32
	}
	return shape
}

// getAttr reads an attribute and remembers where a field was found.
func (vm *VM) getAttr(o Ref, name string, c *cache) Ref {
	if v, found := vm.findAttr(o, name, c); found {
		return v
	}
	if v, ok := vm.lookup(o, "__getattr__"); ok && vm.w.Header(o) == object.HInstance {
		return vm.call(v, o, vm.w.Str(name))
	}
	return vm.noAttribute(o, name)
}

func (vm *VM) noAttribute(o Ref, name string) Ref {
	vm.outsideAttribute(o, name)
	switch vm.w.Header(o) {
	case object.HType:
		if vm.enumOf(o) != nil {
			return vm.raise(vm.types.attributeError, "%s", name)
		}
		return vm.raise(vm.types.attributeError, "type object '%s' has no attribute '%s'", vm.typeOf(o).name, name)
	case object.HModule:
		return vm.raise(vm.types.attributeError, "module '%s' has no attribute '%s'", vm.modules[vm.w.Slot(o, 0)].name, name)
	}
	if vm.w.Header(o) == object.HBound && vm.w.Header(vm.w.Slot(o, 0)) == object.HFunc {
		o = vm.w.Slot(o, 0) // where methods look for attributes that they do not have
	}
	return vm.raise(vm.types.attributeError, "'%s' object has no attribute '%s'", vm.typeName(o), name)
}

// findAttr looks for an attribute; the value is 0 if there is an exception.
func (vm *VM) findAttr(o Ref, name string, c *cache) (v Ref, found bool) {
	if vm.exc != 0 {
		return 0, true
	}
	switch vm.w.Header(o) {
	case object.HType:
		return vm.typeAttr(o, name, c)
	case object.HModule:
		at, ok := vm.modules[vm.w.Slot(o, 0)].attrs[name]
		if !ok {
			return 0, false
		}
		vm.remember(c, o, cacheOther, at)
		return vm.attrs[at], true
	case object.HSuper:
		return vm.superAttr(o, name)
	}
	at, inClass := vm.findIn(vm.classOf(o), name)
	if inClass && vm.w.Header(vm.attrs[at]) == object.HProperty && !vm.comesAfterFields(vm.attrs[at]) {
		return vm.bind(vm.attrs[at], o), true
	}
	if vm.w.Header(o) == object.HInstance {
		m := vm.maps[vm.w.Slot(o, 0)]
		if slot, ok := m.slots[name]; ok {
			if c != nil {
				*c = cache{key: m.id, kind: cacheField, slot: int32(slot)}
			}
			return vm.w.Slot(vm.w.Slot(o, 1), slot), true
		}
		if name == "__dict__" && !inClass {
			return vm.attributesOfInstance(o)
		}
	}
	if inClass {
		v := vm.bind(vm.attrs[at], o)
		if v == vm.attrs[at] && vm.w.Header(o) == object.HInstance {
			vm.remember(c, o, cacheValue, at)
		}
		return v, true
	}
	return vm.specialAttr(o, name)
}

// remember notes in a cache, if there is one, that an attribute of an object is the value at an index of VM.attrs.
func (vm *VM) remember(c *cache, o Ref, kind cacheKind, at int) {
	if c == nil {
		return
	}
	key := vm.w.Slot(o, 0)
	if kind == cacheOther {
		key = vm.w.Header(o) | key<<32
	}
	*c = cache{key: key, kind: kind, slot: int32(at), version: vm.version}
}

// specialAttr reads attributes that every object or every function has.
func (vm *VM) specialAttr(o Ref, name string) (Ref, bool) {
	if name == "__class__" {
		return vm.attrs[vm.classOf(o).ref], true
	}
	if vm.isException(o) {
		if c := vm.classOf(o); name == "value" && c.is(vm.types.stopIteration) || name == "code" && c.is(vm.types.systemExit) {
			return vm.firstArgument(o), true
		}
		if name == "__suppress_context__" {
			return vm.w.Bool(vm.excSlot(o, excCause) != 0), true
		}
		if vm.classOf(o).is(vm.types.osError) && has(osParts, name) {
			return vm.osPart(o, name), true
		}
		slot, ok := map[string]int{"args": excArgs, "__traceback__": excTraceback, "__cause__": excCause, "__context__": excContext}[name]
		if !ok {
			return 0, false
		}
		if v := vm.excSlot(o, slot); v != 0 {
			return v, true
		}
		return vm.w.None, true
	}
	switch h := vm.w.Header(o); {
	case (name == "__next__" || name == "__iter__") && h != object.HInstance && vm.isIterator(o):
		return vm.w.New(object.HBound, vm.builtinValue(strings.Trim(name, "_")), o), true
	case h != object.HInstance && vm.methodOfValue(vm.classOf(o), name) != 0:
		return vm.w.New(object.HBound, vm.methodOfValue(vm.classOf(o), name), o), true
	case h == object.HInstance && (name == "__str__" || name == "__repr__") && vm.ofProgram(vm.classOf(o)):
		return vm.w.New(object.HBound, vm.objectMethod(name), o), true
	case name == "default_factory" && h == object.HDict && vm.dictLike(o) == vm.types.defaultDict && vm.dictLike(o) != nil:
		return vm.w.Slot(o, dictDefault), true
	case h == object.HFunc:
		return vm.functionAttr(o, name)
	case h == object.HProperty && has("fget fset fdel", name):
		part := map[string]int{"fget": propertyGetter, "fset": propertySetter, "fdel": propertyDeleter}[name]
		return cmp.Or(vm.w.Slot(o, part), vm.w.None), true
	case name == "__name__" && h == object.HBuiltin:
		return vm.w.Str(vm.builtins[vm.w.Slot(o, 0)].name), true
	case h == object.HRange && name == "start", h == object.HSlice && name == "start":
		return vm.w.Slot(o, 0), true
	case h == object.HRange && name == "stop", h == object.HSlice && name == "stop":
		return vm.w.Slot(o, 1), true
	case h == object.HRange && name == "step", h == object.HSlice && name == "step":
		return vm.w.Slot(o, 2), true
	case h == object.HArray && name == "typecode":
		return vm.w.Str(string(rune(vm.w.Slot(o, 2)))), true
	case h == object.HArray && name == "itemsize":
		return vm.w.Int(int64(typeCodes[byte(vm.w.Slot(o, 2))].size)), true
	case vm.isNumber(o) && (name == "real" || name == "numerator" && h != object.HFloat):
		if h == object.HBool {
			return vm.w.Int(vm.intOf(o)), true
		}
		return o, true
	case vm.isNumber(o) && name == "imag":
		if h == object.HFloat {
			return vm.float(0), true
		}
		return vm.w.Int(0), true
	case vm.isAnyInt(o) && name == "denominator":
		return vm.w.Int(1), true
	case h == object.HBound && name == "__self__":
		return vm.w.Slot(o, 1), true
	case h == object.HBound && name == "__func__" && vm.w.Header(vm.w.Slot(o, 0)) == object.HFunc:
		return vm.w.Slot(o, 0), true
	case h == object.HBound && name == "__name__":
		return vm.findAttr(vm.w.Slot(o, 0), name, nil)
	}
	return 0, false
}

// module is the name of the module in which a class was made.
func (c *class) module() string {
	name, rest, ok := strings.Cut(c.qualName, ".")
	switch {
	case !ok:
		return "builtins"
	case name == "__main__":
		return name
	}
	part, _, _ := strings.Cut(rest, ".")
	if _, ok := library.Source(name + "." + part); ok {
		return name + "." + part
	}
	return name
}

func (vm *VM) typeAttr(o Ref, name string, to *cache) (Ref, bool) {
	c := vm.typeOf(o)
	switch name {
	case "__name__":
		return vm.w.Str(c.name[strings.LastIndexByte(c.name, '.')+1:]), true
	case "__qualname__":
		return vm.w.Str(strings.TrimPrefix(c.qualName, c.module()+".")), true
	case "__module__":
		return vm.w.Str(c.module()), true
	case "__class__":
		return vm.attrs[vm.types.typ.ref], true
	case "__mro__":
		return vm.classTuple(c.visibleOrder()), true
	case "__bases__":
		return vm.classTuple(c.visibleBases()), true
	}
	at, ok := vm.findIn(c, name)
	if m, isMethod := vm.types.typ.attrs[name]; !ok && isMethod {
		return vm.w.New(object.HBound, vm.attrs[m], o), true
	}
	if !ok {
		if m := vm.methodOfBase(c, name); m != 0 {
			return m, true
		}
	}
	if m := vm.objectMethod(name); !ok && m != 0 && (c == vm.types.object || name == "__new__" && makesPlain(c)) {
		return m, true
	}
	if m := vm.methodOfValue(c, name); !ok && m != 0 {
		return m, true
	}
	if !ok {
		return 0, false
	}
	v := vm.attrs[at]
	switch vm.w.Header(v) {
	case object.HStatic:
		return vm.w.Slot(v, 0), true
	case object.HClassMethod:
		return vm.w.New(object.HBound, vm.w.Slot(v, 0), o), true
	case object.HProperty:
		if d := vm.w.Slot(v, propertyOther); d != 0 {
			return vm.getByDescriptor(d, vm.w.None, c), true
		}
	}
	vm.remember(to, o, cacheOther, at)
	return v, true
}

// classTuple is a tuple of classes.
func (vm *VM) classTuple(list []*class) Ref { return vm.newTuple(vm.classRefs(list)...) }

func (vm *VM) classRefs(list []*class) []Ref {
	refs := make([]Ref, len(list))
	for k, c := range list {
		refs[k] = vm.attrs[c.ref]
	}
	return refs
}

// superAttr looks in the classes after one in the order of the object's.
func (vm *VM) superAttr(o Ref, name string) (Ref, bool) {
	self := vm.w.Slot(o, 1)
	after := vm.typeOf(vm.w.Slot(o, 0))
	c := vm.classOf(self)
	ofClass := false
	if t := vm.typeOf(self); t != nil && t.is(after) {
		c, ofClass = t, name != "__init_subclass__" // which is a method of the class
	}
	k := slices.Index(c.mro, after)
	for _, b := range c.mro[k+1:] {
		at, ok := b.attrs[name]
		if !ok {
			continue
		}
		v := vm.attrs[at]
		if vm.w.Header(v) == object.HClassMethod {
			return vm.w.New(object.HBound, vm.w.Slot(v, 0), vm.attrs[c.ref]), true
		}
		if ofClass && vm.w.Header(v) != object.HStatic { // as an attribute of that class
			return v, true
		}
		return vm.bind(v, self), true
	}
	if m := vm.objectMethod(name); m != 0 {
		if ofClass || name == "__new__" {
			return m, true
		}
		return vm.w.New(object.HBound, m, self), true
	}
	return 0, false
}

// method finds the callee: a function and the object, or 0 and another value.
func (vm *VM) method(o Ref, name string, c *cache) (f, self Ref) {
	switch h := vm.w.Header(o); h {
	case object.HType, object.HModule, object.HSuper:
	default:
		if h == object.HInstance {
			if _, own := vm.maps[vm.w.Slot(o, 0)].slots[name]; own {
				break
			}
		}
		if at, ok := vm.classOf(o).find(name); ok && vm.isFunction(vm.attrs[at]) {
			if h != object.HDictView && vm.dictLike(o) == nil { // whose class is not known by its shape
				*c = cache{key: vm.key(o), kind: cacheMethod, slot: int32(at), version: vm.version}
			}
			return vm.attrs[at], o
		}
	}
	return 0, vm.getAttr(o, name, c)
}

// isContext reports whether a `with` can enter an object; false after an exception.
func (vm *VM) isContext(o Ref) bool {
	c := vm.classOf(o)
	missed := ""
	if _, ok := c.find("__exit__"); !ok {
		missed = " (missed __exit__ method)"
	}
	if _, ok := c.find("__enter__"); !ok {
		missed = ""
	} else if missed == "" {
		return true
	}
	vm.raise(vm.types.typeError, "'%s' object does not support the context manager protocol%s", vm.typeName(o), missed)
	return false
}

// setAttr writes an attribute and remembers where.
func (vm *VM) setAttr(o Ref, name string, v Ref, c *cache) bool {
	switch vm.w.Header(o) {
	case object.HInstance:
		return vm.setField(o, name, v, c)
	case object.HType:
		if t := vm.typeOf(o); (t.construct == nil || t.enum != nil) && t.root != nil && !isBuiltinClass(t) && !has("builtins.bytes builtins.bytearray", t.qualName) {
			if vm.reassigns(t, name, false) {
				return false
			}
			vm.mustBeCalled(t, name)
			vm.setClassAttr(t, name, vm.asDescriptor(v))
			vm.classChanged(t, name)
			return true
		}
		vm.raise(vm.types.typeError, "cannot set '%s' attribute of immutable type '%s'", name, vm.typeOf(o).name)
		return false
	case object.HModule:
		m := vm.modules[vm.w.Slot(o, 0)]
		if !vm.replaceStream(m, name, v) {
			vm.stop(fmt.Errorf("expected an attribute of an object or a class to set, found `%s.%s`; of modules, Unbox's Python can set `sys.stdin` and `sys.stdout`", m.name, name))
		}
		return true
	}
	if vm.w.Header(o) == object.HFunc {
		return vm.setFunctionAttr(o, name, v)
	}
	if _, ok := vm.lookup(o, name); ok {
		vm.raise(vm.types.attributeError, "'%s' object attribute '%s' is read-only", vm.typeName(o), name)
	} else {
		vm.raise(vm.types.attributeError, "'%s' object has no attribute '%s'", vm.typeName(o), name)
	}
	return false
}

func isBuiltinClass(c *class) bool { return c.exception && strings.HasPrefix(c.qualName, "builtins.") }

func (vm *VM) setField(o Ref, name string, v Ref, c *cache) bool {
	if at, ok := vm.special(vm.maps[vm.w.Slot(o, 0)].class, specialSetAttr); ok {
		return vm.call(vm.attrs[at], o, vm.w.Str(name), v) != 0
	}
	return vm.setPlainField(o, name, v, c)
}

// setPlainField is what object.__setattr__ does.
func (vm *VM) setPlainField(o Ref, name string, v Ref, c *cache) bool {
	m := vm.maps[vm.w.Slot(o, 0)]
	if at, ok := vm.findIn(m.class, name); ok && vm.w.Header(vm.attrs[at]) == object.HProperty && !vm.comesAfterFields(vm.attrs[at]) {
		if d := vm.w.Slot(vm.attrs[at], propertyOther); d != 0 {
			return vm.useDescriptor(d, "__set__", o, v)
		}
		setter := vm.w.Slot(vm.attrs[at], 1)
		if setter == 0 {
			vm.raise(vm.types.attributeError, "property '%s' of '%s' object has no setter", name, m.class.name)
			return false
		}
		return vm.call(setter, o, v) != 0
	}
	if m.class.exception {
		switch name {
		case "args":
			return vm.setArgs(o, v)
		case "__cause__", "__context__", "__suppress_context__", "__traceback__":
			vm.stop(fmt.Errorf("expected an exception's attribute that can be set here, found `%s`; `raise … from …` sets the cause", name))
		}
		if m.class.is(vm.types.osError) && has(osParts, name) {
			vm.setOSPart(o, name, v)
			return true
		}
	}
	return vm.putField(o, m, name, v, c)
}

func (vm *VM) putField(o Ref, m *shapeMap, name string, v Ref, c *cache) bool {
	items := vm.w.Slot(o, 1)
	if slot, ok := m.slots[name]; ok {
		if c != nil {
			*c = cache{key: m.id, kind: cacheField, slot: int32(slot)}
		}
		vm.w.SetSlot(items, slot, v)
		return true
	}
	if !m.class.allows(name) {
		what := "'%s' object has no attribute '%s'"
		if _, inClass := m.class.find(name); inClass {
			what = "'%s' object attribute '%s' is read-only"
		}
		vm.raise(vm.types.attributeError, what, m.class.name, name)
		return false
	}
	next := vm.with(m, name)
	slot := len(m.names)
	if vm.w.Len(items) <= slot {
		larger := vm.w.Array(object.ARefs, max(slot+1, m.class.most))
		copy(vm.w.Items(larger, slot), vm.w.Items(items, slot))
		vm.w.SetSlot(o, 1, larger)
		items = larger
	}
	if c != nil {
		*c = cache{key: m.id, kind: cacheAdd, slot: int32(slot), next: next.id}
	}
	vm.w.SetSlot(items, slot, v)
	vm.w.SetSlot(o, 0, next.id)
	return true
}

func (vm *VM) delAttr(o Ref, name string) bool {
	if t := vm.typeOf(o); t != nil {
		if vm.reassigns(t, name, true) {
			return false
		}
		if _, ok := t.attrs[name]; ok && !isBuiltinClass(t) && t.root != nil {
			delete(t.attrs, name)
			vm.classChanged(t, name)
			return true
		}
	}
	if vm.w.Header(o) == object.HFunc && vm.delFunctionAttr(o, name) {
		return true
	}
	if vm.w.Header(o) != object.HInstance {
		vm.noAttribute(o, name)
		return false
	}
	if f, ok := vm.lookup(o, "__delattr__"); ok {
		return vm.call(f, o, vm.w.Str(name)) != 0
	}
	return vm.delField(o, name)
}

// delField takes an attribute from an instance.
func (vm *VM) delField(o Ref, name string) bool {
	m := vm.maps[vm.w.Slot(o, 0)]
	if at, ok := vm.findIn(m.class, name); ok && vm.w.Header(vm.attrs[at]) == object.HProperty && !vm.comesAfterFields(vm.attrs[at]) {
		if d := vm.w.Slot(vm.attrs[at], propertyOther); d != 0 {
			return vm.useDescriptor(d, "__delete__", o)
		}
		if deleter := vm.w.Slot(vm.attrs[at], propertyDeleter); deleter != 0 {
			return vm.call(deleter, o) != 0
		}
		vm.raise(vm.types.attributeError, "property '%s' of '%s' object has no deleter", name, m.class.name)
		return false
	}
	if _, ok := m.slots[name]; !ok {
		vm.noAttribute(o, name)
		return false
	}
	return vm.takeField(o, name)
}

// takeField takes an attribute that an instance has itself.
func (vm *VM) takeField(o Ref, name string) bool {
	m := vm.maps[vm.w.Slot(o, 0)]
	gone := m.slots[name]
	left := m.class.root
	items := vm.w.Slot(o, 1)
	vm.work(len(m.names))
	fresh := vm.w.Array(object.ARefs, max(m.class.most, 1))
	n := 0
	for k, other := range m.names {
		if k != gone {
			if k >= len(m.class.root.names) {
				left = vm.with(left, other)
			}
			vm.w.SetSlot(fresh, n, vm.w.Slot(items, k))
			n++
		}
	}
	vm.w.SetSlot(o, 0, left.id)
	vm.w.SetSlot(o, 1, fresh)
	return true
}
