package vm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unbox/lang/numbers"
	"unbox/lang/object"
	"unbox/lang/texts"
)

// str is str(); false after an exception.
func (vm *VM) str(o Ref) (string, bool) {
	if vm.isStr(o) {
		return vm.copied(o), true
	}
	if vm.w.Header(o) == object.HInstance {
		if f, ok := vm.lookup(o, "__str__"); ok {
			return vm.textOf(vm.call(f, o), "__str__")
		}
		if vm.classOf(o).exception {
			return vm.exceptionText(o)
		}
	}
	return vm.repr(o)
}

// textOf checks what a method returned that makes strings.
func (vm *VM) textOf(v Ref, method string) (string, bool) {
	if v == 0 {
		return "", false
	}
	if !vm.isStr(v) {
		vm.raise(vm.types.typeError, "%s returned non-string (type %s)", method, vm.typeName(v))
		return "", false
	}
	return vm.copied(v), true
}

// repr is repr(); false after an exception.
func (vm *VM) repr(o Ref) (string, bool) {
	h := vm.w.Header(o)
	switch h {
	case object.HInt:
		return strconv.FormatInt(vm.intOf(o), 10), true
	case object.HFloat:
		return numbers.FloatRepr(vm.floatOf(o)), true
	case object.HBool:
		if o == vm.w.True {
			return "True", true
		}
		return "False", true
	case object.HNone:
		return "None", true
	case object.HNotImplemented:
		return "NotImplemented", true
	case object.HInstance:
		return vm.reprInstance(o)
	case object.HList, object.HDict, object.HSet, object.HFrozenSet, object.HArray, object.HDictView:
		return vm.reprContainer(o)
	}
	switch h & 0xffffffff {
	case object.BStr:
		vm.textWork(4 * len(vm.w.View(o)))
		vm.work(len(vm.w.View(o)) >> 5) // each character is looked at by itself
		return texts.Repr(vm.w.View(o)), true
	case object.BBig:
		return vm.intText(o)
	case object.ATuple:
		return vm.reprContainer(o)
	}
	return vm.reprOther(o)
}

func (vm *VM) reprOther(o Ref) (string, bool) {
	switch vm.w.Header(o) {
	case object.HType:
		name := vm.typeOf(o).qualName
		if vm.enumOf(o) != nil {
			return "<" + vm.enumKind(vm.typeOf(o)) + " '" + vm.typeOf(o).name + "'>", true
		}
		return "<class '" + strings.TrimPrefix(name, "builtins.") + "'>", true
	case object.HRange:
		a, b, s := vm.intOf(vm.w.Slot(o, 0)), vm.intOf(vm.w.Slot(o, 1)), vm.intOf(vm.w.Slot(o, 2))
		if s == 1 {
			return fmt.Sprintf("range(%d, %d)", a, b), true
		}
		return fmt.Sprintf("range(%d, %d, %d)", a, b, s), true
	case object.HSlice:
		return vm.joined("slice(", vm.w.Items(o, 3), ")")
	case object.HBuiltin:
		b := vm.builtins[vm.w.Slot(o, 0)]
		if b.method {
			return "<method '" + b.name + "'>", true
		}
		return "<built-in function " + b.name + ">", true
	case object.HGenerator:
		return "<generator object " + vm.codes[vm.w.Slot(o, generatorCode)].QualName + ">", true
	case object.HFunc:
		return "<function " + vm.codes[vm.w.Slot(o, 0)].QualName + ">", true
	case object.HEllipsis:
		return "Ellipsis", true
	case object.HBound:
		return vm.reprBound(o)
	case object.HModule:
		return "<module '" + vm.modules[vm.w.Slot(o, 0)].name + "'>", true
	}
	return "<" + vm.typeName(o) + " object>", true
}

// reprBound is the text of a method of an object.
func (vm *VM) reprBound(o Ref) (string, bool) {
	function, self := vm.w.Slot(o, 0), vm.w.Slot(o, 1)
	switch vm.w.Header(function) {
	case object.HFunc:
		name := vm.codes[vm.w.Slot(function, 0)].QualName
		text, ok := vm.repr(self)
		return "<bound method " + name + " of " + text + ">", ok
	case object.HBuiltin:
		return "<built-in method " + vm.builtins[vm.w.Slot(function, 0)].name + " of " + vm.typeName(self) + " object>", true
	}
	return "<method object>", true
}

func (vm *VM) reprInstance(o Ref) (string, bool) {
	if f, ok := vm.lookup(o, "__repr__"); ok {
		return vm.textOf(vm.call(f, o), "__repr__")
	}
	c := vm.classOf(o)
	if !c.exception {
		return "<" + c.qualName + " object>", true
	}
	t := vm.excSlot(o, excArgs)
	if vm.w.Len(t) == 1 {
		text, ok := vm.repr(vm.w.Slot(t, 0))
		return c.name + "(" + text + ")", ok
	}
	text, ok := vm.repr(t)
	return c.name + text, ok
}

// joined writes values with commas between them.
func (vm *VM) joined(open string, items []Ref, closing string) (string, bool) {
	mark := vm.keep(items...)
	defer vm.release(mark)
	var b strings.Builder
	b.WriteString(open)
	for k := range items {
		if k > 0 {
			b.WriteString(", ")
		}
		text, ok := vm.repr(vm.kept[mark+k])
		if !ok {
			return "", false
		}
		vm.grow(&b, text)
	}
	b.WriteString(closing)
	return b.String(), true
}

// grow appends one of many texts, and counts it.
func (vm *VM) grow(b *strings.Builder, text string) {
	vm.work(1 + len(text)>>6)
	vm.spare(2 * (b.Len() + len(text)))
	b.WriteString(text)
}

// padding makes sure that there is room for a field of that many characters.
func (vm *VM) padding(width int) {
	if width > 1<<40 {
		panic(object.ErrMemory)
	}
	vm.textWork(max(4*width, 0))
}

func (vm *VM) reprContainer(o Ref) (string, bool) {
	vm.work(len(vm.repring) >> 6)
	if slices.Contains(vm.repring, o) {
		return vm.reprInside(o)
	}
	if !vm.deeper(" while getting the repr of an object") {
		return "", false
	}
	vm.repring = append(vm.repring, o)
	defer func() { vm.nesting--; vm.repring = vm.repring[:len(vm.repring)-1] }()
	switch vm.w.Shape(o) {
	case object.HList:
		return vm.joined("[", vm.listItems(o), "]")
	case object.ATuple:
		if vm.w.Len(o) == 1 {
			return vm.joined("(", vm.w.Items(o, 1), ",)")
		}
		return vm.joined("(", vm.w.Items(o, vm.w.Len(o)), ")")
	case object.HSet:
		if vm.w.Slot(o, setUsed) == 0 {
			return "set()", true
		}
		return vm.joined("{", vm.setItems(o), "}")
	case object.HFrozenSet:
		if vm.w.Slot(o, setUsed) == 0 {
			return "frozenset()", true
		}
		return vm.joined("frozenset({", vm.setItems(o), "})")
	case object.HArray:
		open := "array('" + string(rune(vm.w.Slot(o, 2))) + "'"
		if vm.listLen(o) == 0 {
			return open + ")", true
		}
		return vm.joined(open+", [", vm.listItems(o), "])")
	case object.HDictView:
		return vm.reprView(o)
	}
	if vm.dictLike(o) != nil {
		return vm.reprLike(o)
	}
	return vm.reprDict(o)
}

// reprInside writes a container that is inside of itself.
func (vm *VM) reprInside(o Ref) (string, bool) {
	switch vm.w.Shape(o) {
	case object.HList:
		return "[...]", true
	case object.ATuple:
		return "(...)", true
	case object.HSet:
		return "set(...)", true
	case object.HFrozenSet:
		return "frozenset(...)", true
	case object.HDictView:
		return "...", true
	}
	switch c := vm.dictLike(o); {
	case c == nil:
	case c == vm.types.orderedDict:
		return "...", true
	case c == vm.types.defaultDict:
		return vm.reprDefaultDict(o, true)
	}
	return "{...}", true
}

func (vm *VM) reprView(o Ref) (string, bool) {
	items, ok := vm.collectItems(o)
	if !ok {
		return "", false
	}
	name := []string{"dict_keys", "dict_values", "dict_items"}[vm.w.Slot(o, 1)]
	return vm.joined(name+"([", items, "])")
}

func (vm *VM) reprDict(o Ref) (string, bool) {
	keys, values := vm.entries(o)
	mark := vm.keep(append(keys, values...)...)
	defer vm.release(mark)
	var b strings.Builder
	b.WriteByte('{')
	for k := range keys {
		if k > 0 {
			b.WriteString(", ")
		}
		key, ok := vm.repr(vm.kept[mark+k])
		if !ok {
			return "", false
		}
		value, ok := vm.repr(vm.kept[mark+len(keys)+k])
		if !ok {
			return "", false
		}
		vm.grow(&b, key)
		b.WriteString(": ")
		vm.grow(&b, value)
	}
	b.WriteByte('}')
	return b.String(), true
}
