package vm

import (
	"cmp"
	"slices"

	"unbox/lang/object"
	"unbox/lang/syntax"
)

// class is a type: one of the language, or the program's own.
type class struct {
	id             int
	name, qualName string
	bases, mro     []*class
	// attrs says where the values of its attributes are in VM.attrs.
	attrs map[string]int
	order []string
	// root is the map of an instance without attributes; nil if there are no instances.
	root *shapeMap
	// exception means that it is derived from BaseException.
	exception bool
	// ref is the place of the object that represents it.
	ref int
	// most is the maximum number of attributes that an instance had.
	most int
	// slots are all attributes that an instance may have; nil means any.
	slots slots
	// construct makes an instance of a class of the language; nil of the others.
	construct *builtin
	// abstract are its abstract methods: if it has some, it has no instances.
	abstract []string
	// checked says that its metaclass is abc.ABCMeta, which checks for abstract methods.
	checked bool
	// declared are the variables that its body gives a type, in order.
	declared []syntax.Declared
	// enum says that it is an enumeration.
	enum *enumClass
	// recognition says how it tells its instances, if not by their class alone; else nil.
	recognition *recognition
	// held is the class of what its instances hold, if it is derived from one of the language; else nil.
	held     *class
	specials specials
}

// shapeMap says where the attributes of an instance stand (a hidden class).
type shapeMap struct {
	id    uint64
	class *class
	slots map[string]int
	names []string
	next  map[string]*shapeMap
}

// maxMaps is the maximum number of maps of a program.
const maxMaps = 1 << 16

func (vm *VM) newMap(c *class, names []string) *shapeMap {
	if len(vm.maps) >= maxMaps {
		panic(object.ErrMemory)
	}
	vm.work(len(names))
	vm.hold(300 + 80*len(names))
	m := &shapeMap{id: uint64(len(vm.maps)), class: c, names: names, slots: make(map[string]int), next: make(map[string]*shapeMap)}
	for k, name := range names {
		m.slots[name] = k
	}
	vm.maps = append(vm.maps, m)
	return m
}

// with returns the map after one more attribute.
func (vm *VM) with(m *shapeMap, name string) *shapeMap {
	next := m.next[name]
	if next == nil {
		vm.hold(64 + len(name))
		next = vm.newMap(m.class, append(slices.Clone(m.names), name))
		m.next[name] = next
		m.class.most = max(m.class.most, len(next.names))
	}
	return next
}

// newClass makes a class. It is derived from object if it has no bases.
func (vm *VM) newClass(name string, bases ...*class) *class {
	c := &class{id: len(vm.classes), name: name, qualName: name, bases: bases, attrs: make(map[string]int)}
	vm.classes = append(vm.classes, c)
	c.mro, _ = vm.linearize(c)
	vm.hold(700 + 8*len(c.mro))
	c.ref = len(vm.attrs)
	vm.attrs = append(vm.attrs, vm.w.New(object.HType, uint64(c.id)))
	for _, b := range c.mro {
		c.exception = c.exception || b == vm.types.baseException
	}
	return c
}

// linearize merges the orders of the bases (C3): a class is before its bases, and
// bases stand in their order. If there is no such order it returns false, and the classes of which none can come next.
func (vm *VM) linearize(c *class) ([]*class, bool) {
	if len(c.bases) == 1 {
		vm.work(len(c.bases[0].mro) >> 3)
		return append([]*class{c}, c.bases[0].mro...), true
	}
	var lists [][]*class
	later := make(map[*class]int) // in how many lists a class comes after the first
	for _, b := range c.bases {
		lists = append(lists, b.mro)
	}
	lists = append(lists, c.bases)
	for _, list := range lists {
		vm.work(len(list))
		for k, b := range list {
			if k > 0 {
				later[b]++
			}
		}
	}
	return vm.merge(c, lists, later)
}

// merge appends to a class, again and again, the first of the first list that comes later in none. If there is none it returns false, and
// what the lists that are left begin with, each once.
func (vm *VM) merge(c *class, lists [][]*class, later map[*class]int) ([]*class, bool) {
	order := []*class{c}
	for {
		vm.work(1 + len(lists)>>2)
		lists = slices.DeleteFunc(lists, func(l []*class) bool { return len(l) == 0 })
		if len(lists) == 0 {
			return order, true
		}
		k := slices.IndexFunc(lists, func(l []*class) bool { return later[l[0]] == 0 })
		if k < 0 {
			return firsts(lists), false
		}
		head := lists[k][0]
		order = append(order, head)
		for j, l := range lists {
			if l[0] == head {
				if lists[j] = l[1:]; len(l) > 1 {
					later[l[1]]--
				}
			}
		}
	}
}

// firsts is what some lists begin with, each class once.
func firsts(lists [][]*class) (classes []*class) {
	seen := make(map[*class]bool, len(lists))
	for _, l := range lists {
		if !seen[l[0]] {
			seen[l[0]] = true
			classes = append(classes, l[0])
		}
	}
	return classes
}

// setClassAttr gives a class an attribute.
func (vm *VM) setClassAttr(c *class, name string, v Ref) {
	c.specials = specials{}
	if at, ok := c.attrs[name]; ok {
		vm.attrs[at] = v
	} else {
		vm.hold(100 + len(name))
		c.attrs[name] = len(vm.attrs)
		c.order = append(c.order, name)
		vm.attrs = append(vm.attrs, v)
	}
}

// find looks for an attribute in a class and those that it is derived from.
func (c *class) find(name string) (int, bool) {
	for _, b := range c.mro {
		if at, ok := b.attrs[name]; ok {
			return at, true
		}
	}
	return 0, false
}

// findIn is find, counted: a class may be derived from thousands.
func (vm *VM) findIn(c *class, name string) (int, bool) {
	vm.work(len(c.mro) >> 3)
	return c.find(name)
}

// is reports whether a class is another one or derived from it.
func (c *class) is(other *class) bool { return c == other || slices.Contains(c.mro, other) }

// classOf returns the class of an object.
func (vm *VM) classOf(o Ref) *class {
	switch shape := vm.w.Shape(o); shape {
	case object.HInstance:
		return vm.maps[vm.w.Slot(o, 0)].class
	case object.HDict:
		return cmp.Or(vm.dictLike(o), vm.types.byShape[object.HDict])
	case object.HBuiltin:
		return vm.types.builtinFunction
	case object.HBound:
		if vm.w.Header(vm.w.Slot(o, 0)) == object.HBuiltin {
			return vm.types.builtinFunction
		}
		return vm.types.byShape[object.HBound]
	case object.HDictView:
		return [...]*class{viewKeys: vm.types.byShape[shape], viewValues: vm.types.values, viewItems: vm.types.items}[vm.w.Slot(o, 1)]
	default:
		if c := vm.types.byShape[shape]; c != nil {
			return c
		}
		return vm.types.object
	}
}

// typeName is the name of an object's class for messages.
func (vm *VM) typeName(o Ref) string {
	switch vm.w.Shape(o) {
	case object.HSeqIter:
		if seq := vm.w.Slot(o, 0); seq != 0 {
			return vm.iteratorName(vm.typeName(seq))
		}
	case object.HDictIter:
		return [...]string{viewKeys: "dict_keyiterator", viewValues: "dict_valueiterator", viewItems: "dict_itemiterator"}[vm.w.Slot(o, 2)]
	case object.HReversed:
		if vm.w.Shape(vm.w.Slot(o, 0)) == object.HList {
			return "list_reverseiterator"
		}
	}
	return vm.classOf(o).name
}

// iteratorName is the name of a sequence's iterator. A program sees it in messages only.
func (vm *VM) iteratorName(sequence string) string {
	switch sequence {
	case "list", "tuple":
		return sequence + "_iterator"
	case "array.array":
		return "arrayiterator"
	case "str":
		return "str_ascii_iterator"
	}
	return "iterator"
}

// typeOf returns the class that a type object stands for, nil if it is none.
func (vm *VM) typeOf(o Ref) *class {
	if vm.w.Header(o) != object.HType {
		return nil
	}
	return vm.classes[vm.w.Slot(o, 0)]
}

// instance makes an instance without attributes.
func (vm *VM) instance(c *class) Ref {
	vm.moved(8 * c.most)
	items := vm.w.Array(object.ARefs, c.most)
	if c.held != nil {
		vm.w.SetSlot(items, 0, vm.newHeld(c))
	}
	return vm.w.New(object.HInstance, c.root.id, items)
}

// lookup finds an attribute in the object's class.
func (vm *VM) lookup(o Ref, name string) (Ref, bool) {
	at, ok := vm.findIn(vm.classOf(o), name)
	if !ok {
		return 0, false
	}
	return vm.attrs[at], true
}

// isFunction reports whether a value of a class becomes a method.
func (vm *VM) isFunction(v Ref) bool {
	h := vm.w.Header(v)
	return h == object.HFunc || h == object.HBuiltin && vm.builtins[vm.w.Slot(v, 0)].method
}

// bind turns a value found in a class into the attribute of an object.
func (vm *VM) bind(v, o Ref) Ref {
	switch vm.w.Header(v) {
	case object.HProperty:
		if d := vm.w.Slot(v, propertyOther); d != 0 {
			return vm.getByDescriptor(d, o, vm.classOf(o))
		}
		getter := vm.w.Slot(v, 0)
		return vm.call(getter, o)
	case object.HStatic:
		return vm.w.Slot(v, 0)
	case object.HClassMethod:
		return vm.w.New(object.HBound, vm.w.Slot(v, 0), vm.attrs[vm.classOf(o).ref])
	}
	if vm.isFunction(v) {
		return vm.w.New(object.HBound, v, o)
	}
	return v
}
