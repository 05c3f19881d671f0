package vm

import (
	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// mapOf guards the map of an instance, and returns it.
func (r *recorder) mapOf(x value) *shapeMap {
	r.is(x)
	id := r.get(x, object.HInstance, instMap)
	r.equals(id, int64(id.bits))
	return r.vm.maps[id.bits]
}

// classOf guards the class of an object of the language or the program.
func (r *recorder) classOf(x value) *class {
	if r.vm.shapeOf(x.bits) == object.HInstance {
		return r.mapOf(x).class
	}
	r.is(x)
	if r.vm.shapeOf(x.bits) == object.HDictView {
		kind := r.get(x, object.HDictView, 1)
		r.equals(kind, int64(kind.bits))
	}
	if r.vm.shapeOf(x.bits) == object.HDict {
		class := r.get(x, object.HDict, dictClass)
		r.equals(class, int64(class.bits))
	}
	return r.vm.classOf(x.bits)
}

// classNumber guards which class a type object stands for.
func (r *recorder) classNumber(x value) *class {
	r.is(x)
	n := r.unbox(x, object.HType)
	r.equals(n, int64(n.bits))
	return r.vm.classes[n.bits]
}

// getAttr reads an attribute: one of the instance, or a value of its class.
func (r *recorder) getAttr(f *frame, i compile.Instr) bool {
	x, name := r.reg(int(i.B())), f.code.Names[i.D()]
	switch r.vm.shapeOf(x.bits) {
	case object.HInstance:
		return r.instanceAttr(f, i, x, name)
	case object.HModule:
		if v, ok := r.moduleAttr(x, name); ok {
			r.setReg(int(i.A()), v)
			return true
		}
	case object.HType:
		c := r.vm.typeOf(x.bits)
		if at, ok := c.find(name); ok && r.isPlainValue(r.vm.attrs[at]) && !r.vm.changesOften(c, name) {
			r.relies(r.classNumber(x), name)
			r.setReg(int(i.A()), r.pinned(r.vm.attrs[at]))
			return true
		}
	}
	return r.residual(f, i)
}

// moduleAttr is an attribute of a module, of which the trace relies on those that the program can replace; false if there is none, or one that
// changes often.
func (r *recorder) moduleAttr(x value, name string) (value, bool) {
	modules := r.vm.types.byShape[object.HModule]
	at, ok := r.vm.modules[r.vm.w.Slot(x.bits, 0)].attrs[name]
	if !ok || r.vm.changesOften(modules, name) {
		return value{}, false
	}
	r.is(x)
	n := r.get(x, object.HModule, 0)
	r.equals(n, int64(n.bits))
	if r.vm.shapeOf(r.vm.attrs[at]) == object.HStream || at == r.vm.replaced.in || at == r.vm.replaced.out {
		r.relies(modules, name)
	}
	return r.pinned(r.vm.attrs[at]), true
}

// isPlainValue reports whether a value of a class is what reading it from the class gives.
func (r *recorder) isPlainValue(v Ref) bool {
	switch r.vm.shapeOf(v) {
	case object.HStatic, object.HClassMethod, object.HProperty:
		return false
	}
	return true
}

func (r *recorder) instanceAttr(f *frame, i compile.Instr, x value, name string) bool {
	m := r.vm.maps[r.vm.w.Slot(x.bits, instMap)]
	at, inClass := m.class.find(name)
	if inClass && r.vm.shapeOf(r.vm.attrs[at]) == object.HProperty {
		if getter := r.vm.w.Slot(r.vm.attrs[at], propertyGetter); getter != 0 && r.inlineMethod(f, name, getter, x, nil, returnValue, i.A()) {
			return false
		}
		if _, own := m.slots[name]; !own || !r.vm.comesAfterFields(r.vm.attrs[at]) {
			return r.residual(f, i)
		}
	}
	slot, own := m.slots[name]
	switch {
	case own && !m.class.exception:
		r.relies(r.mapOf(x).class, name)
		items := r.get(x, object.HInstance, instItems)
		v := r.item(items, object.ARefs, r.constInt(int64(slot)))
		if v.bits == 0 {
			giveUp("an attribute without a value is read")
		}
		r.nonnull.set(v.v, true)
		r.setReg(int(i.A()), v)
		return true
	case inClass && r.isPlainValue(r.vm.attrs[at]) && !r.vm.isFunction(r.vm.attrs[at]) && !r.vm.changesOften(m.class, name):
		r.relies(r.mapOf(x).class, name)
		r.setReg(int(i.A()), r.pinned(r.vm.attrs[at]))
		return true
	case inClass && r.vm.isFunction(r.vm.attrs[at]):
		r.relies(r.mapOf(x).class, name)
		r.setReg(int(i.A()), r.make(object.HBound, r.pinned(r.vm.attrs[at]), x))
		return true
	}
	return r.residual(f, i)
}

// setAttr writes an attribute of an instance, which may get it by that.
func (r *recorder) setAttr(f *frame, i compile.Instr) bool {
	x, v, name := r.reg(int(i.A())), r.reg(int(i.B())), f.code.Names[i.D()]
	if r.vm.shapeOf(x.bits) != object.HInstance {
		return r.residual(f, i)
	}
	m := r.vm.maps[r.vm.w.Slot(x.bits, instMap)]
	at, inClass := m.class.find(name)
	_, hooked := m.class.find("__setattr__")
	if inClass && !hooked && r.vm.shapeOf(r.vm.attrs[at]) == object.HProperty {
		r.relies(r.mapOf(x).class, "__setattr__")
		if setter := r.vm.w.Slot(r.vm.attrs[at], propertySetter); setter != 0 && r.inlineMethod(f, name, setter, x, []value{v}, returnNothing, 0) {
			return false
		}
	}
	if hooked || m.class.exception || !m.class.allows(name) || inClass && r.vm.shapeOf(r.vm.attrs[at]) == object.HProperty {
		return r.residual(f, i)
	}
	slot, own := m.slots[name]
	items := r.vm.w.Slot(x.bits, instItems)
	if !own {
		slot = len(m.names)
	}
	if r.vm.w.Len(items) <= slot {
		return r.residual(f, i)
	}
	r.relies(r.mapOf(x).class, name, "__setattr__")
	place := r.get(x, object.HInstance, instItems)
	if !own {
		r.condition(trace.OpIntGt, r.length(place, object.ARefs), r.constInt(int64(slot)))
	}
	r.setItem(place, object.ARefs, r.constInt(int64(slot)), v)
	if !own {
		r.set(x, object.HInstance, instMap, r.constInt(int64(r.vm.with(m, name).id)))
	}
	return true
}

// method finds what is called: a function, and the object that it is a method of.
func (r *recorder) method(f *frame, i compile.Instr) bool {
	x, name, a := r.reg(int(i.B())), f.code.Names[i.D()], int(i.A())
	none := value{0, r.null()}
	switch h := r.vm.shapeOf(x.bits); h {
	case object.HModule:
		v, ok := r.moduleAttr(x, name)
		if !ok {
			giveUp("a module has no `%s`, or another one each time", name)
		}
		r.setReg(a, none)
		r.setReg(a+1, v)
		return true
	case object.HSuper:
		return r.superMethod(x, name, a)
	case object.HType:
		at, ok := r.vm.typeOf(x.bits).find(name)
		if !ok || !r.isPlainValue(r.vm.attrs[at]) {
			giveUp("a method of a class is called")
		}
		r.relies(r.classNumber(x), name)
		r.setReg(a, none)
		r.setReg(a+1, r.pinned(r.vm.attrs[at]))
		return true
	}
	return r.instanceMethod(x, name, a)
}

func (r *recorder) instanceMethod(x value, name string, a int) bool {
	if r.vm.shapeOf(x.bits) == object.HInstance {
		m := r.vm.maps[r.vm.w.Slot(x.bits, instMap)]
		if slot, own := m.slots[name]; own {
			if m.class.exception {
				giveUp("a method is read from an exception")
			}
			r.relies(r.mapOf(x).class, name)
			v := r.item(r.get(x, object.HInstance, instItems), object.ARefs, r.constInt(int64(slot)))
			r.nonnull.set(v.v, true)
			r.setReg(a, value{0, r.null()})
			r.setReg(a+1, v)
			return true
		}
	}
	at, ok := r.vm.classOf(x.bits).find(name)
	if !ok || !r.vm.isFunction(r.vm.attrs[at]) {
		giveUp("`%s` is no method of '%s'", name, r.vm.typeName(x.bits))
	}
	r.relies(r.classOf(x), name)
	r.setReg(a, r.pinned(r.vm.attrs[at]))
	r.setReg(a+1, x)
	return true
}

// superMethod finds a method in the classes after one, in the order of the object's class.
func (r *recorder) superMethod(x value, name string, a int) bool {
	r.is(x)
	class, self := r.get(x, object.HSuper, 0), r.get(x, object.HSuper, 1)
	after := r.vm.typeOf(class.bits)
	if r.vm.shapeOf(self.bits) != object.HInstance {
		giveUp("`super` of what is no instance")
	}
	mro := r.vm.classOf(self.bits).mro
	for k, c := range mro {
		if c != after {
			continue
		}
		for _, b := range mro[k+1:] {
			at, ok := b.attrs[name]
			if !ok {
				continue
			}
			if !r.vm.isFunction(r.vm.attrs[at]) {
				giveUp("`super` leads to what is no function")
			}
			r.nonnull.set(class.v, true)
			r.nonnull.set(self.v, true)
			r.classNumber(class)
			r.classOf(self)
			r.vm.rely(r.rec, mro[k+1:], name)
			r.valid()
			r.setReg(a, r.pinned(r.vm.attrs[at]))
			r.setReg(a+1, self)
			return true
		}
	}
	giveUp("`super` finds no `%s`", name)
	return false
}

// tuple makes a tuple.
func (r *recorder) tuple(items []value) value {
	t := r.makeArray(object.ATuple, len(items))
	for k, v := range items {
		r.setItem(t, object.ATuple, r.constInt(int64(k)), v)
	}
	r.tuples[t.v] = items
	return t
}

// list makes a list with the strategy that suits all items.
func (r *recorder) list(items []value) value {
	if len(items) == 0 {
		return r.make(object.HList, r.constInt(0), value{0, r.null()})
	}
	shape := strategyOf(r.vm.shapeOf(items[0].bits))
	for _, v := range items {
		if strategyOf(r.vm.shapeOf(v.bits)) != shape {
			shape = object.ARefs
		}
	}
	stored := make([]value, len(items))
	for k, v := range items {
		stored[k] = r.storedAs(shape, v)
	}
	store := r.makeArray(shape, len(items))
	for k, v := range stored {
		r.setItem(store, shape, r.constInt(int64(k)), v)
	}
	return r.make(object.HList, r.constInt(int64(len(items))), store)
}

// storedAs guards that a value suits an array, and returns what stands there for it.
func (r *recorder) storedAs(shape uint64, v value) value {
	if shape == object.ARefs {
		return v
	}
	return r.unbox(v, r.is(v))
}

// index guards that an integer is a valid index for that many items, and returns it counted
// from the first one; false if it is not.
func (r *recorder) index(k, n value) (value, bool) {
	at := int64(k.bits)
	if at < 0 {
		at += int64(n.bits)
	}
	if uint64(at) >= n.bits {
		return value{}, false
	}
	if int64(k.bits) < 0 {
		r.condition(trace.OpIntLt, k, r.constInt(0))
		k = r.pure(trace.OpIntAdd, k, n)
	}
	r.condition(trace.OpUintLt, k, n)
	return k, true
}

// inRange reports whether an object is a valid index for that many items.
func (r *recorder) inRange(k Ref, n int) bool {
	if r.vm.shapeOf(k) != object.HInt {
		return false
	}
	at := r.vm.intOf(k)
	return at < int64(n) && at >= -int64(n)
}

func (r *recorder) getItem(f *frame, i compile.Instr) bool {
	x, y := r.reg(int(i.B())), r.reg(int(i.C()))
	switch h := r.vm.shapeOf(x.bits); {
	case (h == object.HList || h == object.HArray) && r.inRange(y.bits, r.vm.listLen(x.bits)):
		r.is(x)
		r.is(y)
		k, _ := r.index(r.unboxInt(y), r.get(x, h, listLength))
		items := r.get(x, h, listItems)
		shape := r.is(items)
		r.setReg(int(i.A()), r.boxed(shape, r.item(items, shape, k)))
		return true
	case h == object.ATuple && r.inRange(y.bits, r.vm.w.Len(x.bits)):
		r.is(x)
		r.is(y)
		k, _ := r.index(r.unboxInt(y), r.length(x, h))
		r.setReg(int(i.A()), r.boxed(h, r.item(x, h, k)))
		return true
	case h == object.BStr && r.vm.isASCII(x.bits) && r.inRange(y.bits, r.vm.strLen(x.bits)):
		r.setReg(int(i.A()), r.charAt(x, y))
		return true
	case r.special(f, "__getitem__", x, []value{y}, returnValue, i.A()), r.getSlice(f, i, x, y):
		return false
	}
	if v, ok := r.valueOf(x, y); ok {
		r.setReg(int(i.A()), v)
		return true
	}
	return r.residual(f, i)
}

func (r *recorder) setItemOf(f *frame, i compile.Instr) bool {
	x, y, v := r.reg(int(i.A())), r.reg(int(i.B())), r.reg(int(i.C()))
	if r.special(f, "__setitem__", x, []value{y, v}, returnNothing, 0) {
		return false
	}
	if r.setSlice(f, i, x, y, v) {
		return false
	}
	if r.setValue(x, y, v) {
		return true
	}
	h := r.vm.shapeOf(x.bits)
	if h != object.HList && h != object.HArray || !r.inRange(y.bits, r.vm.listLen(x.bits)) {
		return r.residual(f, i)
	}
	store := r.vm.shapeOf(r.vm.w.Slot(x.bits, listItems))
	if store != object.ARefs && strategyOf(r.vm.shapeOf(v.bits)) != store || h == object.HArray && !keepsAll(byte(r.vm.w.Slot(x.bits, 2))) {
		return r.residual(f, i)
	}
	r.is(x)
	r.is(y)
	if h == object.HArray {
		code := r.get(x, h, 2)
		r.equals(code, int64(code.bits))
	}
	k, _ := r.index(r.unboxInt(y), r.get(x, h, listLength))
	items := r.get(x, h, listItems)
	shape := r.is(items)
	r.setItem(items, shape, k, r.storedAs(shape, v))
	return true
}

// unpack puts the items of a tuple, a list or a namedtuple into registers.
func (r *recorder) unpack(f *frame, i compile.Instr) bool {
	x, n := r.tupleOf(r.reg(int(i.B()))), int(i.C())
	switch h := r.vm.shapeOf(x.bits); {
	case h == object.ATuple && r.vm.w.Len(x.bits) == n:
		r.is(x)
		r.equals(r.length(x, h), int64(n))
		for k := range n {
			r.setReg(int(i.A())+k, r.boxed(h, r.item(x, h, r.constInt(int64(k)))))
		}
		return true
	case h == object.HList && r.vm.listLen(x.bits) == n && n > 0:
		r.is(x)
		r.equals(r.get(x, h, listLength), int64(n))
		items := r.get(x, h, listItems)
		shape := r.is(items)
		for k := range n {
			r.setReg(int(i.A())+k, r.boxed(shape, r.item(items, shape, r.constInt(int64(k)))))
		}
		return true
	}
	giveUp("'%s' is unpacked into %d variables", r.vm.typeName(x.bits), n)
	return false
}

// tupleOf is the tuple that a namedtuple has, if its class leaves it to that how it is gone through; other objects are what they are.
func (r *recorder) tupleOf(x value) value {
	if r.vm.shapeOf(x.bits) != object.HInstance || r.vm.tupleOf(x.bits) == 0 {
		return x
	}
	m := r.vm.maps[r.vm.w.Slot(x.bits, instMap)]
	if at, _ := m.class.find("__iter__"); at != r.vm.types.namedTuple.attrs["__iter__"] {
		return x
	}
	r.relies(r.mapOf(x).class, "__iter__")
	items := r.item(r.get(x, object.HInstance, instItems), object.ARefs, r.constInt(int64(m.slots["_items"])))
	r.nonnull.set(items.v, true)
	return items
}
