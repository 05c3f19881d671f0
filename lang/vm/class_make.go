package vm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"unbox/lang/object"
)

// makeClass ends the body of a class, in a frame.
func (vm *VM) makeClass(f *frame) Ref {
	given, keywords := vm.w.Words[f.fp], Ref(0)
	mark := vm.keep(0)
	defer vm.release(mark)
	if f.code.ClassKeywords {
		n := vm.w.Len(given) - 1
		keywords = vm.w.Slot(given, n)
		vm.kept[mark] = keywords
		given = vm.newTuple(append([]Ref{}, vm.w.Items(given, n)...)...)
	}
	bases := vm.basesFor(given)
	if bases == 0 {
		return 0
	}
	c := vm.derive(f.code.Name, cmp.Or(f.code.Module, "__main__")+"."+f.code.QualName, bases)
	if c == nil {
		return 0
	}
	c.qualName = cmp.Or(namedInC[c.qualName], c.qualName)
	if has("collections datetime functools itertools re", f.code.Module) && !has("ChainMap UserDict UserList RegexFlag error", c.name) ||
		has("decimal.Decimal decimal.Context _io.StringIO _io.BytesIO", c.qualName) { // which are in C in CPython, so messages have the module
		c.name = c.qualName
	}
	c.declared = f.code.Declared
	vm.fillClass(c, f)
	return vm.finishClass(c, mark)
}

// namedInC are the names, with the module, of classes that CPython has in C, in a module of another name.
var namedInC = map[string]string{"io.StringIO": "_io.StringIO", "io.BytesIO": "_io.BytesIO", "csv.Error": "_csv.Error"}

// basesFor is a tuple of bases with what `__mro_entries__` of each that is no class puts in its place; 0 after an exception.
func (vm *VM) basesFor(tuple Ref) Ref {
	mark := vm.keep(tuple)
	defer vm.release(mark)
	for k := range vm.w.Len(tuple) {
		b := vm.w.Slot(vm.kept[mark], k)
		base := vm.holdingBase(vm.typeOf(b))
		if base == nil {
			base = vm.baseOfTyping(vm.w.Slot(vm.kept[mark], k))
		}
		if base != nil {
			vm.keep(vm.attrs[base.ref])
			continue
		}
		b = vm.w.Slot(vm.kept[mark], k)
		entries, ok := vm.lookup(b, "__mro_entries__")
		if vm.typeOf(b) != nil || !ok {
			vm.keep(b)
			continue
		}
		instead := vm.call(entries, b, vm.kept[mark])
		if instead == 0 {
			return 0
		}
		for k := range vm.w.Len(instead) {
			vm.keep(vm.w.Slot(instead, k))
		}
	}
	return vm.newTuple(vm.kept[mark+1:]...)
}

// newType is type(): the class of an object, or a new class of a name, its bases and its attributes.
func (vm *VM) newType(a args) Ref {
	if a.n == 1 {
		return vm.attrs[vm.classOf(vm.arg(a, 0)).ref]
	}
	if a.n != 3 {
		return vm.raise(vm.types.typeError, "type() takes 1 or 3 arguments")
	}
	for k, want := range []uint64{object.BStr, object.ATuple, object.HDict} {
		if v := vm.arg(a, k); vm.w.Shape(v) != want {
			return vm.raise(vm.types.typeError, "type.__new__() argument %d must be %s, not %s", k+1, [...]string{"str", "tuple", "dict"}[k], vm.typeName(v))
		}
	}
	name := vm.copied(vm.arg(a, 0))
	c := vm.derive(name, "__main__."+name, vm.arg(a, 1))
	if c == nil {
		return 0
	}
	keys, values := vm.entries(vm.arg(a, 2))
	for k, key := range keys {
		if !vm.isStr(key) {
			return vm.raise(vm.types.typeError, "attribute names must be strings, not '%s'", vm.typeName(key))
		}
		vm.setBodyAttr(c, vm.copied(key), values[k])
	}
	if _, ok := c.attrs["__doc__"]; !ok {
		vm.setClassAttr(c, "__doc__", vm.w.None)
	}
	mark := vm.keep(0)
	defer vm.release(mark)
	return vm.finishClass(c, mark)
}

// derive makes a class of its bases, a tuple, that has no attributes of its own so far; nil after an exception.
func (vm *VM) derive(name, qualName string, tuple Ref) *class {
	var bases []*class
	for k := range vm.w.Len(tuple) {
		vm.work(k >> 3)
		b := vm.typeOf(vm.w.Slot(tuple, k))
		switch {
		case b == nil:
			vm.raise(vm.types.typeError, "bases must be types")
			return nil
		case has("bool range slice function method builtin_function_or_method", b.name):
			vm.raise(vm.types.typeError, "type '%s' is not an acceptable base type", b.name)
			return nil
		case b.root == nil && b != vm.types.object, has("builtins.bytes builtins.bytearray", b.qualName), strings.HasPrefix(qualName, "__main__.") && has("numbers.Complex numbers.Real numbers.Rational numbers.Integral", b.qualName):
			vm.stop(fmt.Errorf("expected a class to inherit from, found `%s`; Unbox's Python has no classes that inherit from it here", b.name))
		case slices.Contains(bases, b):
			vm.raise(vm.types.typeError, "duplicate base class %s", b.name)
			return nil
		}
		bases = append(bases, b)
	}
	if len(bases) == 0 {
		bases = []*class{vm.types.object}
	}
	if left, ok := vm.linearize(&class{bases: bases}); !ok {
		vm.raise(vm.types.typeError, "%s", inconsistent(left))
		return nil
	}
	c := vm.newClass(name, bases...)
	c.qualName = qualName
	if !vm.takeHeld(c) {
		return nil
	}
	var names []string
	for _, b := range c.mro {
		if b.root != nil && len(b.root.names) > len(names) {
			names = b.root.names
		}
	}
	c.root = vm.newMap(c, names)
	c.most = len(names)
	return c
}

// longestInconsistent is where CPython cuts off what it says about bases: it has 1,000 bytes for that, with a zero at the end.
const longestInconsistent = 999

// inconsistent says that there is no order of bases, of which these are left.
func inconsistent(left []*class) string {
	var names []string
	for _, b := range left {
		names = append(names, b.name)
	}
	text := "Cannot create a consistent method resolution\norder (MRO) for bases " + strings.Join(names, ", ")
	return strings.ToValidUTF8(text[:min(len(text), longestInconsistent)], "")
}

// fillClass gives a class the variables of its body.
func (vm *VM) fillClass(c *class, f *frame) {
	for k, name := range f.code.VarNames[:min(len(f.code.VarNames), 1+f.code.ClassVars)] {
		v := vm.w.Words[f.fp+k]
		if k == 0 || k >= f.code.FirstFree || v == 0 {
			continue
		}
		if vm.w.Header(v) == object.HCell {
			if v = vm.w.Slot(v, 0); v == 0 {
				continue
			}
		}
		vm.setBodyAttr(c, name, v)
	}
	if _, ok := c.attrs["__doc__"]; !ok {
		vm.setClassAttr(c, "__doc__", vm.docOf(f.code))
	}
	if f.code.ClassCell >= 0 {
		vm.w.SetSlot(vm.w.Words[f.fp+f.code.ClassCell], 0, vm.attrs[c.ref])
	}
}

// finishClass ends the making of a class that has its attributes: the object that stands for it, 0 after an exception. A dictionary of
// the keywords after its bases is kept at an index, or 0.
func (vm *VM) finishClass(c *class, keywords int) Ref {
	if _, ok := c.attrs["__eq__"]; ok && c.attrs["__hash__"] == 0 {
		vm.setClassAttr(c, "__hash__", vm.w.None)
	}
	var names []string
	var values []Ref
	if d := vm.kept[keywords]; d != 0 {
		keys, all := vm.entries(d)
		for k, key := range keys {
			if name := vm.copied(key); name != "metaclass" {
				names, values = append(names, name), append(values, all[k])
			} else if t := vm.typeOf(all[k]); t != nil && t.qualName == "abc.ABCMeta" {
				c.checked = true
			} else {
				vm.stop(fmt.Errorf("expected `metaclass=ABCMeta`, found another metaclass; Unbox's Python has no others"))
			}
		}
	}
	c.abstract = vm.abstracts(c)
	if vm.types.protocol != nil && slices.Contains(c.bases, vm.types.protocol) {
		vm.makeProtocol(c)
		if len(c.abstract) == 0 {
			c.abstract = []string{""}
		}
	}
	return vm.okOr0(vm.takeSlots(c) && vm.nameDescriptors(c) && vm.initSubclass(c, names, values), vm.attrs[c.ref])
}

// initSubclass tells the bases of a class that it was made, with the keywords after them; false after an exception.
func (vm *VM) initSubclass(c *class, names []string, values []Ref) bool {
	for _, b := range c.mro[1:] {
		at, ok := b.attrs["__init_subclass__"]
		if !ok {
			continue
		}
		f := vm.attrs[at]
		if vm.w.Header(f) == object.HClassMethod {
			f = vm.w.Slot(f, 0)
		}
		return vm.callNamed(f, names, append([]Ref{vm.attrs[c.ref]}, values...)...) != 0
	}
	if len(names) > 0 {
		vm.raise(vm.types.typeError, noKeywordsForSubclass, c.name)
		return false
	}
	return true
}

// noKeywordsForSubclass is the message for keywords after the bases of a class that no `__init_subclass__` takes.
const noKeywordsForSubclass = "%s.__init_subclass__() takes no keyword arguments"
