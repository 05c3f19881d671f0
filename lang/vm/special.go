package vm

import (
	"unbox/lang/compile"
	"unbox/lang/object"
)

// Special methods are those that instructions call: `__add__` for `+`, `__getitem__` for an index. A class remembers
// where it finds them, as CPython's types do in their slots.

// special is the number of such a method. First come those of the operators, in the order of the instructions: `__add__`,
// then `__radd__`, then `__iadd__`.
type special int

const (
	operatorCount = special(compile.Xor-compile.Add) + 1

	operatorMethods  special = 0
	reflectedMethods         = operatorMethods + operatorCount
	augmentedMethods         = reflectedMethods + operatorCount
)

// The others.
const (
	specialInit = 3*operatorCount + iota
	specialNew
	specialGetItem
	specialSetItem
	specialSetAttr
	specialBool
	specialLen
	specialLt // and the other comparisons, in the order of the instructions
	specialLe
	specialGt
	specialGe
	specialEq
	specialNe
	specialNeg
	specialPos
	specialInvert
	specialCall
	specialHash
	specialContains
	specialIter
	specialNext
	specialCount
)

// specialNames are the methods' names.
var specialNames = func() (names [specialCount]string) {
	for k := range operatorCount {
		name := operators[compile.Add+compile.Op(k)].name
		names[operatorMethods+k], names[reflectedMethods+k], names[augmentedMethods+k] = "__"+name+"__", "__r"+name+"__", "__i"+name+"__"
	}
	for k, name := range []string{"init", "new", "getitem", "setitem", "setattr", "bool", "len", "lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "invert", "call",
		"hash", "contains", "iter", "next"} {
		names[int(specialInit)+k] = "__" + name + "__"
	}
	return names
}()

// operatorMethod is the method of an operation that is no operation with a constant.
func operatorMethod(op compile.Op) special { return special(op - compile.Add) }

// specials are where a class finds its special methods, as of a version of the classes: the index in VM.attrs and 1, or
// -1 if there is none; 0 if nobody has asked so far.
type specials struct {
	version uint32
	at      [specialCount]int32
}

// special finds a special method in a class and those that it is derived from.
func (vm *VM) special(c *class, k special) (at int, ok bool) {
	s := &c.specials
	if s.version != vm.version {
		*s = specials{version: vm.version}
	}
	found := s.at[k]
	if found == 0 {
		found = -1
		if at, ok := vm.findIn(c, specialNames[k]); ok {
			found = int32(at) + 1
		}
		s.at[k] = found
	}
	return int(found) - 1, found > 0
}

// specialOf finds a special method in an object's class.
func (vm *VM) specialOf(o Ref, k special) (Ref, bool) {
	at, ok := vm.special(vm.classOf(o), k)
	if !ok {
		return 0, false
	}
	return vm.attrs[at], true
}

// specialFunction returns the special method of an instance, if that is a function of the program which takes so
// many arguments as they come; 0 if it is none.
func (vm *VM) specialFunction(o Ref, k special, n int) Ref {
	at, ok := vm.special(vm.maps[vm.w.Slot(o, 0)].class, k)
	if !ok {
		return 0
	}
	return vm.plainFunction(vm.attrs[at], n)
}

// plainFunction returns a value if it is a function of the program that takes so many arguments as they come, else 0.
func (vm *VM) plainFunction(f Ref, n int) Ref {
	if vm.w.Header(f) != object.HFunc || !vm.codes[vm.w.Slot(f, funcCode)].takes(n) {
		return 0
	}
	return f
}

// takes reports whether a call with so many arguments needs no more than that defaults follow them.
func (c *code) takes(n int) bool {
	return c.simple && n <= c.Positional && n >= c.Positional-c.PositionalDefaults
}

// plainOperator returns the method of an operation's left operand, an instance, if nothing is to be asked before it and
// it is a function as [VM.specialFunction] has it; else 0.
func (vm *VM) plainOperator(op compile.Op, x, y Ref, augmented bool) Ref {
	k := operatorMethod(plain(op))
	c := vm.maps[vm.w.Slot(x, 0)].class
	if augmented {
		if _, ok := vm.special(c, augmentedMethods+k); ok {
			return 0
		}
	}
	at, ok := vm.special(c, operatorMethods+k)
	if !ok || vm.reflectedFirst(x, y, k) {
		return 0
	}
	return vm.plainFunction(vm.attrs[at], 2)
}

// maxPlainAttributes is up to how many attributes an instance has that is made without asking for room or counting work.
const maxPlainAttributes = 30

// plainInit returns `__init__` of a class of the program, if making an instance with so many arguments needs nothing
// but a call of that function; else 0.
func (vm *VM) plainInit(c *class, n int) Ref {
	if c.construct != nil || c.root == nil || vm.holdsValue(c) || c.exception || c.most > maxPlainAttributes || len(c.abstract) > 0 || c == vm.types.object {
		return 0
	}
	at, ok := vm.special(c, specialInit)
	if !ok {
		return 0
	}
	if _, ok := vm.special(c, specialNew); ok {
		return 0
	}
	return vm.plainFunction(vm.attrs[at], n+1)
}
