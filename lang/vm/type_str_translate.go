package vm

import (
	"strings"
	"unicode/utf8"

	"unbox/lang/object"
)

// translateMethods are str.translate; makeTrans makes what it takes.
var translateMethods = []builtin{
	{name: "translate", min: 2, max: 2, few: "str.translate() takes exactly one argument (0 given)", run: (*VM).translate},
}

// makeTrans is str.maketrans: a dictionary from the numbers of characters to what takes their places.
func (vm *VM) makeTrans(a args) Ref {
	table := vm.newDict()
	mark := vm.keep(table)
	defer vm.release(mark)
	if a.n == 1 {
		return vm.transOf(mark, vm.arg(a, 0))
	}
	texts := make([][]rune, a.n)
	for k := range a.n {
		if !vm.isStr(vm.arg(a, k)) {
			if k == 0 {
				return vm.raise(vm.types.typeError, "first maketrans argument must be a string if there is a second argument")
			}
			return vm.raise(vm.types.typeError, "maketrans() argument %d must be str, not %s", k+1, vm.typeName(vm.arg(a, k)))
		}
		texts[k] = []rune(vm.w.View(vm.arg(a, k)))
		vm.textWork(8 * len(texts[k]))
	}
	if len(texts[0]) != len(texts[1]) {
		return vm.raise(vm.types.valueError, "the first two maketrans arguments must have equal length")
	}
	for k, r := range texts[0] {
		vm.dictSet(table, vm.w.Int(int64(r)), vm.w.Int(int64(texts[1][k])))
	}
	if a.n == 3 {
		for _, r := range texts[2] {
			vm.dictSet(table, vm.w.Int(int64(r)), vm.w.None)
		}
	}
	return table
}

// transOf makes a table of a dictionary whose keys are characters or their numbers.
func (vm *VM) transOf(mark int, from Ref) Ref {
	if vm.w.Header(from) != object.HDict {
		return vm.raise(vm.types.typeError, "if you give only one argument to maketrans it must be a dict")
	}
	keys, values := vm.entries(from)
	for k, key := range keys {
		switch {
		case vm.isStr(key):
			if vm.strLen(key) != 1 {
				return vm.raise(vm.types.valueError, "string keys in translate table must be of length 1")
			}
			r, _ := utf8.DecodeRuneInString(vm.w.View(key))
			key = vm.w.Int(int64(r))
		case !vm.isAnyInt(key):
			return vm.raise(vm.types.typeError, "keys in translate table must be strings or integers")
		}
		if !vm.dictSet(vm.kept[mark], key, values[k]) {
			return 0
		}
	}
	return vm.kept[mark]
}

// translate is str.translate. What the table has no place for stays.
func (vm *VM) translate(a args) Ref {
	text := vm.w.Text(vm.arg(a, 0))
	vm.textWork(4 * len(text))
	var b strings.Builder
	for _, r := range text {
		vm.work(1)
		v := vm.getItem(vm.arg(a, 1), vm.w.Int(int64(r)))
		switch {
		case v == 0 && vm.classOf(vm.exc).is(vm.types.lookupError):
			vm.exc = 0
			b.WriteRune(r)
		case v == 0:
			return 0
		case v == vm.w.None:
		case vm.isStr(v):
			part := vm.w.View(v)
			vm.textWork(len(part))
			b.WriteString(part)
		case vm.isAnyInt(v):
			n, _ := vm.indexOf(v, asInteger)
			if n < 0 || n > utf8.MaxRune {
				return vm.raise(vm.types.valueError, "character mapping must be in range(0x110000)")
			}
			b.WriteRune(rune(n))
		default:
			return vm.raise(vm.types.typeError, "character mapping must return integer, None or str")
		}
		vm.spare(b.Len())
	}
	return vm.w.Str(b.String())
}
